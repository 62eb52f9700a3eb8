"""Positions with orders, made up from a seed: half coherent play, half random.

In a coherent one a power attacks with support, holds what it owns and convoys; in a
random one each unit gets any legal order. Both have 20 to 34 units of seven powers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from judge.engine.geography import bits
from judge.engine.legality import check_movement
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
)
from judge.engine.position import Phase, PhaseKind, Position, Season, Unit, UnitKind
from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class Sample:
    """A position, and one legal order for each of its units."""

    position: Position
    orders: tuple[MovementOrder, ...]


def make_samples(variant: Variant, count: int, seed: int = 1901) -> tuple[Sample, ...]:
    """Return `count` positions with orders, the same for the same seed."""
    chance = Random(seed)
    return tuple(
        make_sample(variant, chance, coherent=number % 2 == 0)
        for number in range(count)
    )


def make_sample(variant: Variant, chance: Random, *, coherent: bool) -> Sample:
    """Return one position with orders."""
    position = scatter(variant, chance, chance.randint(20, 34))
    plan = _coherent if coherent else _random
    return Sample(position, plan(position, variant, chance))


def scatter(variant: Variant, chance: Random, count: int, sea: float = 0.4) -> Position:
    """Return a position of `count` units, `sea` of them at sea, each power together."""
    geography = variant.geography
    land, water = list(bits(geography.armies)), list(bits(geography.fleets & ~geography.armies))
    at_sea = min(round(count * sea), len(water))
    places = chance.sample(water, at_sea) + chance.sample(land, count - at_sea)
    homes = [_spread(variant, power.home_centers) for power in variant.powers]
    units = []
    for place in places:
        near = sorted(range(len(homes)), key=lambda n: homes[n][place] + chance.random() * 3)
        power = variant.powers[near[0]].name
        units.append(_unit(power, place, variant, chance))
    units.sort(key=lambda unit: (unit.power, unit.location))
    return Position(
        phase=Phase(Season.SPRING, 1905, PhaseKind.MOVEMENT),
        units=tuple(units),
        owners=(None,) * len(geography.provinces),
    )


def _spread(variant: Variant, homes: Sequence[int]) -> list[int]:
    """Return how far each province is from the nearest of `homes`."""
    geography = variant.geography
    distance = [99] * len(geography.provinces)
    front, steps = list(homes), 0
    while front:
        for place in front:
            distance[place] = steps
        steps += 1
        front = sorted(
            {
                beside
                for place in front
                for beside in bits(_beside(variant, place))
                if distance[beside] == 99
            }
        )
    return distance


def _beside(variant: Variant, province: int) -> int:
    geography = variant.geography
    mask = geography.army_edges[province] | geography.fleet_reach[province]
    for coast in geography.coasts_of[province]:
        mask |= geography.fleet_reach[coast]
    return mask


def _unit(power: str, place: int, variant: Variant, chance: Random) -> Unit:
    geography = variant.geography
    coastal = geography.fleets >> place & 1
    if not geography.armies >> place & 1 or coastal and chance.random() < 0.3:
        location = chance.choice(geography.coasts_of[place] or (place,))
        return Unit(power, UnitKind.FLEET, location)
    return Unit(power, UnitKind.ARMY, place)


def _goals(unit: Unit, variant: Variant) -> list[int]:
    geography = variant.geography
    edges = geography.army_edges if unit.kind is UnitKind.ARMY else geography.fleet_edges
    return list(bits(edges[unit.location]))


def _random(
    position: Position, variant: Variant, chance: Random
) -> tuple[MovementOrder, ...]:
    """Return any legal order for each unit, convoys and supports of them among these."""
    ports = [unit for unit in position.units if unit.kind is UnitKind.ARMY]
    return tuple(
        _any_order(unit, position, ports, variant, chance) for unit in position.units
    )


def _any_order(
    unit: Unit,
    position: Position,
    armies: Sequence[Unit],
    variant: Variant,
    chance: Random,
) -> MovementOrder:
    makers = (_a_move, _a_move, _a_support_hold, _a_support_move, _a_support_move)
    if unit.kind is UnitKind.FLEET and armies:
        makers = (*makers, _a_convoy)
    for _ in range(20):
        order = chance.choice(makers)(unit, position, variant, chance)
        if check_movement(order, unit.power, position, variant) is None:
            return order
    return Hold(unit)


def _a_move(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    far = unit.kind is UnitKind.ARMY and chance.random() < 0.2
    goals = list(bits(variant.geography.armies)) if far else _goals(unit, variant)
    via = far and chance.random() < 0.3
    return Move(unit, chance.choice(goals), via) if goals else Hold(unit)


def _a_support_hold(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    other = chance.choice(position.units)
    return SupportHold(unit, variant.geography.province_of[other.location])


def _a_support_move(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    province_of = variant.geography.province_of
    target = province_of[chance.choice(_goals(unit, variant))]
    other = chance.choice(position.units)
    return SupportMove(unit, province_of[other.location], target)


def _a_convoy(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    geography = variant.geography
    army = chance.choice(position.units)
    target = chance.choice(list(bits(geography.armies)))
    return Convoy(unit, geography.province_of[army.location], target)


def _coherent(
    position: Position, variant: Variant, chance: Random
) -> tuple[MovementOrder, ...]:
    """Return orders of powers that know what they want: moves, and who helps them."""
    province_of = variant.geography.province_of
    plans: dict[Unit, MovementOrder] = {}
    for fleet in position.units:
        if fleet not in plans and chance.random() < 0.35:
            plans.update(_ferry(fleet, position, variant, chance))
    idle = [unit for unit in position.units if unit not in plans]
    for unit in idle:
        if chance.random() < 0.5:
            plans[unit] = _advance(unit, variant, chance)
    for unit in idle:
        if unit not in plans:
            plans[unit] = _assist(unit, position, plans, variant, chance)
    return tuple(plans[unit] for unit in position.units)


def _ferry(
    fleet: Unit, position: Position, variant: Variant, chance: Random
) -> dict[Unit, MovementOrder]:
    """Return a convoy by `fleet` and the move of its army, or nothing."""
    geography = variant.geography
    shores = [p for p in bits(geography.armies) if geography.convoy_edges[p] >> fleet.location & 1]
    armies = [
        unit
        for unit in position.units
        if unit.kind is UnitKind.ARMY
        and unit.location in shores
        and unit.power == fleet.power
    ]
    if not geography.convoying >> fleet.location & 1 or not armies:
        return {}
    army = chance.choice(armies)
    target = chance.choice([shore for shore in shores if shore != army.location])
    return {
        fleet: Convoy(fleet, army.location, target),
        army: Move(army, target, via=chance.random() < 0.5),
    }


def _advance(unit: Unit, variant: Variant, chance: Random) -> MovementOrder:
    """Return a move, rather to a center than not."""
    geography = variant.geography
    goals = _goals(unit, variant)
    weights = [3 if geography.centers >> geography.province_of[goal] & 1 else 1 for goal in goals]
    return Move(unit, chance.choices(goals, weights)[0])


def _assist(
    unit: Unit,
    position: Position,
    plans: dict[Unit, MovementOrder],
    variant: Variant,
    chance: Random,
) -> MovementOrder:
    """Return a support of a move or of a neighbor that a friend needs, or a hold."""
    geography = variant.geography
    reach = {geography.province_of[goal] for goal in _goals(unit, variant)}
    helps: list[MovementOrder] = []
    for other, plan in plans.items():
        friend = 1 if other.power == unit.power else 0
        if chance.random() < 0.15 + 0.85 * friend:
            helps += _help(unit, other, plan, reach, geography.province_of)
    return chance.choice(helps) if helps else Hold(unit)


def _help(
    unit: Unit,
    other: Unit,
    plan: MovementOrder,
    reach: set[int],
    province_of: Sequence[int],
) -> list[MovementOrder]:
    place = province_of[other.location]
    if isinstance(plan, Move):
        target = province_of[plan.target]
        if target in reach and place != province_of[unit.location]:
            return [SupportMove(unit, place, plan.target)]
        return []
    return [SupportHold(unit, place)] if place in reach else []
