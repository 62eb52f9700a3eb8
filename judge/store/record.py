"""Records the facts of a game; a stored game changes in no other way.

`judge.game.after` returns the game after a fact. This module writes the rows in which that game
differs from the game before, and rows with details of each fact itself.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
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
    Conduct,
    DiaryNote,
    Entrant,
    Fact,
    FinishedPhase,
    Follower,
    Game,
    GameCreated,
    HeldPress,
    Seat,
    after,
    filing,
    masters,
    places_renewed,
    press,
    proxies,
    rolling,
    turn,
)
from judge.store import tables
from judge.store.codec import adjudication_text, board_of, order_texts, position_text
from judge.store.connect import OvertakenError
from judge.store.games import (
    Values,
    birth_values,
    changed_values,
    entrant_values,
    follower_values,
    held_values,
    note_values,
    phase_text,
    seat_values,
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row for a seat, place, held message or note: its key, and its columns."""

    key: tuple[object, ...]
    holder: Seat | Entrant | Follower | HeldPress | DiaryNote
    values: Callable[[], Values]


@dataclass(frozen=True, slots=True)
class _Statements:
    """Statements that insert, update and delete rows of a table.

    Within one game, the columns `keys` identify a row.
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
    """Write the rows of seats, people and texts in which two states of a game differ."""
    for statements, holders_of, rows_of in _KINDS:
        if before is None:
            _write(connection, number, statements, (), rows_of(game))
        elif holders_of(before) != holders_of(game):
            _write(connection, number, statements, rows_of(before), rows_of(game))


def _write(
    connection: Connection,
    number: int,
    statements: _Statements,
    old_rows: Sequence[_Row],
    new_rows: Sequence[_Row],
) -> None:
    old, new = {row.key: row for row in old_rows}, {row.key: row for row in new_rows}

    def where(key: tuple[object, ...]) -> Values:
        named = zip(statements.keys, key, strict=True)
        return {"its_game": number, **{f"its_{column}": value for column, value in named}}

    def run(statement: Executable, values: Sequence[Values]) -> None:
        if values:
            connection.execute(statement, values)

    stayed = [key for key in old if key in new]
    if list(new)[: len(stayed)] != stayed:
        # The order of the rows has changed, so all of them are written anew.
        stayed = []
    gone = [key for key in old if key not in stayed]
    changed = [key for key in stayed if new[key].holder != old[key].holder]
    added = [key for key in new if key not in stayed]

    run(statements.drop, [where(key) for key in gone])
    run(statements.change, [{**new[key].values(), **where(key)} for key in changed])
    its_game = {"game": number, "its_game": number}
    run(statements.add, [{**new[key].values(), **its_game} for key in added])


def _follower_rows(game: Game) -> tuple[_Row, ...]:
    roles = (
        (MASTER, game.masters),
        (OBSERVER, game.observers),
        (STANDBY, game.standbys),
        (TUTOR, game.tutors),
    )
    return tuple(
        _Row((follower.player.number, role), follower, partial(follower_values, follower, role))
        for role, holders in roles
        for follower in holders
    )


def _entrant_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(
        _Row((entrant.player.number,), entrant, partial(entrant_values, entrant))
        for entrant in game.entrants
    )


def _seat_rows(game: Game) -> tuple[_Row, ...]:
    board = board_of(game.variant)
    return tuple(
        _Row((seat.power,), seat, partial(seat_values, seat, board)) for seat in game.seats
    )


def _held_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(
        _Row((message.number,), message, partial(held_values, message))
        for message in game.press_held
    )


def _note_rows(game: Game) -> tuple[_Row, ...]:
    return tuple(
        _Row((note.author.number, note.number), note, partial(note_values, note))
        for note in game.diary
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


_CONDUCT = insert(tables.conduct)
_JOURNAL = insert(tables.journal)
_FILINGS = insert(tables.filings)
_PRESS = insert(tables.press)
_PHASES = insert(tables.phases)
_RENEWALS = insert(tables.renewals)
_RETURNS_NO_MORE = (
    update(tables.phases)
    .where(tables.phases.c.game == bindparam("its_game"), tables.phases.c.returns.is_(True))
    .values(returns=None)
)
_UNDO = (
    update(tables.phases)
    .where(
        tables.phases.c.game == bindparam("its_game"),
        tables.phases.c.phase == bindparam("its_phase"),
        tables.phases.c.undone.is_(None),
    )
    .values(undone=bindparam("at"), returns=True)
)
_REDO = (
    update(tables.phases)
    .where(tables.phases.c.game == bindparam("its_game"), tables.phases.c.returns.is_(True))
    .values(undone=None, returns=None)
)
_OF_ITS_GAME = (_RETURNS_NO_MORE, _UNDO, _REDO)
Filing = (
    filing.OrdersFiled
    | filing.OrdersCleared
    | filing.OrdersUndone
    | filing.PlanTaken
    | proxies.OrdersEntered
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row with details of a fact; its game's number is added when it is written.

    All rows of one statement are written together, in the order of the facts. Statements are run in
    the order of their tables' names.
    """

    table: str
    statement: Executable
    values: Values


