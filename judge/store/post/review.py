"""The letters that were set aside, for the keeper to look at and try again."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from judge.store.tables import LetterState, inbox


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


@dataclass(frozen=True, slots=True)
class Envelope:
    """To whom a kept letter came, from whom, and when."""

    recipient: str
    sender: str
    arrived: datetime


def envelope(connection: Connection, number: int) -> Envelope:
    """Return the envelope of the kept letter of this number."""
    columns = (inbox.c.recipient, inbox.c.sender, inbox.c.arrived)
    found = connection.execute(select(*columns).where(inbox.c.number == number))
    return Envelope(*found.one())


def letter(connection: Connection, number: int) -> bytes | None:
    """Return the bytes of a kept letter, or None when there is none of that number."""
    raw: bytes | None = connection.scalar(
        select(inbox.c.raw).where(inbox.c.number == number)
    )
    return raw


def try_again(connection: Connection, number: int) -> bool:
    """Let a letter that was set aside be answered; return whether it was set aside."""
    again = (
        update(inbox)
        .where(inbox.c.number == number, inbox.c.state == LetterState.SET_ASIDE)
        .values(state=LetterState.NEW, attempts=0, note="")
    )
    return connection.execute(again).rowcount == 1
