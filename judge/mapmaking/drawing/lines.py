"""The borders between labels as lines that neighbors share."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from shapely.geometry import MultiPolygon, Polygon

from judge.mapmaking.drawing.paper import Mesh, Points

OUTSIDE = -2  # what is no cell; NOBODY is -1
_SAME = 4  # decimals: corners that agree so far are one, computed twice


@dataclass(slots=True)
class Stroke:
    """A line between two junctions, with the labels on its left and its right hand.

    Strokes that meet have the same junction, `first` or `last`, there; a `ring` meets
    none and ends where it begins.
    """

    first: int
    last: int
    left: int
    right: int
    line: Points
    ring: bool

    @property
    def labels(self) -> tuple[int, int]:
        """Return what lies on its two hands."""
        return self.left, self.right


class _Side(NamedTuple):
    """A side between two cells of different labels, as it is walked one way."""

    first: int
    last: int
    left: int
    right: int

    def turned(self) -> "_Side":
        """Return the side as it is walked the other way."""
        return _Side(self.last, self.first, self.right, self.left)


def strokes_of(mesh: Mesh, labels: Sequence[int]) -> list[Stroke]:
    """Return the lines between cells of different labels, and along the frame."""
    corners, corner_of = np.unique(np.round(mesh.corners, _SAME), axis=0, return_inverse=True)
    leaving: defaultdict[int, list[_Side]] = defaultdict(list)
    for side in _sides(mesh, labels, corner_of.ravel().tolist()):
        leaving[side.first].append(side)
        leaving[side.last].append(side.turned())
    junctions = {corner for corner, around in leaving.items() if _is_junction(around)}
    starts = [side for corner in sorted(junctions) for side in leaving[corner]]
    starts += [side for around in leaving.values() for side in around]
    done: set[tuple[int, int]] = set()
    strokes = []
    for side in starts:
        if side[:2] in done:
            continue
        way = _way(side, leaving, junctions)
        done.update(pairwise(way))
        done.update(pairwise(reversed(way)))
        ring = way[0] not in junctions
        line = corners[way]
        strokes.append(Stroke(way[0], way[-1], side.left, side.right, line, ring))
    return strokes


def halved(stroke: Stroke, junction: int) -> tuple[Stroke, Stroke]:
    """Return the two halves of a stroke, that meet at a new junction."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke.line, axis=0).T))])
    middle = int(np.abs(along[1:-1] - along[-1] / 2).argmin()) + 1
    first = replace(stroke, last=junction, line=stroke.line[: middle + 1])
    return first, replace(stroke, first=junction, line=stroke.line[middle:])


def outlines(strokes: Sequence[Stroke]) -> dict[int, list[list[int]]]:
    """Return the rings around each label, as strokes one after the other.

    A stroke is its index, or `~index` when it is walked backwards; the label lies on
    the left hand.
    """
    leaving: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, stroke in enumerate(strokes):
        leaving[stroke.left, stroke.first].append(number)
        leaving[stroke.right, stroke.last].append(~number)
    rings: defaultdict[int, list[list[int]]] = defaultdict(list)
    for (label, start), waiting in leaving.items():
        while label != OUTSIDE and waiting:
            ring = [waiting.pop()]
            while (end := _end(ring[-1], strokes)) != start:
                ring.append(leaving[label, end].pop())
            rings[label].append(ring)
    return dict(rings)


def area_of(rings: Iterable[Sequence[tuple[float, float]] | Points]) -> MultiPolygon:
    """Return the area that lies on the left hand of rings, each of its pieces apart."""
    polygons = [Polygon(ring) for ring in rings]
    # Downwards is positive, so what runs against the clock on paper runs with it here.
    shells = [one for one in polygons if not one.exterior.is_ccw]
    holes = [one for one in polygons if one.exterior.is_ccw]
    return MultiPolygon([_with_holes(shell, holes) for shell in shells])


def points_of(ring: Sequence[int], strokes: Sequence[Stroke]) -> Points:
    """Return the points of a ring; the last is joined to the first."""
    lines = (strokes[n].line if n >= 0 else strokes[~n].line[::-1] for n in ring)
    return np.vstack([line[:-1] for line in lines])


def _with_holes(shell: Polygon, holes: Iterable[Polygon]) -> Polygon:
    inside = (hole for hole in holes if shell.contains(hole.representative_point()))
    return Polygon(shell.exterior, [hole.exterior for hole in inside])


def _sides(mesh: Mesh, labels: Sequence[int], corner_of: Sequence[int]) -> Iterator[_Side]:
    step = mesh.corners[mesh.ends[:, 1]] - mesh.corners[mesh.ends[:, 0]]
    to_first = mesh.points[mesh.sides[:, 0]] - mesh.corners[mesh.ends[:, 0]]
    # Downwards is positive, so what turns against the clock lies on the left hand.
    turn = step[:, 0] * to_first[:, 1] - step[:, 1] * to_first[:, 0]
    for cells, ends, side in zip(
        mesh.sides.tolist(), mesh.ends.tolist(), turn.tolist(), strict=True
    ):
        left, right = (labels[n] if n < mesh.cells else OUTSIDE for n in cells)
        first, last = (corner_of[n] for n in ends)
        if left != right and first != last:
            found = _Side(first, last, left, right)
            yield found if side < 0 else _Side(first, last, right, left)


def _is_junction(leaving: Sequence[_Side]) -> bool:
    return len(leaving) != 2 or len({frozenset(side[2:]) for side in leaving}) != 1


def _way(side: _Side, leaving: dict[int, list[_Side]], junctions: set[int]) -> list[int]:
    """Return the corners from a side on to the next junction, or around a ring."""
    way = [side.first, side.last]
    while way[-1] != way[0] and way[-1] not in junctions:
        way.append(next(s.last for s in leaving[way[-1]] if s.last != way[-2]))
    return way


def _end(index: int, strokes: Sequence[Stroke]) -> int:
    return strokes[index].last if index >= 0 else strokes[~index].first
