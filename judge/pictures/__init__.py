"""Pictures of the board: a drawing in names, an SVG made of it by a template, and a PNG.

A drawing contains only facts that its reader may see; others are left out before it is made.
"""

from judge.pictures.cache import PictureCache, canvas_for, painted
from judge.pictures.drawing import WIDTH, Drawing, read_drawing, width_of
from judge.pictures.page import Canvas, base_map_of
from judge.pictures.palette import Theme, colors_of, style_colors
from judge.pictures.raster import animated, png_of, strip_of
from judge.pictures.svg import svg_of
from judge.pictures.theatre import with_theatre
from judge.pictures.views import (
    Caption,
    finished_drawing,
    planned_drawing,
    standing_drawing,
    way_of,
)

__all__ = [
    "WIDTH",
    "Canvas",
    "Caption",
    "Drawing",
    "PictureCache",
    "Theme",
    "animated",
    "base_map_of",
    "canvas_for",
    "colors_of",
    "finished_drawing",
    "painted",
    "planned_drawing",
    "png_of",
    "read_drawing",
    "standing_drawing",
    "strip_of",
    "style_colors",
    "svg_of",
    "way_of",
    "width_of",
    "with_theatre",
]
