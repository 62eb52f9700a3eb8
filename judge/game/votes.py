"""Votes of players: to wait for the deadline, and for a draw."""

from dataclasses import replace
from datetime import datetime

from judge.game.base import STARTED, Command, Fact, Refusal, Refused, Request, Who
from judge.game.clock import ready_when
from judge.game.model import MASTER, OBSERVER, Game, Reader
from judge.game.refusals import BadTime, NoSuchPower, NotSurviving, TimePassed
from judge.game.seats import power_names, roles_named, surviving_powers, whole_names, with_seat
from judge.game.turn import GameDrawn, GameWon, agreed_end
from judge.game.vision import holders
from judge.game.weight import Weight
from judge.game.when import read_when
from judge.messages import message


class DrawForAll(Refusal, frozen=True):
    """In this game a draw is for all survivors, and `words` name only some of them."""

    words: str

    in_short = message("shared by all")


class WaitSet(Fact, frozen=True):
    """A power asked for the phase to wait for its deadline, or no longer asks.

    It may ask to wait only `until` a moment before that.
    """

    power: str
    wait: bool
    ready: datetime | None
    until: datetime | None = None

    weight = Weight.WAIT

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power, where the Master did it in their name."""
        return holders(game, self.power)

    def applied(self, game: Game) -> Game:
        """Return the game in which the power waits, or no longer does."""
        seat = replace(game.seat(self.power), wait=self.wait, wait_until=self.until)
        return replace(with_seat(game, seat), ready=self.ready)

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the power, whose player learns when the phase is processed."""
        del game
        return (self.power,) if self.ready else ()


class DrawVoted(Fact, frozen=True):
    """A power votes for a draw of the powers `vote`, or no longer votes (None)."""

    power: str
    vote: tuple[str, ...] | None

    weight = Weight.VOTE
    between_players = True
    secret_vote = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power, where the Master did it in their name."""
        return holders(game, self.power)

    def applied(self, game: Game) -> Game:
        """Return the game with the vote."""
        return with_seat(game, replace(game.seat(self.power), draw=self.vote))


class SetWait(Command, frozen=True):
    """Ask for the phase to wait for its deadline, or take that back.

    It may be asked to wait only `until` a moment, as written.
    """

    wait: bool
    until: str = ""

    name = "SET WAIT"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True
    needs_past = False

    def decide(self, at: Request) -> WaitSet | Refused:
        """Return that the sender's power waits for the deadline, or no longer does.

        It may wait until a moment; a moment behind the deadline means the deadline.
        """
        game, now = at.game, at.now
        if at.sender.role not in surviving_powers(game):
            return self.refused(NotSurviving(at.sender.role))
        until = self._moment(game, now) if self.until else None
        if isinstance(until, Refusal):
            return Refused("WAIT UNTIL", until)
        if until is not None and game.deadline is not None and until >= game.deadline:
            until = None
        wait = self.wait and until is None
        before = game.seat(at.sender.role)
        seat = replace(before, wait=wait, wait_until=until)
        ready = ready_when(game, with_seat(game, seat), now)
        if ready is not None and before.wait_until is not None:
            # The orders may be in since long before; whoever waits no longer gives time.
            ready = now
        return WaitSet(seat.power, wait, ready, until)

    def _moment(self, game: Game, now: datetime) -> datetime | BadTime | TimePassed:
        """Return the moment that is named, in the zone of the game."""
        zone = game.settings.timing.zone
        when = read_when(self.until, zone, now, None)
        if when is None:
            # A day alone has the time of day of the deadline.
            when = read_when(self.until, zone, now, game.deadline)
        if when is None:
            return BadTime(self.until)
        return when if when > now else TimePassed(self.until, when)


class VoteDraw(Command, frozen=True):
    """Vote for a draw of `powers`, or of all survivors for ().

    A vote for one power says that this power has won.
    """

    powers: tuple[str, ...] = ()

    name = "SET DRAW"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True

    def decide(self, at: Request) -> tuple[DrawVoted | GameDrawn | GameWon | Refused, ...]:
        """Return the vote, and the end of the game if all agree now.

        A vote stands until it is taken back, through phases to come.
        """
        game, power = at.game, at.sender.role
        if power not in surviving_powers(game):
            return (self.refused(NotSurviving(power)),)
        vote = self._powers_meant(game)
        if isinstance(vote, Refusal):
            return (self.refused(vote),)
        end = agreed_end(with_seat(game, replace(game.seat(power), draw=vote)))
        voted = DrawVoted(power, vote)
        return (voted,) if end is None else (voted, end)

    def _powers_meant(self, game: Game) -> tuple[str, ...] | Refusal:
        """Return the powers that the vote is for."""
        survivors = surviving_powers(game)
        if not self.powers:
            return survivors
        found: set[str] = set()
        for word in whole_names(game.variant, self.powers):
            named = set(roles_named(game.variant, word)) - {MASTER, OBSERVER}
            if not named:
                return NoSuchPower(word, power_names(game))
            found |= named
        for power in power_names(game):
            if power in found and power not in survivors:
                return NotSurviving(power)
        some = len(found) > 1 and found != set(survivors)
        if game.settings.draw_in_all_survivors and some:
            return DrawForAll(" ".join(self.powers))
        return tuple(power for power in survivors if power in found)


class WithdrawDraw(Command, frozen=True):
    """Take a vote for a draw back."""

    name = "SET NODRAW"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> DrawVoted:
        """Return that the sender's power votes for no draw."""
        return DrawVoted(at.sender.role, None)
