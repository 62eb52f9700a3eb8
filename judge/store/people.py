"""Persons: who they are, where they write from, and what proves it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sqlalchemy import Connection, Row, bindparam, func, insert, select, text, update

from judge.game import Player
from judge.letter import ReplyTo
from judge.store.among import among
from judge.store.guards import Insertion, OvertakenError, insert_once, unless_there
from judge.store.persons import preferences_text, read_preferences
from judge.store.tables import addresses, games, players, renewals, tokens

_PEOPLE = select(players, addresses.c.address).join(
    addresses, (addresses.c.player == players.c.number) & addresses.c.main
)
_NAME = func.lower(players.c.name)
_BY_NAME = _PEOPLE.where(
    (bindparam("its_name") == _NAME) | _NAME.like(bindparam("its_address"), escape="\\")
)
_WANTING_OPENINGS = _PEOPLE.where(players.c.preferences.contains("openings"))
# In the words of the index of them.
_MONITOR = text("preferences LIKE '%monitor%'")
_MONITORS = _PEOPLE.where(
    players.c.number.in_(select(players.c.number).where(_MONITOR).correlate(None))
)
_OWNER = select(addresses.c.player).where(addresses.c.address == bindparam("address"))
_BY_ADDRESS = _PEOPLE.where(players.c.number == _OWNER.scalar_subquery())
_BY_NUMBER = _PEOPLE.where(players.c.number == bindparam("its_number"))
_RENEWED = (
    select(func.count())
    .select_from(renewals)
    .where(
        renewals.c.game == tokens.c.game,
        renewals.c.player == tokens.c.player,
        renewals.c.role == tokens.c.role,
    )
    .correlate(tokens)
    .scalar_subquery()
)
_TOKENS = select(tokens, games.c.name).join(games, games.c.number == tokens.c.game)
_BY_TOKEN = (
    _PEOPLE.join(tokens, tokens.c.player == players.c.number)
    .join(games, games.c.number == tokens.c.game)
    .where(tokens.c.digest == bindparam("digest"))
    .add_columns(
        games.c.name.label("game"),
        tokens.c.role,
        tokens.c.generation,
        tokens.c.conversation,
        _RENEWED.label("current"),
    )
)
_GENERATIONS = among(
    lambda which: (
        select(games.c.key, renewals.c.player, renewals.c.role, func.count().label("times"))
        .join(games, games.c.number == renewals.c.game)
        .where(which(games.c.key))
        .group_by(games.c.key, renewals.c.player, renewals.c.role)
    )
)
_HAD = (
    select(games.c.key, renewals.c.role)
    .join(games, games.c.number == renewals.c.game)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        renewals.c.player == bindparam("its_player"),
    )
    .distinct()
)
_LAST = select(func.coalesce(func.max(players.c.number), 0))
_NAMES = select(players.c.name).where(players.c.number != bindparam("its_number"))
_ADD = insert(players)
_CHANGE = update(players).where(players.c.number == bindparam("its_number"))


def find_player(connection: Connection, address: str) -> Player | None:
    """Return whose address this is, without regard to capitals, or None."""
    row = connection.execute(_BY_ADDRESS, {"address": address.lower()}).one_or_none()
    return None if row is None else _player(row)


def find_numbered(connection: Connection, number: int) -> Player | None:
    """Return the player of this number, or None."""
    row = connection.execute(_BY_NUMBER, {"its_number": number}).one_or_none()
    return None if row is None else _player(row)


def wanting_openings(connection: Connection) -> tuple[Player, ...]:
    """Return who wants to be told each week which games have room."""
    found = map(_player, connection.execute(_WANTING_OPENINGS))
    return tuple(one for one in found if one.preferences.openings)


def monitors(connection: Connection) -> tuple[Player, ...]:
    """Return who wants the mail of all public games."""
    found = map(_player, connection.execute(_MONITORS))
    return tuple(one for one in found if one.preferences.monitor)


def find_named(connection: Connection, name: str) -> Player | None:
    """Return who is called so, without regard to capitals, if only one is; or None.

    Of an address that stands for a name only what is before the @ is shown.
    """
    shown = name.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    wanted = {"its_name": name.lower(), "its_address": f"{shown}@%"}
    rows = connection.execute(_BY_NAME, wanted).all()
    return _player(rows[0]) if len(rows) == 1 else None


def names_but(connection: Connection, number: int) -> tuple[str, ...]:
    """Return what all people are called but the one with this number."""
    return tuple(connection.scalars(_NAMES, {"its_number": number}))


def is_of(connection: Connection, address: str, player: Player) -> bool:
    """Return whether `address` is one that is on record for `player`."""
    if address.casefold() == player.address.casefold():
        return True
    found = find_player(connection, address)
    return found is not None and found.number == player.number


@dataclass(frozen=True, slots=True)
class TokenOwner:
    """For whom a token was made; `is_over` when others have taken its place since."""

    player: Player
    place: ReplyTo
    is_over: bool


def owner_of(connection: Connection, digest: str) -> TokenOwner | None:
    """Return for whom the token with this digest was made, or None for nobody.

    He may have left his place since: whether he still has it, the game tells.
    """
    row = connection.execute(_BY_TOKEN, {"digest": digest}).one_or_none()
    if row is None:
        return None
    place = _place(row.number, row.game, row)
    return TokenOwner(_player(row), place, is_over=row.generation < row.current)


def with_generations(connection: Connection, places: Collection[ReplyTo]) -> dict[ReplyTo, ReplyTo]:
    """Return `places`, each with the generation of reply addresses that counts now."""
    keys = sorted({place.game.lower() for place in places})
    rows = _GENERATIONS.of(connection, keys)
    times = {(row.player, row.key, row.role): row.times for row in rows}
    return {
        place: replace(
            place, generation=times.get((place.player, place.game.lower(), place.role), 0)
        )
        for place in places
    }


def roles_had(
    connection: Connection, keys: Collection[str], player: int
) -> dict[str, tuple[str, ...]]:
    """Return the roles that a player has left, or may have still, by game.

    Games are named by their keys. A role from the start of a game is there only once
    its holder left it, or got other reply addresses.
    """
    roles: dict[str, tuple[str, ...]] = {}
    asked = {"keys": tuple(keys), "its_player": player}
    for row in connection.execute(_HAD, asked):
        roles[row.key] = (*roles.get(row.key, ()), row.role)
    return roles


def next_number(connection: Connection) -> int:
    """Return the number of the next player who registers."""
    if connection.dialect.name == "postgresql":
        sequence = text("SELECT nextval(pg_get_serial_sequence('players', 'number'))")
        return int(connection.execute(sequence).scalar_one())
    return int(connection.execute(_LAST).scalar_one()) + 1


def add_player(connection: Connection, person: Player) -> None:
    """Keep a new player, whose number is from `next_number`.

    OvertakenError when somebody registered his address meanwhile.
    """
    connection.execute(_ADD, {"number": person.number, **_values(person)})
    address = person.address.lower()
    known = {"address": address, "player": person.number, "main": True}
    if not insert_once(connection, addresses, known):
        raise OvertakenError(f"{address} is registered.")


def keep_player(connection: Connection, person: Player) -> None:
    """Keep what a player says of himself."""
    connection.execute(_CHANGE, {"its_number": person.number, **_values(person)})


def keep_tokens(connection: Connection, places: Sequence[tuple[str, ReplyTo]]) -> None:
    """Keep for whom each token speaks, by its digest; once more changes nothing."""
    rows = [
        {
            "digest": digest,
            "player": place.player,
            "its_key": place.game.lower(),
            "role": place.role,
            "generation": place.generation,
            "conversation": place.conversation or None,
        }
        for digest, place in dict(places).items()
    ]
    if rows:
        connection.execute(_keep_token(connection.dialect.name), rows)


def tokens_kept(connection: Connection) -> tuple[tuple[str, ReplyTo], ...]:
    """Return each token that was ever made, by its digest, and for whom."""
    rows = connection.execute(_TOKENS)
    return tuple((row.digest, _place(row.player, row.name, row)) for row in rows)


def _place(player: int, game: str, row: Row[*tuple[object, ...]]) -> ReplyTo:
    return ReplyTo(player, game, row.role, row.generation, row.conversation or ())


def _values(person: Player) -> dict[str, str]:
    wanted = preferences_text(person.preferences)
    return {"name": person.name, "zone": person.zone, "preferences": wanted}


def _player(row: Row[*tuple[object, ...]]) -> Player:
    wanted = read_preferences(row.preferences)
    return Player(row.number, row.name, row.address, row.zone, wanted)


@cache
def _keep_token(dialect: str) -> Insertion:
    game = select(games.c.number).where(games.c.key == bindparam("its_key"))
    return unless_there(tokens, dialect).values(game=game.scalar_subquery())
