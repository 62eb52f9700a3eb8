"""Migrations and tables give the same schema, on both databases."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Column, DateTime, Engine, MetaData, UniqueConstraint, text
from sqlalchemy.exc import DBAPIError

from judge.game import Player
from judge.store import NewerStoreError, TablesState, UnreleasedStoreError, migrate, tables_state
from judge.store.persons import add_player, find_player
from judge.store.tables import metadata
from tests.store.builders import Opened
from tests.store.schema import Parts, drop_tables, schema_of, statements_of

MIGRATIONS = Path(__file__).parent.parent.parent / "migrations"
# SQLite changes a table by copying it (see `migrations/README.md`).
COPY = """
import sqlalchemy as sa
from alembic import op

revision = "copy"
down_revision = "{newest}"


def upgrade():
    with op.batch_alter_table("players") as players:
        players.create_unique_constraint("uq_players_name_zone", ["name", "zone"])
    with op.batch_alter_table("addresses") as addresses:
        addresses.add_column(sa.Column("confirmed", sa.DateTime(timezone=True)))
        addresses.create_check_constraint(
            "confirmed_once", "main OR confirmed IS NULL"
        )
"""
PETS = """CREATE TABLE owners (number INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE pets (
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    age INTEGER,
    owner INTEGER,
    CONSTRAINT pk_pets PRIMARY KEY (number),
    CONSTRAINT uq_pets_name UNIQUE (name),
    CONSTRAINT fk_pets_owner FOREIGN KEY (owner) REFERENCES owners (number),
    CONSTRAINT ck_pets_age CHECK (age > 0)
);
CREATE UNIQUE INDEX ix_pets_owner ON pets (owner, age) WHERE age > 1"""
DIFFERENCES = [
    ("name TEXT", "called TEXT, name TEXT"),
    ("age INTEGER", "age BIGINT"),
    ("name TEXT", "name VARCHAR(20)"),
    ("age INTEGER", "age INTEGER NOT NULL"),
    ("age INTEGER", "age INTEGER DEFAULT 1"),
    ("KEY (number),", "KEY (number, name),"),
    ("UNIQUE (name)", "UNIQUE (name, age)"),
    ("CONSTRAINT uq_pets_name UNIQUE (name),", ""),
    ("uq_pets_name", "uq_pets_called"),
    ("owners (number),", "owners (number) ON DELETE CASCADE,"),
    ("(owner) REFERENCES", "(age) REFERENCES"),
    ("age > 0", "age >= 0"),
    ("ck_pets_age", "ck_pets_old"),
    ("CREATE UNIQUE INDEX", "CREATE INDEX"),
    ("(owner, age)", "(age, owner)"),
    ("age > 1", "age > 2"),
    (" WHERE age > 1", ""),
]
ONLY_STATEMENTS_TELL = ("name TEXT", "name TEXT COLLATE NOCASE")


def test_the_migrations_build_the_tables(store: Engine) -> None:
    with store.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})

        assert compare_metadata(context, metadata) == []


def test_the_migrations_build_the_very_schema_of_the_tables(empty: Engine) -> None:
    tables = _schema(empty, metadata.create_all)

    assert _schema(empty, lambda store: migrate(store, MIGRATIONS)) == tables


def test_the_migrations_build_the_very_statements_of_the_tables(
    sqlite_store: Engine, tmp_path: Path, opened: Opened
) -> None:
    created = opened(f"sqlite:///{tmp_path / 'created.db'}")
    metadata.create_all(created)

    assert statements_of(sqlite_store) == statements_of(created)


def test_a_table_that_a_migration_copied_is_the_same(empty: Engine, tmp_path: Path) -> None:
    folder = _with_a_copy(tmp_path / "migrations")
    tables = _schema(empty, _as_copied().create_all)

    assert _schema(empty, lambda store: migrate(store, folder)) == tables


def test_the_statements_of_a_table_that_a_migration_copied_are_the_same(
    tmp_path: Path, opened: Opened
) -> None:
    copied = opened(f"sqlite:///{tmp_path / 'copied.db'}")
    created = opened(f"sqlite:///{tmp_path / 'created.db'}")
    migrate(copied, _with_a_copy(tmp_path / "migrations"))
    _as_copied().create_all(created)

    assert statements_of(copied) == statements_of(created)


@pytest.mark.parametrize(("old", "new"), DIFFERENCES)
def test_a_difference_of_schema_is_found(empty: Engine, old: str, new: str) -> None:
    assert old in PETS
    before = _schema(empty, lambda store: _run(store, PETS))
    after = _schema(empty, lambda store: _run(store, PETS.replace(old, new)))

    assert before != after


@pytest.mark.parametrize(("old", "new"), [*DIFFERENCES, ONLY_STATEMENTS_TELL])
def test_a_difference_of_statements_is_found(
    tmp_path: Path, opened: Opened, old: str, new: str
) -> None:
    before = opened(f"sqlite:///{tmp_path / 'before.db'}")
    after = opened(f"sqlite:///{tmp_path / 'after.db'}")
    _run(before, PETS)
    _run(after, PETS.replace(old, new))

    assert statements_of(before) != statements_of(after)


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
    assert tables_state(store, MIGRATIONS) is TablesState.CURRENT


@pytest.mark.parametrize(
    ("statement", "state"),
    [("SELECT 1", TablesState.ABSENT), ("CREATE TABLE songs (name TEXT)", TablesState.FOREIGN)],
)
def test_a_store_without_our_tables_is_told_apart(
    tmp_path: Path, opened: Opened, statement: str, state: TablesState
) -> None:
    engine = opened(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.begin() as connection:
        connection.execute(text(statement))

    assert tables_state(engine, MIGRATIONS) is state


@pytest.mark.parametrize(
    ("seen", "state", "error"),
    [
        ("0001", TablesState.UNRELEASED, UnreleasedStoreError),
        ("0039", TablesState.UNRELEASED, UnreleasedStoreError),
        ("r9999", TablesState.NEWER, NewerStoreError),
    ],
)
def test_tables_that_this_version_does_not_know_are_left_alone(
    tmp_path: Path, opened: Opened, seen: str, state: TablesState, error: type[Exception]
) -> None:
    engine = opened(f"sqlite:///{tmp_path / 'other.db'}")
    migrate(engine, MIGRATIONS)
    with engine.begin() as connection:
        its = {"seen": seen}
        connection.execute(text("UPDATE alembic_version SET version_num = :seen"), its)

    assert tables_state(engine, MIGRATIONS) is state
    with pytest.raises(error):
        migrate(engine, MIGRATIONS)


def test_tables_of_an_older_version_are_told_apart(tmp_path: Path, opened: Opened) -> None:
    engine = opened(f"sqlite:///{tmp_path / 'older.db'}")
    migrate(engine, MIGRATIONS)

    assert tables_state(engine, _with_a_copy(tmp_path / "migrations")) is TablesState.OLDER


def test_migrating_once_more_changes_nothing(store: Engine) -> None:
    migrate(store, MIGRATIONS)

    assert tables_state(store, MIGRATIONS) is TablesState.CURRENT


def test_a_folder_with_a_percent_sign_is_found(tmp_path: Path, opened: Opened) -> None:
    folder = tmp_path / "100%s"
    folder.symlink_to(MIGRATIONS)
    engine = opened(f"sqlite:///{tmp_path / 'new.db'}")
    migrate(engine, folder)

    assert tables_state(engine, folder) is TablesState.CURRENT


def test_an_error_of_the_store_does_not_tell_what_was_to_be_stored(store: Engine) -> None:
    wrong = text("INSERT INTO nowhere VALUES (:word)")
    with store.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(wrong, {"word": "hunter2"})

    assert "hunter2" not in str(raised.value)


def _schema(empty: Engine, build: Callable[[Engine], object]) -> dict[str, Parts]:
    """Return the schema that `build` makes, and drop all tables again."""
    build(empty)
    schema = schema_of(empty)
    drop_tables(empty)
    return schema


def _run(engine: Engine, statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements.split(";"):
            connection.execute(text(statement))


def _with_a_copy(folder: Path) -> Path:
    """Return a folder with the migrations and one more that copies tables."""
    shutil.copytree(MIGRATIONS, folder)
    (newest,) = ScriptDirectory(folder).get_heads()
    (folder / "versions" / "copy.py").write_text(COPY.format(newest=newest))
    return folder


def test_a_migration_that_loses_what_others_refer_to_changes_nothing(
    sqlite_store: Engine, tmp_path: Path
) -> None:
    with sqlite_store.begin() as connection:
        add_player(connection, Player(0, "Ann", "ann@players.test", "UTC"))
    folder = _with_a_copy(tmp_path / "migrations")
    losing = 'def upgrade():\n    op.execute("DELETE FROM players")\n'
    script = folder / "versions" / "copy.py"
    script.write_text(script.read_text().partition("def upgrade")[0] + losing)

    with pytest.raises(RuntimeError, match="addresses"):
        migrate(sqlite_store, folder)

    with sqlite_store.connect() as connection:
        assert find_player(connection, "ann@players.test") is not None


def _as_copied() -> MetaData:
    """Return the tables as they should be after `COPY`."""
    tables = MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.sorted_tables:
        table.to_metadata(tables)
    players, addresses = tables.tables["players"], tables.tables["addresses"]
    players.append_constraint(UniqueConstraint("name", "zone"))
    addresses.append_column(Column("confirmed", DateTime(timezone=True)))
    addresses.append_constraint(CheckConstraint("main OR confirmed IS NULL", "confirmed_once"))
    return tables
