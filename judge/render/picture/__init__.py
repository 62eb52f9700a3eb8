"""Pictures of the board: a drawing in names, an SVG by a template, a PNG of that.

What may be seen was decided before: a drawing holds nothing else.
"""

from judge.render.picture.base_map import base_map_of
from judge.render.picture.compose import svg_of
from judge.render.picture.drawing import WIDTH, Drawing, read_drawing, width_of
from judge.render.picture.page import Canvas
from judge.render.picture.palette import Theme
from judge.render.picture.raster import animated, png_of, strip_of

__all__ = [
    "WIDTH",
    "Canvas",
    "Drawing",
    "Theme",
    "animated",
    "base_map_of",
    "png_of",
    "read_drawing",
    "strip_of",
    "svg_of",
    "width_of",
]
