"""The map of a variant, compiled once into integers and bit masks.

A province is its index in `Geography.provinces`. A location is an index in
`Geography.locations`: first every province itself, in the same order (so that a
province is also the location of an army in it, or of a fleet in it where it has no
named coasts), then every named coast. A mask is an `int` whose bit N stands for the
index N. Convoy routes and distances are found by flooding such masks.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum


class Terrain(Enum):
    """What may stand in a province: armies, both kinds, fleets, or nobody."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"
    IMPASSABLE = "impassable"


@dataclass(frozen=True, slots=True)
class Coast:
    """A named shore of a province, such as `sc`, South Coast."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Province:
    """A named space of the map; `abbreviation` is upper case, as in `PAR`.

    `worth` is how many units a center there supplies, which counts to win as well.
    """

    abbreviation: str
    name: str
    terrain: Terrain
    center: bool = False
    coasts: tuple[Coast, ...] = ()
    aliases: tuple[str, ...] = ()
    convoys: bool = False
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Location:
    """A province, or one named coast of it; written `STP` and `STP/SC`."""

    province: int
    coast: Coast | None
    text: str


@dataclass(frozen=True, slots=True)
class Geography:
    """The compiled board: who may go where, as masks.

    `army_edges[province]` is a mask of provinces, `fleet_edges[location]` one of
    locations and `fleet_reach[location]` the same one as provinces; `army_steps`,
    `fleet_steps` and `fleet_beside` are the three once more, by location, as sets that
    are faster to look in.
    `convoying` is the mask of the provinces whose fleets may convoy, and `ferrying`
    are the same one by one. `convoy_edges[province]` is the mask of the convoying
    provinces to which a fleet in `province` can hand an army on, and
    `boarding[province]` of those whose fleets an army there can board or be landed
    from: a fleet on a river serves the banks of that river alone.
    `river_edges[province]` is the mask of the provinces to which a river leads, and
    `bridges` are the pairs of provinces that meet across water, the lower first; `ways`
    those of locations from and to which units may go in this phase alone.
    """

    provinces: tuple[Province, ...]
    locations: tuple[Location, ...]
    province_of: tuple[int, ...]
    coasts_of: tuple[tuple[int, ...], ...]
    army_edges: tuple[int, ...]
    fleet_edges: tuple[int, ...]
    fleet_reach: tuple[int, ...]
    army_steps: tuple[frozenset[int], ...]
    fleet_steps: tuple[frozenset[int], ...]
    fleet_beside: tuple[frozenset[int], ...]
    convoying: int
    ferrying: tuple[int, ...]
    convoy_edges: tuple[int, ...]
    boarding: tuple[int, ...]
    river_edges: tuple[int, ...]
    bridges: frozenset[tuple[int, int]]
    ways: frozenset[tuple[int, int]]
    armies: int
    fleets: int
    centers: int

    def location(self, text: str) -> int:
        """Return the location written `text`, as `PAR` or `STP/SC`; else KeyError."""
        for index, location in enumerate(self.locations):
            if location.text == text.upper():
                return index
        raise KeyError(text)


def with_ways(
    geography: Geography, army: Collection[tuple[int, int]], fleet: Collection[tuple[int, int]]
) -> Geography:
    """Return the board on which armies and fleets may go these ways as well.

    Each leads from one location to another and not back; convoys do not use them.
    """
    # Only the few rows from which a way leads are made anew: an order is checked on
    # such a board, and a board has some hundred rows.
    edges = list(geography.army_edges), list(geography.fleet_edges)
    steps = list(geography.army_steps), list(geography.fleet_steps)
    reach, beside = list(geography.fleet_reach), list(geography.fleet_beside)
    for kind, ways in enumerate((army, fleet)):
        for origin, target in ways:
            edges[kind][origin] |= 1 << target
            steps[kind][origin] |= {target}
    for origin, target in fleet:
        province = geography.province_of[target]
        reach[origin] |= 1 << province
        beside[origin] |= {province}
    return replace(
        geography,
        army_edges=tuple(edges[0]),
        fleet_edges=tuple(edges[1]),
        fleet_reach=tuple(reach),
        army_steps=tuple(steps[0]),
        fleet_steps=tuple(steps[1]),
        fleet_beside=tuple(beside),
        ways=frozenset((*army, *fleet)),
    )


def with_convoys(geography: Geography, places: Iterable[int]) -> Geography:
    """Return the board on which the fleets in `places`, provinces, convoy as well."""
    convoying = geography.convoying | mask_of(places)
    edges = _convoy_edges(geography.fleet_reach, geography.coasts_of, convoying)
    return replace(
        geography,
        convoying=convoying,
        ferrying=tuple(bits(convoying)),
        convoy_edges=edges,
        boarding=_boarding(edges, geography.river_edges),
    )


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits set in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(indices: Iterable[int]) -> int:
    """Return the mask in which exactly the bits of `indices` are set."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


