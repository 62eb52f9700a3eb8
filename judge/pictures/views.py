"""Drawings of a board: the position, planned orders, and the results of a phase.

The picture of a finished phase shows the board after it, with arrows to the units that moved.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from judge.engine import (
    Adjudication,
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
    Reason,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Variant,
    Vote,
    Waive,
    bits,
    mask_of,
    supply,
)
from judge.game import UNSEEN
from judge.pictures.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    DrawnUnit,
    Fate,
    RetreatArrow,
    State,
    Stroke,
    Support,
)


def way_of(move: Move, orders: Iterable[Order], geography: Geography) -> list[int]:
    """Return the locations of a move: its origin, the fleets that convoy it, its target.

    An army that can walk goes by sea only if its power shows the intent (DATC 4.A.3).
    """
    origin = geography.province_of[move.unit.location]
    target = geography.province_of[move.target]
    carriers = _carriers(move, orders, geography)
    fleets = _route(geography, origin, target, mask_of(carriers))
    return [move.unit.location, *(carriers[fleet] for fleet in fleets), move.target]


def _carriers(move: Move, orders: Iterable[Order], geography: Geography) -> dict[int, int]:
    """Return the fleets that convoy the move: their locations by province."""
    origin = geography.province_of[move.unit.location]
    target = geography.province_of[move.target]
    fleets = [
        order.unit
        for order in orders
        if isinstance(order, Convoy)
        and order.convoyed == origin
        and geography.province_of[order.target] == target
    ]
    walks = geography.army_edges[origin] >> target & 1
    intended = move.via or any(fleet.power == move.unit.power for fleet in fleets)
    if walks and not intended:
        return {}
    return {geography.province_of[fleet.location]: fleet.location for fleet in fleets}


def _route(geography: Geography, origin: int, target: int, fleets: int) -> tuple[int, ...]:
    """Return the shortest chain of `fleets` from `origin` to `target`, or () if there is none."""
    edges = geography.convoy_edges
    chains: list[tuple[int, ...]] = [(first,) for first in bits(edges[origin] & fleets)]
    reached = mask_of(chain[0] for chain in chains)
    for chain in chains:  # breadth first: the list grows while it is read
        if edges[target] >> chain[-1] & 1:
            return chain
        unreached = edges[chain[-1]] & fleets & ~reached
        reached |= unreached
        chains += [(*chain, following) for following in bits(unreached)]
    return ()


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts of a picture."""

    #: Texts above the map: left and right.
    title: str
    note: str
    #: The description for readers who do not see the picture.
    alternative: str
    #: The only power whose centers are counted; None means all.
    only: str | None = None


@dataclass(frozen=True, slots=True)
class _ResolvedOrders:
    """Orders with their fates, as far as these are known."""

    geography: Geography
    orders: tuple[tuple[Order, Fate], ...]


def standing_drawing(position: Position, variant: Variant, caption: Caption) -> Drawing:
    """Return the drawing of the board in `position`."""
    return _drawing(position, variant, caption)


def planned_drawing(
    position: Position, orders: Iterable[Order], variant: Variant, caption: Caption
) -> Drawing:
    """Return the drawing of the board with orders that are not adjudicated yet."""
    resolved = _ResolvedOrders(variant.geography, tuple((order, Fate.PLANNED) for order in orders))
    drawing = _drawing(position, variant, caption)
    state = _STATE_OF_LEAVING[position.phase.kind]
    disbanded = [order.unit for order, _ in resolved.orders if isinstance(order, Disband)]
    pieces = (_piece(unit, variant.geography, state) for unit in disbanded)
    leaving = {piece.place: piece for piece in pieces}
    staying = (
        piece
        for piece in drawing.pieces
        if piece.place not in leaving
        or (piece.state is State.DRIVEN) is not (leaving[piece.place].state is State.FALLEN)
    )
    return replace(
        drawing,
        pieces=(*staying, *_built(resolved), *leaving.values()),
        strokes=tuple(_strokes(resolved)),
        waived=_waived(resolved),
    )


def finished_drawing(
    before: Position, adjudication: Adjudication, variant: Variant, caption: Caption
) -> Drawing:
    """Return the drawing of the board after a phase, with the orders that led to it."""
    # Illegal and surplus orders had no effect, so they are not drawn.
    orders = tuple(
        (outcome.order, Fate.DONE if outcome.succeeded else Fate.FAILED)
        for outcome in adjudication.outcomes
        if not outcome.reason.is_illegal and outcome.reason is not Reason.SURPLUS
    )
    resolved = _ResolvedOrders(variant.geography, orders)
    kind, built = before.phase.kind, tuple(_built(resolved))
    drawing = _drawing(adjudication.after, variant, caption)
    new = {piece.place for piece in built}
    staying = (piece for piece in drawing.pieces if piece.place not in new)
    leaving = (
        _piece(unit, variant.geography, _STATE_OF_LEAVING[kind]) for unit in adjudication.disbanded
    )
    clashes = (BounceMark(_text(resolved.geography, n)) for n in adjudication.standoffs)
    return replace(
        drawing,
        pieces=(*staying, *built, *leaving),
        strokes=(*_strokes(resolved), *clashes),
        waived=_waived(resolved),
    )


