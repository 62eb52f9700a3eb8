"""The drawing of a board: the shapes of provinces, and the places of units, names and marks.

All measures are units of the drawing, x to the right and y downwards.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from itertools import accumulate, chain, combinations, pairwise, starmap
from pathlib import Path
from typing import NotRequired, TypedDict

from judge.boards.files import Homes, listed
from judge.engine import Geography, Terrain, bits

Point = tuple[float, float]
Line = tuple[Point, ...]
# A sequence of arcs by index; `~index` stands for an arc in reverse direction.
Ring = tuple[int, ...]


_PAGE, _LARGE = 1000.0, 17.5  # the width of a picture, and a good radius of its units
# Units are drawn larger than the radius that fits everywhere, by a factor between these.
_GROWN = (1.3, 1.75)


class ArcKind(Enum):
    """The kind of an arc: a shore, a border on land or at sea, a river, or an edge.

    VOID is the border of ground outside the game, FRAME the edge of the picture.
    """

    COAST = "coast"
    LAND = "land"
    SEA = "sea"
    RIVER = "river"
    VOID = "void"
    FRAME = "frame"


class ConnectorKind(Enum):
    """The connection between two adjacent provinces that do not touch in the drawing.

    LINK is a line across the ground between them. CORNER is a point where they touch diagonally,
    with two other provinces between them. WRAP is a pair of points on the frame, where the map
    continues on the opposite side.
    """

    LINK = "link"
    CORNER = "corner"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between two junctions, with a province on each side.

    `left` is on the left hand in the direction of the points. None stands for ground outside the
    game or outside the picture.
    """

    kind: ArcKind
    left: str | None
    right: str | None
    points: Line


