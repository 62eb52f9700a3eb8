"""Opening the store: SQLite for one machine, PostgreSQL for many."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, Engine, create_engine, event, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from judge.store.connect.turns import Turns

PATIENCE = 15  # seconds to wait for a lock, or for the server to answer
# A server whose machine is gone says nothing: after a minute it is given up. Else the
# system would wait for two hours.
_ALIVE = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
_TURN, _TURNS = "turn", "turns"  # whose turn it is; a connection has its own


def open_store(url: str) -> Engine:
    """Return the store at `url`, such as `sqlite:///judge.db`; nothing is read yet.

    Its errors do not tell what was to be stored: letters hold passwords. A new file is
    its owner's alone, and so are those that SQLite makes beside it.

    Whatever uses it gets SQLAlchemy's exceptions when the database is not there.
    """
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"connect_timeout": PATIENCE} | _ALIVE,
        )
    engine = create_engine(
        make_url(url).set(drivername="sqlite+turns"),
        hide_parameters=True,
        connect_args={"timeout": PATIENCE},
    )
    event.listen(engine, "do_connect", _make_file)
    event.listen(engine, "connect", partial(_prepare_sqlite, Turns()))
    event.listen(engine, "checkin", _end_turn)
    return engine


def conninfo(store: Engine) -> str:
    """Return how libpq reaches a store that is PostgreSQL, its password in it."""
    plain = store.url.set(drivername="postgresql")
    return plain.render_as_string(hide_password=False)


def _make_file(
    _dialect: Dialect,
    _entry: ConnectionPoolEntry,
    where: Sequence[str],
    _options: Mapping[str, object],
) -> None:
    # Where it cannot be made, SQLite says why in a moment.
    with suppress(OSError):
        Path(where[0]).touch(mode=0o600, exist_ok=False)


def _prepare_sqlite(
    turns: Turns, connection: sqlite3.Connection, entry: ConnectionPoolEntry
) -> None:
    # Python's module opens a transaction only at the first write, too late for what
    # was read before it: two workers would overwrite each other without an error.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("PRAGMA foreign_keys = on")
    _info(entry)[_TURNS] = turns


def _end_turn(_connection: object, entry: ConnectionPoolEntry) -> None:
    # What was done is committed or rolled back by now.
    its = _info(entry)
    if its.pop(_TURN, False):
        its[_TURNS].give()


def _info(entry: ConnectionPoolEntry | PoolProxiedConnection) -> dict[str, Any]:
    assert entry.record_info is not None
    return entry.record_info


class TurnsDialect(SQLiteDialect_pysqlite):
    """SQLite whose transactions may write from their beginning, in turns.

    SQLite lets who asks again at once go before all who wait, for as long as letters
    wait to be answered; so the threads of one program take turns.
    """

    driver = "turns"
    supports_statement_cache = True

    # Beginning in an event of the engine would make every statement ask for listeners.
    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin, once it is this connection's turn; TimeoutError if it never is."""
        its = _info(dbapi_connection)
        if _TURN not in its:
            if not its[_TURNS].take(PATIENCE):
                why = TimeoutError("another thread is at it")
                raise OperationalError("BEGIN IMMEDIATE", None, why)
            its[_TURN] = True
        dbapi_connection.execute("BEGIN IMMEDIATE")


registry.register("sqlite.turns", __name__, TurnsDialect.__name__)
