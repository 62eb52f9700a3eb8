"""Waiting for what other processes and threads do, on however busy a machine."""

import time
from collections.abc import Callable

import pytest

# Who waits for a fact goes on when it is there, so this is only how long a test that
# fails takes to say so; it tells nothing about how quick anything is.
PATIENCE = 300.0
_PAUSE = 0.05


def eventually(fact: Callable[[], object]) -> None:
    """Return when `fact` holds, or fail after many looks.

    Looks are counted, not seconds: a machine that is too busy to wake us is waited for
    the longer.
    """
    for _ in range(round(PATIENCE / _PAUSE)):
        if fact():
            return
        time.sleep(_PAUSE)  # other processes give no other sign
    pytest.fail("What was waited for did not come.")
