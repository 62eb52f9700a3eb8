"""What a fact of one power in a phase makes of a game."""

from dataclasses import replace
from datetime import datetime

from judge.game.events import (
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    PressSent,
    WaitSet,
)
from judge.game.model import (
    Game,
)
from judge.game.orders.sheet import OrderSheet
from judge.game.seats import with_seat


def after_orders(game: Game, fact: OrderFact) -> Game:
    """Return `game` after a fact of one power in a phase."""
    match fact:
        case PressSent() | OrdersMissed():
            return game
        case OrdersFiled(sheet=sheet, dated=dated, ready=ready):
            return replace(_filed(game, sheet, dated), ready=ready)
        case OrdersCleared(sheet=sheet, dated=dated):
            filed = _filed(game, sheet, dated)
            return replace(filed, ready=filed.ready if sheet.complete else None)
        case WaitSet(power, wait, ready):
            seat = replace(game.seat(power), wait=wait)
            return replace(with_seat(game, seat), ready=ready)
        case DrawVoted(power, vote):
            return with_seat(game, replace(game.seat(power), draw=vote))


def _filed(game: Game, sheet: OrderSheet, dated: datetime) -> Game:
    seat = replace(
        game.seat(sheet.power),
        orders=sheet.orders,
        troubled=sheet.troubled,
        dated=dated,
    )
    return with_seat(game, seat)
