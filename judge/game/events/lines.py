"""Events about lines of a letter: orders read, lines not obeyed, and lines offered."""

import re
from dataclasses import dataclass

from judge.engine import Order, Reason
from judge.game.base import Reply
from judge.game.commands import Aside
from judge.game.weight import Weight
from judge.notation import Trouble

MOST_OFFERED = 4
BEGINS_ORDER = ("A ", "A2 ", "F ", "WAIVE", "IF ")
_CHOICE = re.compile(r"\b(?:or|either|else|oder|ou|o|of|eller)\b", re.I)


@dataclass(frozen=True, slots=True)
class LineRead:
    """An order line with the order that was read in it.

    `order` is None if the line was not understood. Then `part` is the smallest part that was not
    understood, `trouble` the reason, `meant` the words that may have been meant by the part, and
    `suggestions` whole orders or words for the part. `reason` is why an order is illegal; only
    orders without a reason are stored. `note` is text beside the order, which was ignored.
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

    @property
    def corrected(self) -> tuple[str, ...]:
        """Return lines to send instead of a line that was not understood, at most four of a choice.

        They are the suggestions, or the line with a suggestion filled in.
        """
        lines = []
        most = None if self.trouble is Trouble.SEVERAL else MOST_OFFERED
        for text in self.suggestions[:most]:
            if text.startswith(BEGINS_ORDER):
                lines.append(text)
            elif self.part and self.part in self.line and not self.ambiguous:
                lines.append(self.line.replace(self.part, text, 1).strip())
        return tuple(lines)

    @property
    def means_all(self) -> bool:
        """Return whether all `corrected` lines are meant, because they are no choice."""
        # Orders of different units are no choice.
        units = {tuple(line.split()[:2]) for line in self.corrected}
        several = self.trouble is Trouble.SEVERAL or 1 < len(units) == len(self.corrected)
        return several and not self.ambiguous and _CHOICE.search(self.line) is None


@dataclass(frozen=True, slots=True)
class CaseRead:
    """A line with IF, and whether its condition holds; None if it was not understood."""

    line: str
    holds: bool | None


class LinesNotObeyed(Reply, frozen=True):
    """Lines for the judge that were not obeyed are handed back, with the reason.

    `count` is the number of further lines.
    """

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0

    @property
    def weight(self) -> Weight:  # type: ignore[override]  # a file weighs less than a line
        """Return the weight, which is small for files and press: these say more than orders."""
        return Weight.HELP if self.why in (Aside.FILE, Aside.PRESS) else Weight.STRANGE


class MeaningAsked(Reply, frozen=True):
    """The question whether a reply to press, with `lines` for the judge in it, is press.

    Nothing is done until the writer has said whether `text` is press for `recipients`.
    """

    lines: tuple[str, ...]
    text: str
    recipients: tuple[str, ...]

    weight = Weight.QUESTION


class LineOffered(Reply, frozen=True):
    """A wish in plain words, with command lines that would fulfil it.

    With `invitation`, the line is an unclear reply to an invitation, which the offer would accept.
    """

    line: str
    offers: tuple[str, ...]
    invitation: bool = False

    weight = Weight.STRANGE


class NothingDone(Reply, frozen=True):
    """The letter was to be obeyed as a whole or not at all, and a part of it is impossible."""

    weight = Weight.QUESTION
