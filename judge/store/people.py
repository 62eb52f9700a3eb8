"""Persons: who they are, where they write from, and what proves it."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from judge.game.model import Player
from judge.letter import ReplyTo
from judge.store.guards import insert_once
from judge.store.tables import addresses, games, players, tokens


def find_player(connection: Connection, address: str) -> Player | None:
    """Return whose address this is, without regard to capitals, or None."""
    owner = select(addresses.c.player).where(addresses.c.address == address.lower())
    for found in _players(connection, players.c.number == owner.scalar_subquery()):
        return found
    return None


def player(connection: Connection, number: int) -> Player:
    """Return the player of this number; KeyError when there is none."""
    return players_by_number(connection, (number,))[number]


def players_by_number(
    connection: Connection, numbers: Iterable[int]
) -> dict[int, Player]:
    """Return the players of these numbers, by number."""
    found = _players(connection, players.c.number.in_(sorted(set(numbers))))
    return {one.number: one for one in found}


def add_player(connection: Connection, address: str, name: str, zone: str) -> Player:
    """Return the new player at `address`, or the one who was there already."""
    number = connection.execute(
        insert(players).values(name=name, zone=zone).returning(players.c.number)
    ).scalar_one()
    row = {"address": address.lower(), "player": number, "main": True}
    if not insert_once(connection, addresses, row):
        connection.execute(delete(players).where(players.c.number == number))
    found = find_player(connection, address)
    assert found is not None
    return found


def keep_player(connection: Connection, person: Player) -> None:
    """Keep what a player says of himself, and himself if he is new."""
    number = person.number
    if not number:
        number = add_player(connection, person.address, person.name, person.zone).number
    connection.execute(
        update(players)
        .where(players.c.number == number)
        .values(name=person.name, zone=person.zone)
    )


def keep_token(connection: Connection, digest: str, reply_to: ReplyTo) -> None:
    """Keep for whom the token with this digest speaks; once more changes nothing."""
    game = select(games.c.number).where(games.c.key == reply_to.game.lower())
    insert_once(
        connection,
        tokens,
        {
            "digest": digest,
            "player": reply_to.player,
            "game": game.scalar_subquery(),
            "role": reply_to.role,
        },
    )


def holder_of(connection: Connection, digest: str) -> ReplyTo | None:
    """Return for whom the token with this digest speaks, or None for nobody.

    He may have left his place since: whether he still has it, the game tells.
    """
    row = connection.execute(
        select(tokens.c.player, games.c.name, tokens.c.role)
        .join(games, games.c.number == tokens.c.game)
        .where(tokens.c.digest == digest)
    ).one_or_none()
    return row and ReplyTo(row.player, row.name, row.role)


def _players(connection: Connection, which: ColumnElement[bool]) -> list[Player]:
    rows = connection.execute(
        select(players, addresses.c.address)
        .join(addresses, addresses.c.player == players.c.number)
        .where(addresses.c.main, which)
    )
    return [Player(row.number, row.name, row.address, row.zone) for row in rows]
