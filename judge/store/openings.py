"""When mail could come in, door by door, and the last sign of life of the judge."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from judge.store.tables import openings

KEPT_FOR = timedelta(days=30)  # longer than any phase is held by what is noted here

_OF_RUN = (
    select(openings)
    .where(openings.c.door == bindparam("its_door"), openings.c.run == bindparam("run"))
    .order_by(openings.c.until.desc(), openings.c.number.desc())
    .limit(1)
)
_SINCE = select(openings).where(openings.c.door == bindparam("its_door")).order_by(openings.c.since)
_LAST = select(func.max(openings.c.until))
_BEGIN = insert(openings)
_EXTEND = (
    update(openings)
    .where(openings.c.number == bindparam("its_number"))
    .values(until=bindparam("to"))
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A time in which mail could come in by a door: all that came `until` is kept."""

    door: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class NotedOpening:
    """An opening as some program noted it, by the `run` that it began."""

    run: datetime
    since: datetime
    until: datetime


def note_opening(
    connection: Connection, opening: Opening, run: datetime, silence: timedelta
) -> bool:
    """Note how long a door has been open now; return whether it was opened just now.

    Who was not heard of for longer than `silence` was shut meanwhile.
    """
    its = {"its_door": opening.door, "run": run}
    last = connection.execute(_OF_RUN, its).first()
    if last is None or last.until < opening.since:
        _begin(connection, opening, run, opening.since)
    elif opening.until - last.until > silence:
        _begin(connection, opening, run, opening.until)
    else:
        extended = {"its_number": last.number, "to": max(opening.until, last.until)}
        connection.execute(_EXTEND, extended)
        return False
    return True


def openings_of(connection: Connection, door: str) -> tuple[NotedOpening, ...]:
    """Return when a door is known to have been open, in the order of beginning."""
    rows = connection.execute(_SINCE, {"its_door": door})
    return tuple(NotedOpening(row.run, row.since, row.until) for row in rows)


def last_sign(connection: Connection) -> datetime | None:
    """Return until when any door was open last, or None when none ever was."""
    return connection.execute(_LAST).scalar()


def forget_future(connection: Connection, now: datetime) -> None:
    """Forget what was noted of times that are to come, by a clock that was wrong."""
    connection.execute(delete(openings).where(openings.c.since > now))
    connection.execute(update(openings).where(openings.c.until > now).values(until=now))


def _begin(connection: Connection, opening: Opening, run: datetime, since: datetime) -> None:
    values = {"door": opening.door, "run": run, "since": since, "until": opening.until}
    connection.execute(_BEGIN, values)
    old = openings.c.until < opening.until - KEPT_FOR
    connection.execute(delete(openings).where(old))
