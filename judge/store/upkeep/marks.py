"""Moments that are remembered by their names: when something was done last."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from judge.store.guards import insert_once
from judge.store.tables import marks

BACKUP = "backup"  # when the newest backup was made
OPENINGS = "openings"  # the week of which people were last told the openings
RESTORED = "restored"  # when this store was made of a backup
TIDIED = "tidied"  # when what is old was last forgotten
LOST_MAIL = "lost mail of "  # by game: the restore that its players were told of
_CLOCK = "clock of the program of "  # what it shows, which may be wrong
_FORGOTTEN = timedelta(days=30)


def note(connection: Connection, name: str, at: datetime) -> None:
    """Remember a moment in the place of the one before."""
    if not insert_once(connection, marks, {"name": name, "at": at}):
        connection.execute(update(marks).where(marks.c.name == name).values(at=at))


def turn(connection: Connection, name: str, at: datetime) -> bool:
    """Return whether a moment is later than the one remembered, and remember it.

    Of several programs that ask at once one hears yes. Who asks again and again only
    reads.
    """
    before = when(connection, name)
    if before is not None and before >= at:
        return False
    if insert_once(connection, marks, {"name": name, "at": at}):
        return True
    later = update(marks).where(marks.c.name == name, marks.c.at < at).values(at=at)
    return connection.execute(later).rowcount > 0


def when(connection: Connection, name: str) -> datetime | None:
    """Return the moment of a name, or None when there was none yet."""
    found: datetime | None = connection.scalar(select(marks.c.at).where(marks.c.name == name))
    return found


def note_clock(connection: Connection, run: datetime, now: datetime) -> None:
    """Remember what the clock shows that the program of this `run` goes by."""
    note(connection, _CLOCK + run.isoformat(), now)


def clocks(connection: Connection, run: datetime, now: datetime) -> dict[str, datetime]:
    """Return what the clocks of the other programs showed last, by their runs.

    Those that by the clock of this one showed it long ago are forgotten.
    """
    others = marks.c.name.startswith(_CLOCK) & (marks.c.name != _CLOCK + run.isoformat())
    rows = connection.execute(select(marks).where(others)).all()
    old = [row.name for row in rows if abs(now - row.at) > _FORGOTTEN]
    if old:
        connection.execute(delete(marks).where(marks.c.name.in_(old)))
    return {row.name: row.at for row in rows if row.name not in old}
