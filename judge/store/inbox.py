"""The inbox: every mail that arrived, its state, and the periods when mail could arrive.

`take_letter` begins the transaction that answers a letter, and locks the letter until it ends.
`count_attempt` has a transaction of its own: it counts attempts that failed or that may have
crashed the program.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from judge.commands import ReplyMeant
from judge.letter import Delivery
from judge.store.connect import OvertakenError, insert_once, unless_there
from judge.store.tables import LetterState, inbox, letter_games, openings

RESPITE = timedelta(seconds=5)  # pause before a failed letter is retried
_FOLD = re.compile(rb"\n[ \t]+")
_MESSAGE_ID = re.compile(rb"^message-id:(.*)$", re.IGNORECASE | re.MULTILINE)
_STAND_INS = re.compile(rb"^(?:from|date|subject):.*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """A stored mail as it arrived, with the addresses of its envelope."""

    number: int
    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    # When it was stored.
    received: datetime
    #: A digest that identifies the mail.
    digest: str
    # When it arrived at the judge or at the operator's own server.
    arrived: datetime
    # The number of failed attempts.
    attempts: int
    #: Whether more mail waits to be answered.
    others: bool = False
    #: Whether its sender confirmed by a reply that they wrote it.
    proven: bool = False
    # The answer of the sender to the question whether a reply was press or orders, if asked.
    meant: ReplyMeant | None = None


def keep_letter(connection: Connection, mail: Delivery, received: datetime) -> bool:
    """Store a mail; return False if the same mail is stored already.

    Mails with the same Message-ID and different bodies are different mails. So are copies to
    different addresses of ours.
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
    """Return a digest that identifies a mail by its recipient, Message-ID and body.

    Line ends are ignored, because SMTP and IMAP differ in them. From, Date and Subject replace a
    missing Message-ID.
    """
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    head = _FOLD.sub(b" ", head)
    message_id = _MESSAGE_ID.search(head)
    identity = message_id[1].strip() if message_id else b"\n".join(_STAND_INS.findall(head))
    digest = hashlib.sha256()
    for part in (recipient.lower().encode("utf-8", "replace"), identity, body.rstrip()):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def was_kept(connection: Connection, digest: str) -> bool:
    """Return whether a mail with this digest was ever stored."""
    return connection.execute(_WAS_KEPT, {"its_digest": digest}).first() is not None


def take_letter(connection: Connection, now: datetime) -> KeptLetter | None:
    """Lock and return the oldest letter to answer, or None.

    Different workers never get letters of the same sender at the same time.
    """
    return _kept(connection.execute(_OLDEST, {"now": now}).one_or_none())


def hold_letter(connection: Connection, number: int) -> KeptLetter | None:
    """Return the letter with this number as `take_letter` does, or None if it is closed.

    Waits while another transaction has locked it.
    """
    return _kept(connection.execute(_THIS_ONE, {"its_number": number}).one_or_none())


def count_attempt(connection: Connection, number: int, now: datetime) -> None:
    """Count a failed attempt at a letter; `take_letter` skips it for RESPITE."""
    until = {"its_number": number, "claimed_until": now + RESPITE}
    connection.execute(_COUNT, until)


@dataclass(frozen=True, slots=True)
class Copy:
    """The stored copy of an answered letter, without its secrets."""

    raw: bytes = field(repr=False)
    recipient: str


def close_letter(
    connection: Connection, number: int, state: LetterState, note: str, copy: Copy
) -> None:
    """Close a letter in this state; only `copy` and its digest stay stored.

    The digest recognizes the same mail if it arrives again. Raises OvertakenError if the letter is
    closed already.
    """
    columns = {"raw": copy.raw, "recipient": copy.recipient, "bare": True}
    if not _closed(connection, number, {"state": state, "note": note, **columns}):
        raise OvertakenError(f"Letter {number} is closed.")


def set_aside(connection: Connection, number: int, note: str, now: datetime) -> None:
    """Set a letter aside for the keeper, unless another worker has closed it."""
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
    """Return the query for a letter to answer, and whether more letters wait."""
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
    # PostgreSQL's statistics lag behind the number of new letters. If they said that there are
    # none, it would read all new letters for each letter. It cannot estimate a computed state, and
    # so uses the index on the sender.
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


