"""Builds and removals: how many each power has, where they may be, and their outcomes.

Variants differ in where a power may build: `Rules.builds` is a name in the table
`BUILD_PLACES`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.geography import Geography, bits, distances, mask_of
from judge.engine.orders import Build, Disband, Order, Outcome, Reason, Waive, power_of
from judge.engine.variant import Power, Variant, supply


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What became of the orders of an adjustment phase, and of the units."""

    outcomes: tuple[Outcome, ...]
    units: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]


def _owned(position: Position, power: Power) -> int:
    return mask_of(province for province, own in enumerate(position.owners) if own == power.name)


def _home(position: Position, power: Power) -> int:
    return mask_of(home for home in power.home_centers if position.owners[home] == power.name)


def _aberration(position: Position, power: Power) -> int:
    return _owned(position, power) if _home(position, power) else 0


BUILD_PLACES: dict[str, Callable[[Position, Power], int]] = {
    "home": _home,
    "owned": _owned,
    "aberration": _aberration,
}


def adjustments(position: Position, variant: Variant) -> dict[str, int]:
    """Return, for each power that has any, its builds, or its removals as less than 0.

    Builds are as many as there is room for; the others are lost for this year. A double
    army is two of them.
    """
    found: dict[str, int] = {}
    gaps = supply_gaps(position, variant)
    for power in variant.sides:
        count = gaps[power.name]
        if count > 0:
            room = _open_provinces(position, power, variant).bit_count()
            count = min(count, room * largest_of(power.name, variant))
        if count:
            found[power.name] = count
    return found


def supply_gaps(position: Position, variant: Variant) -> dict[str, int]:
    """Return how many units more than it has each side may have, fewer as less than 0.

    It may have as many as its centers supply, or what a rule of the variant says.
    """
    centers = supply(position, variant)
    units: Counter[str] = Counter()
    for unit in position.units:
        units[unit.power] += unit.size
    gaps = {}
    for power in (side.name for side in variant.sides):
        allowed = _allowance(power, position, variant)
        gaps[power] = (centers[power] if allowed is None else allowed) - units[power]
    return gaps


def _allowance(power: str, position: Position, variant: Variant) -> int | None:
    for rule in variant.rules.special:
        allowed = rule.allowance(power, position, variant)
        if allowed is not None:
            return allowed
    return None


def largest_of(power: str, variant: Variant) -> int:
    """Return the size of the largest army that `power` may build."""
    sizes = [rule.largest(power, variant) for rule in variant.rules.special]
    return max(sizes, default=1)


def largest_army(variant: Variant) -> int:
    """Return the size of the largest armies that a variant or its options allow."""
    rules = [
        *variant.rules.special,
        *(r for option in variant.options for c in option.choices for r in c.rules),
    ]
    sizes = (rule.largest(p.name, variant) for rule in rules for p in variant.sides)
    return max(sizes, default=1)


def size_of(order: Order) -> int:
    """Return how many builds or removals an order of an adjustment uses up."""
    match order:
        case Build(size=size) | Disband(Unit(size=size)):
            return size
        case _:
            return 1


def build_sites(position: Position, power: str, variant: Variant) -> tuple[int, ...]:
    """Return the locations where `power` may build, whether it has a build or not.

    A province with named coasts is there for an army, its coasts are for fleets.
    """
    geography = variant.geography
    provinces = _open_provinces(position, variant.power(power), variant)
    return tuple(
        site for province in bits(provinces) for site in (province, *geography.coasts_of[province])
    )


def removal_order(position: Position, power: str, variant: Variant) -> tuple[Unit, ...]:
    """Return the units of `power` in the order in which civil disorder removes them.

    The one farthest from the power's owned centers is the first, over land and sea for
    both kinds; then fleets before armies, then by name (rulebook of 2023, DATC 4.D.8).
    """
    geography = variant.geography
    distance = distances(_owned(position, variant.power(power)), geography)

    def urgency(unit: Unit) -> tuple[int, bool, str]:
        province = geography.province_of[unit.location]
        name = geography.provinces[province].name
        return -distance[province], unit.kind is UnitKind.ARMY, name

    units = [unit for unit in position.units if unit.power == power]
    return tuple(sorted(units, key=urgency))


def check_adjustment(
    order: Order, power: str, position: Position, variant: Variant
) -> Reason | None:
    """Return why `power` may not give this order now, or None when it may."""
    allowed = adjustments(position, variant).get(power, 0)
    return _reason(order, power, position, variant, allowed=allowed)


