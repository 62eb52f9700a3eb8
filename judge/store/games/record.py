"""Recording what happened: the one way in which a game changes.

Each event that changes something has its `_record_<event>` in the module of its kind.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, insert, select

from judge.game.events import (
    DeadlineSet,
    DeadlinesShifted,
    DrawVoted,
    Fact,
    GameCreated,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameStarted,
    GameTerminated,
    GameWon,
    ObserverJoined,
    OrdersCleared,
    OrdersFiled,
    OrdersReminded,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowersAbandoned,
    PowersLate,
    PowerTakenOver,
    PressSent,
    ProcessingSet,
    SettingChanged,
    WaitSet,
)
from judge.game.model import MASTER, OBSERVER
from judge.game.settings.effect import twisted
from judge.store import tables
from judge.store.games.boards import board_of
from judge.store.games.clock import record_clock
from judge.store.games.ledger import (
    Ledger,
    add_entrant,
    add_follower,
    add_game,
    add_seat,
    change_game,
)
from judge.store.games.load import Variants
from judge.store.games.orders import record_orders
from judge.store.games.table import record_at_table
from judge.store.games.terms import read_settings
from judge.store.games.turn import record_turn
from judge.store.people import keep_player


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where and when something happened; `game` is a name, "" for none."""

    connection: Connection
    game: str
    now: datetime
    variants: Variants


def record(
    connection: Connection,
    game: str | None,
    event: Fact,
    now: datetime,
    variants: Variants,
) -> None:
    """Record `event`, which happened in the game of this name, or in none.

    The game must be locked. OvertakenError when another worker processed the phase.
    """
    scene = _Scene(connection, game or "", now, variants)
    match event:
        case PlayerRegistered():
            _record_player_registered(event, scene)
        case GameCreated():
            _record_game_created(event, scene)
        case (
            PlayerJoined()
            | PowerTakenOver()
            | ObserverJoined()
            | GameStarted()
            | PlayerLeft()
            | SettingChanged()
        ):
            record_at_table(event, _ledger(event, scene))
        case OrdersFiled() | OrdersCleared() | WaitSet() | DrawVoted() | PressSent():
            record_orders(event, _ledger(event, scene))
        case (
            DeadlineSet()
            | GamePaused()
            | GameResumed()
            | OrdersReminded()
            | PowersLate()
            | PowersAbandoned()
            | DeadlinesShifted()
        ):
            record_clock(event, _ledger(event, scene))
        case ProcessingSet():
            _record_processing_set(event, _ledger(event, scene))
        case (
            PhaseProcessed()
            | GameRolledBack()
            | GameWon()
            | GameDrawn()
            | GameTerminated()
        ):
            record_turn(event, _ledger(event, scene))


def _record_player_registered(event: PlayerRegistered, scene: _Scene) -> None:
    keep_player(scene.connection, event.player)


def _record_game_created(event: GameCreated, scene: _Scene) -> None:
    game = event.game
    add_game(scene.connection, game)
    ledger = _ledger(event, replace(scene, game=game.name))
    for master in game.masters:
        add_follower(ledger, master, MASTER)
    for observer in game.observers:
        add_follower(ledger, observer, OBSERVER)
    for entrant in game.entrants:
        add_entrant(ledger, entrant)
    for seat in game.seats:
        add_seat(ledger, seat)


def _record_processing_set(event: ProcessingSet, ledger: Ledger) -> None:
    change_game(ledger, ready=event.ready)


def _ledger(event: Fact, scene: _Scene) -> Ledger:
    """Return the ledger of the game, with the event noted in its journal."""
    games = tables.games.c
    row = scene.connection.execute(
        select(games.number, games.phase, games.variant, games.settings).where(
            games.key == scene.game.lower()
        )
    ).one()
    scene.connection.execute(
        insert(tables.journal).values(
            game=row.number, at=scene.now, event=type(event).__name__
        )
    )
    played = twisted(scene.variants(row.variant), read_settings(row.settings))
    board = board_of(played)
    return Ledger(scene.connection, row.number, row.phase, board, scene.now)
