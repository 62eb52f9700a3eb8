"""Legal orders of chance, for any variant and any phase."""

from collections.abc import Iterator, Sequence
from random import Random

from judge.engine import (
    Build,
    Disband,
    Hold,
    Move,
    NeutralVotes,
    Order,
    PhaseKind,
    Position,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Variant,
    adjustments,
    bits,
    build_sites,
    check_order,
    powers_at,
)


def random_orders(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    """Yield legal orders for all powers, chosen by chance.

    Units that nobody plays are ordered only where players may vote on that.
    """
    voted = any(isinstance(rule, NeutralVotes) for rule in variant.rules.special)
    sides = variant.sides if voted else powers_at(position, variant)
    ordered = {side.name for side in sides}
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            units = [unit for unit in position.units if unit.power in ordered]
            yield from _movement(units, position, variant, chance)
        case PhaseKind.RETREAT:
            for one in position.dislodged:
                if one.unit.power in ordered:
                    ways: list[Order] = [Retreat(one.unit, to) for to in one.retreats]
                    yield chance.choice([*ways, Disband(one.unit)])
        case PhaseKind.ADJUSTMENT:
            for power, number in adjustments(position, variant).items():
                if power in ordered:
                    yield from _adjusted(power, number, position, variant, chance)


def _movement(
    units: Sequence[Unit], position: Position, variant: Variant, chance: Random
) -> Iterator[Order]:
    moves = {
        unit: Move(unit, _target(unit, position, variant, chance))
        for unit in units
        if chance.random() < 0.6 and _near(unit, variant)
    }
    province_of = variant.geography.province_of
    for unit in units:
        helped: list[Order] = [
            SupportMove(unit, province_of[move.unit.location], province_of[move.target])
            for move in moves.values()
            if move.unit != unit
        ]
        helped += [SupportHold(unit, province_of[u.location]) for u in position.units]
        possible = [
            order for order in helped if check_order(order, unit.power, position, variant) is None
        ]
        yield moves.get(unit) or chance.choice([*possible, Hold(unit)])


def _target(unit: Unit, position: Position, variant: Variant, chance: Random) -> int:
    """Return where a unit goes; centers that its power has not are liked."""
    board, places = variant.geography, _near(unit, variant)
    provinces = [board.province_of[place] for place in places]
    wanted = [
        board.provinces[one].center and position.owners[one] != unit.power for one in provinces
    ]
    return chance.choices(places, [5 if one else 1 for one in wanted])[0]


def _near(unit: Unit, variant: Variant) -> list[int]:
    board = variant.geography
    edges = board.army_edges if unit.kind is UnitKind.ARMY else board.fleet_edges
    return list(bits(edges[unit.location]))


def _adjusted(
    power: str, number: int, position: Position, variant: Variant, chance: Random
) -> Iterator[Order]:
    units = [unit for unit in position.units if unit.power == power]
    for unit in chance.sample(units, max(-number, 0)):
        yield Disband(unit)
    used: set[int] = set()
    sites = list(build_sites(position, power, variant))
    for site in chance.sample(sites, len(sites)):
        province = variant.geography.province_of[site]
        kinds = UnitKind if site == province else [UnitKind.FLEET]
        built = [Build(power, kind, site) for kind in kinds]
        legal = [b for b in built if not check_order(b, power, position, variant)]
        if legal and province not in used and len(used) < number:
            used.add(province)
            yield chance.choice(legal)
