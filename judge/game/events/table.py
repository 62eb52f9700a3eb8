"""Facts about the people of a game: joining, leaving, taking over, and the start."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from msgspec import structs

from judge.engine import Position
from judge.game.after import begun_at, vacated, with_masters_of_the_start
from judge.game.base import Fact
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    Conduct,
    ConductMark,
    Entrant,
    Follower,
    Game,
    Player,
    Reader,
    Seat,
    Stage,
)
from judge.game.seats import conduct_of, surviving_powers, with_seat
from judge.game.vision import (
    bare_follower,
    bare_seat,
    everybody,
    everybody_at_each_seat,
    known_player,
    known_position,
    named_seat,
    once,
    to_masters,
)
from judge.game.weight import Weight


class PlayerRegistered(Fact, frozen=True):
    """A person told the judge their name or zone; `new` if the judge did not know them."""

    player: Player
    new: bool

    weight = Weight.PERSON

    def may_wait(self, reader: Reader) -> bool:
        """Return True: this news is not urgent."""
        return True

    def applied(self, game: Game) -> Game:
        """Return the game with the player's new name and zone, wherever they have a place."""

        def named(one: Player) -> Player:
            return self.player if one.number == self.player.number else one

        return replace(
            game,
            masters=tuple(replace(f, player=named(f.player)) for f in game.masters),
            observers=tuple(replace(f, player=named(f.player)) for f in game.observers),
            tutors=tuple(replace(f, player=named(f.player)) for f in game.tutors),
            standbys=tuple(replace(f, player=named(f.player)) for f in game.standbys),
            entrants=tuple(replace(e, player=named(e.player)) for e in game.entrants),
            seats=tuple(
                replace(seat, player=seat.player and named(seat.player)) for seat in game.seats
            ),
        )


class GameCreated(Fact, frozen=True):
    """A game was created, with its creator as Master."""

    game: Game

    weight = Weight.PLACE

    def applied(self, game: Game) -> Game:
        """Return the new game."""
        return self.game


class PlayerJoined(Fact, frozen=True):
    """A person joined a game that has not started; `missing` more players are needed.

    `invitation` is the number of the invitation that was used, 0 for none.
    """

    entrant: Entrant
    missing: int
    invitation: int = 0

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters, or everybody if one of the Masters has joined."""
        number = self.entrant.player.number
        leading = any(one.player.number == number for one in game.masters)
        return everybody(self, game) if leading else to_masters(self, game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the entrant's wishes and password."""
        return structs.replace(self, entrant=Entrant(self.entrant.player))

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the place of the entrant."""
        return ((self.entrant.player, ENTRANT),)

    def may_wait(self, reader: Reader) -> bool:
        """Return True: this news is not urgent."""
        return True

    def applied(self, game: Game) -> Game:
        """Return the game with the entrant."""
        joined = replace(
            _without_invitation(game, self.invitation), entrants=(*game.entrants, self.entrant)
        )
        return _without_standby(joined, self.entrant.player)


@dataclass(frozen=True, slots=True)
class OpenPress:
    """A message that went to everybody; `sender` is "" if it was unsigned."""

    at: datetime
    phase: str
    sender: str
    text: str


class PowerTakenOver(Fact, frozen=True):
    """A power got a new player.

    `deadline` is the phase's new deadline; grace is over. `ready` is when the last needed orders of
    the game came in, None while some are missing. If a player was `replaced`, a substitute was
    sought for them. `press` is the earlier press to everybody. `invitation` is the number of the
    invitation that was used, 0 for none.
    """

    seat: Seat
    deadline: datetime | None
    ready: datetime | None = None
    replaced: Player | None = None
    press: tuple[OpenPress, ...] = ()
    invitation: int = 0

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, and the player who is replaced."""
        told = everybody(self, game)
        if self.replaced is None:
            return told
        return once((*told, Reader(self.replaced, self.seat.power)))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with names only of players whom the reader may know."""
        replaced = self.replaced and known_player(self.replaced, game, reader)
        seat = named_seat(self.seat, game, reader)
        return structs.replace(self, seat=seat, replaced=replaced)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the orders and the press, which only the new player gets."""
        known = self.seen(game, reader)
        return structs.replace(known, seat=bare_seat(known.seat), ready=None, press=())

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the seat, both for its new and its former player."""
        players = (self.seat.player, self.replaced)
        return tuple((player, self.seat.power) for player in players if player is not None)

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return all powers: this news tells everybody when the phase will be processed."""
        return tuple(seat.power for seat in game.seats) if self.ready else ()

    def applied(self, game: Game) -> Game:
        """Return the game with the player in the seat."""
        # If the deadline stays, its reminders have been sent already.
        reminded = game.reminded if self.deadline == game.deadline else None
        taken = replace(
            with_seat(_without_invitation(game, self.invitation), self.seat),
            deadline=self.deadline,
            ready=self.ready,
            grace=None,
            held=None,
            reminded=reminded,
        )
        return _without_standby(taken, self.seat.player)


