"""The names on a picture: as large as there is room for them, in nobody's way."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.boards import Connector, ConnectorKind, Geometry, Line, Point
from judge.engine import Terrain, Variant
from judge.pictures.raster import LEAST_LETTERS, text_width
from judge.pictures.shapes import beads, inward
from judge.pictures.sites import Obstacle, Placements, place


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares of a grid, from `corner` on: in each row, the bits of those there are."""

    corner: Point
    cell: float
    rows: tuple[int, ...]

    def share(self, at: Point, width: float, height: float) -> float:
        """Return how much of a box around `at` is room, from 0 to 1."""
        left, top = self._square((at[0] - width / 2, at[1] - height / 2))
        wide, high = self._squares(width), self._squares(height)
        box = (1 << wide) - 1
        inside = sum(
            ((row >> left if left >= 0 else row << -left) & box).bit_count()
            for row in self.rows[max(top, 0) : max(top + high, 0)]
        )
        return inside / (wide * high)

    def around(self, at: Point, far: float) -> "Grid":
        """Return the room that is within so much to each side of `at`."""
        left, top = self._square((at[0] - far, at[1] - far))
        left, top, side = max(left, 0), max(top, 0), self._squares(2 * far)
        x, y = self.corner
        corner = x + left * self.cell, y + top * self.cell
        some = self.rows[top : top + side]
        box = (1 << side) - 1
        return Grid(corner, self.cell, tuple(row >> left & box for row in some))

    def without(self, obstacles: Iterable[Obstacle]) -> "Grid":
        """Return the room that is left beside obstacles."""
        rows = list(self.rows)
        (left, top), cell = self.corner, self.cell
        right = left + max(map(int.bit_length, rows), default=0) * cell
        bottom = top + len(rows) * cell
        for obstacle in obstacles:
            (x, y), far = obstacle.at, obstacle.radius
            if left - far < x < right + far and top - far < y < bottom + far:
                for row, bits in self._disk(obstacle):
                    rows[row] &= ~bits
        return replace(self, rows=tuple(rows))

    def outside(self, corner: Point, width: float, height: float) -> "Grid":
        """Return the room that is not in a box."""
        left, top = self._square(corner)
        right, bottom = self._square((corner[0] + width, corner[1] + height))
        box = (1 << max(right + 1, 0)) - (1 << max(left, 0))
        rows = enumerate(self.rows)
        free = (row & ~box if top <= n <= bottom else row for n, row in rows)
        return replace(self, rows=tuple(free))

    def middles(self, width: float, height: float) -> "Grid":
        """Return where the middle of a box can be that lies in this room as a whole."""
        wide, high = self._squares(width), self._squares(height)
        narrow = [_runs(row, wide) for row in self.rows]
        rows = []
        for top in range(len(narrow) - high + 1):
            bits = narrow[top]
            for row in narrow[top + 1 : top + high]:
                bits &= row
            rows.append(bits)
        x, y = self.corner
        # A bit tells of the box that begins with its square.
        corner = x + (wide - 1) * self.cell / 2, y + (high - 1) * self.cell / 2
        return Grid(corner, self.cell, tuple(rows))

    def has(self, at: Point) -> bool:
        """Return whether there is room at a point."""
        column, row = self._square(at)
        inside = column >= 0 and 0 <= row < len(self.rows)
        return inside and bool(self.rows[row] >> column & 1)

    def nearest(self, at: Point) -> Point | None:
        """Return the middle of the square next to `at`, or None if there is no room."""
        column = max(self._square(at)[0], 0)
        found = [
            self._middle(place, row)
            for row, bits in enumerate(self.rows)
            for place in _beside(bits, column)
        ]
        return min(found, key=lambda one: math.dist(one, at), default=None)

    def _square(self, at: Point) -> tuple[int, int]:
        x, y = self.corner
        return math.floor((at[0] - x) / self.cell), math.floor((at[1] - y) / self.cell)

    def _squares(self, length: float) -> int:
        return max(round(length / self.cell), 1)

    def _middle(self, column: int, row: int) -> Point:
        x, y = self.corner
        return x + (column + 0.5) * self.cell, y + (row + 0.5) * self.cell

    def _disk(self, obstacle: Obstacle) -> Iterator[tuple[int, int]]:
        """Yield the rows in which a obstacle lies, with its bits."""
        (x, y), radius = obstacle.at, obstacle.radius
        first, last = self._square((x, y - radius))[1], self._square((x, y + radius))[1]
        for row in range(max(first, 0), min(last + 1, len(self.rows))):
            aside = radius**2 - (self._middle(0, row)[1] - y) ** 2
            if aside > 0:
                half = math.sqrt(aside)
                left = max(self._square((x - half, y))[0], 0)
                right = max(self._square((x + half, y))[0] + 1, 0)
                yield row, (1 << right) - (1 << left)