_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class UnlookedLetter:
    """A stored letter that was not yet examined for its games; `stumbled` if an attempt failed."""

    number: int
    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    stumbled: bool


@dataclass(frozen=True, slots=True)
class UnreadLetter:
    """A letter that was set aside, and that certainly belongs to a game."""

    number: int
    recipient: str
    sender: str
    arrived: datetime


@dataclass(frozen=True, slots=True)
class Span:
    """The conditions on letters that a phase waits for."""

    # Letters that arrived after this moment.
    begun: datetime
    # Letters that arrived before this deadline, or in the same second.
    closing: datetime
    # Letters that were stored after this moment.
    kept: datetime
    # Letters that were set aside only if their sender was told so after this moment.
    told: datetime


_OPEN = inbox.c.state.in_((LetterState.NEW, LetterState.SET_ASIDE))
_TRIED = or_(inbox.c.state == LetterState.SET_ASIDE, inbox.c.attempts > 0)
_LOOKED = exists().where(letter_games.c.letter == inbox.c.number)
_CERTAIN = letter_games.c.certain
_UNLOOKED = (
    select(inbox)
    .where(_OPEN, ~_LOOKED, inbox.c.received > bindparam("kept"))
    .order_by(inbox.c.number)
)
_IN_TIME = and_(
    inbox.c.received > bindparam("kept"),
    inbox.c.arrived > bindparam("begun"),
    inbox.c.arrived < bindparam("end"),
)
_STILL_HOLDS = or_(inbox.c.state != LetterState.SET_ASIDE, inbox.c.aside > bindparam("told"))
_FOR_IT = _LOOKED.where(letter_games.c.game == bindparam("its_key"), or_(_CERTAIN, ~_TRIED))
_UNREAD = (
    select(inbox.c.number, inbox.c.recipient, inbox.c.sender, inbox.c.arrived)
    .where(
        inbox.c.state == LetterState.SET_ASIDE,
        _IN_TIME,
        _STILL_HOLDS,
        _LOOKED.where(letter_games.c.game == bindparam("its_key"), _CERTAIN),
    )
    .order_by(inbox.c.arrived, inbox.c.number)
)
_RELEASE = (
    update(letter_games)
    .where(
        letter_games.c.game == bindparam("its_key"),
        letter_games.c.letter.in_(bindparam("letters", expanding=True)),
    )
    .values(certain=False)
)
_WAITED_FOR = (
    select(inbox.c.number).where(_OPEN, _IN_TIME, _STILL_HOLDS, or_(~_LOOKED, _FOR_IT)).limit(1)
)


def unlooked_letters(connection: Connection, kept: datetime) -> tuple[UnlookedLetter, ...]:
    """Return the unanswered letters stored after `kept` that were not examined for their games."""
    rows = connection.execute(_UNLOOKED, {"kept": kept})
    return tuple(
        UnlookedLetter(
            number=row.number,
            raw=row.raw,
            recipient=row.recipient,
            sender=row.sender,
            stumbled=row.state is LetterState.SET_ASIDE or row.attempts > 0,
        )
        for row in rows
    )


def note_games(
    connection: Connection, letter: int, certain: Iterable[str], others: Iterable[str]
) -> None:
    """Record the games of a letter: the `certain` ones, and `others` that it may be about."""
    certain_keys = {name.lower() for name in certain}
    rows = [
        {"letter": letter, "game": game, "certain": game in certain_keys}
        for game in {"", *certain_keys, *(name.lower() for name in others)}
    ]
    there = unless_there(letter_games, connection.dialect.name)
    connection.execute(there, rows)


def is_waited_for(connection: Connection, game: str, span: Span) -> bool:
    """Return whether `game` must wait for an unanswered letter."""
    return connection.execute(_WAITED_FOR, _asked(game, span)).first() is not None


def unread_letters(connection: Connection, game: str, span: Span) -> tuple[UnreadLetter, ...]:
    """Return the letters set aside for which `game` waits, oldest first."""
    rows = connection.execute(_UNREAD, _asked(game, span))
    return tuple(UnreadLetter(*row) for row in rows)


