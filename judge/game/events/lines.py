"""What was read in lines of a letter, what of those not obeyed, and answers to HELP."""

from dataclasses import dataclass

from judge.engine import Order, Reason
from judge.game.base import Reply
from judge.game.commands import Aside
from judge.game.weight import Weight
from judge.notation import Trouble


@dataclass(frozen=True, slots=True)
class LineRead:
    """An order line and what was read in it.

    `order` is None when nothing was; then `part` is the smallest part that was not
    understood, `trouble` says why, `meant` are words that may have been
    meant by it, and `suggestions` whole orders, or else words for `part`. `reason`
    tells why an order that was read is illegal; only one without reason is stored.
    `note` is text beside the order that was left aside.
    """

    line: str
    order: Order | None = None
    reason: Reason | None = None
    part: str = ""
    suggestions: tuple[str, ...] = ()
    ambiguous: bool = False
    note: str = ""
    trouble: Trouble | None = None
    meant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRead:
    """An IF as it was written, and whether it holds; None where it was not read."""

    line: str
    holds: bool | None


class LinesNotObeyed(Reply, frozen=True):
    """Lines were meant for the judge and are handed back, and why.

    `count` says how many more there were.
    """

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0

    weight = Weight.STRANGE


class MeaningAsked(Reply, frozen=True):
    """Some `lines` of a reply to press read as if they were for the judge.

    Nothing is done before its writer has said whether `text` is press for `recipients`.
    """

    lines: tuple[str, ...]
    text: str
    recipients: tuple[str, ...]

    weight = Weight.QUESTION


class LineOffered(Reply, frozen=True):
    """A wish in plain words, and the lines that would do it."""

    line: str
    offers: tuple[str, ...]

    weight = Weight.STRANGE


class NothingDone(Reply, frozen=True):
    """All of a letter was to be done or nothing, and not all of it can be."""

    weight = Weight.QUESTION
