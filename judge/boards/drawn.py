"""Which provinces are adjacent, and whether a drawing is one of the board as it is now.

It may have been made before the variant was changed. Whether one can see all that is
true on it asks `judge variant draw`, which looks at lines and areas too.
"""

from collections.abc import Iterable, Iterator, Mapping

from judge.boards.geometry import Geometry, ProvinceShape
from judge.boards.variants.faults import listed
from judge.engine import Geography, Province, Terrain, bits

_Pair = frozenset[str]
_TOLD = 3  # of many, so many are told


def has_provinces(geometry: Geometry, geography: Geography) -> bool:
    """Return whether a drawing has the provinces of a board, and no others."""
    board = {province.abbreviation for province in geography.provinces}
    return geometry.provinces.keys() == board


def twins_as_one(geometry: Geometry) -> dict[str, str]:
    """Return for each of the provinces that are drawn as one which stands for them."""
    return {name: group[0] for group in geometry.twins for name in group}


def adjacencies(geography: Geography) -> dict[tuple[int, int], tuple[bool, bool]]:
    """Return the pairs of provinces one can move between: by army, by fleet."""
    armies = {
        (min(a, b), max(a, b)) for a, mask in enumerate(geography.army_edges) for b in bits(mask)
    }
    fleets = {
        (min(a, b), max(a, b))
        for a, mask in zip(geography.province_of, geography.fleet_reach, strict=True)
        for b in bits(mask)
    }
    return {one: (one in armies, one in fleets) for one in sorted(armies | fleets)}


def adjacent(geography: Geography, fold: Mapping[str, str]) -> dict[_Pair, tuple[bool, bool]]:
    """Return the adjacent provinces, twins as one: for an army, for a fleet."""
    name = [fold.get(p.abbreviation, p.abbreviation) for p in geography.provinces]
    pairs = adjacencies(geography).items()
    found = {frozenset((name[a], name[b])): way for (a, b), way in pairs}
    return {ends: way for ends, way in found.items() if len(ends) == 2}


def linked(geometry: Geometry, fold: Mapping[str, str]) -> set[_Pair]:
    """Return the provinces that connectors join, twins as one."""
    return {_pair(one.one, one.other, fold) for one in geometry.connectors}


def outdated(geometry: Geometry, geography: Geography) -> Iterator[str]:
    """Yield what a drawing shows otherwise: provinces, or else their borders."""
    board = {province.abbreviation: province for province in geography.provinces}
    drawn = geometry.provinces
    if not has_provinces(geometry, geography):
        for what, names in (
            ("it has", drawn.keys() - board.keys()),
            ("it lacks", board.keys() - drawn.keys()),
        ):
            if names:
                yield f"{what} {_some(names)}"
        return
    for name, province in board.items():
        if _looks(drawn[name]) != _is(province):
            yield f"{name} has another kind, center or coasts"
    fold = twins_as_one(geometry)
    ways, borders = adjacent(geography, fold).keys(), _borders(geometry, fold)
    if lost := ways - borders - linked(geometry, fold):
        yield f"{_named(lost)} do not meet"
    if wrong := borders - ways:
        yield f"{_named(wrong)} meet, where nobody can pass"


def _looks(shape: ProvinceShape) -> tuple[Terrain, bool, set[str]]:
    coasts = {code.lower() for code, _ in shape.coasts}
    return shape.kind, shape.center is not None, coasts


def _is(province: Province) -> tuple[Terrain, bool, set[str]]:
    coasts = {coast.code.lower() for coast in province.coasts}
    return province.terrain, province.center, coasts


def _pair(one: str, other: str, fold: Mapping[str, str]) -> _Pair:
    return frozenset((fold.get(one, one), fold.get(other, other)))


def _borders(geometry: Geometry, fold: Mapping[str, str]) -> set[_Pair]:
    """Return the provinces that meet in a drawing, twins as one, if they are played."""
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    found = {_pair(arc.left, arc.right, fold) for arc in geometry.arcs if arc.left and arc.right}
    return {ends for ends in found if len(ends) == 2 and not ends & closed}


def _named(pairs: set[_Pair]) -> str:
    return _some("-".join(sorted(ends)) for ends in pairs)


def _some(words: Iterable[str]) -> str:
    told = sorted(words)
    more = [f"{len(told) - _TOLD} more"] if len(told) > _TOLD else []
    return listed([*told[:_TOLD], *more])
