"""Effects on a game that several facts share: a new phase, open seats, new Masters.

The store writes the difference between the game before a fact and the game after it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.engine import Phase, Position, in_play
from judge.game.base import Fact
from judge.game.model import Follower, Game, Player, Seat
from judge.game.orders.sheet import plans_left


def after(game: Game, fact: Fact) -> Game:
    """Return `game` after `fact`."""
    return fact.applied(game)


def vacated(game: Game, powers: Sequence[str]) -> Game:
    """Return `game` without the players of `powers`; the seats keep their orders for successors."""
    seats = (
        Seat(
            seat.power,
            orders=seat.orders,
            troubled=seat.troubled,
            dated=seat.dated,
            receipt=seat.receipt,
            earlier=seat.earlier,
            plans=seat.plans,
            missed=seat.missed,
            dummy=seat.dummy,
        )
        if seat.power in powers
        else seat
        for seat in game.seats
    )
    return replace(game, seats=tuple(seats))


def begun_at(position: Position, deadline: datetime | None, game: Game) -> Game:
    """Return `game` at the beginning of the phase of `position`, with this deadline.

    A sandbox has no deadline.
    """
    deadline = None if game.settings.sandbox else deadline
    begun = replace(played_at(position, game), position=position, deadline=deadline)
    bare = replace(begun, grace=None, ready=None, reminded=None, motion=None, edited=None)
    return replace(bare, held=None, muster=None, review=None)


def played_at(position: Position | None, game: Game) -> Game:
    """Return `game` with its variant as it is at `position`; the powers in play may change."""
    if position is None:
        return game
    return replace(game, variant=in_play(game.variant, position))


def with_masters_of_the_start(game: Game, seats: tuple[Seat, ...]) -> Game:
    """Return `game` with the Masters who lead it once it starts.

    A person who gets a power is no longer Master. A game that is not moderated has no Master; a
    former Master of such a game who does not play becomes an observer.
    """
    playing = {one.player.number for one in seats if one.player is not None}
    others = tuple(one for one in game.masters if one.player.number not in playing)
    if game.settings.moderated:
        return replace(game, masters=others)
    watching = tuple(Follower(one.player, one.password) for one in others)
    return replace(game, masters=(), observers=(*game.observers, *watching))


def taken_from_observers(game: Game, player: Player) -> tuple[Follower, Game]:
    """Return the observer or tutor `player`, and the game without them.

    The returned `Follower` has no delay. A person who was neither gets a new `Follower`.
    """
    watching = (*game.observers, *game.tutors)
    found = (one for one in watching if one.player.number == player.number)
    watched = next(found, Follower(player))
    left = tuple(one for one in game.observers if one is not watched)
    tutors = tuple(one for one in game.tutors if one is not watched)
    bare = replace(watched, delay=timedelta())
    return bare, replace(game, observers=left, tutors=tutors)


def emptied(seat: Seat) -> Seat:
    """Return `seat` for the beginning of a phase: without orders, votes and wishes to wait."""
    bare = replace(seat, orders=(), troubled=(), dated=None, earlier=())
    return replace(bare, wait=False, wait_until=None, agrees=None, proposed=False)


def without_old_plans(seat: Seat, phase: Phase) -> Seat:
    """Return `seat` without plans for phases before this one."""
    return replace(seat, plans=plans_left(seat, phase)) if seat.plans else seat