Edges = Iterable[tuple[str, str]]


def compile_geography(
    provinces: Sequence[Province],
    army_edges: Edges,
    fleet_edges: Edges,
    river_edges: Edges = (),
    bridges: Edges = (),
) -> Geography:
    """Return the board of `provinces` joined by undirected edges of location texts.

    `river_edges` and `bridges` say which of these lead along a river or across water.
    An edge that names an unknown location raises KeyError: whoever reads a variant's
    file checks it first and tells the map maker.
    """
    locations = _locations(provinces)
    index = {location.text: number for number, location in enumerate(locations)}
    province_of = tuple(location.province for location in locations)
    coasts_of = tuple(
        tuple(n for n in range(len(provinces), len(locations)) if province_of[n] == p)
        for p in range(len(provinces))
    )
    armies = _joined(len(provinces), army_edges, index)
    fleets = _joined(len(locations), fleet_edges, index)
    reach = tuple(mask_of(province_of[n] for n in bits(mask)) for mask in fleets)
    rivers = _joined(len(provinces), _as_provinces(river_edges), index)
    convoying = mask_of(n for n, province in enumerate(provinces) if province.convoys)
    convoy_edges = _convoy_edges(reach, coasts_of, convoying)
    return Geography(
        provinces=tuple(provinces),
        locations=locations,
        province_of=province_of,
        coasts_of=coasts_of,
        army_edges=armies,
        fleet_edges=fleets,
        fleet_reach=reach,
        army_steps=_as_sets(armies, len(locations)),
        fleet_steps=_as_sets(fleets, len(locations)),
        fleet_beside=_as_sets(reach, len(locations)),
        convoying=convoying,
        ferrying=tuple(bits(convoying)),
        convoy_edges=convoy_edges,
        boarding=_boarding(convoy_edges, rivers),
        river_edges=rivers,
        bridges=frozenset(
            (min(a, b), max(a, b))
            for a, b in ((index[a], index[b]) for a, b in _as_provinces(bridges))
        ),
        ways=frozenset(),
        armies=_standing(provinces, Terrain.LAND, Terrain.COAST),
        fleets=_standing(provinces, Terrain.SEA, Terrain.COAST),
        centers=mask_of(n for n, province in enumerate(provinces) if province.center),
    )


def _locations(provinces: Sequence[Province]) -> tuple[Location, ...]:
    plain = [Location(n, None, p.abbreviation) for n, p in enumerate(provinces)]
    coasts = [
        Location(n, coast, f"{p.abbreviation}/{coast.code.upper()}")
        for n, p in enumerate(provinces)
        for coast in p.coasts
    ]
    return (*plain, *coasts)


def _joined(size: int, edges: Iterable[tuple[str, str]], index: dict[str, int]) -> tuple[int, ...]:
    masks = [0] * size
    for one, other in edges:
        a, b = index[one.upper()], index[other.upper()]
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)


def _as_sets(masks: Sequence[int], size: int) -> tuple[frozenset[int], ...]:
    nowhere = [frozenset[int]()] * (size - len(masks))
    return (*(frozenset(bits(mask)) for mask in masks), *nowhere)


def _convoy_edges(
    reach: Sequence[int], coasts_of: Sequence[tuple[int, ...]], convoying: int
) -> tuple[int, ...]:
    edges = []
    for province, coasts in enumerate(coasts_of):
        mask = reach[province]
        for coast in coasts:
            mask |= reach[coast]
        edges.append(mask & convoying)
    return tuple(edges)


def _as_provinces(edges: Edges) -> Iterator[tuple[str, str]]:
    for one, other in edges:
        yield one.upper().partition("/")[0], other.upper().partition("/")[0]


def _boarding(convoy_edges: Sequence[int], river_edges: Sequence[int]) -> tuple[int, ...]:
    rivers = mask_of(n for n, banks in enumerate(river_edges) if banks)
    return tuple(
        fleets & (~rivers | banks) for fleets, banks in zip(convoy_edges, river_edges, strict=True)
    )


def _standing(provinces: Sequence[Province], *terrains: Terrain) -> int:
    return mask_of(n for n, p in enumerate(provinces) if p.terrain in terrains)


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
