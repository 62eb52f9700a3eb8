"""Persons and games as the keeper of the judge looks them up."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, or_, select, union_all

from judge.game import MASTER, OVER, Stage
from judge.store.tables import addresses, bounces, entrants, followers, games, inbox, players, seats

_MOST = 200  # rows of a list that is sent by mail


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody the judge knows: his addresses, the main one first, and his places."""

    number: int
    name: str
    addresses: tuple[str, ...]
    places: tuple[tuple[str, str], ...]  # (game, role)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; its Masters are `reachable` unless mail to all of them comes back."""

    name: str
    variant: str
    stage: Stage
    phase: str
    deadline: datetime | None
    masters: tuple[str, ...]
    reachable: bool


def people_like(connection: Connection, word: str) -> tuple[PersonRow, ...]:
    """Return those whose name or one of whose addresses holds `word`."""
    fits = or_(
        func.lower(players.c.name).contains(word.lower(), autoescape=True),
        addresses.c.address.contains(word.lower(), autoescape=True),
    )
    found = (
        select(players.c.number, players.c.name)
        .join(addresses, addresses.c.player == players.c.number)
        .where(fits)
        .distinct()
        .order_by(players.c.number)
        .limit(_MOST)
    )
    rows = connection.execute(found).all()
    numbers = [row.number for row in rows]
    known, places = _addresses(connection, numbers), _places(connection, numbers)
    return tuple(
        PersonRow(row.number, row.name, tuple(known[row.number]), places[row.number])
        for row in rows
    )


def games_like(connection: Connection, word: str) -> tuple[GameRow, ...]:
    """Return the games whose name holds `word`, the newest first."""
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
    """Return who sent most letters after `since`, and how many, at most ten."""
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
    found: dict[int, list[str]] = defaultdict(list)
    rows = connection.execute(
        select(addresses.c.player, addresses.c.address)
        .where(addresses.c.player.in_(numbers))
        .order_by(addresses.c.main.desc(), addresses.c.address)
    )
    for player, address in rows:
        found[player].append(address)
    return found


def _places(connection: Connection, numbers: list[int]) -> dict[int, tuple[tuple[str, str], ...]]:
    """Return the (game, role) pairs of each player in games that are not over."""
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
    found: dict[int, tuple[tuple[str, str], ...]] = defaultdict(tuple)
    for player, game, role in rows:
        found[player] = (*found[player], (game, role))
    return found
