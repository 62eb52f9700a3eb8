"""Words for boards: phases, places, units, orders."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.engine import (
    Geography,
    Order,
    Phase,
    PhaseKind,
    Position,
    Season,
    Unit,
    UnitOrder,
    Variant,
    Vote,
    check_order,
    power_of,
)
from judge.messages import Message, Text, Value, message
from judge.notation import long_order, write_order, write_unit

_SEASONS = {
    Season.SPRING: message("Spring"),
    Season.FALL: message("Fall"),
    Season.WINTER: message("Winter"),
}


@dataclass(frozen=True)
class NamedPosition:
    """A position, with the variant that names its provinces."""

    position: Position
    variant: Variant

    @cached_property
    def standing(self) -> Mapping[int, Unit]:
        """Return the units that are not dislodged, by the province in which they stand."""
        return {self.province(unit.location): unit for unit in self.position.units}

    @property
    def geography(self) -> Geography:
        """Return the geography of the variant."""
        return self.variant.geography

    def province(self, location: int) -> int:
        """Return the province to which `location` belongs."""
        return self.geography.province_of[location]

    def place(self, text: str) -> int:
        """Return the province of a location that is written as in orders."""
        return self.province(self.geography.location(text))

    def allows(self, order: Order) -> bool:
        """Return whether an order is possible, whatever the other orders are."""
        return check_order(order, power_of(order), self.position, self.variant) is None

    def unit_at(self, province: int) -> Unit | None:
        """Return the unit in `province`; a dislodged unit only if there is no other."""
        dislodged = (entry.unit for entry in self.position.dislodged)
        for unit in (*self.position.units, *dislodged):
            if self.province(unit.location) == province:
                return unit
        return None


def phase_text(phase: Phase, variant: Variant) -> Message:
    """Return a phase in words: `Spring 1901 movement`."""
    season = dict(variant.season_names).get(phase.season, season_text(phase.season))
    when: dict[str, Value] = {"season": season, "year": year_text(phase.year)}
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return message("{season} {year} movement", **when)
        case PhaseKind.RETREAT:
            return message("{season} {year} retreats", **when)
        case PhaseKind.ADJUSTMENT:
            return message("{season} {year} adjustments", **when)


def season_text(season: Season) -> Message:
    """Return the usual name of a season, for variants without a name of their own."""
    return _SEASONS[season]


def year_text(year: int) -> Text:
    """Return a year in words; those before Christ are negative."""
    return message("{year} BC", year=-year) if year < 0 else str(year)


def place_short(location: int, geography: Geography) -> str:
    """Return a location as in an order: `SPA/SC`."""
    return geography.locations[location].text


def unit_short(unit: Unit, geography: Geography) -> str:
    """Return a unit as in an order: `F STP/SC`."""
    return write_unit(unit, geography)


def unit_and_power(unit: Unit, geography: Geography) -> str:
    """Return a unit with its power: `F ENG (England)`."""
    return f"{write_unit(unit, geography)} ({unit.power})"


def order_short(order: Order, board: NamedPosition) -> str:
    """Return an order as it can be sent: `A PAR S A MAR - BUR`."""
    return write_order(order, board.geography, board.standing)


def order_long(order: Order, board: NamedPosition) -> str:
    """Return an order with full names: `Army Paris -> Burgundy`."""
    return long_order(order, board.variant, board.position)


def unit_of(order: Order) -> Unit | None:
    """Return the unit that an order is for; a build or a declaration has none."""
    if isinstance(order, Vote):
        return unit_of(order.order)
    return order.unit if isinstance(order, UnitOrder) else None
