"""A reading engine cannot write, and waits for no writer."""

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from judge.store import open_reader


def only_reads(store: Engine) -> None:
    """Fail if a reader of this store can write, or does not see committed data."""
    reader = open_reader(store.url.render_as_string(hide_password=False))
    try:
        with reader.connect() as connection, pytest.raises(DBAPIError, match=r"read-?only"):
            connection.execute(text("DELETE FROM games"))
        with store.begin() as writer:
            writer.execute(text("DELETE FROM games"))
            with reader.connect() as connection:
                assert connection.execute(text("SELECT count(*) FROM games")).scalar() is not None
    finally:
        reader.dispose()


def test_a_reader_of_sqlite_only_reads(sqlite_store: Engine) -> None:
    only_reads(sqlite_store)


def test_a_reader_of_postgresql_only_reads(postgres_store: Engine) -> None:
    only_reads(postgres_store)
