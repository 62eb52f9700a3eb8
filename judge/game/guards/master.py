"""The settings of a game."""

from judge.game.base import Who
from judge.game.commands import ChangeSettings, SetOption, SettingCommand
from judge.game.guards.guard import Decision, Guard
from judge.game.model import OPEN
from judge.game.settings.change import change_setting
from judge.game.settings.whole.many import change_settings


def guard_of_master(command: SettingCommand) -> tuple[Guard, Decision]:
    """Return who may give `command`, in which stages, and the function that carries it out."""
    match command:
        case SetOption(option, value):
            guard = Guard("SET", Who.MASTER, OPEN)
            return guard, lambda at: change_setting(at.game, f"{option} {value}")
        case ChangeSettings():
            guard = Guard("SETTINGS", Who.MASTER, OPEN)
            return guard, lambda at: change_settings(at.game, command, codes=at.codes)
