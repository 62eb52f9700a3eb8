"""Builds and removals: how many each power has, where it may build, and the outcomes.

Variants differ in where a power may build: `Rules.builds` is a key of `BUILD_PLACES`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.geography import Geography, bits, distances, mask_of
from judge.engine.orders import Build, Disband, Order, Outcome, Reason, Waive, power_of
from judge.engine.variant import Power, Variant, allowance_of, supply


@dataclass(frozen=True, slots=True)
class Adjustments:
    """The outcomes of an adjustment phase, the units after it, and the disbanded units."""

    outcomes: tuple[Outcome, ...]
    units: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]


def _owned_centers(position: Position, power: Power) -> int:
    """Return the mask of the centers that `power` owns."""
    return mask_of(province for province, own in enumerate(position.owners) if own == power.name)


def _owned_home_centers(position: Position, power: Power) -> int:
    """Return the mask of the home centers that `power` owns."""
    return mask_of(home for home in power.home_centers if position.owners[home] == power.name)


def _owned_centers_with_a_home(position: Position, power: Power) -> int:
    """Return the mask of the centers that `power` owns, or 0 if none of them is its home center."""
    return _owned_centers(position, power) if _owned_home_centers(position, power) else 0


BUILD_PLACES: dict[str, Callable[[Position, Power], int]] = {
    "home": _owned_home_centers,
    "owned": _owned_centers,
    "aberration": _owned_centers_with_a_home,
}


def adjustments(position: Position, variant: Variant) -> dict[str, int]:
    """Return the number of builds of each power; removals are negative.

    Powers with neither are left out. Builds for which there is no room are lost this year. A double
    army counts as two.
    """
    adjustments_of: dict[str, int] = {}
    gaps = supply_gaps(position, variant)
    for power in variant.sides:
        count = gaps[power.name]
        if count > 0:
            room = _open_provinces(position, power, variant).bit_count()
            count = min(count, room * largest_of(power.name, variant))
        if count:
            adjustments_of[power.name] = count
    return adjustments_of


def supply_gaps(position: Position, variant: Variant) -> dict[str, int]:
    """Return how many more units each power may have; negative if it has too many.

    A power may have as many units as its centers supply, unless a rule of the variant says
    otherwise.
    """
    centers = supply(position, variant)
    units: Counter[str] = Counter()
    for unit in position.units:
        units[unit.power] += unit.size
    gaps = {}
    for power in (side.name for side in variant.sides):
        allowed = allowance_of(power, position, variant)
        gaps[power] = (centers[power] if allowed is None else allowed) - units[power]
    return gaps


def largest_of(power: str, variant: Variant) -> int:
    """Return the size of the largest army that `power` may build."""
    sizes = [rule.largest(power, variant) for rule in variant.rules.special]
    return max(sizes, default=1)


def largest_army(variant: Variant) -> int:
    """Return the size of the largest army that the variant allows with any of its options."""
    sizes = (rule.largest(p.name, variant) for rule in variant.every_rule for p in variant.sides)
    return max(sizes, default=1)


def size_of(order: Order) -> int:
    """Return how many builds or removals `order` uses up."""
    match order:
        case Build(size=size) | Disband(Unit(size=size)):
            return size
        case _:
            return 1


def build_sites(position: Position, power: str, variant: Variant) -> tuple[int, ...]:
    """Return the locations where `power` may build, even if it has no build.

    In a province with named coasts, an army is built in the province itself, a fleet on one of its
    coasts.
    """
    geography = variant.geography
    provinces = _open_provinces(position, variant.power(power), variant)
    return tuple(
        site for province in bits(provinces) for site in (province, *geography.coasts_of[province])
    )


def removal_order(position: Position, power: str, variant: Variant) -> tuple[Unit, ...]:
    """Return the units of `power` in the order in which civil disorder removes them.

    First the unit farthest from the power's owned centers, counted over land and sea for armies and
    fleets alike. Among equals fleets before armies, then by name (rulebook of 2023, DATC 4.D.8).
    """
    geography = variant.geography
    distance = distances(_owned_centers(position, variant.power(power)), geography)

    def urgency(unit: Unit) -> tuple[int, bool, str]:
        province = geography.province_of[unit.location]
        name = geography.provinces[province].name
        return -distance[province], unit.kind is UnitKind.ARMY, name

    units = [unit for unit in position.units if unit.power == power]
    return tuple(sorted(units, key=urgency))


def check_adjustment(
    order: Order, power: str, position: Position, variant: Variant
) -> Reason | None:
    """Return why `power` may not give `order` now, or None if it may."""
    allowed = adjustments(position, variant).get(power, 0)
    return _why_illegal(order, power, position, variant, allowed=allowed)


def resolve_adjustments(
    position: Position, orders: Iterable[Order], variant: Variant
) -> Adjustments:
    """Return the outcomes of an adjustment phase and the units after it.

    Orders are carried out one by one until all builds or removals are used up (DATC 4.D.4, 4.D.6).
    A build without an order is waived (DATC 4.D.7); removals without orders follow the rules of
    civil disorder.
    """
    allowed = adjustments(position, variant)
    remaining = {power: abs(count) for power, count in allowed.items()}
    board = position
    outcomes: list[Outcome] = []
    for order in orders:
        power = power_of(order)
        count = allowed.get(power, 0)
        # All adjustments happen at one time: a unit removed in this phase still blocks a build.
        checked_board = position if isinstance(order, Build) else board
        reason = _why_illegal(order, power, checked_board, variant, allowed=count)
        # A province in which an earlier order of this phase built is taken.
        if reason is None and isinstance(order, Build):
            taken = _unit_in(order.location, board, variant.geography)
            reason = Reason.OCCUPIED if taken else None
        if reason is None and remaining[power] < (size_of(order) if count > 0 else 1):
            reason = Reason.SURPLUS
        if reason is None:
            remaining[power] -= size_of(order)
            board = _board_after(order, board, variant.geography)
        outcomes.append(Outcome(order, reason or Reason.SUCCEEDED))
    for power in (power for power, count in allowed.items() if count < 0):
        for unit in removal_order(board, power, variant):
            if remaining[power] <= 0:
                break
            remaining[power] -= unit.size
            order = Disband(unit)
            board = _board_after(order, board, variant.geography)
            outcomes.append(Outcome(order, Reason.CIVIL_DISORDER))
    gone = tuple(unit for unit in position.units if unit not in board.units)
    return Adjustments(tuple(outcomes), board.units, gone)


def _board_after(order: Order, board: Position, geography: Geography) -> Position:
    """Return the board after a build or a removal; `board` itself after a waive."""
    match order:
        case Build(power, kind, location, size):
            if kind is UnitKind.ARMY:  # the coast in the order is ignored (DATC 4.B.6)
                location = geography.province_of[location]
            built = Unit(power, kind, location, size)
            return replace(board, units=(*board.units, built))
        case Disband(unit):
            gone = _unit_in(unit.location, board, geography)
            return replace(board, units=tuple(u for u in board.units if u != gone))
        case _:
            return board


def _unit_in(location: int, board: Position, geography: Geography) -> Unit | None:
    """Return the unit in the province of `location`, or None."""
    province_of = geography.province_of
    there = (u for u in board.units if province_of[u.location] == province_of[location])
    return next(there, None)


def _why_illegal(
    order: Order, power: str, position: Position, variant: Variant, *, allowed: int
) -> Reason | None:
    """Return why the order is illegal, or None.

    `allowed` is the power's entry of `adjustments`: builds, or removals as a negative number.
    """
    if not isinstance(order, Build | Disband | Waive):
        return Reason.WRONG_PHASE
    if isinstance(order, Disband):
        reason = _why_not_removed(order, power, position, variant.geography)
        return reason or (None if allowed < 0 else Reason.NO_CHOICE)
    if power != order.power:
        return Reason.FOREIGN_UNIT
    reason = _why_not_built(order, position, variant) if isinstance(order, Build) else None
    # If the power is owed a build but has no empty site, the answer is OCCUPIED, not NO_CHOICE: the
    # unit on the site is the reason why `allowed` is 0.
    blocked = reason is Reason.OCCUPIED and supply_gaps(position, variant)[power] > 0
    return reason if allowed > 0 or blocked else Reason.NO_CHOICE


def _why_not_removed(
    order: Disband, power: str, position: Position, geography: Geography
) -> Reason | None:
    unit = _unit_in(order.unit.location, position, geography)
    if unit is None:
        return Reason.NO_UNIT
    if unit.power != power:
        return Reason.FOREIGN_UNIT
    return None if unit.kind is order.unit.kind else Reason.WRONG_KIND


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
    """Return the mask of the empty provinces where `power` may build."""
    province_of = variant.geography.province_of
    occupied = mask_of({province_of[unit.location] for unit in position.units})
    return _build_places(position, power, variant) & ~occupied


def _build_places(position: Position, power: Power, variant: Variant) -> int:
    """Return the mask of the provinces where `power` may build when they are empty."""
    for rule in variant.rules.special:
        places = rule.build_places(power.name, position, variant)
        if places is not None:
            return places
    return BUILD_PLACES[variant.rules.builds](position, power)
