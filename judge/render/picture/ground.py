"""The ground of a picture: what is the same on a board in each phase.

Lines are turned into paths, and names look for room, once for each geometry.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from judge.engine.geography import Terrain
from judge.notation.geometry import ArcKind, Geometry, Line, Ring
from judge.render.picture.names import Name, names_of
from judge.render.picture.shapes import path

_SMALLEST_VOID = 40.0  # smaller bits of unplayed ground are slips of the pen


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two lands, drawn thick where two powers meet."""

    left: str
    right: str
    path: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A board made ready: shapes by province, and lines by what they are.

    `names` know where they may be.
    """

    geometry: Geometry
    shapes: dict[str, str]
    lands: frozenset[str]
    borders: tuple[Border, ...]
    coast: str
    sea_borders: str
    rivers: str
    edges: str
    void: str
    lakes: str
    names: tuple[Name, ...]


def ground_of(geometry: Geometry) -> Ground:
    """Return `geometry` made ready; this takes longer than a picture on it."""
    lands = frozenset(
        key
        for key, plot in geometry.provinces.items()
        if plot.kind in (Terrain.LAND, Terrain.COAST)
    )
    shapes = {
        key: "".join(path(geometry.outline(ring), closed=True) for ring in plot.rings)
        for key, plot in geometry.provinces.items()
    }
    dry = [ring for ring in geometry.unplayed() if ring not in geometry.lakes]
    return Ground(
        geometry=geometry,
        shapes=shapes,
        lands=lands,
        borders=tuple(_borders(geometry)),
        coast=_lines(geometry, ArcKind.COAST),
        sea_borders=_lines(geometry, ArcKind.SEA),
        rivers=_lines(geometry, ArcKind.RIVER),
        edges=_lines(geometry, ArcKind.VOID),
        void=_areas(geometry, dry),
        lakes=_areas(geometry, geometry.lakes),
        names=names_of(geometry),
    )


def _borders(geometry: Geometry) -> Iterable[Border]:
    for arc in geometry.arcs:
        if arc.kind is ArcKind.LAND and arc.left and arc.right:
            yield Border(arc.left, arc.right, path(arc.points))


def _lines(geometry: Geometry, kind: ArcKind) -> str:
    return "".join(path(arc.points) for arc in geometry.arcs if arc.kind is kind)


def _areas(geometry: Geometry, rings: Iterable[Ring]) -> str:
    outlines = (geometry.outline(ring) for ring in rings)
    seen = (line for line in outlines if abs(_area(line)) > _SMALLEST_VOID)
    return "".join(path(line, closed=True) for line in seen)


def _area(line: Line) -> float:
    pairs = zip(line, (*line[1:], line[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2
