"""Opening the store: SQLite for one machine, PostgreSQL for many."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.pool import ConnectionPoolEntry

PATIENCE = 15  # seconds to wait for a lock, or for the server to answer


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
            connect_args={"connect_timeout": PATIENCE},
        )
    engine = create_engine(
        url, hide_parameters=True, connect_args={"timeout": PATIENCE}
    )
    event.listen(engine, "do_connect", _make_file)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_immediate)
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
    connection: sqlite3.Connection, _entry: ConnectionPoolEntry
) -> None:
    # Python's module opens a transaction only at the first write, too late for what
    # was read before it: two workers would overwrite each other without an error.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("PRAGMA foreign_keys = on")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