def release(connection: Connection, game: str, letters: Iterable[int]) -> None:
    """Let `game` stop waiting for these letters, which were set aside."""
    asked = {"its_key": game.lower(), "letters": tuple(letters)}
    connection.execute(_RELEASE, asked)


def _asked(game: str, span: Span) -> dict[str, object]:
    return {
        "its_key": game.lower(),
        "kept": span.kept,
        "told": span.told,
        "begun": span.begun,
        # A letter in the last second of the deadline is in time.
        "end": span.closing.replace(microsecond=0) + _SECOND,
    }


_OLD = (
    select(inbox.c.number, inbox.c.raw, inbox.c.recipient)
    .where(inbox.c.bare.is_(None), inbox.c.state.in_((LetterState.DONE, LetterState.IGNORED)))
    .order_by(inbox.c.number)
    .limit(bindparam("most"))
)
_BARE = update(inbox).where(inbox.c.number == bindparam("its_number")).values(bare=True)


def not_bare(connection: Connection, most: int) -> tuple[tuple[int, Copy], ...]:
    """Return at most `most` answered letters whose stored copies may still contain secrets."""
    rows = connection.execute(_OLD, {"most": most})
    return tuple((row.number, Copy(row.raw, row.recipient)) for row in rows)


def keep_bare(connection: Connection, number: int, copy: Copy) -> None:
    """Replace an answered letter by `copy`, which contains no secrets."""
    its = {"its_number": number, "raw": copy.raw, "recipient": copy.recipient}
    connection.execute(_BARE, its)


OPENINGS_KEPT_FOR = timedelta(days=30)  # longer than a gap can delay any phase

_OF_RUN = (
    select(openings)
    .where(openings.c.door == bindparam("its_door"), openings.c.run == bindparam("run"))
    .order_by(openings.c.until.desc(), openings.c.number.desc())
    .limit(1)
)
_OPENINGS = (
    select(openings).where(openings.c.door == bindparam("its_door")).order_by(openings.c.since)
)
_LAST_SIGN = select(func.max(openings.c.until))
_BEGIN_OPENING = insert(openings)
_EXTEND_OPENING = (
    update(openings)
    .where(openings.c.number == bindparam("its_number"))
    .values(until=bindparam("to"))
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A period in which a door, a way in for mail, was open; all mail until `until` is stored."""

    door: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class NotedOpening:
    """A stored opening; `run` is when the program that recorded it started."""

    run: datetime
    since: datetime
    until: datetime


def note_opening(
    connection: Connection, opening: Opening, run: datetime, silence: timedelta
) -> bool:
    """Record that a door is open; return whether it was closed before.

    If the last record is older than `silence`, the door was closed in between.
    """
    of_run = {"its_door": opening.door, "run": run}
    last = connection.execute(_OF_RUN, of_run).first()
    if last is None or last.until < opening.since:
        _begin_opening(connection, opening, run, opening.since)
    elif opening.until - last.until > silence:
        _begin_opening(connection, opening, run, opening.until)
    else:
        extended = {"its_number": last.number, "to": max(opening.until, last.until)}
        connection.execute(_EXTEND_OPENING, extended)
        return False
    return True


def openings_of(connection: Connection, door: str) -> tuple[NotedOpening, ...]:
    """Return the openings of a door, oldest first."""
    rows = connection.execute(_OPENINGS, {"its_door": door})
    return tuple(NotedOpening(row.run, row.since, row.until) for row in rows)


def last_sign(connection: Connection) -> datetime | None:
    """Return the latest moment at which any door was open, or None."""
    return connection.execute(_LAST_SIGN).scalar()


def _begin_opening(
    connection: Connection, opening: Opening, run: datetime, since: datetime
) -> None:
    values = {"door": opening.door, "run": run, "since": since, "until": opening.until}
    connection.execute(_BEGIN_OPENING, values)
    old = openings.c.until < opening.until - OPENINGS_KEPT_FOR
    connection.execute(delete(openings).where(old))
