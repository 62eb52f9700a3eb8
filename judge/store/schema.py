"""Bringing the tables of a store up to date."""

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
    with engine.begin() as connection:
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


def _lock(connection: Connection) -> None:
    # SQLite has begun with the lock for writing already.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
