"""Recording what becomes of a game: its phases, the way back, and its end."""

from sqlalchemy import delete, insert, update

from judge.engine.rules import newly_called, powers_at
from judge.game.events import (
    GameDrawn,
    GameRolledBack,
    GameTerminated,
    GameWon,
    PhaseProcessed,
)
from judge.game.model import Ending, Seat, Stage
from judge.store import tables
from judge.store.games.boards import position_text
from judge.store.games.ledger import Ledger, add_seat, change_game
from judge.store.games.results import adjudication_text
from judge.store.guards import OvertakenError

TurnEvent = PhaseProcessed | GameRolledBack | GameWon | GameDrawn | GameTerminated


def record_turn(event: TurnEvent, ledger: Ledger) -> None:
    """Record what became of the game."""
    match event:
        case PhaseProcessed():
            _record_phase_processed(event, ledger)
        case GameRolledBack():
            _record_game_rolled_back(event, ledger)
        case GameWon():
            _record_game_won(event, ledger)
        case GameDrawn():
            _record_game_drawn(event, ledger)
        case GameTerminated():
            _record_game_terminated(event, ledger)


def _record_phase_processed(event: PhaseProcessed, ledger: Ledger) -> None:
    phase = str(event.before.phase)
    if phase != ledger.phase:
        raise OvertakenError(f"{phase} is not the running phase {ledger.phase}.")
    _note_missed(event, ledger)
    ledger.connection.execute(
        insert(tables.phases).values(
            game=ledger.game,
            phase=phase,
            before=position_text(event.before, ledger.board),
            adjudication=adjudication_text(event.adjudication, ledger.board),
            absent=event.absent,
            processed=event.processed,
        )
    )
    after = event.adjudication.after
    change_game(
        ledger,
        phase=str(after.phase),
        position=position_text(after, ledger.board),
        deadline=event.deadline,
        grace=None,
        ready=None,
        reminded=0,
    )
    _clear_orders(ledger)
    for power in newly_called(event.before, after, ledger.board.variant):
        add_seat(ledger, Seat(power))


def _record_game_rolled_back(event: GameRolledBack, ledger: Ledger) -> None:
    phases = tables.phases
    undone = [str(phase) for phase in event.undone]
    ledger.connection.execute(
        update(phases)
        .where(
            phases.c.game == ledger.game,
            phases.c.phase.in_(undone),
            phases.c.undone.is_(None),
        )
        .values(undone=ledger.now)
    )
    change_game(
        ledger,
        stage=Stage.ACTIVE,
        phase=str(event.position.phase),
        position=position_text(event.position, ledger.board),
        deadline=event.deadline,
        grace=None,
        ready=None,
        reminded=0,
        winners=None,
        ending=None,
    )
    _clear_orders(ledger)
    powers = powers_at(event.position, ledger.board.variant)
    seats = tables.seats
    ledger.connection.execute(
        delete(seats).where(
            seats.c.game == ledger.game,
            seats.c.power.not_in([power.name for power in powers]),
        )
    )
    # A vote that stood would draw the game again at once.
    ledger.connection.execute(
        update(tables.seats).where(tables.seats.c.game == ledger.game).values(draw=None)
    )


def _record_game_won(event: GameWon, ledger: Ledger) -> None:
    _end(ledger, Stage.FINISHED, event.ending)


def _record_game_drawn(event: GameDrawn, ledger: Ledger) -> None:
    _end(ledger, Stage.FINISHED, event.ending)


def _record_game_terminated(event: GameTerminated, ledger: Ledger) -> None:
    _end(ledger, Stage.TERMINATED, event.ending)


def _note_missed(event: PhaseProcessed, ledger: Ledger) -> None:
    """Count phases in a row without orders; one with nothing to order is neither."""
    seats = tables.seats.c
    theirs = seats.game == ledger.game
    absent = seats.power.in_(event.absent)
    ledger.connection.execute(
        update(tables.seats)
        .where(theirs, seats.dated.is_not(None), ~absent)
        .values(missed=0)
    )
    ledger.connection.execute(
        update(tables.seats).where(theirs, absent).values(missed=seats.missed + 1)
    )


def _clear_orders(ledger: Ledger) -> None:
    """Begin a phase: nobody has sent anything, and nobody asks to wait."""
    ledger.connection.execute(
        update(tables.seats)
        .where(tables.seats.c.game == ledger.game)
        .values(orders=(), troubled=(), dated=None, wait=False)
    )


def _end(ledger: Ledger, stage: Stage, ending: Ending) -> None:
    change_game(
        ledger,
        stage=stage,
        winners=ending.winners,
        ending=ending.reason,
        deadline=None,
        grace=None,
        ready=None,
    )
