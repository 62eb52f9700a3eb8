"""The map of a variant, compiled once into integers and bit masks.

A province is its index in `Geography.provinces`. A location is an index in `Geography.locations`:
first all provinces, in the same order, then all named coasts. So the index of a province is also
the location of an army there, and of a fleet there if the province has no named coasts. A mask is
an `int` whose bit N stands for the index N. Convoy routes and distances are found by a flood fill
over such masks.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum


class Terrain(Enum):
    """The kinds of unit that may enter a province: armies, both, fleets, or none."""

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
    """A named space of the map; `abbreviation` is upper case, as in `PAR`."""

    abbreviation: str
    name: str
    terrain: Terrain
    center: bool = False
    coasts: tuple[Coast, ...] = ()
    aliases: tuple[str, ...] = ()
    #: Whether fleets in the province may convoy.
    convoys: bool = False
    #: The number of units that the center supplies, and of centers it counts for in a victory.
    worth: int = 1
    #: Names in other languages.
    foreign: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """A province, or one named coast of it; written `STP` and `STP/SC`."""

    province: int
    coast: Coast | None
    text: str


@dataclass(frozen=True, slots=True)
class Geography:
    """The compiled board: edges between provinces and locations, as masks."""

    provinces: tuple[Province, ...]
    locations: tuple[Location, ...]
    #: By location: its province.
    province_of: tuple[int, ...]
    #: By province: the locations of its named coasts.
    coasts_of: tuple[tuple[int, ...], ...]
    #: By province: the mask of the provinces that an army may enter from there.
    army_edges: tuple[int, ...]
    #: By location: the mask of the locations that a fleet may enter from there.
    fleet_edges: tuple[int, ...]
    #: By location: the same as `fleet_edges`, as a mask of provinces.
    fleet_reach: tuple[int, ...]
    #: By location: `army_edges`, `fleet_edges` and `fleet_reach` again, as sets for faster tests.
    army_steps: tuple[frozenset[int], ...]
    fleet_steps: tuple[frozenset[int], ...]
    fleet_beside: tuple[frozenset[int], ...]
    #: The mask of the provinces where fleets may convoy, and the same as a tuple.
    convoying: int
    ferrying: tuple[int, ...]
    #: By province: the mask of the adjacent provinces whose fleets can take over an army from a
    #: fleet there.
    convoy_edges: tuple[int, ...]
    #: By province: the mask of the provinces whose fleets can take an army on board there, or land
    #: one there. A fleet on a river serves only the banks of that river.
    boarding: tuple[int, ...]
    #: By province: the mask of the provinces to which a river leads.
    river_edges: tuple[int, ...]
    #: Pairs of provinces that are adjacent across water, the lower index first.
    bridges: frozenset[tuple[int, int]]
    #: Pairs of locations (from, to) between which units may move in this phase only.
    ways: frozenset[tuple[int, int]]
    #: The masks of the provinces that armies may enter, that fleets may enter, that are centers.
    armies: int
    fleets: int
    centers: int

    def location(self, text: str) -> int:
        """Return the location with a text such as `PAR` or `STP/SC`; KeyError if there is none."""
        for index, location in enumerate(self.locations):
            if location.text == text.upper():
                return index
        raise KeyError(text)


def with_ways(
    geography: Geography, army: Collection[tuple[int, int]], fleet: Collection[tuple[int, int]]
) -> Geography:
    """Return the board with additional ways for armies and fleets.

    Each way is a pair of locations, from and to, and leads in one direction. Convoys do not use
    these ways.
    """
    # A board is built for every order that is checked, and has about a hundred rows: copy only the
    # rows that change.
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
    """Return the board on which fleets in `places`, an iterable of provinces, may convoy too."""
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
    """Yield the indices of the set bits of `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(indices: Iterable[int]) -> int:
    """Return the mask with the bits of `indices` set."""
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
    """Return the board of `provinces`, joined by undirected edges between location texts.

    `river_edges` are the edges along a river, `bridges` those across water; both are also among the
    other edges. KeyError if an edge names an unknown location: the reader of variant files checks
    that first, and tells the map maker.
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
    """Return the locations of `provinces`: first the provinces, then their named coasts."""
    plain = [Location(n, None, p.abbreviation) for n, p in enumerate(provinces)]
    coasts = [
        Location(n, coast, f"{p.abbreviation}/{coast.code.upper()}")
        for n, p in enumerate(provinces)
        for coast in p.coasts
    ]
    return (*plain, *coasts)


def _joined(size: int, edges: Iterable[tuple[str, str]], index: dict[str, int]) -> tuple[int, ...]:
    """Return `size` masks, one for each location: the locations that `edges` join to it."""
    masks = [0] * size
    for first, second in edges:
        a, b = index[first.upper()], index[second.upper()]
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)


def _as_sets(masks: Sequence[int], size: int) -> tuple[frozenset[int], ...]:
    """Return `masks` as sets, followed by empty sets up to `size` entries.

    The empty sets stand for the named coasts, where no army can be.
    """
    nowhere = [frozenset[int]()] * (size - len(masks))
    return (*(frozenset(bits(mask)) for mask in masks), *nowhere)


def _convoy_edges(
    reach: Sequence[int], coasts_of: Sequence[tuple[int, ...]], convoying: int
) -> tuple[int, ...]:
    """Return, by province, the convoying provinces that a fleet there reaches from any coast."""
    edges = []
    for province, coasts in enumerate(coasts_of):
        mask = reach[province]
        for coast in coasts:
            mask |= reach[coast]
        edges.append(mask & convoying)
    return tuple(edges)


def _as_provinces(edges: Edges) -> Iterator[tuple[str, str]]:
    """Yield the edges between locations as edges between their provinces."""
    for first, second in edges:
        yield first.upper().partition("/")[0], second.upper().partition("/")[0]


def _boarding(convoy_edges: Sequence[int], river_edges: Sequence[int]) -> tuple[int, ...]:
    """Return the values of `Geography.boarding`."""
    rivers = mask_of(n for n, banks in enumerate(river_edges) if banks)
    return tuple(
        fleets & (~rivers | banks) for fleets, banks in zip(convoy_edges, river_edges, strict=True)
    )


def _standing(provinces: Sequence[Province], *terrains: Terrain) -> int:
    """Return the mask of the provinces with one of `terrains`."""
    return mask_of(n for n, p in enumerate(provinces) if p.terrain in terrains)


def has_route(geography: Geography, origin: int, target: int, fleets: int) -> bool:
    """Return whether a chain of `fleets` (a mask of provinces) joins `origin` to `target`."""
    edges, boarding = geography.convoy_edges, geography.boarding
    landing = boarding[target] & fleets
    if not landing:
        return False
    frontier = seen = boarding[origin] & fleets
    # Flood fill from the origin's shore: each round adds the fleets next to those reached before.
    while frontier and not frontier & landing:
        beyond = 0
        while frontier:
            low = frontier & -frontier
            beyond |= edges[low.bit_length() - 1]
            frontier ^= low
        frontier = beyond & fleets & ~seen
        seen |= frontier
    return bool(frontier)


def is_useful(geography: Geography, fleet: int, origin: int, target: int, fleets: int) -> bool:
    """Return whether the fleet in province `fleet` is on a minimal route of `fleets`.

    A fleet may not convoy if the route is complete without it (DATC 6.F.12, 6.G.19). On a minimal
    route each fleet is adjacent only to the fleets directly before and after it.
    """
    edges = geography.convoy_edges
    boarding = geography.boarding[origin] & fleets
    landing = geography.boarding[target] & fleets
    # A fleet next to both shores is a whole route; a longer route with this fleet is not minimal.
    direct = boarding & landing
    if direct >> fleet & 1:
        return True
    others = fleets & ~boarding
    return any(
        _passes(edges, first, landing, others, 1 << fleet) for first in bits(boarding & ~direct)
    )


def _passes(edges: Sequence[int], last: int, landing: int, unused: int, needed: int) -> bool:
    """Return whether a minimal route can be completed from the fleet in `last`.

    `landing` is the mask of the fleets next to the target, `unused` the mask of the fleets that may
    still join. `needed` is the bit of the fleet that must be on the route, or 0 once it is there.
    """
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
    """Return, by province, the number of steps to the nearest province of the mask `sources`.

    Steps over land and over sea count alike. An unreachable province gets the number of provinces.
    """
    size = len(geography.provinces)
    steps_to = [size] * size
    reached, edge, steps = sources, sources, 0
    while edge:
        beyond = 0
        for province in bits(edge):
            steps_to[province] = steps
            beyond |= neighbors(province, geography)
        edge = beyond & ~reached
        reached |= edge
        steps += 1
    return tuple(steps_to)


def neighbors(province: int, geography: Geography) -> int:
    """Return the mask of the provinces that an army or a fleet in `province` can enter."""
    mask = geography.army_edges[province] | geography.fleet_reach[province]
    for coast in geography.coasts_of[province]:
        mask |= geography.fleet_reach[coast]
    return mask
