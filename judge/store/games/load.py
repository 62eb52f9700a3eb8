"""Reading games whole, as frozen values."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum, auto
from functools import lru_cache
from operator import attrgetter

from sqlalchemy import Connection, Row, Table

from judge.engine import Adjudication, Position, Variant, in_play
from judge.game import (
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    Ending,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    GameSettings,
    Player,
    Review,
    Seat,
    changed_variant,
)
from judge.store import tables
from judge.store.among import Among
from judge.store.games import queries
from judge.store.games.boards import BoardTexts, board_of, read_position
from judge.store.games.results import read_adjudication
from judge.store.games.rows import read_held, read_motion, read_note, read_seat
from judge.store.games.terms import read_guests, read_settings, settings_text
from judge.store.persons import read_preferences

Variants = Callable[[str], Variant]
_Row = Row[*tuple[object, ...]]


class Past(Enum):
    """How much of the history of a game is loaded with it."""

    WHOLE = auto()
    LAST = auto()  # the last phase alone, where no other is asked for
    NONE = auto()


_OF_PAST = {Past.WHOLE: queries.PHASES, Past.LAST: queries.LAST_PHASES}


@dataclass(frozen=True, slots=True)
class _Parts:
    """The rows that belong to some games, by the number of the game, in order."""

    followers: Mapping[int, Sequence[_Row]]
    entrants: Mapping[int, Sequence[_Row]]
    seats: Mapping[int, Sequence[_Row]]
    phases: Mapping[int, Sequence[_Row]]
    press_held: Mapping[int, Sequence[_Row]]
    diary: Mapping[int, Sequence[_Row]]


def load_game(
    connection: Connection, name: str, variants: Variants, *, lock: bool = False
) -> Game | None:
    """Return the game of this name, without regard to capitals, or None.

    With `lock` nobody else gets it with `lock` before this transaction ends.
    """
    return next(iter(load_games(connection, (name,), variants, lock=lock)), None)


def load_games(
    connection: Connection,
    names: Iterable[str],
    variants: Variants,
    *,
    lock: bool = False,
    past: Past = Past.WHOLE,
) -> tuple[Game, ...]:
    """Return the games of these names that there are, as `load_game` does.

    One with a part of its past cannot be rolled back, and shows no history.
    """
    keys = sorted({name.lower() for name in names})
    rows = (queries.TO_CHANGE if lock else queries.BY_NAME).of(connection, keys)
    parts = _parts(connection, [row.number for row in rows], past)
    return tuple(_game(row, parts, variants) for row in rows)


def with_past(connection: Connection, some: Iterable[Game], variants: Variants) -> tuple[Game, ...]:
    """Return games that were loaded with a part of their past with all of it."""
    known = {game.name.lower(): game for game in some}
    rows = defaultdict(list)
    for row in queries.PASTS.of(connection, sorted(known)):
        rows[row.key].append(row)
    return tuple(_told(game, rows[key], variants) for key, game in known.items())


def _told(game: Game, rows: Sequence[_Row], variants: Variants) -> Game:
    _, variant = as_played(variants(game.variant.name), settings_text(game.settings))
    history, undone = _past(rows, board_of(variant))
    return replace(game, history=history, undone=undone)


def listed_games(connection: Connection, variants: Variants) -> tuple[Game, ...]:
    """Return the games that LIST shows, oldest first; their histories are left out."""
    rows = connection.execute(queries.ALL)
    listed = [row for row in rows if read_settings(row.settings).listed]
    parts = _parts(connection, [row.number for row in listed], Past.NONE)
    return tuple(_game(row, parts, variants) for row in listed)


# Most letters find a game whose settings stand as the last letter found them.
@lru_cache(maxsize=256)
def as_played(variant: Variant, settings: str) -> tuple[GameSettings, Variant]:
    """Return the settings that stand in a text, and `variant` as it is played so."""
    chosen = read_settings(settings)
    return chosen, changed_variant(variant, chosen)


def _parts(connection: Connection, games: Sequence[int], past: Past) -> _Parts:
    def rows(query: Among | None, some: Sequence[int] = games) -> Mapping[int, Sequence[_Row]]:
        return _by_game(query.of(connection, some) if query else ())

    def having(table: Table) -> Sequence[int]:
        """Return the games that may have rows there: one without seats may."""
        is_any = attrgetter(f"any_{table.name}")
        return [game for game in games if not seats[game] or is_any(seats[game][0])]

    def words(query: Among, table: Table) -> Mapping[int, Sequence[_Row]]:
        return rows(None if past is Past.NONE else query, having(table))

    seats = rows(queries.SEATS)
    return _Parts(
        followers=rows(queries.FOLLOWERS),
        entrants=rows(queries.ENTRANTS, having(tables.entrants)),
        seats=seats,
        phases=rows(_OF_PAST.get(past)),
        press_held=words(queries.PRESS_HELD, tables.held_press),
        diary=words(queries.DIARY, tables.diary),
    )


def _by_game(rows: Sequence[_Row]) -> Mapping[int, Sequence[_Row]]:
    found = defaultdict(list)
    for row in rows:
        found[row.game].append(row)
    return found


def _game(row: _Row, parts: _Parts, variants: Variants) -> Game:
    settings, variant = as_played(variants(row.variant), row.settings)
    board = board_of(variant)
    history, undone = _past(parts.phases[row.number], board)
    position = None if row.position is None else read_position(row.position, board)
    return Game(
        name=row.name,
        variant=variant if position is None else in_play(variant, position),
        settings=settings,
        stage=row.stage,
        created=row.created,
        seed=int(row.seed),
        masters=_followers(parts, row.number, MASTER),
        observers=_followers(parts, row.number, OBSERVER),
        standbys=_followers(parts, row.number, STANDBY),
        tutors=_followers(parts, row.number, TUTOR),
        entrants=tuple(_entrant(one) for one in parts.entrants[row.number]),
        seats=tuple(_seat(one, board) for one in parts.seats[row.number]),
        position=position,
        deadline=row.deadline,
        grace=row.grace,
        ready=row.ready,
        held=row.held,
        resumes=row.resumes,
        reminded=row.reminded,
        muster=row.muster,
        review=None if row.closed is None else Review(row.closed, row.released),
        history=history,
        undone=undone,
        edited=row.edited and read_position(row.edited, board),
        ending=None if row.ending is None else Ending(row.winners, row.ending),
        motion=read_motion(row),
        guests=read_guests(row.guests),
        forms_again=row.forms_again,
        press_held=tuple(read_held(one, _holder(one)) for one in parts.press_held[row.number]),
        diary=tuple(read_note(one, _holder(one)) for one in parts.diary[row.number]),
    )


def _followers(parts: _Parts, game: int, role: str) -> tuple[Follower, ...]:
    return tuple(
        Follower(_holder(row), row.password, timedelta(seconds=row.delay))
        for row in parts.followers[game]
        if row.role == role
    )


def _entrant(row: _Row) -> Entrant:
    return Entrant(_holder(row), row.preferences, row.password, row.here)


def _seat(row: _Row, board: BoardTexts) -> Seat:
    return read_seat(row, None if row.player is None else _holder(row), board)


def _holder(row: _Row) -> Player:
    known = row.holder_number, row.holder_name, row.holder_address, row.holder_zone
    return Player(*known, read_preferences(row.holder_preferences))


def _past(
    rows: Sequence[_Row], board: BoardTexts
) -> tuple[tuple[FinishedPhase, ...], tuple[FinishedPhase, ...]]:
    """Return the phases that are over, and those that ROLL FORWARD brings back."""
    kept = tuple(_finished(row, board) for row in rows if not row.returns)
    return kept, tuple(_finished(row, board) for row in rows if row.returns)


def _finished(row: _Row, board: BoardTexts) -> FinishedPhase:
    before, adjudication = _played(row.before, row.adjudication, board)
    return FinishedPhase(before, adjudication, row.processed, row.absent, row.closed)


# What is over does not change, and is most of what there is to read in a long game.
@lru_cache(maxsize=1024)
def _played(before: str, adjudication: str, board: BoardTexts) -> tuple[Position, Adjudication]:
    return read_position(before, board), read_adjudication(adjudication, board)