_STATE_OF_LEAVING = {
    PhaseKind.MOVEMENT: State.FALLEN,
    PhaseKind.RETREAT: State.FALLEN,
    PhaseKind.ADJUSTMENT: State.REMOVED,
}


def _drawing(position: Position, variant: Variant, caption: Caption) -> Drawing:
    geography = variant.geography
    dislodged = (entry.unit for entry in position.dislodged)
    return Drawing(
        variant=variant.name,
        title=caption.title,
        note=caption.note,
        alternative=caption.alternative,
        owners=tuple(
            (geography.provinces[center].abbreviation, owner)
            for center, owner in enumerate(position.owners)
            if owner is not None and owner != UNSEEN
        ),
        centers=tuple(_centers(position, variant, caption.only)),
        flags=tuple(_flags(position, variant)),
        unseen=tuple(
            _text(geography, center)
            for center, owner in enumerate(position.owners)
            if owner == UNSEEN
        ),
        pieces=(
            *(_piece(unit, geography, State.STANDING) for unit in position.units),
            *(_piece(unit, geography, State.DRIVEN) for unit in dislodged),
        ),
    )


def _centers(position: Position, variant: Variant, only: str | None) -> Iterator[tuple[str, int]]:
    """Yield each power with the worth of its centers, or only the power `only`."""
    worth = supply(position, variant)
    for side in variant.sides:
        if only in (None, side.name):
            yield side.name, worth[side.name]


def _flags(position: Position, variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield the province and power of each marker that lists of the board show."""
    special = variant.rules.special
    kinds = {kind for rule in special for kind, _ in rule.marker_titles()}
    for marker in position.markers:
        is_shown = marker.kind in kinds
        if is_shown and marker.province is not None and marker.power is not None:
            yield _text(variant.geography, marker.province), marker.power


def _piece(unit: Unit, geography: Geography, state: State) -> DrawnUnit:
    place = _text(geography, unit.location)
    return DrawnUnit(unit.power, unit.kind.value, place, state, unit.size)


def _text(geography: Geography, location: int) -> str:
    """Return the text of a location."""
    return geography.locations[location].text


def _strokes(resolved: _ResolvedOrders) -> Iterator[Stroke]:
    for order, fate in resolved.orders:
        stroke = _stroke(resolved, order, fate)
        if stroke is not None:
            yield stroke


def _stroke(resolved: _ResolvedOrders, order: Order, fate: Fate) -> Stroke | None:
    """Return the stroke of an order, or None if it has none."""
    match order:
        case Move(unit):
            orders = (other for other, _ in resolved.orders)
            way = way_of(order, orders, resolved.geography)
            return Arrow(unit.power, _places(resolved, *way), fate)
        case Retreat(unit, target):
            origin = _text(resolved.geography, unit.location)
            return RetreatArrow(unit.power, origin, _text(resolved.geography, target), fate)
        case SupportHold(unit, supported):
            place, origin = _places(resolved, unit.location, supported)
            return Support(unit.power, place, origin, None, fate)
        case SupportMove(unit, supported, target):
            place, origin, goal = _places(resolved, unit.location, supported, target)
            return Support(unit.power, place, origin, goal, fate)
        case Convoy(unit):
            return ConvoyMark(unit.power, _text(resolved.geography, unit.location), fate)
        case Hold() | Disband() | Build() | Waive() | Vote() | Declare():
            return None


def _places(resolved: _ResolvedOrders, *locations: int) -> tuple[str, ...]:
    return tuple(_text(resolved.geography, location) for location in locations)


def _built(resolved: _ResolvedOrders) -> Iterator[DrawnUnit]:
    """Yield the units that are built."""
    for order, fate in resolved.orders:
        if isinstance(order, Build) and fate is not Fate.FAILED:
            unit = Unit(order.power, order.kind, order.location)
            yield _piece(unit, resolved.geography, State.BUILT)


def _waived(resolved: _ResolvedOrders) -> tuple[tuple[str, int], ...]:
    """Return the number of builds that each power waived."""
    return tuple(Counter(o.power for o, _ in resolved.orders if isinstance(o, Waive)).items())
