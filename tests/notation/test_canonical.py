"""The strict short notation: written orders are read back, and other texts are not read."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from judge.engine import (
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Retreat,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Waive,
)
from judge.notation import read_canonical, read_phase, vocabulary_of, write_order, write_unit
from judge.notation.canonical import canonical_reader
from tests.notation.readers import a_position, standard

GEOGRAPHY = standard().geography
VOCABULARY = vocabulary_of(standard())
UNITS = "France: A PAR, F SPA/SC, F BRE; Germany: A MUN"
BOARD = a_position("movement", UNITS)
READER = canonical_reader(BOARD, VOCABULARY)


def at(text: str) -> int:
    return GEOGRAPHY.location(text)


PARIS = Unit("France", UnitKind.ARMY, at("PAR"))
SPAIN = Unit("France", UnitKind.FLEET, at("SPA/SC"))
BREST = Unit("France", UnitKind.FLEET, at("BRE"))
TABLE: list[tuple[str, Order]] = [
    ("A PAR H", Hold(PARIS)),
    ("A PAR - BUR", Move(PARIS, at("BUR"))),
    ("A PAR - LON VIA", Move(PARIS, at("LON"), via=True)),
    ("F SPA/SC - LYO", Move(SPAIN, at("LYO"))),
    ("A PAR S F BRE", SupportHold(PARIS, at("BRE"))),
    ("A PAR S F SPA/SC", SupportHold(PARIS, at("SPA"))),
    ("A PAR S A MUN - BUR", SupportMove(PARIS, at("MUN"), at("BUR"))),
    ("F BRE S F SPA/SC - MAO", SupportMove(BREST, at("SPA"), at("MAO"))),
    ("F BRE C A PAR - LON", Convoy(BREST, at("PAR"), at("LON"))),
    ("A PAR R PIC", Retreat(PARIS, at("PIC"))),
    ("A PAR D", Disband(PARIS)),
    ("A PAR B", Build("France", UnitKind.ARMY, at("PAR"))),
    ("F STP/NC B", Build("France", UnitKind.FLEET, at("STP/NC"))),
    ("WAIVE", Waive("France")),
]


@pytest.mark.parametrize(("text", "order"), TABLE)
def test_an_order_and_its_text_are_one(text: str, order: Order) -> None:
    assert read_canonical(text, "France", READER) == order
    assert write_order(order, GEOGRAPHY, READER.standing) == text


@pytest.mark.parametrize(("text", "order"), TABLE)
def test_without_the_board_the_other_units_kind_is_left_out(text: str, order: Order) -> None:
    assert read_canonical(write_order(order, GEOGRAPHY), "France", READER) == order


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A PAR",
        "PAR - BUR",
        "A PAR BUR",
        "A PAR -",
        "A PAR - XYZ",
        "A XYZ - BUR",
        "A PAR - BUR BY SEA",
        "A PAR - BUR VIA VIA",
        "A PAR H H",
        "A PAR S",
        "A PAR S A",
        "A PAR S A MUN BUR",
        "A PAR S A MUN -",
        "A PAR S A MUN - BUR VIA",
        "A PAR S A XYZ - BUR",
        "F BRE C A PAR",
        "F BRE C",
        "A PAR R",
        "A PAR D NOW",
        "A PAR B B",
        "WAIVE ALL",
        "A PAR X BUR",
        "A PÄR - BUR",
    ],
)
def test_what_is_not_canonical_is_not_read(text: str) -> None:
    assert read_canonical(text, "France", READER) is None


def test_small_letters_and_blanks_do_not_matter() -> None:
    order = read_canonical("  a par  -  bur ", "France", READER)
    assert order == Move(PARIS, at("BUR"))


@pytest.mark.parametrize("text", ["F SPA/NC - MAO", "F SPA - MAO", "A SPA - MAO"])
def test_the_unit_that_stands_there_is_meant(text: str) -> None:
    assert read_canonical(text, "France", READER) == Move(SPAIN, at("MAO"))


def test_an_order_to_anothers_unit_keeps_the_power_that_gave_it() -> None:
    order = read_canonical("A MUN H", "France", READER)
    assert order == Hold(Unit("France", UnitKind.ARMY, at("MUN")))


def test_a_dash_is_a_retreat_in_a_retreat_phase() -> None:
    dislodged = (Dislodged(PARIS, at("BUR"), (at("PIC"),)),)
    phase = Phase(Season.FALL, 1902, PhaseKind.RETREAT)
    board = replace(BOARD, phase=phase, units=(), dislodged=dislodged)
    order = read_canonical("A PAR - PIC", "France", canonical_reader(board, VOCABULARY))
    assert order == Retreat(PARIS, at("PIC"))


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("S1901M", Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)),
        ("F1905R", Phase(Season.FALL, 1905, PhaseKind.RETREAT)),
        ("W-272A", Phase(Season.WINTER, -272, PhaseKind.ADJUSTMENT)),
        ("s1m", Phase(Season.SPRING, 1, PhaseKind.MOVEMENT)),
    ],
)
def test_a_phase_is_read_as_it_is_written(text: str, phase: Phase) -> None:
    assert read_phase(text) == phase
    assert str(phase) == text.upper()


@pytest.mark.parametrize("text", ["", "1901", "S1901", "X1901M", "S0M", "S1901M!"])
def test_what_is_no_phase_is_not_read(text: str) -> None:
    assert read_phase(text) is None


POWERS = st.sampled_from([power.name for power in standard().powers])
LOCATIONS = st.sampled_from(range(len(GEOGRAPHY.locations)))
PROVINCES = st.sampled_from(range(len(GEOGRAPHY.provinces)))
ANY_UNIT = st.builds(Unit, POWERS, st.sampled_from(UnitKind), LOCATIONS)
ANY_ORDER: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, ANY_UNIT),
    st.builds(Move, ANY_UNIT, LOCATIONS, st.booleans()),
    st.builds(SupportHold, ANY_UNIT, PROVINCES),
    st.builds(SupportMove, ANY_UNIT, PROVINCES, LOCATIONS),
    st.builds(Convoy, ANY_UNIT, PROVINCES, LOCATIONS),
    st.builds(Retreat, ANY_UNIT, LOCATIONS),
    st.builds(Disband, ANY_UNIT),
    st.builds(Build, POWERS, st.sampled_from(UnitKind), LOCATIONS),
    st.builds(Waive, POWERS),
)
EMPTY = Position(BOARD.phase, (), BOARD.owners)


@given(ANY_ORDER)
def test_any_order_that_is_written_is_read(order: Order) -> None:
    power = order.power if isinstance(order, Build | Waive) else order.unit.power
    units = () if isinstance(order, Build | Waive) else (order.unit,)
    reader = canonical_reader(replace(EMPTY, units=units), VOCABULARY)
    text = write_order(order, GEOGRAPHY, reader.standing)
    assert read_canonical(text, power, reader) == order


@given(st.text(alphabet="AFPRBUSTCHDMNLO/- ", max_size=30))
def test_any_text_is_an_order_or_none(text: str) -> None:
    order = read_canonical(text, "France", READER)
    if order is not None:
        again = write_order(order, GEOGRAPHY, READER.standing)
        assert read_canonical(again, "France", READER) == order


def test_a_unit_is_written_with_its_coast() -> None:
    assert write_unit(SPAIN, GEOGRAPHY) == "F SPA/SC"
