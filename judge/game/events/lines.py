"""What is told of lines of a letter that were not obeyed."""

from dataclasses import dataclass

from judge.commands import Aside
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


LineReply = LinesNotObeyed | MeaningAsked | LineOffered
