"""A board as it is drawn: where each province lies and what stands where in it.

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
from judge.engine import Geography, Province, Terrain, bits

Point = tuple[float, float]
Line = tuple[Point, ...]
# Arcs one after the other; `~index` stands for an arc that is walked backwards.
Ring = tuple[int, ...]


_PAGE, _LARGE = 1000.0, 17.5  # how wide a picture is, and a good radius in it
_GROWN = (1.3, 1.75)  # how many times as large as fits everywhere units are drawn


class ArcKind(Enum):
    """What an arc is: a shore, a border on land or at sea, a river, or an edge.

    VOID borders ground that nobody plays, FRAME is the edge of the picture.
    """

    COAST = "coast"
    LAND = "land"
    SEA = "sea"
    RIVER = "river"
    VOID = "void"
    FRAME = "frame"


class ConnectorKind(Enum):
    """How provinces that do not touch are joined.

    LINK is a line across what lies between them, CORNER a point where they meet across
    two others, WRAP a pair of points on the frame where the one goes on as the other.
    """

    LINK = "link"
    CORNER = "corner"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between two junctions; walked forwards `left` lies on the left hand.

    None stands for ground that nobody plays, or for what is outside the picture.
    """

    kind: ArcKind
    left: str | None
    right: str | None
    points: Line


@dataclass(frozen=True, slots=True)
class ProvinceShape:
    """Where a province lies, and where its units, name and center mark are drawn.

    `rings` are closed and are filled by the even-odd rule; walked along one of them the
    province lies on the left hand. `coasts` are the places of fleets, by code: `SC`.
    `again` is where its name stands once more, beyond the edge of an inset.
    """

    kind: Terrain
    rings: tuple[Ring, ...]
    unit: Point
    dislodged: Point
    label: Point
    center: Point | None
    coasts: tuple[tuple[str, Point], ...]
    again: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """A way between two provinces that do not touch, from the first to the second."""

    kind: ConnectorKind
    one: str
    other: str
    points: Line


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of a board that is shown again, larger, in a panel of its own.

    `corner` is its left upper one. What stands in it is drawn in the panel only.
    """

    name: str
    corner: Point
    width: float
    height: float

    @property
    def outline(self) -> Line:
        """Return its corners; the last is the first."""
        (x, y), wide, high = self.corner, self.width, self.height
        return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)

    def holds(self, at: Point) -> bool:
        """Return whether a point lies in this part of the board."""
        x, y = at[0] - self.corner[0], at[1] - self.corner[1]
        return 0 <= x <= self.width and 0 <= y <= self.height


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board as it is drawn; provinces are named by their abbreviations.

    `unit` is the radius of a unit and `font` the height of a name that fit everywhere;
    in an inset they are as large on paper, and so smaller in units of the drawing.
    `twins` are sets of provinces with the same neighbors that lie in one region: what
    borders the region borders each of them. `lakes` are those rings of `void`, and of
    provinces that nobody may enter, that are water in nature. `page` is the part of
    all this that a picture shows, if it does not show it all.
    """

    width: float
    height: float
    unit: float
    font: float
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, ProvinceShape]
    void: tuple[Ring, ...]
    connectors: tuple[Connector, ...]
    twins: tuple[tuple[str, ...], ...] = ()
    lakes: tuple[Ring, ...] = ()
    insets: tuple[Inset, ...] = ()
    page: Inset | None = None

    @property
    def shown(self) -> Inset:
        """Return the part that a picture shows."""
        return self.page or self.whole

    @property
    def whole(self) -> Inset:
        """Return all of the drawing."""
        return Inset("", (0.0, 0.0), self.width, self.height)

    def inset_at(self, at: Point) -> Inset | None:
        """Return the inset that shows what stands at a point, if one does."""
        return next((one for one in self.insets if one.holds(at)), None)

    def zoom(self, inset: Inset | None) -> float:
        """Return how much larger an inset is shown than the board itself, None."""
        return zoom_of(inset, self.insets, self.shown.width) if inset else 1.0

    def walked(self, index: int) -> Line:
        """Return the points of an arc, backwards for `~index`."""
        line = self.arcs[max(index, ~index)].points
        return line if index >= 0 else line[::-1]

    def outline(self, ring: Ring) -> Line:
        """Return the points of a ring; the last is joined to the first."""
        return tuple(point for index in ring for point in self.walked(index)[:-1])

    def unplayed(self) -> tuple[Ring, ...]:
        """Return the rings of ground that nobody plays: void, or closed to all."""
        closed = (plot.rings for plot in self.provinces.values() if plot.kind is Terrain.IMPASSABLE)
        return (*self.void, *chain.from_iterable(closed))


