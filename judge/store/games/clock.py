"""Recording what the clock does to a game, and the Master to its clock."""

from sqlalchemy import select

from judge.game.events import (
    DeadlineSet,
    DeadlinesShifted,
    GamePaused,
    GameResumed,
    OrdersReminded,
    PowersAbandoned,
    PowersLate,
)
from judge.game.model import Stage
from judge.store import tables
from judge.store.games.ledger import Ledger, change_game, vacate

ClockEvent = (
    DeadlineSet
    | GamePaused
    | GameResumed
    | OrdersReminded
    | PowersLate
    | PowersAbandoned
    | DeadlinesShifted
)


def record_clock(event: ClockEvent, ledger: Ledger) -> None:
    """Record what became of the deadline."""
    match event:
        case DeadlineSet():
            _record_deadline_set(event, ledger)
        case GamePaused():
            _record_game_paused(event, ledger)
        case GameResumed():
            _record_game_resumed(event, ledger)
        case OrdersReminded():
            _record_orders_reminded(event, ledger)
        case PowersLate():
            _record_powers_late(event, ledger)
        case PowersAbandoned():
            _record_powers_abandoned(event, ledger)
        case DeadlinesShifted():
            _record_deadlines_shifted(event, ledger)


def _record_deadline_set(event: DeadlineSet, ledger: Ledger) -> None:
    change_game(ledger, deadline=event.deadline, grace=None, reminded=0)


def _record_game_paused(event: GamePaused, ledger: Ledger) -> None:
    change_game(ledger, stage=Stage.PAUSED, deadline=None, grace=None)


def _record_game_resumed(event: GameResumed, ledger: Ledger) -> None:
    change_game(
        ledger,
        stage=Stage.ACTIVE,
        deadline=event.deadline,
        grace=None,
        ready=None,
        reminded=0,
    )


def _record_orders_reminded(event: OrdersReminded, ledger: Ledger) -> None:
    change_game(ledger, reminded=event.reminded)


def _record_powers_late(event: PowersLate, ledger: Ledger) -> None:
    change_game(ledger, grace=event.grace)


def _record_powers_abandoned(event: PowersAbandoned, ledger: Ledger) -> None:
    for power in event.powers:
        vacate(ledger, power)
    change_game(ledger, deadline=None, grace=None)


def _record_deadlines_shifted(event: DeadlinesShifted, ledger: Ledger) -> None:
    games = tables.games.c
    # The time for second thoughts goes on where the judge left it.
    ready = ledger.connection.execute(
        select(games.ready).where(games.number == ledger.game)
    ).scalar_one()
    change_game(
        ledger,
        deadline=event.deadline,
        grace=event.grace,
        ready=ready and ready + event.away,
    )
