"""Lines that say which orders count: cases by what the board shows, and preferences.

What is left of them are lines of orders, which are read like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.engine import Position
from judge.game.events import CaseRead
from judge.game.orders.preference import is_preference, preferred
from judge.game.orders.reading import OrderContext
from judge.game.vision.sight import ordered_board
from judge.notation import Both, Condition, Either, Not, Owns, Stands, case_word, read_condition


@dataclass(frozen=True, slots=True)
class Script:
    """The lines of orders that count, and what was found out about the others.

    `unread` are the lines of cases whose condition was not understood. `preferred` are
    preferences as they were written, each with the lines that came of it.
    """

    lines: tuple[str, ...]
    cases: tuple[CaseRead, ...] = ()
    unread: tuple[str, ...] = ()
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(slots=True)
class _Case:
    """A case that is open: whether its lines count now, and whether some did before."""

    counts: bool | None
    over: bool


@dataclass(slots=True)
class _Draft:
    context: OrderContext
    board: Position
    lines: list[str] = field(default_factory=list)
    cases: list[CaseRead] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    preferred: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    open: list[_Case] = field(default_factory=list)


def script_of(lines: Sequence[str], context: OrderContext) -> Script:
    """Return which of `lines` count on the board as it stands, as their power sees it.

    In a case that is not understood nothing does.
    """
    draft = _Draft(context, ordered_board(context.game, context.power))
    cases = _begun_and_ended(lines)
    for number, line in enumerate(lines):
        if case_word(line) == "IF" and number not in cases:
            _take_order(draft, line)
        else:
            _take(draft, line)
    return Script(
        tuple(draft.lines), tuple(draft.cases), tuple(draft.unread), tuple(draft.preferred)
    )


def holds(condition: Condition, board: Position, province_of: Sequence[int]) -> bool:
    """Return whether `board` is as `condition` says."""
    match condition:
        case Not(denied):
            return not holds(denied, board, province_of)
        case Both(first, second):
            return all(holds(one, board, province_of) for one in (first, second))
        case Either(first, second):
            return any(holds(one, board, province_of) for one in (first, second))
        case Owns(power, province):
            return board.owners[province] == power
        case Stands(dislodged=True):
            units = (one.unit for one in board.dislodged)
        case Stands():
            units = (one for one in board.units)
    return any(
        province_of[unit.location] == condition.province
        and condition.power in (None, unit.power)
        and condition.kind in (None, unit.kind)
        for unit in units
    )


def _begun_and_ended(lines: Sequence[str]) -> frozenset[int]:
    """Return which lines begin a case that has its ENDIF; others are orders with if."""
    begun: list[int] = []
    ended: list[int] = []
    for number, line in enumerate(lines):
        word = case_word(line)
        if word == "IF":
            begun.append(number)
        elif word == "ENDIF" and begun:
            ended.append(begun.pop())
    return frozenset(ended)


def _take(draft: _Draft, line: str) -> None:
    match case_word(line), draft.open:
        case ("IF", _):
            inside = all(one.counts for one in draft.open)
            draft.open.append(_Case(*_judged(draft, line, wanted=inside)))
        case ("ELSE IF", [*_, last]):
            inside = all(one.counts for one in draft.open[:-1]) and not last.over
            counts, over = _judged(draft, line, wanted=inside)
            last.counts, last.over = counts, last.over or over
        case ("ELSE", [*_, last]):
            unread = last.counts is None
            last.counts, last.over = None if unread else not last.over, True
        case ("ENDIF", [*_, _]):
            draft.open.pop()
        case _:
            _take_order(draft, line)


def _judged(draft: _Draft, line: str, *, wanted: bool) -> tuple[bool | None, bool]:
    """Return whether the case of `line` counts, and whether no other of it does then.

    Of one that is not `wanted` the condition does not matter.
    """
    if not wanted:
        return False, True
    condition = read_condition(line, draft.context.reader.names)
    province_of = draft.context.game.variant.geography.province_of
    true = None if condition is None else holds(condition, draft.board, province_of)
    draft.cases.append(CaseRead(line.strip(), true))
    return true, true is not False


def _take_order(draft: _Draft, line: str) -> None:
    if any(one.counts is None for one in draft.open):
        draft.unread.append(line.strip())
    elif all(one.counts for one in draft.open):
        if is_preference(line):
            found = preferred(line, draft.context)
            draft.preferred.append((line.strip(), found))
            draft.lines += found
        else:
            draft.lines.append(line)