def drawn_radius(unit: float, width: float) -> float:
    """Return the radius in which units are drawn on a board that is so wide.

    They are larger than what fits everywhere, `unit`, so that one finds them on a
    phone; at more than 1.75 times as large neighbors would touch.
    """
    page = width / _PAGE
    return unit * min(max(_LARGE * page / unit, _GROWN[0]), _GROWN[1])


def zoom_of(inset: Inset, insets: tuple[Inset, ...], width: float) -> float:
    """Return how much larger an inset is shown, one of several, than their board.

    Side by side, all equally high, they are as wide as the board.
    """
    high = width / sum(one.width / one.height for one in insets)
    return high / inset.height


def magnified(geometry: Geometry, part: Inset, zoom: float) -> Geometry:
    """Return a part of a board as a board of its own, its units as large as before.

    What lies beyond the edges of the part is still there, beyond those of the board.
    """
    left, top = part.corner

    def put(at: Point) -> Point:
        return ((at[0] - left) * zoom, (at[1] - top) * zoom)

    def along(line: Iterable[Point]) -> Line:
        return tuple(map(put, line))

    plots = {
        key: replace(
            plot,
            unit=put(plot.unit),
            dislodged=put(plot.dislodged),
            label=put(plot.label),
            center=None if plot.center is None else put(plot.center),
            coasts=tuple((code, put(at)) for code, at in plot.coasts),
            again=along(plot.again),
        )
        for key, plot in geometry.provinces.items()
    }
    return replace(
        geometry,
        width=part.width * zoom,
        height=part.height * zoom,
        arcs=tuple(replace(arc, points=along(arc.points)) for arc in geometry.arcs),
        provinces=plots,
        connectors=tuple(replace(one, points=along(one.points)) for one in geometry.connectors),
        insets=tuple(
            replace(one, corner=put(one.corner), width=one.width * zoom, height=one.height * zoom)
            for one in geometry.insets
        ),
        page=None,
    )


_ZOOM = (1.2, 8.0)  # how much larger an inset is of use


def drawing_faults(geometry: Geometry) -> list[str]:
    """Return what is wrong with rings, names and insets, each in words.

    Rings are closed, and every side of an arc is in its ring, once.
    """
    return [
        *_ring_faults(geometry),
        *_name_faults(geometry),
        *_page_faults(geometry),
        *_inset_faults(geometry),
    ]


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
    if any(one[-1] != two[0] for one, two in pairwise([*lines, lines[0]])):
        return "is not closed"
    return ""


def _name_faults(geometry: Geometry) -> Iterator[str]:
    named = {name for one in geometry.connectors for name in (one.one, one.other)}
    named |= {name for twins in geometry.twins for name in twins}
    for unknown in sorted(named - geometry.provinces.keys()):
        yield f"{unknown} is no province of the drawing"
    for lake in sorted(set(geometry.lakes) - set(geometry.unplayed())):
        yield f"the lake {list(lake)} is no unplayed ground"


def _page_faults(geometry: Geometry) -> Iterator[str]:
    if not _is_within(geometry.shown, geometry.whole):
        yield "the page is no part of the drawing"


def _inset_faults(geometry: Geometry) -> Iterator[str]:
    for inset in geometry.insets:
        if min(inset.width, inset.height) <= 0:
            yield f"the inset {inset.name} has no size"
            return
        if not _is_within(inset, geometry.shown):
            yield f"the inset {inset.name} is not inside the picture"
    for one, other in combinations(geometry.insets, 2):
        if _overlap(one, other):
            yield f"the insets {one.name} and {other.name} overlap"
    for inset in geometry.insets:
        zoom = geometry.zoom(inset)
        if not _ZOOM[0] <= zoom <= _ZOOM[1]:
            yield f"the inset {inset.name} would be shown {zoom:.1f} times as large"


def _is_within(part: Inset, whole: Inset) -> bool:
    (x, y), (left, top) = part.corner, whole.corner
    beside = x < left or x + part.width > left + whole.width
    beyond = y < top or y + part.height > top + whole.height
    return min(part.width, part.height) > 0 and not (beside or beyond)


def _overlap(one: Inset, other: Inset) -> bool:
    (x, y), (u, v) = one.corner, other.corner
    beside = u >= x + one.width or x >= u + other.width
    return not beside and v < y + one.height and y < v + other.height


GEOMETRY_FILE = "geometry.json"
PLACES_FILE = "places.toml"
VERSION = 1

_PointInFile = list[float]


class _ArcFacts(TypedDict):
    kind: str
    left: str | None
    right: str | None
    points: list[int]


