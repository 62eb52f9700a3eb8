"""Opens the store, and builds statements that are safe for several workers.

SQLite serves one machine, PostgreSQL several.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from threading import Event, Lock
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Row,
    Select,
    Table,
    bindparam,
    create_engine,
    event,
    make_url,
    or_,
)
from sqlalchemy.dialects import postgresql, registry, sqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    OperationalError,
    TimeoutError as NoConnectionError,
)
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection
from sqlalchemy.sql.dml import ReturningInsert


@dataclass(slots=True)
class Turns:
    """A fair lock: the thread that has waited longest gets it next."""

    waiting: deque[Event] = field(default_factory=deque)
    _taken: bool = False
    _lock: Lock = field(default_factory=Lock)

    def take(self, patience: float) -> bool:
        """Wait at most `patience` seconds for the lock; return whether this thread got it."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            mine = Event()
            self.waiting.append(mine)
        if mine.wait(patience):
            return True
        with self._lock:
            granted = mine.is_set()
            if not granted:
                self.waiting.remove(mine)
            return granted

    def give(self) -> None:
        """Release the lock, and pass it to the thread that has waited longest."""
        with self._lock:
            if self.waiting:
                self.waiting.popleft().set()
            else:
                self._taken = False


Insertion = sqlite.Insert | postgresql.Insert


class OvertakenError(Exception):
    """Another worker was faster: the transaction must be rolled back."""


# Any query may raise these: no connection was free in time, the query failed, or another worker was
# faster.
STORE_ERRORS = (DBAPIError, NoConnectionError, OvertakenError)


def is_trouble_of_the_store(error: Exception) -> bool:
    """Return whether the store caused the error, not the values in the query.

    The store is unreachable, full, locked or hanging, or another worker was faster.
    """
    if isinstance(error, DBAPIError):
        failed = isinstance(error, OperationalError | InterfaceError)
        return failed or error.connection_invalidated
    return isinstance(error, STORE_ERRORS)


def unclaimed(table: Table) -> ColumnElement[bool]:
    """Return the condition that no worker has claimed a row of `table` at the parameter `now`.

    An expired claim belongs to a program that died.
    """
    until = table.c.claimed_until
    return or_(until.is_(None), until <= bindparam("now"))


def insert_once(connection: Connection, table: Table, values: Mapping[str, object]) -> bool:
    """Insert a row unless a unique key forbids it; return whether it was inserted."""
    statement = _telling(table, connection.dialect.name)
    return connection.execute(statement, dict(values)).first() is not None


@cache
def unless_there(table: Table, dialect: str) -> Insertion:
    """Return a statement that inserts rows and skips those that a unique key forbids."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


@cache
def _telling(table: Table, dialect: str) -> ReturningInsert[*tuple[object, ...]]:
    return unless_there(table, dialect).returning(*table.primary_key)


# Builds the condition that a column has one of the wanted keys.
Which = Callable[[ColumnElement[Any]], ColumnElement[bool]]
_Query = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Among:
    """A query for rows with certain keys.

    SQLAlchemy expands a list of keys at each call. A single key, the usual case, has a statement of
    its own, which is faster.
    """

    one: _Query
    some: _Query

    def of(
        self, connection: Connection, keys: Sequence[int] | Sequence[str]
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return the rows with these keys; without keys no query is made."""
        if len(keys) == 1:
            return connection.execute(self.one, {"its_key": keys[0]}).all()
        return connection.execute(self.some, {"keys": keys}).all() if keys else ()


def among(query_of: Callable[[Which], _Query]) -> Among:
    """Return the `Among` of the query that `query_of` builds from a condition on the keys."""
    one: BindParameter[Any] = bindparam("its_key")
    some: BindParameter[Any] = bindparam("keys", expanding=True)
    return Among(query_of(lambda column: column == one), query_of(lambda column: column.in_(some)))


