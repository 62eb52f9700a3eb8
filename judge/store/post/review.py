"""What the keeper looks at: letters that were set aside, mail that did not go out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, or_, select, update

from judge.store.tables import LetterState, NoticeState, inbox, outbox


@dataclass(frozen=True, slots=True)
class Waiting:
    """A letter that was set aside: from whom it came, when, and why it waits."""

    number: int
    sender: str
    received: datetime
    note: str


def letters_set_aside(connection: Connection) -> tuple[Waiting, ...]:
    """Return the letters that wait for the keeper, oldest first."""
    rows = connection.execute(
        select(inbox.c.number, inbox.c.sender, inbox.c.received, inbox.c.note)
        .where(inbox.c.state == LetterState.SET_ASIDE)
        .order_by(inbox.c.number)
    )
    return tuple(Waiting(*row) for row in rows)


def letter(connection: Connection, number: int) -> bytes | None:
    """Return the bytes of a kept letter, or None when there is none of that number.

    There is none any more when it is forgotten what was in it.
    """
    raw: bytes | None = connection.scalar(select(inbox.c.raw).where(inbox.c.number == number))
    return raw or None


def try_again(connection: Connection, number: int) -> bool:
    """Let a letter that was set aside be answered; return whether it was set aside."""
    again = (
        update(inbox)
        .where(inbox.c.number == number, inbox.c.state == LetterState.SET_ASIDE)
        .values(state=LetterState.NEW, attempts=0, note="")
    )
    return connection.execute(again).rowcount == 1


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A notice that failed, or that was refused and is still tried; and why."""

    number: int
    to: str
    subject: str
    created: datetime
    failed: bool
    reason: str


def undelivered(connection: Connection) -> tuple[Undelivered, ...]:
    """Return the notices that did not go out when they were sent, oldest first.

    Those of which it is forgotten what they said are not among them.
    """
    refused = (outbox.c.state == NoticeState.QUEUED) & (outbox.c.reason != "")
    rows = connection.execute(
        select(
            outbox.c.number,
            outbox.c.recipient,
            outbox.c.subject,
            outbox.c.created,
            outbox.c.state == NoticeState.FAILED,
            outbox.c.reason,
        )
        .where(or_(refused, outbox.c.state == NoticeState.FAILED), outbox.c.body != "")
        .order_by(outbox.c.number)
    )
    return tuple(Undelivered(*row) for row in rows)


def send_again(connection: Connection, numbers: Sequence[int], now: datetime) -> int:
    """Let notices that failed or wait be sent at once; return how many there were."""
    waits = outbox.c.state.in_([NoticeState.FAILED, NoticeState.QUEUED])
    again = (
        update(outbox)
        .where(outbox.c.number.in_(numbers), waits, outbox.c.body != "")
        .values(state=NoticeState.QUEUED, attempts=0, due=now, requeued=now, barred=None, reason="")
    )
    return connection.execute(again).rowcount
