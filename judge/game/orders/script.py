"""Lines that choose among orders: cases that depend on the board, and preferences.

They result in order lines, which are read like any others.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.engine import Build, Disband, Order, Position, Waive, adjustments
from judge.game.events import CaseRead
from judge.game.orders.reading import OrderContext, check_as_seen
from judge.game.orders.sheet import Slot, board_of, slot
from judge.game.vision import ordered_board
from judge.notation import (
    Both,
    Condition,
    Either,
    Mistake,
    Not,
    Owns,
    Stands,
    case_word,
    read_condition,
    read_line,
)

_PREFER = re.compile(r"\s*prefer(?:ences?|red|ring)?\b[\s:]*", re.I)
_VERB = re.compile(r"\s*(?:build|remove|disband|b|r|d)\b\s*(?=\S)", re.I)
_MOST = 34  # the number of home centers on the largest boards


@dataclass(frozen=True, slots=True)
class Script:
    """The order lines that count, and the cases and preferences behind them.

    `unread` are lines of cases whose condition was not understood. `preferred` are preferences as
    written, each with the lines that result from it.
    """

    lines: tuple[str, ...]
    cases: tuple[CaseRead, ...] = ()
    unread: tuple[str, ...] = ()
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(slots=True)
class _Case:
    """A case that is being read: whether its lines count, and whether an earlier branch did."""

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
    """Return the lines that count on the current board, as their power sees it.

    If the condition of a case was not understood, no line of that case counts.
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
    """Return whether `condition` holds on `board`."""
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
    """Return the indexes of the IF lines that have an ENDIF; other lines with "if" are orders."""
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
    """Return whether the branch of `line` counts, and whether later branches are out.

    If the branch is not `wanted`, its condition is not evaluated.
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


def is_preference(line: str) -> bool:
    """Return whether `line` is a list of builds or removals, the most wanted first."""
    return _PREFER.match(line) is not None


def preferred(line: str, context: OrderContext) -> tuple[str, ...]:
    """Return the order lines that result from a list, as many as there are orders to give.

    Impossible and repeated items are skipped.
    """
    game, power = context.game, context.power
    owed = adjustments(board_of(game), game.variant).get(power, 0)
    found: list[str] = []
    taken: set[Slot] = set()
    for text, order in _possible(line, context, builds=owed > 0):
        place = slot(order, game)
        if len(found) < abs(owed) and (place is None or place not in taken):
            taken.add(place)
            found.append(text)
    return tuple(found)


def _possible(line: str, context: OrderContext, *, builds: bool) -> Iterator[tuple[str, Order]]:
    """Yield the items of a list that can be ordered now, each as an order line."""
    listed = _PREFER.sub("", line, count=1)
    items = [item.strip(" .") for item in re.split(r"[,;]|\bthen\b", listed)]
    for item in [item for item in items if item][:_MOST]:
        bare = _VERB.sub("", item, count=1)
        waives = builds and bare.lower() == "waive"
        text = "Waive" if waives else f"{'Build' if builds else 'Remove'} {bare}"
        for one in read_line(text, context.reader):
            order = one.result
            wanted = Build | Waive if builds else Disband
            if isinstance(order, Mistake) or not isinstance(order, wanted):
                continue
            if check_as_seen(order, context.power, context.game) is None:
                yield text, order
