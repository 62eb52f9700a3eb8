"""Who is at fault when an order of one unit about another is impossible, and why."""

from collections.abc import Iterable
from itertools import islice

from msgspec.structs import replace

from judge.engine import (
    Build,
    Convoy,
    Move,
    Order,
    Reason,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    UnitOrder,
    check_order,
    power_of,
)
from judge.render.facts.board import units_of
from judge.render.words import NamedPosition, order_short, unit_of

MOST_LINES = 4
_ON_THE_WAY = frozenset(
    {
        Reason.NOT_ADJACENT,
        Reason.NO_ROUTE,
        Reason.NOT_ON_ROUTE,
        Reason.NEEDED_TO_CONVOY,
        Reason.WRONG_TERRAIN,
    }
)


def other_place(order: Order) -> int | None:
    """Return the province of the unit that is to be helped, if there is one."""
    match order:
        case SupportHold(supported=place) | SupportMove(supported=place):
            return place
        case Convoy(convoyed=place):
            return place
        case _:
            return None


def at_fault(order: Order, reason: Reason, board: NamedPosition) -> Unit | None:
    """Return the unit that cannot do what the order needs of it, as far as is known."""
    unit, place = unit_of(order), other_place(order)
    other = None if place is None else board.unit_at(place)
    if unit is None or other is None or reason not in _ON_THE_WAY:
        return unit
    if isinstance(order, Convoy):
        return other
    return other if _touches(unit, _goal(order, board), board) else unit


def is_of_other(order: Order, reason: Reason, board: NamedPosition) -> bool:
    """Return whether it is the helped unit that is not there, or of the wrong kind."""
    unit, place = unit_of(order), other_place(order)
    if unit is None:
        return False
    there = board.unit_at(board.province(unit.location))
    stands = there is not None and there.kind is unit.kind
    return stands and (place is not None or reason is Reason.WRONG_KIND)


def remedies(order: Order, reason: Reason, board: NamedPosition) -> tuple[Order, ...]:
    """Return orders that do what was meant in a way that is possible."""
    power = order.unit.power if isinstance(order, UnitOrder) else ""
    tried: list[Order] = []
    match order:
        case Move(via=True):
            tried = [replace(order, via=False)]
        case SupportMove() if reason is Reason.NEEDED_TO_CONVOY:
            tried = [Convoy(order.unit, order.supported, _goal(order, board))]
        case SupportMove() if reason is Reason.WRONG_COAST:
            tried = [replace(order, target=_goal(order, board))]
        case Convoy() if reason is Reason.NOT_ON_ROUTE:
            fleets = [u for u in units_of(board, power) if u.kind is UnitKind.FLEET]
            tried = [replace(order, unit=fleet) for fleet in fleets]
    return tuple(tried)


def with_right_kind(order: Order, board: NamedPosition) -> tuple[Order, ...]:
    """Return the same order to the unit that stands there, if it is another."""
    unit = unit_of(order)
    real = unit and board.unit_at(board.province(unit.location))
    if real is None or real == unit or not isinstance(order, UnitOrder):
        return ()
    return (replace(order, unit=real),)


def with_coasts(order: Order, board: NamedPosition) -> tuple[Order, ...]:
    """Return the same order to each coast of the province where it ends."""
    coasts_of = board.geography.coasts_of
    match order:
        case Build(location=location):
            coasts = coasts_of[board.province(location)]
            return tuple(replace(order, location=coast) for coast in coasts)
        case Move() | Retreat():
            coasts = coasts_of[board.province(order.target)]
            return tuple(replace(order, target=coast) for coast in coasts)
        case _:
            return ()


def offered(orders: Iterable[Order], board: NamedPosition) -> tuple[str, ...]:
    """Return those of the orders that are possible, as they are written, or a few."""
    possible = (
        order_short(one, board)
        for one in orders
        if check_order(one, power_of(one), board.position, board.variant) is None
    )
    return tuple(islice(possible, MOST_LINES))


def _goal(order: Order, board: NamedPosition) -> int:
    assert isinstance(order, SupportHold | SupportMove)
    if isinstance(order, SupportHold):
        return order.supported
    return board.province(order.target)


def _touches(unit: Unit, province: int, board: NamedPosition) -> bool:
    geography = board.geography
    army = unit.kind is UnitKind.ARMY
    edges = geography.army_edges if army else geography.fleet_reach
    return bool(edges[unit.location] >> province & 1)
