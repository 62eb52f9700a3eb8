"""Work in a child process may hang, crash or need too much without harm to others."""

import os
import signal
from collections.abc import Iterator
from datetime import timedelta

import pytest

from judge.child import Child, FailedError, Limits, LostError, StoppedError
from tests.patience import PATIENCE

LIMITS = Limits(timedelta(seconds=PATIENCE), timedelta(seconds=1), 300 * 2**20)


def work(wish: str) -> str:
    """Misbehave as `wish` says; return any other wish unchanged."""
    match wish:
        case "spin":
            while True:
                pass
        case "hang":
            signal.pause()
        case "grow":
            return "x" * 2**31
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise ValueError(wish)
    return wish


@pytest.fixture(scope="module")
def child() -> Iterator[Child[str, str]]:
    made = Child(work, LIMITS)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("wish", "error", "reason"),
    [
        ("spin", StoppedError, "too long"),
        ("grow", StoppedError, "too much memory"),
        ("die", LostError, "died"),
        ("raise", FailedError, "ValueError"),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_question_is_answered(
    child: Child[str, str], wish: str, error: type[Exception], reason: str
) -> None:
    assert child.ask("hello") == "hello"
    with pytest.raises(error, match=reason) as raised:
        child.ask(wish)

    assert "raise ValueError(wish)\nValueError" in str(raised.value) or error != (FailedError)
    assert child.ask("hello again") == "hello again"


def test_it_is_not_waited_for_longer_than_patience() -> None:
    child = Child(work, Limits(timedelta(0)))
    with pytest.raises(LostError, match="in time"):
        child.ask("hang")
    child.close()
