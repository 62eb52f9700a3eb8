"""Runs the migrations of the store, and compares its tables with them."""

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

from judge.store.tables import metadata

MIGRATING = 0x6A75646765  # key of the lock; nothing else in this database uses this number
# The schema of the triggers that wake programs; it is recreated if it is missing.
WAKEUPS = "judge_wakeups"
# Revision ids before the first release; later ones begin with "r".
_UNRELEASED = re.compile(r"\d{4}")


class TablesState(Enum):
    """The state of a store's tables, compared with this version's migrations."""

    CURRENT = "current"
    #: Some tables are missing, as after half a restore.
    LACKING = "lacking"
    ABSENT = "absent"
    OLDER = "older"
    NEWER = "newer"
    UNRELEASED = "unreleased"
    FOREIGN = "foreign"


class NewerStoreError(Exception):
    """A newer version than this one has changed the tables."""


class UnreleasedStoreError(Exception):
    """The tables are from before the first release, and this version cannot read them."""


def migrate(engine: Engine, folder: Path) -> None:
    """Run the missing migrations in `folder`, all or none.

    If two programs do this at the same time, the second waits and then has nothing to do. Raises
    NewerStoreError if a newer version migrated the store, and UnreleasedStoreError if its tables
    are from before the first release.
    """
    with engine.connect() as connection, _references_unwatched(connection):
        migrate_within(connection, folder)


def migrate_within(connection: Connection, folder: Path) -> None:
    """As `migrate`, inside a transaction."""
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
    """Return the state of a store's tables, compared with the migrations in `folder`."""
    with engine.begin() as connection:
        return _state(connection, ScriptDirectory.from_config(_config(folder)))


def _state(connection: Connection, scripts: ScriptDirectory) -> TablesState:
    seen = MigrationContext.configure(connection).get_current_revision()
    present = set(inspect(connection).get_table_names())
    if not seen:
        return TablesState.FOREIGN if present else TablesState.ABSENT
    state = _state_of_revision(seen, scripts)
    is_whole = state is not TablesState.CURRENT or present.issuperset(metadata.tables)
    return state if is_whole else TablesState.LACKING


def revision_of(engine: Engine) -> str:
    """Return the store's newest migration, "" if there is none."""
    with engine.begin() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def revision_state(revision: str, folder: Path) -> TablesState:
    """Return the state of tables at a revision, compared with the migrations in `folder`.

    "" means a store without tables.
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
    # A percent sign in a path would be parsed as the name of another setting.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


@contextmanager
def _references_unwatched(connection: Connection) -> Iterator[None]:
    """Run the block in one transaction, in which foreign keys are checked only at the end.

    SQLite changes a table by copying it and dropping the old one. It checks foreign keys at each
    statement, so it would not drop a table to which others refer. The check can only be switched
    off outside of a transaction.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    raw_connection = connection.connection.driver_connection
    assert isinstance(raw_connection, sqlite3.Connection)
    raw_connection.execute("PRAGMA foreign_keys = off")
    try:
        with connection.begin():
            yield
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if lost:
                raise RuntimeError(f"a migration lost what others refer to: {lost[0]}")
    finally:
        raw_connection.execute("PRAGMA foreign_keys = on")


def _lock(connection: Connection) -> None:
    # On SQLite the transaction has begun with the write lock already.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
