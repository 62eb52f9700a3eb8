"""Connectors: how provinces are joined that are adjacent but do not border."""

from collections.abc import Mapping

import numpy as np
import shapely
from shapely import Geometry as Area
from shapely.geometry import MultiLineString, Point
from shapely.ops import nearest_points

from judge.atlas.lines import area_of
from judge.atlas.paper import Points
from judge.atlas.places import Places, UndrawableError
from judge.engine import Terrain
from judge.notation.geometry import Connector, ConnectorKind, Geometry, Line

# Provinces nearer than this meet at a corner, by units of the picture.
_CORNER = 0.6
# What a link had better not do, by its length: be long, cross other land.
_SHORT = 2.0
_CROSSING = 4.0
_SAMPLES = 40
# So far a link goes into its provinces, by radii of a unit.
_INTO = 0.8


def connectors(geometry: Geometry, places: Places) -> tuple[Connector, ...]:
    """Return the connectors that the map maker listed, as they fit a drawing."""
    areas = {
        name: area_of(map(geometry.outline, plot.rings))
        for name, plot in geometry.provinces.items()
    }
    wraps = {frozenset(text.split()) for text in places.wraps}
    found = []
    for one, other in places.joined():
        if {one, other} in wraps:
            line = _behind(geometry, areas, one, other)
            found.append(Connector(ConnectorKind.WRAP, one, other, line))
        elif areas[one].distance(areas[other]) < _CORNER:
            corner, _ = nearest_points(areas[one], areas[other])
            found.append(Connector(ConnectorKind.CORNER, one, other, _line(corner)))
        else:
            line = _across(geometry, areas, one, other)
            found.append(Connector(ConnectorKind.LINK, one, other, line))
    return tuple(found)


def _behind(
    geometry: Geometry, areas: Mapping[str, Area], one: str, other: str
) -> Line:
    """Return the middles of the parts of the frame at which two provinces lie.

    UndrawableError when one of them does not lie at the left or the right frame.
    """
    wide, high = geometry.width, geometry.height
    sides = MultiLineString([[(x, 0), (x, high)] for x in (0, wide)])
    edges = [areas[name] & sides for name in (one, other)]
    if not all(edge.length for edge in edges):
        text = f"{one} {other} is listed as a wrap, but not both lie at the sides."
        raise UndrawableError(text)
    return _line(*(edge.centroid for edge in edges))


def _across(
    geometry: Geometry, areas: Mapping[str, Area], one: str, other: str
) -> Line:
    """Return a line from inside a province to inside another one.

    It is short, does not cross other land, and points from unit to unit.
    """
    ends = [_around(areas[name]) for name in (one, other)]
    units = [np.array(geometry.provinces[name].unit) for name in (one, other)]
    from_unit = [np.hypot(*(at - unit).T) for at, unit in zip(ends, units, strict=True)]
    pairs = np.array([(a, b) for a in ends[0] for b in ends[1]])
    others = shapely.union_all(
        [
            area
            for name, area in areas.items()
            if name not in (one, other)
            and geometry.provinces[name].kind is not Terrain.SEA
        ]
    )
    lines = shapely.linestrings(pairs)
    length = shapely.length(lines)
    crossing = shapely.length(lines & others)
    cost = _SHORT * length + _CROSSING * crossing
    cost += np.add.outer(*from_unit).ravel()
    near, far = pairs[cost.argmin()]
    into = _INTO * geometry.unit * (far - near) / length[cost.argmin()]
    return _line(Point(near - into), Point(far + into))


def _around(area: Area) -> Points:
    """Return points along the border of an area."""
    border = area.boundary
    parts = np.linspace(0, 1, _SAMPLES, endpoint=False)
    points: Points = shapely.get_coordinates(border.interpolate(parts, normalized=True))
    return points


def _line(*points: Point) -> Line:
    return tuple((round(point.x, 1), round(point.y, 1)) for point in points)
