"""When the clock last ticked: how the judge learns that it was away."""

from datetime import datetime

from sqlalchemy import Connection, select, update

from judge.store.guards import insert_once
from judge.store.tables import pulse

_LAST = select(pulse.c.ticked)
_LOCKED = _LAST.with_for_update()
_NOTE = update(pulse)


def last_tick(connection: Connection, *, lock: bool = False) -> datetime | None:
    """Return when the clock last ticked, or None when it never did.

    With `lock` one worker alone finds out about an outage.
    """
    return connection.execute(_LOCKED if lock else _LAST).scalar()


def note_tick(connection: Connection, now: datetime) -> None:
    """Note that the clock ticked."""
    if not insert_once(connection, pulse, {"number": 1, "ticked": now}):
        connection.execute(_NOTE, {"ticked": now})
