"""The theatre of a power: the part of a board around its units and centers."""

import math
from collections.abc import Iterator
from dataclasses import replace

from judge.boards import ConnectorKind, Geometry, Inset, Point
from judge.engine import Geography, Variant, bits
from judge.pictures.drawing import BounceMark, Drawing, DrawnUnit, places_of
from judge.pictures.sites import province_of, site_of

PAGE = 600.0  # the width of its page: 3/5 of that of a board, so that everything is larger
# Its least width as a part of the board, and less where the board has insets; its largest area.
_LEAST, _MOST = (0.5, 0.36, 0.25), 0.7
_WIDEST, _TALLEST = 1.5, 1.25  # its width as a multiple of its height, and the reverse
_MARGIN = 60.0  # the distance of its places from the edges, on its page
_STEPS = 20  # its sides are multiples of this part of the board, so that phases share grounds
_RADII = (7.0, 16.0)  # the limits of the radius of units that fits everywhere, on its page


def with_theatre(
    drawing: Drawing, power: str, variant: Variant, alternative: str
) -> Drawing | None:
    """Return a drawing that shows only the theatre of `power`, or None if it has none.

    Its theatre is its units and centers, the places that its orders name, and the units of others
    that could reach one of these units or centers in one move. `alternative` describes it.
    """
    own = {province_of(piece.place) for piece in drawing.pieces if piece.power == power}
    own |= {center for center, owner in drawing.owners if owner == power}
    if not own:
        return None
    theatre = own | {
        province_of(piece.place)
        for piece in drawing.pieces
        if own & _reached(piece, variant.geography)
    }
    for stroke in drawing.strokes:
        if not isinstance(stroke, BounceMark) and stroke.power == power:
            theatre |= {province_of(place) for place in places_of(stroke)}
    # The mail says when orders are due; beside it, the title would be small.
    return replace(drawing, note="", alternative=alternative, theatre=tuple(sorted(theatre)))


def _reached(piece: DrawnUnit, geography: Geography) -> set[str]:
    """Return the provinces that a unit could enter in one move, without a convoy."""
    location = geography.location(piece.place)
    by_sea = piece.kind == "F"
    edges = geography.fleet_reach if by_sea else geography.army_edges
    mask = edges[location if by_sea else geography.province_of[location]]
    return {geography.provinces[number].abbreviation for number in bits(mask)}


def theatre_of(drawing: Drawing, geometry: Geometry) -> Inset | None:
    """Return the part of a board that shows the theatre of a drawing, or None for the whole board.

    That is so if it is nearly the whole board, if its units would be too small, or if the map
    continues on the opposite edge.
    """
    if any(connector.kind is ConnectorKind.WRAP for connector in geometry.connectors):
        return None
    board = geometry.shown
    for least in _LEAST:
        window = _window(drawing, geometry, board.width * least)
        too_large = window.width * window.height > _MOST * board.width * board.height
        if not too_large and enlarged(geometry, window).unit * PAGE / window.width >= _RADII[0]:
            return window
    return None


def enlarged(geometry: Geometry, window: Inset) -> Geometry:
    """Return a part of a board as a board of its own, without insets.

    In an inset the radius of units is smaller, in units of the board.
    """
    zoom = max(
        geometry.zoom(geometry.inset_at(shape.unit))
        for shape in geometry.provinces.values()
        if window.holds(shape.unit)
    )
    unit, font = geometry.unit / zoom, geometry.font / zoom
    return replace(geometry, unit=unit, font=font, insets=(), page=window)


def _window(drawing: Drawing, geometry: Geometry, least: float) -> Inset:
    """Return the window around the theatre of a drawing, at most the whole board."""
    board = geometry.shown
    across, down = zip(*_sites(drawing, geometry), strict=True)
    width = (max(across) - min(across)) / (1 - 2 * _MARGIN / PAGE)
    width = max(width, least, geometry.unit * PAGE / _RADII[1])
    height = max(down) - min(down) + 2 * _MARGIN * width / PAGE
    width = max(width, height / _TALLEST)
    height = max(height, width / _WIDEST)
    (x, y), step = board.corner, board.width / _STEPS
    left, wide = _stepped(min(across) - x, max(across) - x, width, board.width, step)
    top, high = _stepped(min(down) - y, max(down) - y, height, board.height, step)
    return Inset("", (x + left, y + top), wide, high)


def _stepped(
    first: float, last: float, length: float, most: float, step: float
) -> tuple[float, float]:
    """Return the start and the length of a side around what is between `first` and `last`.

    Both are multiples of `step`, except at the end of the board, which is at `most`.
    """
    long = min(math.ceil(length / step) * step, most)
    start = round((first + last - long) / 2 / step) * step
    return min(max(start, 0.0), most - long), long


def _sites(drawing: Drawing, geometry: Geometry) -> Iterator[Point]:
    """Yield the points of the theatre that a picture must show."""
    shown = {*drawing.theatre}
    for key in drawing.theatre:
        yield geometry.provinces[key].unit
    for piece in drawing.pieces:
        if province_of(piece.place) in shown:
            yield site_of(piece, geometry)
