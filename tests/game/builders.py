"""Builders of games for tests: seven players, a Master, an observer, the standard map."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.boards import read_variant
from judge.commands import command_in
from judge.engine import Adjudication, Dislodged, Phase, PhaseKind, Position, Season, Unit, UnitKind
from judge.game import (
    MASTER,
    OBSERVER,
    Codes,
    Entrant,
    Event,
    FinishedPhase,
    Follower,
    Game,
    GameSettings,
    LetterTimes,
    Player,
    Seat,
    Sender,
    Stage,
    base,
    decide,
    filing,
)
from tests.kinds import replace

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
POWERS = tuple(power.name for power in STANDARD.powers)
NOW = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
DEADLINE = NOW + timedelta(days=2)
PLAYERS = {
    power: Player(number, f"{power[0]}. Player", f"{power.lower()}@example.org")
    for number, power in enumerate(POWERS, start=1)
}
MIA = Player(8, "Mia Master", "mia@example.org")
OTTO = Player(9, "Otto Observer", "otto@example.org")
STRANGER = Player(10, "Sam Stranger", "sam@example.org")


def a_game(**changes: object) -> Game:
    """Return a game in its first phase, all seats taken."""
    game = Game(
        name="demo",
        variant=STANDARD,
        settings=GameSettings(),
        stage=Stage.ACTIVE,
        created=NOW - timedelta(days=9),
        seed=1901,
        masters=(Follower(MIA, "hash of Mia"),),
        observers=(Follower(OTTO, "hash of Otto"),),
        seats=tuple(Seat(power, PLAYERS[power], password=f"hash of {power}") for power in POWERS),
        position=STANDARD.start,
        deadline=DEADLINE,
    )
    return replace(game, **changes)  # type: ignore[arg-type] # fields of a game


def a_forming_game(*entrants: Player, **changes: object) -> Game:
    """Return a game that `entrants` joined and that has not started."""
    return a_game(
        stage=Stage.FORMING,
        entrants=tuple(Entrant(player) for player in entrants),
        seats=(),
        position=None,
        deadline=None,
        **changes,
    )


def with_seat_of(game: Game, power: str, **changes: object) -> Game:
    """Return `game` with these fields of the seat of `power` changed."""
    seats = tuple(
        replace(seat, **changes) if seat.power == power else seat  # type: ignore[arg-type] # fields of a seat
        for seat in game.seats
    )
    return replace(game, seats=seats)


def a_position(
    phase: str,
    units: Mapping[str, str],
    *,
    owners: Mapping[str, str] | None = None,
    dislodged: Mapping[str, str] | None = None,
) -> Position:
    """Return a board: units as `{"France": "A PAR, F BRE"}`, centers in the same form.

    `dislodged` maps a unit, `"France A PAR"`, to its possible retreats, `"PIC GAS"`. Each attacker
    came from Burgundy.
    """
    board = STANDARD.geography
    owned: list[str | None] = [None] * len(board.provinces)
    for power, centers in (owners or {}).items():
        for center in centers.split():
            owned[board.location(center)] = power
    return Position(
        phase=Phase(Season(phase[0]), int(phase[1:-1]), PhaseKind(phase[-1])),
        units=tuple(
            _unit(power, text)
            for power, texts in units.items()
            for text in texts.split(", ")
            if text
        ),
        owners=tuple(owned),
        dislodged=tuple(
            Dislodged(
                _unit(*text.split(maxsplit=1)),
                board.location("BUR"),
                tuple(map(board.location, places.split())),
            )
            for text, places in (dislodged or {}).items()
        ),
    )


def place(text: str) -> int:
    """Return the location written `text`, as `PAR` or `STP/SC`."""
    return STANDARD.geography.location(text)


def a_unit(text: str, power: str = "France") -> Unit:
    """Return the unit written `text`, as `A PAR`."""
    return _unit(power, text)


def finished(before: Position, after: Position) -> FinishedPhase:
    """Return a finished phase that led from one board to another, without outcomes."""
    return FinishedPhase(before, Adjudication((), after), NOW - timedelta(days=1))


def as_power(power: str) -> Sender:
    """Return the player of `power` as a proven sender."""
    return Sender(PLAYERS[power], power, proven=True)


CODES = Codes(b"a key for tests only", "judge@judge.test", MIA.number)
AS_MASTER = Sender(MIA, MASTER, proven=True)
AS_OBSERVER = Sender(OTTO, OBSERVER, proven=True)


def told(game: Game, command: base.Command, sender: Sender) -> tuple[Event, ...]:
    """Return the events of a command that is written and given now."""
    return decide(game, command, sender, LetterTimes(NOW, NOW, NOW), command_in, codes=CODES)


def filed(game: Game, power: str, *lines: str, dated: datetime = NOW) -> filing.OrdersFiled:
    """Return the fact with these order lines; they must not be refused."""
    command = filing.SubmitOrders(lines)
    times = LetterTimes(max(NOW, dated), dated, dated)
    (event,) = decide(game, command, as_power(power), times, command_in, codes=CODES)
    assert isinstance(event, filing.OrdersFiled)
    return event


def after_filing(game: Game, power: str, *lines: str, dated: datetime = NOW) -> Game:
    """Return `game` after these order lines were stored."""
    event = filed(game, power, *lines, dated=dated)
    return with_seat_of(
        game, power, orders=event.sheet.orders, troubled=event.sheet.troubled, dated=event.dated
    )


def _unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), STANDARD.geography.location(place))
