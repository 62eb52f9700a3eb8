"""Many games like one: a store with as many games and people as a large judge has."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, Table, func, insert, select, update

from judge.letter import ReplyTo
from judge.mail import reply_address, reply_token, token_digest
from judge.store.tables import addresses, followers, games, players, seats, tokens
from tests.e2e.program import ADDRESS

_BATCH = 200
Values = dict[str, object]


@dataclass(frozen=True, slots=True)
class Place:
    """A player of a game: their address, and the reply address that they write to."""

    game: str
    player: str
    address: str


@dataclass(slots=True)
class Model:
    """The one game that there is, row by row, and the numbers that are taken."""

    game: Values
    people: list[Values]
    addresses: list[Values]
    followers: list[Values]
    seats: list[Values]
    most_games: int
    most_players: int


def add_games(store: Engine, key: bytes, number: int) -> list[Place]:
    """Add so many games like the one there is, each with people of its own.

    All their players have ordered their units to hold.
    """
    places: list[Place] = []
    with store.begin() as connection:
        model = _model(connection)
    for first in range(0, number, _BATCH):
        with store.begin() as connection:
            some = range(first, min(number, first + _BATCH))
            rows: dict[Table, list[Values]] = {}
            for place in some:
                places += _add(rows, model, key, place)
            for table, values in rows.items():
                connection.execute(insert(table), values)
    with store.begin() as connection:
        order_to_hold(connection)
    return places


def order_to_hold(connection: Connection) -> None:
    """Let all players order their units to hold, as no unit ever moves."""
    for power, units in HELD.items():
        orders = tuple(f"{unit} H" for unit in units)
        its = update(seats).where(seats.c.power == power)
        connection.execute(its.values(orders=orders))


HELD = {
    "Austria": ("A VIE", "A BUD", "F TRI"),
    "England": ("F LON", "F EDI", "A LVP"),
    "France": ("A PAR", "A MAR", "F BRE"),
    "Germany": ("A BER", "A MUN", "F KIE"),
    "Italy": ("A ROM", "A VEN", "F NAP"),
    "Russia": ("A WAR", "A MOS", "F SEV", "F STP/SC"),
    "Turkey": ("A CON", "A SMY", "F ANK"),
}


def _model(connection: Connection) -> Model:
    def rows(table: Table) -> list[Values]:
        return [dict(row._mapping) for row in connection.execute(select(table))]

    return Model(
        game=rows(games)[0],
        people=rows(players),
        addresses=[one for one in rows(addresses) if one["main"]],
        followers=rows(followers),
        seats=rows(seats),
        most_games=connection.scalar(select(func.max(games.c.number))) or 0,
        most_players=connection.scalar(select(func.max(players.c.number))) or 0,
    )


def _add(rows: dict[Table, list[Values]], model: Model, key: bytes, place: int) -> Iterator[Place]:
    """Add the rows of one game to `rows`, and yield who plays in it."""
    number, name = model.most_games + 1 + place, f"many{place}"
    shift = model.most_players * (place + 1)

    def person(row: Mapping[str, object], column: str = "player") -> int:
        return int(str(row[column])) + shift

    def add(table: Table, row: Values, changed: Values) -> None:
        rows.setdefault(table, []).append(row | changed)

    add(games, model.game, {"number": number, "name": name, "key": name})
    main: dict[int, str] = {}
    for row in model.people:
        add(players, row, {"number": person(row, "number")})
    for row in model.addresses:
        address = main[person(row)] = f"{name}.{row['address']}"
        add(addresses, row, {"player": person(row), "address": address})
    for row in model.followers:
        add(followers, row, {"player": person(row), "game": number})
    for row in model.seats:
        who, power = person(row), str(row["power"])
        add(seats, row, {"player": who, "game": number})
        token = reply_token(key, ReplyTo(who, name, power))
        its = {"digest": token_digest(token), "player": who, "game": number}
        add(tokens, {"role": power, "generation": 0, "conversation": None}, its)
        yield Place(name, main[who], reply_address(ADDRESS, token))
