"""One game on the standard board, its people, and events of each kind in it."""

from datetime import UTC, datetime, timedelta

from judge.game import Entrant, FinishedPhase, Follower, Game, GameSettings, Player, Seat, Stage
from judge.letter import Letter
from tests.kinds import replace
from tests.render.boards import STANDARD, adjudication, order, phase, position, unit

NOW = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)

PLAYERS = {
    "Austria": Player(1, "Anna", "anna@players.example", "Europe/Vienna"),
    "England": Player(2, "Eric", "eric@players.example", "Europe/London"),
    "France": Player(3, "Fanny Dubois", "fanny@players.example", "Europe/Paris"),
    "Germany": Player(4, "Gero", "gero@players.example", "Europe/Berlin"),
    "Italy": Player(5, "Ines", "ines@players.example", "America/New_York"),
    "Russia": Player(6, "Rasmus", "rasmus@players.example", "Australia/Sydney"),
    "Turkey": Player(7, "Tarik", "tarik@players.example", "UTC"),
}
MIA = Player(8, "Mia", "mia@players.example", "Europe/Berlin")
OLGA = Player(9, "Olga", "olga@players.example", "UTC")
STRANGER = Player(0, "Sam", "sam@elsewhere.example")

SEATS = tuple(Seat(power, player) for power, player in PLAYERS.items())
FORMING = Game(
    name="smp",
    variant=STANDARD,
    settings=GameSettings(),
    stage=Stage.FORMING,
    created=NOW - timedelta(days=3),
    seed=1,
    masters=(Follower(MIA),),
    observers=(Follower(OLGA),),
    entrants=(Entrant(PLAYERS["France"], "France, Italy"), Entrant(PLAYERS["Turkey"])),
)
STARTED = replace(
    FORMING,
    stage=Stage.ACTIVE,
    entrants=(),
    seats=SEATS,
    position=STANDARD.start,
    deadline=DEADLINE,
)

OWNED_1902 = {
    "Austria": "BUD TRI VIE SER GRE",
    "England": "EDI LON LVP NWY",
    "France": "BRE MAR PAR SPA POR",
    "Germany": "BER KIE MUN DEN",
    "Italy": "NAP ROM VEN TUN",
    "Russia": "MOS SEV STP WAR",
    "Turkey": "ANK CON SMY BUL",
}
FALL_1902 = position(
    "F1902M",
    {
        "Austria": "A BUD, A SER, F GRE, A TRI",
        "England": "A LON, F ENG, F NTH, F NWG",
        "France": "A BUR, F BRE, F MAO, A MAR, A SPA",
        "Germany": "A MUN, A RUH, A HOL, F DEN, F KIE",
        "Italy": "A VEN, A TYR, F ION, F NAP",
        "Russia": "A WAR, A UKR, F SEV, F BOT",
        "Turkey": "A CON, A BUL, F BLA",
    },
    OWNED_1902,
)
RETREATS_1902 = position(
    "F1902R",
    {
        "Austria": "A RUM, A SER, F GRE, A TRI",
        "England": "A LON, F NWY, F NWG",
        "France": "A MUN, F ENG, F MAO, A MAR, A SPA",
        "Germany": "A BUR, A BEL, F DEN, F KIE",
        "Italy": "A VEN, A TYR, F TUN, F NAP",
        "Russia": "A WAR, A UKR, F SEV, F BOT",
        "Turkey": "A CON, A BUL, F BLA",
    },
    OWNED_1902,
    "England F ENG < BRE > IRI NTH PIC WAL; Germany A MUN < BUR > BER BOH RUH SIL",
)
WINTER_1902 = position(
    "W1902A",
    {
        "Austria": "A RUM, A SER, F GRE, A TRI",
        "England": "A LON, F NWY, F NWG",
        "France": "A MUN, F ENG, F MAO, A MAR, A SPA",
        "Germany": "A BUR, A BEL, F DEN, F KIE, A RUH",
        "Italy": "A VEN, A TYR, F TUN, F NAP",
        "Russia": "A WAR, A UKR, F SEV, F BOT",
        "Turkey": "A CON, A BUL, F BLA",
    },
    OWNED_1902
    | {
        "Austria": "BUD TRI VIE SER GRE RUM",
        "France": "BRE MAR PAR SPA POR MUN",
        "Germany": "BER KIE DEN BEL",
        "Italy": "NAP ROM VEN TUN",
        "Russia": "MOS SEV STP WAR",
        "Turkey": "ANK CON SMY BUL",
    },
)
SPRING_1903 = replace(
    WINTER_1902,
    phase=phase("S1903M"),
    units=(
        *(one for one in WINTER_1902.units if one != unit("Germany", "A BUR")),
        unit("Austria", "A BUD"),
        unit("Austria", "A VIE"),
        unit("England", "F EDI"),
        unit("France", "A PAR"),
        unit("Turkey", "F SMY"),
    ),
)

