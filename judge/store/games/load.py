"""Reading games whole, as frozen values."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection, Row, Select, select

from judge.engine.board.position import Position
from judge.engine.outcome import Adjudication
from judge.engine.rules import in_play
from judge.engine.variant import Variant
from judge.game.model import (
    MASTER,
    OBSERVER,
    Ending,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    GameSettings,
    Player,
    Seat,
)
from judge.game.settings.effect import twisted
from judge.store import tables
from judge.store.games.boards import BoardTexts, board_of, read_position
from judge.store.games.results import read_adjudication, read_orders
from judge.store.games.terms import read_settings
from judge.store.people import players_by_number

Variants = Callable[[str], Variant]
_Row = Row[*tuple[object, ...]]
_Query = Select[*tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class _Parts:
    """The rows that belong to some games, by the number of the game, in order."""

    players: Mapping[int, Player]
    followers: Mapping[int, Sequence[_Row]]
    entrants: Mapping[int, Sequence[_Row]]
    seats: Mapping[int, Sequence[_Row]]
    phases: Mapping[int, Sequence[_Row]]


def load_game(
    connection: Connection, name: str, variants: Variants, *, lock: bool = False
) -> Game | None:
    """Return the game of this name, without regard to capitals, or None.

    With `lock` nobody else gets it with `lock` before this transaction ends.
    """
    query = select(tables.games).where(tables.games.c.key == name.lower())
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    parts = _parts(connection, (row.number,))
    return _game(row, parts, variants)


def listed_games(connection: Connection, variants: Variants) -> tuple[Game, ...]:
    """Return the games that LIST shows, oldest first; their histories are left out."""
    rows = connection.execute(select(tables.games).order_by(tables.games.c.number))
    listed = [row for row in rows if read_settings(row.settings).listed]
    parts = _parts(connection, [row.number for row in listed], phases=False)
    return tuple(_game(row, parts, variants) for row in listed)


# Most letters find a game whose settings stand as the last letter found them.
@lru_cache(maxsize=256)
def as_played(variant: Variant, settings: str) -> tuple[GameSettings, Variant]:
    """Return the settings that stand in a text, and `variant` as it is played so."""
    chosen = read_settings(settings)
    return chosen, twisted(variant, chosen)


def _parts(
    connection: Connection, games: Sequence[int], *, phases: bool = True
) -> _Parts:
    rows = {
        table.name: connection.execute(
            select(table).where(table.c.game.in_(games)).order_by(table.c.place)
        ).all()
        for table in (tables.followers, tables.entrants, tables.seats)
    }
    numbers = {row.player for some in rows.values() for row in some if row.player}
    return _Parts(
        players=players_by_number(connection, numbers),
        followers=_by_game(rows["followers"]),
        entrants=_by_game(rows["entrants"]),
        seats=_by_game(rows["seats"]),
        phases=_by_game(_phases(connection, games)) if phases else defaultdict(list),
    )


def _phases(connection: Connection, games: Sequence[int]) -> Sequence[_Row]:
    phases = tables.phases
    return connection.execute(
        select(phases)
        .where(phases.c.game.in_(games), phases.c.undone.is_(None))
        .order_by(phases.c.number)
    ).all()


def _by_game(rows: Sequence[_Row]) -> Mapping[int, Sequence[_Row]]:
    found = defaultdict(list)
    for row in rows:
        found[row.game].append(row)
    return found


def _game(row: _Row, parts: _Parts, variants: Variants) -> Game:
    settings, variant = as_played(variants(row.variant), row.settings)
    board = board_of(variant)
    number = row.number
    position = None if row.position is None else read_position(row.position, board)
    return Game(
        name=row.name,
        variant=variant if position is None else in_play(variant, position),
        settings=settings,
        stage=row.stage,
        created=row.created,
        seed=int(row.seed),
        masters=_followers(parts, number, MASTER),
        observers=_followers(parts, number, OBSERVER),
        entrants=tuple(_entrant(one, parts) for one in parts.entrants[number]),
        seats=tuple(_seat(one, parts, board) for one in parts.seats[number]),
        position=position,
        deadline=row.deadline,
        grace=row.grace,
        ready=row.ready,
        reminded=row.reminded,
        history=tuple(_finished(one, board) for one in parts.phases[number]),
        ending=None if row.ending is None else Ending(row.winners, row.ending),
    )


def _followers(parts: _Parts, game: int, role: str) -> tuple[Follower, ...]:
    return tuple(
        Follower(parts.players[row.player], row.password)
        for row in parts.followers[game]
        if row.role == role
    )


def _entrant(row: _Row, parts: _Parts) -> Entrant:
    return Entrant(parts.players[row.player], row.preferences, row.password)


def _seat(row: _Row, parts: _Parts, board: BoardTexts) -> Seat:
    return Seat(
        power=row.power,
        player=row.player and parts.players[row.player],
        orders=read_orders(row.orders, row.power, board),
        troubled=row.troubled,
        dated=row.dated,
        wait=row.wait,
        draw=row.draw,
        missed=row.missed,
        password=row.password,
    )


def _finished(row: _Row, board: BoardTexts) -> FinishedPhase:
    before, adjudication = _played(row.before, row.adjudication, board)
    return FinishedPhase(before, adjudication, row.processed, row.absent)


# What is over does not change, and is most of what there is to read in a long game.
@lru_cache(maxsize=1024)
def _played(
    before: str, adjudication: str, board: BoardTexts
) -> tuple[Position, Adjudication]:
    return read_position(before, board), read_adjudication(adjudication, board)
