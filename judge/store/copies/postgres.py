"""Copies of a PostgreSQL store, by the programs that come with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, func, select, text

from judge.store.copies.tool import CopyError, run_tool
from judge.store.schema import MIGRATING, WAKEUPS

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)


def copy_postgres(engine: Engine, target: Path) -> None:
    """Write all of a store, as it is at one moment, into a new file of its owner's.

    CopyError says why it cannot be done.
    """
    target.touch(mode=0o600, exist_ok=False)
    words = ("--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
    run_tool("pg_dump", engine.url, f"--exclude-schema={WAKEUPS}", *words)


@contextmanager
def seized_postgres(engine: Engine) -> Iterator[Connection]:
    """Give a connection to a database that nobody else uses; CopyError if one does.

    A judge that starts within the block waits for its end, as for a migration.
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
    """Put a copy in the place of all tables that there are; None leaves none.

    CopyError says why it cannot be done; there are no tables then.
    """
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    connection.commit()
    if source is not None:
        words = ("--no-owner", "--no-privileges", "--single-transaction", str(source))
        run_tool("pg_restore", connection.engine.url, "--exit-on-error", *words)
