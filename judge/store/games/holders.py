"""Writing who has which place in a game, and what the powers sent: the difference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from sqlalchemy import (
    Connection,
    Delete,
    Executable,
    Insert,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from judge.game import (
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    DiaryNote,
    Entrant,
    Follower,
    Game,
    HeldPress,
    Seat,
)
from judge.store import tables
from judge.store.games.boards import board_of
from judge.store.games.rows import (
    Values,
    entrant_values,
    follower_values,
    held_values,
    note_values,
    seat_values,
)


@dataclass(frozen=True, slots=True)
class _Row:
    """Somebody's place, press or note: what tells its row, and its columns."""

    key: tuple[object, ...]
    holder: Seat | Entrant | Follower | HeldPress | DiaryNote
    values: Callable[[], Values]


@dataclass(frozen=True, slots=True)
class _Statements:
    """How rows of a table are added behind those there are, changed and dropped.

    `keys` are the columns that tell a row of one game from the others.
    """

    keys: tuple[str, ...]
    add: Insert
    change: Update
    drop: Delete


def _statements(table: Table, *keys: str) -> _Statements:
    there = table.alias("there")
    last = select(func.coalesce(func.max(there.c.place), -1) + 1)
    place = last.where(there.c.game == bindparam("its_game")).scalar_subquery()
    its = [table.c[key] == bindparam(f"its_{key}") for key in ("game", *keys)]
    return _Statements(
        keys,
        insert(table).values(place=place),
        update(table).where(*its),
        delete(table).where(*its),
    )


_SEATS = _statements(tables.seats, "power")
_ENTRANTS = _statements(tables.entrants, "player")
_FOLLOWERS = _statements(tables.followers, "player", "role")
_PRESS_HELD = _statements(tables.held_press, "number")
_DIARY = _statements(tables.diary, "player", "number")


def write_holders(connection: Connection, number: int, before: Game | None, game: Game) -> None:
    """Write in which rows the people, powers and words of two states differ."""
    for statements, holders_of, rows_of in _KINDS:
        if before is None:
            _write(connection, number, statements, ((), rows_of(game)))
        elif holders_of(before) != holders_of(game):
            _write(connection, number, statements, (rows_of(before), rows_of(game)))


def _write(
    connection: Connection,
    number: int,
    statements: _Statements,
    rows: tuple[Sequence[_Row], Sequence[_Row]],
) -> None:
    old, new = ({row.key: row for row in some} for some in rows)
    stayed = [key for key in old if key in new]
    if list(new)[: len(stayed)] != stayed:
        # Their places in the list change: all are written anew.
        stayed = []
    gone = [key for key in old if key not in stayed]
    changed = [key for key in stayed if new[key].holder != old[key].holder]
    added = [key for key in new if key not in stayed]

    where = partial(_where, number, statements.keys)
    _run(connection, statements.drop, [where(key) for key in gone])
    _run(connection, statements.change, [{**new[key].values(), **where(key)} for key in changed])
    its_game = {"game": number, "its_game": number}
    _run(connection, statements.add, [{**new[key].values(), **its_game} for key in added])


def _where(number: int, columns: Sequence[str], key: tuple[object, ...]) -> Values:
    named = zip(columns, key, strict=True)
    return {"its_game": number, **{f"its_{column}": one for column, one in named}}


def _run(connection: Connection, statement: Executable, values: Sequence[Values]) -> None:
    if values:
        connection.execute(statement, values)


def _follower_rows(game: Game) -> tuple[_Row, ...]:
    roles = (
        (MASTER, game.masters),
        (OBSERVER, game.observers),
        (STANDBY, game.standbys),
        (TUTOR, game.tutors),
    )
    return tuple(
        _Row((one.player.number, role), one, partial(follower_values, one, role))
        for role, holders in roles
        for one in holders
    )


def _entrant_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(
        _Row((one.player.number,), one, partial(entrant_values, one)) for one in game.entrants
    )


def _seat_rows(game: Game) -> tuple[_Row, ...]:
    board = board_of(game.variant)
    return tuple(
        _Row((seat.power,), seat, partial(seat_values, seat, board)) for seat in game.seats
    )


def _held_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(_Row((one.number,), one, partial(held_values, one)) for one in game.press_held)


def _note_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(
        _Row((one.author.number, one.number), one, partial(note_values, one)) for one in game.diary
    )


_KINDS: tuple[
    tuple[_Statements, Callable[[Game], object], Callable[[Game], tuple[_Row, ...]]], ...
] = (
    (_FOLLOWERS, attrgetter("masters", "observers", "standbys", "tutors"), _follower_rows),
    (_ENTRANTS, attrgetter("entrants"), _entrant_rows),
    (_SEATS, attrgetter("seats"), _seat_rows),
    (_PRESS_HELD, attrgetter("press_held"), _held_rows),
    (_DIARY, attrgetter("diary"), _note_rows),
)
