"""What answers those who ask for help."""

from dataclasses import dataclass

from judge.engine import Variant
from judge.game.events.weight import Weight
from judge.game.vision.views import whole


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """Help on `topic` was asked for; `known` are the topics there are.

    `asked` are other words by which it was asked for, "" for none.
    """

    topic: str
    known: tuple[str, ...]
    asked: str = ""

    weight = Weight.HELP
    seen = whole


@dataclass(frozen=True, slots=True)
class HelpSought:
    """Help on `words` was asked for, which name no page of those that are `known`.

    They are likest to the names of the pages that are `near`.
    """

    words: str
    near: tuple[str, ...]
    known: tuple[str, ...]

    weight = Weight.HELP
    seen = whole


@dataclass(frozen=True, slots=True)
class RulesExplained:
    """Help on a `word` was asked for that the rules of these `variants` know."""

    word: str
    variants: tuple[Variant, ...]

    weight = Weight.HELP
    seen = whole


HelpReply = HelpGiven | HelpSought | RulesExplained
