"""What a fact of one power in a phase makes of a game."""

from dataclasses import replace
from datetime import datetime

from judge.game.events import (
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    OrdersPlanned,
    OrdersUndone,
    PlanTaken,
    WaitSet,
)
from judge.game.model import (
    Earlier,
    Game,
)
from judge.game.orders.planned import with_plan
from judge.game.orders.sheet import OrderSheet
from judge.game.seats import with_seat

_MOST_UNDONE = 20  # receipts of a phase that can be taken back


def after_orders(game: Game, fact: OrderFact) -> Game:
    """Return `game` after a fact of one power in a phase."""
    match fact:
        case OrdersMissed():
            return game
        case OrdersFiled() | OrdersUndone() | PlanTaken():
            return replace(_filed(game, fact.sheet, fact.dated), ready=fact.ready)
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


def _filed(game: Game, sheet: OrderSheet, dated: datetime | None) -> Game:
    before = game.seat(sheet.power)
    stood = Earlier(sheet.receipt, before.orders, before.troubled)
    seat = replace(
        before,
        orders=sheet.orders,
        troubled=sheet.troubled,
        dated=dated,
        receipt=sheet.receipt,
        earlier=(*before.earlier, stood)[-_MOST_UNDONE:],
    )
    return with_seat(game, seat)
