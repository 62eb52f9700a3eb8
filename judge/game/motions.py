"""What players decide over the clock of their game, without its Master.

A vote is secret; only what comes of it is told. What more than half of those who play
agree on, or all where their Master wants it so, is done at once, once in a phase, and
never for longer than the limits here.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.commands import Agree, ProposeExtension, ProposePause
from judge.game.clock.deadline import timing_of
from judge.game.clock.when import read_when
from judge.game.events import (
    DeadlineSet,
    Event,
    GamePaused,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    Refused,
)
from judge.game.model import Game, Motion, MotionKind, Sender
from judge.game.orders.sheet import board_of
from judge.game.refusals import (
    BadTime,
    NothingProposed,
    NotSurviving,
    ProposedBefore,
    Refusal,
    TimePassed,
    TooLong,
)
from judge.game.seats import surviving_powers, with_seat

LONGEST_PAUSE = timedelta(days=30)


def extend(
    game: Game, sender: Sender, command: ProposeExtension, now: datetime
) -> tuple[Event, ...]:
    """Return that players are asked for a later deadline, and what comes of it.

    It may be as much later as the phase is long.
    """
    when = read_when(command.when, game.settings.timing.zone, now, game.deadline)
    due = game.deadline or now
    most = timing_of(game).length(board_of(game).phase.kind)
    limit = max(due, now) + most
    why = _why_not(game, sender, command.when, (when, due, limit))
    if why is not None or when is None:
        return (Refused("EXTEND", why or BadTime(command.when)),)
    return _made(game, sender, Motion(MotionKind.EXTEND, when, command.reason))


def pause(
    game: Game, sender: Sender, command: ProposePause, now: datetime
) -> tuple[Event, ...]:
    """Return that players are asked for a pause, and what comes of it."""
    when = read_when(command.until, game.settings.timing.zone, now, game.deadline)
    limit = now + LONGEST_PAUSE
    why = _why_not(game, sender, command.until, (when, now, limit))
    if why is not None or when is None:
        return (Refused("VOTE PAUSE", why or BadTime(command.until)),)
    return _made(game, sender, Motion(MotionKind.PAUSE, when, command.reason))


def agree(game: Game, sender: Sender, command: Agree) -> tuple[Event, ...]:
    """Return the sender's vote, which counts once, and what comes of it."""
    name = "AGREE" if command.yes else "DISAGREE"
    if sender.role not in surviving_powers(game):
        return (Refused(name, NotSurviving(sender.role)),)
    if game.motion is None or game.motion.settled:
        return (Refused(name, NothingProposed()),)
    voted = ProposalVoted(sender.role, command.yes)
    return (voted, *_outcome(_with_vote(game, sender.role, yes=command.yes)))


def _why_not(
    game: Game,
    sender: Sender,
    words: str,
    limits: tuple[datetime | None, datetime, datetime],
) -> Refusal | None:
    """Return why a proposal cannot be made; `limits` are its time, and between which.

    The time is None where it was not understood.
    """
    when, earliest, latest = limits
    if sender.role not in surviving_powers(game):
        return NotSurviving(sender.role)
    if game.motion is not None:
        return ProposedBefore(game.motion)
    if when is None:
        return BadTime(words)
    if when <= earliest:
        return TimePassed(words, when)
    return TooLong(words, latest) if when > latest else None


def _made(game: Game, sender: Sender, motion: Motion) -> tuple[Event, ...]:
    made = ProposalMade(sender.role, motion)
    asked = _with_vote(replace(game, motion=motion), sender.role, yes=True)
    return (made, *_outcome(asked))


def _with_vote(game: Game, power: str, *, yes: bool) -> Game:
    return with_seat(game, replace(game.seat(power), agrees=yes))


def _outcome(game: Game) -> tuple[Event, ...]:
    """Return what the votes in `game` bring about, if they settle it."""
    motion = game.motion
    assert motion is not None
    alive = surviving_powers(game)
    votes = [
        seat.agrees
        for seat in game.seats
        if seat.player is not None and seat.power in alive
    ]
    yes, no = votes.count(True), votes.count(False)
    by_all = game.settings.time_by_all
    if yes == len(votes) or (not by_all and 2 * yes > len(votes)):
        if motion.kind is MotionKind.PAUSE:
            return (GamePaused(motion.reason, motion.until, voted=True),)
        return (DeadlineSet(motion.until, game.deadline, voted=True),)
    if no and (by_all or 2 * no >= len(votes)):
        return (ProposalRejected(motion),)
    return ()
