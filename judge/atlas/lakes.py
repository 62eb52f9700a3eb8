"""Lakes: ground that nobody plays and that is water in nature."""

from collections.abc import Sequence
from dataclasses import replace

from shapely.geometry import Point, Polygon

from judge.atlas.places import Place, UndrawableError
from judge.engine import Terrain
from judge.notation.geometry import Arc, ArcKind, Geometry


def with_lakes(
    drawing: Geometry, points: Sequence[Place], given: Sequence[Place]
) -> Geometry:
    """Return the drawing, the void in which each of `points` lies being a lake.

    UndrawableError when there is none; the point is called what the map maker has
    `given`.
    """
    shapes = [Polygon(drawing.outline(ring)) for ring in drawing.void]
    lakes: set[int] = set()
    for point, (x, y) in zip(points, given, strict=True):
        lake = _around(shapes, Point(point))
        if not lake:
            text = f"The lake [{x:g}, {y:g}] lies where a province is played."
            raise UndrawableError(f"{text} Give it a point of the `void` as well.")
        lakes |= lake
    shores = {index for n in lakes for index in drawing.void[n]}
    arcs = (
        replace(arc, kind=_shore(arc, drawing)) if shores & {n, ~n} else arc
        for n, arc in enumerate(drawing.arcs)
    )
    return replace(drawing, arcs=tuple(arcs), lakes=tuple(sorted(lakes)))


def _around(shapes: Sequence[Polygon], point: Point) -> set[int]:
    """Return the ring around a point, and those of the islands in it."""
    # Downwards is positive, so a hole runs against the clock here.
    shells = [
        n
        for n, shape in enumerate(shapes)
        if not shape.exterior.is_ccw and shape.contains(point)
    ]
    if not shells:
        return set()
    shell = min(shells, key=lambda n: shapes[n].area)
    islands = {
        n
        for n, shape in enumerate(shapes)
        if shape.exterior.is_ccw and shapes[shell].contains(shape)
    }
    if any(shapes[n].contains(point) for n in islands):
        return set()
    return {shell, *islands}


def _shore(arc: Arc, drawing: Geometry) -> ArcKind:
    """Return what a line around a lake is: a shore, or nothing but a border at sea."""
    if arc.kind is ArcKind.FRAME:
        return arc.kind
    [name] = {arc.left, arc.right} - {None}
    kind = drawing.provinces[name or ""].kind
    return ArcKind.SEA if kind is Terrain.SEA else ArcKind.COAST
