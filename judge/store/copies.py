"""Backups: writes the whole store into one file, and restores it from there.

SQLite has a statement for this, PostgreSQL the programs pg_dump and pg_restore. Neither blocks a
running judge.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, func, select, text

from judge.store.connect import PATIENCE
from judge.store.explained import sqlite_trouble
from judge.store.schema import MIGRATING, WAKEUPS

_ERROR = re.compile(r"^\w+: (?:error|fatal): (.+)$", re.MULTILINE)


class CopyError(Exception):
    """A copy could not be written or restored; the text gives the reason in plain words."""


def run_tool(name: str, url: URL, *words: str) -> None:
    """Run a program of PostgreSQL on the database at `url`; raises CopyError if it fails.

    The password is passed in the environment, because everybody on the machine can read arguments.
    CopyError contains only the first line of the error: rows of the database may follow it.
    """
    program = shutil.which(name)
    if program is None:
        raise CopyError(f"{name} is not installed (Debian: postgresql-client)")
    # Not `url.set`: it ignores a password of None.
    plain = URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    secret = {} if url.password is None else {"PGPASSWORD": url.password}
    result = subprocess.run(
        [program, f"--dbname={plain.render_as_string()}", *words],
        env={**os.environ, "LC_ALL": "C", **secret},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if result.returncode:
        message = _ERROR.search(result.stderr)
        reason = message[1] if message else f"it ended with status {result.returncode}"
        raise CopyError(f"{name}: {reason}")


_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)


def copy_postgres(engine: Engine, target: Path) -> None:
    """Write a consistent copy of a store into a new file that only its owner can read.

    Raises CopyError, with the reason, if that is impossible.
    """
    target.touch(mode=0o600, exist_ok=False)
    words = ("--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
    run_tool("pg_dump", engine.url, f"--exclude-schema={WAKEUPS}", *words)


@contextmanager
def seized_postgres(engine: Engine) -> Iterator[Connection]:
    """Yield a connection to a database that nobody else uses; raises CopyError if it is in use.

    A judge that starts meanwhile waits until the block ends, as for a migration.
    """
    with engine.connect() as connection:
        others = connection.execute(_OTHERS).scalar_one()
        if others:
            raise CopyError(f"others use the database ({others} connections)")
        connection.execute(select(func.pg_advisory_lock(MIGRATING)))
        connection.commit()
        try:
            yield connection
        finally:
            connection.rollback()
            connection.execute(select(func.pg_advisory_unlock(MIGRATING)))
            connection.commit()


def fill_postgres(connection: Connection, source: Path | None) -> None:
    """Replace all tables by those in the copy `source`; with None, delete all tables.

    Raises CopyError, with the reason, if that is impossible; then no tables are left.
    """
    tables = MetaData()
    tables.reflect(connection)
    tables.drop_all(connection)
    connection.commit()
    if source is not None:
        words = ("--no-owner", "--no-privileges", "--single-transaction", str(source))
        run_tool("pg_restore", connection.engine.url, "--exit-on-error", *words)


_BESIDE = ("-wal", "-shm")  # files that SQLite puts beside a database; they are part of it


def copy_sqlite(source: Path, target: Path) -> None:
    """Write a consistent copy of a store into a new file that only its owner can read.

    Unlike a copy of the file it has no free pages, and so no deleted data. Raises CopyError, with
    the reason, if that is impossible.
    """
    target.touch(mode=0o600, exist_ok=False)
    with _opened(source, PATIENCE) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def sqlite_damage(file: Path) -> str:
    """Return the first damage in the pages of a database, or "" if there is none."""
    with _opened(file, PATIENCE) as connection:
        (damage,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if damage == "ok" else str(damage)


def fold_sqlite(file: Path) -> None:
    """Merge the files beside a database into the database file, and delete them."""
    with _opened(file, PATIENCE) as connection:
        connection.execute("PRAGMA journal_mode = delete")


def is_open_elsewhere(file: Path) -> bool:
    """Return whether any program has the database open; False if it is damaged."""
    try:
        with closing(_connected(file, 0)) as connection:
            # SQLite allows this only to the sole user of a database.
            connection.execute("PRAGMA journal_mode = delete")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    except sqlite3.DatabaseError:
        return False
    return False


def files_of(database: Path) -> tuple[Path, ...]:
    """Return the existing files of a store: the database and the files beside it."""
    candidates = (database.with_name(database.name + end) for end in ("", *_BESIDE))
    return tuple(file for file in candidates if file.exists())


@contextmanager
def _opened(file: Path, patience: float) -> Iterator[sqlite3.Connection]:
    try:
        with closing(_connected(file, patience)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise CopyError(str(sqlite_trouble(error, file)).rstrip(".")) from None


def _connected(file: Path, patience: float) -> sqlite3.Connection:
    # The file must exist; otherwise sqlite3 creates an empty one.
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, patience, isolation_level=None, uri=True)
