"""Taking in order lines: what they say, what they replace and what stays wanting.

The last legal order to a unit counts (DATC 4.D.3); a line that fails changes nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from judge.commands import SubmitOrders
from judge.engine import Order, PhaseKind, Reason, Waive
from judge.game.clock.deadline import is_by
from judge.game.clock.readiness import ready_when, waiting_powers
from judge.game.events import (
    LineRead,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    OrdersShown,
    Refused,
)
from judge.game.model import Game, LetterTimes, Seat, Sender
from judge.game.orders.reading import (
    OrderContext,
    context_for,
    ordered_slot,
    read_letter,
    troubled_lines,
)
from judge.game.orders.sheet import (
    Slot,
    adjustments_of,
    board_of,
    is_own_order,
    may_give_orders,
    order_sheet,
    slot,
    units_to_order,
    used_up,
)
from judge.game.refusals import (
    NothingToOrder,
    OrdersOlder,
    PhasePassed,
)
from judge.game.seats import with_seat

_COMMAND = "ORDERS"
_DATE_COUNTS = timedelta(seconds=1)  # The date of a mail has no fractions of one.
_WORKERS_DIFFER = timedelta(minutes=2)  # By their clocks, and waiting for each other.


def file_orders(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> OrdersFiled | Refused:
    """Return what was sent changes in the orders of the sender's power, by unit."""
    seat, dated = game.seat(sender.role), times.dated
    refused = _refusal(game, seat, sent.lines, times)
    if refused is not None:
        return refused
    context = context_for(game, seat.power)
    found = read_letter(sent.lines, context)
    orders, reads = _merged(seat.orders, _without_replaced(found, game), context)
    troubled = troubled_lines(seat, reads, context, dated)
    troubled = tuple(dict.fromkeys((*troubled, *sent.unclear)))
    filed = replace(seat, orders=orders, troubled=troubled, dated=dated)
    after = with_seat(game, filed)
    return OrdersFiled(
        sheet=order_sheet(after, seat.power),
        lines=reads,
        changed=_changed(seat.orders, orders, game),
        dated=dated,
        ready=ready_when(game, after, times.now),
        junk=sent.aside,
        on_behalf=sender.on_behalf,
        waits=any(one != seat.power for one in waiting_powers(game)),
    )


def show_orders(game: Game, sender: Sender) -> OrdersShown:
    """Return the orders of the sender's power as they stand, and what it asked for."""
    seat = game.seat(sender.role)
    return OrdersShown(order_sheet(game, seat.power), seat.wait, seat.draw)


def clear_orders(
    game: Game, sender: Sender, times: LetterTimes
) -> OrdersCleared | Refused:
    """Return that the orders of the sender's power are forgotten."""
    seat, dated = game.seat(sender.role), times.dated
    refused = _refusal(game, seat, (), times)
    if refused is not None:
        return replace(refused, command="CLEAR")
    after = with_seat(game, replace(seat, orders=(), troubled=(), dated=dated))
    return OrdersCleared(
        sheet=order_sheet(after, seat.power),
        dropped=seat.orders,
        dated=dated,
        on_behalf=sender.on_behalf,
    )


def orders_sent(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> tuple[OrdersFiled | OrdersMissed | Refused, ...]:
    """Return what comes of orders, for the Master too if they were held up."""
    filed = file_orders(game, sender, sent, times)
    missed = _orders_missed(filed, game, sender, times)
    return (filed,) if missed is None else (filed, missed)


def _orders_missed(
    filed: OrdersFiled | Refused, game: Game, sender: Sender, times: LetterTimes
) -> OrdersMissed | None:
    """Return that orders were written in time for the phase that is over, if so."""
    if not isinstance(filed, Refused) or not isinstance(filed.why, PhasePassed):
        return None
    over, written = game.history[-1], times.dated
    if over.closed is None or not is_by(written, over.closed):
        return None
    return OrdersMissed(sender.role, over.phase, written, times.arrived)


def _refusal(
    game: Game, seat: Seat, lines: Sequence[str], times: LetterTimes
) -> Refused | None:
    text = "\n".join(lines)
    if not may_give_orders(game, seat.power):
        board = board_of(game)
        units = tuple(one for one in board.units if one.power == seat.power)
        return Refused(_COMMAND, NothingToOrder(board.phase, units), text)
    over, dated = game.history[-1] if game.history else None, times.dated
    # What the store has from times to come is of a clock that was wrong, but another
    # worker may have done its part while this one waited for it.
    latest = times.now + _WORKERS_DIFFER
    if over and min(times.arrived, dated + _DATE_COUNTS) <= over.processed <= latest:
        passed = PhasePassed(over.phase, board_of(game).phase)
        return Refused(_COMMAND, passed, text)
    if seat.dated is not None and dated < seat.dated <= latest:
        return Refused(_COMMAND, OrdersOlder(seat.dated), text)
    return None


def _without_replaced(reads: Sequence[LineRead], game: Game) -> tuple[LineRead, ...]:
    """Return `reads` with each order marked that a later one in them replaces."""
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


def _merged(
    stored: Sequence[Order], reads: Sequence[LineRead], context: OrderContext
) -> tuple[tuple[Order, ...], tuple[LineRead, ...]]:
    """Return the orders to be stored, and `reads` with those marked that found no room.

    Of builds and removals the last ones count; stored waives give way first. The waives
    of a letter replace those that were stored, so that sending it twice adds none.
    """
    game = context.game
    new = [read.order for read in reads if read.order and not read.reason]
    taken = {slot(order, game) for order in new}
    kept = [order for order in stored if slot(order, game) not in taken]
    kept.sort(key=lambda order: not isinstance(order, Waive))
    lineup = [*kept, *new]
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
    """Return how many of the first orders are more than the builds or removals.

    A double army is two of them; to remove it may be one more than is asked for.
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
    told = []
    for read in reads:
        if surplus > 0 and _is_counted(read):
            surplus -= 1
            told.append(replace(read, reason=Reason.SURPLUS))
        else:
            told.append(read)
    return tuple(told)


def _is_counted(read: LineRead) -> bool:
    return read.order is not None and not read.reason and is_own_order(read.order)


def _changed(
    before: Sequence[Order], after: Sequence[Order], game: Game
) -> tuple[tuple[Order, Order | None], ...]:
    """Return each new order with the one it replaces; in an adjustment that is any."""
    adjusting = board_of(game).phase.kind is PhaseKind.ADJUSTMENT
    dropped = list(_beyond(before, after))
    changed: list[tuple[Order, Order | None]] = []
    for order in _beyond(after, before):
        same = [one for one in dropped if slot(one, game) == slot(order, game)]
        old = next(iter(same or (dropped if adjusting else ())), None)
        if old is not None:
            dropped.remove(old)
        changed.append((order, old))
    return tuple(changed)


def _beyond(orders: Sequence[Order], others: Sequence[Order]) -> Iterator[Order]:
    """Yield those of `orders` that `others` have not, or not as often."""
    left = list(others)
    for order in orders:
        if order in left:
            left.remove(order)
        else:
            yield order
