"""The inbox: every mail that came, and how far each has come.

`take_letter` begins the transaction that does all the work, and locks the letter until
that ends. One that failed, or that may have killed the program, has its attempts
counted in a transaction apart (`count_attempt`).
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)

from judge.commands import ReplyMeant
from judge.letter import Delivery
from judge.store.guards import OvertakenError, insert_once
from judge.store.tables import LetterState, inbox

RESPITE = timedelta(seconds=5)  # until a letter that failed is tried again
_FOLD = re.compile(rb"\n[ \t]+")
_MESSAGE_ID = re.compile(rb"^message-id:(.*)$", re.IGNORECASE | re.MULTILINE)
_STAND_INS = re.compile(rb"^(?:from|date|subject):.*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """A mail as it came, with the addresses of its envelope.

    `digest` tells it from all others. It is `proven` if its sender has shown by a reply
    that he wrote it, or need not. `meant` is what a reply to press is, if he was asked.
    `arrived` is when it came, `received` when it was kept. `attempts` are those that
    were counted, and `others` tells whether more mail waits.
    """

    number: int
    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    received: datetime
    digest: str
    arrived: datetime
    attempts: int
    others: bool = False
    proven: bool = False
    meant: ReplyMeant | None = None


def keep_letter(connection: Connection, mail: Delivery, received: datetime) -> bool:
    """Keep a mail; return False when the very same one is kept already.

    The same Message-ID with another body is another mail, and so is a copy of one mail
    to another address of ours.
    """
    return insert_once(
        connection,
        inbox,
        {
            "recipient": mail.recipient,
            "sender": mail.sender.lower(),
            "received": received,
            "arrived": min(mail.arrived, received),
            "digest": letter_digest(mail.raw, mail.recipient),
            "raw": mail.raw,
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


def was_kept(connection: Connection, digest: str) -> bool:
    """Return whether the mail of this digest came, whatever has become of it."""
    return connection.execute(_WAS_KEPT, {"its_digest": digest}).first() is not None


def take_letter(connection: Connection, now: datetime) -> KeptLetter | None:
    """Return the oldest letter to be answered, or None; nobody else gets it meanwhile.

    The letters of one sender come one after the other, for several workers too.
    """
    return _kept(connection.execute(_OLDEST, {"now": now}).one_or_none())


def hold_letter(connection: Connection, number: int) -> KeptLetter | None:
    """Return the letter of this number as `take_letter` does, None if it is closed.

    Who is at it is waited for.
    """
    return _kept(connection.execute(_THIS_ONE, {"its_number": number}).one_or_none())


def count_attempt(connection: Connection, number: int, now: datetime) -> None:
    """Count that a letter is tried; for a while `take_letter` passes it over."""
    until = {"its_number": number, "claimed_until": now + RESPITE}
    connection.execute(_COUNT, until)


@dataclass(frozen=True, slots=True)
class Copy:
    """What is kept of a letter that was answered, without anything secret."""

    raw: bytes = field(repr=False)
    recipient: str


def close_letter(
    connection: Connection, number: int, state: LetterState, note: str, copy: Copy
) -> None:
    """Note what became of a letter, of which `copy` alone is kept from now on.

    OvertakenError when it was closed before. That the same mail comes again is noticed
    still: its digest stays.
    """
    kept = {"raw": copy.raw, "recipient": copy.recipient, "bare": True}
    if not _closed(connection, number, {"state": state, "note": note, **kept}):
        raise OvertakenError(f"Letter {number} is closed.")


def set_aside(connection: Connection, number: int, note: str, now: datetime) -> None:
    """Keep a letter for the keeper to look at, unless it was closed in the meantime."""
    _closed(connection, number, {"state": LetterState.SET_ASIDE, "note": note, "aside": now})


def _closed(connection: Connection, number: int, values: Mapping[str, object]) -> bool:
    its = {"its_number": number, **values}
    return connection.execute(_CLOSE, its).rowcount == 1


def _kept(row: Row[*tuple[object, ...]] | None) -> KeptLetter | None:
    if row is None:
        return None
    return KeptLetter(
        number=row.number,
        raw=row.raw,
        recipient=row.recipient,
        sender=row.sender,
        received=row.received,
        digest=row.digest,
        arrived=row.arrived,
        attempts=row.attempts,
        others=row.others,
        proven=row.proven is not None,
        meant=row.meant,
    )


def _is_new(letters: FromClause) -> ColumnElement[bool]:
    return letters.c.state == LetterState.NEW


def _letter_query() -> Select[*tuple[object, ...]]:
    """Return the query for a letter that is to be answered, and whether others are."""
    other = inbox.alias("other")
    next_one = (
        select(other.c.number)
        .where(_is_new(other), other.c.number != inbox.c.number)
        .order_by(other.c.received, other.c.number)
        .limit(1)
        .scalar_subquery()
    )
    others = next_one.is_not(None).label("others")
    return select(inbox, others).where(_is_new(inbox))


def _oldest() -> Select[*tuple[object, ...]]:
    earlier = inbox.alias("earlier")
    # How many are new changes faster than PostgreSQL counts: if there were none when it
    # last did, it would go through all new ones for each. It cannot tell beforehand how
    # many are of a state that is computed, and goes by the sender.
    unanswered = exists().where(
        earlier.c.state == func.lower(inbox.c.state),
        earlier.c.sender == inbox.c.sender,
        tuple_(earlier.c.received, earlier.c.number) < tuple_(inbox.c.received, inbox.c.number),
    )
    until = inbox.c.claimed_until
    free = or_(until.is_(None), until <= bindparam("now"))
    return (
        _letter_query()
        .where(free, ~unanswered)
        .order_by(inbox.c.received, inbox.c.number)
        .limit(1)
        .with_for_update(skip_locked=True, of=inbox)
    )


_ITS = inbox.c.number == bindparam("its_number")
_OLDEST = _oldest()
_THIS_ONE = _letter_query().where(_ITS).with_for_update(of=inbox)
_WAS_KEPT = select(inbox.c.number).where(inbox.c.digest == bindparam("its_digest"))
_COUNT = update(inbox).where(_ITS).values(attempts=inbox.c.attempts + 1)
_CLOSE = update(inbox).where(_ITS, _is_new(inbox)).values(claimed_until=None)
