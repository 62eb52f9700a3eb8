"""Who does not want to be in one game with whom."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, union_all

from judge.store.guards import insert_once
from judge.store.tables import addresses, apart


def add_block(
    connection: Connection, player: int, called: str, other: int | None, now: datetime
) -> None:
    """Keep that `player` wants no game with who is `called` so.

    That is the `other` of this number, or None for whoever has the address `called`.
    Once more changes nothing.
    """
    row = {"player": player, "called": called, "other": other, "at": now}
    insert_once(connection, apart, row)


def drop_block(connection: Connection, player: int, called: str) -> None:
    """Forget that `player` wants no game with who is `called` so."""
    its = (apart.c.player == player) & (apart.c.called == called)
    connection.execute(delete(apart).where(its))


def blocked_by(connection: Connection, player: int) -> tuple[str, ...]:
    """Return what `player` called those whom they have blocked, oldest first."""
    return tuple(
        connection.scalars(
            select(apart.c.called)
            .where(apart.c.player == player)
            .order_by(apart.c.at, apart.c.called)
        )
    )


def apart_from(connection: Connection, player: int) -> frozenset[int]:
    """Return the numbers of all with whom `player` is not to be in one game.

    Which of the two wants that makes no difference, but for a block of an address: it
    keeps its owner out and not the one who blocked it, who would learn whose it is.
    """
    own = select(addresses.c.address).where(addresses.c.player == player)
    query = union_all(
        select(apart.c.other).where(apart.c.player == player, apart.c.other.is_not(None)),
        select(apart.c.player).where(apart.c.other == player),
        select(apart.c.player).where(apart.c.other.is_(None), apart.c.called.in_(own)),
    )
    return frozenset(connection.scalars(query))
