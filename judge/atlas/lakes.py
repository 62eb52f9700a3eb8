"""Lakes: ground that nobody plays and that is water in nature."""

from collections.abc import Sequence
from dataclasses import replace

from shapely.geometry import Point, Polygon

from judge.atlas.places import Place, UndrawableError
from judge.engine import Terrain
from judge.notation.geometry import ArcKind, Geometry, Ring


def with_lakes(
    drawing: Geometry, points: Sequence[Place], given: Sequence[Place]
) -> Geometry:
    """Return the drawing, the unplayed ground in which each of `points` lies a lake.

    UndrawableError when there is none; the point is called what the map maker has
    `given`.
    """
    grounds = {ring: Polygon(drawing.outline(ring)) for ring in drawing.unplayed()}
    lakes: dict[Ring, None] = {}
    for point, (x, y) in zip(points, given, strict=True):
        lake = _around(grounds, Point(point))
        if not lake:
            text = f"The lake [{x:g}, {y:g}] lies where a province is played."
            raise UndrawableError(f"{text} Give it `water`, or a point of the `void`.")
        lakes |= dict.fromkeys(lake)
    shores = {index for lake in lakes for index in lake}
    arcs = tuple(
        replace(arc, kind=_shore(drawing, arc.right if n in shores else arc.left))
        if arc.kind is not ArcKind.FRAME and shores & {n, ~n}
        else arc
        for n, arc in enumerate(drawing.arcs)
    )
    return replace(drawing, arcs=arcs, lakes=tuple(lakes))


def _around(grounds: dict[Ring, Polygon], point: Point) -> list[Ring]:
    """Return the ring around a point, and those of the islands in its lake."""
    # Downwards is positive, so a hole runs against the clock here.
    holes = [ring for ring, shape in grounds.items() if shape.exterior.is_ccw]
    around = [ring for ring, shape in grounds.items() if shape.contains(point)]
    if not around:
        return []
    lake = min(around, key=lambda ring: grounds[ring].area)
    if lake in holes:
        return []
    return [lake, *(one for one in holes if grounds[lake].contains(grounds[one]))]


def _shore(drawing: Geometry, beyond: str | None) -> ArcKind:
    """Return what the line is between a lake and what lies beyond it."""
    if beyond and drawing.provinces[beyond].kind is Terrain.SEA:
        return ArcKind.SEA
    return ArcKind.COAST