@dataclass(frozen=True, slots=True)
class ProvinceShape:
    """The shape of a province, and the places of its unit, name and center mark."""

    kind: Terrain
    #: Closed rings, filled by the even-odd rule, with the province on their left hand.
    rings: tuple[Ring, ...]
    unit: Point
    dislodged: Point
    label: Point
    center: Point | None
    #: The places of fleets, by code of the coast: `SC`.
    coasts: tuple[tuple[str, Point], ...]
    #: Further places of the name, outside of an inset.
    again: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """A connection between two provinces that do not touch, from the first to the second."""

    kind: ConnectorKind
    one: str
    other: str
    points: Line


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of a board that is shown enlarged in a panel of its own.

    `corner` is its upper left corner. Units, names and marks in it are drawn only in the panel.
    """

    name: str
    corner: Point
    width: float
    height: float

    @property
    def outline(self) -> Line:
        """Return its corners, the first one again at the end."""
        (x, y), width, height = self.corner, self.width, self.height
        return (x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)

    def holds(self, at: Point) -> bool:
        """Return whether a point is in this part of the board."""
        x, y = at[0] - self.corner[0], at[1] - self.corner[1]
        return 0 <= x <= self.width and 0 <= y <= self.height


@dataclass(frozen=True, slots=True)
class Geometry:
    """The drawing of a board; provinces are named by their abbreviations."""

    width: float
    height: float
    #: The radius of a unit and the height of a name that fit everywhere. On paper they have the
    #: same size in an inset, so there they are smaller in units of the drawing.
    unit: float
    font: float
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, ProvinceShape]
    void: tuple[Ring, ...]
    connectors: tuple[Connector, ...]
    #: Groups of provinces that share one region of the drawing: each province of the region is in
    #: the group, and all have the same neighbors.
    twins: tuple[tuple[str, ...], ...] = ()
    #: The rings of `void` and of impassable provinces that are water in nature.
    lakes: tuple[Ring, ...] = ()
    insets: tuple[Inset, ...] = ()
    #: The part of the drawing that a picture shows; None means all of it.
    page: Inset | None = None

    @property
    def shown(self) -> Inset:
        """Return the part of the drawing that a picture shows."""
        return self.page or self.whole

    @property
    def whole(self) -> Inset:
        """Return the whole drawing as a part."""
        return Inset("", (0.0, 0.0), self.width, self.height)

    def inset_at(self, at: Point) -> Inset | None:
        """Return the inset around a point, or None."""
        return next((inset for inset in self.insets if inset.holds(at)), None)

    def zoom(self, inset: Inset | None) -> float:
        """Return the scale of an inset compared with the board; 1 for the board itself (None)."""
        return zoom_of(inset, self.insets, self.shown.width) if inset else 1.0

    def walked(self, index: int) -> Line:
        """Return the points of an arc, in reverse order for `~index`."""
        line = self.arcs[max(index, ~index)].points
        return line if index >= 0 else line[::-1]

    def outline(self, ring: Ring) -> Line:
        """Return the points of a ring, without repeating the first."""
        return tuple(point for index in ring for point in self.walked(index)[:-1])

    def unplayed(self) -> tuple[Ring, ...]:
        """Return the rings of ground outside the game: the void, and impassable provinces."""
        closed = (plot.rings for plot in self.provinces.values() if plot.kind is Terrain.IMPASSABLE)
        return (*self.void, *chain.from_iterable(closed))


def drawn_radius(unit: float, width: float) -> float:
    """Return the radius in which units are drawn on a board of this width.

    It is larger than `unit`, which fits everywhere, so that units are visible on a phone. It is at
    most 1.75 times `unit`, because larger units would touch their neighbors.
    """
    page = width / _PAGE
    return unit * min(max(_LARGE * page / unit, _GROWN[0]), _GROWN[1])


def zoom_of(inset: Inset, insets: tuple[Inset, ...], width: float) -> float:
    """Return the scale of one of `insets` compared with the board of this width.

    The panels of all insets have the same height, and side by side they are as wide as the board.
    """
    height = width / sum(part.width / part.height for part in insets)
    return height / inset.height


def magnified(geometry: Geometry, part: Inset, zoom: float) -> Geometry:
    """Return a part of a board, enlarged by `zoom`, as a board of its own.

    The radius of units stays the same. Shapes outside the part remain, beyond the edges of the new
    board.
    """
    left, top = part.corner

    def moved(at: Point) -> Point:
        return ((at[0] - left) * zoom, (at[1] - top) * zoom)

    def moved_line(line: Iterable[Point]) -> Line:
        return tuple(map(moved, line))

    shapes = {
        key: replace(
            shape,
            unit=moved(shape.unit),
            dislodged=moved(shape.dislodged),
            label=moved(shape.label),
            center=None if shape.center is None else moved(shape.center),
            coasts=tuple((code, moved(at)) for code, at in shape.coasts),
            again=moved_line(shape.again),
        )
        for key, shape in geometry.provinces.items()
    }
    return replace(
        geometry,
        width=part.width * zoom,
        height=part.height * zoom,
        arcs=tuple(replace(arc, points=moved_line(arc.points)) for arc in geometry.arcs),
        provinces=shapes,
        connectors=tuple(replace(c, points=moved_line(c.points)) for c in geometry.connectors),
        insets=tuple(
            replace(i, corner=moved(i.corner), width=i.width * zoom, height=i.height * zoom)
            for i in geometry.insets
        ),
        page=None,
    )


_ZOOM = (1.2, 8.0)  # the useful scales of an inset


def drawing_faults(geometry: Geometry) -> list[str]:
    """Return the faults of rings, names and insets, each in words.

    Rings must be closed, and each side of an arc must be in the ring of its province, once.
    """
    return [*_ring_faults(geometry), *_name_faults(geometry), *_inset_faults(geometry)]


def _ring_faults(geometry: Geometry) -> Iterator[str]:
    owners: dict[int, str | None] = {}
    rings = [(key, ring) for key, plot in geometry.provinces.items() for ring in plot.rings]
    for key, ring in [*rings, *((None, ring) for ring in geometry.void)]:
        if trouble := _ring_trouble(key, ring, geometry):
            yield f"a ring of {key or 'the void'} {trouble}"
        if twice := owners.keys() & set(ring):
            yield f"arc {min(twice)} is in two rings of {key}"
        owners.update(dict.fromkeys(ring, key))
    for number, arc in enumerate(geometry.arcs):
        for index, side in ((number, arc.left), (~number, arc.right)):
            if side is not None and index not in owners:
                yield f"arc {number} is in no ring of {side}"


def _ring_trouble(key: str | None, ring: Ring, geometry: Geometry) -> str:
    """Return what is wrong with a ring of the province `key` (None for the void), or ""."""
    if not ring:
        return "is empty"
    for index in ring:
        number = max(index, ~index)
        if number >= len(geometry.arcs):
            return f"has no arc {number}"
        arc = geometry.arcs[number]
        if (arc.left if index >= 0 else arc.right) != key:
            return f"has arc {index} on its wrong hand"
    lines = [geometry.walked(index) for index in ring]
    if any(line[-1] != following[0] for line, following in pairwise([*lines, lines[0]])):
        return "is not closed"
    return ""


def _name_faults(geometry: Geometry) -> Iterator[str]:
    named = {name for c in geometry.connectors for name in (c.one, c.other)}
    named |= {name for twins in geometry.twins for name in twins}
    for unknown in sorted(named - geometry.provinces.keys()):
        yield f"{unknown} is no province of the drawing"
    for lake in sorted(set(geometry.lakes) - set(geometry.unplayed())):
        yield f"the lake {list(lake)} is no unplayed ground"


def _inset_faults(geometry: Geometry) -> Iterator[str]:
    """Yield the faults of the page, and of the insets on it."""
    if not _is_within(geometry.shown, geometry.whole):
        yield "the page is no part of the drawing"
    for inset in geometry.insets:
        if min(inset.width, inset.height) <= 0:
            yield f"the inset {inset.name} has no size"
            return
        if not _is_within(inset, geometry.shown):
            yield f"the inset {inset.name} is not inside the picture"
    for first, second in combinations(geometry.insets, 2):
        if _overlap(first, second):
            yield f"the insets {first.name} and {second.name} overlap"
    for inset in geometry.insets:
        zoom = geometry.zoom(inset)
        if not _ZOOM[0] <= zoom <= _ZOOM[1]:
            yield f"the inset {inset.name} would be shown {zoom:.1f} times as large"


def _is_within(part: Inset, whole: Inset) -> bool:
    """Return whether a part has a size and lies inside another one."""
    (x, y), (left, top) = part.corner, whole.corner
    beside = x < left or x + part.width > left + whole.width
    beyond = y < top or y + part.height > top + whole.height
    return min(part.width, part.height) > 0 and not (beside or beyond)


def _overlap(first: Inset, second: Inset) -> bool:
    """Return whether two parts overlap."""
    (x, y), (u, v) = first.corner, second.corner
    beside = u >= x + first.width or x >= u + second.width
    return not beside and v < y + first.height and y < v + second.height


GEOMETRY_FILE = "geometry.json"
PLACES_FILE = "places.toml"
VERSION = 1

_PointInFile = list[float]


class _ArcFacts(TypedDict):
    kind: str
    left: str | None
    right: str | None
    points: list[int]


class _ShapeFacts(TypedDict):
    kind: str
    rings: list[list[int]]
    unit: _PointInFile
    dislodged: _PointInFile
    label: _PointInFile
    center: NotRequired[_PointInFile]
    coasts: NotRequired[dict[str, _PointInFile]]
    again: NotRequired[list[_PointInFile]]


class _ConnectorFacts(TypedDict):
    kind: str
    a: str
    b: str
    points: list[int]


class _InsetFacts(TypedDict):
    name: str
    corner: _PointInFile
    width: float
    height: float


class _Facts(TypedDict):
    version: int
    width: float
    height: float
    unit: float
    font: float
    arcs: list[_ArcFacts]
    provinces: dict[str, _ShapeFacts]
    void: list[list[int]]
    connectors: list[_ConnectorFacts]
    twins: NotRequired[list[list[str]]]
    lakes: NotRequired[list[list[int]]]
    insets: NotRequired[list[_InsetFacts]]
    page: NotRequired[_InsetFacts]


class BrokenGeometryError(Exception):
    """A text that is no valid drawing of a board; the message says why."""


def open_geometry(folder: Path, homes: Homes = ()) -> Geometry | None:
    """Return the drawing in a variant's folder, or of the variant that its file names instead.

    The folder of that variant is beside `folder`, or in `homes`. None if there is no drawing;
    BrokenGeometryError if it cannot be read.
    """
    file = folder / GEOMETRY_FILE
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if other := same_as(text):
        candidates = [home / other / GEOMETRY_FILE for home in (folder.parent, *homes)]
        named = next((file for file in candidates if file.exists()), candidates[0])
        text = named.read_text(encoding="utf-8")
    return read_geometry(text)


def same_as(text: str) -> str | None:
    """Return the name of the variant whose drawing this file refers to, or None."""
    other: str | None = json.loads(text).get("same_as")
    return other


def write_same_as(name: str) -> str:
    """Return the text of a file that refers to the drawing of another variant."""
    return json.dumps({"version": VERSION, "same_as": name}) + "\n"


def read_geometry(text: str) -> Geometry:
    """Return the drawing that `text` describes; BrokenGeometryError if it has faults.

    The rings are checked (see `drawing_faults`), but not whether the borders are those of the
    board.
    """
    try:
        facts: _Facts = json.loads(text)
        if facts["version"] != VERSION:
            raise BrokenGeometryError(f"version {facts['version']} is not {VERSION}")
        geometry = Geometry(
            width=float(facts["width"]),
            height=float(facts["height"]),
            unit=float(facts["unit"]),
            font=float(facts["font"]),
            arcs=tuple(map(_arc, facts["arcs"])),
            provinces={key: _shape(plot) for key, plot in facts["provinces"].items()},
            void=tuple(map(tuple, facts["void"])),
            connectors=tuple(map(_connector, facts["connectors"])),
            twins=tuple(map(tuple, facts.get("twins", ()))),
            lakes=tuple(map(tuple, facts.get("lakes", ()))),
            insets=tuple(map(_inset, facts.get("insets", ()))),
            page=_inset(facts["page"]) if "page" in facts else None,
        )
    except KeyError as error:
        raise BrokenGeometryError(f"{error} is missing") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise BrokenGeometryError(str(error)) from error
    if trouble := drawing_faults(geometry):
        raise BrokenGeometryError(trouble[0])
    return geometry


def write_geometry(geometry: Geometry) -> str:
    """Return the text that `read_geometry` reads, with one line for each arc and province."""
    lakes = f',\n"lakes":{_text(geometry.lakes)}' if geometry.lakes else ""
    page = f',\n"page":{_text(asdict(geometry.page))}' if geometry.page else ""
    parts = (
        f'{{"version":{VERSION}',
        f'"width":{geometry.width},"height":{geometry.height}',
        f'"unit":{geometry.unit},"font":{geometry.font}',
        f'"arcs":[{_rows(_arc_text(arc) for arc in geometry.arcs)}]',
        f'"provinces":{{{_rows(starmap(_shape_text, geometry.provinces.items()))}}}',
        f'"void":{_text(geometry.void)}',
        f'"connectors":[{_rows(_connector_text(c) for c in geometry.connectors)}]',
        f'"twins":{_text(geometry.twins)}{lakes}',
        f'"insets":{_text([asdict(inset) for inset in geometry.insets])}{page}}}\n',
    )
    return ",\n".join(parts)


def _arc(facts: _ArcFacts) -> Arc:
    points = _line(facts["points"])
    return Arc(ArcKind(facts["kind"]), facts["left"], facts["right"], points)


def _shape(facts: _ShapeFacts) -> ProvinceShape:
    center = facts.get("center")
    return ProvinceShape(
        kind=Terrain(facts["kind"]),
        rings=tuple(map(tuple, facts["rings"])),
        unit=_point(facts["unit"]),
        dislodged=_point(facts["dislodged"]),
        label=_point(facts["label"]),
        center=None if center is None else _point(center),
        coasts=tuple((key, _point(at)) for key, at in facts.get("coasts", {}).items()),
        again=tuple(map(_point, facts.get("again", ()))),
    )


def _connector(facts: _ConnectorFacts) -> Connector:
    points = _line(facts["points"])
    return Connector(ConnectorKind(facts["kind"]), facts["a"], facts["b"], points)


def _inset(facts: _InsetFacts) -> Inset:
    size = float(facts["width"]), float(facts["height"])
    return Inset(str(facts["name"]), _point(facts["corner"]), *size)


def _point(pair: Sequence[float]) -> Point:
    x, y = pair
    return (float(x), float(y))


def _line(steps: Sequence[int]) -> Line:
    """Return the points of a line that a file stores as steps from point to point, in tenths."""
    along = accumulate(steps[0::2]), accumulate(steps[1::2])
    return tuple((x / 10, y / 10) for x, y in zip(*along, strict=True))


def _arc_text(arc: Arc) -> str:
    facts: _ArcFacts = {
        "kind": arc.kind.value,
        "left": arc.left,
        "right": arc.right,
        "points": _steps(arc.points),
    }
    return _text(facts)


def _shape_text(key: str, shape: ProvinceShape) -> str:
    facts: _ShapeFacts = {
        "kind": shape.kind.value,
        "rings": [list(ring) for ring in shape.rings],
        "unit": list(shape.unit),
        "dislodged": list(shape.dislodged),
        "label": list(shape.label),
    }
    if shape.center is not None:
        facts["center"] = list(shape.center)
    if shape.coasts:
        facts["coasts"] = {code: list(at) for code, at in shape.coasts}
    if shape.again:
        facts["again"] = [list(at) for at in shape.again]
    return f"{_text(key)}:{_text(facts)}"


def _connector_text(connector: Connector) -> str:
    facts: _ConnectorFacts = {
        "kind": connector.kind.value,
        "a": connector.one,
        "b": connector.other,
        "points": _steps(connector.points),
    }
    return _text(facts)


def _steps(line: Line) -> list[int]:
    """Return a line as steps in tenths, as `_line` reads it."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in line]
    pairs = pairwise([(0, 0), *tenths])
    return [step for (x, y), (u, v) in pairs for step in (u - x, v - y)]


