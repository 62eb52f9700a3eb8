"""What of a drawing is to be seen on a base map: all, or what an inset shows of it."""

from collections.abc import Iterator
from dataclasses import replace

from judge.boards import Geometry, Point
from judge.render.picture.base_map import BaseMap
from judge.render.picture.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    RetreatArrow,
    Stroke,
    Support,
)
from judge.render.picture.sites import beside, province_of, site


def at_home(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return a drawing with the units and flags alone that stand on a base map."""
    home = base_map.home
    return replace(
        drawing,
        pieces=tuple(one for one in drawing.pieces if province_of(one.place) in home),
        flags=tuple(one for one in drawing.flags if one[0] in home),
    )


def passing(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return a drawing with the orders alone of which one may see something here."""
    return replace(drawing, strokes=tuple(one for one in drawing.strokes if _passes(one, base_map)))


def _passes(stroke: Stroke, base_map: BaseMap) -> bool:
    """Return whether the box around an order is on a page, and not in one inset."""
    geometry = base_map.geometry
    places = tuple(_places(stroke, geometry))
    across, down = zip(*places, strict=True)
    on_page = (
        max(across) >= 0
        and min(across) <= geometry.width
        and max(down) >= 0
        and min(down) <= geometry.height
    )
    first = geometry.inset_at(places[0])
    return on_page and not (first and all(map(first.holds, places)))


def _places(stroke: Stroke, geometry: Geometry) -> Iterator[Point]:
    match stroke:
        case Arrow(way=way):
            places: tuple[str, ...] = way
        case RetreatArrow(origin=origin, target=target):
            yield beside(origin, geometry)
            places = (target,)
        case Support(place=place, origin=origin, target=goal):
            places = (place, origin, goal) if goal else (place, origin)
        case ConvoyMark(place=place) | BounceMark(place=place):
            places = (place,)
    yield from (site(place, geometry) for place in places)
