"""Orders and units in the long form of mails: `Army Paris -> Burgundy`."""

from collections.abc import Mapping

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Geography,
    Hold,
    Move,
    Order,
    PhaseKind,
    Position,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    UnitOrder,
    Variant,
    Vote,
    Waive,
    power_of,
)
from judge.notation.sayings import write_saying

_KIND = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


def location_name(location: int, geography: Geography) -> str:
    """Return the full name of a location: `Paris`, `St Petersburg (South Coast)`."""
    place = geography.locations[location]
    name = geography.provinces[place.province].name
    return f"{name} ({place.coast.name})" if place.coast else name


def unit_name(unit: Unit, geography: Geography) -> str:
    """Return the unit with its place: `Fleet Spain (South Coast)`."""
    return f"{_kind(unit.kind, unit.size)} {location_name(unit.location, geography)}"


def long_order(order: Order, variant: Variant, position: Position) -> str:
    """Return the order as a mail shows it; read in its phase, it is the same order.

    The unit of another power that is supported or convoyed carries its nationality.
    """
    match order:
        case Disband() if position.phase.kind is PhaseKind.ADJUSTMENT:
            return f"Remove {unit_name(order.unit, variant.geography)}"
        case Build():
            place = location_name(order.location, variant.geography)
            return f"Build {_kind(order.kind, order.size)} {place}"
        case Waive():
            return "Waive a build"
        case Vote():
            side = variant.power(power_of(order.order)).adjective
            return f"{side}: {long_order(order.order, variant, position)}"
        case Declare():
            return write_saying(order, variant.geography)
        case _:
            unit = unit_name(order.unit, variant.geography)
            return f"{unit} {_deed(order, variant, position)}"


def _kind(kind: UnitKind, size: int) -> str:
    return f"Double {_KIND[kind].lower()}" if size > 1 else _KIND[kind]


def _deed(order: UnitOrder, variant: Variant, position: Position) -> str:
    board = variant.geography
    match order:
        case Hold() | Disband():
            return "HOLD" if isinstance(order, Hold) else "DISBAND"
        case Retreat():
            return f"-> {location_name(order.target, board)}"
        case Move():
            way = " via convoy" if order.via else ""
            return f"-> {location_name(order.target, board)}{way}"
        case SupportHold():
            return f"SUPPORT {_other(order.unit, order.supported, variant, position)}"
        case SupportMove():
            other = _other(order.unit, order.supported, variant, position)
            return f"SUPPORT {other} -> {location_name(order.target, board)}"
        case Convoy():
            other = _other(order.unit, order.convoyed, variant, position)
            return f"CONVOY {other} -> {location_name(order.target, board)}"


def _other(unit: Unit, province: int, variant: Variant, position: Position) -> str:
    """Return the other unit an order names, or its province where none stands."""
    other = _standing(variant.geography, position).get(province)
    if other is None:
        return location_name(province, variant.geography)
    name = unit_name(other, variant.geography)
    if other.power == unit.power:
        return name
    return f"{variant.power(other.power).adjective} {name}"


def _standing(geography: Geography, position: Position) -> Mapping[int, Unit]:
    return {geography.province_of[unit.location]: unit for unit in position.units}
