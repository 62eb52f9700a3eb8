"""What is told of lines of a letter that were not obeyed, and to who asks for help."""

from dataclasses import dataclass

from judge.commands import Aside
from judge.engine import Variant
from judge.game.events.weight import Weight
from judge.game.vision.views import whole


@dataclass(frozen=True, slots=True)
class LinesNotObeyed:
    """Lines were meant for the judge and are handed back, and why.

    `count` says how many more there were.
    """

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0

    weight = Weight.STRANGE
    seen = whole


@dataclass(frozen=True, slots=True)
class MeaningAsked:
    """Some `lines` of a reply to press read as if they were for the judge.

    Nothing is done before its writer has said whether `text` is press for `recipients`.
    """

    lines: tuple[str, ...]
    text: str
    recipients: tuple[str, ...]

    weight = Weight.QUESTION
    seen = whole


@dataclass(frozen=True, slots=True)
class LineOffered:
    """A wish in plain words, and the lines that would do it."""

    line: str
    offers: tuple[str, ...]

    weight = Weight.STRANGE
    seen = whole


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


LineReply = LinesNotObeyed | MeaningAsked | LineOffered
HelpReply = HelpGiven | HelpSought | RulesExplained
