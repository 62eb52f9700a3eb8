"""Short commands that stand on one line with others, or with orders: `A PAR H, READY`.

Each of them has to be whole and sure; a line of which anything is not is read as one.
"""

import re
from collections.abc import Iterable

from judge.commands.grammar.match import find_row, read_alone
from judge.commands.grammar.passage import Found, Passage
from judge.commands.grammar.words import cleaned
from judge.commands.known import Place, is_order
from judge.commands.lines import Meaning
from judge.game import (
    ClearOrders,
    SetWait,
    ShowOrders,
    SubmitOrders,
    UndoOrders,
    VoteDraw,
    WithdrawDraw,
    absences,
    proposals,
)

# Blanks in front are looked at once, from the first of them on.
_BEFORE = r"(?<!\s)\s+"
_CUT = re.compile(
    rf"(?:{_BEFORE})?[.,;:]\s+(?:(?:and|then)\s+)?|(?:{_BEFORE})?[,;]\s*"
    rf"|{_BEFORE}(?:and|then)\s+",
    re.I,
)
_MOST_CUTS = 6
_SHORT = (proposals.Agree, SetWait, ShowOrders, UndoOrders, absences.WithdrawAbsence, WithdrawDraw)
# With more words they may go on behind a comma.
_BARE = (ClearOrders(), VoteDraw(), SubmitOrders((), replaces=True))


def parts_of(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the commands and orders that stand on `line`, () if it is one of them."""
    cuts = list(_CUT.finditer(line))
    if not 0 < len(cuts) <= _MOST_CUTS:
        return ()
    return _at_the_end(line, cuts, passage) or _in_front(line, cuts, passage)


def together(parts: Iterable[Found]) -> Found:
    """Return what all parts of a line say, one after the other."""
    found = tuple(parts)
    orders = any(one.meaning is Meaning.ORDER for one in found)
    steps = tuple(step for one in found for step in one.steps)
    return Found(steps, meaning=Meaning.ORDER if orders else Meaning.COMMAND)


def _at_the_end(line: str, cuts: list[re.Match[str]], passage: Passage) -> tuple[str, ...]:
    for cut in reversed(cuts):
        before, last = line[: cut.start()], line[cut.end() :]
        if _is_short(last, passage) and (parts := _parts(before, passage)):
            return (*parts, last)
    return ()


def _in_front(line: str, cuts: list[re.Match[str]], passage: Passage) -> tuple[str, ...]:
    for cut in cuts:
        first, behind = line[: cut.start()], line[cut.end() :]
        if _is_short(first, passage) and (parts := _parts(behind, passage)):
            return (first, *parts)
    return ()


def _parts(line: str, passage: Passage) -> tuple[str, ...]:
    if _is_short(line, passage) or _is_plain_order(line, passage.place):
        return (line,)
    return parts_of(line, passage)


def _is_plain_order(line: str, place: Place) -> bool:
    return find_row(cleaned(line)) is None and is_order(line, place)


def _is_short(line: str, passage: Passage) -> bool:
    """Return whether `line` is such a command, and nothing is left of it."""
    match read_alone(cleaned(line), passage.known, passage.place):
        case (_, Found(steps=(_, *_) as steps)):
            return all(isinstance(one, _SHORT) or one in _BARE for one in steps)
        case _:
            return False
