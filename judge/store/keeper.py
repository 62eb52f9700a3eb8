"""The keeper's records: blocked addresses, messages of the day, persons, games, failed mail."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, union_all, update

from judge.game import MASTER, OVER, Stage
from judge.store.connect import insert_once
from judge.store.tables import (
    LetterState,
    NoticeState,
    addresses,
    blocks,
    bounces,
    entrants,
    followers,
    games,
    inbox,
    messages,
    outbox,
    players,
    seats,
)

_FITTING = (
    select(blocks.c.reason)
    .where(blocks.c.address.in_([bindparam("name"), bindparam("domain")]))
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Block:
    """A blocked address, or `@domain` for a whole domain, with date and reason.

    Its mail is neither obeyed nor answered.
    """

    address: str
    since: datetime
    reason: str


def block(connection: Connection, address: str, reason: str, now: datetime) -> bool:
    """Block an address or `@domain`; return False if it was blocked already."""
    row = {"address": address.lower(), "since": now, "reason": reason}
    return insert_once(connection, blocks, row)


def unblock(connection: Connection, address: str) -> bool:
    """Remove a block; return whether there was one."""
    statement = delete(blocks).where(blocks.c.address == address.lower())
    return connection.execute(statement).rowcount > 0


def is_blocked(connection: Connection, address: str) -> bool:
    """Return whether this address or its domain is blocked."""
    name = address.lower()
    either = {"name": name, "domain": f"@{name.rpartition('@')[2]}"}
    return connection.execute(_FITTING, either).first() is not None


def every_block(connection: Connection) -> tuple[Block, ...]:
    """Return all blocks, oldest first."""
    rows = connection.execute(select(blocks).order_by(blocks.c.since, blocks.c.address))
    return tuple(Block(row.address, row.since, row.reason) for row in rows)


_NEWEST = select(messages.c.text).order_by(messages.c.number.desc()).limit(1)


def set_message(connection: Connection, text: str, now: datetime) -> None:
    """Set the message of the day; "" for none."""
    connection.execute(insert(messages).values(since=now, text=text))


def message_of_the_day(connection: Connection) -> str:
    """Return the message of the day, or "" if there is none."""
    return connection.scalar(_NEWEST) or ""


_MOST = 200  # rows of one mailed list


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, their addresses (the main one first), and their places in games."""

    number: int
    name: str
    addresses: tuple[str, ...]
    places: tuple[tuple[str, str], ...]  # (game, role)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; `reachable` is False if mail to all its Masters bounces."""

    name: str
    variant: str
    stage: Stage
    phase: str
    deadline: datetime | None
    masters: tuple[str, ...]
    reachable: bool


def people_like(connection: Connection, word: str) -> tuple[PersonRow, ...]:
    """Return the persons with `word` in their name or in one of their addresses."""
    fits = or_(
        func.lower(players.c.name).contains(word.lower(), autoescape=True),
        addresses.c.address.contains(word.lower(), autoescape=True),
    )
    query = (
        select(players.c.number, players.c.name)
        .join(addresses, addresses.c.player == players.c.number)
        .where(fits)
        .distinct()
        .order_by(players.c.number)
        .limit(_MOST)
    )
    rows = connection.execute(query).all()
    numbers = [row.number for row in rows]
    addresses_of, places = _addresses(connection, numbers), _places(connection, numbers)
    return tuple(
        PersonRow(row.number, row.name, tuple(addresses_of[row.number]), places[row.number])
        for row in rows
    )


def games_like(connection: Connection, word: str) -> tuple[GameRow, ...]:
    """Return the games with `word` in their names, newest first."""
    paused = select(bounces.c.address).where(bounces.c.paused.is_not(None))
    leads = (
        select(followers.c.game, addresses.c.address, addresses.c.address.in_(paused))
        .join(addresses, (addresses.c.player == followers.c.player) & addresses.c.main)
        .where(followers.c.role == MASTER)
        .order_by(followers.c.place)
    )
    masters: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    for game, address, lost in connection.execute(leads):
        masters[game].append((address, lost))
    rows = connection.execute(
        select(games)
        .where(games.c.key.contains(word.lower(), autoescape=True))
        .order_by(games.c.number.desc())
        .limit(_MOST)
    )
    return tuple(
        GameRow(
            row.name,
            row.variant,
            row.stage,
            row.phase or "",
            row.deadline,
            tuple(address for address, _ in masters[row.number]),
            any(not lost for _, lost in masters[row.number]),
        )
        for row in rows
    )


