"""Who leads a game, and its beginning."""

from judge.game import leading, master
from judge.game.base import BEGUN, EVER, RUNNING, STARTED, Who
from judge.game.commands import (
    Announce,
    ChangeSettings,
    Control,
    DeskCommand,
    DryRun,
    EditPosition,
    HandOver,
    NameTutor,
    Predict,
    Promote,
    Release,
    Replay,
    RollForward,
    SetDummy,
    Unstart,
)
from judge.game.editing.edit import edit_position
from judge.game.guards.dry_run import dry_run
from judge.game.guards.guard import Decision, Guard
from judge.game.model import OPEN
from judge.game.settings.whole.many import change_settings

_EDIT = Guard("EDIT POSITION", Who.MASTER, STARTED)
_RELEASE = Guard("RELEASE", Who.MASTER, RUNNING)
_DUMMY = {True: Guard("DUMMY", Who.MASTER, STARTED), False: Guard("REVIVE", Who.MASTER, STARTED)}


def guard_of_desk(  # noqa: C901, PLR0912 - one row a command
    command: DeskCommand,
) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case ChangeSettings():
            guard = Guard("SETTINGS", Who.MASTER, OPEN)
            return guard, lambda at: change_settings(at.game, command, codes=at.codes)
        case Promote():
            guard = Guard("PROMOTE", Who.MASTER, OPEN)
            return guard, lambda at: master.promote(at.game, command)
        case NameTutor():
            guard = Guard("TUTOR", Who.MASTER, OPEN)
            return guard, lambda at: master.name_tutor(at.game, command)
        case Unstart():
            guard = Guard("UNSTART", Who.MASTER, STARTED)
            return guard, lambda at: master.unstart(at.game, command, codes=at.codes)
        case HandOver():
            guard = Guard("HAND OVER", Who.MASTER, OPEN)
            return guard, lambda at: leading.hand_over(at.game, at.sender, command, codes=at.codes)
        case Announce():
            guard = Guard("OFFICIAL", Who.MASTER, EVER)
            return guard, lambda at: leading.announce(at.game, at.sender, command, at.now)
        case Predict():
            guard = Guard("PREDICT", Who.MASTER, STARTED)
            return guard, lambda at: leading.predict(at.game, at.sender, at.now)
        case Release():
            return _RELEASE, lambda at: leading.release(at.game, at.now)
        case RollForward():
            guard = Guard("ROLL FORWARD", Who.MASTER, STARTED)
            return guard, lambda at: leading.roll_forward(at.game, command, at.now, codes=at.codes)
        case Replay():
            guard = Guard("REPLAY", Who.MASTER, BEGUN)
            return guard, lambda at: leading.replay(at.game, command, at.now, codes=at.codes)
        case Control():
            guard = Guard("CONTROL", Who.MASTER, STARTED)
            return guard, lambda at: leading.control(at.game, command)
        case EditPosition():
            return _EDIT, lambda at: edit_position(at.game, command, at.now)
        case SetDummy():
            return _DUMMY[command.dummy], lambda at: leading.set_dummy(at.game, command)
        case DryRun():
            guard = Guard("DRY RUN", Who.ANYBODY, OPEN | BEGUN)
            return guard, lambda at: dry_run(at, command)
