"""Who is told of what: the people of a game, as the classes of events name them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from judge.game.model import (
    ENTRANT,
    MASTER,
    MONITOR,
    OBSERVER,
    STANDBY,
    TUTOR,
    Follower,
    Game,
    Player,
    Reader,
)
from judge.game.seats import people_in, power_names


def everybody(event: object, game: Game) -> tuple[Reader, ...]:
    """Return all people of `game`, each once, players in the seat they play."""
    del event
    return once((*_at_seats(game, power_names(game)), *_others(game)))


def everybody_at_each_seat(event: object, game: Game) -> tuple[Reader, ...]:
    """Return everybody, and who plays several powers once for each of them."""
    return concerned_first(event, game, power_names(game))


def to_masters(event: object, game: Game) -> tuple[Reader, ...]:
    """Return the Masters of `game`."""
    del event
    return holders(game, MASTER)


def concerned_first(event: object, game: Game, powers: tuple[str, ...]) -> tuple[Reader, ...]:
    """Return everybody, and who plays several of these `powers` once for each of them.

    Each power has its own orders to give, at its own reply address.
    """
    concerned = _at_seats(game, powers)
    told = {one.player.number for one in concerned}
    rest = (one for one in everybody(event, game) if one.player.number not in told)
    return (*concerned, *rest)


def holders(game: Game, role: str) -> tuple[Reader, ...]:
    """Return who has `role` in `game`."""
    return tuple(Reader(player, role) for player in _players(game, role))


def monitors_of(game: Game, people: Iterable[Player]) -> tuple[Reader, ...]:
    """Return who of `people` follows `game` as one of all games that LIST shows.

    Who has a place in it reads of it there, and whom its Master keeps out does not.
    """
    if not game.settings.listed or game.settings.sandbox:
        return ()
    inside, denied = people_in(game), game.guests.denied
    return tuple(
        Reader(one, MONITOR)
        for one in people
        if one.number not in inside and one.address.lower() not in denied
    )


def is_told_to_observers(fact: "Telling", game: Game) -> bool:
    """Return whether whoever observed `game` would be told of `fact`."""
    anybody = Player(0, "", "")
    watched = replace(game, observers=(*game.observers, Follower(anybody)))
    return Reader(anybody, OBSERVER) in fact.readers(watched)


class Telling(Protocol):
    """A fact, as far as it says who its readers are."""

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who is told of it."""


def once(told: tuple[Reader, ...]) -> tuple[Reader, ...]:
    """Return `told` with each player once, in the first role he has there."""
    first: dict[int, Reader] = {}
    for reader in told:
        first.setdefault(reader.player.number, reader)
    return tuple(first.values())


def _at_seats(game: Game, powers: tuple[str, ...]) -> tuple[Reader, ...]:
    return tuple(one for power in powers for one in holders(game, power))


def _others(game: Game) -> Iterator[Reader]:
    for role in (ENTRANT, MASTER, TUTOR, OBSERVER):
        yield from holders(game, role)


def _players(game: Game, role: str) -> Iterator[Player]:
    if role == MASTER:
        yield from (master.player for master in game.masters)
    elif role == OBSERVER:
        yield from (observer.player for observer in game.observers)
    elif role == TUTOR:
        yield from (tutor.player for tutor in game.tutors)
    elif role == STANDBY:
        yield from (standby.player for standby in game.standbys)
    elif role == ENTRANT:
        yield from (entrant.player for entrant in game.entrants)
    else:
        yield from (
            seat.player for seat in game.seats if seat.power == role and seat.player is not None
        )
