"""Fixtures for all tests, in which order they run, and how much they try."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings

from tests.amount import LONG, many
from tests.post import Post

# The quick ones are not named: what is wrong is mostly told in the first minute.
LAST = ("mapmaking", "dialogs", "store", "service")

_SKIPPED: list[str] = []

# A busy machine is no fault of a test: how long an example takes says nothing. What a
# change breaks shows in the same examples each time; a long run looks for new ones.
settings.register_profile(
    "judge",
    max_examples=many(100),
    derandomize=not LONG,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("judge")


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """Hash passwords quickly: what keeps guessers busy keeps tests busy as well."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr("judge.passwords._HASHER", quick)
        yield


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """Give a judge with SQLite, a list as its relay and a clock that is set."""
    office = Post(tmp_path)
    yield office
    office.judge.store.dispose()


def pytest_xdist_auto_num_workers() -> int:
    """Return three workers for two cores: some tests wait for servers most of the time.

    With more of them each has to collect all tests and to make anew what tests share.
    """
    return -(-3 * (os.cpu_count() or 1) // 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow ones last, and keep together what one worker does at a time.

    A file of quick tests is given to one of several workers as a whole, since they
    share what is made once; of slow ones each is given alone, but those of one drawing.
    Those that mostly wait for programs stand between those that compute.
    """
    waiting = [item for item in items if _waits(item)]
    others = sorted((item for item in items if not _waits(item)), key=_turn)
    quick = sum(_turn(item) < 0 for item in others)
    step = (len(others) - quick) / (len(waiting) + 1)
    for number, item in reversed(list(enumerate(waiting))):
        others.insert(quick + round(number * step), item)
    items[:] = others
    for item in items:
        if not item.get_closest_marker("xdist_group") and (group := _group(item)):
            item.add_marker(pytest.mark.xdist_group(group))


def _waits(item: pytest.Item) -> bool:
    return item.path.parent.name == "e2e"


def _turn(item: pytest.Item) -> int:
    folder = item.path.parent.name
    return LAST.index(folder) if folder in LAST else -1


def _group(item: pytest.Item) -> str | None:
    """Return with which others a test is given to a worker, or None if with none."""
    if _turn(item) < 0 and not _waits(item):
        return str(item.path)
    call = getattr(item, "callspec", None)
    drawn = call is not None and item.path.parent.name == "mapmaking"
    return f"drawing of {call.params.get('name')}" if drawn else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that is skipped, without the group that its worker adds to its name."""
    if report.skipped and not hasattr(report, "wasxfail"):
        name, _, group = report.nodeid.rpartition("@")
        _SKIPPED.append(report.nodeid if "]" in group or not name else name)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the names of the tests that were skipped where `TESTS_SKIPPED` says."""
    file = os.environ.get("TESTS_SKIPPED")
    if file and not hasattr(session.config, "workerinput"):
        Path(file).write_text("".join(f"{name}\n" for name in dict.fromkeys(_SKIPPED)), "utf-8")
