"""The ground of a picture: what is the same on a board in each phase.

Lines are turned into paths once for each geometry, and each province knows where there
is room for words in it.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from judge.engine.geography import Terrain
from judge.notation.geometry import ArcKind, Geometry, Line, Point, Ring
from judge.render.picture.shapes import path

_ROW = 3.0  # how far apart the rows are in which room is measured
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

    `rooms` tells where in each province there is room for words.
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
    rooms: dict[str, "Room"]


class Room:
    """Where in a province there is room: from where to where, row by row."""

    def __init__(self, rings: Iterable[Line]) -> None:
        lines = tuple(rings)
        heights = [y for line in lines for _, y in line]
        self._top = min(heights)
        rows = math.ceil((max(heights) - self._top) / _ROW)
        crossings: list[list[float]] = [[] for _ in range(rows)]
        for line in lines:
            for one, other in zip(line, (*line[1:], line[0]), strict=True):
                self._cross(crossings, one, other)
        self._rows = [sorted(row) for row in crossings]

    def share(self, at: Point, width: float, height: float) -> float:
        """Return how much of a box around `at` lies in the province, from 0 to 1."""
        first = round((at[1] - height / 2 - self._top) / _ROW)
        last = round((at[1] + height / 2 - self._top) / _ROW)
        left, right = at[0] - width / 2, at[0] + width / 2
        inside = sum(
            self._inside(self._rows[row], left, right)
            for row in range(max(first, 0), min(last + 1, len(self._rows)))
        )
        return inside / (width * (last - first + 1))

    def _cross(self, rows: list[list[float]], one: Point, other: Point) -> None:
        (x, y), (u, v) = sorted((one, other), key=lambda point: point[1])
        if v == y:
            return
        first = max(math.ceil((y - self._top) / _ROW - 0.5), 0)
        for row in range(first, len(rows)):
            at = self._top + (row + 0.5) * _ROW
            if at >= v:
                return
            rows[row].append(x + (u - x) * (at - y) / (v - y))

    @staticmethod
    def _inside(row: list[float], left: float, right: float) -> float:
        """Return how much from `left` to `right` lies inside, of sorted crossings."""
        start = max(bisect_left(row, left) // 2 * 2, 0)
        inside = 0.0
        for place in range(start, len(row) - 1, 2):
            if row[place] >= right:
                break
            inside += max(min(row[place + 1], right) - max(row[place], left), 0.0)
        return inside


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
        rooms={
            key: Room(map(geometry.outline, plot.rings))
            for key, plot in geometry.provinces.items()
        },
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
