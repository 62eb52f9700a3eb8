"""The list of possible orders contains each legal order once, and no other order."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

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
    Variant,
    Waive,
    can_stand,
    check_order,
    possible_orders,
    power_of,
)
from judge.shipped import shipped_variant
from tests.amount import many
from tests.kinds import replace

BOARDS = ("standard", "ancmed", "satrap2", "east_indies")


def crowd(variant: Variant, chance: Random) -> Position:
    """Return a position with about twenty units at random places."""
    geography, powers = variant.geography, [power.name for power in variant.powers]
    places = list(range(len(geography.locations)))
    chance.shuffle(places)
    units: dict[int, Unit] = {}
    for place in places:
        unit = Unit(chance.choice(powers), chance.choice(list(UnitKind)), place)
        province = geography.province_of[place]
        if len(units) < 20 and province not in units and can_stand(unit, geography):
            units[province] = unit
    phase = Phase(Season.SPRING, variant.start.phase.year, PhaseKind.MOVEMENT)
    return replace(variant.start, phase=phase, units=tuple(units.values()))


def thinkable(position: Position, variant: Variant) -> Iterator[Order]:
    """Yield all orders that can be written, each in one form only."""
    geography = variant.geography
    provinces = range(len(geography.provinces))
    for unit in position.units:
        yield Hold(unit)
        origin = geography.province_of[unit.location]
        for place in range(len(geography.locations)):
            to = geography.province_of[place]
            if unit.kind is UnitKind.FLEET:
                # For a fleet, a province with named coasts means the only coast in reach.
                if place != to or not geography.coasts_of[to]:
                    yield Move(unit, place)
            elif place == to:
                yield Move(unit, place)
                if geography.army_edges[origin] >> to & 1:
                    yield Move(unit, place, via=True)
        for other in provinces:
            yield SupportHold(unit, other)
            if any(geography.province_of[one.location] == other for one in position.units):
                yield from (SupportMove(unit, other, to) for to in provinces)
                yield from (Convoy(unit, other, to) for to in provinces)


@pytest.mark.parametrize("seed", range(many(2)))
@pytest.mark.parametrize("name", BOARDS)
def test_each_legal_order_of_a_movement_phase_is_listed_once(name: str, seed: int) -> None:
    variant = shipped_variant(name)
    position = crowd(variant, Random(f"{name} {seed}"))

    legal = {
        order
        for order in thinkable(position, variant)
        if check_order(order, power_of(order), position, variant) is None
    }

    found = Counter(possible_orders(position, variant))
    assert set(found) == legal
    assert set(found.values()) == {1}


def test_a_dislodged_unit_goes_where_it_may_or_disbands() -> None:
    variant = shipped_variant("standard")
    at = variant.geography.location
    unit = Unit("France", UnitKind.ARMY, at("PAR"))
    lost = Dislodged(unit, at("BUR"), (at("PIC"), at("GAS")))
    phase = Phase(Season.SPRING, 1901, PhaseKind.RETREAT)
    position = replace(variant.start, phase=phase, units=(), dislodged=(lost,))

    assert possible_orders(position, variant) == (
        Retreat(unit, at("PIC")),
        Retreat(unit, at("GAS")),
        Disband(unit),
    )


def test_a_power_builds_at_home_or_removes_what_it_has() -> None:
    variant = shipped_variant("standard")
    at, phase = variant.geography.location, Phase(Season.WINTER, 1901, PhaseKind.ADJUSTMENT)
    army = Unit("France", UnitKind.ARMY, at("PAR"))
    spare = Unit("Turkey", UnitKind.FLEET, at("EAS"))
    owners = {at("PAR"): "France", at("MAR"): "France", at("STP"): "Russia"}
    position = replace(
        variant.start,
        phase=phase,
        units=(army, spare),
        owners=tuple(owners.get(n) for n in range(len(variant.geography.provinces))),
    )

    assert set(possible_orders(position, variant)) == {
        Build("France", UnitKind.ARMY, at("MAR")),
        Build("France", UnitKind.FLEET, at("MAR")),
        Waive("France"),
        Build("Russia", UnitKind.ARMY, at("STP")),
        Build("Russia", UnitKind.FLEET, at("STP/NC")),
        Build("Russia", UnitKind.FLEET, at("STP/SC")),
        Waive("Russia"),
        Disband(spare),
    }
