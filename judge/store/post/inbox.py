"""The inbox: every mail that came, and how far each has come.

Taking a letter has two steps, each its own transaction. `next_letter` counts the
attempt, so that a letter that kills the program is set aside at last; `hold_letter`
begins the transaction that does all the work, unless another worker has done it.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection, Executable, and_, exists, or_, select, update

from judge.store.guards import OvertakenError, insert_once
from judge.store.tables import LetterState, inbox

MOST_ATTEMPTS = 3
HEAD_START = timedelta(seconds=5)  # from next_letter to hold_letter
_FOLD = re.compile(rb"\n[ \t]+")
_MESSAGE_ID = re.compile(rb"^message-id:(.*)$", re.IGNORECASE | re.MULTILINE)
_STAND_INS = re.compile(rb"^(?:from|date|subject):.*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """A mail as it came, with the addresses of its envelope."""

    number: int
    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    received: datetime
    attempts: int


def keep_letter(
    connection: Connection,
    raw: bytes,
    *,
    recipient: str,
    sender: str,
    received: datetime,
) -> bool:
    """Keep a mail; return False when the very same one is kept already.

    The same Message-ID with another body is another mail, and so is a copy of one mail
    to another address of ours.
    """
    return insert_once(
        connection,
        inbox,
        {
            "recipient": recipient,
            "sender": sender,
            "received": received,
            "digest": letter_digest(raw, recipient),
            "raw": raw,
            "state": LetterState.NEW,
            "attempts": 0,
            "note": "",
        },
    )


def letter_digest(raw: bytes, recipient: str) -> str:
    """Return what tells one mail from all others: recipient, Message-ID and body.

    Line ends do not count: the doors by which a mail may come twice differ in them. For
    a mail without Message-ID its From, Date and Subject stand in.
    """
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    head = _FOLD.sub(b" ", head)
    named = _MESSAGE_ID.search(head)
    identity = named[1].strip() if named else b"\n".join(_STAND_INS.findall(head))
    digest = hashlib.sha256()
    for part in (recipient.lower().encode("utf-8", "replace"), identity, body.rstrip()):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def next_letter(connection: Connection, now: datetime) -> KeptLetter | None:
    """Return the oldest letter to be answered, or None; commit before answering it.

    The letters of one sender come one after the other, for several workers too. One
    that comes for more than the third time has killed the program and is to be set
    aside: `attempts` counts this one.
    """
    row = connection.execute(_oldest(now)).one_or_none()
    if row is None:
        return None
    _claim(connection, row.number, now)
    return KeptLetter(
        number=row.number,
        raw=row.raw,
        recipient=row.recipient,
        sender=row.sender,
        received=row.received,
        attempts=row.attempts + 1,
    )


def letters_wait(connection: Connection, until: datetime) -> bool:
    """Return whether a letter that was received by `until` is still to be answered."""
    waiting = select(inbox.c.number).where(
        inbox.c.state == LetterState.NEW, inbox.c.received <= until
    )
    return connection.execute(waiting.limit(1)).first() is not None


def hold_letter(connection: Connection, number: int) -> bool:
    """Return whether the letter is still to be answered; keep it locked until the end.

    False when another worker answered it in the meantime; who is at it is waited for.
    """
    held = (
        select(inbox.c.number)
        .where(inbox.c.number == number, inbox.c.state == LetterState.NEW)
        .with_for_update()
    )
    return connection.execute(held).one_or_none() is not None


def close_letter(
    connection: Connection, number: int, state: LetterState, note: str = ""
) -> None:
    """Note what became of a letter; OvertakenError when it was closed before."""
    closed = (
        update(inbox)
        .where(inbox.c.number == number, inbox.c.state == LetterState.NEW)
        .values(state=state, note=note, claimed_until=None)
    )
    if connection.execute(closed).rowcount == 0:
        raise OvertakenError(f"Letter {number} is closed.")


def set_aside(connection: Connection, number: int, note: str) -> None:
    """Keep a letter for the keeper to look at, unless it was closed in the meantime."""
    connection.execute(
        update(inbox)
        .where(inbox.c.number == number, inbox.c.state == LetterState.NEW)
        .values(state=LetterState.SET_ASIDE, note=note, claimed_until=None)
    )


def _oldest(now: datetime) -> Executable:
    earlier = inbox.alias("earlier")
    unanswered = exists().where(
        earlier.c.state == LetterState.NEW,
        earlier.c.sender == inbox.c.sender,
        or_(
            earlier.c.received < inbox.c.received,
            and_(
                earlier.c.received == inbox.c.received,
                earlier.c.number < inbox.c.number,
            ),
        ),
    )
    free = or_(inbox.c.claimed_until.is_(None), inbox.c.claimed_until <= now)
    return (
        select(inbox)
        .where(inbox.c.state == LetterState.NEW, free, ~unanswered)
        .order_by(inbox.c.received, inbox.c.number)
        .limit(1)
        .with_for_update(skip_locked=True, of=inbox)
    )


def _claim(connection: Connection, number: int, now: datetime) -> None:
    connection.execute(
        update(inbox)
        .where(inbox.c.number == number)
        .values(attempts=inbox.c.attempts + 1, claimed_until=now + HEAD_START)
    )
