"""Recording who joins, leaves and takes over, and the settings of a game."""

from sqlalchemy import ColumnElement, Table, and_, case, delete

from judge.game.events import (
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PowerTakenOver,
    SettingChanged,
)
from judge.game.model import ENTRANT, MASTER, OBSERVER, Stage
from judge.store import tables
from judge.store.games.boards import position_text
from judge.store.games.ledger import (
    Ledger,
    add_entrant,
    add_follower,
    add_seat,
    change_game,
    change_seat,
    seat_values,
    vacate,
)
from judge.store.games.terms import settings_text

TableEvent = (
    PlayerJoined
    | PowerTakenOver
    | ObserverJoined
    | GameStarted
    | PlayerLeft
    | SettingChanged
)


def record_at_table(event: TableEvent, ledger: Ledger) -> None:
    """Record what happened around the game."""
    match event:
        case PlayerJoined():
            _record_player_joined(event, ledger)
        case PowerTakenOver():
            _record_power_taken_over(event, ledger)
        case ObserverJoined():
            _record_observer_joined(event, ledger)
        case GameStarted():
            _record_game_started(event, ledger)
        case PlayerLeft():
            _record_player_left(event, ledger)
        case SettingChanged():
            _record_setting_changed(event, ledger)


def _record_player_joined(event: PlayerJoined, ledger: Ledger) -> None:
    add_entrant(ledger, event.entrant)


def _record_power_taken_over(event: PowerTakenOver, ledger: Ledger) -> None:
    seat = event.seat
    change_seat(ledger, seat.power, **seat_values(seat, ledger.board))
    games = tables.games
    change_game(
        ledger,
        deadline=event.deadline,
        grace=None,
        ready=event.ready,
        # A deadline that stays has had its reminders.
        reminded=case((games.c.deadline == event.deadline, games.c.reminded), else_=0),
    )


def _record_observer_joined(event: ObserverJoined, ledger: Ledger) -> None:
    add_follower(ledger, event.observer, OBSERVER)


def _record_game_started(event: GameStarted, ledger: Ledger) -> None:
    for table in (tables.seats, tables.entrants):
        ledger.connection.execute(delete(table).where(table.c.game == ledger.game))
    for seat in event.seats:
        add_seat(ledger, seat)
    change_game(
        ledger,
        stage=Stage.ACTIVE,
        phase=str(event.position.phase),
        position=position_text(event.position, ledger.board),
        deadline=event.deadline,
        grace=None,
        ready=None,
        reminded=0,
    )


def _record_player_left(event: PlayerLeft, ledger: Ledger) -> None:
    player = event.player.number
    # His reply address is kept: by it he can be told what he has left.
    if event.role == ENTRANT:
        _take_out(ledger, tables.entrants, tables.entrants.c.player == player)
    elif event.role in (MASTER, OBSERVER):
        followers = tables.followers
        their = and_(followers.c.player == player, followers.c.role == event.role)
        _take_out(ledger, followers, their)
    else:
        vacate(ledger, event.role)


def _record_setting_changed(event: SettingChanged, ledger: Ledger) -> None:
    change_game(ledger, settings=settings_text(event.settings))


def _take_out(ledger: Ledger, table: Table, which: ColumnElement[bool]) -> None:
    ledger.connection.execute(delete(table).where(table.c.game == ledger.game, which))
