"""The ground of a drawing: the positions of everything in the picture before it is drawn.

Positions come from the map maker. For a board without positions they are computed: the outer
regions are placed on a circle, all others in the middle of their neighbors (Tutte, 1963), and then
the space between them is evened out.

The shapes of the Earth are those of the npm package world-atlas (Natural Earth, 1:50 million,
public domain). It is fetched once into a cache folder.
"""

import json
import math
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import networkx as nx
import numpy as np
import shapely
from scipy.interpolate import RBFInterpolator
from scipy.spatial import cKDTree
from shapely import Geometry as Area
from shapely.affinity import scale, translate
from shapely.geometry import MultiPolygon, Point, Polygon, box

from judge.boards import Inset, zoom_of
from judge.engine import Geography, bits
from judge.mapmaking.drawing.board import BoardRegions, Place, Places, Spot, UndrawableError
from judge.mapmaking.drawing.cells import Points

_SIZE = 1000.0  # any size: the picture scales it
_WIDER = 1.2  # an ellipse, because names are wider than high
# Evening out: the number of rounds, the step of a point towards the middle of its surroundings, and
# the weight of large parts of these.
_EVENINGS = 400
_STEP = 0.7
_EAGERNESS = 0.9

_Triangles = list[tuple[int, int, int]]


def laid_out(board: BoardRegions) -> dict[str, Place]:
    """Return x and y of each region.

    A region without borders is placed in a gap, or outside if there is none.
    """
    graph = _in_one_piece(nx.Graph(sorted(board.borders)))
    faces = _faces(graph)
    outer = max(faces, key=lambda face: sum(1 + board.is_sea(n) for n in face), default=[])
    faces = [face for face in faces if face != outer]
    gaps = sorted(faces, key=len, reverse=True)
    alone = [region for region in range(board.void) if region not in graph]
    within = dict(zip(alone, gaps, strict=False))
    outer = [*outer, *alone[len(within) :]]
    triangles = _triangles(faces, board.void)
    places = _tutte(outer, triangles, board.void)
    if triangles:
        places = _evened(places, triangles, frozenset(outer))
    positions = {}
    for region in range(board.void):
        x, y = places[within.get(region, [region])].mean(0).tolist()
        positions[board.name(region)] = (x, y)
    return positions


def _in_one_piece(graph: "nx.Graph[int]") -> "nx.Graph[int]":
    """Return the graph with its parts joined by additional edges."""
    parts = [min(part) for part in nx.connected_components(graph)]
    graph.add_edges_from(pairwise(parts))
    return graph


def _faces(graph: nx.Graph) -> list[list[int]]:
    """Return the regions around each face of the graph, in sequence."""
    _, embedding = nx.check_planarity(graph)
    seen: set[tuple[int, int]] = set()
    return [
        list(dict.fromkeys(embedding.traverse_face(*edge, mark_half_edges=seen)))
        for edge in embedding.edges()
        if edge not in seen
    ]


def _triangles(faces: list[list[int]], points: int) -> _Triangles:
    """Return the faces cut into triangles; a larger face gets a point inside."""
    triangles: _Triangles = []
    for face in faces:
        if len(face) == 3:
            a, b, c = face
            triangles.append((a, b, c))
        else:
            triangles += [(points, a, b) for a, b in pairwise([*face, face[0]])]
            points += 1
    return triangles


def _tutte(outer: list[int], triangles: _Triangles, regions: int) -> Points:
    """Return positions: outer regions on an ellipse, the others amid their neighbors."""
    number = 1 + max((regions - 1, *(max(corners) for corners in triangles)))
    adjacency = np.zeros((number, number))
    for a, b, c in triangles:
        for first, second in ((a, b), (b, c), (c, a)):
            adjacency[first, second] = adjacency[second, first] = 1
    matrix = np.diag(adjacency.sum(1)) - adjacency
    right = np.zeros((number, 2))
    for step, region in enumerate(outer):
        angle = 2 * math.pi * step / len(outer)
        matrix[region] = 0
        matrix[region, region] = 1
        right[region] = (_WIDER * math.cos(angle), math.sin(angle))
    idle = ~matrix.any(1)
    matrix[idle, idle] = 1
    return np.asarray(_SIZE * np.linalg.solve(matrix, right))


