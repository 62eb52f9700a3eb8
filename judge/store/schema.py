"""Bringing the tables of a store up to date."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, inspect, select

MIGRATING = 0x6A75646765  # the lock: a number that nobody else locks in this database
# The schema of what wakes programs, which is made anew where it is missing.
WAKEUPS = "judge_wakeups"
# How revisions were called before the first release; since then they begin with an "r".
_UNRELEASED = re.compile(r"\d{4}")


class TablesState(Enum):
    """Whether a store has the tables of this version, and if not, whose it has."""

    CURRENT = "current"
    ABSENT = "absent"
    OLDER = "older"
    NEWER = "newer"
    UNRELEASED = "unreleased"
    FOREIGN = "foreign"


class NewerStoreError(Exception):
    """The tables were changed by a newer version than this one."""


class UnreleasedStoreError(Exception):
    """The tables are from before the first release, and nothing is known of them."""


def migrate(engine: Engine, folder: Path) -> None:
    """Run the migrations in `folder` that the store has not seen, all or none.

    Two programs may do so at once: the second waits, and finds nothing left to do.
    NewerStoreError when a newer version has been at it, of which nothing is known here;
    UnreleasedStoreError when its tables are from before the first release.
    """
    with engine.connect() as connection, _references_unwatched(connection):
        migrate_within(connection, folder)


def migrate_within(connection: Connection, folder: Path) -> None:
    """Run the migrations that the store has not seen in a transaction; as `migrate`."""
    _lock(connection)
    config = _config(folder)
    match _state(connection, ScriptDirectory.from_config(config)):
        case TablesState.NEWER:
            raise NewerStoreError
        case TablesState.UNRELEASED:
            raise UnreleasedStoreError
        case _:
            pass
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def tables_state(engine: Engine, folder: Path) -> TablesState:
    """Return how the tables of a store compare with the migrations in `folder`."""
    with engine.begin() as connection:
        return _state(connection, ScriptDirectory.from_config(_config(folder)))


def _state(connection: Connection, scripts: ScriptDirectory) -> TablesState:
    seen = MigrationContext.configure(connection).get_current_revision()
    if seen:
        return _state_of_revision(seen, scripts)
    return TablesState.FOREIGN if inspect(connection).get_table_names() else TablesState.ABSENT


def revision_of(engine: Engine) -> str:
    """Return the newest migration that the store has seen, or "" for none."""
    with engine.begin() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def revision_state(revision: str, folder: Path) -> TablesState:
    """Return how tables of a revision compare with the migrations in `folder`.

    "" stands for no tables.
    """
    if not revision:
        return TablesState.ABSENT
    return _state_of_revision(revision, ScriptDirectory.from_config(_config(folder)))


def _state_of_revision(revision: str, scripts: ScriptDirectory) -> TablesState:
    if revision == scripts.get_current_head():
        return TablesState.CURRENT
    if revision in {script.revision for script in scripts.walk_revisions()}:
        return TablesState.OLDER
    return TablesState.UNRELEASED if _UNRELEASED.fullmatch(revision) else TablesState.NEWER


def _config(folder: Path) -> Config:
    config = Config()
    # A percent sign in a path would be read as the name of another setting.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


@contextmanager
def _references_unwatched(connection: Connection) -> Iterator[None]:
    """Do all in one transaction, at whose end each row that is referred to is there.

    SQLite watches references at each statement, and so lets no table go that others
    refer to; to change one is to copy it and let the old one go. The watch ends and
    begins outside of a transaction only.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    bare = connection.connection.driver_connection
    assert isinstance(bare, sqlite3.Connection)
    bare.execute("PRAGMA foreign_keys = off")
    try:
        with connection.begin():
            yield
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if lost:
                raise RuntimeError(f"a migration lost what others refer to: {lost[0]}")
    finally:
        bare.execute("PRAGMA foreign_keys = on")


def _lock(connection: Connection) -> None:
    # SQLite has begun with the lock for writing already.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
