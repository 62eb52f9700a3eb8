"""The names on a picture: as large as the room allows, and clear of everything else."""

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
    """A grid of squares that marks free room: in each row, the bits of the free squares.

    The columns of a row are the bits of an `int`, from the left.
    """

    corner: Point
    cell: float
    rows: tuple[int, ...]

    def share(self, at: Point, width: float, height: float) -> float:
        """Return the part of a box around `at` that is free, from 0 to 1."""
        left, top = self._square((at[0] - width / 2, at[1] - height / 2))
        columns, row_count = self._squares(width), self._squares(height)
        box = (1 << columns) - 1
        inside = sum(
            ((row >> left if left >= 0 else row << -left) & box).bit_count()
            for row in self.rows[max(top, 0) : max(top + row_count, 0)]
        )
        return inside / (columns * row_count)

    def around(self, at: Point, distance: float) -> "Grid":
        """Return the grid around `at`, up to this distance on each side."""
        left, top = self._square((at[0] - distance, at[1] - distance))
        left, top, side = max(left, 0), max(top, 0), self._squares(2 * distance)
        x, y = self.corner
        corner = x + left * self.cell, y + top * self.cell
        rows = self.rows[top : top + side]
        box = (1 << side) - 1
        return Grid(corner, self.cell, tuple(row >> left & box for row in rows))

    def without(self, obstacles: Iterable[Obstacle]) -> "Grid":
        """Return the grid without the squares under obstacles."""
        rows = list(self.rows)
        (left, top), cell = self.corner, self.cell
        right = left + max(map(int.bit_length, rows), default=0) * cell
        bottom = top + len(rows) * cell
        for obstacle in obstacles:
            (x, y), radius = obstacle.at, obstacle.radius
            if left - radius < x < right + radius and top - radius < y < bottom + radius:
                for row, bits in self._disk(obstacle):
                    rows[row] &= ~bits
        return replace(self, rows=tuple(rows))

    def outside(self, corner: Point, width: float, height: float) -> "Grid":
        """Return the grid without the squares of a box."""
        left, top = self._square(corner)
        right, bottom = self._square((corner[0] + width, corner[1] + height))
        box = (1 << max(right + 1, 0)) - (1 << max(left, 0))
        rows = enumerate(self.rows)
        free = (row & ~box if top <= n <= bottom else row for n, row in rows)
        return replace(self, rows=tuple(free))

    def middles(self, width: float, height: float) -> "Grid":
        """Return a grid of points: a point is free if a box of this size around it is free."""
        columns, row_count = self._squares(width), self._squares(height)
        narrow = [_run_starts(row, columns) for row in self.rows]
        rows = []
        for top in range(len(narrow) - row_count + 1):
            bits = narrow[top]
            for row in narrow[top + 1 : top + row_count]:
                bits &= row
            rows.append(bits)
        x, y = self.corner
        # A bit stands for the box whose upper left square it is, so the corner moves by half a box.
        corner = x + (columns - 1) * self.cell / 2, y + (row_count - 1) * self.cell / 2
        return Grid(corner, self.cell, tuple(rows))

    def has(self, at: Point) -> bool:
        """Return whether a point is free."""
        column, row = self._square(at)
        inside = column >= 0 and 0 <= row < len(self.rows)
        return inside and bool(self.rows[row] >> column & 1)

    def nearest(self, at: Point) -> Point | None:
        """Return the center of the free square nearest to `at`, or None.

        Only the two free squares next to its column are compared in each row.
        """
        column = max(self._square(at)[0], 0)
        candidates = [
            self._middle(place, row)
            for row, bits in enumerate(self.rows)
            for place in _beside(bits, column)
        ]
        return min(candidates, key=lambda middle: math.dist(middle, at), default=None)

    def _square(self, at: Point) -> tuple[int, int]:
        x, y = self.corner
        return math.floor((at[0] - x) / self.cell), math.floor((at[1] - y) / self.cell)

    def _squares(self, length: float) -> int:
        return max(round(length / self.cell), 1)

    def _middle(self, column: int, row: int) -> Point:
        x, y = self.corner
        return x + (column + 0.5) * self.cell, y + (row + 0.5) * self.cell

    def _disk(self, obstacle: Obstacle) -> Iterator[tuple[int, int]]:
        """Yield the rows that an obstacle covers, with the bits of its squares."""
        (x, y), radius = obstacle.at, obstacle.radius
        first, last = self._square((x, y - radius))[1], self._square((x, y + radius))[1]
        for row in range(max(first, 0), min(last + 1, len(self.rows))):
            half_squared = radius**2 - (self._middle(0, row)[1] - y) ** 2
            if half_squared > 0:
                half = math.sqrt(half_squared)
                left = max(self._square((x - half, y))[0], 0)
                right = max(self._square((x + half, y))[0] + 1, 0)
                yield row, (1 << right) - (1 << left)


