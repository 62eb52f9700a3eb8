"""Games for tests of the clock, and the events that the clock causes in them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.boards import read_variant
from judge.engine import Hold
from judge.game import (
    Event,
    FinishedPhase,
    Game,
    GameSettings,
    Nmr,
    Player,
    Seat,
    Stage,
    Timing,
    turn,
)
from tests.kinds import replace

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
POWERS = tuple(power.name for power in STANDARD.powers)
BEGUN = datetime(2030, 1, 1, 21, tzinfo=UTC)
DEADLINE = datetime(2030, 1, 4, 21, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def a_running_game(nmr: Nmr = Nmr.HOLD, **timing: object) -> Game:
    """Return a game in its first phase, with all seats taken and no orders."""
    settings = GameSettings(Timing(**timing), nmr=nmr)  # type: ignore[arg-type] # its fields
    return Game(
        name="demo",
        variant=STANDARD,
        settings=settings,
        stage=Stage.ACTIVE,
        created=BEGUN,
        seed=1,
        seats=tuple(
            Seat(power, Player(number, power, f"{power.lower()}@example.org"))
            for number, power in enumerate(POWERS, 1)
        ),
        position=STANDARD.start,
        deadline=DEADLINE,
    )


def with_orders(game: Game, *powers: str, ready: datetime | None = None) -> Game:
    """Return `game` with a hold for each unit of `powers`, or of all."""
    for power in powers or POWERS:
        game = with_seat(game, power, orders=_holds(game, power), dated=BEGUN)
    return replace(game, ready=ready)


def all_but(*powers: str) -> tuple[str, ...]:
    return tuple(power for power in POWERS if power not in powers)


def with_seat(game: Game, power: str, **changes: object) -> Game:
    """Return `game` with a seat changed."""
    seats = tuple(
        replace(seat, **changes) if seat.power == power else seat  # type: ignore[arg-type] # fields of a seat
        for seat in game.seats
    )
    return replace(game, seats=seats)


def after(game: Game, *events: Event) -> Game:
    """Return `game` after `events`, as the store would load it."""
    for event in events:
        game = _after(game, event)
    return game


def watched(game: Game, end: datetime, step: timedelta = 5 * MINUTE) -> list[str]:
    """Return the clock's events in `game` until `end`, each with its time."""
    told = []
    now = BEGUN
    while now <= end:
        for event in turn.process_if_due(game, now):
            told.append(f"{now:%d %H:%M} {type(event).__name__}")
            game = after(game, event)
        now += step
    return told


def _holds(game: Game, power: str) -> tuple[Hold, ...]:
    assert game.position is not None
    return tuple(Hold(unit) for unit in game.position.units if unit.power == power)


def _after(game: Game, event: Event) -> Game:
    match event:
        case turn.OrdersReminded():
            return replace(game, reminded=event.reminded)
        case turn.PowersLate():
            return replace(game, grace=event.grace)
        case turn.PowersAbandoned():
            for power in event.powers:
                game = with_seat(game, power, player=None)
            return replace(game, deadline=None, grace=None)
        case turn.MailLost():
            return game
        case turn.PhaseHeld():
            return replace(game, held=event.until)
        case turn.PhaseProcessed():
            return _turned(game, event)
        case turn.GameWon() | turn.GameDrawn():
            return replace(game, stage=Stage.FINISHED, deadline=None)
        case _:
            raise AssertionError(f"not of the clock: {event}")


def _turned(game: Game, event: turn.PhaseProcessed) -> Game:
    for power in POWERS:
        game = with_seat(game, power, orders=(), troubled=(), dated=None, wait=False)
    finished = FinishedPhase(event.before, event.adjudication, event.processed)
    return replace(
        game,
        position=event.adjudication.after,
        deadline=event.deadline,
        grace=None,
        ready=None,
        reminded=None,
        history=(*game.history, finished),
    )
