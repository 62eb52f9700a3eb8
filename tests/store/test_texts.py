"""Any value that is stored as text is the same when it is read."""

from datetime import time, timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from judge.boards import read_variant
from judge.engine import (
    Adjudication,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Waive,
    power_of,
)
from judge.game import Early, GameSettings, Nmr, PressRule, Signing, Timing, VariantChanges
from judge.game.model import Builds
from judge.store.codec import (
    adjudication_text,
    board_of,
    order_texts,
    position_text,
    read_adjudication,
    read_orders,
    read_position,
    read_settings,
    settings_text,
)

STANDARD = read_variant(Path(__file__).parent.parent.parent / "variants" / "standard")
BOARD = board_of(STANDARD)
GEOGRAPHY = STANDARD.geography

powers = st.sampled_from([power.name for power in STANDARD.powers])
kinds = st.sampled_from(UnitKind)
locations = st.integers(0, len(GEOGRAPHY.locations) - 1)
provinces = st.integers(0, len(GEOGRAPHY.provinces) - 1)
units = st.builds(Unit, powers, kinds, locations)
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, locations, st.booleans()),
    st.builds(SupportHold, units, provinces),
    st.builds(SupportMove, units, provinces, locations),
    st.builds(Convoy, units, provinces, locations),
    st.builds(Retreat, units, locations),
    st.builds(Disband, units),
    st.builds(Build, powers, kinds, locations),
    st.builds(Waive, powers),
)
seasons = st.sampled_from(Season)
phases = st.builds(Phase, seasons, st.integers(-500, 3000), st.sampled_from(PhaseKind))


def some(of: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(of, max_size=4).map(tuple)


def owners() -> st.SearchStrategy[tuple[str | None, ...]]:
    size = len(GEOGRAPHY.provinces)
    owner = st.none() | powers
    return st.lists(owner, min_size=size, max_size=size).map(tuple)


dislodged = st.builds(Dislodged, units, provinces, some(locations))
positions = st.builds(Position, phases, some(units), owners(), some(dislodged))
outcomes = st.builds(Outcome, orders, st.sampled_from(Reason), some(provinces))
captures = st.tuples(provinces, st.none() | powers, powers)
adjudications = st.builds(
    Adjudication, some(outcomes), positions, some(units), some(provinces), some(captures)
)
spans = st.timedeltas(timedelta(), timedelta(days=30))
timings = st.builds(
    Timing,
    zone=st.just("Europe/Berlin"),
    clock=st.none() | st.times(),
    movement=spans,
    grace=spans,
    reminders=some(spans),
    delay=spans,
    early=st.sampled_from(Early),
)
changes = st.builds(
    VariantChanges,
    builds=st.none() | st.sampled_from(Builds),
    victory=st.none() | st.integers(1, 99),
    year=st.none() | st.integers(-900, 2100).filter(bool),
    one_center=st.booleans(),
    units=st.dictionaries(
        st.sampled_from(["France", "Italy"]), some(st.sampled_from(["A PAR", "F STP/SC"]))
    ).map(lambda units: tuple(units.items())),
    no_units=st.booleans(),
    players=st.none() | st.integers(1, 34),
)
settings = st.builds(
    GameSettings,
    timings,
    st.sampled_from(Nmr),
    st.sampled_from(PressRule),
    st.sampled_from(Signing),
    st.booleans(),
    st.booleans(),
    changes,
    st.just((("homes", "owned"),)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.text(st.characters()),
    st.booleans(),
)


@given(orders)
def test_an_order_reads_back_as_it_was(order: Order) -> None:
    texts = order_texts((order,), BOARD)

    assert read_orders(texts, power_of(order), BOARD) == (order,)


@given(positions)
def test_a_position_reads_back_as_it_was(position: Position) -> None:
    assert read_position(position_text(position, BOARD), BOARD) == position


@given(adjudications)
def test_an_adjudication_reads_back_as_it_was(adjudication: Adjudication) -> None:
    text = adjudication_text(adjudication, BOARD)

    assert read_adjudication(text, BOARD) == adjudication


@given(settings)
def test_settings_read_back_as_they_were(chosen: GameSettings) -> None:
    assert read_settings(settings_text(chosen)) == chosen


def test_settings_that_are_not_named_have_their_defaults() -> None:
    told = '{"press": "none", "timing": {"clock": "09:30:00"}}'

    assert read_settings(told) == GameSettings(
        timing=Timing(clock=time(9, 30)), press=PressRule.NONE
    )


@pytest.mark.parametrize(
    "text",
    [
        "WAIVE",
        "A PAR H",
        "A PAR - BUR",
        "A LON - BRE VIA",
        "A PAR S BUR",
        "F MAO S WES - SPA/SC",
        "F ENG C A LON - BRE",
        "A PAR R PIC",
        "A PAR D",
        "F STP/NC B",
    ],
)
def test_orders_are_kept_as_a_person_would_write_them(text: str) -> None:
    assert order_texts(read_orders((text,), "France", BOARD), BOARD) == (text,)


@pytest.mark.parametrize("text", ["", "A PAR", "A PAR X", "A PAR - BUR VIA VIA"])
def test_a_text_that_is_no_order_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="cannot have ordered"):
        read_orders((text,), "France", BOARD)
