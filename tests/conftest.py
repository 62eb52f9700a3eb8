"""Fixtures for all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.post import Post


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """Give a judge with SQLite, a list as its relay and a clock that is set."""
    office = Post(tmp_path)
    yield office
    office.judge.store.dispose()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put last what takes longest: tests that start programs and servers."""
    last = ("dialogs", "store", "service", "e2e")
    items.sort(
        key=lambda item: last.index(n) if (n := item.path.parent.name) in last else -1
    )
