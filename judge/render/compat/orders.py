"""Orders in the long form of the older judges, each a row of its power and its text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.engine import Build, Disband, Move, Order, PhaseKind, Unit, UnitKind, Waive, power_of
from judge.game import OrderSheet
from judge.notation import location_name, long_order
from judge.pictures import way_of
from judge.render.words import NamedPosition

_COAST = re.compile(r"\((?:North|South|East|West) Coast\)")
_KINDS = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one power.

    `deed` is `order`, `unordered`, `standing`, `build`, `remove`, `waive`, `default`,
    or `pending` with the number of builds or removals as its `text`. Else that is what
    stands behind the `kind` of the unit: its place, and of an order what it is told.
    `marks` say what became of it.
    """

    power: str
    deed: str
    text: str = ""
    kind: str = ""
    marks: str = ""


def place(location: int, board: NamedPosition) -> str:
    """Return a location by its name: `St Petersburg (south coast)`."""
    return _plain(location_name(location, board.geography))


def unit_row(unit: Unit, deed: str, board: NamedPosition) -> Row:
    """Return a row that only names a unit."""
    where = place(unit.location, board)
    return Row(unit.power, deed, where, _KINDS[unit.kind])


def row_of(order: Order, board: NamedPosition, others: Sequence[Order], marks: str = "") -> Row:
    """Return an order as a row; `others` are all that are known of its phase."""
    kind = board.position.phase.kind
    match order:
        case Waive():
            return Row(order.power, "waive", marks=marks)
        case Build():
            army = order.kind is UnitKind.ARMY  # whatever coast it was told
            site = board.province(order.location) if army else order.location
            where = place(site, board)
            return Row(order.power, "build", where, _KINDS[order.kind], marks)
        case Disband() if kind is PhaseKind.ADJUSTMENT:
            where, unit = place(order.unit.location, board), order.unit
            return Row(unit.power, "remove", where, _KINDS[unit.kind], marks)
        case Move():
            way = way_of(order, others, board.geography)
            text = " -> ".join(place(one, board) for one in way)
            name = _KINDS[order.unit.kind]
            return Row(order.unit.power, "order", text, name, marks)
        case _:
            whole = _plain(long_order(order, board.variant, board.position))
            name, _, text = whole.partition(" ")
            return Row(power_of(order), "order", text, name, marks)


def sheet_rows(sheet: OrderSheet, board: NamedPosition) -> tuple[Row, ...]:
    """Return the orders of one power as they stand, and its units without any."""
    orders = [row_of(order, board, sheet.orders) for order in sheet.orders]
    missing = [unit_row(unit, "unordered", board) for unit in sheet.missing]
    return (*orders, *missing, *pending_rows(sheet.power, sheet.pending))


def pending_rows(power: str, pending: int) -> Iterator[Row]:
    """Yield that builds (more than 0) or removals (less) are still to be ordered."""
    if pending:
        yield Row(power, "pending", str(abs(pending)), "build" if pending > 0 else "removal")


def standing_rows(units: Iterable[Unit], board: NamedPosition) -> tuple[Row, ...]:
    """Return the units that stand on a board."""
    return tuple(unit_row(unit, "standing", board) for unit in units)


def _plain(text: str) -> str:
    """Return names as programs know them: small coasts, and no double armies."""
    named = _COAST.sub(lambda found: found[0].lower(), text)
    return named.replace("Double army", "Army")
