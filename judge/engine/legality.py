"""Whether a movement order is possible, whatever the other orders are.

No routes are enumerated. Each question is a test on a mask, or a flood fill over the fleets on the
board now, whatever their own orders are (DATC 4.E.1).
"""

from dataclasses import dataclass

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.geography import Geography, has_route, is_useful, mask_of
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    Reason,
    SupportHold,
    SupportMove,
    power_of,
)
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Rules, Variant

# A member bound to a module constant: its lookup in the enum class costs more than the test itself.
_FLEET = UnitKind.FLEET


@dataclass(slots=True)
class Occupancy:
    """The units on the board before any moves."""

    geography: Geography
    #: By province: the unit there, or None.
    unit_at: list[Unit | None]
    #: The mask of the provinces with a garrison.
    garrisoned: int = 0
    _ferries: int = -1

    def ferries(self) -> int:
        """Return the mask of the provinces with a fleet that may convoy from there.

        This is the only place that decides whether a fleet may convoy where it stands.
        """
        if self._ferries < 0:
            mask, unit_at = 0, self.unit_at
            for province in self.geography.ferrying:
                unit = unit_at[province]
                if unit is not None and unit.kind is _FLEET:
                    mask |= 1 << province
            self._ferries = mask
        return self._ferries


def occupancy_of(position: Position, variant: Variant) -> Occupancy:
    """Return the units and garrisons of `position` by province."""
    geography = variant.geography
    unit_at: list[Unit | None] = [None] * len(geography.provinces)
    province_of = geography.province_of
    for unit in position.units:
        unit_at[province_of[unit.location]] = unit
    return Occupancy(geography, unit_at, mask_of(garrisons_in(position, variant)))


def can_stand(unit: Unit, geography: Geography) -> bool:
    """Return whether a unit of this kind can be at its location.

    An army is at a province; a fleet is at a coast, if the province has named coasts.
    """
    province = geography.province_of[unit.location]
    if unit.kind is UnitKind.ARMY:
        return unit.location == province and bool(geography.armies >> province & 1)
    coastless = unit.location == province and geography.coasts_of[province]
    return not coastless and bool(geography.fleets >> province & 1)


def garrisons_in(position: Position, variant: Variant) -> dict[int, Garrison]:
    """Return the garrisons of `position` by province, as the variant's rules define them."""
    return {
        garrison.province: garrison
        for rule in variant.rules.special
        for garrison in rule.garrisons(position, variant)
    }


# A constant for the same reason as `_FLEET`.
_ARMY = UnitKind.ARMY


def check_movement(order: Order, power: str, position: Position, variant: Variant) -> Reason | None:
    """Return why `order` of `power` is illegal in a movement phase, or None if it is legal.

    An illegal order is never carried out: its unit holds (DATC 4.E.1).
    """
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    if power_of(order) != power:
        return Reason.FOREIGN_UNIT
    occupancy = occupancy_of(position, variant)
    actual = occupancy.unit_at[variant.geography.province_of[order.unit.location]]
    return check_unit(order.unit, actual) or check_order_of_unit(
        order, actual or order.unit, occupancy, variant.rules
    )


def check_unit(ordered: Unit, actual: Unit | None) -> Reason | None:
    """Return why `ordered` does not describe `actual`, the unit in that province, or None.

    The coast in the order does not matter (DATC 4.B.5, 6.B.10).
    """
    if actual is None:
        return Reason.NO_UNIT
    if actual.power != ordered.power:
        return Reason.FOREIGN_UNIT
    return None if actual.kind is ordered.kind else Reason.WRONG_KIND


def check_order_of_unit(
    order: MovementOrder, unit: Unit, occupancy: Occupancy, rules: Rules
) -> Reason | None:
    """Return why `unit`, which is on the board, cannot carry out `order`, or None if it can."""
    match order:
        case Hold():
            return None
        case Move():
            goal = check_move(order, unit, occupancy, rules)
            return goal if isinstance(goal, Reason) else None
        case SupportHold():
            return check_support_hold(order, unit, occupancy)
        case SupportMove():
            return check_support_move(order, unit, occupancy)
        case Convoy():
            return check_convoy(order, unit, occupancy)


def check_move(order: Move, unit: Unit, occupancy: Occupancy, rules: Rules) -> int | Reason:
    """Return the location at which the move ends, or why the move is impossible."""
    geography = occupancy.geography
    if unit.kind is _FLEET:
        return Reason.WRONG_KIND if order.via else landing(order, unit, geography)
    origin = geography.province_of[unit.location]
    target = geography.province_of[order.target]
    if target == origin:
        return Reason.SELF
    by_land = geography.army_edges[origin] >> target & 1
    if by_land and (not order.via or rules.convoy_fallback):
        return target
    return _cannot_sail(occupancy, origin, target) or target


