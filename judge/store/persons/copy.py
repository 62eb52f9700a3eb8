"""All that is kept about a person, as facts that he himself can read."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Select, Text, cast, select, union

from judge.store.persons.blocks import blocked_by
from judge.store.tables import (
    addresses,
    conduct,
    diary,
    entrants,
    followers,
    games,
    held_press,
    inbox,
    outbox,
    players,
    press,
    renewals,
    seats,
)

Facts = dict[str, object]
_Query = Select[*tuple[object, ...]]


# What there may be much of, a list each.
ENTRIES = ("press", "press not sent", "diary", "letters", "mails")


def known_about(connection: Connection, player: int) -> Facts:
    """Return what is kept about a player but for the `ENTRIES`, as JSON has it.

    Of a password it is told that there is one; moments are in UTC.
    """

    def rows(query: _Query) -> list[Facts]:
        return [_shown(row._asdict()) for row in connection.execute(query)]

    person = connection.execute(select(players).where(players.c.number == player)).one()
    return {
        "name": person.name,
        "zone": person.zone,
        "settings": person.preferences,
        "password": person.password is not None,
        "addresses": _addresses(connection, player),
        "blocks": blocked_by(connection, player),
        "places": rows(_places(player)),
        "conduct": rows(_conduct(player)),
    }


def entries_about(
    connection: Connection, player: int, entries: str, first: int, most: int
) -> list[Facts]:
    """Return so many at most of one of the `ENTRIES` about a player, from the `first` on."""
    match entries:
        case "press":
            query = _press(player)
        case "press not sent":
            query = _held(player)
        case "diary":
            query = _diary(player)
        case "letters":
            query = _letters(_addresses(connection, player))
        case _:
            query = _mails(_addresses(connection, player))
    rows = connection.execute(query.offset(first).limit(most))
    return [_shown(row._asdict()) for row in rows]


def _addresses(connection: Connection, player: int) -> list[str]:
    its = addresses.c.player == player
    return list(connection.scalars(select(addresses.c.address).where(its)))


def _places(player: int) -> _Query:
    """Return the query for the places that a player has, had or waits for."""
    each = (
        select(games.c.name.label("game"), role.label("place"))
        .join(table, table.c.game == games.c.number)
        .where(table.c.player == player)
        for table, role in (
            (seats, seats.c.power),
            (followers, followers.c.role),
            (entrants, entrants.c.preferences),
            (renewals, renewals.c.role),
        )
    )
    places = union(*each).subquery()
    return select(places).order_by(places.c.game, places.c.place)


def _conduct(player: int) -> _Query:
    """Return the query for how a player kept his games."""
    game = games.c.name.label("game")
    mark = cast(conduct.c.mark, Text).label("mark")
    return (
        select(game, conduct.c.power, conduct.c.phase, conduct.c.at, mark)
        .join(games, games.c.number == conduct.c.game)
        .where(conduct.c.player == player)
        .order_by(conduct.c.number)
    )


def _press(player: int) -> _Query:
    return (
        select(
            games.c.name.label("game"),
            press.c.phase,
            press.c.at,
            press.c.sender,
            press.c.recipients,
            press.c.text,
        )
        .join(games, games.c.number == press.c.game)
        .where(press.c.author == player)
        .order_by(press.c.number)
    )


def _held(player: int) -> _Query:
    held = held_press.c
    return (
        select(
            games.c.name.label("game"),
            *(held.written, held.leaves, held.sender, held.recipients, held.text),
        )
        .join(games, games.c.number == held.game)
        .where(held.player == player)
        .order_by(held.written)
    )


def _diary(player: int) -> _Query:
    return (
        select(
            games.c.name.label("game"),
            *(diary.c.phase, diary.c.written, diary.c.role, diary.c.text),
        )
        .join(games, games.c.number == diary.c.game)
        .where(diary.c.player == player)
        .order_by(diary.c.game, diary.c.place)
    )


def _letters(own: Sequence[str]) -> _Query:
    """Return the query for the letters that are kept, without their secrets."""
    return (
        select(inbox.c.received, inbox.c.sender, inbox.c.raw.label("letter"))
        .where(inbox.c.sender.in_(own), inbox.c.bare)
        .order_by(inbox.c.number)
    )


def _mails(own: Sequence[str]) -> _Query:
    return (
        select(outbox.c.created, outbox.c.recipient, outbox.c.subject, outbox.c.body)
        .where(outbox.c.recipient.in_(own))
        .order_by(outbox.c.number)
    )


def _shown(row: Facts) -> Facts:
    """Return a row in values that JSON has."""
    return {name: _plain(value) for name, value in row.items() if value is not None}


def _plain(value: object) -> object:
    match value:
        case datetime():
            return value.isoformat()
        case bytes():
            return value.decode("utf-8", "replace")
        case _:
            return value
