"""Commands of a Master for the running phase and the clock: process, predict, pause, end.

The passing of time is in `turn`, and going back to other phases in `rolling`.
"""

from dataclasses import replace
from datetime import datetime

from judge.engine import Adjudication, Phase
from judge.game.base import (
    FORMING,
    PAUSED,
    RUNNING,
    STARTED,
    Command,
    ConfirmationAsked,
    Event,
    Fact,
    Refusal,
    Refused,
    Reply,
    Request,
    Who,
)
from judge.game.clock import is_day_off, late_powers
from judge.game.events import GameStarted
from judge.game.model import MASTER, OPEN, Ending, Game, Reader, Stage
from judge.game.orders.sheet import board_of
from judge.game.refusals import BadTime, NotActive, TimePassed, TooFewPlayers
from judge.game.seats import plays
from judge.game.starting import start
from judge.game.turn import GameResumed, PhaseProcessed, game_over, process, resume
from judge.game.vision import everybody, view
from judge.game.weight import Weight
from judge.game.when import read_when
from judge.messages import message
from judge.notation import phase_of, read_phase_name


class StalePhase(Refusal, frozen=True):
    """The command is for the phase `named`, but the `current` phase is another one."""

    named: str
    current: Phase

    in_short = message("stale phase")


class MasterPlays(Refusal, frozen=True):
    """A Master who plays may not see the orders of others."""

    in_short = message("you play")


class NothingToRelease(Refusal, frozen=True):
    """No results wait for the Master to release them."""

    in_short = message("no results wait")


class DeadlineSet(Fact, frozen=True):
    """The Master moved the deadline; in a paused game, the deadline after the pause.

    `day_off` is true if the game's settings have no deadlines at that time, and `voted` if the
    players voted for it.
    """

    deadline: datetime
    before: datetime | None
    day_off: bool = False
    voted: bool = False

    weight = Weight.CLOCK
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with this deadline, and without grace."""
        moved = replace(_settled(game) if self.voted else game, deadline=self.deadline)
        return replace(moved, grace=None, held=None, review=None, reminded=None)


class GamePaused(Fact, frozen=True):
    """The clock is stopped until the Master resumes the game, or until the moment `until`."""

    reason: str
    until: datetime | None = None
    voted: bool = False

    weight = Weight.CLOCK
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with its clock stopped."""
        game = _settled(game) if self.voted else game
        # A deadline that was set during a pause is for the time after the pause.
        kept = game.deadline if game.stage is Stage.PAUSED else None
        paused = replace(game, stage=Stage.PAUSED, deadline=kept, resumes=self.until)
        return replace(paused, grace=None, held=None, review=None)


class GameTerminated(Fact, frozen=True):
    """The Master ended the game without a result, for the reason given."""

    ending: Ending
    reason: str = ""

    weight = Weight.END
    readers = everybody
    turns_board = True

    def applied(self, game: Game) -> Game:
        """Return the game that is over."""
        return game_over(game, Stage.TERMINATED, self.ending)


class ResultsPredicted(Reply, frozen=True):
    """The results if the running phase ended now; `absent` powers have sent no orders."""

    game: Game
    adjudication: Adjudication
    absent: tuple[str, ...]


class Process(Command, frozen=True):
    """Adjudicate the phase now; `confirmation` is the phase (`S1901M`) or the requested code."""

    confirmation: str = ""

    name = "PROCESS"
    who = Who.MASTER
    stages = RUNNING
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line with the running phase."""
        return f"PROCESS {board_of(game).phase}"

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the results if the running phase was named or the command is confirmed.

        If another phase was named, the letter crossed with that phase's results and is refused.
        """
        running = board_of(at.game).phase
        named = phase_of(read_phase_name(self.confirmation) or "", at.game.variant)
        if named not in ("", str(running)):
            return self.refused(StalePhase(named, running))
        missing = late_powers(at.game)
        if not named and (asked := at.unconfirmed("PROCESS", self.confirmation, missing=missing)):
            return asked
        return process(at.game, at.now)


