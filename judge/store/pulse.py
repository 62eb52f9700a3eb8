"""When the clock last ticked: how the judge learns that it was away."""

from datetime import datetime

from sqlalchemy import Connection, select, update

from judge.store.guards import insert_once
from judge.store.tables import pulse


def last_tick(connection: Connection) -> datetime | None:
    """Return when the clock last ticked, or None when it never did.

    The row is locked for this transaction: one worker alone finds out about an outage.
    """
    return connection.execute(select(pulse.c.ticked).with_for_update()).scalar()


def note_tick(connection: Connection, now: datetime) -> None:
    """Note that the clock ticked."""
    if not insert_once(connection, pulse, {"number": 1, "ticked": now}):
        connection.execute(update(pulse).values(ticked=now))
