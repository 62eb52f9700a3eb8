"""The base map of a picture: what is the same on a board in each phase.

Lines are turned into paths, and names look for room, once for each geometry.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from judge.boards import (
    ArcKind,
    Connector,
    ConnectorKind,
    Geometry,
    Inset,
    Line,
    Point,
    ProvinceShape,
    Ring,
    drawn_radius,
    magnified,
)
from judge.engine import Terrain
from judge.render.picture.names import Name, names_of
from judge.render.picture.shapes import head, inward, path

_PAGE = 1000.0  # how wide a page is
_HEAD = 0.7  # how long the head of a link is, in units
_SMALLEST_VOID = 40.0  # smaller bits of unplayed ground are slips of the pen


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two lands, drawn thick where two powers meet."""

    left: str
    right: str
    line: Line


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """Words at the edge of a picture, where it goes on, and an arrow that points there.

    `anchor` is which end of the words is at `at`, as in SVG.
    """

    arrow: str
    at: Point
    anchor: str
    word: str


@dataclass(frozen=True, slots=True)
class Links:
    """What joins provinces that do not touch: lines with their heads, dots, signs."""

    lines: tuple[tuple[str, str], ...]
    dots: tuple[Point, ...]
    signs: tuple[EdgeLabel, ...]


@dataclass(frozen=True, slots=True)
class BaseMap:
    """A board made ready, 1000 wide: shapes by province, and lines by what they are.

    `fine` is what lines of the ground are measured in; the unit of the geometry is the
    radius in which units are drawn.

    Units stand in the `home` provinces only; others are `faded`, for what stands there
    is shown on another base map: on one of the `insets`, or on that which has this one.
    `names` know where they may be.
    """

    name: str
    geometry: Geometry
    fine: float
    home: frozenset[str]
    shapes: dict[str, str]
    lands: frozenset[str]
    borders: tuple[Border, ...]
    coast: str
    sea_borders: str
    rivers: str
    edges: str
    void: str
    lakes: str
    faded: str
    links: Links
    names: tuple[Name, ...]
    insets: tuple["BaseMap", ...] = ()


def base_map_of(geometry: Geometry) -> BaseMap:
    """Return `geometry` made ready; this takes longer than a picture on it."""
    zoom = _PAGE / geometry.shown.width
    board = magnified(geometry, geometry.shown, zoom)
    unit = drawn_radius(geometry.unit, geometry.shown.width) * zoom
    board = replace(board, unit=unit, font=geometry.font * zoom)
    insets = (
        (replace(magnified(board, inset, board.zoom(inset)), insets=()), inset)
        for inset in board.insets
    )
    fine = geometry.unit * zoom
    return replace(
        _base_map(board, None, board, fine),
        insets=tuple(_base_map(shown, inset, board, fine) for shown, inset in insets),
    )


def _base_map(shown: Geometry, window: Inset | None, board: Geometry, fine: float) -> BaseMap:
    """Return a window of a board made ready: an inset, or what is in none."""
    seen = tuple(one for one in shown.connectors if _is_linked(one, shown))
    geometry = replace(shown, connectors=seen)
    home = frozenset(
        key for key, plot in board.provinces.items() if board.inset_at(plot.unit) is window
    )
    named = replace(
        geometry,
        provinces={
            key: there
            for key, plot in geometry.provinces.items()
            if (there := _shown(plot, board.provinces[key], window, board))
        },
    )
    lands = frozenset(
        key
        for key, plot in geometry.provinces.items()
        if plot.kind in (Terrain.LAND, Terrain.COAST)
    )
    shapes = {
        key: "".join(
            path(line, closed=True)
            for line in map(geometry.outline, plot.rings)
            if _is_on(line, geometry)
        )
        for key, plot in geometry.provinces.items()
    }
    dry = [ring for ring in geometry.unplayed() if ring not in geometry.lakes]
    return BaseMap(
        name=window.name if window else "",
        geometry=geometry,
        fine=fine,
        home=home,
        shapes=shapes,
        lands=lands,
        borders=tuple(_borders(geometry)),
        coast=_lines(geometry, ArcKind.COAST),
        sea_borders=_lines(geometry, ArcKind.SEA),
        rivers=_lines(geometry, ArcKind.RIVER),
        edges=_lines(geometry, ArcKind.VOID),
        void=_areas(geometry, dry),
        lakes=_areas(geometry, geometry.lakes),
        names=names_of(named),
        links=_links(replace(geometry, unit=fine)),
        faded="".join(shape for key, shape in shapes.items() if key not in home),
    )


