"""Letters that wait until their sender has shown by a reply that he wrote them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, exists, select, update

from judge.commands import ReplyMeant
from judge.letter import OPEN_FOR
from judge.store.guards import OvertakenError
from judge.store.post.inbox import Copy
from judge.store.tables import LetterState, inbox

_ITS = inbox.c.number == bindparam("its_number")
_WAITS = inbox.c.state == LetterState.WAITING
_ASK = (
    update(inbox)
    .where(_ITS, inbox.c.state == LetterState.NEW)
    .values(state=LetterState.WAITING, claimed_until=None)
)
_ASKED = select(
    *(inbox.c.number, inbox.c.asked, inbox.c.received, inbox.c.state, inbox.c.proven),
    *(inbox.c.meant, inbox.c.reminded, inbox.c.denied, inbox.c.digest),
    *(inbox.c.raw, inbox.c.recipient),
).where(inbox.c.secret == bindparam("secret"))
_PROVE = update(inbox).where(_ITS, _WAITS).values(state=LetterState.NEW, claimed_until=None)
_OTHER = inbox.alias("other")
_PROVE_SIGNED = (
    update(inbox)
    .where(
        _ITS,
        ~exists().where(_OTHER.c.signed == bindparam("words"), _OTHER.c.number != inbox.c.number),
    )
    .values(signed=bindparam("words"))
)
_LAPSED = select(inbox.c.number, inbox.c.raw, inbox.c.recipient).where(
    _WAITS, inbox.c.received <= bindparam("until")
)
_LAPSE = (
    update(inbox)
    .where(_ITS, _WAITS)
    .values(state=LetterState.IGNORED, note="its sender did not say that they wrote it")
)
_DENY = (
    update(inbox)
    .where(_ITS, _WAITS)
    .values(state=LetterState.IGNORED, note="its sender says that they did not write it")
)
_REMIND = update(inbox).where(_ITS).values(reminded=True)
_GRAVE = inbox.c.denied.is_not(None) & inbox.c.grave.is_not(None)
_DENIED = (
    select(inbox.c.denied, inbox.c.sender, inbox.c.asked, inbox.c.grave)
    .where(_GRAVE)
    .order_by(inbox.c.denied)
)


@dataclass(frozen=True, slots=True)
class AskedLetter:
    """A letter of which the sender was `asked`, at that address, whether they wrote it.

    A reply that came `until` then says whether they did. It `waits` for that, or is
    `proven` or `denied` by one already. The question was asked once more if `reminded`.
    With `meant` it was asked whether the letter is press or orders. `copy` is the letter
    as it came, and `digest` tells it from all others.
    """

    number: int
    asked: str
    until: datetime
    waits: bool
    proven: bool
    meant: ReplyMeant | None = None
    reminded: bool = False
    denied: bool = False
    digest: str = ""
    copy: Copy | None = None

    @property
    def about(self) -> str:
        """Return what names the question, and no other."""
        return f"letter {self.digest}"


def ask(
    connection: Connection,
    number: int,
    *,
    asked: str,
    secret: str,
    meant: ReplyMeant | None = None,
    grave: str | None = None,
) -> None:
    """Let a letter wait, and note at which address it was asked who wrote it.

    `secret` is the digest of the token in the reply address of that mail, `meant` whether
    it was asked what the letter is, and `grave` what the keeper is told of it if it is
    denied. OvertakenError when it was closed before.
    """
    values = {"its_number": number, "asked": asked, "secret": secret, "meant": meant}
    values["grave"] = grave
    if connection.execute(_ASK, values).rowcount != 1:
        raise OvertakenError(f"Letter {number} is closed.")


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
        meant=row.meant,
        reminded=bool(row.reminded),
        denied=row.denied is not None,
        digest=row.digest,
        copy=Copy(row.raw, row.recipient),
    )


def settle(connection: Connection, number: int, meant: ReplyMeant) -> None:
    """Let a letter that waits be answered as what its writer says it is."""
    connection.execute(_PROVE, {"its_number": number, "meant": meant})


def prove(connection: Connection, number: int, now: datetime) -> None:
    """Let a letter that waits be answered, as its sender's."""
    connection.execute(_PROVE, {"its_number": number, "proven": now})


def deny(connection: Connection, number: int, copy: Copy, now: datetime) -> None:
    """Close a letter whose sender did not write it; `copy` alone is kept from now on."""
    kept = {"raw": copy.raw, "recipient": copy.recipient, "bare": True, "denied": now}
    connection.execute(_DENY, {"its_number": number, **kept})


def remind(connection: Connection, number: int) -> None:
    """Note that it was asked once more who wrote a letter."""
    connection.execute(_REMIND, {"its_number": number})


def take_denied(connection: Connection) -> tuple[tuple[datetime, str, str, str], ...]:
    """Return the grave letters that were denied, oldest first; from now on they are told.

    Each is when it was denied, its sender by the envelope, the address that was asked,
    and what the letter would have done.
    """
    rows = tuple(connection.execute(_DENIED))
    if rows:
        connection.execute(update(inbox).where(_GRAVE).values(grave=None))
    return tuple((row.denied, row.sender, row.asked, row.grave) for row in rows)


def prove_signed(connection: Connection, number: int, words: str) -> bool:
    """Note of a letter the digest of what was signed; return whether it is the first.

    Anybody who has a mail can send it once more.
    """
    its = {"its_number": number, "words": words}
    return connection.execute(_PROVE_SIGNED, its).rowcount == 1


def lapsed(connection: Connection, now: datetime) -> tuple[tuple[int, Copy], ...]:
    """Return the letters that have waited too long, each as it came."""
    rows = connection.execute(_LAPSED, {"until": now - OPEN_FOR})
    return tuple((row.number, Copy(row.raw, row.recipient)) for row in rows)


def forget(connection: Connection, number: int, copy: Copy) -> None:
    """Close a letter that waits, of which `copy` alone is kept from now on."""
    kept = {"raw": copy.raw, "recipient": copy.recipient, "bare": True}
    connection.execute(_LAPSE, {"its_number": number, **kept})
