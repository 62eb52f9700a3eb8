"""Stores to test on: each test gets a fresh one, on both databases."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, make_url, text

from judge.engine.variant import Variant
from judge.notation.variant_file import read_variant
from judge.store import migrate, open_store
from tests.postgres import postgres

ROOT = Path(__file__).parent.parent.parent
MIGRATIONS = ROOT / "migrations"
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)


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
def _postgres_server() -> Iterator[str]:
    """Give a server with the migrated database `model`, to be copied for each test."""
    with postgres() as server:
        model = _create(server, "model", "template1")
        engine = open_store(model)
        migrate(engine, MIGRATIONS)
        engine.dispose()
        yield server


@pytest.fixture
def sqlite_url(_sqlite_model: Path, tmp_path: Path) -> str:
    shutil.copy(_sqlite_model, tmp_path / "judge.db")
    return f"sqlite:///{tmp_path / 'judge.db'}"


@pytest.fixture
def postgres_url(_postgres_server: str, tmp_path: Path) -> str:
    return _create(_postgres_server, tmp_path.name, "model")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
def store(url: str) -> Iterator[Engine]:
    engine = open_store(url)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(store: Engine) -> Iterator[Connection]:
    with store.begin() as connection:
        yield connection


def _create(server: str, name: str, model: str) -> str:
    """Return the URL of a new database on `server`, a copy of the one named `model`."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{model}"'))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string()
