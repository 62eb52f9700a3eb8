"""An order that the judge writes, in the short or the long form, is read as the same order."""

from collections.abc import Callable, Sequence

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
    bits,
    power_of,
)
from judge.notation import OrderReader, long_order, read_order, reader_for, write_order
from tests.notation.readers import standard

BOARD = standard().geography
POWERS = [power.name for power in standard().powers]
COASTAL = list(bits(BOARD.armies & BOARD.fleets))


def _locations(kind: UnitKind, province: int) -> Sequence[int]:
    coasts = BOARD.coasts_of[province]
    return coasts if kind is UnitKind.FLEET and coasts else (province,)


@st.composite
def positions(draw: st.DrawFn, kind: PhaseKind = PhaseKind.MOVEMENT) -> Position:
    provinces = draw(st.sets(st.sampled_from(range(len(BOARD.provinces))), min_size=2))
    units = []
    for province in sorted(provinces):
        kinds = [
            one
            for one, mask in zip(UnitKind, (BOARD.armies, BOARD.fleets), strict=True)
            if mask >> province & 1
        ]
        if kinds:
            one = draw(st.sampled_from(kinds))
            location = draw(st.sampled_from(_locations(one, province)))
            units.append(Unit(draw(st.sampled_from(POWERS)), one, location))
    phase = Phase(Season.FALL, 1903, kind)
    dislodged: tuple[Dislodged, ...] = ()
    if kind is PhaseKind.RETREAT:
        dislodged = tuple(Dislodged(unit, 0, ()) for unit in units)
    return Position(phase, tuple(units), standard().start.owners, dislodged)


def _targets(unit: Unit) -> list[int]:
    if unit.kind is UnitKind.ARMY:
        return list(bits(BOARD.army_edges[unit.location]))
    return list(bits(BOARD.fleet_edges[unit.location]))


@st.composite
def movement_orders(draw: st.DrawFn, position: Position) -> Order:
    unit = draw(st.sampled_from(position.units))
    other = draw(st.sampled_from(position.units))
    home = BOARD.province_of[other.location]
    choices: list[Order] = [Hold(unit), SupportHold(unit, home)]
    choices += [Move(unit, target) for target in _targets(unit)]
    choices += [SupportMove(unit, home, target) for target in _targets(other)]
    target = draw(st.sampled_from(COASTAL))
    if unit.kind is UnitKind.ARMY:
        choices.append(Move(unit, target, via=True))
    if other.kind is UnitKind.ARMY:
        choices += [Convoy(unit, home, target), SupportMove(unit, home, target)]
    return draw(st.sampled_from(choices))


def _short(order: Order, reader: OrderReader) -> str:
    return write_order(order, BOARD, reader.units)


def _long(order: Order, reader: OrderReader) -> str:
    return f"{long_order(order, standard(), reader.position)}."


WRITERS = pytest.mark.parametrize("write", [_short, _long])
Writer = Callable[[Order, OrderReader], str]


@WRITERS
@given(data=st.data())
def test_a_movement_order_is_read_as_it_was_written(data: st.DataObject, write: Writer) -> None:
    position = data.draw(positions().filter(lambda one: one.units))
    order = data.draw(movement_orders(position))
    reader = reader_for(standard(), position, power_of(order))

    assert read_order(write(order, reader), reader) == order


@WRITERS
@given(data=st.data())
def test_a_retreat_is_read_as_it_was_written(data: st.DataObject, write: Writer) -> None:
    position = data.draw(positions(PhaseKind.RETREAT).filter(lambda one: one.units))
    unit = data.draw(st.sampled_from(position.units))
    choices: list[Order] = [Disband(unit)]
    choices += [Retreat(unit, target) for target in _targets(unit)]
    order = data.draw(st.sampled_from(choices))
    reader = reader_for(standard(), position, unit.power)

    assert read_order(write(order, reader), reader) == order


@WRITERS
@given(data=st.data())
def test_an_adjustment_is_read_as_it_was_written(data: st.DataObject, write: Writer) -> None:
    position = data.draw(positions(PhaseKind.ADJUSTMENT).filter(lambda one: one.units))
    unit = data.draw(st.sampled_from(position.units))
    power = standard().power(unit.power)
    home = data.draw(st.sampled_from(power.home_centers))
    kind = data.draw(st.sampled_from(UnitKind))
    choices: list[Order] = [Disband(unit), Waive(power.name)]
    choices += [Build(power.name, kind, place) for place in _locations(kind, home)]
    order = data.draw(st.sampled_from(choices))
    reader = reader_for(standard(), position, power.name)

    assert read_order(write(order, reader), reader) == order


@pytest.mark.parametrize("form", ["{}-{}", "{} {}", "{}->{}", "{} to {}", "{} - {}"])
def test_every_province_is_told_from_every_other(form: str) -> None:
    units = tuple(Unit("France", UnitKind.FLEET, n) for n in range(len(BOARD.provinces)))
    position = Position(standard().start.phase, units, standard().start.owners)
    reader = reader_for(standard(), position, "France")
    for one in range(len(units)):
        for other in range(len(units)):
            text = [BOARD.provinces[n].abbreviation for n in (one, other)]
            order = read_order(form.format(*text), reader)
            if not BOARD.coasts_of[other]:
                assert order == Move(units[one], other)


def test_all_names_of_a_province_are_one_word_to_the_reader() -> None:
    reader = reader_for(standard(), standard().start, "France")
    for number, province in enumerate(BOARD.provinces):
        for name in (province.abbreviation, province.name, *province.aliases):
            for text in (name, name.upper(), name.replace(" ", "-")):
                order = read_order(f"A Par - {text}", reader)
                assert isinstance(order, Move), text
                assert order.target == number, text
