"""Positions with orders, made up from a seed: half coherent play, half random.

In a coherent one a power attacks with support, holds what it owns and convoys; in a
random one each unit gets any legal order. Both have 20 to 34 units where nothing else
is asked for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
from judge.engine.legality import check_movement

SIZES = range(20, 35)


@dataclass(frozen=True, slots=True)
class Sample:
    """A position, and one legal order for each of its units."""

    position: Position
    orders: tuple[MovementOrder, ...]


def make_samples(
    variant: Variant, count: int, seed: int = 1901, sizes: range = SIZES
) -> tuple[Sample, ...]:
    """Return `count` positions with orders, the same for the same seed."""
    chance = Random(seed)
    return tuple(
        make_sample(variant, chance, coherent=number % 2 == 0, sizes=sizes)
        for number in range(count)
    )


def make_sample(
    variant: Variant, chance: Random, *, coherent: bool, sizes: range = SIZES
) -> Sample:
    """Return one position with orders, of as many units as one of `sizes` says."""
    position = scatter(variant, chance, chance.choice(sizes))
    plan = _coherent if coherent else _random
    return Sample(position, plan(position, variant, chance))


def scatter(variant: Variant, chance: Random, count: int) -> Position:
    """Return `count` units of powers great and small, around their homes."""
    geography = variant.geography
    free = list(bits(geography.armies | geography.fleets))
    distances = [_spread(variant, power.home_centers) for power in variant.powers]
    strengths = [0.1 + chance.random() for _ in variant.powers]
    units = []
    for _ in range(count):
        (side,) = chance.choices(range(len(strengths)), strengths)
        weights = [(1 + distances[side][place]) ** -3 for place in free]
        (place,) = chance.choices(free, weights)
        free.remove(place)
        units.append(_unit(variant.powers[side].name, place, variant, chance))
    units.sort(key=lambda unit: (unit.power, unit.location))
    return Position(
        phase=Phase(Season.SPRING, 1905, PhaseKind.MOVEMENT),
        units=tuple(units),
        owners=(None,) * len(geography.provinces),
    )


def _spread(variant: Variant, homes: Iterable[int]) -> list[int]:
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
    if not geography.armies >> place & 1 or (coastal and chance.random() < 0.3):
        location = chance.choice(geography.coasts_of[place] or (place,))
        return Unit(power, UnitKind.FLEET, location)
    return Unit(power, UnitKind.ARMY, place)


def _goals(unit: Unit, variant: Variant) -> list[int]:
    geography = variant.geography
    edges = geography.army_edges if unit.kind is UnitKind.ARMY else geography.fleet_edges
    return list(bits(edges[unit.location]))


def _random(position: Position, variant: Variant, chance: Random) -> tuple[MovementOrder, ...]:
    """Return any legal order for each unit: of a kind drawn first, if there is one."""
    return tuple(_any(unit, position, variant, chance) for unit in position.units)


def _any(unit: Unit, position: Position, variant: Variant, chance: Random) -> MovementOrder:
    draw = chance.choices(_KINDS, weights=_WEIGHTS)[0]
    if not _goals(unit, variant):  # an army on an island
        draw = _a_voyage
    for _ in range(12):
        order = draw(unit, position, variant, chance)
        if check_movement(order, unit.power, position, variant) is None:
            return order
    return Hold(unit)


def _a_hold(unit: Unit, position: Position, variant: Variant, chance: Random) -> MovementOrder:
    return Hold(unit)


def _a_move(unit: Unit, position: Position, variant: Variant, chance: Random) -> MovementOrder:
    return Move(unit, chance.choice(_goals(unit, variant)))


def _a_voyage(unit: Unit, position: Position, variant: Variant, chance: Random) -> MovementOrder:
    goals = list(bits(variant.geography.armies))
    return Move(unit, chance.choice(goals), via=chance.random() < 0.5)


def _a_support_hold(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    reach = {variant.geography.province_of[goal] for goal in _goals(unit, variant)}
    return SupportHold(unit, chance.choice(sorted(reach)))


def _a_support_move(
    unit: Unit, position: Position, variant: Variant, chance: Random
) -> MovementOrder:
    province_of = variant.geography.province_of
    target = province_of[chance.choice(_goals(unit, variant))]
    near = [
        province_of[other.location]
        for other in position.units
        if target in {province_of[goal] for goal in _goals(other, variant)}
    ]
    return SupportMove(unit, chance.choice(near), target)


def _a_convoy(unit: Unit, position: Position, variant: Variant, chance: Random) -> MovementOrder:
    geography = variant.geography
    army = chance.choice(position.units)
    target = chance.choice(list(bits(geography.armies)))
    return Convoy(unit, geography.province_of[army.location], target)


_KINDS = (_a_move, _a_support_move, _a_support_hold, _a_convoy, _a_voyage, _a_hold)
_WEIGHTS = (40, 30, 10, 10, 5, 5)


def _coherent(position: Position, variant: Variant, chance: Random) -> tuple[MovementOrder, ...]:
    """Return orders of powers that know what they want: moves, and who helps them."""
    province_of = variant.geography.province_of
    plans: dict[Unit, MovementOrder] = {}
    for fleet in position.units:
        if fleet not in plans and chance.random() < 0.35:
            plans.update(_ferry(fleet, position, variant, chance))
    stands = {province_of[unit.location]: unit.power for unit in position.units}
    idle = [unit for unit in position.units if unit not in plans]
    for unit in idle:
        if chance.random() < 0.45 and _goals(unit, variant):
            plans[unit] = _advance(unit, stands, variant, chance)
    for unit in idle:
        if unit not in plans:
            plans[unit] = _assist(unit, stands, plans, variant, chance)
    return tuple(plans[unit] for unit in position.units)


def _ferry(
    fleet: Unit, position: Position, variant: Variant, chance: Random
) -> dict[Unit, MovementOrder]:
    """Return a convoy by `fleet` and the move of its army, or nothing."""
    geography = variant.geography
    shores = [
        shore
        for shore in bits(geography.armies)
        if geography.convoy_edges[shore] >> fleet.location & 1
    ]
    armies = [
        unit
        for unit in position.units
        if unit.kind is UnitKind.ARMY and unit.location in shores and unit.power == fleet.power
    ]
    if not geography.convoying >> fleet.location & 1 or not armies:
        return {}
    army = chance.choice(armies)
    target = chance.choice([shore for shore in shores if shore != army.location])
    return {
        fleet: Convoy(fleet, army.location, target),
        army: Move(army, target, via=chance.random() < 0.5),
    }


def _advance(
    unit: Unit, stands: Mapping[int, str], variant: Variant, chance: Random
) -> MovementOrder:
    """Return a move: rather to a center, against an enemy, and not onto a friend."""
    geography = variant.geography
    goals = _goals(unit, variant)
    weights = []
    for goal in goals:
        target = geography.province_of[goal]
        there = stands.get(target)
        weight = 3 if geography.centers >> target & 1 else 1
        weights.append(weight * (2 if there is None else 6 if there != unit.power else 1))
    return Move(unit, chance.choices(goals, weights)[0])


def _assist(
    unit: Unit,
    stands: Mapping[int, str],
    plans: Mapping[Unit, MovementOrder],
    variant: Variant,
    chance: Random,
) -> MovementOrder:
    """Return a support of what a friend plans, an attack first; or a hold."""
    province_of = variant.geography.province_of
    reach = {province_of[goal] for goal in _goals(unit, variant)}
    helps: list[MovementOrder] = [Hold(unit)]
    weights = [1]
    for other, plan in plans.items():
        place = province_of[other.location]
        if other.power != unit.power and chance.random() < 0.9:
            continue
        if isinstance(plan, Move) and province_of[plan.target] in reach:
            helps.append(SupportMove(unit, place, plan.target))
            there = stands.get(province_of[plan.target], unit.power)
            weights.append(2 if there == unit.power else 8)
        elif not isinstance(plan, Move) and place in reach:
            helps.append(SupportHold(unit, place))
            weights.append(1)
    return chance.choices(helps, weights)[0]
