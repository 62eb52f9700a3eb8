"""What is kept of each fact itself, in rows behind those there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, Executable, bindparam, insert, update

from judge.game import (
    MASTER,
    Conduct,
    Fact,
    FinishedPhase,
    Game,
    GameCreated,
    OrdersCleared,
    OrdersEntered,
    OrdersFiled,
    OrdersUndone,
    PlanTaken,
    PressSent,
    masters,
    places_renewed,
    rolling,
    turn,
)
from judge.store import tables
from judge.store.games.boards import board_of, position_text
from judge.store.games.results import adjudication_text, order_texts
from judge.store.games.rows import Values, phase_text

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
Filing = OrdersFiled | OrdersCleared | OrdersUndone | PlanTaken | OrdersEntered


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that is to be written, but for the number of its game.

    What is written by one statement is written at once, in the order of the facts;
    `table` says what comes first.
    """

    table: str
    statement: Executable
    values: Values


def chronicled(fact: Fact, game: Game, now: datetime) -> Iterator[Entry]:
    """Yield what is kept of `fact`, which happened in `game` as it was before."""
    yield Entry("journal", _JOURNAL, {"at": now, "event": type(fact).__name__})
    for player, role in places_renewed(fact):
        renewed = {"player": player.number, "role": role, "at": now}
        yield Entry("renewals", _RENEWALS, renewed)
    for number, kept in fact.conduct(game, now):
        yield Entry("conduct", _CONDUCT, _conduct_values(number, kept))
    match fact:
        case (
            OrdersFiled()
            | OrdersCleared()
            | OrdersUndone()
            | PlanTaken()
            | OrdersEntered(taken=(_, *_))
        ):
            yield Entry("filings", _FILINGS, _filing_values(fact, game, now))
        case PressSent():
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
        case GameCreated(game=new):
            for done in new.history:
                yield Entry("phases", _PHASES, _finished_values(done, game))
        case masters.OfficialAnnounced():
            yield Entry("press", _PRESS, _official_values(fact, game, now))
        case _:
            pass  # What it made of the game is all that is kept.


def write_chronicle(connection: Connection, number: int, entries: Sequence[Entry]) -> None:
    """Write `entries` of the game of this number."""
    ordered = sorted(entries, key=lambda entry: entry.table)
    for _, some in groupby(ordered, key=lambda entry: id(entry.statement)):
        group = list(some)
        statement = group[0].statement
        its = "its_game" if statement in _OF_ITS_GAME else "game"
        connection.execute(statement, [{**one.values, its: number} for one in group])


def _conduct_values(player: int, one: Conduct) -> Values:
    known = {"player": player, "power": one.power, "phase": one.phase}
    return {**known, "at": one.at, "mark": one.mark}


def _filing_values(fact: Filing, game: Game, now: datetime) -> Values:
    sheet = fact.sheet
    own = OrdersFiled | PlanTaken | OrdersEntered
    reads = fact.lines if isinstance(fact, own) else ()
    return {
        "phase": str(sheet.phase),
        "power": sheet.power,
        "orders": order_texts(sheet.orders, board_of(game.variant)),
        # One line may hold several orders, and each of them tells of it.
        "lines": tuple(dict.fromkeys(read.line for read in reads)),
        "dated": fact.dated or now,
        "filed": now,
        "on_behalf": _by_another(fact),
    }


def _by_another(fact: Filing) -> bool:
    match fact:
        case PlanTaken():
            return False
        case OrdersEntered():
            return True
        case _:
            return fact.on_behalf


def _press_values(fact: PressSent, game: Game, now: datetime) -> Values:
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
