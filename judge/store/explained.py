"""Explains the store's errors to a person, by SQLite's result code or PostgreSQL's SQLSTATE."""

import sqlite3
from pathlib import Path

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, TimeoutError as NoConnectionError

from judge.store.connect import OvertakenError, open_reader
from judge.store.schema import NewerStoreError, UnreleasedStoreError
from judge.troubles import Trouble, trouble, trouble_with_code


def store_trouble(error: BaseException, address: str | URL) -> Trouble | None:
    """Return the explanation of an error of the store at `address`, None for any other error."""
    if isinstance(error, NoConnectionError):
        return trouble("store-busy")
    if isinstance(error, OvertakenError):
        return trouble("store-overtaken")
    if isinstance(error, ArgumentError):
        return trouble("store-address")
    if isinstance(error, NewerStoreError):
        return trouble("store-newer")
    if isinstance(error, UnreleasedStoreError):
        return trouble("store-unreleased")
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return sqlite_trouble(error, Path(url.database or ""))
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = str(cause) if isinstance(error, DBAPIError) else ""
    return trouble_with_code(getattr(cause, "sqlstate", None) or "", words, "PostgreSQL")


def is_damaged(address: str) -> bool:
    """Return whether SQLite finds damage in its file; it reads the whole file for that.

    It holds nobody up who writes meanwhile.
    """
    reader = open_reader(address)
    try:
        with reader.connect() as connection:
            return bool(connection.execute(text("PRAGMA quick_check(1)")).scalar_one() != "ok")
    finally:
        reader.dispose()


def sqlite_trouble(error: BaseException, file: Path) -> Trouble | None:
    """Return the explanation of `error` for the database `file`, or None if it is not SQLite's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, TimeoutError):
        # Another thread of this program has its turn.
        return trouble("store-busy")
    if isinstance(cause, FileNotFoundError):
        return trouble("store-moved", file=str(file))
    if not isinstance(cause, sqlite3.Error):
        return None
    if file.is_dir():
        return trouble("store-is-a-folder", file=str(file))
    # Errors of Python's own module, such as about a closed connection, have no code.
    code = getattr(cause, "sqlite_errorname", "")
    known = trouble_with_code(code, str(cause), "SQLite", file=str(file))
    return known or trouble("store-unknown", file=str(file), reason=str(cause))