def room_of(
    rings: Iterable[Line], page: tuple[float, float], cell: float, edge: float = 0.0
) -> Grid:
    """Return the room within rings, by the even-odd rule, in squares of this size.

    What is beyond a page, so wide and so high, is none, nor what is that near to its
    edge.
    """
    lines = tuple(rings)
    right, low = page[0] - edge, page[1] - edge
    left = max(min(x for line in lines for x, _ in line), edge)
    top = max(min(y for line in lines for _, y in line), edge)
    bottom = min(max(y for line in lines for _, y in line), low)
    rows: list[list[float]] = [[] for _ in range(math.ceil((bottom - top) / cell))]
    for line in lines:
        for one, other in zip(line, (*line[1:], line[0]), strict=True):
            for row, x in _crossings(one, other, (top, bottom), cell):
                rows[row].append((min(max(x, left), right) - left) / cell)
    return Grid((left, top), cell, tuple(_bits(sorted(row)) for row in rows))


def _crossings(
    one: Point, other: Point, rows: tuple[float, float], cell: float
) -> Iterator[tuple[int, float]]:
    """Yield the rows whose middles a line crosses, and where it does."""
    (x, y), (u, v) = sorted((one, other), key=lambda point: point[1])
    top, bottom = rows
    first = math.ceil((max(y, top) - top) / cell - 0.5)
    last = math.ceil((min(v, bottom) - top) / cell - 0.5)
    for row in range(first, last):
        at = top + (row + 0.5) * cell
        yield row, x + (u - x) * (at - y) / (v - y)


def _bits(crossings: Sequence[float]) -> int:
    """Return the squares whose middles lie inside, of a row cut there."""
    bits = 0
    for start, end in zip(crossings[::2], crossings[1::2], strict=True):
        first, after = round(start), round(end)
        if first < after:
            bits |= (1 << after) - (1 << first)
    return bits


def _runs(bits: int, wide: int) -> int:
    """Return where so many bits begin that are all set."""
    done = 1
    while done < wide:
        step = min(done, wide - done)
        bits &= bits >> step
        done += step
    return bits


def _beside(bits: int, column: int) -> Iterator[int]:
    """Yield the set bits next to a column, on either side of it."""
    if before := bits & ((1 << column + 1) - 1):
        yield before.bit_length() - 1
    if after := bits >> column:
        yield column + (after & -after).bit_length() - 1