def chronicled(fact: Fact, game: Game, now: datetime) -> Iterator[Entry]:
    """Yield the rows with details of `fact`; `game` is the game before the fact."""
    yield Entry("journal", _JOURNAL, {"at": now, "event": type(fact).__name__})
    for player, role in places_renewed(fact):
        renewed = {"player": player.number, "role": role, "at": now}
        yield Entry("renewals", _RENEWALS, renewed)
    for number, conduct in fact.conduct(game, now):
        yield Entry("conduct", _CONDUCT, _conduct_values(number, conduct))
    match fact:
        case (
            filing.OrdersFiled()
            | filing.OrdersCleared()
            | filing.OrdersUndone()
            | filing.PlanTaken()
            | proxies.OrdersEntered(taken=(_, *_))
        ):
            yield Entry("filings", _FILINGS, _filing_values(fact, game, now))
        case press.PressSent():
            yield Entry("press", _PRESS, _press_values(fact, game, now))
        case turn.PhaseProcessed():
            yield Entry("phases", _PHASES, _finished_values(fact, game))
        case rolling.GameRolledBack(undone=undone):
            yield Entry("phases", _RETURNS_NO_MORE, {})
            for phase in undone:
                undo = {"its_phase": str(phase), "at": now}
                yield Entry("phases", _UNDO, undo)
        case rolling.GameRolledForward():
            yield Entry("phases", _REDO, {})
        case GameCreated(game=new_game):
            for done in new_game.history:
                yield Entry("phases", _PHASES, _finished_values(done, game))
        case masters.OfficialAnnounced():
            yield Entry("press", _PRESS, _official_values(fact, game, now))
        case _:
            pass  # Of this fact only its effect on the game is stored.


def write_chronicle(connection: Connection, number: int, entries: Sequence[Entry]) -> None:
    """Write `entries` for the game with this number."""
    ordered = sorted(entries, key=lambda entry: entry.table)
    for _, entries_of_statement in groupby(ordered, key=lambda entry: id(entry.statement)):
        group = list(entries_of_statement)
        statement = group[0].statement
        its = "its_game" if statement in _OF_ITS_GAME else "game"
        connection.execute(statement, [{**row.values, its: number} for row in group])


def _conduct_values(player: int, conduct: Conduct) -> Values:
    columns = {"player": player, "power": conduct.power, "phase": conduct.phase}
    return {**columns, "at": conduct.at, "mark": conduct.mark}


def _filing_values(fact: Filing, game: Game, now: datetime) -> Values:
    sheet = fact.sheet
    read_orders = (
        fact.lines
        if isinstance(fact, filing.OrdersFiled | filing.PlanTaken | proxies.OrdersEntered)
        else ()
    )
    match fact:
        case filing.PlanTaken():
            on_behalf = False
        case proxies.OrdersEntered():
            on_behalf = True
        case _:
            on_behalf = fact.on_behalf
    return {
        "phase": str(sheet.phase),
        "power": sheet.power,
        "orders": order_texts(sheet.orders, board_of(game.variant)),
        # A line may contain several orders, each of which names the line.
        "lines": tuple(dict.fromkeys(read.line for read in read_orders)),
        "dated": fact.dated or now,
        "filed": now,
        "on_behalf": on_behalf,
    }


def _press_values(fact: press.PressSent, game: Game, now: datetime) -> Values:
    return {
        "phase": phase_text(game),
        "at": now,
        "sender": fact.sender,
        "author": None if fact.author is None else fact.author.number,
        "recipients": fact.recipients,
        "text": fact.text,
        "broadcast": fact.broadcast,
        "grey": fact.grey,
        "feigned": fact.feigned,
    }


def _official_values(fact: masters.OfficialAnnounced, game: Game, now: datetime) -> Values:
    return {
        "phase": phase_text(game),
        "at": now + fact.delay,
        "sender": MASTER,
        "author": fact.author.number,
        "recipients": (),
        "text": fact.text,
        "broadcast": True,
        "grey": False,
        "feigned": (),
    }


def _finished_values(done: FinishedPhase | turn.PhaseProcessed, game: Game) -> Values:
    board = board_of(game.variant)
    return {
        "phase": str(done.before.phase),
        "before": position_text(done.before, board),
        "adjudication": adjudication_text(done.adjudication, board),
        "absent": done.absent,
        "processed": done.processed,
        "closed": done.closed,
    }


_games = tables.games
_ADD = insert(_games).returning(_games.c.number)
_CHANGE = (
    update(_games)
    .where(
        _games.c.key == bindparam("its_key"),
        func.coalesce(_games.c.phase, "") == bindparam("its_phase"),
    )
    .returning(_games.c.number)
)


def record(connection: Connection, game: Game | None, facts: Sequence[Fact], now: datetime) -> Game:
    """Store `facts` of `game`, and return the game after them.

    The game must be locked, and unchanged since it was loaded. For a new game it is None, and the
    first fact is GameCreated. Raises OvertakenError if the phase of the facts is not the running
    one.
    """
    before = game
    entries: list[Entry] = []
    for fact in facts:
        game = fact.game if isinstance(fact, GameCreated) else game
        assert game is not None
        entries += chronicled(fact, game, now)
        game = after(game, fact)
    assert game is not None
    number = _write_game(connection, before, game)
    write_holders(connection, number, before, game)
    write_chronicle(connection, number, entries)
    return game


def _write_game(connection: Connection, before: Game | None, game: Game) -> int:
    values = changed_values(before, game, board_of(game.variant))
    if before is None:
        row = connection.execute(_ADD, {**birth_values(game), **values})
        return int(row.scalar_one())
    phase = phase_text(before) or ""
    its = {"its_key": game.name.lower(), "its_phase": phase}
    number = connection.execute(_CHANGE, {**values, **its}).scalar_one_or_none()
    if number is None:
        raise OvertakenError(f"{phase} of {game.name} is not the running phase.")
    return int(number)