def room_of(
    rings: Iterable[Line], page: tuple[float, float], cell: float, edge: float = 0.0
) -> Grid:
    """Return the room inside rings, by the even-odd rule, in squares of the size `cell`.

    Squares outside the page (width, height), or nearer than `edge` to its edge, are not free.
    """
    lines = tuple(rings)
    right, lowest = page[0] - edge, page[1] - edge
    left = max(min(x for line in lines for x, _ in line), edge)
    top = max(min(y for line in lines for _, y in line), edge)
    bottom = min(max(y for line in lines for _, y in line), lowest)
    rows: list[list[float]] = [[] for _ in range(math.ceil((bottom - top) / cell))]
    for line in lines:
        for first, second in zip(line, (*line[1:], line[0]), strict=True):
            for row, x in _crossings(first, second, (top, bottom), cell):
                rows[row].append((min(max(x, left), right) - left) / cell)
    return Grid((left, top), cell, tuple(_bits(sorted(row)) for row in rows))


def _crossings(
    start: Point, end: Point, rows: tuple[float, float], cell: float
) -> Iterator[tuple[int, float]]:
    """Yield the rows whose middle lines a line crosses, with the x of each crossing."""
    (x, y), (u, v) = sorted((start, end), key=lambda point: point[1])
    top, bottom = rows
    first = math.ceil((max(y, top) - top) / cell - 0.5)
    last = math.ceil((min(v, bottom) - top) / cell - 0.5)
    for row in range(first, last):
        at = top + (row + 0.5) * cell
        yield row, x + (u - x) * (at - y) / (v - y)


def _bits(crossings: Sequence[float]) -> int:
    """Return the bits of the squares of a row that lie between its sorted crossings in pairs."""
    bits = 0
    for start, end in zip(crossings[::2], crossings[1::2], strict=True):
        first, after = round(start), round(end)
        if first < after:
            bits |= (1 << after) - (1 << first)
    return bits


def _run_starts(bits: int, wide: int) -> int:
    """Return the bits at which a run of `wide` set bits begins."""
    length = 1
    while length < wide:
        step = min(length, wide - length)
        bits &= bits >> step
        length += step
    return bits


def _beside(bits: int, column: int) -> Iterator[int]:
    """Yield the nearest set bits on both sides of a column."""
    if before := bits & ((1 << column + 1) - 1):
        yield before.bit_length() - 1
    if after := bits >> column:
        yield column + (after & -after).bit_length() - 1


