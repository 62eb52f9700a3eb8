"""Waiting for what other processes and threads do, on however busy a machine."""

import sqlite3
import time
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

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


def patient(store: Engine) -> Engine:
    """Return a store that is waited for, also where another process is at it for long.

    SQLite does not let processes take turns: who is unlucky waits until all is done.
    """
    if store.dialect.name == "sqlite":
        event.listen(store, "connect", _wait_long)
    return store


def _wait_long(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE:.0f}")