PATIENCE = 15  # seconds to wait for a lock, or for the server to answer
# A server whose machine is down sends nothing; the connection fails after a minute. The system's
# default is two hours.
_ALIVE = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
_TURN, _TURNS, _FILE = "turn", "turns", "file"  # keys in a connection's info


def open_store(url: str) -> Engine:
    """Return the engine for the store at `url`, such as `sqlite:///judge.db`; nothing is read yet.

    Its errors hide the values of statements, because letters contain passwords. Only the owner can
    read a new file and the files that SQLite puts beside it. A query raises SQLAlchemy's exceptions
    if the database is unreachable.
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
    event.listen(engine, "connect", partial(_prepare_sqlite, Turns(), make_url(url).database or ""))
    event.listen(engine, "checkin", _end_turn)
    return engine


def open_reader(url: str) -> Engine:
    """Return an engine for the same store that can only read.

    Its transactions wait for no writer and hold none up: on SQLite each sees the store as it was
    when the transaction began.
    """
    if make_url(url).get_backend_name() != "sqlite":
        engine = open_store(url)
        return engine.execution_options(postgresql_readonly=True)
    engine = create_engine(
        make_url(url).set(drivername="sqlite"),
        hide_parameters=True,
        connect_args={"timeout": PATIENCE},
    )
    event.listen(engine, "connect", _only_read)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def conninfo(store: Engine) -> str:
    """Return the libpq URL of a store on PostgreSQL, with its password."""
    plain = store.url.set(drivername="postgresql")
    return plain.render_as_string(hide_password=False)


def _make_file(
    _dialect: Dialect,
    _entry: ConnectionPoolEntry,
    where: Sequence[str],
    _options: Mapping[str, object],
) -> None:
    # If the file cannot be created, SQLite reports the reason when it opens it.
    with suppress(OSError):
        Path(where[0]).touch(mode=0o600, exist_ok=False)


def _prepare_sqlite(
    turns: Turns, file: str, connection: sqlite3.Connection, entry: ConnectionPoolEntry
) -> None:
    # Python's module begins a transaction only at the first write. That is too late for rows that
    # were read before: two workers would overwrite each other without an error.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("PRAGMA foreign_keys = on")
    _info(entry)[_TURNS] = turns
    if file not in ("", ":memory:"):
        _info(entry)[_FILE] = (file, Path(file).stat().st_ino)


def _only_read(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = on")


def _end_turn(_connection: object, entry: ConnectionPoolEntry) -> None:
    # The transaction has been committed or rolled back at this point.
    info = _info(entry)
    if info.pop(_TURN, False):
        info[_TURNS].give()


def _info(entry: ConnectionPoolEntry | PoolProxiedConnection) -> dict[str, Any]:
    assert entry.record_info is not None
    return entry.record_info


class TurnsDialect(SQLiteDialect_pysqlite):
    """SQLite with transactions that may write from their beginning, one thread at a time.

    SQLite is not fair: a thread that immediately begins another transaction overtakes all waiting
    threads. So the threads of one program take turns.
    """

    driver = "turns"
    supports_statement_cache = True

    # A listener for the engine's `begin` event would slow every statement.
    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin once no other thread has a transaction; raises OperationalError after PATIENCE.

        And at once if the file is not there any more: SQLite would write on into a deleted file.
        """
        info = _info(dbapi_connection)
        if _FILE in info and not _is_there(*info[_FILE]):
            gone = FileNotFoundError("the database was moved or deleted")
            raise OperationalError("BEGIN IMMEDIATE", None, gone)
        if _TURN not in info:
            if not info[_TURNS].take(PATIENCE):
                timeout = TimeoutError("another thread is at it")
                raise OperationalError("BEGIN IMMEDIATE", None, timeout)
            info[_TURN] = True
        dbapi_connection.execute("BEGIN IMMEDIATE")


def _is_there(file: str, inode: int) -> bool:
    """Return whether a file is still the one that was opened."""
    try:
        return Path(file).stat().st_ino == inode
    except FileNotFoundError:
        return False


registry.register("sqlite.turns", __name__, TurnsDialect.__name__)