def _borders(geometry: Geometry) -> Iterable[Border]:
    for arc in geometry.arcs:
        inner = arc.kind is ArcKind.LAND and _is_on(arc.points, geometry)
        if inner and arc.left and arc.right:
            yield Border(arc.left, arc.right, arc.points)


def _links(geometry: Geometry) -> Links:
    lines, dots, signs = [], [], []
    for one in geometry.connectors:
        start, end = one.points[0], one.points[-1]
        match one.kind:
            case ConnectorKind.CORNER:
                dots.append(start)
            case ConnectorKind.LINK:
                lines.append((path(one.points), _heads(one.points, geometry.unit)))
            case ConnectorKind.WRAP:
                signs.append(_sign(start, one.other, geometry))
                signs.append(_sign(end, one.one, geometry))
    return Links(tuple(lines), tuple(dots), tuple(signs))


def _is_linked(connector: Connector, geometry: Geometry) -> bool:
    return any(is_seen(at, geometry) for at in connector.points)


def is_seen(at: Point, geometry: Geometry) -> bool:
    """Return whether a point is on the page, and not within an inset of it."""
    on_page = 0 <= at[0] <= geometry.width and 0 <= at[1] <= geometry.height
    return on_page and geometry.inset_at(at) is None


def _heads(line: Line, unit: float) -> str:
    both = head(line, unit * _HEAD), head(line[::-1], unit * _HEAD)
    return "".join(path(one, closed=True) for one in both)


def _sign(at: Point, word: str, geometry: Geometry) -> EdgeLabel:
    """Return what stands where the picture is left for the province `word`."""
    across, down = inward(at, geometry)

    def put(far: float, aside: float = 0.0) -> Point:
        far, aside = far * geometry.unit, aside * geometry.unit
        return (at[0] + across * far + down * aside, at[1] + down * far + across * aside)

    arrow = path((put(2), put(0.6))) + path((put(1.1, 0.4), put(0.6), put(1.1, -0.4)))
    x, y = put(2.3)
    anchor = {1: "start", -1: "end", 0: "middle"}[across]
    return EdgeLabel(arrow, (x, y + geometry.font * (0.3 + 0.4 * down)), anchor, word)


def _lines(geometry: Geometry, kind: ArcKind) -> str:
    return "".join(
        path(arc.points)
        for arc in geometry.arcs
        if arc.kind is kind and _is_on(arc.points, geometry)
    )


def _is_on(line: Line, geometry: Geometry) -> bool:
    """Return whether a line may be seen: on the page, or just beyond its edge."""
    across, down = [x for x, _ in line], [y for _, y in line]
    edge = 2 * geometry.unit
    beside = min(across) > geometry.width + edge or max(across) < -edge
    return not beside and min(down) < geometry.height + edge and max(down) > -edge


def _shown(
    plot: ProvinceShape, before: ProvinceShape, window: Inset | None, board: Geometry
) -> ProvinceShape | None:
    """Return a plot with its name where it is in a window, None if it is not there.

    `before` is the same plot on the board.
    """
    places = zip((plot.label, *plot.again), (before.label, *before.again), strict=True)
    for at, on_board in places:
        if board.inset_at(on_board) is window:
            return plot if at == plot.label else replace(plot, label=at, coasts=())
    return None


def _areas(geometry: Geometry, rings: Iterable[Ring]) -> str:
    outlines = (geometry.outline(ring) for ring in rings)
    seen = (line for line in outlines if abs(_area(line)) > _SMALLEST_VOID)
    return "".join(path(line, closed=True) for line in seen if _is_on(line, geometry))


def _area(line: Line) -> float:
    pairs = zip(line, (*line[1:], line[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2
