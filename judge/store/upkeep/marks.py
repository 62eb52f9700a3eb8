"""Moments that are remembered by their names: when something was done last."""

from datetime import datetime

from sqlalchemy import Connection, select, update

from judge.store.guards import insert_once
from judge.store.tables import marks

BACKUP = "backup"  # when the newest backup was made
TIDIED = "tidied"  # when what is old was last forgotten


def note(connection: Connection, name: str, at: datetime) -> None:
    """Remember a moment in the place of the one before."""
    if not insert_once(connection, marks, {"name": name, "at": at}):
        connection.execute(update(marks).where(marks.c.name == name).values(at=at))


def when(connection: Connection, name: str) -> datetime | None:
    """Return the moment of a name, or None when there was none yet."""
    found: datetime | None = connection.scalar(
        select(marks.c.at).where(marks.c.name == name)
    )
    return found
