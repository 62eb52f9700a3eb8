"""What is wrong with the judge or its machine, as the keeper was told."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from judge.store.guards import insert_once
from judge.store.tables import alarms


@dataclass(frozen=True, slots=True)
class Sounding:
    """An alarm that the keeper was told of: `since` when, and when it was `seen` last.

    It is known by its name.
    """

    name: str
    since: datetime
    seen: datetime


def sounding(connection: Connection) -> tuple[Sounding, ...]:
    """Return the alarms of which the keeper was not told that they are over."""
    rows = connection.execute(select(alarms).order_by(alarms.c.since, alarms.c.name))
    return tuple(Sounding(row.name, row.since, row.seen) for row in rows)


def note_alarm(connection: Connection, name: str, now: datetime) -> bool:
    """Note that there is reason for an alarm; return whether it is new."""
    if insert_once(connection, alarms, {"name": name, "since": now, "seen": now}):
        return True
    connection.execute(update(alarms).where(alarms.c.name == name).values(seen=now))
    return False


def forget_future_alarms(connection: Connection, now: datetime) -> None:
    """Take what was seen in times to come, by a clock that was wrong, for seen now."""
    for column in (alarms.c.since, alarms.c.seen):
        late = update(alarms).where(column > now)
        connection.execute(late.values({column: now}))


def quiet(connection: Connection, name: str) -> bool:
    """Note that an alarm is over; return whether nobody else noted that before."""
    gone = delete(alarms).where(alarms.c.name == name)
    return connection.execute(gone).rowcount == 1
