"""Stores for tests: each test gets an empty one, on both databases."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text

from judge.boards import read_variant
from judge.engine import Variant
from judge.store import migrate, open_store
from judge.store.tables import metadata
from tests.postgres import postgres
from tests.store.builders import NOW, Shelf, a_shelf
from tests.store.schema import drop_tables

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
def _sqlite_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Yield a migrated store, which is emptied for each test."""
    file = tmp_path_factory.mktemp("store") / "judge.db"
    engine = open_store(f"sqlite:///{file}")
    migrate(engine, MIGRATIONS)
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def _postgres_store() -> Iterator[Engine]:
    """Yield a migrated store, which is emptied for each test."""
    with postgres() as address:
        engine = open_store(address)
        migrate(engine, MIGRATIONS)
        yield engine
        engine.dispose()


@pytest.fixture
def sqlite_store(_sqlite_store: Engine) -> Engine:
    with _sqlite_store.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    return _sqlite_store


@pytest.fixture
def postgres_store(_postgres_store: Engine) -> Engine:
    with _postgres_store.begin() as connection:
        every = ", ".join(metadata.tables)
        connection.execute(text(f"TRUNCATE {every} RESTART IDENTITY"))
    return _postgres_store


@pytest.fixture
def empty_postgres_url(_postgres_store: Engine, tmp_path: Path) -> str:
    """Return the address of a new database without tables."""
    server = _postgres_store.execution_options(isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{tmp_path.name}"'))
    return server.url.set(database=tmp_path.name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Engine:
    engine: Engine = request.getfixturevalue(f"{request.param}_store")
    return engine


@pytest.fixture
def opened() -> Iterator[Callable[[str], Engine]]:
    """Yield a function that opens a store and closes it after the test."""
    with ExitStack() as stack:

        def opened(url: str) -> Engine:
            engine = open_store(url)
            stack.callback(engine.dispose)
            return engine

        yield opened


@pytest.fixture(scope="session")
def _empty_postgres(_postgres_store: Engine) -> Iterator[Engine]:
    """Yield a database whose tables are dropped after the test."""
    server = _postgres_store.execution_options(isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE empty"))
    engine = open_store(server.url.set(database="empty").render_as_string(hide_password=False))
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield a database without tables."""
    if request.param == "postgres":
        engine: Engine = request.getfixturevalue("_empty_postgres")
    else:
        engine = open_store(f"sqlite:///{tmp_path / 'empty.db'}")
    drop_tables(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(store: Engine) -> Iterator[Connection]:
    with store.begin() as connection:
        yield connection


@pytest.fixture
def shelf(connection: Connection, variants: Callable[[str], Variant]) -> Shelf:
    return a_shelf(connection, variants)
