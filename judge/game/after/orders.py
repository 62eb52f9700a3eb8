"""What a fact of one power in a phase makes of a game."""

from collections.abc import Container
from dataclasses import replace
from datetime import datetime

from judge.engine import Order
from judge.game.events import (
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersEntered,
    OrdersFiled,
    OrdersMissed,
    OrdersPlanned,
    OrdersUndone,
    PlanTaken,
    ProxyEnded,
    ProxyGiven,
    WaitSet,
)
from judge.game.model import Earlier, Entered, Game
from judge.game.orders.planned import with_plan
from judge.game.orders.sheet import OrderSheet
from judge.game.proxies.granted import with_proxy
from judge.game.seats import with_seat

_MOST_UNDONE = 20  # receipts of a phase that can be taken back


def after_orders(game: Game, fact: OrderFact) -> Game:
    """Return `game` after a fact of one power in a phase."""
    match fact:
        case OrdersMissed():
            return game
        case OrdersFiled(lines=lines) | PlanTaken(lines=lines):
            named = {read.order for read in lines}
            filed = _filed(game, fact.sheet, fact.dated, named)
            return replace(filed, ready=fact.ready)
        case OrdersUndone():
            return replace(_filed(game, fact.sheet, fact.dated), ready=fact.ready)
        case OrdersEntered():
            return _entered(game, fact) if fact.taken else game
        case ProxyGiven(power, proxy):
            return with_seat(game, with_proxy(game.seat(power), proxy, game))
        case ProxyEnded(power, ended):
            seat = game.seat(power)
            left = tuple(one for one in seat.proxies if one not in ended)
            return with_seat(game, replace(seat, proxies=left))
        case OrdersCleared(sheet=sheet, dated=dated):
            filed = _filed(game, sheet, dated)
            return replace(filed, ready=filed.ready if sheet.complete else None)
        case OrdersPlanned(power):
            return with_seat(game, with_plan(game.seat(power), fact))
        case WaitSet(power, wait, ready, until):
            seat = replace(game.seat(power), wait=wait, wait_until=until)
            return replace(with_seat(game, seat), ready=ready)
        case DrawVoted(power, vote):
            return with_seat(game, replace(game.seat(power), draw=vote))


def _entered(game: Game, fact: OrdersEntered) -> Game:
    """Return `game` with orders that were given by proxy.

    They are dated as if they were as old as the phase, so that whatever their owner
    sends is newer.
    """
    seat = game.seat(fact.sheet.power)
    began = game.history[-1].processed if game.history else game.created
    filed = _filed(game, fact.sheet, seat.dated or began)
    new = tuple(Entered(order, fact.by, fact.dated) for order in fact.taken)
    now = filed.seat(seat.power)
    others = tuple(one for one in now.entered if one.order not in fact.taken)
    with_them = replace(now, entered=(*others, *new))
    return replace(with_seat(filed, with_them), ready=fact.ready)


def _filed(
    game: Game, sheet: OrderSheet, dated: datetime | None, named: Container[Order | None] = ()
) -> Game:
    """Return `game` with the orders of `sheet`; those `named` are its owner's."""
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
