"""What stands in each province of a drawing, in which window, and where there."""

from judge.mapmaking.drawing.rooms.anchors import Room, anchored, sizes
from judge.mapmaking.drawing.rooms.beside import seen_beside
from judge.mapmaking.drawing.rooms.windows import box_of, in_a_window, named_again, off_the_edges

__all__ = [
    "Room",
    "anchored",
    "box_of",
    "in_a_window",
    "named_again",
    "off_the_edges",
    "seen_beside",
    "sizes",
]
