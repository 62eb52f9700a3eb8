"""Two homes for judges on each kind of database; at the first lives one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store import open_store
from tests.backup.office import Home, settle
from tests.judges.stored import KINDS, empty_databases
from tests.store.schema import drop_tables


@pytest.fixture(scope="session")
def _postgres_urls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    with empty_databases("postgres", tmp_path_factory.mktemp("backup"), 2) as urls:
        yield urls


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of both databases."""
    return str(request.param)


@pytest.fixture
def homes(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[Home, Home]:
    """Return two places for judges, with nothing in them, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    urls = ["", ""]
    if kind == "postgres":
        urls = request.getfixturevalue("_postgres_urls")
        for url in urls:
            store = open_store(url)
            drop_tables(store)
            store.dispose()
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    return Home(tmp_path / "old", urls[0]), Home(tmp_path / "new", urls[1])


@pytest.fixture
def old(homes: tuple[Home, Home], kind: str) -> Home:
    """Return the home of a judge."""
    settle(homes[0], kind)
    return homes[0]


@pytest.fixture
def new(homes: tuple[Home, Home]) -> Home:
    """Return another one, where no judge lives."""
    return homes[1]