def busiest_senders(connection: Connection, since: datetime) -> tuple[tuple[str, int], ...]:
    """Return the ten addresses with the most letters after `since`, with the number of letters."""
    count = func.count()
    rows = connection.execute(
        select(inbox.c.sender, count)
        .where(inbox.c.received > since)
        .group_by(inbox.c.sender)
        .order_by(count.desc(), inbox.c.sender)
        .limit(10)
    )
    return tuple((sender, number) for sender, number in rows)


def _addresses(connection: Connection, numbers: list[int]) -> dict[int, list[str]]:
    addresses_of: dict[int, list[str]] = defaultdict(list)
    rows = connection.execute(
        select(addresses.c.player, addresses.c.address)
        .where(addresses.c.player.in_(numbers))
        .order_by(addresses.c.main.desc(), addresses.c.address)
    )
    for player, address in rows:
        addresses_of[player].append(address)
    return addresses_of


def _places(connection: Connection, numbers: list[int]) -> dict[int, tuple[tuple[str, str], ...]]:
    """Return the (game, role) pairs of each player in unfinished games."""
    held = union_all(
        select(seats.c.player, seats.c.game, seats.c.power.label("role")),
        select(followers.c.player, followers.c.game, followers.c.role),
        select(entrants.c.player, entrants.c.game, func.lower("joined")),
    ).subquery()
    rows = connection.execute(
        select(held.c.player, games.c.name, held.c.role)
        .join(games, games.c.number == held.c.game)
        .where(held.c.player.in_(numbers))
        .where(games.c.stage.not_in(OVER))
        .order_by(games.c.number)
    )
    places_of: dict[int, tuple[tuple[str, str], ...]] = defaultdict(tuple)
    for player, game, role in rows:
        places_of[player] = (*places_of[player], (game, role))
    return places_of


@dataclass(frozen=True, slots=True)
class LetterSetAside:
    """A letter that was set aside: its sender, when it was received, and the reason."""

    number: int
    sender: str
    received: datetime
    note: str


def letters_set_aside(connection: Connection) -> tuple[LetterSetAside, ...]:
    """Return the letters that wait for the keeper, oldest first."""
    rows = connection.execute(
        select(inbox.c.number, inbox.c.sender, inbox.c.received, inbox.c.note)
        .where(inbox.c.state == LetterState.SET_ASIDE)
        .order_by(inbox.c.number)
    )
    return tuple(LetterSetAside(*row) for row in rows)


def letter_bytes(connection: Connection, number: int) -> bytes | None:
    """Return the bytes of a stored letter, None if it does not exist or its text was deleted."""
    raw: bytes | None = connection.scalar(select(inbox.c.raw).where(inbox.c.number == number))
    return raw or None


def try_again(connection: Connection, number: int) -> bool:
    """Queue a letter that was set aside for a retry; return False if it was not set aside."""
    again = (
        update(inbox)
        .where(inbox.c.number == number, inbox.c.state == LetterState.SET_ASIDE)
        .values(state=LetterState.NEW, attempts=0, note="")
    )
    return connection.execute(again).rowcount == 1


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A notice that failed, or that was refused and is retried, with the reason."""

    number: int
    to: str
    subject: str
    created: datetime
    failed: bool
    reason: str


def undelivered(connection: Connection) -> tuple[Undelivered, ...]:
    """Return the notices that failed or were refused, oldest first.

    Notices whose texts were deleted are left out.
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
    """Make failed or waiting notices due at `now`; return their number."""
    waits = outbox.c.state.in_([NoticeState.FAILED, NoticeState.QUEUED])
    again = (
        update(outbox)
        .where(outbox.c.number.in_(numbers), waits, outbox.c.body != "")
        .values(state=NoticeState.QUEUED, attempts=0, due=now, requeued=now, barred=None, reason="")
    )
    return connection.execute(again).rowcount
