"""Events about lines of a letter: orders read, lines not obeyed, and lines offered instead."""

from dataclasses import dataclass

from judge.engine import Order, Reason
from judge.game.base import Reply
from judge.game.commands import Aside
from judge.game.weight import Weight
from judge.notation import Trouble


@dataclass(frozen=True, slots=True)
class LineRead:
    """An order line, and the order that was read in it.

    `order` is None if the line was not understood; then `part` is the smallest part that was not
    understood, `trouble` says why, `meant` are words that may have been meant by it, and
    `suggestions` are whole orders, or words for `part`. `reason` tells why the order is illegal;
    only an order without reason is stored. `note` is text beside the order that was left aside.
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
    """An IF as it was written, and whether it holds; None if it was not understood."""

    line: str
    holds: bool | None


class LinesNotObeyed(Reply, frozen=True):
    """Lines for the judge were not obeyed and are sent back, with the reason.

    `count` is the number of further lines.
    """

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0

    weight = Weight.STRANGE


class MeaningAsked(Reply, frozen=True):
    """Some `lines` of a reply to press read as if they were for the judge.

    Nothing is done until the writer has said whether `text` is press for `recipients`.
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
    """The letter was to be done as a whole or not at all, and a part of it is impossible."""

    weight = Weight.QUESTION
