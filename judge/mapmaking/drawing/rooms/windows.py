"""The windows of a picture: the board without its insets, and each inset.

What stands in a province stands in one of them, clear of their edges.
"""

from collections.abc import Iterator
from dataclasses import replace

import shapely
from shapely import Geometry as Area
from shapely.geometry import Polygon

from judge.boards import Geometry, Inset, Point as Place, drawn_radius
from judge.mapmaking.drawing.rooms.anchors import Room, radius

# How far off an edge a unit stands, in its radii; and how far off one a second name is,
# and how much room it needs, in heights of a name.
_CLEAR = 1.15
_BESIDE, _NAMED = 0.7, 0.85


def in_a_window(room: Room, board: Geometry) -> Room:
    """Return a room as far as it lies in the window that has most of it."""
    if not board.insets and board.page is None:
        return room
    best, window = max(
        (
            (piece, window)
            for window in (None, *board.insets)
            for piece in _pieces(room.area & _area(window, board))
        ),
        key=lambda one: radius(one[0]),
    )
    return replace(room, area=best, zoom=board.zoom(window))


def off_the_edges(room: Room, board: Geometry) -> Room:
    """Return a room without what is too near to an edge for a unit.

    It is as large as units are drawn, or where there is no room for that as it must be.
    """
    for unit in (drawn_radius(board.unit, board.shown.width), board.unit):
        near = _edges(board).buffer(_CLEAR * unit / room.zoom)
        if pieces := _pieces(room.area - near):
            return replace(room, area=max(pieces, key=radius))
    return room


def clear_of_edges(at: Place, board: Geometry, reach: float) -> Area:
    """Return where in the window of a place no edge cuts a unit of this radius."""
    window = _area(board.inset_at(at), board)
    return window - _edges(board).buffer(_CLEAR * reach)


def named_again(area: Area, label: Place, board: Geometry) -> Iterator[Place]:
    """Yield where else a province has its name: in windows other than its label's."""
    home = board.inset_at(label)
    for window in (None, *board.insets):
        if window is home:
            continue
        high = board.font / board.zoom(window)
        clear = _edges(board).buffer(_BESIDE * high)
        if pieces := _pieces((area & _area(window, board)) - clear):
            circle = shapely.maximum_inscribed_circle(max(pieces, key=radius), 0.5)
            x, y = circle.coords[0]
            if circle.length > _NAMED * high:
                yield (round(x, 1), round(y, 1))


def box_of(inset: Inset) -> Polygon:
    """Return the area of an inset."""
    return Polygon(inset.outline)


def _edges(board: Geometry) -> Area:
    """Return the edges of the page and of its insets."""
    return shapely.union_all([box_of(one).boundary for one in (board.shown, *board.insets)])


def _area(window: Inset | None, board: Geometry) -> Area:
    """Return the area of a window: of the board it is what no inset has."""
    if window is not None:
        return box_of(window)
    page = box_of(board.shown)
    return page - shapely.union_all([box_of(inset) for inset in board.insets])


def _pieces(area: Area) -> list[Polygon]:
    parts = shapely.get_parts(area)
    return [part for part in parts if isinstance(part, Polygon) and part.area > 0]
