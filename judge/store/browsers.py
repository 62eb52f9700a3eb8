"""Browsers that may open a person's places on the web, found by digests of their cookies."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, delete, select, update

from judge.store.connect import insert_once
from judge.store.tables import browsers, players

LASTS = timedelta(days=90)
"""A browser that was not used for so long is shut."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A signed-in browser of a player; `used` is when it last sent a letter."""

    number: int
    player: int
    name: str
    since: datetime
    used: datetime


_OPEN = ~browsers.c.shut


def open_browser(
    connection: Connection,
    player: int,
    *,
    cookie: str,
    key: str,
    made: datetime,
    name: str,
    now: datetime,
) -> bool:
    """Store a player's browser by digests of its cookie and key; return whether the key was good.

    A key opens one browser, and none if it was `made` before all browsers were last shut.
    """
    its = players.c.number == player
    # The lock makes `shut_all` wait until this browser is stored.
    since = connection.scalar(select(players.c.keys_from).where(its).with_for_update())
    if since is not None and made < since:
        return False
    connection.execute(delete(browsers).where(browsers.c.used < now - LASTS))
    values = {"player": player, "cookie": cookie, "key": key, "name": name, "shut": False}
    return insert_once(connection, browsers, values | {"since": now, "used": now})


def browser_with(connection: Connection, cookie: str, now: datetime) -> Browser | None:
    """Return the open browser whose cookie has this digest, or None."""
    query = _columns().where(browsers.c.cookie == cookie, _OPEN, browsers.c.used >= now - LASTS)
    row = connection.execute(query).one_or_none()
    return None if row is None else Browser(*row)


def browsers_of(connection: Connection, player: int, now: datetime) -> tuple[Browser, ...]:
    """Return the open browsers of a player, the newest first."""
    query = _columns().where(browsers.c.player == player, _OPEN, browsers.c.used >= now - LASTS)
    rows = connection.execute(query.order_by(browsers.c.number.desc()))
    return tuple(Browser(*row) for row in rows)


def note_use(connection: Connection, number: int, now: datetime) -> None:
    """Record that a browser sent a letter."""
    connection.execute(update(browsers).where(browsers.c.number == number).values(used=now))


def shut(connection: Connection, player: int, number: int) -> None:
    """Shut a browser of a player."""
    its = browsers.c.player == player, browsers.c.number == number
    connection.execute(update(browsers).where(*its).values(shut=True))


def shut_all(connection: Connection, player: int, now: datetime) -> None:
    """Shut all browsers of a player; keys that were mailed before can no longer open one."""
    its = players.c.number == player
    # Keys count whole seconds.
    since = now.replace(microsecond=0)
    connection.execute(update(players).where(its).values(keys_from=since))
    connection.execute(update(browsers).where(browsers.c.player == player).values(shut=True))


def _columns() -> Select[int, int, str, datetime, datetime]:
    its = browsers.c
    return select(its.number, its.player, its.name, its.since, its.used)
