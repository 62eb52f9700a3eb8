"""Migrations and tables give the same schema, on both databases."""

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from judge.store import is_current, migrate
from judge.store.tables import metadata
from tests.store.builders import Opened

MIGRATIONS = Path(__file__).parent.parent.parent / "migrations"


def test_the_migrations_build_the_tables(store: Engine) -> None:
    with store.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_server_default": True}
        )

        assert compare_metadata(context, metadata) == []


def test_the_migrations_build_the_very_statements_of_the_tables(
    sqlite_store: Engine, tmp_path: Path, opened: Opened
) -> None:
    created = opened(f"sqlite:///{tmp_path / 'created.db'}")
    with created.begin() as connection:
        metadata.create_all(connection)

    assert _statements(sqlite_store) == _statements(created)


def test_both_databases_have_the_same_constraints(
    sqlite_store: Engine, postgres_store: Engine
) -> None:
    with sqlite_store.connect() as connection:
        query = "SELECT group_concat(sql) FROM sqlite_master"
        told = connection.execute(text(query)).scalar_one()
    with postgres_store.connect() as connection:
        query = "SELECT conname FROM pg_constraint WHERE contype IN ('p','f','u','c')"
        schema = "AND connamespace = 'public'::regnamespace"
        kept = set(connection.scalars(text(f"{query} {schema}")))

    named = set(re.findall(r"CONSTRAINT (\w+)", told))
    assert {name for name in kept if "alembic" not in name} == {
        name for name in named if "alembic" not in name
    }


def test_a_migrated_store_is_current(store: Engine) -> None:
    assert is_current(store, MIGRATIONS)


def test_a_new_store_is_not_current(tmp_path: Path, opened: Opened) -> None:
    engine = opened(f"sqlite:///{tmp_path / 'new.db'}")

    assert not is_current(engine, MIGRATIONS)


def test_migrating_once_more_changes_nothing(store: Engine) -> None:
    migrate(store, MIGRATIONS)

    assert is_current(store, MIGRATIONS)


def test_a_folder_with_a_percent_sign_is_found(tmp_path: Path, opened: Opened) -> None:
    folder = tmp_path / "100%s"
    folder.symlink_to(MIGRATIONS)
    engine = opened(f"sqlite:///{tmp_path / 'new.db'}")
    migrate(engine, folder)

    assert is_current(engine, folder)


def test_an_error_of_the_store_does_not_tell_what_was_to_be_stored(
    store: Engine,
) -> None:
    wrong = text("INSERT INTO nowhere VALUES (:word)")
    with store.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(wrong, {"word": "hunter2"})

    assert "hunter2" not in str(raised.value)


def _statements(engine: Engine) -> set[str]:
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    with engine.connect() as connection:
        found = connection.scalars(text(query)).all()
    return {_sorted(statement) for statement in found if "alembic" not in statement}


def _sorted(statement: str) -> str:
    """Return the statement with its parts in the order of the alphabet."""
    words = re.split(r",\s", statement.replace("(\n", "(,\n"))
    return "\n".join(sorted(word.strip(" \n\t)") for word in words))
