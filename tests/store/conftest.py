"""Stores to test on: each test gets a fresh one, on both databases."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from judge.engine.variant import Variant
from judge.notation.variant_file import read_variant
from judge.store import migrate, open_store
from judge.store.tables import metadata
from tests.postgres import postgres
from tests.store.builders import NOW, Shelf, a_shelf

ROOT = Path(__file__).parent.parent.parent
MIGRATIONS = ROOT / "migrations"


@pytest.fixture(scope="session")
def standard() -> Variant:
    return read_variant(ROOT / "variants" / "standard")


@pytest.fixture(scope="session")
def variants(standard: Variant) -> Callable[[str], Variant]:
    return {"standard": standard}.__getitem__


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture(scope="session")
def _sqlite_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated file, to be copied for each test."""
    file = tmp_path_factory.mktemp("store") / "model.db"
    engine = open_store(f"sqlite:///{file}")
    migrate(engine, MIGRATIONS)
    engine.dispose()
    return file


@pytest.fixture(scope="session")
def _postgres_database() -> Iterator[str]:
    """Give a migrated database, to be emptied for each test."""
    with postgres() as address:
        engine = open_store(address)
        migrate(engine, MIGRATIONS)
        engine.dispose()
        yield address


@pytest.fixture
def sqlite_url(_sqlite_model: Path, tmp_path: Path) -> str:
    shutil.copy(_sqlite_model, tmp_path / "judge.db")
    return f"sqlite:///{tmp_path / 'judge.db'}"


@pytest.fixture
def postgres_url(_postgres_database: str) -> str:
    engine = open_store(_postgres_database)
    with engine.begin() as connection:
        every = ", ".join(metadata.tables)
        connection.execute(text(f"TRUNCATE {every} RESTART IDENTITY"))
    engine.dispose()
    return _postgres_database


@pytest.fixture
def empty_postgres_url(_postgres_database: str, tmp_path: Path) -> str:
    """Return the address of a new database without tables."""
    server = create_engine(_postgres_database, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{tmp_path.name}"'))
    server.dispose()
    return server.url.set(database=tmp_path.name).render_as_string()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
def opened() -> Iterator[Callable[[str], Engine]]:
    """Give what opens a store that is closed after the test."""
    with ExitStack() as stack:

        def opened(url: str) -> Engine:
            engine = open_store(url)
            stack.callback(engine.dispose)
            return engine

        yield opened


@pytest.fixture
def store(url: str, opened: Callable[[str], Engine]) -> Engine:
    return opened(url)


@pytest.fixture
def connection(store: Engine) -> Iterator[Connection]:
    with store.begin() as connection:
        yield connection


@pytest.fixture
def shelf(connection: Connection, variants: Callable[[str], Variant]) -> Shelf:
    return a_shelf(connection, variants)
