"""Whether a movement order is possible, told without knowing the other orders.

Nothing is enumerated: each question is a test on a mask, or a flood over the fleets
that stand on the board now, whatever they are ordered (DATC 4.E.1).
"""

from collections.abc import Sequence

from judge.engine.geography import Geography
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
    power_of,
)
from judge.engine.outcome import Reason
from judge.engine.position import Position, Unit, UnitKind
from judge.engine.routes import convoying_fleets, has_route, is_useful
from judge.engine.variant import Variant

UnitAt = Sequence[Unit | None]


def check_movement(
    order: Order, power: str, position: Position, variant: Variant
) -> Reason | None:
    """Return why `power` may not give `order` in a movement phase, or None if it may.

    An order that this calls illegal is never followed: its unit holds (DATC 4.E.1).
    """
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    if power_of(order) != power:
        return Reason.FOREIGN_UNIT
    unit_at = stand(position, variant.geography)
    actual = unit_at[variant.geography.province_of[order.unit.location]]
    return check_unit(order.unit, actual) or check_order(
        order, actual or order.unit, unit_at, variant
    )


def stand(position: Position, geography: Geography) -> list[Unit | None]:
    """Return, for each province, the unit that stands in it."""
    unit_at: list[Unit | None] = [None] * len(geography.provinces)
    province_of = geography.province_of
    for unit in position.units:
        unit_at[province_of[unit.location]] = unit
    return unit_at


def check_unit(ordered: Unit, actual: Unit | None) -> Reason | None:
    """Return why the unit `ordered` is not `actual`, the one that stands there.

    The coast on which it is said to stand does not matter (DATC 4.B.5, 6.B.10).
    """
    if actual is None:
        return Reason.NO_UNIT
    if actual.power != ordered.power:
        return Reason.FOREIGN_UNIT
    return None if actual.kind is ordered.kind else Reason.WRONG_KIND


def check_order(
    order: MovementOrder, unit: Unit, unit_at: UnitAt, variant: Variant
) -> Reason | None:
    """Return why `unit`, which stands where it says, cannot follow `order`, or None."""
    geography = variant.geography
    match order:
        case Hold():
            return None
        case Move():
            goal = check_move(order, unit, unit_at, variant)
            return goal if isinstance(goal, Reason) else None
        case SupportHold():
            return check_support_hold(order, unit, unit_at, geography)
        case SupportMove():
            return check_support_move(order, unit, unit_at, geography)
        case Convoy():
            return check_convoy(order, unit, unit_at, geography)


def check_move(
    order: Move, unit: Unit, unit_at: UnitAt, variant: Variant
) -> int | Reason:
    """Return the location at which the move ends, or why it is impossible."""
    geography = variant.geography
    if unit.kind is UnitKind.FLEET:
        return Reason.WRONG_KIND if order.via else landing(order, unit, geography)
    origin = geography.province_of[unit.location]
    target = geography.province_of[order.target]
    if target == origin:
        return Reason.SELF
    by_land = geography.army_edges[origin] >> target & 1
    if by_land and (not order.via or variant.rules.convoy_fallback):
        return target
    fleets = convoying_fleets(geography, unit_at)
    return _cannot_sail(geography, origin, target, fleets) or target


def landing(order: Move, unit: Unit, geography: Geography) -> int | Reason:
    """Return the location at which a fleet's move ends, or why it is impossible.

    A coast that is not named is the only one in reach, if there is only one (DATC
    4.B.1, 4.B.2).
    """
    target, reach = order.target, geography.fleet_edges[unit.location]
    if reach >> target & 1:
        return target
    province = geography.province_of[target]
    if province == geography.province_of[unit.location]:
        return Reason.SELF
    if not geography.fleets >> province & 1:
        return Reason.WRONG_TERRAIN
    coasts = [coast for coast in geography.coasts_of[province] if reach >> coast & 1]
    if not coasts:
        return Reason.NOT_ADJACENT
    if target != province:
        return Reason.WRONG_COAST
    return coasts[0] if len(coasts) == 1 else Reason.COAST_NEEDED


