"""What a command would bring about that cannot be undone, by its own guard."""

from dataclasses import replace

from msgspec import structs

from judge.game import proposals
from judge.game.base import Refused, Request
from judge.game.commands import (
    DryRun,
    EditPosition,
    Eject,
    HandOver,
    Predict,
    Process,
    Replay,
    Rollback,
    RollForward,
    Terminate,
    Unstart,
)
from judge.game.events import (
    ConfirmationAsked,
    DryRunShown,
    Fact,
    PhaseProcessed,
    PlanTaken,
    PositionOffered,
    ResultsPredicted,
)
from judge.game.guards.guard import brought_about
from judge.game.model import MASTER
from judge.game.refusals import NoDryRun, NotActive, NotMaster
from judge.game.seats import led_by_players

_Tried = (
    Process
    | Eject
    | Rollback
    | Terminate
    | Unstart
    | HandOver
    | Replay
    | RollForward
    | EditPosition
)


def dry_run(
    at: Request, command: DryRun
) -> DryRunShown | ResultsPredicted | PositionOffered | Refused:
    """Return what a command that cannot be undone would bring about.

    Of PROCESS it is what PREDICT shows. Where a game has no Master its players are shown
    what they may propose.
    """
    if at.sender.role != MASTER:
        return _proposal_tried(at, command)
    meant = at.read(command.line)
    if isinstance(meant, EditPosition):
        meant = EditPosition(command.text)
    if not isinstance(meant, _Tried):
        return Refused("DRY RUN", NoDryRun(command.line))
    guard, decision = at.guard_of(Predict() if isinstance(meant, Process) else meant)
    if at.game.stage not in guard.stages:
        return Refused("DRY RUN", NotActive(at.game.stage))
    events, words = brought_about(decision, at), command.line.upper()
    match events:
        case (ConfirmationAsked(words),):
            agreed = replace(at, codes=replace(at.codes, agreed=True))
            events = brought_about(decision, agreed)
        case (Refused() | ResultsPredicted() | PositionOffered() as only,):
            return only
        case _:
            pass
    facts = tuple(one for one in events if isinstance(one, Fact))
    return DryRunShown(words, facts, command.text)


def _proposal_tried(at: Request, command: DryRun) -> DryRunShown | Refused:
    """Return what would follow if all players agreed, but for what orders would do."""
    if not led_by_players(at.game):
        return Refused("DRY RUN", NotMaster())
    meant = at.read(command.line)
    words = meant.line if isinstance(meant, proposals.Propose) else command.line
    found = proposals.what_follows(at, words)
    if isinstance(found, Refused):
        return structs.replace(found, command="DRY RUN")
    line, events = found
    # What comes of orders, and who has sent some before, is for nobody to see.
    first = PhaseProcessed if line.startswith("PROCESS") else Fact
    facts = (one for one in events if isinstance(one, first))
    public = tuple(one for one in facts if not isinstance(one, PlanTaken))
    return DryRunShown(f"PROPOSE {line}", public)
