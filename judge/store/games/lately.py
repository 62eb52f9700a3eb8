"""How much was done lately of what anybody may do only so often."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, or_, select, union, union_all

from judge.game import MASTER, OPEN, OpenPress
from judge.store.tables import entrants, followers, games, held_press, press, seats

_CREATED = (
    select(func.count())
    .select_from(games.join(followers, followers.c.game == games.c.number))
    .where(
        followers.c.player == bindparam("its_player"),
        followers.c.role == MASTER,
        games.c.created > bindparam("since"),
    )
)
_PRESS = (
    select(games.c.key, press.c.sender)
    .join(games, press.c.game == games.c.number)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        press.c.at > bindparam("since"),
        # Of what is unsigned only the role is known.
        or_(press.c.author.is_(None), press.c.author == bindparam("its_player")),
    )
)

_HELD = (
    select(games.c.key, held_press.c.sender)
    .join(games, held_press.c.game == games.c.number)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        held_press.c.written > bindparam("since"),
        held_press.c.player == bindparam("its_player"),
    )
)

_MOST_SHOWN = 20  # messages of a game
_SAID_TO_ALL = (
    select(press)
    .join(games, press.c.game == games.c.number)
    .where(games.c.key == bindparam("its_key"), press.c.broadcast)
    .order_by(press.c.number.desc())
    .limit(_MOST_SHOWN)
)


def open_press(connection: Connection, keys: Iterable[str]) -> Mapping[str, tuple[OpenPress, ...]]:
    """Return the last messages that went to all, oldest first, by the key of the game.

    Games are named by their keys.
    """
    found = {}
    for key in keys:
        rows = connection.execute(_SAID_TO_ALL, {"its_key": key}).all()
        found[key] = tuple(
            OpenPress(row.at, row.phase or "", "" if row.grey else row.sender, row.text)
            for row in reversed(rows)
        )
    return found


_PLAYED = (
    select(func.count())
    .select_from(games)
    .where(
        games.c.stage.in_(OPEN),
        games.c.number.in_(
            union(
                *(
                    select(table.c.game).where(table.c.player == bindparam("its_player"))
                    for table in (seats, entrants)
                )
            )
        ),
    )
)


def games_played(connection: Connection, player: int) -> int:
    """Return in how many games that are not over somebody plays."""
    return int(connection.execute(_PLAYED, {"its_player": player}).scalar_one())


def games_created(connection: Connection, player: int, since: datetime) -> int:
    """Return how many games that were created after `since` a player is Master of."""
    asked = {"its_player": player, "since": since}
    return int(connection.execute(_CREATED, asked).scalar_one())


def press_sent(
    connection: Connection, keys: Iterable[str], player: int, since: datetime
) -> Mapping[tuple[str, str], int]:
    """Return how many messages a player sent after `since`, by game and role.

    Games are named by their keys; unsigned messages count for all in the role, and what
    has not left yet for who wrote it.
    """
    asked = {"keys": tuple(keys), "its_player": player, "since": since}
    every = union_all(_PRESS, _HELD)
    return Counter((row.key, row.sender) for row in connection.execute(every, asked))
