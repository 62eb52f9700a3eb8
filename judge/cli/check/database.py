"""The database: whether it can be reached, whose tables it has, and who may read it."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from judge.cli.check.finding import Finding
from judge.config import Configuration
from judge.shipped import shipped
from judge.store import TablesState, inbox, open_store, sqlite_trouble, tables_state

# What opening or asking a database raises; ValueError is of an address with no port.
UNREACHABLE = (SQLAlchemyError, OSError, ImportError, ValueError)


def database_finding(settings: Configuration) -> Finding:
    """Return whether the judge can work with its database."""
    try:
        file = sqlite_file(settings)
        found = _file_finding(file) if file is not None else None
        return found or _opened_finding(settings, file)
    except (ArgumentError, ValueError):
        return Finding(
            "database",
            trouble="`database` is no address of a database that the judge can use; "
            "leave it out for SQLite in the data folder, or write "
            "postgresql+psycopg://USER:PASSWORD@HOST/NAME.",
        )


def _opened_finding(settings: Configuration, file: Path | None) -> Finding:
    try:
        with opened(settings) as store:
            return _finding_of(tables_state(store, shipped("migrations")))
    except (ArgumentError, ValueError):
        raise
    except UNREACHABLE as error:
        if file is not None and (trouble := sqlite_trouble(error, file)):
            return Finding("database", trouble=f"{trouble}.")
        return Finding(
            "database",
            trouble=f"Cannot be used ({type(error).__name__}). Is `database` right, "
            "does the server run, and may this user log in?",
        )


def last_sign(settings: Configuration) -> datetime | None:
    """Return when the judge was last awake, or None where nobody knows."""
    try:
        file = sqlite_file(settings)
        if file is not None and not file.exists():
            return None
        with opened(settings) as store, store.connect() as connection:
            return inbox.last_sign(connection)
    except UNREACHABLE:
        return None


@contextmanager
def opened(settings: Configuration) -> Iterator[Engine]:
    """Give the store; none is made by looking at it, if `sqlite_file` is there."""
    store = open_store(settings.database_url)
    try:
        yield store
    finally:
        store.dispose()


def sqlite_file(settings: Configuration) -> Path | None:
    """Return the file of an SQLite database, or None of another; it may raise."""
    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite":
        return None
    return Path(url.database) if url.database else None


def _file_finding(file: Path) -> Finding | None:
    """Return what hinders the judge to use a database that is a file, if anything."""
    if not file.exists():
        note = "There is none yet; `judge serve` makes it when it starts."
        return Finding("database", note=note)
    if not os.access(file, os.R_OK | os.W_OK):
        return Finding(
            "database",
            trouble=f"{file} cannot be written by this user. It must belong to the "
            "user that the judge runs as; `judge setup` sets that right.",
        )
    if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return Finding(
            "database",
            trouble=f"{file} holds everybody's press and orders, and can be read by "
            f"other users of this machine: `chmod 600 {file}`.",
        )
    return None


def _finding_of(state: TablesState) -> Finding:
    match state:
        case TablesState.CURRENT:
            return Finding("database", "can be reached and is up to date.")
        case TablesState.ABSENT:
            note = "It is empty; `judge serve` makes its tables when it starts."
            return Finding("database", note=note)
        case TablesState.OLDER:
            note = (
                "Its tables are those of an older version; `judge serve` brings them "
                "up to date when it starts. Make a backup first."
            )
            return Finding("database", note=note)
        case TablesState.NEWER:
            return Finding(
                "database",
                trouble="A newer version of the judge has changed its tables, and this "
                "one cannot work with them. Install that version again, or restore the "
                "backup from before.",
            )
        case TablesState.UNRELEASED:
            return Finding(
                "database",
                trouble="It is from before the first release of the judge, and no release "
                "can read its tables. Put it elsewhere; `judge serve` begins a new one.",
            )
        case TablesState.FOREIGN:
            return Finding(
                "database",
                trouble="It holds tables of another program; give the judge a database "
                "of its own with `database`.",
            )
