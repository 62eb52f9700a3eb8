"""Where the names of a board may be, and how large: found once for each board.

A name takes the largest of a few sizes at which it lies in its province, beside the
places of units and all else that is always there; so equal room gives equal names, and
they stay as they are from phase to phase. Smaller ones are for those in a crowd.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.boards import Connector, ConnectorKind, Geometry, Line, Point
from judge.engine import Terrain
from judge.render.picture.names.room import Grid, room_of
from judge.render.picture.placing import Obstacle, Placements
from judge.render.picture.raster import text_width
from judge.render.picture.shapes import beads, inward

_WEIGHT = 2.0
_UNIT, _CENTER, _LINK = 0.9, 0.9, 2.0  # how much they are in the way; a unit may come
_OUTSIDE = 9.0  # what it costs a name to leave its province
_FAR = 0.5  # what it costs to go as far as a name is high
_SMALLER = 1.6  # what it costs to be a size smaller than there is room for
_AIR, _TIGHT = 0.5, 0.5  # what is better to be free, and what it costs if it is not
# The sizes of names that have room, and what is free around them, in their size; and
# those of names that have none, and what that costs.
_LARGER = ((2.7, 0.4), (2.2, 0.3), (1.8, 0.2), (1.5, 0.1), (1.25, 0.05), (1.0, 0.0))
_NARROW = ((1.0, 0.0), (0.85, 2.0))
_SMALL = {"land": _NARROW, "sea": _NARROW, "coast": ((1.25, 0.0), (1.0, 0.5))}
_HEIGHT, _HALO = 0.78, 0.12  # how high a name is, and what shines around it
_FINE = 6  # squares in the size that fits everywhere, to measure room
_REACH = 7.0  # how far from its best place a name may be, in that size
_FEW, _MANY, _ENOUGH = 10, 44, 3  # places for a name, and sizes that it has room for
_LARGEST = 46  # so many of the largest names, one below the other, are a page's width
_FACES = {"land": "bold", "sea": "italic", "coast": "italic"}
# Where else than at its best place a name may be, in its size.
_ASIDE = (
    (0.0, 0.0),
    *(
        (ring * math.cos(angle), ring * math.sin(angle))
        for ring in (0.35, 0.7, 1.05, 1.4, 1.9, 2.4, 3.0, 3.8, 5.0)
        for angle in (math.pi * turn / 6 for turn in range(12))
    ),
)


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a province, or of its coast, and where it may be, the best first.

    `style` is `land`, `sea` or `coast`; `width` is that in the size 1; of each place
    there is what it costs, the size that the name has there, and where it is.
    """

    text: str
    province: str
    style: str
    width: float
    costs: tuple[float, ...]
    sizes: tuple[float, ...]
    places: tuple[Point, ...]

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return the name at a place as three circles side by side."""
        return _blots(self.width, self.sizes[number], self.places[number])


@dataclass(frozen=True, slots=True)
class _NameToPlace:
    """A name that has no place yet; it would like to be at `at`.

    `width` is that of a name of the size 1.
    """

    text: str
    province: str
    style: str
    at: Point
    room: Grid
    width: float

    def box(self, size: float) -> tuple[float, float]:
        """Return how wide and how high it is in a size."""
        return self.width * size, _HEIGHT * size


@dataclass(frozen=True, slots=True)
class _Fixed:
    """What is always there: `fixed` by itself, and on a table.

    No name is larger than `most`.
    """

    geometry: Geometry
    most: float
    fixed: tuple[Obstacle, ...]
    table: Placements


def names_of(geometry: Geometry, page: float) -> tuple[Name, ...]:
    """Return the names on a board, with the places that each may take.

    `page` is how wide the picture is in which it may be a part.
    """
    fixed, table = tuple(_fixed(geometry)), Placements(geometry.unit)
    table.put("", fixed)
    most = max(page / _LARGEST, geometry.font * 1.25)
    board = _Fixed(geometry, most, fixed, table)
    return tuple(_name(sign, board) for sign in _signs(geometry))


def _fixed(geometry: Geometry) -> Iterator[Obstacle]:
    unit = geometry.unit
    for plot in geometry.provinces.values():
        for at in dict.fromkeys((plot.unit, *(at for _, at in plot.coasts))):
            yield Obstacle(at, unit * 1.1, _UNIT)
        if plot.center is not None:
            yield Obstacle(plot.center, unit * 0.45, _CENTER)
    for connector in geometry.connectors:
        for at in _marks(connector, geometry):
            yield Obstacle(at, unit * 0.5, _LINK)


def _marks(connector: Connector, geometry: Geometry) -> Iterator[Point]:
    """Yield points along what a connector is drawn as."""
    match connector.kind:
        case ConnectorKind.CORNER:
            yield connector.points[0]
        case ConnectorKind.LINK:
            yield from connector.points
            yield from beads(connector.points, geometry.unit)
        case ConnectorKind.WRAP:
            for x, y in connector.points:
                across, down = inward((x, y), geometry)
                for step in range(6 if across else 4):
                    far = step * geometry.unit
                    yield x + across * far, y + down * far


def _signs(geometry: Geometry) -> Iterator[_NameToPlace]:
    wide, high = geometry.width, geometry.height
    page = _room([((0, 0), (wide, 0), (wide, high), (0, high))], geometry)
    for key, plot in geometry.provinces.items():
        if plot.kind is Terrain.IMPASSABLE:
            continue
        room = _room(map(geometry.outline, plot.rings), geometry)
        if plot.kind is Terrain.SEA:
            yield _sign(key, key, "sea", plot.label, room)
        else:
            yield _sign(key.capitalize(), key, "land", plot.label, room)
        for coast, (x, y) in plot.coasts:
            below = x, y + geometry.unit * 1.5
            yield _sign(coast.lower(), key, "coast", below, page)


def _room(rings: Iterable[Line], geometry: Geometry) -> Grid:
    """Return the room within rings that is on the page, and not within an inset."""
    page = geometry.width, geometry.height
    room = room_of(rings, page, geometry.font / _FINE)
    for inset in geometry.insets:
        room = room.outside(inset.corner, inset.width, inset.height)
    return room


def _sign(text: str, province: str, style: str, at: Point, room: Grid) -> _NameToPlace:
    return _NameToPlace(
        text, province, style, at, room, text_width(text, 1, _FACES[style])
    )


def _name(sign: _NameToPlace, board: _Fixed) -> Name:
    found = list(_roomy(sign, board))
    if len(found) < _FEW:
        found += _narrow(sign, board)
    costs, sizes, places = zip(*sorted(found)[:_MANY], strict=True)
    return Name(sign.text, sign.province, sign.style, sign.width, costs, sizes, places)


def _roomy(sign: _NameToPlace, board: _Fixed) -> Iterator[tuple[float, float, Point]]:
    """Yield the places where a name is alone: what they cost, how large, and where."""
    if sign.style == "coast":
        return
    reach = board.geometry.font * _REACH
    room, sizes = sign.room.around(sign.at, reach).without(board.fixed), 0
    for size, margin in _sizes(board):
        airy = tuple(_free(sign, size, (margin + _AIR) * size, room))
        tight = () if len(airy) > _FEW else _free(sign, size, margin * size, room)
        found = [*((at, 0.0) for at in airy), *((at, _TIGHT) for at in tight)]
        for at, more in found:
            yield sizes * _SMALLER + more + _far(at, sign, size), size, at
        sizes += bool(found)
        if sizes == _ENOUGH:
            return


def _free(
    sign: _NameToPlace, size: float, margin: float, room: Grid
) -> Iterator[Point]:
    """Yield where a name and what is to be free around it lie in a room."""
    wide, high = sign.box(size)
    free = room.middles(wide + margin, high + margin)
    best = free.nearest(sign.at)
    if best is not None:
        yield best
        yield from filter(free.has, _places(best, size))


def _sizes(board: _Fixed) -> Iterator[tuple[float, float]]:
    """Yield the sizes of names, the largest first, and what is to be free around."""
    for factor, margin in _LARGER:
        if board.geometry.font * factor <= board.most:
            yield board.geometry.font * factor, margin


def _narrow(sign: _NameToPlace, board: _Fixed) -> Iterator[tuple[float, float, Point]]:
    """Yield places that are not quite free, or not quite in the province."""
    for factor, loss in _SMALL[sign.style]:
        size = board.geometry.font * factor
        for at in _places(sign.at, size):
            outside = _OUTSIDE * (1 - sign.room.share(at, *sign.box(size)))
            beside = board.table.cost("W", _blots(sign.width, size, at))
            yield loss + outside + beside + _far(at, sign, size), size, at


def _places(around: Point, size: float) -> Iterator[Point]:
    for x, y in _ASIDE:
        yield around[0] + x * size, around[1] + y * size


def _far(at: Point, sign: _NameToPlace, size: float) -> float:
    return _FAR * math.dist(at, sign.at) / size


def _blots(width: float, size: float, at: Point) -> tuple[Obstacle, ...]:
    wide, high = (width + _HALO) * size, (_HEIGHT + _HALO) * size
    radius = max(high, wide / 3) / 2
    aside = wide / 2 - radius * 0.8
    return tuple(
        Obstacle((at[0] + aside * side, at[1]), radius, _WEIGHT) for side in (-1, 0, 1)
    )
