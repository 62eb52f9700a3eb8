"""Positions with many units and convoys in a few provinces, in which paradoxes are frequent."""

from collections.abc import Sequence
from random import Random

from judge.engine import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Phase,
    PhaseKind,
    Position,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Variant,
    bits,
)
from tests.benchmarks.positions import Sample


def make_crowd(variant: Variant, chance: Random, around: Sequence[int] = ()) -> Sample:
    """Return a position with orders, not all of them legal, in a few provinces.

    The provinces lie around one of `around`, or around a sea if that is empty.
    """
    geography = variant.geography
    middles = around or list(bits(geography.convoying or geography.armies))
    most = (geography.armies | geography.fleets).bit_count()
    size = min(chance.randint(9, 17), most)
    region = _region(variant, chance, chance.choice(middles), size)
    powers = [side.name for side in chance.sample(variant.sides, min(3, len(variant.sides)))]
    units = tuple(
        _unit(chance.choice(powers), place, variant, chance)
        for place in region
        if chance.random() < 0.85
    )
    position = Position(
        phase=Phase(Season.SPRING, 1905, PhaseKind.MOVEMENT),
        units=units,
        owners=(None,) * len(variant.geography.provinces),
    )
    return Sample(position, _orders(units, region, variant, chance))


def _region(variant: Variant, chance: Random, first: int, size: int) -> list[int]:
    geography = variant.geography
    region = [first]
    while len(region) < size:
        middle = chance.choice(region)
        locations = (middle, *geography.coasts_of[middle])
        beside = geography.army_edges[middle]
        for location in locations:
            beside |= geography.fleet_reach[location]
        region += [place for place in bits(beside) if place not in region][:3]
    return sorted(region[:size])


def _unit(power: str, place: int, variant: Variant, chance: Random) -> Unit:
    geography = variant.geography
    afloat = geography.fleets >> place & 1 and chance.random() < 0.3
    if afloat or not geography.armies >> place & 1:
        coasts = geography.coasts_of[place] or (place,)
        return Unit(power, UnitKind.FLEET, chance.choice(coasts))
    return Unit(power, UnitKind.ARMY, place)


def _orders(
    units: Sequence[Unit], region: Sequence[int], variant: Variant, chance: Random
) -> tuple[MovementOrder, ...]:
    province_of = variant.geography.province_of
    moves: dict[Unit, MovementOrder] = {}
    for unit in units:
        voyages = _voyages(unit, region, variant)
        if voyages and chance.random() < 0.5:
            moves[unit] = Move(unit, chance.choice(voyages), via=chance.random() < 0.4)
        elif chance.random() < 0.35:
            moves[unit] = Move(unit, chance.choice(_near(unit, variant)))
    orders: list[MovementOrder] = []
    for unit in units:
        others = [other for other in moves.values() if other.unit is not unit]
        orders.append(moves.get(unit) or _help(unit, units, others, variant, chance))
    assert len(orders) == len({province_of[unit.location] for unit in units})
    return tuple(orders)


def _voyages(unit: Unit, region: Sequence[int], variant: Variant) -> list[int]:
    """Return the provinces to which a single fleet could convoy an army."""
    if unit.kind is UnitKind.FLEET:
        return []
    edges = variant.geography.convoy_edges
    return [
        place
        for place in region
        if variant.geography.armies >> place & 1
        and edges[place] & edges[unit.location]
        and place != unit.location
    ]


def _near(unit: Unit, variant: Variant) -> list[int]:
    geography = variant.geography
    army = unit.kind is UnitKind.ARMY
    edges = geography.army_edges if army else geography.fleet_edges
    return list(bits(edges[unit.location])) or [unit.location]


def _help(
    unit: Unit,
    units: Sequence[Unit],
    moves: Sequence[MovementOrder],
    variant: Variant,
    chance: Random,
) -> MovementOrder:
    geography = variant.geography
    place = geography.province_of[unit.location]
    journeys = [move for move in moves if isinstance(move, Move)]
    reach = {geography.province_of[goal] for goal in _near(unit, variant)}
    if geography.convoying >> place & 1:
        edges = geography.convoy_edges
        armies = [
            move
            for move in journeys
            if move.unit.kind is UnitKind.ARMY
            and edges[move.unit.location] >> place & 1
            and edges[geography.province_of[move.target]] >> place & 1
        ]
        if armies and chance.random() < 0.8:
            move = chance.choice(armies)
            army = geography.province_of[move.unit.location]
            return Convoy(unit, army, move.target)
    helped = [move for move in journeys if geography.province_of[move.target] in reach]
    if helped and chance.random() < 0.7:
        move = chance.choice(helped)
        supported = geography.province_of[move.unit.location]
        return SupportMove(unit, supported, move.target)
    held = [other for other in units if geography.province_of[other.location] in reach]
    if held and chance.random() < 0.9:
        return SupportHold(unit, geography.province_of[chance.choice(held).location])
    return Hold(unit)
