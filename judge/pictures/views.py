"""Drawings of a board: as it stands, with orders to come, and with what became of them.

The picture of a phase that is over shows the board after it; arrows lead to the units
that moved.
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
    Outcome,
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
    """Return the locations that a move leads over, its ends among them.

    It goes over fleets if `orders` carry it; one that can walk goes by sea only on
    purpose (DATC 4.A.3).
    """
    origin = geography.province_of[move.unit.location]
    target = geography.province_of[move.target]
    carriers = _carriers(move, orders, geography)
    fleets = _route(geography, origin, target, mask_of(carriers))
    return [move.unit.location, *(carriers[fleet] for fleet in fleets), move.target]


def _carriers(move: Move, orders: Iterable[Order], geography: Geography) -> dict[int, int]:
    """Return the provinces of the fleets that carry it, with their locations."""
    origin = geography.province_of[move.unit.location]
    target = geography.province_of[move.target]
    ferries = [
        order.unit
        for order in orders
        if isinstance(order, Convoy)
        and order.convoyed == origin
        and geography.province_of[order.target] == target
    ]
    walks = geography.army_edges[origin] >> target & 1
    meant = move.via or any(fleet.power == move.unit.power for fleet in ferries)
    if walks and not meant:
        return {}
    return {geography.province_of[one.location]: one.location for one in ferries}


def _route(geography: Geography, origin: int, target: int, fleets: int) -> tuple[int, ...]:
    """Return the shortest chain of `fleets` from `origin` to `target`, or none."""
    edges = geography.convoy_edges
    chains: list[tuple[int, ...]] = [(first,) for first in bits(edges[origin] & fleets)]
    seen = mask_of(chain[0] for chain in chains)
    for chain in chains:  # It grows as it is walked.
        if edges[target] >> chain[-1] & 1:
            return chain
        beyond = edges[chain[-1]] & fleets & ~seen
        seen |= beyond
        chains += [(*chain, following) for following in bits(beyond)]
    return ()


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands above a picture, and the sentence that stands for it.

    `only` is the power whose centers alone may be counted, None for all.
    """

    title: str
    note: str
    alternative: str
    only: str | None = None


@dataclass(frozen=True, slots=True)
class _ResolvedOrders:
    """Orders with what became of them, as far as that is known."""

    geography: Geography
    orders: tuple[tuple[Order, Fate], ...]


def standing_drawing(position: Position, variant: Variant, caption: Caption) -> Drawing:
    """Return the board as it stands."""
    return _drawing(position, variant, caption)


def planned_drawing(
    position: Position, orders: Iterable[Order], variant: Variant, caption: Caption
) -> Drawing:
    """Return the board with orders that are not yet followed."""
    told = _ResolvedOrders(variant.geography, tuple((order, Fate.PLANNED) for order in orders))
    drawing = _drawing(position, variant, caption)
    gone = {piece.place: piece for piece in _leaving(told, position.phase.kind)}
    stay = (
        piece
        for piece in drawing.pieces
        if piece.place not in gone
        or (piece.state is State.DRIVEN) is not (gone[piece.place].state is State.FALLEN)
    )
    return replace(
        drawing,
        pieces=(*stay, *_built(told), *gone.values()),
        strokes=tuple(_strokes(told)),
        waived=_waived(told),
    )


def finished_drawing(
    before: Position, adjudication: Adjudication, variant: Variant, caption: Caption
) -> Drawing:
    """Return the board after a phase, and how it came about."""
    told = _ResolvedOrders(variant.geography, tuple(map(_fate, _followed(adjudication))))
    kind, built = before.phase.kind, tuple(_built(told))
    drawing = _drawing(adjudication.after, variant, caption)
    new = {piece.place for piece in built}
    stay = (piece for piece in drawing.pieces if piece.place not in new)
    gone = (_piece(unit, variant.geography, _GONE[kind]) for unit in adjudication.disbanded)
    clashes = (BounceMark(_text(told.geography, n)) for n in adjudication.standoffs)
    return replace(
        drawing,
        pieces=(*stay, *built, *gone),
        strokes=(*_strokes(told), *clashes),
        waived=_waived(told),
    )


