"""Orders for the units of a power."""

from judge.commands import ClearOrders, OrderCommand, ShowOrders, SubmitOrders, Who
from judge.game.guards.guard import STARTED, Decision, Guard
from judge.game.orders.filing import clear_orders, orders_sent, show_orders


def guard_of_orders(command: OrderCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SubmitOrders():
            guard = Guard("ORDERS", Who.PLAYER, STARTED)
            return guard, lambda at: orders_sent(at.game, at.sender, command, at.times)
        case ShowOrders():
            guard = Guard("ORDERS?", Who.PLAYER, STARTED)
            return guard, lambda at: show_orders(at.game, at.sender)
        case ClearOrders():
            guard = Guard("CLEAR", Who.PLAYER, STARTED)
            return guard, lambda at: clear_orders(at.game, at.sender, at.times)
