"""Whether a drawing is one of the board that a variant has now.

It may have been made before the variant was changed. Whether one can see all that is
true on it asks `judge variant draw`, which looks at lines and areas too.
"""

from collections.abc import Iterable, Iterator

from judge.boards.geometry import Geometry, ProvinceShape
from judge.boards.variants.faults import listed
from judge.engine import Geography, Province, Terrain, bits

_Pair = frozenset[str]
_TOLD = 3  # of many, so many are told


def outdated(geometry: Geometry, geography: Geography) -> Iterator[str]:
    """Yield what a drawing shows otherwise: provinces, or else their borders."""
    board = {province.abbreviation: province for province in geography.provinces}
    drawn = geometry.provinces
    if drawn.keys() != board.keys():
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
    fold = {name: twins[0] for twins in geometry.twins for name in twins}
    ways, borders = _ways(geography, fold), _borders(geometry, fold)
    linked = {_pair(one.one, one.other, fold) for one in geometry.connectors}
    if lost := ways - borders - linked:
        yield f"{_named(lost)} do not meet"
    if wrong := borders - ways:
        yield f"{_named(wrong)} meet, where nobody can pass"


def _looks(shape: ProvinceShape) -> tuple[Terrain, bool, set[str]]:
    coasts = {code.lower() for code, _ in shape.coasts}
    return shape.kind, shape.center is not None, coasts


def _is(province: Province) -> tuple[Terrain, bool, set[str]]:
    coasts = {coast.code.lower() for coast in province.coasts}
    return province.terrain, province.center, coasts


def _pair(one: str, other: str, fold: dict[str, str]) -> _Pair:
    return frozenset((fold.get(one, one), fold.get(other, other)))


def _ways(geography: Geography, fold: dict[str, str]) -> set[_Pair]:
    """Return the provinces between which a unit may go, twins as one."""
    names = [province.abbreviation for province in geography.provinces]
    pairs = [
        (location.province, other)
        for number, location in enumerate(geography.locations)
        for other in bits(geography.fleet_reach[number])
    ]
    pairs += [(n, m) for n, mask in enumerate(geography.army_edges) for m in bits(mask)]
    found = {_pair(names[one], names[other], fold) for one, other in pairs}
    return {ends for ends in found if len(ends) == 2}


def _borders(geometry: Geometry, fold: dict[str, str]) -> set[_Pair]:
    """Return the provinces that meet in a drawing, twins as one, if they are played."""
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    found = {
        _pair(arc.left, arc.right, fold)
        for arc in geometry.arcs
        if arc.left and arc.right
    }
    return {ends for ends in found if len(ends) == 2 and not ends & closed}


def _named(pairs: set[_Pair]) -> str:
    return _some("-".join(sorted(ends)) for ends in pairs)


def _some(words: Iterable[str]) -> str:
    told = sorted(words)
    more = [f"{len(told) - _TOLD} more"] if len(told) > _TOLD else []
    return listed([*told[:_TOLD], *more])
