"""A whole copy of the store in one file, and the way back from it.

SQLite has a statement for it, PostgreSQL its programs pg_dump and pg_restore. Neither
blocks a running judge.
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

from judge.store.connect import PATIENCE, sqlite_trouble
from judge.store.schema import MIGRATING, WAKEUPS

_ERROR = re.compile(r"^\w+: (?:error|fatal): (.+)$", re.MULTILINE)


class CopyError(Exception):
    """A copy could not be made or put back; the text is why, in plain words."""


def run_tool(name: str, url: URL, *words: str) -> None:
    """Run a program of PostgreSQL on the database at `url`; CopyError if it fails.

    The password goes by the environment, because everybody on the machine can read the
    arguments. CopyError has only the first line of the error: rows may follow below.
    """
    found = shutil.which(name)
    if found is None:
        raise CopyError(f"{name} is not installed (Debian: postgresql-client)")
    # Not `url.set`, which keeps the password if it is given None.
    plain = URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    secret = {} if url.password is None else {"PGPASSWORD": url.password}
    done = subprocess.run(
        [found, f"--dbname={plain.render_as_string()}", *words],
        env={**os.environ, "LC_ALL": "C", **secret},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        told = _ERROR.search(done.stderr)
        why = told[1] if told else f"it ended with status {done.returncode}"
        raise CopyError(f"{name}: {why}")


_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)


def copy_postgres(engine: Engine, target: Path) -> None:
    """Write a consistent copy of a store into a new file that only its owner can read.

    CopyError says why it cannot be done.
    """
    target.touch(mode=0o600, exist_ok=False)
    words = ("--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
    run_tool("pg_dump", engine.url, f"--exclude-schema={WAKEUPS}", *words)


@contextmanager
def seized_postgres(engine: Engine) -> Iterator[Connection]:
    """Give a connection to a database that nobody else uses; CopyError if somebody does.

    A judge that starts meanwhile waits for the end of the block, as for a migration.
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
    """Replace all tables by those of a copy; None leaves no tables.

    CopyError says why it cannot be done; no tables are left then.
    """
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    connection.commit()
    if source is not None:
        words = ("--no-owner", "--no-privileges", "--single-transaction", str(source))
        run_tool("pg_restore", connection.engine.url, "--exit-on-error", *words)


_BESIDE = ("-wal", "-shm")  # files of SQLite beside a database, and part of it


def copy_sqlite(source: Path, target: Path) -> None:
    """Write a consistent copy of a store into a new file that only its owner can read.

    Unlike a copy of the file it has no free pages, and so nothing that was deleted.
    CopyError says why it cannot be done.
    """
    target.touch(mode=0o600, exist_ok=False)
    with _opened(source, PATIENCE) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def sqlite_damage(file: Path) -> str:
    """Return what is wrong with the pages of a database, "" for nothing."""
    with _opened(file, PATIENCE) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if found == "ok" else str(found)


def fold_sqlite(file: Path) -> None:
    """Write all of a database into its one file, with none beside it."""
    with _opened(file, PATIENCE) as connection:
        connection.execute("PRAGMA journal_mode = delete")


def is_open_elsewhere(file: Path) -> bool:
    """Return whether any program has the database open; False if it is damaged."""
    try:
        with closing(_connected(file, 0)) as connection:
            # SQLite does so only for the sole user of a database.
            connection.execute("PRAGMA journal_mode = delete")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    except sqlite3.DatabaseError:
        return False
    return False


def files_of(database: Path) -> tuple[Path, ...]:
    """Return the existing files of a store: its own and those beside it."""
    every = (database.with_name(database.name + end) for end in ("", *_BESIDE))
    return tuple(one for one in every if one.exists())


@contextmanager
def _opened(file: Path, patience: float) -> Iterator[sqlite3.Connection]:
    try:
        with closing(_connected(file, patience)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise CopyError(str(sqlite_trouble(error, file))) from None


def _connected(file: Path, patience: float) -> sqlite3.Connection:
    # The file must exist; sqlite3 would make an empty one.
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, patience, isolation_level=None, uri=True)
