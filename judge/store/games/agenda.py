"""Which games there are, and which of them the clock wants."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, select, union, update

from judge.game import OPEN
from judge.store.tables import entrants, followers, games, seats

_PLACES = union(
    *(
        select(table.c.game).where(table.c.player == bindparam("its_player"))
        for table in (seats, entrants, followers)
    )
)
_OWN = (
    select(games.c.name)
    .where(
        games.c.number.in_(_PLACES),
        games.c.stage.in_(OPEN),
    )
    .order_by(games.c.number)
)


_FREE = (
    select(games.c.number)
    .where(games.c.key == bindparam("its_key"), games.c.due <= bindparam("now"))
    .with_for_update(skip_locked=True)
)


def games_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of the games in which a player has a place, while they last."""
    return tuple(connection.scalars(_OWN, {"its_player": player}))


def all_names(connection: Connection) -> tuple[str, ...]:
    """Return the names of all games there ever were."""
    return tuple(connection.scalars(select(games.c.name)))


def due_games(connection: Connection, now: datetime) -> tuple[str, ...]:
    """Return the names of the games the clock wants, the longest due first."""
    due = select(games.c.name).where(games.c.due <= now)
    return tuple(connection.scalars(due.order_by(games.c.due, games.c.number)))


def seize(connection: Connection, game: str, now: datetime) -> bool:
    """Return whether the clock wants the game still, and nobody else is changing it.

    From now on nobody can.
    """
    its = {"its_key": game.lower(), "now": now}
    return connection.execute(_FREE, its).first() is not None


def hold_no_longer(connection: Connection, until: datetime) -> None:
    """Let the games that are held for longer go on at `until`."""
    later = update(games).where(games.c.held > until)
    connection.execute(later.values(held=until, due=until))


def wake_games_of(connection: Connection, player: int, now: datetime) -> None:
    """Let the clock look at the games of a player, whose reminders may be others."""
    later = update(games).where(games.c.number.in_(_PLACES), games.c.due > now)
    connection.execute(later.values(due=now), {"its_player": player})


def keep_wake(connection: Connection, game: str, wakes_at: datetime | None) -> None:
    """Keep when the clock next has something to do in the game."""
    connection.execute(
        update(games).where(games.c.key == game.lower()).values(due=wakes_at)
    )
