"""Proposals of players, and votes on them.

Votes are secret; only the outcome is told. About the clock more than half of the players decide
(all of them, if the game's settings say so), once a phase, and only within the limits in this
module. Every other proposal needs the votes of all players.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Self

from msgspec import structs

from judge.game.absences import clock_voters
from judge.game.after import after
from judge.game.base import PAUSED, RUNNING, STARTED, Command, Fact, Refusal, Refused, Request, Who
from judge.game.clock import timing_of
from judge.game.events import Event
from judge.game.masters import Eject
from judge.game.model import MASTER, Game, Motion, MotionKind, Reader, Seat, Sender, Stage
from judge.game.orders.sheet import board_of
from judge.game.phases import DeadlineSet, GamePaused, SetDeadline
from judge.game.refusals import BadTime, NoSuchPower, NotActive, NotPaused, NotSurviving, TimePassed
from judge.game.seats import led_by_players, power_names, role_named, surviving_powers, with_seat
from judge.game.vision import everybody, holders, holders_of, once
from judge.game.weight import Weight
from judge.game.when import read_when
from judge.messages import Message, Text, message

LONGEST_PAUSE = timedelta(days=30)
_FEWEST = 3  # the fewest players who can vote another one out
_ASKED: Mapping[MotionKind, Message] = {
    MotionKind.EXTEND: message("a later deadline"),
    MotionKind.PAUSE: message("a pause"),
}


class NothingProposed(Refusal, frozen=True):
    """There is nothing to vote on."""

    in_short = message("nothing to vote on")


class ProposedBefore(Refusal, frozen=True):
    """A proposal was made in this phase already, the same or another."""

    motion: Motion

    in_short = message("proposed before")


class NoProposal(Refusal, frozen=True):
    """Players cannot vote on the command `line`."""

    line: str

    in_short = message("no vote on this")


class GameHasMaster(Refusal, frozen=True):
    """The game has a Master, who decides instead of the players."""

    in_short = message("for the Master")


class ProposedEnough(Refusal, frozen=True):
    """The player has made a proposal in this phase; the next one can be made in the next phase."""

    in_short = message("one proposal a phase")


class TooFewVoters(Refusal, frozen=True):
    """There are too few players: two of them could remove the third."""

    in_short = message("too few others")


class TooLong(Refusal, frozen=True):
    """The time in `words` is later than `latest`, the limit for votes about the clock."""

    words: str
    latest: datetime

    in_short = message("too long")


class ProposalMade(Fact, frozen=True):
    """The player of `power` made a proposal; the others are not told who made it."""

    power: str
    motion: Motion

    weight = Weight.CLOCK
    between_players = True
    secret_vote = True

    def asked(self) -> Text:
        """Return the proposal in a few words, or as its command line."""
        return _asked(self.motion)

    def voters(self, game: Game) -> Message:
        """Return words for the players who have to agree."""
        return message("all players") if self.motion.line else clock_voters(game)

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players who vote on it, and the Masters."""
        roles = (*surviving_powers(game), MASTER)
        return once(holders_of(game, roles))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the proposer's power, except for the proposer."""
        return self if reader.role == self.power else structs.replace(self, power="")

    def applied(self, game: Game) -> Game:
        """Return the game with the motion, the proposer's vote for it, and no older votes."""
        seats = tuple(replace(one, agrees=None) for one in game.seats)
        bare = replace(game, seats=seats)
        seat = bare.seat(self.power)
        proposed = seat.proposed or self.motion.kind is MotionKind.COMMAND
        voted = with_seat(bare, replace(seat, agrees=True, proposed=proposed))
        return replace(voted, motion=self.motion)


