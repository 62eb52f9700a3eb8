"""On every board, an order that the judge writes is read as the same order.

Every place is written once in each part of an order. The other parts of these orders vary from
place to place; long runs try all of them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from judge.boards import read_variant
from judge.engine import (
    Build,
    Convoy,
    Disband,
    Dislodged,
    Geography,
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
    Variant,
    Vote,
    Waive,
    bits,
    largest_army,
    power_of,
)
from judge.notation import (
    OrderReader,
    long_order,
    names_of,
    qualifier_in,
    read_order,
    reader_for,
    rejoined,
    write_order,
)
from tests.amount import every, many
from tests.notation.readers import ROOT

BOARDS = sorted(path.parent.name for path in ROOT.glob("variants/*/variant.toml"))
FLEET, ARMY = UnitKind.FLEET, UnitKind.ARMY


@cache
def variant_of(board: str) -> Variant:
    return read_variant(ROOT / "variants" / board)


def all_units(variant: Variant, kind: UnitKind) -> tuple[Unit, ...]:
    """Return a unit in each province, of this kind if that kind can be there."""
    board = variant.geography
    masks = {ARMY: board.armies, FLEET: board.fleets}
    units = []
    for province in range(len(board.provinces)):
        kinds = [one for one in (kind, ARMY, FLEET) if masks[one] >> province & 1]
        if kinds:
            coasts = board.coasts_of[province] if kinds[0] is FLEET else ()
            power = variant.powers[province % len(variant.powers)].name
            for location in coasts[province % 2 :][:1] or coasts[:1] or (province,):
                units.append(Unit(power, kinds[0], location))
    return tuple(units)


def goals(unit: Unit, board: Geography) -> Sequence[int]:
    edges = board.army_edges if unit.kind is ARMY else board.fleet_edges
    return tuple(bits(edges[unit.location]))


def movement_orders(variant: Variant, units: Sequence[Unit]) -> Iterator[Order]:
    """Yield orders that have each unit, and each place, in each part of an order."""
    board = variant.geography
    coastal = cycle(bits(board.armies & board.fleets))
    armies = [one for one in units if one.kind is ARMY]
    ashore = [one for one in armies if board.fleets >> one.location & 1]
    others = cycle(units[3:] + units[:3])
    carried = cycle(ashore)
    for unit in units:
        yield Hold(unit)
        yield from (Move(unit, goal) for goal in goals(unit, board)[:: every(3)])
        for other in islice(others, 2):
            home = board.province_of[other.location]
            if other is not unit and goals(other, board):
                yield SupportHold(unit, home)
                yield SupportMove(unit, home, goals(other, board)[-1])
        province = board.province_of[unit.location]
        if unit in ashore:
            yield Move(unit, next(coastal), via=True)
        if unit.kind is FLEET and board.convoying >> province & 1 and ashore:
            yield Convoy(unit, next(carried).location, next(coastal))


def position_of(
    variant: Variant, kind: PhaseKind, units: Sequence[Unit]
) -> tuple[Position, dict[str, OrderReader]]:
    phase = Phase(Season.FALL, variant.start.phase.year, kind)
    gone = kind is PhaseKind.RETREAT
    position = Position(
        phase=phase,
        units=() if gone else tuple(units),
        owners=variant.start.owners,
        dislodged=tuple(Dislodged(unit, 0, ()) for unit in units) if gone else (),
    )
    sides = [side.name for side in variant.sides]
    return position, {one: reader_for(variant, position, one) for one in sides}


def check(order: Order, variant: Variant, position: Position, reader: OrderReader) -> None:
    short = write_order(order, variant.geography, reader.units)
    assert read_order(short, reader) == order, short
    long = long_order(order, variant, position)
    assert read_order(long, reader) == order, long


@pytest.mark.parametrize("kind", UnitKind)
@pytest.mark.parametrize("board", BOARDS)
def test_an_order_of_a_movement_phase_is_read_as_it_was_written(board: str, kind: UnitKind) -> None:
    variant = variant_of(board)
    units = all_units(variant, kind)
    position, readers = position_of(variant, PhaseKind.MOVEMENT, units)

    for order in islice(movement_orders(variant, units), 0, None, every(6)):
        check(order, variant, position, readers[power_of(order)])


@pytest.mark.parametrize("board", BOARDS)
def test_every_fleet_at_sea_convoys_as_it_is_written(board: str) -> None:
    variant = variant_of(board)
    units = all_units(variant, ARMY)
    position, readers = position_of(variant, PhaseKind.MOVEMENT, units)
    orders = movement_orders(variant, units)

    for order in (one for one in orders if isinstance(one, Convoy)):
        check(order, variant, position, readers[power_of(order)])


@pytest.mark.parametrize("board", BOARDS)
def test_a_province_that_is_called_like_a_doubt_is_a_province(board: str) -> None:
    variant = variant_of(board)
    abbreviations = [one.abbreviation for one in variant.geography.provinces]
    doubtful = [one for one in abbreviations if qualifier_in(one, names_of(variant))]
    for kind in UnitKind if doubtful else ():
        units = all_units(variant, kind)
        position, readers = position_of(variant, PhaseKind.MOVEMENT, units)
        for order in movement_orders(variant, units):
            text = write_order(order, variant.geography, readers[power_of(order)].units)
            if any(one in text for one in doubtful):
                check(order, variant, position, readers[power_of(order)])


@pytest.mark.parametrize("board", BOARDS)
def test_a_retreat_is_read_as_it_was_written(board: str) -> None:
    variant = variant_of(board)
    units = all_units(variant, FLEET)
    position, readers = position_of(variant, PhaseKind.RETREAT, units)

    for unit in units[:: every(3)]:
        ends = goals(unit, variant.geography)[-1:]
        for order in (Disband(unit), *(Retreat(unit, end) for end in ends)):
            check(order, variant, position, readers[unit.power])


@pytest.mark.parametrize("board", BOARDS)
def test_an_adjustment_is_read_as_it_was_written(board: str) -> None:
    variant = variant_of(board)
    units = all_units(variant, FLEET)
    position, readers = position_of(variant, PhaseKind.ADJUSTMENT, units)

    for unit in units[:: every(3)]:
        sizes = range(1, largest_army(variant) + 1 if unit.kind is ARMY else 2)
        built = (Build(unit.power, unit.kind, unit.location, size) for size in sizes)
        for order in (Disband(unit), Waive(unit.power), *built):
            check(order, variant, position, readers[unit.power])


@pytest.mark.parametrize("board", [one for one in BOARDS if variant_of(one).neutrals])
def test_a_vote_is_read_as_it_was_written(board: str) -> None:
    variant = variant_of(board)
    voter, side = variant.powers[0].name, variant.neutrals[0].name
    units = [replace(unit, power=side) for unit in all_units(variant, ARMY)[::5]]
    position, readers = position_of(variant, PhaseKind.MOVEMENT, units)

    for order in islice(movement_orders(variant, tuple(units)), 0, None, every(4)):
        check(Vote(voter, order), variant, position, readers[voter])


@settings(max_examples=many(60))
@given(data=st.data())
def test_a_wrapped_order_is_read_as_it_was_written(data: st.DataObject) -> None:
    """Unless the second line is an order itself, or the first line the whole order already."""
    variant = variant_of(data.draw(st.sampled_from(BOARDS)))
    units = all_units(variant, data.draw(st.sampled_from(UnitKind)))
    position, readers = position_of(variant, PhaseKind.MOVEMENT, units)
    order = data.draw(st.sampled_from([*movement_orders(variant, units)]))
    reader = readers[power_of(order)]
    words = long_order(order, variant, position).split()
    cut = data.draw(st.integers(1, len(words) - 1))
    first, second = " ".join(words[:cut]), " ".join(words[cut:])

    line = rejoined(first, second, reader)

    if line is None:
        assert isinstance(read_order(second, reader), Order) or read_order(first, reader) == order
    else:
        assert read_order(line, reader) == order
