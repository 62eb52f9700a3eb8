"""What went wrong and the keeper is to be told, so that he is told of it together."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select, update

from judge.store.tables import troubles

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Untold:
    """Something that went wrong, as it is told where it is told alone."""

    subject: str
    text: str


def note(connection: Connection, trouble: Untold, now: datetime) -> None:
    """Keep something that went wrong until the keeper was told."""
    values = {"found": now, "subject": trouble.subject, "body": trouble.text}
    connection.execute(insert(troubles).values(values))


def was_told_since(connection: Connection, since: datetime) -> bool:
    """Return whether the keeper was told anything after `since`."""
    told = select(troubles.c.number).where(troubles.c.told > since).limit(1)
    return connection.execute(told).first() is not None


def forget_future(connection: Connection, now: datetime) -> None:
    """Take what was told at a time to come, by a clock that was wrong, for told now."""
    late = update(troubles).where(troubles.c.told > now)
    connection.execute(late.values(told=now))


def take_untold(connection: Connection, now: datetime) -> tuple[Untold, ...]:
    """Return what the keeper was not told, oldest first; from now on he was."""
    waiting = (
        select(troubles.c.subject, troubles.c.body)
        .where(troubles.c.told.is_(None))
        .order_by(troubles.c.number)
        .with_for_update()
    )
    found = tuple(Untold(*row) for row in connection.execute(waiting))
    if found:
        connection.execute(delete(troubles).where(troubles.c.told < now - _DAY))
        untold = update(troubles).where(troubles.c.told.is_(None))
        connection.execute(untold.values(told=now))
    return found
