"""Convoy routes and distances between provinces, by flooding bit masks."""

from collections.abc import Sequence

from judge.engine.board.geography import Geography, bits


def has_route(geography: Geography, origin: int, target: int, fleets: int) -> bool:
    """Return whether a chain of `fleets` (a mask) joins `origin` to `target`."""
    edges, boarding = geography.convoy_edges, geography.boarding
    landing = boarding[target] & fleets
    if not landing:
        return False
    front = seen = boarding[origin] & fleets
    while front and not front & landing:
        beyond = 0
        while front:
            low = front & -front
            beyond |= edges[low.bit_length() - 1]
            front ^= low
        front = beyond & fleets & ~seen
        seen |= front
    return bool(front)


def is_useful(geography: Geography, fleet: int, origin: int, target: int, fleets: int) -> bool:
    """Return whether the fleet in `fleet` is on a route of `fleets` that needs it.

    It may not convoy where it only lengthens a route that is one without it (DATC
    6.F.12, 6.G.19): on a needed route no fleet touches another but its neighbors.
    """
    edges = geography.convoy_edges
    boarding = geography.boarding[origin] & fleets
    landing = geography.boarding[target] & fleets
    alone = boarding & landing
    if alone >> fleet & 1:
        return True
    inner = fleets & ~boarding
    return any(
        _passes(edges, first, landing, inner, 1 << fleet) for first in bits(boarding & ~alone)
    )


def _passes(edges: Sequence[int], last: int, landing: int, unused: int, needed: int) -> bool:
    """Return whether a needed route goes on from `last` over the `needed` fleet."""
    needed &= ~(1 << last)
    if landing >> last & 1:
        return not needed
    if needed & ~unused:
        return False
    beyond = unused & ~edges[last]
    return any(
        _passes(edges, following, landing, beyond, needed)
        for following in bits(edges[last] & unused)
    )


def distances(sources: int, geography: Geography) -> tuple[int, ...]:
    """Return how many steps each province is from the nearest of a mask of sources.

    Over land and sea alike; who cannot get there is as far as there are provinces.
    """
    size = len(geography.provinces)
    found = [size] * size
    reached, edge, steps = sources, sources, 0
    while edge:
        beyond = 0
        for province in bits(edge):
            found[province] = steps
            beyond |= _neighbors(province, geography)
        edge = beyond & ~reached
        reached |= edge
        steps += 1
    return tuple(found)


def _neighbors(province: int, geography: Geography) -> int:
    mask = geography.army_edges[province] | geography.fleet_reach[province]
    for coast in geography.coasts_of[province]:
        mask |= geography.fleet_reach[coast]
    return mask