class ProposalVoted(Fact, frozen=True):
    """The player of `power` voted on the proposal."""

    power: str
    yes: bool

    weight = Weight.VOTE
    between_players = True
    secret_vote = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power, who is told if the Master voted in their name."""
        return holders(game, self.power)

    def applied(self, game: Game) -> Game:
        """Return the game with the vote."""
        return with_seat(game, replace(game.seat(self.power), agrees=self.yes))


class _ProposalSettled(Fact, frozen=True):
    """The vote on a proposal is over."""

    motion: Motion

    weight = Weight.CLOCK
    readers = everybody

    def asked(self) -> Text:
        """Return the proposal in a few words, or as its command line."""
        return _asked(self.motion)

    def applied(self, game: Game) -> Game:
        """Return the game with the motion settled."""
        return replace(game, motion=replace(self.motion, settled=True))


class ProposalAgreed(_ProposalSettled, frozen=True):
    """All players agreed on a Master's command; the facts that it causes follow."""


class ProposalRejected(_ProposalSettled, frozen=True):
    """Too many players are against the proposal, so nothing is done.

    If it is not `possible`, all players agreed, but the command cannot be carried out any more.
    """

    possible: bool = True


class _OfClock(Command, frozen=True):
    """A proposal about the clock: a later deadline, or a pause."""

    moves_clock = True
    stages = RUNNING

    def _asked(
        self, at: Request, motion: Motion, words: str, after: datetime, limit: datetime
    ) -> tuple[Event, ...]:
        """Return the facts of a proposal for a time, or a refusal.

        The time must be later than `after`, and not later than `limit`.
        """
        game, before, when = at.game, at.game.motion, motion.until
        if at.sender.role not in surviving_powers(game):
            return (self.refused(NotSurviving(at.sender.role)),)
        if before is not None and (before.timed or not before.settled):
            return (self.refused(ProposedBefore(before)),)
        if when is None:
            return (self.refused(BadTime(words)),)
        if when <= after:
            return (self.refused(TimePassed(words, when)),)
        if when > limit:
            return (self.refused(TooLong(words, limit)),)
        return _made(game, at.sender, motion)


class ProposeExtension(_OfClock, frozen=True):
    """Propose a later deadline to the other players; `when` is as written."""

    when: str
    reason: str = ""

    name = "EXTEND"

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the facts of the proposal, or a refusal.

        A Master moves the deadline without a vote. The vote can move it by the length of the phase
        at most.
        """
        game = at.game
        if at.sender.role == MASTER:
            return SetDeadline(self.when).decide(at)
        when = read_when(self.when, game.settings.timing.zone, at.now, game.deadline)
        due = game.deadline or at.now
        most = timing_of(game).length(board_of(game).phase.kind)
        motion = Motion(MotionKind.EXTEND, when, self.reason)
        return self._asked(at, motion, self.when, due, max(due, at.now) + most)


class ProposePause(_OfClock, frozen=True):
    """Propose a pause to the other players; `until` is as written."""

    until: str
    reason: str = ""

    name = "VOTE PAUSE"
    who = Who.PLAYER

    def decide(self, at: Request) -> tuple[Event, ...]:
        """Return the facts of the proposal and of the vote so far, or a refusal."""
        game, now = at.game, at.now
        if not self.until:
            return (self.refused(BadTime("")),)
        when = read_when(self.until, game.settings.timing.zone, now, game.deadline)
        motion = Motion(MotionKind.PAUSE, when, self.reason)
        return self._asked(at, motion, self.until, now, now + LONGEST_PAUSE)


class Propose(Command, frozen=True):
    """Propose the command `line` of a Master to the other players."""

    line: str
    reason: str = ""

    name = "PROPOSE"
    who = Who.PLAYER
    stages = STARTED
    moves_clock = True

    def decide(self, at: Request) -> tuple[Event, ...] | Refused:
        """Return the facts of the proposal and of the vote so far, or a refusal.

        The command must be one that a Master could give now.
        """
        game, before = at.game, at.game.motion
        if not led_by_players(game):
            return self.refused(GameHasMaster())
        found = what_follows(at, self.line)
        if isinstance(found, Refused):
            return structs.replace(found, command=self.name)
        if before is not None and not before.settled:
            return (self.refused(ProposedBefore(before)),)
        if game.seat(at.sender.role).proposed:
            return (self.refused(ProposedEnough()),)
        timed = before is not None and before.timed
        motion = Motion(MotionKind.COMMAND, None, self.reason, line=found[0], timed=timed)
        if _concerned(motion) and len(_voters(game, motion)) < _FEWEST:
            return (self.refused(TooFewVoters()),)
        return _with_deeds(at, _made(game, at.sender, motion))


class Agree(Command, frozen=True):
    """Vote for or against the proposal."""

    yes: bool

    name = "AGREE"
    who = Who.PLAYER
    stages = STARTED
    moves_clock = True

    def decide(self, at: Request) -> tuple[Event, ...]:
        """Return the fact of the vote, and the outcome if this vote decides it."""
        name = "AGREE" if self.yes else "DISAGREE"
        game, motion, power = at.game, at.game.motion, at.sender.role
        if power not in surviving_powers(game):
            return (Refused(name, NotSurviving(power)),)
        if motion is None or motion.settled:
            return (Refused(name, NothingProposed()),)
        if not motion.line and game.stage is Stage.PAUSED:
            return (Refused(name, NotActive(game.stage)),)
        voted = ProposalVoted(power, self.yes)
        return _with_deeds(at, (voted, *_outcome(voted.applied(game))))


def _asked(motion: Motion) -> Text:
    return _ASKED.get(motion.kind, motion.line)


def what_follows(at: Request, words: str) -> tuple[str, tuple[Event, ...]] | Refused:
    """Return the command line to vote on for `words`, and its events if all agree; or a refusal."""
    game, power = at.game, at.sender.role
    if power not in surviving_powers(game):
        return Refused("PROPOSE", NotSurviving(power))
    meant = at.read(words)
    line = meant.line_to_propose(game) if isinstance(meant, Command) else ""
    if not line:
        return Refused("PROPOSE", NoProposal(words))
    events = _done(at, line)
    refused = next((one for one in events if isinstance(one, Refused)), None)
    return refused or (line, events)


def _with_deeds(at: Request, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return `events`; if they end with an agreement, the facts of the agreed command follow.

    If the command has become impossible, a rejection takes the place of the agreement.
    """
    *before, last = events
    if not isinstance(last, ProposalAgreed):
        return events
    facts = (one for one in events if isinstance(one, Fact))
    game = reduce(after, facts, at.game)
    done = _done(replace(at, game=game), last.motion.line)
    if any(isinstance(one, Refused) for one in done):
        return (*before, ProposalRejected(last.motion, possible=False))
    return (*events, *done)


