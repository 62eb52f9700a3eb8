"""A drawing with everything: a unit in each province, and every kind of order."""

from judge.engine import (
    Convoy,
    Hold,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Season,
    SupportHold,
    SupportMove,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    adjudicate,
    bits,
)
from judge.pictures import Caption, Drawing, finished_drawing

_CAPTION = Caption(
    "a maximal position: results of Spring 1901 movement",
    "Orders due Wednesday 27 November 2026, 21:00 UTC",
    "Everything at once.",
)


def crowded(variant: Variant) -> Drawing:
    """Return a drawing with a unit in each province, all centers owned."""
    before = _position(variant)
    orders = [_order(n, unit, before, variant) for n, unit in enumerate(before.units)]
    adjudication = adjudicate(before, orders, variant)
    return finished_drawing(before, adjudication, variant, _CAPTION)


def _position(variant: Variant) -> Position:
    geography, powers = variant.geography, [power.name for power in variant.powers]
    units, owners = [], []
    for number, province in enumerate(geography.provinces):
        power = powers[number % len(powers)]
        owners.append(power if province.center else None)
        kind = UnitKind.FLEET if province.terrain is Terrain.SEA else UnitKind.ARMY
        places = geography.coasts_of[number] or (number,)
        if province.terrain is Terrain.COAST and number % 3 == 0:
            units.append(Unit(power, UnitKind.FLEET, places[-1]))
        elif province.terrain is not Terrain.IMPASSABLE:
            units.append(Unit(power, kind, number))
    phase = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)
    return Position(phase, tuple(units), tuple(owners))


def _order(number: int, unit: Unit, before: Position, variant: Variant) -> Order:
    geography = variant.geography
    here = geography.province_of[unit.location]
    edges = geography.fleet_edges if unit.kind is UnitKind.FLEET else geography.army_edges
    reach = list(bits(edges[unit.location if unit.kind is UnitKind.FLEET else here]))
    if not reach:
        return Hold(unit)
    target = reach[number % len(reach)]
    beside = geography.province_of[target]
    match number % 5:
        case 0 | 1:
            return Move(unit, target)
        case 2:
            return SupportHold(unit, beside)
        case 3 if unit.kind is UnitKind.FLEET and geography.convoying >> here & 1:
            return Convoy(unit, beside, reach[0])
        case _:
            return SupportMove(unit, beside, reach[(number + 1) % len(reach)])
