"""A game to put into a store, and a short way to record facts of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Engine

from judge.engine import Variant
from judge.game import (
    DiaryNote,
    Entrant,
    Fact,
    Follower,
    Game,
    GameCreated,
    GameSettings,
    HeldPress,
    Player,
    Seat,
    Stage,
)
from judge.store import games, persons, record
from judge.store.codec import board_of, read_orders

Variants = Callable[[str], Variant]
Opened = Callable[[str], Engine]
HOUR = timedelta(hours=1)
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
DEADLINE = NOW + 24 * HOUR
ANN, BEN, EVE = (
    Player(number, name, f"{name.lower()}@example.org")
    for number, name in enumerate(("Ann", "Ben", "Eve"), start=1)
)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The store within one transaction, with the game `a_game` in it."""

    connection: Connection
    variants: Variants

    def record(self, *facts: Fact, now: datetime = NOW) -> None:
        record.record(self.connection, self.game(), facts, now)

    def add(self, game: Game) -> None:
        record.record(self.connection, None, (GameCreated(game),), NOW)

    def game(self) -> Game:
        game = games.load_game(self.connection, "demo", self.variants)
        assert game is not None
        return game


def a_shelf(connection: Connection, variants: Variants) -> Shelf:
    shelf = Shelf(connection, variants)
    for person in (ANN, BEN, EVE):
        persons.next_number(connection)
        persons.add_player(connection, person)
    shelf.add(a_game(variants("standard")))
    return shelf


def a_message(number: int, leaves: datetime | None = DEADLINE) -> HeldPress:
    return HeldPress(
        number=number,
        author=ANN,
        sender="France",
        recipients=("England", "Italy"),
        text="Shall we?",
        broadcast=False,
        grey=True,
        written=NOW,
        leaves=leaves,
        delayed=True,
        feigned=("Turkey",),
    )


def a_note(number: int, author: Player = ANN) -> DiaryNote:
    return DiaryNote(number, author, "France", "S1901M", NOW, "Whom to trust?")


def a_game(variant: Variant) -> Game:
    """Return a game in which every value is set that an event may reset."""
    seats = tuple(a_seat(variant, power.name) for power in variant.powers)
    return Game(
        name="Demo",
        variant=variant,
        settings=GameSettings(),
        stage=Stage.ACTIVE,
        created=NOW - HOUR,
        seed=2**64 + 1,
        masters=(Follower(EVE, "$hash$"),),
        observers=(Follower(BEN), Follower(EVE)),
        entrants=(Entrant(BEN, "FRANCE germany", "$hash$"),),
        seats=seats,
        position=variant.start,
        deadline=DEADLINE,
        grace=DEADLINE + HOUR,
        press_held=(a_message(1),),
        diary=(a_note(1),),
        ready=NOW,
        reminded=DEADLINE - 4 * HOUR,
    )


def a_seat(variant: Variant, power: str) -> Seat:
    if power != "France":
        return Seat(power, BEN if power == "England" else None)
    orders = ("A PAR - BUR", "F BRE S ENG - MAO", "A MAR H")
    return Seat(
        power=power,
        player=ANN,
        orders=read_orders(orders, power, board_of(variant)),
        troubled=("A Foo - Bär",),
        dated=NOW - HOUR,
        wait=True,
        draw=("France", "England"),
        missed=1,
        password="$hash$",
    )