class Predict(Command, frozen=True):
    """Show the results of the running phase if it ended now, with the orders sent so far."""

    name = "PREDICT"
    who = Who.MASTER
    stages = STARTED
    only_asks = True

    def decide(self, at: Request) -> ResultsPredicted | Refused:
        """Return the results if the phase ended now.

        A Master who plays is refused, because the results show the orders of others.
        """
        game, player = at.game, at.sender.player
        if plays(game, player):
            return self.refused(MasterPlays())
        processed = process(game, at.now)[0]
        assert isinstance(processed, PhaseProcessed)
        known = view(game, Reader(player, MASTER))
        return ResultsPredicted(known, processed.adjudication, processed.absent)


class Release(Command, frozen=True):
    """Send out the results that so far only the Master has seen."""

    name = "RELEASE"
    who = Who.MASTER
    stages = RUNNING

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the results, for all readers, or a refusal if none wait."""
        if at.game.review is None:
            return self.refused(NothingToRelease())
        return process(at.game, at.now)


class SetDeadline(Command, frozen=True):
    """Move the deadline of this phase to `when`, as written."""

    when: str

    name = "SET DEADLINE"
    who = Who.MASTER
    stages = STARTED

    def instead(self, game: Game) -> str:
        """Return the line that proposes a later deadline."""
        return "EXTEND +24h because reason"

    def decide(self, at: Request) -> DeadlineSet | Refused:
        """Return the fact with the new deadline, or a refusal."""
        timing, deadline = at.game.settings.timing, at.game.deadline
        when = read_when(self.when, timing.zone, at.now, deadline)
        if when is None:
            return self.refused(BadTime(self.when))
        if when <= at.now:
            return self.refused(TimePassed(self.when, when))
        return DeadlineSet(when, deadline, is_day_off(when, timing))


class Pause(Command, frozen=True):
    """Stop the clock for the given `reason`; `until` is a time as written, "" for no end."""

    reason: str = ""
    until: str = ""

    name = "PAUSE"
    who = Who.MASTER
    stages = STARTED
    any_words = True

    def instead(self, game: Game) -> str:
        """Return the line that proposes a pause."""
        return "VOTE PAUSE UNTIL 15 Jan because reason"

    def decide(self, at: Request) -> GamePaused | Refused:
        """Return the fact that the clock is stopped, until a time if one was named, or a refusal.

        In a paused game it changes the end of the pause.
        """
        game = at.game
        if not self.until and game.stage is Stage.PAUSED:
            return self.refused(NotActive(game.stage))
        if not self.until:
            return GamePaused(self.reason)
        when = read_when(self.until, game.settings.timing.zone, at.now, game.deadline)
        if when is None:
            return self.refused(BadTime(self.until))
        if when <= at.now:
            return self.refused(TimePassed(self.until, when))
        return GamePaused(self.reason, when)


class Resume(Command, frozen=True):
    """Start the clock after a pause."""

    name = "RESUME"
    who = Who.MASTER
    stages = PAUSED

    def line_to_propose(self, game: Game) -> str:
        """Return the command line."""
        return "RESUME"

    def decide(self, at: Request) -> GameResumed:
        """Return the fact that the clock runs again."""
        return resume(at.game, at.now)


class StartGame(Command, frozen=True):
    """Start the game with the players who have joined; the other seats stay open."""

    name = "START"
    who = Who.MASTER
    stages = FORMING

    def decide(self, at: Request) -> GameStarted | Refused:
        """Return the fact that the game starts, or a refusal if nobody has joined."""
        if not at.game.entrants:
            return self.refused(TooFewPlayers())
        return start(at.game, at.now)


class Terminate(Command, frozen=True):
    """End the game without a result, for the reason given."""

    confirmation: str = ""
    reason: str = ""

    name = "TERMINATE"
    who = Who.MASTER
    stages = OPEN
    any_words = True
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line, without code and reason."""
        return "TERMINATE"

    def instead(self, game: Game) -> str:
        """Return the line of a vote for a draw, if a Master leads the game."""
        return "SET DRAW" if game.masters else ""

    def decide(self, at: Request) -> GameTerminated | ConfirmationAsked:
        """Return the fact that the game ends without a result, once confirmed."""
        if asked := at.unconfirmed("TERMINATE", self.confirmation, reason=self.reason):
            return asked
        # In a game without a Master, its players have voted for it.
        how = "terminated by the Master" if at.game.masters else "terminated"
        return GameTerminated(Ending((), how), self.reason)


def _settled(game: Game) -> Game:
    """Return `game` with its current vote closed."""
    motion = game.motion
    return replace(game, motion=motion and replace(motion, settled=True))