def _rows(texts: Iterable[str]) -> str:
    """Return the texts with commas between them, each on its own line."""
    return "\n" + ",\n".join(texts)


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


_Pair = frozenset[str]
_MOST_NAMED = 3  # names in a message before "more"


def has_provinces(geometry: Geometry, geography: Geography) -> bool:
    """Return whether a drawing has exactly the provinces of a board."""
    board = {province.abbreviation for province in geography.provinces}
    return geometry.provinces.keys() == board


def twins_as_one(geometry: Geometry) -> dict[str, str]:
    """Return, for each twin province, the first of its group, which stands for all of them."""
    return {name: group[0] for group in geometry.twins for name in group}


def adjacencies(geography: Geography) -> dict[tuple[int, int], tuple[bool, bool]]:
    """Return the pairs of adjacent provinces, and whether armies and fleets move between them."""
    armies = {
        (min(a, b), max(a, b)) for a, mask in enumerate(geography.army_edges) for b in bits(mask)
    }
    fleets = {
        (min(a, b), max(a, b))
        for a, mask in zip(geography.province_of, geography.fleet_reach, strict=True)
        for b in bits(mask)
    }
    return {pair: (pair in armies, pair in fleets) for pair in sorted(armies | fleets)}


def adjacent(geography: Geography, fold: Mapping[str, str]) -> dict[_Pair, tuple[bool, bool]]:
    """Return the pairs of adjacent provinces, with armies and fleets as in `adjacencies`.

    `fold` unites twin provinces (see `twins_as_one`).
    """
    name = [fold.get(p.abbreviation, p.abbreviation) for p in geography.provinces]
    pairs = adjacencies(geography).items()
    folded = {frozenset((name[a], name[b])): way for (a, b), way in pairs}
    return {ends: way for ends, way in folded.items() if len(ends) == 2}


