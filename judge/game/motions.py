"""What players decide of their game, without a Master.

A vote is secret; only what comes of it is told. Of the clock more than half of those
who play decide, or all where the game wants it so, once in a phase, and never for
longer than the limits here. All else all have to want.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.after import after
from judge.game.base import Refused
from judge.game.clock.deadline import timing_of
from judge.game.clock.when import read_when
from judge.game.commands import Agree, ProposeExtension, ProposePause
from judge.game.events import (
    DeadlineSet,
    Event,
    GamePaused,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
)
from judge.game.model import Game, Motion, MotionKind, Seat, Sender, Stage
from judge.game.orders.sheet import board_of
from judge.game.refusals import (
    BadTime,
    NotActive,
    NothingProposed,
    NotSurviving,
    ProposedBefore,
    ProposedEnough,
    Refusal,
    TimePassed,
    TooFewVoters,
    TooLong,
)
from judge.game.seats import surviving_powers, with_seat

LONGEST_PAUSE = timedelta(days=30)
_FEWEST = 3  # players who may throw another one out


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


def pause(game: Game, sender: Sender, command: ProposePause, now: datetime) -> tuple[Event, ...]:
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
    motion = game.motion
    if motion is None or motion.settled:
        return (Refused(name, NothingProposed()),)
    if not motion.line and game.stage is Stage.PAUSED:
        return (Refused(name, NotActive(game.stage)),)
    voted = ProposalVoted(sender.role, command.yes)
    return (voted, *_outcome(_with_vote(game, sender.role, yes=command.yes)))


def ask_for(game: Game, sender: Sender, line: str, reason: str) -> tuple[Event, ...]:
    """Return that players are asked to agree on a command, and what comes of it."""
    before = game.motion
    if before is not None and not before.settled:
        return (Refused("PROPOSE", ProposedBefore(before)),)
    if game.seat(sender.role).proposed:
        return (Refused("PROPOSE", ProposedEnough()),)
    timed = before is not None and before.timed
    motion = Motion(MotionKind.COMMAND, None, reason, line=line, timed=timed)
    if _concerned(motion) and len(_voters(game, motion)) < _FEWEST:
        return (Refused("PROPOSE", TooFewVoters()),)
    return _made(game, sender, motion)


def _why_not(
    game: Game, sender: Sender, words: str, limits: tuple[datetime | None, datetime, datetime]
) -> Refusal | None:
    """Return why a proposal cannot be made; `limits` are its time, and between which.

    The time is None where it was not understood.
    """
    when, earliest, latest = limits
    if sender.role not in surviving_powers(game):
        return NotSurviving(sender.role)
    if game.motion is not None and (game.motion.timed or not game.motion.settled):
        return ProposedBefore(game.motion)
    if when is None:
        return BadTime(words)
    if when <= earliest:
        return TimePassed(words, when)
    return TooLong(words, latest) if when > latest else None


def _made(game: Game, sender: Sender, motion: Motion) -> tuple[Event, ...]:
    made = ProposalMade(sender.role, motion)
    return (made, *_outcome(after(game, made)))


def _with_vote(game: Game, power: str, *, yes: bool) -> Game:
    return with_seat(game, replace(game.seat(power), agrees=yes))


def _outcome(game: Game) -> tuple[Event, ...]:
    """Return what the votes in `game` bring about, if they settle it."""
    motion = game.motion
    assert motion is not None
    votes = [seat.agrees for seat in _voters(game, motion)]
    if motion.kind is MotionKind.COMMAND:
        if all(votes):
            return (ProposalAgreed(motion),)
        return (ProposalRejected(motion),) if False in votes else ()
    yes, no = votes.count(True), votes.count(False)
    by_all = game.settings.time_by_all
    if yes == len(votes) or (not by_all and 2 * yes > len(votes)):
        if motion.kind is MotionKind.PAUSE:
            return (GamePaused(motion.reason, motion.until, voted=True),)
        assert motion.until is not None
        return (DeadlineSet(motion.until, game.deadline, voted=True),)
    if no and (by_all or 2 * no >= len(votes)):
        return (ProposalRejected(motion),)
    return ()


def _voters(game: Game, motion: Motion) -> list[Seat]:
    """Return the seats whose votes count: of players whose powers are in the game.

    What all have to want does not wait for who is to be replaced, nor for whom it
    would take out of the game.
    """
    alive = surviving_powers(game)
    seats = [one for one in game.seats if one.player and one.power in alive]
    if motion.kind is not MotionKind.COMMAND:
        return seats
    concerned = _concerned(motion)
    return [one for one in seats if not one.sought and one.power.upper() != concerned]


def _concerned(motion: Motion) -> str:
    """Return the power in capitals whom a motion would take out, "" for none."""
    verb, _, power = motion.line.partition(" ")
    return power if verb == "EJECT" else ""