def resolve_adjustments(
    position: Position, orders: Iterable[Order], variant: Variant
) -> Adjustments:
    """Return who was built and removed.

    Orders are followed one by one until none is left (DATC 4.D.4, 4.D.6); builds not
    ordered are waived (DATC 4.D.7), removals not ordered are those of civil disorder.
    """
    allowed = adjustments(position, variant)
    left = {power: abs(count) for power, count in allowed.items()}
    board = position
    outcomes: list[Outcome] = []
    for order in orders:
        power = power_of(order)
        count = allowed.get(power, 0)
        # All adjust at once: who is removed now is still in the way of a build.
        ground = position if isinstance(order, Build) else board
        reason = _reason(order, power, ground, variant, allowed=count)
        if reason is None and _is_built_upon(order, board, variant.geography):
            reason = Reason.OCCUPIED
        if reason is None and left[power] < (size_of(order) if count > 0 else 1):
            reason = Reason.SURPLUS
        if reason is None:
            left[power] -= size_of(order)
            board = _followed(order, board, variant.geography)
        outcomes.append(Outcome(order, reason or Reason.SUCCEEDED))
    for power in (power for power, count in allowed.items() if count < 0):
        for unit in removal_order(board, power, variant):
            if left[power] <= 0:
                break
            left[power] -= unit.size
            order = Disband(unit)
            board = _followed(order, board, variant.geography)
            outcomes.append(Outcome(order, Reason.CIVIL_DISORDER))
    gone = tuple(unit for unit in position.units if unit not in board.units)
    return Adjustments(tuple(outcomes), board.units, gone)


def _followed(order: Order, board: Position, geography: Geography) -> Position:
    match order:
        case Build(power, kind, location, size):
            if kind is UnitKind.ARMY:  # whatever coast it is told (DATC 4.B.6)
                location = geography.province_of[location]
            built = Unit(power, kind, location, size)
            return replace(board, units=(*board.units, built))
        case Disband(unit):
            gone = _standing(unit.location, board, geography)
            return replace(board, units=tuple(u for u in board.units if u != gone))
        case _:
            return board


def _is_built_upon(order: Order, board: Position, geography: Geography) -> bool:
    """Return whether it is a build where another was followed already."""
    built = isinstance(order, Build) and _standing(order.location, board, geography)
    return bool(built)


def _standing(location: int, board: Position, geography: Geography) -> Unit | None:
    province_of = geography.province_of
    there = (u for u in board.units if province_of[u.location] == province_of[location])
    return next(there, None)


def _reason(
    order: Order, power: str, position: Position, variant: Variant, *, allowed: int
) -> Reason | None:
    if not isinstance(order, Build | Disband | Waive):
        return Reason.WRONG_PHASE
    if isinstance(order, Disband):
        reason = _why_not_removed(order, power, position, variant.geography)
        return reason or (None if allowed < 0 else Reason.NO_CHOICE)
    if power != order.power:
        return Reason.FOREIGN_UNIT
    why = _why_not_built(order, position, variant) if isinstance(order, Build) else None
    # A build that is due may be lost because of the very unit that is in its way.
    lost = why is Reason.OCCUPIED and supply_gaps(position, variant)[power] > 0
    return why if allowed > 0 or lost else Reason.NO_CHOICE


def _why_not_removed(
    order: Disband, power: str, position: Position, geography: Geography
) -> Reason | None:
    found = _standing(order.unit.location, position, geography)
    if found is None:
        return Reason.NO_UNIT
    if found.power != power:
        return Reason.FOREIGN_UNIT
    return None if found.kind is order.unit.kind else Reason.WRONG_KIND


def _why_not_built(order: Build, position: Position, variant: Variant) -> Reason | None:
    geography = variant.geography
    province = geography.province_of[order.location]
    power = variant.power(order.power)
    army = order.kind is UnitKind.ARMY
    if not _build_places(position, power, variant) >> province & 1:
        lost = province in power.home_centers and position.owners[province] != power.name
        return Reason.NOT_OWNED if lost else Reason.NO_BUILD_THERE
    if not (geography.armies if army else geography.fleets) >> province & 1:
        return Reason.WRONG_TERRAIN
    if order.size > (largest_of(power.name, variant) if army else 1):
        return Reason.NO_BUILD_THERE
    if not army and geography.coasts_of[province] and order.location == province:
        return Reason.COAST_NEEDED
    if not _open_provinces(position, power, variant) >> province & 1:
        return Reason.OCCUPIED
    return None


def _open_provinces(position: Position, power: Power, variant: Variant) -> int:
    province_of = variant.geography.province_of
    occupied = mask_of({province_of[unit.location] for unit in position.units})
    return _build_places(position, power, variant) & ~occupied


def _build_places(position: Position, power: Power, variant: Variant) -> int:
    for rule in variant.rules.special:
        places = rule.build_places(power.name, position, variant)
        if places is not None:
            return places
    return BUILD_PLACES[variant.rules.builds](position, power)