class _PlotFacts(TypedDict):
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
    provinces: dict[str, _PlotFacts]
    void: list[list[int]]
    connectors: list[_ConnectorFacts]
    twins: NotRequired[list[list[str]]]
    lakes: NotRequired[list[list[int]]]
    insets: NotRequired[list[_InsetFacts]]
    page: NotRequired[_InsetFacts]


class BrokenGeometryError(Exception):
    """A text that is no drawing of a board; the message says where and why."""


def open_geometry(folder: Path, homes: Homes = ()) -> Geometry | None:
    """Return the drawing in a variant's folder, or of the variant that it names.

    That one lies beside it, or in `homes`. None where there is no drawing;
    BrokenGeometryError where it cannot be read.
    """
    file = folder / GEOMETRY_FILE
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if other := same_as(text):
        drawn = [home / other / GEOMETRY_FILE for home in (folder.parent, *homes)]
        named = next((one for one in drawn if one.exists()), drawn[0])
        text = named.read_text(encoding="utf-8")
    return read_geometry(text)


def same_as(text: str) -> str | None:
    """Return the name of the variant that lends its drawing to this one."""
    other: str | None = json.loads(text).get("same_as")
    return other


def write_same_as(name: str) -> str:
    """Return the text of a drawing that is the one of another variant."""
    return json.dumps({"version": VERSION, "same_as": name}) + "\n"


def read_geometry(text: str) -> Geometry:
    """Return the drawing that `text` describes, or BrokenGeometryError.

    Rings are closed, each has its province on its left hand, and each side of an arc
    is in one ring; whether borders are true is not asked here.
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
            provinces={key: _plot(plot) for key, plot in facts["provinces"].items()},
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
    """Return the text that `read_geometry` reads, an arc or a province a line."""
    lakes = f',\n"lakes":{_text(geometry.lakes)}' if geometry.lakes else ""
    page = f',\n"page":{_text(asdict(geometry.page))}' if geometry.page else ""
    parts = (
        f'{{"version":{VERSION}',
        f'"width":{geometry.width},"height":{geometry.height}',
        f'"unit":{geometry.unit},"font":{geometry.font}',
        f'"arcs":[{_rows(_arc_text(arc) for arc in geometry.arcs)}]',
        f'"provinces":{{{_rows(starmap(_plot_text, geometry.provinces.items()))}}}',
        f'"void":{_text(geometry.void)}',
        f'"connectors":[{_rows(_connector_text(one) for one in geometry.connectors)}]',
        f'"twins":{_text(geometry.twins)}{lakes}',
        f'"insets":{_text([asdict(one) for one in geometry.insets])}{page}}}\n',
    )
    return ",\n".join(parts)


def _arc(facts: _ArcFacts) -> Arc:
    points = _line(facts["points"])
    return Arc(ArcKind(facts["kind"]), facts["left"], facts["right"], points)


def _plot(facts: _PlotFacts) -> ProvinceShape:
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


def _plot_text(key: str, plot: ProvinceShape) -> str:
    facts: _PlotFacts = {
        "kind": plot.kind.value,
        "rings": [list(ring) for ring in plot.rings],
        "unit": list(plot.unit),
        "dislodged": list(plot.dislodged),
        "label": list(plot.label),
    }
    if plot.center is not None:
        facts["center"] = list(plot.center)
    if plot.coasts:
        facts["coasts"] = {code: list(at) for code, at in plot.coasts}
    if plot.again:
        facts["again"] = [list(at) for at in plot.again]
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
    """Return the inverse of `_line`."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in line]
    pairs = pairwise([(0, 0), *tenths])
    return [step for (x, y), (u, v) in pairs for step in (u - x, v - y)]


def _rows(texts: Iterable[str]) -> str:
    return "\n" + ",\n".join(texts)


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


_Pair = frozenset[str]
_TOLD = 3  # of many, so many are told


def has_provinces(geometry: Geometry, geography: Geography) -> bool:
    """Return whether a drawing has the provinces of a board, and no others."""
    board = {province.abbreviation for province in geography.provinces}
    return geometry.provinces.keys() == board


def twins_as_one(geometry: Geometry) -> dict[str, str]:
    """Return for each twin province the one of its group that stands for all of them."""
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
    """Return the pairs of adjacent playable provinces in a drawing; twins count as one."""
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    found = {_pair(arc.left, arc.right, fold) for arc in geometry.arcs if arc.left and arc.right}
    return {ends for ends in found if len(ends) == 2 and not ends & closed}


def _named(pairs: set[_Pair]) -> str:
    return _some("-".join(sorted(ends)) for ends in pairs)


def _some(words: Iterable[str]) -> str:
    told = sorted(words)
    more = [f"{len(told) - _TOLD} more"] if len(told) > _TOLD else []
    return listed([*told[:_TOLD], *more])
