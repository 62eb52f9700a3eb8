"""Addresses that lose mail: what is known against each, and whether mail is paused."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from judge.store.claims import move_mail
from judge.store.tables import NoticeState, addresses, bounces, outbox


@dataclass(frozen=True, slots=True)
class Record:
    """The record of an address: points for mail that failed, the newest given when.

    `paused` is since when it gets no news, and `tried` when it got a mail in spite of
    that, the last one that does.
    """

    points: int
    newest: datetime
    paused: datetime | None = None
    tried: datetime | None = None


_ITS = bounces.c.address == bindparam("its_address")
_RECORD = select(bounces.c.points, bounces.c.newest, bounces.c.paused, bounces.c.tried).where(_ITS)
_AMONG = select(bounces.c.address).where(
    bounces.c.address.in_(bindparam("its_addresses", expanding=True))
)
_ADD = insert(bounces)
_CHANGE = update(bounces).where(_ITS)
_OWNED = select(addresses.c.address).where(addresses.c.player == bindparam("player"))
_FORGET = delete(bounces).where(_ITS, bounces.c.address.in_(_OWNED))
_FORGET_STRANGERS = delete(bounces).where(
    bounces.c.newest < bindparam("before"), bounces.c.address.not_in(select(addresses.c.address))
)


def record_of(connection: Connection, address: str) -> Record | None:
    """Return the record of `address`, None for a good one."""
    row = connection.execute(_RECORD, {"its_address": address.lower()}).one_or_none()
    return None if row is None else Record(*row)


def recorded_among(connection: Connection, some: Iterable[str]) -> frozenset[str]:
    """Return those of the addresses, in lower case, that have a record."""
    asked = {"its_addresses": [one.lower() for one in some]}
    return frozenset(connection.scalars(_AMONG, asked))


def recorded(connection: Connection) -> frozenset[str]:
    """Return the addresses that have a record: mail to them came back of late."""
    return frozenset(connection.scalars(select(bounces.c.address)))


def keep_record(connection: Connection, address: str, record: Record) -> None:
    """Keep the record of `address` instead of what was kept."""
    values = {
        "points": record.points,
        "newest": record.newest,
        "paused": record.paused,
        "tried": record.tried,
    }
    its = {"its_address": address.lower()}
    if connection.execute(_CHANGE.values(values), its).rowcount == 0:
        connection.execute(_ADD, {"address": address.lower(), **values})


def forget(connection: Connection, address: str, player: int) -> None:
    """Forget the record of `address`, from which its owner `player` has written."""
    its = {"its_address": address.lower(), "player": player}
    connection.execute(_FORGET, its)


def forget_strangers(connection: Connection, before: datetime) -> None:
    """Forget the records from before then of addresses that are nobody's."""
    connection.execute(_FORGET_STRANGERS, {"before": before})


def note_trial(connection: Connection, address: str, now: datetime) -> None:
    """Note that a paused address gets the mail that is made at `now`."""
    its = {"its_address": address.lower()}
    connection.execute(_CHANGE.values(tried=now), its)


def move_to_another(connection: Connection, address: str, player: int) -> str | None:
    """Return the address to which the mail of `player` goes instead from now on.

    It is another of his that is not paused; None, and nothing is changed, where he has
    none. What waits to be sent for the first time goes there too.
    """
    paused = select(bounces.c.address).where(bounces.c.paused.is_not(None))
    others = (
        select(addresses.c.address)
        .where(addresses.c.player == player, addresses.c.address != address.lower())
        .where(addresses.c.address.not_in(paused))
        .order_by(addresses.c.address)
    )
    other = connection.scalar(others.limit(1))
    if other is None:
        return None
    move_mail(connection, player, other)
    waiting = update(outbox).where(
        outbox.c.state == NoticeState.QUEUED, outbox.c.attempts == 0, outbox.c.recipient == address
    )
    connection.execute(waiting.values(recipient=other))
    return str(other)
