"""What a command would bring about that cannot be undone, by its own guard."""

from collections.abc import Callable
from dataclasses import replace

from judge.commands import (
    DryRun,
    EditPosition,
    Eject,
    GameCommand,
    HandOver,
    Predict,
    Process,
    Replay,
    Rollback,
    RollForward,
    Terminate,
    Unstart,
    Vocabulary,
    command_in,
)
from judge.game.events import (
    ConfirmationAsked,
    DryRunShown,
    Fact,
    PositionOffered,
    Refused,
    ResultsPredicted,
)
from judge.game.guards.guard import Decision, Guard, Request, brought_about
from judge.game.refusals import NoDryRun, NotActive

_Confirmed = (
    Process | Eject | Rollback | Terminate | Unstart | HandOver | Replay | RollForward
)
_Tried = _Confirmed | EditPosition


def dry_run(
    at: Request,
    command: DryRun,
    guard_of: Callable[[GameCommand], tuple[Guard, Decision]],
) -> DryRunShown | ResultsPredicted | PositionOffered | Refused:
    """Return what a command that cannot be undone would bring about.

    `guard_of` tells what each brings about; of PROCESS it is what PREDICT shows.
    """
    meant = command_in(command.line, Vocabulary(frozenset(), frozenset()))
    if isinstance(meant, EditPosition):
        meant = EditPosition(command.text)
    if not isinstance(meant, _Tried):
        return Refused("DRY RUN", NoDryRun(command.line))
    guard, decision = guard_of(Predict() if isinstance(meant, Process) else meant)
    if at.game.stage not in guard.stages:
        return Refused("DRY RUN", NotActive(at.game.stage))
    events, words = brought_about(decision, at), command.line.upper()
    match events:
        case (ConfirmationAsked(words, code),) if isinstance(meant, _Confirmed):
            _, decision = guard_of(replace(meant, confirmation=code))
            events = brought_about(decision, at)
        case (Refused() | ResultsPredicted() | PositionOffered() as only,):
            return only
        case _:
            pass
    facts = tuple(one for one in events if isinstance(one, Fact))
    return DryRunShown(words, facts, command.text)
