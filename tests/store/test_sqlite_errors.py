"""Each error of SQLite is explained by its code, and only damage is called damage."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from judge.store import open_store, sqlite_trouble


@contextmanager
def opened(file: Path, query: str = "mode=rw") -> Iterator[sqlite3.Connection]:
    """Yield a connection that waits for no lock and begins no transaction by itself."""
    address = f"{file.as_uri()}?{query}"
    connection = sqlite3.connect(address, timeout=0, isolation_level=None, uri=True)
    try:
        yield connection
    finally:
        connection.close()


def locked_by_another(file: Path) -> None:
    with opened(file) as other, opened(file) as own:
        other.execute("BEGIN EXCLUSIVE")
        own.execute("SELECT * FROM words")


def locked_by_itself(file: Path) -> None:
    with opened(file, "cache=shared") as one, opened(file, "cache=shared") as two:
        one.execute("BEGIN")
        one.execute("DELETE FROM words")
        two.execute("SELECT * FROM words")


def full(file: Path) -> None:
    with opened(file) as own:
        own.execute("PRAGMA max_page_count = 20")
        own.execute("INSERT INTO words VALUES (zeroblob(1000000))")


def full_disk_beside(file: Path) -> None:
    with opened(file) as own:
        own.execute("PRAGMA journal_mode = WAL")
    limits = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with opened(file) as own:
            own.execute("SELECT * FROM words")
    finally:
        setrlimit(RLIMIT_FSIZE, limits)


def read_only(file: Path) -> None:
    with opened(file, "mode=ro") as own:
        own.execute("DELETE FROM words")


def moved(file: Path) -> None:
    with opened(file) as own:
        own.execute("SELECT * FROM words")
        file.rename(file.with_suffix(".old"))
        own.execute("DELETE FROM words")


def damaged(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[:4096] + b"\xff" * (len(raw) - 4096))
    with opened(file) as own:
        own.execute("SELECT * FROM words")


def no_database(file: Path) -> None:
    file.write_bytes(b"a letter to the judge " * 500)
    with opened(file) as own:
        own.execute("SELECT * FROM words")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()
    with opened(file) as own:
        own.execute("SELECT * FROM words")


UNHARMED = [
    (locked_by_another, "is locked by another program", "Wait until"),
    (locked_by_itself, "is locked by another part of this program", "Try again"),
    (full, "no room left", "Make room on its disk"),
    (full_disk_beside, "no room left", "Make room on its disk"),
    (read_only, "cannot be written", "must belong to the user"),
    (moved, "moved or deleted", "put the file back"),
    (a_folder, "is a folder", "Move it away"),
]
HARMED = [
    (damaged, "is damaged", "take the newest backup"),
    (no_database, "is no database of SQLite", "take the newest backup"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "judge.db"
    with opened(file, "mode=rwc") as own:
        own.execute("CREATE TABLE words (word BLOB)")
        own.execute("INSERT INTO words VALUES (zeroblob(9000))")
    return file


@pytest.mark.parametrize(("bring_about", "what", "mend"), UNHARMED + HARMED)
def test_a_trouble_of_sqlite_is_told_with_its_own_mend(
    bring_about: Callable[[Path], None], what: str, mend: str, file: Path
) -> None:
    with pytest.raises(sqlite3.Error) as caught:
        bring_about(file)

    bare = sqlite_trouble(caught.value, file)
    assert bare is not None
    assert str(file) in str(bare.what)
    assert what in str(bare.what)
    assert mend in str(bare.mend)
    assert ("damaged" in str(bare.what) or "restore" in str(bare.mend)) == (
        (bring_about, what, mend) in HARMED
    )
    # The same error, as SQLAlchemy wraps it.
    assert sqlite_trouble(OperationalError("a statement", {}, caught.value), file) == bare


def test_an_error_of_another_database_is_none_of_sqlite(tmp_path: Path) -> None:
    gone = OperationalError("a statement", {}, Exception("the server is gone"))

    assert sqlite_trouble(gone, tmp_path) is None


def test_nothing_is_written_into_a_database_that_was_moved_away(tmp_path: Path) -> None:
    """SQLite would write on into the deleted file, and a letter would be lost that was kept."""
    file = tmp_path / "judge.db"
    store = open_store(f"sqlite:///{file}")
    with store.begin() as connection:
        connection.execute(text("CREATE TABLE words (word)"))
    file.rename(tmp_path / "elsewhere.db")
    with pytest.raises(OperationalError) as caught, store.begin() as connection:
        connection.execute(text("INSERT INTO words VALUES (1)"))
    (tmp_path / "elsewhere.db").rename(file)
    with store.begin() as connection:
        connection.execute(text("INSERT INTO words VALUES (2)"))
    store.dispose()

    assert "moved or deleted" in str(sqlite_trouble(caught.value, file))
