"""Orders that a player gives for another one, who let him."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.engine import Order
from judge.game.base import Refused
from judge.game.clock.readiness import ready_when
from judge.game.commands import GameCommand, SubmitOrders
from judge.game.events import LineRead, OrdersEntered
from judge.game.model import Entered, Game, LetterTimes, Proxy, Seat, Sender
from judge.game.orders.behalf import whose_line
from judge.game.orders.filing import why_not
from judge.game.orders.merging import changes, merged, without_replaced
from judge.game.orders.reading import (
    OrderContext,
    context_for,
    ordered_slot,
    read_letter,
    unit_named,
)
from judge.game.orders.sheet import OrderSheet, board_of, order_sheet
from judge.game.proxies.granted import covers, granted_by, granted_to, is_free
from judge.game.seats import with_seat
from judge.notation import case_word, reader_for


def orders_for_others(
    game: Game, command: GameCommand, sender: Sender
) -> list[tuple[SubmitOrders, Sender]]:
    """Return a letter's orders for the sender's own power, and those for each other.

    There are none where all are his own. What stands in a case, or does not tell whose
    it is, is his own.
    """
    if not isinstance(command, SubmitOrders) or sender.proxy_for or not sender.proven:
        return []
    givers = {giver for giver, _ in _proxies_of(game, sender)}
    lines = dict(_for_others(game, command.lines, givers)) if givers else {}
    if not lines:
        return []
    own = tuple(line for at, line in enumerate(command.lines) if at not in lines)
    told = [(replace(command, lines=own), sender)] if own or command.replaces else []
    for giver in dict.fromkeys(lines.values()):
        theirs = tuple(command.lines[at] for at in lines if lines[at] == giver)
        told.append((SubmitOrders(theirs), replace(sender, proxy_for=giver)))
    return told


def _proxies_of(game: Game, sender: Sender) -> tuple[tuple[str, Proxy], ...]:
    if game.position is None or sender.role not in {one.power for one in game.seats}:
        return ()
    return granted_to(game, sender.role)


def _for_others(
    game: Game, lines: Sequence[str], givers: Iterable[str]
) -> Iterator[tuple[int, str]]:
    """Yield the number of each of `lines` that orders for a giver, and for which."""
    board = reader_for(game.variant, board_of(game), None)
    context = OrderContext(game, "", board)
    inside = False
    for number, line in enumerate(lines):
        word = case_word(line)
        inside = bool(word and word != "ENDIF") or (inside and not word)
        giver = "" if inside or word else _whose(line, context)
        if giver in givers:
            yield number, giver


def _whose(line: str, context: OrderContext) -> str:
    """Return the power whose units a line orders, if only by how it begins."""
    power = whose_line(line, context.reader)
    unit = None if power else unit_named(line, context)
    return power if unit is None else unit.power


def enter_orders(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> OrdersEntered | Refused:
    """Return what the sender's lines change in the orders of a power that lets him.

    What its owner has ordered himself stays as it is, and a line that fails costs him
    nothing.
    """
    seat, by = game.seat(sender.proxy_for), sender.role
    of_his = max((e.dated for e in seat.entered if e.by == by and e.dated), default=None)
    why = why_not(game, replace(seat, dated=of_his), sent.lines, times)
    if why is not None:
        return why
    context = context_for(game, seat.power)
    found = without_replaced(read_letter(sent.lines, context), game)
    held = tuple(one for one in granted_by(game, seat.power) if one.to == by)
    barred = tuple(read for read in found if _is_barred(read, held, game, seat))
    orders, reads = merged(seat.orders, [read for read in found if read not in barred], context)
    given = {read.order for read in reads if not read.reason}
    taken = tuple(order for order in orders if order in given)
    after = _with_orders(seat, orders, taken, by, times.dated)
    game_after = with_seat(game, after) if taken else game
    return OrdersEntered(
        by=by,
        sheet=order_sheet(game_after, seat.power),
        part=part_of(game_after, seat.power, by),
        lines=reads,
        taken=taken,
        changed=changes(seat.orders, orders, game),
        barred=tuple(dict.fromkeys(read.line for read in barred)),
        dated=times.dated,
        ready=ready_when(game, game_after, times.now),
    )


def _is_barred(read: LineRead, held: Sequence[Proxy], game: Game, seat: Seat) -> bool:
    """Return whether a line orders what its writer may not order now."""
    if read.order is None or read.reason is not None:
        return False
    place = ordered_slot(read, game)
    return not any(
        covers(one, place, game.variant) and is_free(one, place, game, seat) for one in held
    )


def _with_orders(
    seat: Seat, orders: tuple[Order, ...], taken: tuple[Order, ...], by: str, dated: datetime
) -> Seat:
    entered = (Entered(order, by, dated) for order in taken)
    others = (e for e in seat.entered if e.order in orders and e.order not in taken)
    return replace(seat, orders=orders, entered=(*others, *entered), receipt=seat.receipt + 1)


def part_of(game: Game, giver: str, by: str) -> OrderSheet:
    """Return so much of the orders of `giver` as `by` may know: what he entered."""
    sheet = order_sheet(game, giver)
    held = tuple(one for one in granted_by(game, giver) if one.to == by)
    whole = any(one.unit is None for one in held)
    province_of = game.variant.geography.province_of
    missing = tuple(
        unit
        for unit in sheet.missing
        if any(covers(one, province_of[unit.location], game.variant) for one in held)
    )
    pending = sheet.pending if whole else 0
    return OrderSheet(
        power=giver,
        phase=sheet.phase,
        orders=tuple(order for order, one in sheet.entered if one == by),
        missing=missing,
        pending=pending,
        complete=not (missing or pending),
    )
