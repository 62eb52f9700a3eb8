"""Letters that wait until their sender has shown by a reply that he wrote them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from judge.letter import OPEN_FOR
from judge.store.tables import LetterState, inbox

_ITS = inbox.c.number == bindparam("its_number")
_WAITS = inbox.c.state == LetterState.WAITING
_ASK = update(inbox).where(_ITS)
_ASKED = select(
    inbox.c.number, inbox.c.asked, inbox.c.received, inbox.c.state, inbox.c.proven
).where(inbox.c.secret == bindparam("secret"))
_PROVE = (
    update(inbox).where(_ITS, _WAITS).values(state=LetterState.NEW, claimed_until=None)
)
_LAPSE = (
    update(inbox)
    .where(_WAITS, inbox.c.received <= bindparam("until"))
    .values(state=LetterState.IGNORED, note="its sender did not say that he wrote it")
)


@dataclass(frozen=True, slots=True)
class AskedLetter:
    """A letter of which the sender was `asked`, at that address, whether he wrote it.

    A reply that came `until` then says that he did. It `waits` for that, or is `proven`
    by one already.
    """

    number: int
    asked: str
    until: datetime
    waits: bool
    proven: bool


def ask(connection: Connection, number: int, *, asked: str, secret: str) -> None:
    """Note at which address it was asked who wrote a letter, and with which secret.

    `secret` is the digest of the token in the reply address of that mail.
    """
    values = {"its_number": number, "asked": asked, "secret": secret}
    connection.execute(_ASK, values)


def asked_with(connection: Connection, secret: str) -> AskedLetter | None:
    """Return the letter that was asked about with this secret, or None."""
    row = connection.execute(_ASKED, {"secret": secret}).one_or_none()
    if row is None:
        return None
    return AskedLetter(
        number=row.number,
        asked=row.asked,
        until=row.received + OPEN_FOR,
        waits=row.state == LetterState.WAITING,
        proven=row.proven is not None,
    )


def prove(connection: Connection, number: int, now: datetime) -> None:
    """Let a letter that waits be answered, as its sender's."""
    connection.execute(_PROVE, {"its_number": number, "proven": now})


def forget_unproven(connection: Connection, now: datetime) -> None:
    """Close the letters that have waited too long."""
    connection.execute(_LAPSE, {"until": now - OPEN_FOR})
