"""Taking notices from the outbox to send them, after that transaction has ended."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, bindparam, select, update

from judge.letter import Tone
from judge.store.guards import unclaimed
from judge.store.post.names import message_key
from judge.store.post.outbox import QueuedNotice, notices_of
from judge.store.tables import NoticeState, outbox

_WAITING = (
    select(outbox)
    .where(
        outbox.c.state == NoticeState.QUEUED,
        outbox.c.tone == bindparam("its_tone"),
        outbox.c.due <= bindparam("now"),
        outbox.c.bundled.is_(None),
        outbox.c.unpainted.is_(None),
        unclaimed(outbox),
    )
    .order_by(outbox.c.due, outbox.c.number)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_ITS = outbox.c.number == bindparam("its_number")
_TAKE = (
    update(outbox)
    .where(_ITS)
    .values(
        attempts=bindparam("tried"),
        claimed_until=bindparam("until"),
        message_key=bindparam("named"),
    )
)
_GIVE_BACK = (
    update(outbox)
    .where(_ITS, outbox.c.state == NoticeState.QUEUED)
    .values(attempts=outbox.c.attempts - 1, claimed_until=None)
)


def next_notices(
    connection: Connection, now: datetime, claim: timedelta, secret: bytes, most: int
) -> tuple[QueuedNotice, ...]:
    """Return the notices that have waited longest; commit before sending them.

    Answers go before news, of which there may be very many at a deadline. The name of
    each is made with the `secret`, so that it can be neither read nor made up.
    For as long as `claim` they are nobody else's; those that are not marked by then,
    because the program died, are taken again.
    """
    rows: list[Row[*tuple[object, ...]]] = []
    for tone in (Tone.ANSWER, Tone.NEWS):
        asked = {"now": now, "its_tone": tone, "most": most - len(rows)}
        rows += connection.execute(_WAITING, asked)
    if not rows:
        return ()
    rows.sort(key=lambda row: (row.due, row.number))
    taken = [
        QueuedNotice(
            number=row.number,
            notice=notice,
            message_key=row.message_key or _message_key(row, secret),
            created=row.created,
            since=row.requeued or row.created,
            attempts=row.attempts + 1,
            barred=row.barred,
        )
        for row, notice in zip(rows, notices_of(connection, rows), strict=True)
    ]
    marks = [
        {
            "its_number": one.number,
            "tried": one.attempts,
            "until": now + claim,
            "named": one.message_key,
        }
        for one in taken
    ]
    connection.execute(_TAKE, marks)
    return tuple(taken)


def give_back(connection: Connection, number: int) -> None:
    """Let anybody have a notice that was taken and not tried."""
    connection.execute(_GIVE_BACK, {"its_number": number})


def _message_key(row: Row[*tuple[object, ...]], secret: bytes) -> str:
    """Return what names the notice for ever, also beside those of an earlier store."""
    text = f"{row.number} {row.created.isoformat()} {row.recipient}"
    return message_key(secret, row.phase or "", row.created, text)
