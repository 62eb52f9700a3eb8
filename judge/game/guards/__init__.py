"""The guards of commands, and what each brings about: one row a command."""

from judge.game.base import Command
from judge.game.commands import GameCommand
from judge.game.guards.guard import Decision, Guard, brought_about
from judge.game.guards.orders import guard_of_orders

__all__ = ["Guard", "brought_about", "guard_of"]


def guard_of(command: GameCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    if isinstance(command, Command):
        return Guard(command.called(), command.who, command.stages), command.decide
    return guard_of_orders(command)
