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
