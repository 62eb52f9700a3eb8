"""A game that has started, copied for each test from one that was played once."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.post import Post
from tests.service.office import copied, start_game


@pytest.fixture(scope="session")
def _started(tmp_path_factory: pytest.TempPathFactory) -> Post:
    post = Post(tmp_path_factory.mktemp("started"))
    start_game(post)
    return post


@pytest.fixture
def copy_of(tmp_path: Path) -> Iterator[Callable[[Post], Post]]:
    """Yield a function that copies a judge; the copies are closed after the test."""
    with ExitStack() as stack:
        folders = (tmp_path / f"copy{number}" for number in range(10_000))

        def copy_of(post: Post) -> Post:
            folder = next(folders)
            folder.mkdir()
            copy = copied(post, folder)
            stack.callback(copy.judge.store.dispose)
            return copy

        yield copy_of


@pytest.fixture
def office(_started: Post, copy_of: Callable[[Post], Post]) -> Post:
    """Yield a judge with the game `smp` in its first phase and all seven players."""
    return copy_of(_started)
