"""The words of the board in a mail: phases, places, units and orders."""

from collections.abc import Callable
from dataclasses import dataclass

from judge.engine.geography import Geography
from judge.engine.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.engine.position import Phase, PhaseKind, Position, Unit
from judge.engine.variant import Variant

_KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


@dataclass(frozen=True, slots=True)
class Board:
    """A position, with the variant that gives its places their names."""

    position: Position
    variant: Variant

    @property
    def geography(self) -> Geography:
        """Return the geography of the variant."""
        return self.variant.geography

    def province(self, location: int) -> int:
        """Return the province that `location` belongs to."""
        return self.geography.province_of[location]

    def unit_at(self, province: int) -> Unit | None:
        """Return the unit in `province`, before any that was dislodged from it."""
        dislodged = (entry.unit for entry in self.position.dislodged)
        for unit in (*self.position.units, *dislodged):
            if self.province(unit.location) == province:
                return unit
        return None


def phase_text(phase: Phase, variant: Variant) -> str:
    """Return a phase in words: `Spring 1901 movement`."""
    season = variant.season_name(phase.season)
    return f"{season} {year_text(phase.year)} {_KINDS[phase.kind]}"


def year_text(year: int) -> str:
    """Return a year in words; those before Christ are negative."""
    return f"{-year} BC" if year < 0 else str(year)


def place_short(location: int, geography: Geography) -> str:
    """Return a location as in an order: `SPA/SC`."""
    return geography.locations[location].text


def place_long(location: int, geography: Geography) -> str:
    """Return a location by its full name: `Spain (South Coast)`."""
    here = geography.locations[location]
    name = geography.provinces[here.province].name
    return f"{name} ({here.coast.name})" if here.coast else name


def unit_short(unit: Unit, geography: Geography) -> str:
    """Return a unit as in an order: `F STP/SC`."""
    return f"{unit.kind.value} {place_short(unit.location, geography)}"


def unit_long(unit: Unit, geography: Geography) -> str:
    """Return a unit and its place's full name: `F St Petersburg (South Coast)`."""
    return f"{unit.kind.value} {place_long(unit.location, geography)}"


def unit_and_power(unit: Unit, geography: Geography) -> str:
    """Return a unit and whose it is: `F ENG (England)`."""
    return f"{unit_short(unit, geography)} ({unit.power})"


def order_short(order: Order, board: Board) -> str:
    """Return an order as it can be sent: `A PAR S A MAR - BUR`."""
    return _write(order, board, place_short)


def order_long(order: Order, board: Board) -> str:
    """Return an order with the full names of places."""
    return _write(order, board, place_long)


def _write(order: Order, board: Board, place: Callable[[int, Geography], str]) -> str:
    match order:
        case Waive():
            return "WAIVE"
        case Build(kind=kind, location=location):
            return f"{kind.value} {place(location, board.geography)} B"
        case Hold() | Retreat() | Disband() | Move():
            unit = order.unit
            deed = _deed(order, board, place)
        case SupportHold() | SupportMove() | Convoy():
            unit = order.unit
            deed = _service(order, board, place)
    return f"{unit.kind.value} {place(unit.location, board.geography)} {deed}"


def _deed(
    order: Hold | Retreat | Disband | Move,
    board: Board,
    place: Callable[[int, Geography], str],
) -> str:
    match order:
        case Hold():
            return "H"
        case Disband():
            return "D"
        case Move():
            return f"- {place(order.target, board.geography)}{' VIA' * order.via}"
        case Retreat():
            return f"R {place(order.target, board.geography)}"


def _service(
    order: SupportHold | SupportMove | Convoy,
    board: Board,
    place: Callable[[int, Geography], str],
) -> str:
    def other(province: int) -> str:
        unit = board.unit_at(province)
        kind = f"{unit.kind.value} " if unit else ""
        location = unit.location if unit else province
        return f"{kind}{place(location, board.geography)}"

    match order:
        case SupportHold():
            return f"S {other(order.supported)}"
        case SupportMove():
            return (
                f"S {other(order.supported)} - {place(order.target, board.geography)}"
            )
        case Convoy():
            return f"C {other(order.convoyed)} - {place(order.target, board.geography)}"