def _done(at: Request, line: str) -> tuple[Event, ...]:
    """Return the events of the command in `line`, as if a Master gave it and confirmed it."""
    meant = at.read(line)
    assert isinstance(meant, Command)
    if at.game.stage not in meant.stages:
        paused = meant.stages == PAUSED
        return (meant.refused(NotPaused() if paused else NotActive(at.game.stage)),)
    names = power_names(at.game)
    if isinstance(meant, Eject) and role_named(at.game.variant, meant.person) not in names:
        # With an address it would tell whether the address's owner plays.
        return (meant.refused(NoSuchPower(meant.person, names)),)
    master = Sender(at.sender.player, MASTER, proven=True)
    agreed = replace(at.codes, agreed=True)
    return meant.events(replace(at, sender=master, codes=agreed))


def _made(game: Game, sender: Sender, motion: Motion) -> tuple[Event, ...]:
    made = ProposalMade(sender.role, motion)
    return (made, *_outcome(made.applied(game)))


def _outcome(game: Game) -> tuple[Event, ...]:
    """Return the outcome of the votes in `game`, () while it is open."""
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
    """Return the seats whose votes count: those of players whose powers are in the game.

    A vote that needs all players does not wait for players who are to be replaced, nor for the
    player whom it would remove.
    """
    alive = surviving_powers(game)
    seats = [one for one in game.seats if one.player and one.power in alive]
    if motion.kind is not MotionKind.COMMAND:
        return seats
    concerned = _concerned(motion)
    return [one for one in seats if not one.sought and one.power.upper() != concerned]


def _concerned(motion: Motion) -> str:
    """Return the power, in capitals, whose player the motion would remove, "" for none."""
    verb, _, power = motion.line.partition(" ")
    return power if verb == "EJECT" else ""
