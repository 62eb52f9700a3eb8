"""Paints pictures: drawings come in, PNG pictures go out."""

from functools import lru_cache
from pathlib import Path

from judge.boards import open_geometry, read_variant
from judge.render.picture.base_map import base_map_of
from judge.render.picture.compose import Canvas, svg_of
from judge.render.picture.drawing import read_drawing
from judge.render.picture.raster import png_of

WIDTH = 800
_WIDEST = 1200
_LOWEST_NAME = 8.0  # how high names must be, in pixels, to be read
_MOST_BYTES = 150_000


@lru_cache(maxsize=8)
def canvas_for(name: str, variants: Path, templates: Path) -> Canvas | None:
    """Return what a variant is drawn with, None if there is no drawing of its map."""
    folder = variants / name
    geometry = open_geometry(folder)
    if geometry is None:
        return None
    return Canvas(base_map_of(geometry), read_variant(folder), templates)


def painted(text: str, variants: Path, templates: Path) -> bytes:
    """Return the picture of a drawing's text, nothing if its map is not drawn."""
    drawing = read_drawing(text)
    canvas = canvas_for(drawing.variant, variants, templates)
    return b"" if canvas is None else finished(svg_of(drawing, canvas), canvas)


def finished(svg: str, canvas: Canvas) -> bytes:
    """Return an SVG as PNG: as wide as its names need, unless that is too large.

    What is too large at the usual width is painted in fewer colors.
    """
    geometry = canvas.base_map.geometry
    high = geometry.font * WIDTH / geometry.width
    wide = max(min(round(WIDTH * _LOWEST_NAME / high), _WIDEST), WIDTH)
    while wide > WIDTH:
        if len(picture := png_of(svg, wide)) < _MOST_BYTES:
            return picture
        wide = max(wide * _MOST_BYTES // len(picture) - 1, WIDTH)
    return png_of(svg, WIDTH, _MOST_BYTES)