def _evened(places: Points, triangles: _Triangles, outer: frozenset[int]) -> Points:
    """Return the positions moved so that triangles have similar sizes and none is turned over."""
    corners = np.array(triangles)
    sign = np.sign(np.median(_areas(places[corners])))
    beside: dict[int, list[int]] = {}
    for number, points in enumerate(triangles):
        for point in points:
            beside.setdefault(point, []).append(number)
    free = sorted(beside.keys() - outer)
    chance = np.random.default_rng(1)
    for _ in range(_EVENINGS):
        for point in chance.permutation(free).tolist():
            around = corners[beside[point]]
            weights = np.abs(_areas(places[around])) ** _EAGERNESS + 1e-9
            middle = np.average(places[around].mean(1), axis=0, weights=weights)
            before = places[point].copy()
            places[point] += _STEP * (middle - before)
            if (sign * _areas(places[around]) <= 0).any():
                places[point] = before
    return places


def _areas(triangles: Points) -> Points:
    """Return the areas of triangles, with signs for their orientation."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    u, v = b - a, c - a
    return np.asarray((u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2)


# Directions in the picture as complex numbers x + iy, with y downwards.
_DIRECTIONS = {"n": -1j, "s": 1j, "e": 1 + 0j, "w": -1 + 0j}
_WORD = re.compile(
    r"\b(?=north|south|east|west)(north|south)?(?:ern)?[ -]?(east|west)?(?:ern)?\b\W*",
    re.IGNORECASE,
)
# The weights of hints: a named coast, two provinces whose names differ only by a direction, and a
# province with a direction in its name.
_COAST, _PAIR, _ALONE = 1.0, 2.0, 0.5
# Rotations by quarters.
_TURNS = (1 + 0j, 1j, -1 + 0j, -1j)

# A direction in the picture, the direction in which it should be, and a weight.
_Hint = tuple[complex, complex, float]


def upright(at: Mapping[str, Place], geography: Geography) -> dict[str, Place]:
    """Return the positions rotated and mirrored so that they fit names and coasts best.

    They fill the same width and height as before. Without hints they stay unchanged.
    """
    points = {name: complex(*place) for name, place in at.items()}
    xs = [point.real for point in points.values()]
    ys = [point.imag for point in points.values()]
    middle = complex(max(xs) + min(xs), max(ys) + min(ys)) / 2
    width, height = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    normalized = {
        name: complex((point - middle).real / width, (point - middle).imag / height)
        for name, point in points.items()
    }
    hints = list(_hints(normalized, geography))
    options = [(turn, mirrored) for mirrored in (False, True) for turn in _TURNS]
    best = max(options, key=lambda option: _fit(hints, *option))
    rotated = {name: _turned(point, *best) for name, point in normalized.items()}
    return {
        name: (middle.real + point.real * width, middle.imag + point.imag * height)
        for name, point in rotated.items()
    }


def _turned(point: complex, turn: complex, mirrored: bool) -> complex:
    """Return a point mirrored or not, then rotated."""
    return turn * (point.conjugate() if mirrored else point)


def _fit(hints: list[_Hint], turn: complex, mirrored: bool) -> float:
    """Return how well the hints fit the rotated picture."""
    products = (
        sure * (_turned(lies, turn, mirrored).conjugate() * should).real
        for lies, should, sure in hints
    )
    return round(sum(products), 6)


def _hints(at: Mapping[str, complex], geography: Geography) -> Iterator[_Hint]:
    """Yield the hints of named coasts and of names of provinces."""
    names = [province.abbreviation for province in geography.provinces]
    for index, location in enumerate(geography.locations):
        home, coast = names[location.province], location.coast
        around = {names[n] for n in bits(geography.fleet_reach[index])} & at.keys()
        direction = _DIRECTIONS.get(coast.code.removesuffix("c")) if coast else None
        if direction and around and home in at:
            away = sum(at[neighbor] for neighbor in around) / len(around) - at[home]
            yield _direction(away), direction, _COAST
    alike: dict[str, list[tuple[complex, complex]]] = {}
    for province in geography.provinces:
        direction_in_name = _direction_in(province.name)
        if direction_in_name and province.abbreviation in at:
            place = at[province.abbreviation]
            yield place, direction_in_name, _ALONE
            rest = _WORD.sub("", province.name).casefold()
            alike.setdefault(rest, []).append((place, direction_in_name))
    for places in alike.values():
        for (first_at, first), (second_at, second) in pairwise(places):
            yield _direction(first_at - second_at), _direction(first - second), _PAIR


def _direction_in(name: str) -> complex:
    """Return the direction in a name, 0 if there is none."""
    match = _WORD.search(name)
    words = match.groups() if match else ()
    return _direction(sum(_DIRECTIONS[word[0].lower()] for word in words if word))


def _direction(way: complex) -> complex:
    """Return a direction with length 1, or 0."""
    return way / (abs(way) or 1)


PACKAGE = "world-atlas@2.0.2"
_ARCHIVE = "world-atlas-2.0.2.tgz"
# In degrees: a view has straight sides in the picture, but its parallels and meridians are curved.
_AROUND_VIEW = 12.0

View = tuple[float, float, float, float]
Project = Callable[[Points], Points]


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of land in degrees; `name` is empty for land without countries."""

    name: str
    area: MultiPolygon