MOVES_1902 = adjudication(
    """
    A BUD - RUM
    A SER S A BUD - RUM
    F GRE H
    A TRI - VEN                = bounced VEN
    A LON - BEL VIA            = convoy disrupted BRE
    F ENG C A LON - BEL        = dislodged BRE
    F NTH - NWY
    F NWG S F NTH - NWY
    A BUR - MUN
    F BRE - ENG
    F MAO S F BRE - ENG
    A MAR H
    A SPA S A MAR - GAS        = void
    A MUN S A RUH - BUR        = dislodged BUR
    A RUH - BUR
    A HOL - BEL
    F DEN - SWE                = bounced BOT
    F KIE - DEN                = bounced DEN
    A VEN H
    A TYR S A BUR - MUN
    F ION - TUN
    F NAP H
    A WAR H
    A UKR - RUM                = bounced BUD
    F SEV S A UKR - RUM        = cut BLA
    F BOT - SWE                = bounced DEN
    A CON - BUL                = bounced BUL
    A BUL - GRE                = bounced GRE
    F BLA - SEV                = bounced SEV
    """,
    FALL_1902,
    RETREATS_1902,
)
FLIGHTS_1902 = adjudication(
    """
    F ENG D                    = no retreat ordered
    A MUN R RUH
    """,
    RETREATS_1902,
    WINTER_1902,
)
BUILDS_1902 = adjudication(
    """
    Austria: A BUD B
    Austria: A VIE B
    England: F EDI B
    France: A PAR B
    Turkey: F SMY B
    A BUR D                    = civil disorder
    """,
    WINTER_1902,
    SPRING_1903,
)

HISTORY = (
    FinishedPhase(FALL_1902, MOVES_1902, NOW - timedelta(days=2)),
    FinishedPhase(RETREATS_1902, FLIGHTS_1902, NOW - timedelta(days=1), ("England",)),
    FinishedPhase(WINTER_1902, BUILDS_1902, NOW, ("Germany",)),
)
SPRING = replace(STARTED, position=SPRING_1903, history=HISTORY)

LETTER = Letter(
    sender="fanny@players.example",
    sender_name="Fanny Dubois",
    subject="Re: [smp] S1901M starts: you are France",
    lines=(),
    message_id="<abc@players.example>",
    references=("<start@judge.example>",),
)


def at(name: str) -> Game:
    """Return the game in the phase with this name."""
    boards = (FALL_1902, RETREATS_1902, WINTER_1902, SPRING_1903)
    names = [str(board.phase) for board in boards]
    if name not in names:
        return STARTED
    done = names.index(name)
    return replace(STARTED, position=boards[done], history=HISTORY[:done])


def with_orders(game: Game, power: str, *lines: str, troubled: int = 0) -> Game:
    """Return the game after `power` has sent these orders."""
    assert game.position is not None
    orders = tuple(order(line, game.position) for line in lines)
    trouble = ("A Mar - Burgandy",)[:troubled]
    seats = tuple(
        replace(seat, orders=orders, troubled=trouble) if seat.power == power else seat
        for seat in game.seats
    )
    return replace(game, seats=seats)


def without(game: Game, power: str) -> Game:
    """Return the game with the seat of `power` vacant."""
    seats = tuple(Seat(power) if seat.power == power else seat for seat in game.seats)
    return replace(game, seats=seats)