_WEIGHT = 2.0
_UNIT, _CENTER, _LINK = 0.9, 0.9, 2.0  # how much they are in the way; a unit may come
_LINKS = 16  # where there are more, names rather stand on links than are left out
_OUTSIDE = 9.0  # what it costs a name to leave its province
_FAR = 0.5  # what it costs to go as far as a name is high
_SMALLER = 1.6  # what it costs to be a size smaller than there is room for
_AIR, _TIGHT = 0.5, 0.5  # what is better to be free, and what it costs if it is not
_LEFT_OUT = 9.0  # what it costs to leave a name out, and to list it below the map
_HINT = {"coast": 1.5}  # the same of names that are missed less
# How much larger than the least they are, and what is free around them, in their size.
_LARGER = ((1.45, 0.3), (1.3, 0.2), (1.15, 0.1), (1.0, 0.0))
_HEIGHT, _HALO = 0.78, 0.12  # how high a name is, and what shines around it
# So far from an edge names are at least, in the least size: letters such as g reach
# down so far.
_EDGE = 0.3
_FINE = 6  # squares in the size that fits everywhere, to measure room
_REACH = 7.0  # how far from its best place a name may be, in that size
_FEW, _MANY, _ENOUGH = 10, 44, 3  # places for a name, and sizes that it has room for
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
    there is what it costs, the size that the name has there, and where it is. At the
    last one, which is None, it is left out.
    """

    text: str
    province: str
    style: str
    width: float
    costs: tuple[float, ...]
    sizes: tuple[float, ...]
    places: tuple[Point | None, ...]

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return the name at a place as three circles side by side."""
        at = self.places[number]
        return () if at is None else _blots(self.width, self.sizes[number], at)


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

    No name is smaller than `least`.
    """

    geometry: Geometry
    least: float
    fixed: tuple[Obstacle, ...]
    table: Placements


def names_of(geometry: Geometry) -> tuple[Name, ...]:
    """Return the names on a board, with the places that each may take."""
    fixed, table = tuple(_fixed(geometry)), Placements()
    table.put("", fixed)
    board = _Fixed(geometry, max(LEAST_LETTERS, geometry.font), fixed, table)
    return tuple(_name(sign, board) for sign in _signs(geometry))


def _fixed(geometry: Geometry) -> Iterator[Obstacle]:
    unit = geometry.unit
    for plot in geometry.provinces.values():
        for at in dict.fromkeys((plot.unit, *(at for _, at in plot.coasts))):
            yield Obstacle(at, unit * 1.1, _UNIT)
        if plot.center is not None:
            yield Obstacle(plot.center, unit * 0.45, _CENTER)
    links = sum(one.kind is ConnectorKind.LINK for one in geometry.connectors)
    weight = _LINK * min(1, _LINKS / max(links, 1)) ** 2
    for connector in geometry.connectors:
        for at in _marks(connector, geometry):
            yield Obstacle(at, unit * 0.5, weight)


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
    page, edge = (geometry.width, geometry.height), _EDGE * LEAST_LETTERS
    room = room_of(rings, page, geometry.font / _FINE, edge)
    for inset in geometry.insets:
        x, y = inset.corner
        wide, high = inset.width + 2 * edge, inset.height + 2 * edge
        room = room.outside((x - edge, y - edge), wide, high)
    return room


def _sign(text: str, province: str, style: str, at: Point, room: Grid) -> _NameToPlace:
    return _NameToPlace(text, province, style, at, room, text_width(text, 1, _FACES[style]))


def _name(sign: _NameToPlace, board: _Fixed) -> Name:
    found = list(_roomy(sign, board))
    if len(found) < _FEW:
        found += _narrow(sign, board)
    out = _HINT.get(sign.style, _LEFT_OUT)
    kept = [one for one in sorted(found)[:_MANY] if one[0] < out]
    costs, sizes, places = zip(*kept, (out, board.least, None), strict=True)
    return Name(sign.text, sign.province, sign.style, sign.width, costs, sizes, places)


def _roomy(sign: _NameToPlace, board: _Fixed) -> Iterator[tuple[float, float, Point]]:
    """Yield the places where a name is alone: what they cost, how large, and where."""
    if sign.style == "coast":
        return
    reach = board.least * _REACH
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


def _free(sign: _NameToPlace, size: float, margin: float, room: Grid) -> Iterator[Point]:
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
        yield board.least * factor, margin


def _narrow(sign: _NameToPlace, board: _Fixed) -> Iterator[tuple[float, float, Point]]:
    """Yield places that are not quite free, or not quite in the province."""
    size = board.least
    for at in _places(sign.at, size):
        if not _is_clear(at, sign.box(size), board.geometry):
            continue
        outside = _OUTSIDE * (1 - sign.room.share(at, *sign.box(size)))
        beside = board.table.cost("W", _blots(sign.width, size, at))
        yield outside + beside + _far(at, sign, size), size, at


def _is_clear(at: Point, box: tuple[float, float], geometry: Geometry) -> bool:
    """Return whether a box around a point is on the page, and cut by no inset."""
    edge = _EDGE * LEAST_LETTERS
    across, down = box[0] / 2 + edge, box[1] / 2 + edge
    return all(
        0 <= x <= geometry.width and 0 <= y <= geometry.height and geometry.inset_at((x, y)) is None
        for x in (at[0] - across, at[0] + across)
        for y in (at[1] - down, at[1] + down)
    )


def _places(around: Point, size: float) -> Iterator[Point]:
    for x, y in _ASIDE:
        yield around[0] + x * size, around[1] + y * size


def _far(at: Point, sign: _NameToPlace, size: float) -> float:
    return _FAR * math.dist(at, sign.at) / size


def _blots(width: float, size: float, at: Point) -> tuple[Obstacle, ...]:
    wide, high = (width + _HALO) * size, (_HEIGHT + _HALO) * size
    radius = max(high, wide / 3) / 2
    aside = wide / 2 - radius * 0.8
    return (
        Obstacle((at[0] - aside, at[1]), radius, _WEIGHT),
        Obstacle(at, radius, _WEIGHT),
        Obstacle((at[0] + aside, at[1]), radius, _WEIGHT),
    )


@dataclass(frozen=True, slots=True)
class Word:
    """A name in the picture; `place` is told to whoever points at it.

    `style` is `land`, `sea` or `coast`; `province` is whose name it is.
    """

    text: str
    province: str
    place: str
    style: str
    size: float
    at: Point


def words_of(
    names: Sequence[Name], variant: Variant, table: Placements
) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """Return the names of all provinces and coasts, which lie on the table then.

    Behind them come those of provinces for which there is no room.
    """
    full = {one.abbreviation: one.name for one in variant.geography.provinces}
    shown = {f"W{n}": one for n, one in enumerate(names) if one.province in full}
    taken = place(shown, table)
    words, left_out = [], []
    for key, one in shown.items():
        at, size = one.places[taken[key]], one.sizes[taken[key]]
        if at is not None:
            told = full[one.province]
            if one.style == "coast":
                told = f"{told} ({one.text})"
            words.append(Word(one.text, one.province, told, one.style, size, at))
        elif one.style != "coast":
            left_out.append(one.text)
    return tuple(words), tuple(left_out)