class ObserverJoined(Fact, frozen=True):
    """A person observes the game from now on."""

    observer: Follower

    weight = Weight.PLACE
    readers = to_masters

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the password."""
        return structs.replace(self, observer=bare_follower(self.observer))

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the place of the observer."""
        return ((self.observer.player, OBSERVER),)

    def may_wait(self, reader: Reader) -> bool:
        """Return True: this news is not urgent."""
        return True

    def applied(self, game: Game) -> Game:
        """Return the game with the observer."""
        return replace(game, observers=(*game.observers, self.observer))


class GameStarted(Fact, frozen=True):
    """The game has started: all seats are dealt, and the first phase runs."""

    seats: tuple[Seat, ...]
    position: Position
    deadline: datetime

    weight = Weight.BOARD
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the players and the board as the reader may know them."""
        return structs.replace(
            self,
            seats=tuple(named_seat(seat, game, reader) for seat in self.seats),
            position=known_position(self.position, game, reader),
        )

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the passwords of the seats."""
        known = self.seen(game, reader)
        return structs.replace(known, seats=tuple(map(bare_seat, known.seats)))

    def applied(self, game: Game) -> Game:
        """Return the game at the beginning of its first phase."""
        led = with_masters_of_the_start(game, self.seats)
        begun = begun_at(self.position, self.deadline, led)
        return replace(begun, stage=Stage.ACTIVE, entrants=(), seats=self.seats)


class PlayerLeft(Fact, frozen=True):
    """A person resigned, or was ejected by the Master; if they had a power, it is vacant now."""

    player: Player
    role: str
    ejected: bool

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, if a player or a tutor left; otherwise the Masters.

        The person who left is always among them.
        """
        named = (*(seat.power for seat in game.seats), TUTOR)
        played = self.role in named
        told = everybody(self, game) if played else to_masters(self, game)
        return once((*told, Reader(self.player, self.role)))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the person's name, if the reader may know it."""
        return structs.replace(self, player=known_player(self.player, game, reader))

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the place that was left."""
        return ((self.player, self.role),)

    def may_wait(self, reader: Reader) -> bool:
        """Return whether the news may wait; it is urgent only for the person who left."""
        return self.player.number != reader.player.number

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return the mark of a player who left a running game; no mark for other people."""
        playing = game.stage in (Stage.ACTIVE, Stage.PAUSED)
        lost = not self.ejected and playing and self.role in surviving_powers(game)
        return conduct_of(game, now, {self.role: ConductMark.LEFT}) if lost else ()

    def applied(self, game: Game) -> Game:
        """Return the game without the player in this place."""

        def stays(holder: Follower | Entrant) -> bool:
            return holder.player.number != self.player.number

        if self.role == ENTRANT:
            return replace(game, entrants=tuple(filter(stays, game.entrants)))
        if self.role == MASTER:
            return replace(game, masters=tuple(filter(stays, game.masters)))
        if self.role in (OBSERVER, TUTOR):
            observers = tuple(filter(stays, game.observers))
            tutors = tuple(filter(stays, game.tutors))
            return replace(game, observers=observers, tutors=tutors)
        if self.role == STANDBY:
            return _without_standby(game, self.player)
        return vacated(game, (self.role,))


def _without_invitation(game: Game, number: int) -> Game:
    """Return `game` without the invitation of this number, because it can be used only once."""
    left = (one for one in game.guests.invitations if one.number != number)
    return replace(game, guests=replace(game.guests, invitations=tuple(left)))


def _without_standby(game: Game, player: Player | None) -> Game:
    """Return `game` without `player` on stand-by."""
    number = 0 if player is None else player.number
    left = tuple(one for one in game.standbys if one.player.number != number)
    return replace(game, standbys=left)
