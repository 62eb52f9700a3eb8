"""All orders that may be given in a position, for people to choose from and for programs."""

from collections.abc import Iterator

from judge.engine.adjudicate import check_order, with_ways_of_phase
from judge.engine.adjustment import adjustments, build_sites, largest_of
from judge.engine.board import PhaseKind, Position, Unit, UnitKind
from judge.engine.geography import bits, has_route, is_useful, mask_of
from judge.engine.legality import Occupancy, can_stand, check_support_move, occupancy_of
from judge.engine.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
    Waive,
    power_of,
)
from judge.engine.variant import Variant


def possible_orders(position: Position, variant: Variant) -> tuple[UnitOrder | Build | Waive, ...]:
    """Return each order that a power may give now, once, in the order of the units.

    Votes, the sentences of variants' rules, and supports that name a coast are left out, and so is
    `VIA` for an army that can only go by sea. Each build is possible alone, but not all together.
    """
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            orders: Iterator[UnitOrder | Build | Waive] = _movement(
                position, with_ways_of_phase(position, variant)
            )
        case PhaseKind.RETREAT:
            orders = _retreats(position)
        case PhaseKind.ADJUSTMENT:
            orders = _adjustments(position, variant)
    special = variant.rules.special
    return tuple(
        order
        for order in orders
        if not any(rule.forbids(order, power_of(order), position, variant) for rule in special)
    )


def _movement(position: Position, variant: Variant) -> Iterator[MovementOrder]:
    occupancy, geography = occupancy_of(position, variant), variant.geography
    fleets = occupancy.ferries()
    ports = [province for province in bits(geography.armies) if geography.boarding[province]]
    # By province of an army: the mask of the provinces to which fleets on the board could take it.
    sea = {
        origin: mask_of(
            to for to in ports if to != origin and has_route(geography, origin, to, fleets)
        )
        for origin in (geography.province_of[unit.location] for unit in position.units)
        if geography.boarding[origin] & fleets
    }
    for unit in position.units:
        yield Hold(unit)
        yield from _moves(unit, sea, occupancy)
        yield from _supports(unit, position, sea, occupancy)
        yield from _convoys(unit, position, sea, occupancy)


def _moves(unit: Unit, sea: dict[int, int], occupancy: Occupancy) -> Iterator[Move]:
    geography = occupancy.geography
    if unit.kind is UnitKind.FLEET:
        yield from (Move(unit, to) for to in bits(geography.fleet_edges[unit.location]))
        return
    origin = geography.province_of[unit.location]
    by_land, by_sea = geography.army_edges[origin], sea.get(origin, 0)
    yield from (Move(unit, to) for to in bits(by_land | by_sea))
    yield from (Move(unit, to, via=True) for to in bits(by_land & by_sea))


def _reach(unit: Unit, occupancy: Occupancy) -> int:
    """Return the mask of the provinces next to a unit that it could enter."""
    geography = occupancy.geography
    if unit.kind is UnitKind.FLEET:
        return geography.fleet_reach[unit.location]
    return geography.army_edges[geography.province_of[unit.location]]


def _supports(
    unit: Unit, position: Position, sea: dict[int, int], occupancy: Occupancy
) -> Iterator[SupportHold | SupportMove]:
    geography, reach = occupancy.geography, _reach(unit, occupancy)
    for province in bits(reach):
        if occupancy.unit_at[province] or occupancy.garrisoned >> province & 1:
            yield SupportHold(unit, province)
    for other in position.units:
        home = geography.province_of[other.location]
        carried = sea.get(home, 0) if other.kind is UnitKind.ARMY else 0
        for target in bits((_reach(other, occupancy) | carried) & reach):
            order = SupportMove(unit, home, target)
            if check_support_move(order, unit, occupancy) is None:
                yield order


def _convoys(
    unit: Unit, position: Position, sea: dict[int, int], occupancy: Occupancy
) -> Iterator[Convoy]:
    geography, fleets = occupancy.geography, occupancy.ferries()
    fleet = geography.province_of[unit.location]
    if unit.kind is not UnitKind.FLEET or not fleets >> fleet & 1:
        return
    for army in position.units:
        if army.kind is UnitKind.ARMY:
            origin = geography.province_of[army.location]
            for target in bits(sea.get(origin, 0)):
                if is_useful(geography, fleet, origin, target, fleets):
                    yield Convoy(unit, origin, target)


def _retreats(position: Position) -> Iterator[Retreat | Disband]:
    for dislodged in position.dislodged:
        yield from (Retreat(dislodged.unit, to) for to in dislodged.retreats)
        yield Disband(dislodged.unit)


def _adjustments(position: Position, variant: Variant) -> Iterator[Build | Waive | Disband]:
    for power, count in adjustments(position, variant).items():
        if count > 0:
            for site in build_sites(position, power, variant):
                for kind in UnitKind:
                    for size in range(1, largest_of(power, variant) + 1):
                        order = Build(power, kind, site, size)
                        legal = can_stand(Unit(power, kind, site, size), variant.geography)
                        if legal and check_order(order, power, position, variant) is None:
                            yield order
            yield Waive(power)
        elif count < 0:
            yield from (Disband(unit) for unit in position.units if unit.power == power)