def linked(geometry: Geometry, fold: Mapping[str, str]) -> set[_Pair]:
    """Return the pairs of provinces that connectors join; `fold` unites twins."""
    return {_pair(c.one, c.other, fold) for c in geometry.connectors}


def outdated(geometry: Geometry, geography: Geography) -> Iterator[str]:
    """Yield each difference between a drawing and a board.

    Borders are compared only if the provinces are the same.
    """
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
        shape, coasts = drawn[name], {coast.code.lower() for coast in province.coasts}
        seen = shape.kind, shape.center is not None, {code.lower() for code, _ in shape.coasts}
        if seen != (province.terrain, province.center, coasts):
            yield f"{name} has another kind, center or coasts"
    fold = twins_as_one(geometry)
    ways, borders = adjacent(geography, fold).keys(), _borders(geometry, fold)
    if lost := ways - borders - linked(geometry, fold):
        yield f"{_named(lost)} do not meet"
    if wrong := borders - ways:
        yield f"{_named(wrong)} meet, where nobody can pass"


def _pair(first: str, second: str, fold: Mapping[str, str]) -> _Pair:
    return frozenset((fold.get(first, first), fold.get(second, second)))


def _borders(geometry: Geometry, fold: Mapping[str, str]) -> set[_Pair]:
    """Return the pairs of provinces that touch in a drawing, without impassable provinces."""
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    touching = {_pair(arc.left, arc.right, fold) for arc in geometry.arcs if arc.left and arc.right}
    return {ends for ends in touching if len(ends) == 2 and not ends & closed}


def _named(pairs: set[_Pair]) -> str:
    """Return pairs of provinces in words."""
    return _some("-".join(sorted(ends)) for ends in pairs)


def _some(words: Iterable[str]) -> str:
    """Return some of the words, with the number of the others."""
    names = sorted(words)
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return listed([*names[:_MOST_NAMED], *more])