class _OnePolygon(TypedDict):
    """A geometry of TopoJSON: the arcs of each of its rings."""

    type: Literal["Polygon"]
    arcs: list[list[int]]
    properties: NotRequired[dict[str, str]]


class _Polygons(TypedDict):
    """A geometry of TopoJSON with several polygons."""

    type: Literal["MultiPolygon"]
    arcs: list[list[list[int]]]
    properties: NotRequired[dict[str, str]]


class _Collection(TypedDict):
    geometries: list[_OnePolygon | _Polygons]


class _Transform(TypedDict):
    scale: tuple[float, float]
    translate: tuple[float, float]


class _Topology(TypedDict):
    """A file of TopoJSON: arcs in whole steps, shared by the shapes of its layers."""

    arcs: list[list[list[int]]]
    transform: _Transform
    objects: dict[str, _Collection]


def shapes(view: View, layer: str, cache: Path) -> list[Shape]:
    """Return the shapes of a layer (`land` or `countries`) in a view and around it."""
    topology: _Topology = json.loads(_atlas_file(cache, f"{layer}-50m.json"))
    move = topology["transform"]
    arcs = [
        np.cumsum(np.array(steps, float), 0) * move["scale"] + move["translate"]
        for steps in topology["arcs"]
    ]
    west, south, east, north = view
    around = box(
        west - _AROUND_VIEW, max(south - _AROUND_VIEW, -85), east + _AROUND_VIEW, min(north + 6, 85)
    )
    shapes_found = []
    for feature in topology["objects"][layer]["geometries"]:
        polygons = feature["arcs"] if feature["type"] == "MultiPolygon" else [feature["arcs"]]
        pieces = (piece for rings in polygons for piece in _pieces(rings, arcs))
        area = shapely.union_all([shapely.make_valid(piece) & around for piece in pieces])
        if not area.is_empty:
            shapes_found.append(Shape(feature.get("properties", {}).get("name", ""), area))
    return shapes_found


def cylinder(view: View) -> Project:
    """Return the Mercator projection, for views near the Equator or very wide ones."""
    middle = math.radians((view[0] + view[2]) / 2)

    def project(points: Points) -> Points:
        north = np.log(np.tan(math.pi / 4 + np.radians(points[:, 1]) / 2))
        return np.column_stack([np.radians(points[:, 0]) - middle, -north])

    return project


