"""The ways that moves take over the board: by land, or over the fleets that carry."""

from collections.abc import Iterable

from judge.engine import Convoy, Geography, Move, Order, bits, mask_of


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
