"""Taking in order lines: what they say, what they replace and what stays wanting.

A line that fails changes nothing.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from msgspec import structs

from judge.engine import Order
from judge.game.base import Refused
from judge.game.clock.deadline import is_by
from judge.game.clock.readiness import ready_when, waiting_powers
from judge.game.commands import SubmitOrders, UndoOrders
from judge.game.events import LineRead, OrdersFiled, OrdersMissed, OrdersUndone
from judge.game.model import Earlier, Game, LetterTimes, Seat, Sender
from judge.game.orders.merging import beyond, changes, merged, without_replaced
from judge.game.orders.reading import context_for, has_failed, read_letter, troubled_lines
from judge.game.orders.script import Script, script_of
from judge.game.orders.sheet import OrderSheet, board_of, may_give_orders, order_sheet, slot
from judge.game.refusals import NoSuchReceipt, NothingToOrder, OrdersOlder, PhasePassed
from judge.game.seats import with_seat

_COMMAND = "ORDERS"
_DATE_COUNTS = timedelta(seconds=1)  # The date of a mail has no fractions of one.
_MOST_UNDONE = 20  # receipts of a phase that can be taken back
_WORKERS_DIFFER = timedelta(minutes=2)  # By their clocks, and waiting for each other.


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat with the orders of some lines, and what was made of each line.

    `dropped` are orders to units that the lines do not name, where they replace all
    there were; with `held_back` they would have, but a line was wrong.
    """

    seat: Seat
    reads: tuple[LineRead, ...]
    script: Script
    dropped: tuple[Order, ...] = ()
    held_back: bool = False


def take_lines(game: Game, seat: Seat, sent: SubmitOrders, dated: datetime) -> Taken:
    """Return `seat` with the orders of `sent`, as they stand on the board now."""
    context = context_for(game, seat.power)
    script = script_of(sent.lines, context)
    found = without_replaced(read_letter(script.lines, context), game)
    wrong = has_failed(found, context) or bool(sent.unclear or script.unread)
    afresh = sent.replaces and not wrong
    before = replace(seat, orders=(), troubled=()) if afresh else seat
    orders, reads = merged(before.orders, found, context)
    troubled = troubled_lines(before, reads, context, dated)
    troubled = tuple(dict.fromkeys((*troubled, *sent.unclear, *script.unread)))
    told = {slot(order, game) for order in orders}
    gone = beyond(seat.orders, orders) if afresh else ()
    return Taken(
        seat=replace(seat, orders=orders, troubled=troubled, dated=dated, receipt=seat.receipt + 1),
        reads=reads,
        script=script,
        dropped=tuple(order for order in gone if slot(order, game) not in told),
        held_back=sent.replaces and wrong,
    )


def file_orders(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> OrdersFiled | Refused:
    """Return what was sent changes in the orders of the sender's power, by unit."""
    seat, dated = game.seat(sender.role), times.dated
    refused = why_not(game, seat, sent.lines, times)
    if refused is not None:
        return refused
    taken = take_lines(game, seat, sent, dated)
    after = with_seat(game, taken.seat)
    return OrdersFiled(
        sheet=order_sheet(after, seat.power),
        lines=taken.reads,
        changed=changes(seat.orders, taken.seat.orders, game),
        dated=dated,
        ready=ready_when(game, after, times.now),
        junk=sent.aside,
        on_behalf=sender.on_behalf,
        waits=any(one != seat.power for one in waiting_powers(game)),
        dropped=taken.dropped,
        held_back=taken.held_back,
        cases=taken.script.cases,
        preferred=taken.script.preferred,
    )


def undo_orders(
    game: Game, sender: Sender, command: UndoOrders, times: LetterTimes
) -> OrdersUndone | Refused:
    """Return that the orders stand again as before a receipt, the last for none."""
    seat, dated = game.seat(sender.role), times.dated
    refused = why_not(game, seat, (), times)
    if refused is not None:
        return structs.replace(refused, command="UNDO")
    kept = {one.number: one for one in seat.earlier}
    number = command.number or max(kept, default=0)
    if number not in kept:
        return Refused("UNDO", NoSuchReceipt(command.number, tuple(kept)))
    back = kept[number]
    again = replace(
        seat, orders=back.orders, troubled=back.troubled, dated=dated, receipt=seat.receipt + 1
    )
    after = with_seat(game, again)
    return OrdersUndone(
        sheet=order_sheet(after, seat.power),
        number=number,
        changed=changes(seat.orders, back.orders, game),
        dropped=tuple(beyond(seat.orders, back.orders)),
        dated=dated,
        ready=ready_when(game, after, times.now),
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


def why_not(game: Game, seat: Seat, lines: Sequence[str], times: LetterTimes) -> Refused | None:
    """Return why the orders of `seat` cannot be changed by `lines` now, if so."""
    text = "\n".join(lines)
    if not may_give_orders(game, seat.power):
        board = board_of(game)
        units = tuple(one for one in board.units if one.power == seat.power)
        return Refused(_COMMAND, NothingToOrder(board.phase, units), text)
    over, dated = game.history[-1] if game.history else None, times.dated
    # What the store has from times to come is of a clock that was wrong, but another
    # worker may have done its part while this one waited for it.
    latest = times.now + _WORKERS_DIFFER
    if over and over.processed <= latest and _came_before(over.processed, times):
        passed = PhasePassed(over.phase, board_of(game).phase)
        return Refused(_COMMAND, passed, text)
    if seat.dated is not None and dated < seat.dated <= latest:
        return Refused(_COMMAND, OrdersOlder(seat.dated), text)
    return None


def _came_before(moment: datetime, times: LetterTimes) -> bool:
    """Return whether a letter had come before `moment`, or was written before it."""
    return times.arrived < moment or times.dated + _DATE_COUNTS <= moment


def with_orders(
    game: Game, sheet: OrderSheet, dated: datetime | None, named: Container[Order | None] = ()
) -> Game:
    """Return `game` with the orders of `sheet`; those `named` count as the owner's own."""
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
