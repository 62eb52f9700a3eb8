"""How much waits, of what, and since when: all that tells how the judge is."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Table, func, select, text

from judge.game import Stage
from judge.store.tables import LetterState, NoticeState, games, inbox, openings, outbox
from judge.store.upkeep import marks

_RECENT = timedelta(days=14)
_MOST_DUE = 5
_QUEUED = outbox.c.state == NoticeState.QUEUED
# Who refuses one mail so often, and takes no other, refuses them all.
_ENOUGH_TRIES = 3


@dataclass(frozen=True, slots=True)
class Queue:
    """How many wait, and since when the first of them does."""

    count: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game of which the clock wants something at `due`."""

    name: str
    due: datetime


@dataclass(frozen=True, slots=True)
class Census:
    """What there is in the store.

    `letters` are to be answered, `asked` wait for a word of their senders, `set_aside`
    for the keeper. `notices` are to be sent now, `refused` were tried in vain, since
    that which was made first, and `taken` tells whether any mail went out since; the
    relay, which said `answer` last, is `barred` where it refuses us and no recipient.
    `failed` were given up of late. `doors` were open until then. `stages` are
    those of the games, of which the first are in `due`. `size` is in bytes.
    """

    letters: Queue
    asked: int
    set_aside: int
    notices: Queue
    refused: Queue
    taken: bool
    barred: bool
    answer: str
    failed: int
    begun: datetime | None
    doors: dict[str, datetime]
    stages: dict[str, int]
    due: tuple[DueGame, ...]
    backup: datetime | None
    size: int


def census(connection: Connection, now: datetime) -> Census:
    """Return what there is in the store now."""
    refused = _queue(
        connection,
        _QUEUED & (outbox.c.reason != ""),
        func.coalesce(outbox.c.requeued, outbox.c.created),
    )
    failed = outbox.c.state == NoticeState.FAILED
    return Census(
        letters=_queue(connection, inbox.c.state == LetterState.NEW, inbox.c.received),
        asked=_count(connection, inbox, inbox.c.state == LetterState.WAITING),
        set_aside=_count(connection, inbox, inbox.c.state == LetterState.SET_ASIDE),
        notices=_queue(connection, _QUEUED & (outbox.c.due <= now), outbox.c.due),
        refused=refused,
        taken=refused.since is not None and _took(connection, refused.since),
        barred=_is_barred(connection),
        answer=_answer(connection),
        failed=_count(connection, outbox, failed & (outbox.c.due > now - _RECENT)),
        begun=connection.scalar(select(func.min(openings.c.since))),
        doors=_doors(connection),
        stages=_stages(connection),
        due=_due(connection),
        backup=marks.when(connection, marks.BACKUP),
        size=_size(connection),
    )


def _took(connection: Connection, since: datetime) -> bool:
    """Return whether any mail went out after that moment."""
    return _count(connection, outbox, outbox.c.sent > since) > 0


def _is_barred(connection: Connection) -> bool:
    tried = _QUEUED & (outbox.c.attempts >= _ENOUGH_TRIES)
    since = connection.scalar(select(func.min(outbox.c.barred)).where(tried))
    return since is not None and not _took(connection, since)


def _answer(connection: Connection) -> str:
    """Return what was last said of a mail that is tried again."""
    refused = select(outbox.c.reason).where(_QUEUED & (outbox.c.reason != ""))
    newest = refused.order_by(outbox.c.attempts.desc(), outbox.c.number.desc())
    return connection.scalar(newest.limit(1)) or ""


def _queue(
    connection: Connection, which: ColumnElement[bool], since: ColumnElement[datetime]
) -> Queue:
    count, first = connection.execute(select(func.count(), func.min(since)).where(which)).one()
    return Queue(count, first)


def _count(connection: Connection, table: Table, which: ColumnElement[bool]) -> int:
    found = select(func.count()).select_from(table).where(which)
    return int(connection.execute(found).scalar_one())


def _doors(connection: Connection) -> dict[str, datetime]:
    until = func.max(openings.c.until)
    rows = connection.execute(
        select(openings.c.door, until).group_by(openings.c.door).order_by("door")
    )
    return {row[0]: row[1] for row in rows}


def _stages(connection: Connection) -> dict[str, int]:
    rows = connection.execute(select(games.c.stage, func.count()).group_by("stage"))
    counts = {row[0]: row[1] for row in rows}
    return {stage.value: counts.get(stage, 0) for stage in Stage}


def _due(connection: Connection) -> tuple[DueGame, ...]:
    waiting = select(games.c.name, games.c.due).where(games.c.due.is_not(None))
    rows = connection.execute(waiting.order_by(games.c.due).limit(_MOST_DUE))
    return tuple(DueGame(*row) for row in rows)


def _size(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        asked = "SELECT pg_database_size(current_database())"
        return int(connection.execute(text(asked)).scalar_one())
    pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(text("PRAGMA page_size")).scalar_one())
