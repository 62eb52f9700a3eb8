"""What players say of the clock, and decide together."""

from collections.abc import Callable

from judge.game import motions
from judge.game.base import RUNNING, STARTED, Request, Who
from judge.game.commands import (
    Agree,
    GameCommand,
    Propose,
    ProposeExtension,
    ProposePause,
    SetDeadline,
    TimeCommand,
)
from judge.game.events import Event
from judge.game.guards import by_vote
from judge.game.guards.guard import Decision, Guard
from judge.game.master import set_deadline
from judge.game.model import MASTER


def guard_of_time(
    command: TimeCommand, guard_of: Callable[[GameCommand], tuple[Guard, Decision]]
) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about.

    `guard_of` tells the same of any command, for one that players vote on.
    """
    match command:
        case ProposeExtension():
            guard = Guard("EXTEND", Who.ANYBODY, RUNNING)
            return guard, lambda at: _extend(at, command)
        case ProposePause():
            guard = Guard("VOTE PAUSE", Who.PLAYER, RUNNING)
            return guard, lambda at: motions.pause(at.game, at.sender, command, at.now)
        case Agree():
            guard = Guard("AGREE", Who.PLAYER, STARTED)
            return guard, lambda at: by_vote.vote(at, command, guard_of)
        case Propose():
            guard = Guard("PROPOSE", Who.PLAYER, STARTED)
            return guard, lambda at: by_vote.propose(at, command, guard_of)


def _extend(at: Request, command: ProposeExtension) -> Event | tuple[Event, ...]:
    """Return a later deadline if a Master wants it, and else that players are asked."""
    if at.sender.role == MASTER:
        return set_deadline(at.game, SetDeadline(command.when), at.now)
    return motions.extend(at.game, at.sender, command, at.now)
