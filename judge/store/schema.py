"""Bringing the tables of a store up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, select

MIGRATING = 0x6A75646765  # the lock: a number that nobody else locks in this database


def migrate(engine: Engine, folder: Path) -> None:
    """Run the migrations in `folder` that the store has not seen, all or none.

    Two programs may do so at once: the second waits, and finds nothing left to do.
    """
    with engine.connect() as connection, _references_unwatched(connection):
        _lock(connection)
        config = _config(folder)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_current(engine: Engine, folder: Path) -> bool:
    """Return whether the store has seen all migrations in `folder`, and no others."""
    heads = ScriptDirectory.from_config(_config(folder)).get_heads()
    with engine.begin() as connection:
        seen = MigrationContext.configure(connection).get_current_heads()
    return set(seen) == set(heads)


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
