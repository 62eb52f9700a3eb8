"""Merging the orders of a letter into the stored orders, unit by unit.

The last legal order to a unit counts (DATC 4.D.3).
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.engine import Order, PhaseKind, Reason, Waive
from judge.game.base import Refusal
from judge.game.events import LineRead
from judge.game.model import Earlier, Game, LetterTimes, Seat
from judge.game.orders.reading import OrderContext, ordered_slot
from judge.game.orders.sheet import (
    OrderSheet,
    Slot,
    adjustments_of,
    board_of,
    is_own_order,
    may_give_orders,
    slot,
    units_to_order,
    used_up,
)
from judge.game.refusals import NothingToOrder, OrdersOlder, PhasePassed
from judge.game.seats import with_seat

_DATE_COUNTS = timedelta(seconds=1)  # The Date of a mail has no fractions of a second.
_MOST_UNDONE = 20  # changes in a phase that UNDO can take back
_WORKERS_DIFFER = timedelta(minutes=2)  # clocks may differ, and workers wait for each other


def without_replaced(reads: Sequence[LineRead], game: Game) -> tuple[LineRead, ...]:
    """Return `reads`, in which an order is marked if a later one of them replaces it."""
    seen: set[Slot] = set()
    marked = []
    for read in reversed(reads):
        wanted = ordered_slot(read, game)
        if wanted in seen:
            marked.append(replace(read, reason=Reason.REPLACED))
            continue
        if wanted is not None:
            seen.add(wanted)
        marked.append(read)
    return tuple(reversed(marked))


def merged(
    stored: Sequence[Order], reads: Sequence[LineRead], context: OrderContext
) -> tuple[tuple[Order, ...], tuple[LineRead, ...]]:
    """Return the orders to store, and `reads` with the orders marked that exceed the limit.

    Of builds and removals the last ones count. Stored waives give way first, then the letter's own
    waives, then builds. The waives of a letter replace the stored ones, so a letter sent twice adds
    none.
    """
    game = context.game
    new = [read.order for read in reads if read.order and not read.reason]
    taken = {slot(order, game) for order in new}
    kept = [order for order in stored if slot(order, game) not in taken]
    kept.sort(key=lambda order: not isinstance(order, Waive))
    lineup = [*kept, *sorted(new, key=lambda order: not isinstance(order, Waive))]
    over = 0
    if board_of(game).phase.kind is PhaseKind.ADJUSTMENT:
        lineup.sort(key=is_own_order, reverse=True)
        over = _count_over(lineup, adjustments_of(game, context.power))
    told = _with_surplus(reads, over - sum(map(is_own_order, kept)))
    units = units_to_order(board_of(game), context.power)
    province_of = game.variant.geography.province_of
    places = [province_of[unit.location] for unit in units]

    def rank(order: Order) -> int:
        province = slot(order, game)
        return places.index(province) if province in places else len(places)

    return tuple(sorted(lineup[over:], key=rank)), told


def _count_over(lineup: Sequence[Order], allowed: int) -> int:
    """Return how many orders must go, from the first on, to keep within builds or removals.

    A double army counts as two; its removal may exceed the number by one.
    """
    over = 0
    while any(map(is_own_order, lineup[over : over + 1])):
        if allowed < 0:
            enough = sum(map(used_up, lineup[over + 1 :])) < -allowed
        else:
            enough = sum(map(used_up, lineup[over:])) <= allowed
        if enough:
            break
        over += 1
    return over


def _with_surplus(reads: Sequence[LineRead], surplus: int) -> tuple[LineRead, ...]:
    """Return `reads` with `surplus` of its orders marked as surplus, waives first."""
    counted = [number for number, read in enumerate(reads) if _is_counted(read)]
    counted.sort(key=lambda number: not isinstance(reads[number].order, Waive))
    over = counted[: max(surplus, 0)]
    return tuple(
        replace(read, reason=Reason.SURPLUS) if number in over else read
        for number, read in enumerate(reads)
    )


def _is_counted(read: LineRead) -> bool:
    return read.order is not None and not read.reason and is_own_order(read.order)


def changes(
    before: Sequence[Order], after: Sequence[Order], game: Game
) -> tuple[tuple[Order, Order | None], ...]:
    """Return each new order, with the order that it replaces or None.

    In an adjustment phase it may replace any removed order.
    """
    adjusting = board_of(game).phase.kind is PhaseKind.ADJUSTMENT
    dropped = list(beyond(before, after))
    changed: list[tuple[Order, Order | None]] = []
    for order in beyond(after, before):
        same = [one for one in dropped if slot(one, game) == slot(order, game)]
        old = next(iter(same or (dropped if adjusting else ())), None)
        if old is not None:
            dropped.remove(old)
        changed.append((order, old))
    return tuple(changed)


def beyond(orders: Sequence[Order], others: Sequence[Order]) -> Iterator[Order]:
    """Yield the orders that occur in `orders` more often than in `others`."""
    left = list(others)
    for order in orders:
        if order in left:
            left.remove(order)
        else:
            yield order


def why_unchanged(game: Game, seat: Seat, times: LetterTimes) -> Refusal | None:
    """Return why a letter cannot change the orders of `seat` now, None if it can."""
    if not may_give_orders(game, seat.power):
        board = board_of(game)
        units = tuple(one for one in board.units if one.power == seat.power)
        return NothingToOrder(board.phase, units)
    over, dated = game.history[-1] if game.history else None, times.dated
    # Stored times in the future come from a wrong clock. But another worker may have stored orders
    # while this one waited for it.
    latest = times.now + _WORKERS_DIFFER
    if over and over.processed <= latest:
        written_before = dated + _DATE_COUNTS <= over.processed
        if times.arrived < over.processed or written_before:
            return PhasePassed(over.phase, board_of(game).phase)
    if seat.dated is not None and dated < seat.dated <= latest:
        return OrdersOlder(seat.dated)
    return None


def with_orders(
    game: Game, sheet: OrderSheet, dated: datetime | None, named: Container[Order | None] = ()
) -> Game:
    """Return `game` with the orders of `sheet`; those in `named` are no longer orders by proxy."""
    before = game.seat(sheet.power)
    stood = Earlier(sheet.receipt, before.orders, before.troubled)
    seat = replace(
        before,
        orders=sheet.orders,
        troubled=sheet.troubled,
        dated=dated,
        receipt=sheet.receipt,
        earlier=(*before.earlier, stood)[-_MOST_UNDONE:],
        entered=tuple(
            one
            for one in before.entered
            if one.order in before.orders and one.order in sheet.orders and one.order not in named
        ),
    )
    return with_seat(game, seat)
