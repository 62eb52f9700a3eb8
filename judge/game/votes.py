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
    """In this game a draw includes all survivors, but `words` name only some of them."""

    words: str

    in_short = message("shared by all")


class WaitSet(Fact, frozen=True):
    """The player of a power asked the phase to wait for its deadline, or took that back.

    `until` is an earlier moment to wait for, None for the deadline.
    """

    power: str
    wait: bool
    ready: datetime | None
    until: datetime | None = None

    weight = Weight.WAIT

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power, who is told if the Master wrote WAIT in their name."""
        return holders(game, self.power)

    def applied(self, game: Game) -> Game:
        """Return the game with the wish to wait, or without it."""
        seat = replace(game.seat(self.power), wait=self.wait, wait_until=self.until)
        return replace(with_seat(game, seat), ready=self.ready)

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the power, because its player learns when the phase will be processed."""
        return (self.power,) if self.ready else ()


class DrawVoted(Fact, frozen=True):
    """The player of a power voted for a draw of the powers `vote`; None takes the vote back."""

    power: str
    vote: tuple[str, ...] | None

    weight = Weight.VOTE
    between_players = True
    secret_vote = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power, who is told if the Master voted in their name."""
        return holders(game, self.power)

    def applied(self, game: Game) -> Game:
        """Return the game with the vote."""
        return with_seat(game, replace(game.seat(self.power), draw=self.vote))


class SetWait(Command, frozen=True):
    """Ask that the phase waits for its deadline, or take that back.

    With `until`, as written, the phase waits only until that moment.
    """

    wait: bool
    until: str = ""

    name = "SET WAIT"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True
    needs_past = False

    def decide(self, at: Request) -> WaitSet | Refused:
        """Return the fact with the wish to wait, or without it, or a refusal.

        A moment after the deadline means the deadline.
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
            # All orders may have been in for long: the usual delay before processing counts from
            # now.
            ready = now
        return WaitSet(seat.power, wait, ready, until)

    def _moment(self, game: Game, now: datetime) -> datetime | BadTime | TimePassed:
        """Return the moment that is named, read in the zone of the game, or a refusal."""
        zone = game.settings.timing.zone
        when = read_when(self.until, zone, now, None)
        if when is None:
            # A day without a time gets the deadline's time of day.
            when = read_when(self.until, zone, now, game.deadline)
        if when is None:
            return BadTime(self.until)
        return when if when > now else TimePassed(self.until, when)


class VoteDraw(Command, frozen=True):
    """Vote for a draw of `powers`; () means all survivors.

    A vote for one power means that this power has won.
    """

    powers: tuple[str, ...] = ()

    name = "SET DRAW"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True

    def decide(self, at: Request) -> tuple[DrawVoted | GameDrawn | GameWon | Refused, ...]:
        """Return the fact of the vote, and the end of the game if all agree now, or a refusal.

        A vote stays through later phases until it is taken back.
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
        """Return the powers that would share the draw, or a refusal."""
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
    """Take the sender's vote for a draw back."""

    name = "SET NODRAW"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> DrawVoted:
        """Return the fact that the sender's power votes for no draw."""
        return DrawVoted(at.sender.role, None)
