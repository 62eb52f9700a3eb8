"""Orders for the units of a power."""

from judge.game.base import STARTED, Request, Who
from judge.game.commands import (
    ClearOrders,
    OrderCommand,
    PlanOrders,
    PreviewOrders,
    ShowOrders,
    SubmitOrders,
    UndoOrders,
)
from judge.game.events import Event
from judge.game.guards.guard import Decision, Guard
from judge.game.orders.filing import undo_orders
from judge.game.orders.plans import cleared, lines_sent, plan_orders, show_orders
from judge.game.orders.preview import preview_orders
from judge.game.proxies import enter_orders


def guard_of_orders(command: OrderCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SubmitOrders():
            guard = Guard("ORDERS", Who.PLAYER, STARTED)
            return guard, lambda at: _taken_in(at, command)
        case PlanOrders():
            guard = Guard("PHASE", Who.PLAYER, STARTED)
            return guard, lambda at: plan_orders(at.game, at.sender, command, at.times)
        case UndoOrders():
            guard = Guard("UNDO", Who.PLAYER, STARTED)
            return guard, lambda at: undo_orders(at.game, at.sender, command, at.times)
        case ShowOrders():
            guard = Guard("ORDERS?", Who.PLAYER, STARTED)
            return guard, lambda at: show_orders(at.game, at.sender)
        case PreviewOrders():
            guard = Guard("PREVIEW", Who.PLAYER, STARTED)
            return guard, lambda at: preview_orders(at.game, at.sender, command)
        case ClearOrders():
            guard = Guard("CLEAR", Who.PLAYER, STARTED)
            return guard, lambda at: cleared(at.game, at.sender, command, at.times)


def _taken_in(at: Request, command: SubmitOrders) -> Event | tuple[Event, ...]:
    """Return what comes of orders, for the sender's own power or by a proxy."""
    enter = enter_orders if at.sender.proxy_for else lines_sent
    return enter(at.game, at.sender, command, at.times)