_WEIGHT = 2.0
_UNIT, _CENTER, _LINK = 0.9, 0.9, 2.0  # weights as obstacles; no unit may ever be there
_LINKS = 16  # on boards with more links than this, names may cover links
_OUTSIDE = 9.0  # the cost of a name outside its province
_FAR = 0.5  # the cost of a distance of one font size
_SMALLER = 1.6  # the cost of a size smaller than possible
_AIR, _TIGHT = 0.5, 0.5  # the distance that should be free, and the cost if it is not
_LEFT_OUT = 9.0  # the cost of leaving a name out and listing it below the map
_HINT = {"coast": 1.5}  # the same cost for less important names
# Factors of the smallest font size, and the free distance around the name, in its size.
_LARGER = ((1.45, 0.3), (1.3, 0.2), (1.15, 0.1), (1.0, 0.0))
_HEIGHT, _HALO = 0.78, 0.12  # the height of a name and of its halo, in its size
# The distance of names from edges, in the smallest size: the descender of a `g` needs it.
_EDGE = 0.3
_FINE = 6  # squares of the grid in the font size that fits everywhere
_REACH = 7.0  # the distance of a name from its best place, in that size
_FEW, _MANY, _ENOUGH = 10, 44, 3  # limits of places for a name, and of sizes to try
_FACES = {"land": "bold", "sea": "italic", "coast": "italic"}
# Places around the best one, in the size of the name.
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
    """The name of a province or a coast, with its possible places, the best first.

    The last place is None: there the name is left out.
    """

    text: str
    province: str
    #: `land`, `sea` or `coast`.
    style: str
    #: The width in the font size 1.
    width: float
    #: By place: its cost without other obstacles, and the font size there.
    costs: tuple[float, ...]
    sizes: tuple[float, ...]
    places: tuple[Point | None, ...]

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return the name at a place as three circles side by side."""
        at = self.places[number]
        return () if at is None else _circles(self.width, self.sizes[number], at)


@dataclass(frozen=True, slots=True)
class _NameToPlace:
    """A name without a place yet."""

    text: str
    province: str
    style: str
    #: The best place.
    at: Point
    #: The free room in the province.
    room: Grid
    #: The width in the font size 1.
    width: float

    def box(self, size: float) -> tuple[float, float]:
        """Return its width and height in a font size."""
        return self.width * size, _HEIGHT * size


@dataclass(frozen=True, slots=True)
class _FixedBoard:
    """The fixed obstacles of a board."""

    geometry: Geometry
    #: The smallest font size of names.
    least: float
    fixed: tuple[Obstacle, ...]
    #: The same obstacles in the form in which `Placements.cost` needs them.
    table: Placements


def names_of(geometry: Geometry) -> tuple[Name, ...]:
    """Return the names on a board with their possible places."""
    fixed, table = tuple(_fixed_obstacles(geometry)), Placements()
    table.put("", fixed)
    board = _FixedBoard(geometry, max(LEAST_LETTERS, geometry.font), fixed, table)
    return tuple(_name(sign, board) for sign in _names_to_place(geometry))


def _fixed_obstacles(geometry: Geometry) -> Iterator[Obstacle]:
    """Yield the obstacles that are always there: units, centers and connectors."""
    unit = geometry.unit
    for shape in geometry.provinces.values():
        for at in dict.fromkeys((shape.unit, *(at for _, at in shape.coasts))):
            yield Obstacle(at, unit * 1.1, _UNIT)
        if shape.center is not None:
            yield Obstacle(shape.center, unit * 0.45, _CENTER)
    links = sum(c.kind is ConnectorKind.LINK for c in geometry.connectors)
    weight = _LINK * min(1, _LINKS / max(links, 1)) ** 2
    for connector in geometry.connectors:
        for at in _marks(connector, geometry):
            yield Obstacle(at, unit * 0.5, weight)


def _marks(connector: Connector, geometry: Geometry) -> Iterator[Point]:
    """Yield points along the marks of a connector."""
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


def _names_to_place(geometry: Geometry) -> Iterator[_NameToPlace]:
    """Yield the names of provinces and coasts, without places."""
    width, height = geometry.width, geometry.height
    page = _room([((0, 0), (width, 0), (width, height), (0, height))], geometry)
    for key, shape in geometry.provinces.items():
        if shape.kind is Terrain.IMPASSABLE:
            continue
        room = _room(map(geometry.outline, shape.rings), geometry)
        if shape.kind is Terrain.SEA:
            yield _name_to_place(key, key, "sea", shape.label, room)
        else:
            yield _name_to_place(key.capitalize(), key, "land", shape.label, room)
        for coast, (x, y) in shape.coasts:
            below = x, y + geometry.unit * 1.5
            yield _name_to_place(coast.lower(), key, "coast", below, page)


def _room(rings: Iterable[Line], geometry: Geometry) -> Grid:
    """Return the room inside rings that is on the page and outside of insets."""
    page, edge = (geometry.width, geometry.height), _EDGE * LEAST_LETTERS
    room = room_of(rings, page, geometry.font / _FINE, edge)
    for inset in geometry.insets:
        x, y = inset.corner
        width, height = inset.width + 2 * edge, inset.height + 2 * edge
        room = room.outside((x - edge, y - edge), width, height)
    return room


def _name_to_place(text: str, province: str, style: str, at: Point, room: Grid) -> _NameToPlace:
    return _NameToPlace(text, province, style, at, room, text_width(text, 1, _FACES[style]))


def _name(sign: _NameToPlace, board: _FixedBoard) -> Name:
    """Return a name with its possible places."""
    candidates = list(_roomy(sign, board))
    if len(candidates) < _FEW:
        candidates += _narrow(sign, board)
    left_out_cost = _HINT.get(sign.style, _LEFT_OUT)
    places_kept = [place for place in sorted(candidates)[:_MANY] if place[0] < left_out_cost]
    costs, sizes, places = zip(*places_kept, (left_out_cost, board.least, None), strict=True)
    return Name(sign.text, sign.province, sign.style, sign.width, costs, sizes, places)


def _roomy(sign: _NameToPlace, board: _FixedBoard) -> Iterator[tuple[float, float, Point]]:
    """Yield the places where a name is clear of fixed things: cost, font size, point."""
    if sign.style == "coast":
        return
    reach = board.least * _REACH
    room, found_sizes = sign.room.around(sign.at, reach).without(board.fixed), 0
    for factor, margin in _LARGER:
        size = board.least * factor
        airy = tuple(_free(sign, size, (margin + _AIR) * size, room))
        tight = () if len(airy) > _FEW else _free(sign, size, margin * size, room)
        candidates = [*((at, 0.0) for at in airy), *((at, _TIGHT) for at in tight)]
        for at, extra in candidates:
            yield found_sizes * _SMALLER + extra + _distance_cost(at, sign, size), size, at
        found_sizes += bool(candidates)
        if found_sizes == _ENOUGH:
            return


def _free(sign: _NameToPlace, size: float, margin: float, room: Grid) -> Iterator[Point]:
    """Yield the points in a room where a name with this margin is free."""
    width, height = sign.box(size)
    free = room.middles(width + margin, height + margin)
    best = free.nearest(sign.at)
    if best is not None:
        yield best
        yield from filter(free.has, _places(best, size))


def _narrow(sign: _NameToPlace, board: _FixedBoard) -> Iterator[tuple[float, float, Point]]:
    """Yield further places, which are partly covered or partly outside the province."""
    size = board.least
    for at in _places(sign.at, size):
        if not _is_clear(at, sign.box(size), board.geometry):
            continue
        outside = _OUTSIDE * (1 - sign.room.share(at, *sign.box(size)))
        overlap = board.table.cost("W", _circles(sign.width, size, at))
        yield outside + overlap + _distance_cost(at, sign, size), size, at


def _is_clear(at: Point, box: tuple[float, float], geometry: Geometry) -> bool:
    """Return whether a box around a point is on the page and outside of insets."""
    edge = _EDGE * LEAST_LETTERS
    across, down = box[0] / 2 + edge, box[1] / 2 + edge
    return all(
        0 <= x <= geometry.width and 0 <= y <= geometry.height and geometry.inset_at((x, y)) is None
        for x in (at[0] - across, at[0] + across)
        for y in (at[1] - down, at[1] + down)
    )


def _places(around: Point, size: float) -> Iterator[Point]:
    """Yield a point, and points around it in growing distances."""
    for x, y in _ASIDE:
        yield around[0] + x * size, around[1] + y * size


def _distance_cost(at: Point, sign: _NameToPlace, size: float) -> float:
    """Return the cost of the distance from the best place."""
    return _FAR * math.dist(at, sign.at) / size


def _circles(width: float, size: float, at: Point) -> tuple[Obstacle, ...]:
    """Return a name as three circles side by side, which cover its box."""
    width_with_halo, height = (width + _HALO) * size, (_HEIGHT + _HALO) * size
    radius = max(height, width_with_halo / 3) / 2
    aside = width_with_halo / 2 - radius * 0.8
    return (
        Obstacle((at[0] - aside, at[1]), radius, _WEIGHT),
        Obstacle(at, radius, _WEIGHT),
        Obstacle((at[0] + aside, at[1]), radius, _WEIGHT),
    )


@dataclass(frozen=True, slots=True)
class Word:
    """A name at its place in the picture."""

    text: str
    province: str
    #: The full name, shown when the pointer is on it.
    place: str
    #: `land`, `sea` or `coast`.
    style: str
    size: float
    at: Point


def words_of(
    names: Sequence[Name], variant: Variant, table: Placements
) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """Return the names at their places, and the texts of those without room.

    The places are chosen around the obstacles in `table`, and entered there.
    """
    full = {p.abbreviation: p.name for p in variant.geography.provinces}
    placeable = {f"W{n}": name for n, name in enumerate(names) if name.province in full}
    chosen = place(placeable, table)
    words, left_out = [], []
    for key, name in placeable.items():
        at, size = name.places[chosen[key]], name.sizes[chosen[key]]
        if at is not None:
            title = full[name.province]
            if name.style == "coast":
                title = f"{title} ({name.text})"
            words.append(Word(name.text, name.province, title, name.style, size, at))
        elif name.style != "coast":
            left_out.append(name.text)
    return tuple(words), tuple(left_out)
