"""What the Master does to his game."""

from judge.game import master
from judge.game.base import BEGUN, FORMING, PAUSED, RUNNING, STARTED, Who
from judge.game.commands import (
    Become,
    Eject,
    MasterCommand,
    Pause,
    Process,
    Resume,
    Rollback,
    SetDeadline,
    SetOption,
    StartGame,
    Terminate,
)
from judge.game.guards.guard import Decision, Guard
from judge.game.model import OPEN
from judge.game.settings.change import change_setting
from judge.game.turn import resume


def guard_of_master(command: MasterCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SetOption(option, value):
            guard = Guard("SET", Who.MASTER, OPEN)
            return guard, lambda at: change_setting(at.game, f"{option} {value}")
        case Process():
            guard = Guard("PROCESS", Who.MASTER, RUNNING)
            return guard, lambda at: master.process_now(at.game, command, at.now, codes=at.codes)
        case SetDeadline():
            guard = Guard("SET DEADLINE", Who.MASTER, STARTED)
            return guard, lambda at: master.set_deadline(at.game, command, at.now)
        case Eject():
            guard = Guard("EJECT", Who.MASTER, OPEN)
            return guard, lambda at: master.eject(at.game, command, codes=at.codes)
        case Rollback():
            guard = Guard("ROLLBACK", Who.MASTER, BEGUN)
            return guard, lambda at: master.roll_back(at.game, command, at.now, codes=at.codes)
        case Pause():
            guard = Guard("PAUSE", Who.MASTER, STARTED)
            return guard, lambda at: master.pause(at.game, command, at.now)
        case Resume():
            guard = Guard("RESUME", Who.MASTER, PAUSED)
            return guard, lambda at: resume(at.game, at.now)
        case Terminate():
            guard = Guard("TERMINATE", Who.MASTER, OPEN)
            return guard, lambda at: master.terminate(at.game, command, codes=at.codes)
        case StartGame():
            guard = Guard("START", Who.MASTER, FORMING)
            return guard, lambda at: master.start_game(at.game, at.now)
        case Become():
            guard = Guard("BECOME", Who.MASTER, STARTED)
            return guard, lambda at: master.become(at.game, command)
