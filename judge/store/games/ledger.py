"""Where the events of one game are written: the game's rows, by its number."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Table, func, insert, select, update

from judge.game.model import Entrant, Follower, Game, Seat
from judge.store import tables
from judge.store.games.boards import BoardTexts, board_of, position_text
from judge.store.games.results import order_texts
from judge.store.games.terms import settings_text


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game that something happened in: its row's number, and on what board it is.

    `phase` is the running one as text, None before the game starts.
    """

    connection: Connection
    game: int
    phase: str | None
    board: BoardTexts
    now: datetime


def add_game(connection: Connection, game: Game) -> None:
    """Put a new game into the store, without its people."""
    board = board_of(game.variant)
    position, ending = game.position, game.ending
    connection.execute(
        insert(tables.games).values(
            key=game.name.lower(),
            name=game.name,
            variant=game.variant.name,
            settings=settings_text(game.settings),
            stage=game.stage,
            seed=str(game.seed),
            created=game.created,
            phase=None if position is None else str(position.phase),
            position=None if position is None else position_text(position, board),
            deadline=game.deadline,
            grace=game.grace,
            ready=game.ready,
            reminded=game.reminded,
            winners=None if ending is None else ending.winners,
            ending=None if ending is None else ending.reason,
        )
    )


def change_game(ledger: Ledger, **values: object) -> None:
    """Set these columns of the game."""
    ledger.connection.execute(
        update(tables.games)
        .where(tables.games.c.number == ledger.game)
        .values(**values)
    )


def change_seat(ledger: Ledger, power: str, **values: object) -> None:
    """Set these columns of the seat of `power`."""
    ledger.connection.execute(
        update(tables.seats)
        .where(tables.seats.c.game == ledger.game, tables.seats.c.power == power)
        .values(**values)
    )


def add_seat(ledger: Ledger, seat: Seat) -> None:
    """Put `seat` behind those there are."""
    ledger.connection.execute(
        insert(tables.seats).values(
            game=ledger.game,
            power=seat.power,
            place=_next_place(ledger, tables.seats),
            **seat_values(seat, ledger.board),
        )
    )


def add_entrant(ledger: Ledger, entrant: Entrant) -> None:
    """Put `entrant` behind those there are."""
    ledger.connection.execute(
        insert(tables.entrants).values(
            game=ledger.game,
            player=entrant.player.number,
            place=_next_place(ledger, tables.entrants),
            preferences=entrant.preferences,
            password=entrant.password,
        )
    )


def add_follower(ledger: Ledger, follower: Follower, role: str) -> None:
    """Put the Master or observer behind those there are."""
    ledger.connection.execute(
        insert(tables.followers).values(
            game=ledger.game,
            player=follower.player.number,
            role=role,
            place=_next_place(ledger, tables.followers),
            password=follower.password,
        )
    )


def vacate(ledger: Ledger, power: str) -> None:
    """Take the player out of the seat of `power`; its orders are its successor's."""
    change_seat(ledger, power, player=None, password=None, wait=False, draw=None)


def seat_values(seat: Seat, board: BoardTexts) -> dict[str, object]:
    """Return the columns that hold what may change in `seat`."""
    return {
        "player": None if seat.player is None else seat.player.number,
        "orders": order_texts(seat.orders, board),
        "troubled": seat.troubled,
        "dated": seat.dated,
        "wait": seat.wait,
        "draw": seat.draw,
        "missed": seat.missed,
        "password": seat.password,
    }


def _next_place(ledger: Ledger, table: Table) -> int:
    last = select(func.coalesce(func.max(table.c.place), -1))
    query = last.where(table.c.game == ledger.game)
    place: int = ledger.connection.execute(query).scalar_one()
    return place + 1