def check_support_hold(
    order: SupportHold, unit: Unit, unit_at: UnitAt, geography: Geography
) -> Reason | None:
    """Return why `unit` cannot support another where it stands, or None if it can."""
    if unit_at[order.supported] is None:
        return Reason.NO_UNIT
    return _out_of_reach(unit, order.supported, geography)


def check_support_move(
    order: SupportMove, unit: Unit, unit_at: UnitAt, geography: Geography
) -> Reason | None:
    """Return why `unit` cannot support the move, or None if it can.

    It can where it and the supported unit can go; but the supporter cannot be the only
    fleet that could convoy it there (DATC 6.D.31).
    """
    supported = unit_at[order.supported]
    target = geography.province_of[order.target]
    origin = geography.province_of[unit.location]
    if supported is None:
        return Reason.NO_UNIT
    if order.supported in (origin, target):
        return Reason.SELF
    reason = _out_of_reach(unit, target, geography)
    if reason is not None:
        return reason
    if supported.kind is UnitKind.FLEET:
        return _fleet_cannot_go(supported, order.target, geography)
    if geography.army_edges[order.supported] >> target & 1:
        return None
    fleets = convoying_fleets(geography, unit_at) & ~(1 << origin)
    return _cannot_sail(geography, order.supported, target, fleets)


def check_convoy(
    order: Convoy, unit: Unit, unit_at: UnitAt, geography: Geography
) -> Reason | None:
    """Return why `unit` cannot convoy the army to the target, or None if it can."""
    army = unit_at[order.convoyed]
    if army is None:
        return Reason.NO_UNIT
    if unit.kind is not UnitKind.FLEET or army.kind is not UnitKind.ARMY:
        return Reason.WRONG_KIND
    target = geography.province_of[order.target]
    if target == order.convoyed:
        return Reason.SELF
    fleets = convoying_fleets(geography, unit_at)
    origin = geography.province_of[unit.location]
    if not fleets >> origin & 1:
        return Reason.CANNOT_CONVOY
    if is_useful(geography, origin, order.convoyed, target, fleets):
        return _cannot_sail(geography, order.convoyed, target, fleets)
    return _no_way(geography, order.convoyed, target)


def _out_of_reach(unit: Unit, target: int, geography: Geography) -> Reason | None:
    """Return why `unit` could not enter province `target` from where it stands."""
    if unit.kind is UnitKind.FLEET:
        reach, standing = geography.fleet_reach[unit.location], geography.fleets
    else:
        reach, standing = geography.army_edges[unit.location], geography.armies
    if reach >> target & 1:
        return None
    if target == geography.province_of[unit.location]:
        return Reason.SELF
    return Reason.NOT_ADJACENT if standing >> target & 1 else Reason.WRONG_TERRAIN


def _fleet_cannot_go(fleet: Unit, target: int, geography: Geography) -> Reason | None:
    """Return why `fleet` cannot reach `target`; a plain province is any of its coasts.

    DATC 4.B.4, 6.B.4.
    """
    province = geography.province_of[target]
    if geography.fleet_edges[fleet.location] >> target & 1:
        return None
    if not geography.fleet_reach[fleet.location] >> province & 1:
        return Reason.NOT_ADJACENT
    return None if target == province else Reason.WRONG_COAST


def _cannot_sail(
    geography: Geography, origin: int, target: int, fleets: int
) -> Reason | None:
    """Return why no chain of `fleets` could carry an army there, or None."""
    if geography.armies >> target & 1 and has_route(geography, origin, target, fleets):
        return None
    return _no_way(geography, origin, target)


def _no_way(geography: Geography, origin: int, target: int) -> Reason:
    """Return why no army can be carried there: no fleets now, or never."""
    if not geography.armies >> target & 1:
        return Reason.WRONG_TERRAIN
    shores = geography.convoy_edges[origin] and geography.convoy_edges[target]
    return Reason.NO_ROUTE if shores else Reason.NOT_ADJACENT