_GONE = {
    PhaseKind.MOVEMENT: State.FALLEN,
    PhaseKind.RETREAT: State.FALLEN,
    PhaseKind.ADJUSTMENT: State.REMOVED,
}


def _drawing(position: Position, variant: Variant, caption: Caption) -> Drawing:
    geography = variant.geography
    driven = (entry.unit for entry in position.dislodged)
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
        unseen=tuple(_unseen(position, variant)),
        pieces=(
            *(_piece(unit, geography, State.STANDING) for unit in position.units),
            *(_piece(unit, geography, State.DRIVEN) for unit in driven),
        ),
    )


def _centers(position: Position, variant: Variant, only: str | None) -> Iterator[tuple[str, int]]:
    worth = supply(position, variant)
    for side in variant.sides:
        if only in (None, side.name):
            yield side.name, worth[side.name]


def _unseen(position: Position, variant: Variant) -> Iterator[str]:
    for province, owner in enumerate(position.owners):
        if owner == UNSEEN:
            yield _text(variant.geography, province)


def _flags(position: Position, variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield where rules put markers of a power that they tell of."""
    special = variant.rules.special
    kinds = {kind for rule in special for kind, _ in rule.marker_titles()}
    for marker in position.markers:
        told = marker.kind in kinds
        if told and marker.province is not None and marker.power is not None:
            yield _text(variant.geography, marker.province), marker.power


def _piece(unit: Unit, geography: Geography, state: State) -> DrawnUnit:
    place = _text(geography, unit.location)
    return DrawnUnit(unit.power, unit.kind.value, place, state, unit.size)


def _text(geography: Geography, location: int) -> str:
    return geography.locations[location].text


def _followed(adjudication: Adjudication) -> Iterator[Outcome]:
    """Yield the orders that somebody could follow; the others are held or dropped."""
    for outcome in adjudication.outcomes:
        if not outcome.reason.is_illegal and outcome.reason is not Reason.SURPLUS:
            yield outcome


def _fate(outcome: Outcome) -> tuple[Order, Fate]:
    return outcome.order, Fate.DONE if outcome.succeeded else Fate.FAILED


def _strokes(told: _ResolvedOrders) -> Iterator[Stroke]:
    for order, fate in told.orders:
        stroke = _stroke(told, order, fate)
        if stroke is not None:
            yield stroke


def _stroke(told: _ResolvedOrders, order: Order, fate: Fate) -> Stroke | None:
    match order:
        case Move(unit):
            orders = (one for one, _ in told.orders)
            way = way_of(order, orders, told.geography)
            return Arrow(unit.power, _places(told, *way), fate)
        case Retreat(unit, target):
            origin = _text(told.geography, unit.location)
            return RetreatArrow(unit.power, origin, _text(told.geography, target), fate)
        case SupportHold(unit, supported):
            place, origin = _places(told, unit.location, supported)
            return Support(unit.power, place, origin, None, fate)
        case SupportMove(unit, supported, target):
            place, origin, to = _places(told, unit.location, supported, target)
            return Support(unit.power, place, origin, to, fate)
        case Convoy(unit):
            return ConvoyMark(unit.power, _text(told.geography, unit.location), fate)
        case Hold() | Disband() | Build() | Waive() | Vote() | Declare():
            return None


def _places(told: _ResolvedOrders, *locations: int) -> tuple[str, ...]:
    return tuple(_text(told.geography, location) for location in locations)


def _built(told: _ResolvedOrders) -> Iterator[DrawnUnit]:
    for order, fate in told.orders:
        if isinstance(order, Build) and fate is not Fate.FAILED:
            unit = Unit(order.power, order.kind, order.location)
            yield _piece(unit, told.geography, State.BUILT)


def _leaving(told: _ResolvedOrders, kind: PhaseKind) -> Iterator[DrawnUnit]:
    for order, _ in told.orders:
        if isinstance(order, Disband):
            yield _piece(order.unit, told.geography, _GONE[kind])


def _waived(told: _ResolvedOrders) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(o.power for o, _ in told.orders if isinstance(o, Waive)).items())