def landing(order: Move, unit: Unit, geography: Geography) -> int | Reason:
    """Return the location at which a fleet's move ends, or why the move is impossible.

    If the order names no coast, the only coast within reach is meant (DATC 4.B.1, 4.B.2).
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


def check_support_hold(order: SupportHold, unit: Unit, occupancy: Occupancy) -> Reason | None:
    """Return why `unit` cannot support the unit or garrison to hold, or None if it can."""
    garrisoned = occupancy.garrisoned >> order.supported & 1
    if occupancy.unit_at[order.supported] is None and not garrisoned:
        return Reason.NO_UNIT
    return _out_of_reach(unit, order.supported, occupancy.geography)


def check_support_move(order: SupportMove, unit: Unit, occupancy: Occupancy) -> Reason | None:
    """Return why `unit` cannot support the move, or None if it can.

    Both `unit` and the supported unit must be able to move to the target. The supporter cannot be
    the only fleet that could convoy the supported army there (DATC 6.D.31).
    """
    geography = occupancy.geography
    target = geography.province_of[order.target]
    supported = occupancy.unit_at[order.supported]
    if supported is None:
        return Reason.NO_UNIT
    origin = geography.province_of[unit.location]
    if order.supported in (target, origin):
        return Reason.SELF
    reason = _out_of_reach(unit, target, geography)
    if reason is not None:
        return reason
    if supported.kind is _FLEET:
        return _fleet_cannot_go(supported, order.target, geography)
    if geography.army_edges[order.supported] >> target & 1:
        return None
    return _cannot_be_carried(occupancy, order.supported, target, origin)


def check_convoy(order: Convoy, unit: Unit, occupancy: Occupancy) -> Reason | None:
    """Return why `unit` cannot convoy the army to the target, or None if it can."""
    geography = occupancy.geography
    army = occupancy.unit_at[order.convoyed]
    if army is None:
        return Reason.NO_UNIT
    if unit.kind is not _FLEET or army.kind is not _ARMY:
        return Reason.WRONG_KIND
    target = geography.province_of[order.target]
    if target == order.convoyed:
        return Reason.SELF
    fleets = occupancy.ferries()
    origin = geography.province_of[unit.location]
    if not fleets >> origin & 1:
        return Reason.CANNOT_CONVOY
    reason = _cannot_sail(occupancy, order.convoyed, target)
    if reason is not None:
        return reason
    useful = is_useful(geography, origin, order.convoyed, target, fleets)
    return None if useful else Reason.NOT_ON_ROUTE


def _out_of_reach(unit: Unit, target: int, geography: Geography) -> Reason | None:
    """Return why `unit` could not move to province `target`, or None if it could."""
    by_sea = unit.kind is _FLEET
    edges = geography.fleet_reach if by_sea else geography.army_edges
    if edges[unit.location] >> target & 1:
        return None
    if target == geography.province_of[unit.location]:
        return Reason.SELF
    enterable = geography.fleets if by_sea else geography.armies
    return Reason.NOT_ADJACENT if enterable >> target & 1 else Reason.WRONG_TERRAIN


def _fleet_cannot_go(fleet: Unit, target: int, geography: Geography) -> Reason | None:
    """Return why `fleet` cannot move to location `target`, or None if it can.

    If `target` is a province with named coasts, any coast within reach will do (DATC 4.B.4, 6.B.4).
    """
    province = geography.province_of[target]
    if geography.fleet_edges[fleet.location] >> target & 1:
        return None
    if not geography.fleet_reach[fleet.location] >> province & 1:
        return Reason.NOT_ADJACENT
    return None if target == province else Reason.WRONG_COAST


def _cannot_be_carried(
    occupancy: Occupancy, origin: int, target: int, supporter: int
) -> Reason | None:
    """Return why no chain of fleets without the supporter could convoy an army, or None."""
    geography = occupancy.geography
    others = occupancy.ferries() & ~(1 << supporter)
    if geography.armies >> target & 1 and has_route(geography, origin, target, others):
        return None
    return _cannot_sail(occupancy, origin, target) or Reason.NEEDED_TO_CONVOY


def _cannot_sail(occupancy: Occupancy, origin: int, target: int) -> Reason | None:
    """Return why no chain of fleets on the board could convoy an army, or None."""
    geography = occupancy.geography
    if not geography.armies >> target & 1:
        return Reason.WRONG_TERRAIN
    if has_route(geography, origin, target, occupancy.ferries()):
        return None
    coastal = geography.boarding[origin] and geography.boarding[target]
    # NOT_ADJACENT would be wrong for an army that can walk there: only the convoy is impossible.
    walks = geography.army_edges[origin] >> target & 1
    return Reason.NO_ROUTE if coastal or walks else Reason.NOT_ADJACENT
