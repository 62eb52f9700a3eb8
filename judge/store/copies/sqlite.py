"""Copies of an SQLite store."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from judge.store.connect import PATIENCE
from judge.store.copies.tool import CopyError
from judge.store.sqlite_errors import sqlite_trouble

_BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database, and is part of it


def copy_sqlite(source: Path, target: Path) -> None:
    """Write all of a store, as it is at one moment, into a new file of its owner's.

    What was deleted does not come along: unlike a copy of the file it has no free
    pages. CopyError says why it cannot be done.
    """
    target.touch(mode=0o600, exist_ok=False)
    with _opened(source, PATIENCE) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def sqlite_damage(file: Path) -> str:
    """Return what is wrong with the pages of a database, or "" for nothing."""
    with _opened(file, PATIENCE) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if found == "ok" else str(found)


def fold_sqlite(file: Path) -> None:
    """Leave all of a database in its one file, with nothing beside it."""
    with _opened(file, PATIENCE) as connection:
        connection.execute("PRAGMA journal_mode = delete")


def is_open_elsewhere(file: Path) -> bool:
    """Return whether anything has the database open, be it a judge of any version.

    One that is damaged can be in nobody's use.
    """
    try:
        with closing(_connected(file, 0)) as connection:
            # SQLite does so for the only one at a database and for nobody else.
            connection.execute("PRAGMA journal_mode = delete")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    except sqlite3.DatabaseError:
        return False
    return False


def files_of(database: Path) -> tuple[Path, ...]:
    """Return the files of a store that there are, its own and those beside it."""
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
    # It must be there already: to make an empty one would be no help.
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, patience, isolation_level=None, uri=True)
