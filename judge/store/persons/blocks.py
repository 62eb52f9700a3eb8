"""Who does not want to be in one game with whom."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, union_all

from judge.store.guards import insert_once
from judge.store.tables import blocks, players


def add_block(connection: Connection, player: int, other: int, now: datetime) -> None:
    """Keep that `player` wants no game with `other`; once more changes nothing."""
    row = {"player": player, "other": other, "at": now}
    insert_once(connection, blocks, row)


def drop_block(connection: Connection, player: int, other: int) -> None:
    """Forget that `player` wants no game with `other`."""
    its = (blocks.c.player == player) & (blocks.c.other == other)
    connection.execute(delete(blocks).where(its))


def blocked_by(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of those whom `player` has blocked, oldest first."""
    return tuple(
        connection.scalars(
            select(players.c.name)
            .join(blocks, blocks.c.other == players.c.number)
            .where(blocks.c.player == player)
            .order_by(blocks.c.at, players.c.number)
        )
    )


def apart_from(connection: Connection, player: int) -> frozenset[int]:
    """Return the numbers of all with whom `player` is not to be in one game.

    Who of the two wants that makes no difference.
    """
    query = union_all(
        select(blocks.c.other).where(blocks.c.player == player),
        select(blocks.c.player).where(blocks.c.other == player),
    )
    return frozenset(connection.scalars(query))
