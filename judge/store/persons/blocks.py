"""Who does not want to be in one game with whom."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, union_all

from judge.store.guards import insert_once
from judge.store.tables import apart, players


def add_block(connection: Connection, player: int, other: int, now: datetime) -> None:
    """Keep that `player` wants no game with `other`; once more changes nothing."""
    row = {"player": player, "other": other, "at": now}
    insert_once(connection, apart, row)


def drop_block(connection: Connection, player: int, other: int) -> None:
    """Forget that `player` wants no game with `other`."""
    its = (apart.c.player == player) & (apart.c.other == other)
    connection.execute(delete(apart).where(its))


def blocked_by(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of those whom `player` has blocked, oldest first."""
    return tuple(
        connection.scalars(
            select(players.c.name)
            .join(apart, apart.c.other == players.c.number)
            .where(apart.c.player == player)
            .order_by(apart.c.at, players.c.number)
        )
    )


def apart_from(connection: Connection, player: int) -> frozenset[int]:
    """Return the numbers of all with whom `player` is not to be in one game.

    Who of the two wants that makes no difference.
    """
    query = union_all(
        select(apart.c.other).where(apart.c.player == player),
        select(apart.c.player).where(apart.c.other == player),
    )
    return frozenset(connection.scalars(query))
