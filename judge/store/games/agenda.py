"""Which games there are, and which of them the clock wants."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, select, union, update

from judge.game import Stage
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
        games.c.stage.in_((Stage.FORMING, Stage.ACTIVE, Stage.PAUSED)),
    )
    .order_by(games.c.number)
)


def games_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of the games in which a player has a place, while they last."""
    return tuple(connection.scalars(_OWN, {"its_player": player}))


def running_games(connection: Connection) -> tuple[str, ...]:
    """Return the names of the games whose clock runs, oldest first."""
    running = (games.c.stage == Stage.ACTIVE) & games.c.deadline.is_not(None)
    names = select(games.c.name).where(running).order_by(games.c.number)
    return tuple(connection.scalars(names))


def due_games(connection: Connection, now: datetime) -> tuple[str, ...]:
    """Return the names of the games the clock wants, the longest due first."""
    due = select(games.c.name).where(games.c.due <= now)
    return tuple(connection.scalars(due.order_by(games.c.due, games.c.number)))


def keep_wake(connection: Connection, game: str, wakes_at: datetime | None) -> None:
    """Keep when the clock next has something to do in the game."""
    connection.execute(
        update(games).where(games.c.key == game.lower()).values(due=wakes_at)
    )
