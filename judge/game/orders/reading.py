"""Reading order lines for one power, and which of those that failed still matter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.engine import Disband, Hold, PhaseKind, Reason, Unit, Vote, Waive
from judge.game.events import LineRead
from judge.game.model import Game, Seat
from judge.game.orders.doubt import check_as_seen
from judge.game.orders.sheet import (
    Slot,
    adjustments_of,
    board_of,
    is_own_order,
    sides_to_vote_on,
    slot,
    units_to_order,
)
from judge.game.vision.sight import ordered_board
from judge.notation import Ambiguous, OrderReader, ReadOrder, Unreadable, read_line, reader_for

_UNIT_WORDS = 6
_VERB = {PhaseKind.MOVEMENT: "hold", PhaseKind.RETREAT: "disband", PhaseKind.ADJUSTMENT: "remove"}


@dataclass(frozen=True, slots=True)
class OrderContext:
    """What lines are read with: the game, whose orders they are, and the reader."""

    game: Game
    power: str
    reader: OrderReader


def context_for(game: Game, power: str) -> OrderContext:
    """Return what the orders of `power` are read with: the board as it sees it."""
    board = ordered_board(game, power)
    return OrderContext(game, power, reader_for(game.variant, board, power))


def read_letter(lines: Sequence[str], context: OrderContext) -> tuple[LineRead, ...]:
    """Return what each order in the lines of one letter says.

    What is said of all others is for the units that no other line is about, and for as
    many builds as are left.
    """
    found = [
        (one.of_the_rest, _line_read(one, context))
        for line in lines
        for one in read_line(line, context.reader)
    ]
    named = [read for of_the_rest, read in found if not of_the_rest]
    ordered = {_province_meant(read, context) for read in named} - {None}
    left = adjustments_of(context.game, context.power)
    given = [read.order for read in named if read.order and not read.reason]
    left -= sum(map(is_own_order, given))
    told = []
    for of_the_rest, read in found:
        if of_the_rest and isinstance(read.order, Waive):
            left -= 1
            if left < 0:
                continue
        if not of_the_rest or _province_meant(read, context) not in ordered:
            told.append(read)
    return tuple(told)


def read_orders(line: str, context: OrderContext) -> Iterator[LineRead]:
    """Yield what each order in `line` says, and why it cannot be followed if so."""
    for one in read_line(line, context.reader):
        yield _line_read(one, context)


def _line_read(one: ReadOrder, context: OrderContext) -> LineRead:
    note = "; ".join(one.notes)
    match one.result:
        case Unreadable(part=part, reason=why, suggestion=near, corrected=corrected):
            # The notation does not know whose unit it is: "A FLA - Med - Lux" of another's army.
            offers = tuple(text for text in corrected if not _is_refused(text, context))
            return LineRead(
                one.text, part=part, suggestions=offers, meant=near, trouble=why, note=note
            )
        case Ambiguous(part=part, candidates=told):
            return LineRead(one.text, part=part, suggestions=told, ambiguous=True, note=note)
        case order:
            reason = check_as_seen(order, context.power, context.game)
            return LineRead(one.text, order=order, reason=reason, note=note)


def _is_refused(line: str, context: OrderContext) -> bool:
    """Return whether an order in `line` is illegal for the power."""
    orders = (one.result for one in read_line(line, context.reader))
    return any(
        check_as_seen(order, context.power, context.game) is not None
        for order in orders
        if not isinstance(order, Unreadable | Ambiguous)
    )


def ordered_slot(read: LineRead, game: Game) -> Slot:
    """Return what the order that `read` holds is for, if it counts."""
    if read.order is None or read.reason is not None:
        return None
    return slot(read.order, game)


def troubled_lines(
    seat: Seat, reads: Sequence[LineRead], context: OrderContext, dated: datetime
) -> tuple[str, ...]:
    """Return the failed lines that still keep the set from being complete.

    A failed line is settled by a later order to its unit. One that names no unit of the
    power is settled by the next letter in which all is well.
    """
    failed = _failed(reads, context)
    given = {ordered_slot(read, context.game) for read in reads}
    settled = (given | {province for _, province in failed}) - {None}
    legal = any(read.order and not read.reason for read in reads)
    clean = legal and not failed and dated != seat.dated
    left = []
    for line in seat.troubled:
        provinces = {_province_meant(read, context) for read in read_orders(line, context)}
        if provinces <= settled or (None in provinces and clean):
            continue
        left.append(line)
    return tuple(dict.fromkeys([*left, *(line for line, _ in failed)]))


def has_failed(reads: Sequence[LineRead], context: OrderContext) -> bool:
    """Return whether a line failed, and no later one was to the same unit."""
    return bool(_failed(reads, context))


def _failed(reads: Sequence[LineRead], context: OrderContext) -> list[tuple[str, int | None]]:
    """Return the lines that failed and were not made good by a later one of `reads`."""
    failed = []
    later: set[Slot] = set()
    for read in reversed(reads):
        if read.order is None or _is_illegal(read):
            province = _province_meant(read, context)
            if province is None or province not in later:
                failed.append((read.line, province))
        else:
            later.add(ordered_slot(read, context.game))
    return failed[::-1]


def _is_illegal(read: LineRead) -> bool:
    return read.reason not in (None, Reason.REPLACED, Reason.SURPLUS)


def _province_meant(read: LineRead, context: OrderContext) -> int | None:
    """Return the province of the unit that `read` is about, None if of none.

    It is one of the power, or one that it may vote on.
    """
    variant, board = context.game.variant, board_of(context.game)
    province_of = variant.geography.province_of
    sides = (context.power, *sides_to_vote_on(board, context.power, variant))
    units = (unit for side in sides for unit in units_to_order(board, side))
    own = {province_of[unit.location] for unit in units}
    if read.order is not None:
        province = slot(read.order, context.game)
    else:
        unit = unit_named(read.line, context)
        province = None if unit is None else province_of[unit.location]
    return province if province in own else None


def unit_named(line: str, context: OrderContext) -> Unit | None:
    """Return the unit with whose name `line` begins.

    The shortest beginning that makes a whole order with the simplest verb names it.
    """
    words = line.split()
    verb = _VERB[board_of(context.game).phase.kind]
    for length in range(1, min(len(words), _UNIT_WORDS) + 1):
        found = read_line(" ".join((*words[:length], verb)), context.reader)
        match [one.result for one in found]:
            case [Hold(unit) | Disband(unit) | Vote(order=Hold(unit) | Disband(unit))]:
                return unit
            case [Unreadable(unit=Unit() as unit)]:
                return unit
            case _:
                continue
    return None
