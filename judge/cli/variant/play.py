"""Random games on a variant."""

from collections.abc import Iterator, Sequence
from random import Random

from judge.cli.adjudicate import orders_told, outcome_told, standing_told
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
    adjudicate,
    adjustments,
    bits,
    build_sites,
    check_order,
    ending,
    first_position,
    powers_at,
    supply,
    years_between,
)
from judge.render import columns, listed, phase_text, results_of


def random_orders(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    """Yield random legal orders for all powers.

    Units of neutral sides get orders only if players may vote on them.
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
    """Return a random target for a unit; centers of others are more likely."""
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


def played_text(variant: Variant, seed: int, years: int) -> Iterator[str]:
    """Yield a game paragraph by paragraph: orders with results, and how it ends.

    The orders are legal and random; units often try to take centers.
    """
    chance, position = Random(seed), first_position(variant, seed)
    yield f"{variant.title} starts with"
    yield standing_told(position, variant)
    while not _is_over(position, variant, years):
        orders = tuple(random_orders(position, variant, chance))
        found = adjudicate(position, orders, variant)
        results = results_of(position, found, (), variant)
        yield from orders_told(position, results, variant)
        yield from outcome_told(found, results, variant)
        position = found.after
    yield f"{phase_text(position.phase, variant)}: the end."
    yield standing_told(position, variant)
    yield _end(position, variant, years)


def _is_over(position: Position, variant: Variant, years: int) -> bool:
    first, now = variant.start.phase.year, position.phase.year
    if ending(position, variant) is not None:
        return True
    return years_between(first, now) >= years * max(variant.rules.turn_years, 1)


def _end(position: Position, variant: Variant, years: int) -> str:
    counts = supply(position, variant)
    rows = [(power, str(centers)) for power, centers in counts.most_common()]
    over = ending(position, variant)
    if over is None:
        said = f"Nobody has won within {years} years."
    else:
        said = f"{listed(over.winners)} won: {over.reason}."
    return f"Centers\n{columns(rows, '<')}\n\n{said}"