def cone(view: View) -> Project:
    """Return Lambert's conformal conic projection with two standard parallels in the view."""
    west, south, east, north = view
    middle = math.radians((west + east) / 2)
    third = (north - south) / 5
    first, second = math.radians(south + third), math.radians(north - third)
    n = math.log(math.cos(first) / math.cos(second)) / math.log(_tan(second) / _tan(first))
    radius = math.cos(first) * _tan(first) ** n / n

    def project(points: Points) -> Points:
        angle = n * (np.radians(points[:, 0]) - middle)
        far = radius / np.tan(math.pi / 4 + np.radians(points[:, 1]) / 2) ** n
        return np.column_stack([far * np.sin(angle), far * np.cos(angle)])

    return project


def corners(view: View, project: Project) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a view on the plane.

    Its width is that of its middle parallel, its height that of its middle meridian.
    """
    west, south, east, north = view
    x, y = (west + east) / 2, (south + north) / 2
    edge = project(np.array([(west, y), (x, north), (east, y), (x, south)], float))
    return (edge[0, 0], edge[1, 1], edge[2, 0], edge[3, 1])


def _tan(latitude: float) -> float:
    """Return the tangent that both projections use."""
    return math.tan(math.pi / 4 + latitude / 2)


def _atlas_file(cache: Path, name: str) -> bytes:
    """Return a file of the atlas."""
    archive = cache / _ARCHIVE
    if not archive.exists():
        _fetch(cache)
    with tarfile.open(archive) as files:
        file = files.extractfile(f"package/{name}")
        assert file is not None
        return file.read()


def _fetch(cache: Path) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", PACKAGE, "--pack-destination", str(cache)]
    try:
        subprocess.run(command, check=True, capture_output=True, cwd=cache)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UndrawableError(
            f"The coastlines cannot be fetched by `{' '.join(command[:3])}` ({error}). "
            f"Put {_ARCHIVE} of the npm registry into {cache}."
        ) from error


def _pieces(rings: list[list[int]], arcs: Sequence[Points]) -> Iterator[Polygon]:
    """Yield a polygon in degrees, and its copies 360 degrees to the west and to the east."""
    outer, *holes = [_ring(ring, arcs) for ring in rings]
    for turn in (-360, 0, 360):
        move = (turn, 0)
        yield Polygon(outer + move, [hole + move for hole in holes])


def _ring(indices: Sequence[int], arcs: Sequence[Points]) -> Points:
    """Return a ring without jumps of longitude at the edge of the map of the Earth."""
    lines = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in indices]
    ring = np.vstack([lines[0], *(line[1:] for line in lines[1:])])
    jumps = np.round(np.diff(ring[:, 0]) / 360)
    ring[1:, 0] -= 360 * np.cumsum(jumps)
    return ring


Move = Callable[[Points], Points]

# After these steps 0.95 ** 300 is left of a displacement: too little to see.
_STEPS = 300
# Two points that are too near move apart by 0.44 of the missing distance in a step, half of it
# each. The pull to the original position is weaker, because distance matters more.
_PULL = 0.05
_PUSH = 0.22
_ALONG_FRAME = 9  # points of each side that keep the frame in place
_STIFFNESS = 0.3  # with 0, the ground between two near points that move apart would fold


def spread(middles: Points, strength: float, zoom: Points) -> Points:
    """Return the points moved apart, by as little as needed.

    With `strength` 1 each point gets the average room of all points; a point that is shown larger
    by its `zoom` needs less.
    """
    extent = np.ptp(middles, axis=0)
    whole = strength * sqrt(extent[0] * extent[1] / (zoom**-2).sum())
    moved = middles.copy()
    for _ in range(_STEPS):
        force = _PULL * (middles - moved)
        pairs = cKDTree(moved).query_pairs(whole, output_type="ndarray")
        least_distance = whole * (1 / zoom)[pairs].mean(1)
        between = moved[pairs[:, 0]] - moved[pairs[:, 1]]
        apart = np.maximum(np.hypot(*between.T), 1e-6)
        push = between * (_PUSH * (least_distance - apart).clip(0) / apart)[:, None]
        np.add.at(force, pairs[:, 0], push)
        np.add.at(force, pairs[:, 1], -push)
        moved += force.clip(-0.1 * whole, 0.1 * whole)
    return moved


def carried(before: Points, after: Points, frame: Points) -> Move:
    """Return a function that moves any point like the points near it.

    `frame` is the size of the picture, whose edge does not move.
    """
    parts = np.linspace(0, 1, _ALONG_FRAME)
    edge = frame * [(x, y) for x in parts for y in parts if {x, y} & {0.0, 1.0}]
    field = RBFInterpolator(
        np.vstack([before, edge]),
        np.vstack([after - before, np.zeros_like(edge)]),
        smoothing=_STIFFNESS,
        kernel="thin_plate_spline",
    )
    return lambda points: points + field(points)


# The margin around positions without a view, as a part of the longer side.
_MARGIN = 0.06
# No point is moved nearer to the edge than this part of the picture and `_PASSAGE` cells, so that
# there is room for a border of another region.
_EDGE = 0.02
_PASSAGE = 3.5
# Smaller islands and lakes are left out, in square units of the picture.
_SMALL_ISLAND = 60.0
_SMALL_LAKE = 120.0
_BEYOND = 60.0
_CELLS_APART = 6.0
_COARSEST = 6.0
_FINEST = 2.6
# The cells within this many cells of a region's position are made land or water, like the region.
_PATCH = 1.5
# The number of candidates in a row for a region without position.
_GRID = 30
# Rounds in which insets get a new size after positions have moved apart.
_INSET_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class RegionPoints:
    """The positions in the picture of regions, of further points, and of the void."""

    width: float
    height: float
    #: The size of a cell.
    cell: float
    #: By region: its position, and further points.
    middles: Points
    seeds: Mapping[int, Points]
    #: Points outside the game; `lakes` are the points among them that are on water.
    void: Points
    lakes: Points
    #: The land, or None if coasts are to be invented.
    land: Area | None
    #: Countries of today, whose borders old ones often follow.
    countries: tuple[Area, ...]
    insets: tuple[Inset, ...]
    page: Inset | None


def ground_of(board: BoardRegions, places: Places, cache: Path) -> RegionPoints:
    """Return the ground of a board; UndrawableError if positions are missing."""
    index = {names[0]: region for region, names in enumerate(board.provinces)}
    positions = _positions(board, places.places)
    picture, frame = _picture(places, positions)
    flat = picture(positions)
    _check_inside(board, flat, frame)
    middles, move = _with_room(flat, places, picture, frame)
    to_ground = _after(picture, move)
    cell = places.cell or _cell(middles)
    land, countries = None, ()
    if places.view:
        drawn = _Projection(places.view, frame, picture, move)
        land = _patched(_land(places, cache, drawn), board, middles, cell)
        countries = _countries(places, cache, drawn)
    return RegionPoints(
        width=float(frame[0]),
        height=float(frame[1]),
        cell=cell,
        middles=middles,
        seeds={
            region: to_ground(_points(places.points(name)))
            for name, region in index.items()
            if places.points(name)
        },
        void=to_ground(_points(places.void)),
        lakes=to_ground(_points(places.lakes)),
        land=land,
        countries=countries,
        insets=_insets(places, to_ground, frame),
        page=_page(places, to_ground, frame),
    )


def _with_room(flat: Points, places: Places, picture: Move, frame: Points) -> tuple[Points, Move]:
    """Return the positions moved apart, and the function that moves the ground with them."""
    middles: Points = flat
    move: Move = _unmoved
    for _ in range(_INSET_ROUNDS if places.insets else 1):
        to_ground = _after(picture, move)
        page, insets = _page(places, to_ground, frame), _insets(places, to_ground, frame)
        width = page.width if page else float(frame[0])
        moved = spread(flat, places.spread, _zooms(middles, width, insets))
        edge = np.maximum(_EDGE * frame, _PASSAGE * (places.cell or _cell(flat)))
        middles = moved.clip(np.minimum(flat, edge), np.maximum(flat, frame - edge))
        move = carried(flat, middles, frame)
    return middles, move


def _unmoved(points: Points) -> Points:
    """Return the points unchanged."""
    return points


def _after(first: Move, second: Move) -> Move:
    """Return the function that applies `first`, then `second`."""
    return lambda points: second(first(points))


def _insets(places: Places, to_ground: Move, frame: Points) -> tuple[Inset, ...]:
    return tuple(
        _part(part, to_ground, frame, name, f"The inset {name}")
        for name, part in places.insets.items()
    )


def _page(places: Places, to_ground: Move, frame: Points) -> Inset | None:
    return _part(places.page, to_ground, frame, "", "The page") if places.page else None


def _part(part: View, to_ground: Move, frame: Points, name: str, title: str) -> Inset:
    """Return the upright rectangle in the drawing for a part of `places.toml`.

    It passes through the middles of the part's edges. UndrawableError if it is not
    inside the picture; `title` is its name there.
    """
    west, south, east, north = part
    x, y = (west + east) / 2, (south + north) / 2
    edges = to_ground(np.array([(west, y), (x, north), (east, y), (x, south)], float))
    left, top, right, bottom = edges[range(4), [0, 1, 0, 1]].round(1).tolist()
    if not (0 <= left < right <= frame[0] and 0 <= top < bottom <= frame[1]):
        text = f"{title} of places.toml is not a part of the picture."
        raise UndrawableError(text)
    size = round(right - left, 1), round(bottom - top, 1)
    return Inset(name, (left, top), *size)


def _zooms(places: Points, width: float, insets: tuple[Inset, ...]) -> Points:
    """Return the scale at which each point is shown, compared with the board."""
    zooms = np.ones(len(places))
    for inset in insets:
        inside = [inset.holds((x, y)) for x, y in places.tolist()]
        zooms[inside] = zoom_of(inset, insets, width)
    return zooms


@dataclass(frozen=True, slots=True)
class _Projection:
    """The projection from degrees to the picture."""

    view: View
    frame: Points
    picture: Move
    move: Move

    def shape(self, area: Area) -> Area:
        """Return a shape in degrees, projected and cut a little beyond the edge of the picture."""
        around = box(-_BEYOND, -_BEYOND, *(self.frame + _BEYOND))
        flat = shapely.transform(area.segmentize(0.5), _rounded(self.picture))
        near = (shapely.make_valid(flat) & around).segmentize(_CELLS_APART)
        return shapely.transform(near, _rounded(self.move)).buffer(0)


def _rounded(move: Move) -> Move:
    """Return the function with rounded results, so that closed rings stay closed."""
    return lambda points: move(points).round(4)


def _positions(board: BoardRegions, known_positions: Mapping[str, Place]) -> Points:
    """Return the positions of the regions.

    An impassable region without a position is placed where there is most room. UndrawableError if
    any other region has no position.
    """
    names = [provinces[0] for provinces in board.provinces]
    missing = [n for n, name in enumerate(names) if name not in known_positions]
    if unplaced := [names[n] for n in missing if not board.is_closed(n)]:
        text = f"places.toml has no position of {' '.join(unplaced)}."
        raise UndrawableError(text)
    known = [known_positions[name] for name in names if name in known_positions]
    placed = dict(zip(missing, _gaps(np.array(known, float), len(missing)), strict=True))
    return np.array([placed.get(n, known_positions.get(name)) for n, name in enumerate(names)])


def _gaps(known: Points, number: int) -> list[Place]:
    """Return `number` positions between known points, each as far as possible from all others."""
    left, right = known[:, 0].min(), known[:, 0].max()
    top, bottom = known[:, 1].min(), known[:, 1].max()
    x, y = np.linspace(left, right, _GRID), np.linspace(top, bottom, _GRID)
    choices = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    positions: list[Place] = []
    for _ in range(number):
        taken = np.vstack([known, *positions])
        at = choices[cKDTree(taken).query(choices)[0].argmax()]
        positions.append((float(at[0]), float(at[1])))
    return positions


def _points(places: Sequence[Place]) -> Points:
    return np.array(places, float).reshape(-1, 2)


def _picture(places: Places, positions: Points) -> tuple[Move, Points]:
    """Return the function from positions to the picture, and the size of the picture."""
    if places.view:
        shape = cone if places.projection == "cone" else cylinder
        project = shape(places.view)
        left, top, right, bottom = corners(places.view, project)
    else:
        project = np.asarray
        margin = _MARGIN * np.ptp(positions, axis=0).max()
        left, top = positions.min(0) - margin
        right, bottom = positions.max(0) + margin
    zoom = places.width / (right - left)
    frame = np.array([places.width, round(zoom * (bottom - top), 1)])
    return lambda points: (project(points) - (left, top)) * zoom, frame


def _check_inside(board: BoardRegions, flat: Points, frame: Points) -> None:
    """Check that all positions are inside the view."""
    outside = np.flatnonzero(((flat < 0) | (flat > frame)).any(1))
    if len(outside):
        names = " ".join(board.name(region) for region in outside.tolist())
        raise UndrawableError(f"Outside the view of places.toml: {names}.")


def _cell(middles: Points) -> float:
    """Return the size of cells for these positions."""
    apart = cKDTree(middles).query(middles, k=2)[0][:, 1]
    size = float(np.percentile(apart, 5)) / _CELLS_APART
    return min(max(size, _FINEST), _COARSEST)


def _land(places: Places, cache: Path, drawn: _Projection) -> Area:
    """Return the land in the picture, with the map maker's additions and removals."""
    natural = shapely.union_all([shape.area for shape in shapes(drawn.view, "land", cache)])
    natural = natural | shapely.union_all([_disc(spot) for spot in places.land])
    natural = natural - shapely.union_all([_disc(spot) for spot in places.water])
    return drawn.shape(natural).buffer(1.6).buffer(-2.6).buffer(1.0)


