"""What a fact of one power in a phase makes of a game."""

from dataclasses import replace

from judge.game.events import (
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    OrdersPlanned,
    OrdersUndone,
    PlanTaken,
)
from judge.game.model import Game
from judge.game.orders.filing import with_orders
from judge.game.orders.planned import with_plan
from judge.game.seats import with_seat


def after_orders(game: Game, fact: OrderFact) -> Game:
    """Return `game` after a fact of one power in a phase."""
    match fact:
        case OrdersMissed():
            return game
        case OrdersFiled(lines=lines) | PlanTaken(lines=lines):
            named = {read.order for read in lines}
            filed = with_orders(game, fact.sheet, fact.dated, named)
            return replace(filed, ready=fact.ready)
        case OrdersUndone():
            return replace(with_orders(game, fact.sheet, fact.dated), ready=fact.ready)
        case OrdersCleared(sheet=sheet, dated=dated):
            filed = with_orders(game, sheet, dated)
            return replace(filed, ready=filed.ready if sheet.complete else None)
        case OrdersPlanned(power):
            return with_seat(game, with_plan(game.seat(power), fact))
