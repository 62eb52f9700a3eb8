"""Who leads a game, and its beginning."""

from judge.commands import ChangeSettings, DeskCommand, Promote, Unstart, Who
from judge.game import master
from judge.game.guards.guard import OPEN, STARTED, Decision, Guard
from judge.game.settings.whole.many import change_settings


def guard_of_desk(command: DeskCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case ChangeSettings():
            guard = Guard("SETTINGS", Who.MASTER, OPEN)
            return guard, lambda at: change_settings(at.game, command)
        case Promote():
            guard = Guard("PROMOTE", Who.MASTER, OPEN)
            return guard, lambda at: master.promote(at.game, command)
        case Unstart():
            guard = Guard("UNSTART", Who.MASTER, STARTED)
            return guard, lambda at: master.unstart(at.game, command)