def _disc(spot: Spot) -> Area:
    """Return an area that looks round on the Earth: its width in degrees grows with latitude."""
    longitude, latitude, radius = spot
    round_one = Point(0, 0).buffer(radius)
    ellipse = scale(round_one, 1 / math.cos(math.radians(latitude)), 1)
    return translate(ellipse, longitude, latitude)


def _patched(land: Area, board: BoardRegions, middles: Points, cell: float) -> Area:
    """Return the land without specks, and with each region's position on its element."""
    regions = range(len(middles))
    patch = [Point(at).buffer(_PATCH * cell) for at in middles]
    land_patches = shapely.union_all([patch[n] for n in regions if not board.is_sea(n)])
    water_patches = shapely.union_all([patch[n] for n in regions if board.is_sea(n)])
    pieces = shapely.get_parts((land | land_patches) - water_patches)
    patched = []
    for piece in pieces:
        if piece.area > _SMALL_ISLAND:
            lakes = [hole for hole in piece.interiors if Polygon(hole).area > _SMALL_LAKE]
            patched.append(Polygon(piece.exterior, lakes))
    return shapely.union_all(patched).simplify(0.6)


def _countries(places: Places, cache: Path, drawn: _Projection) -> tuple[Area, ...]:
    """Return the countries that the map maker names; UndrawableError if one is unknown."""
    if not places.countries:
        return ()
    known = {shape.name: shape.area for shape in shapes(drawn.view, "countries", cache)}
    unknown = [name for name in places.countries if name not in known]
    if unknown:
        names = ", ".join(sorted(known))
        text = f"No country in the view is called {unknown[0]}; there are {names}."
        raise UndrawableError(text)
    return tuple(drawn.shape(known[name]) for name in places.countries)
