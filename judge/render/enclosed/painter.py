"""Paints pictures: drawings come in, PNG pictures go out."""

from functools import lru_cache
from pathlib import Path

from judge.boards import Homes, folder_of, has_provinces, open_geometry, read_variant
from judge.render.picture import WIDTH, Canvas, base_map_of, png_of, read_drawing, svg_of, width_of
from judge.render.picture.page import page_of
from judge.render.picture.quick import GroundStore, Stamps, TooManyCentersError, painted_page
from judge.render.picture.raster import packed, reduced


@lru_cache(maxsize=8)
def canvas_for(name: str, homes: Homes, templates: Path) -> Canvas | None:
    """Return what a variant is drawn with, None if there is no drawing of its board.

    A drawing that was made before provinces were added or taken away is none.
    """
    folder = folder_of(name, homes)
    geometry = open_geometry(folder, homes)
    variant = read_variant(folder)
    if geometry is None or not has_provinces(geometry, variant.geography):
        return None
    return Canvas(base_map_of(geometry), variant, templates)


def painted(text: str, homes: Homes, templates: Path, grounds: Path) -> bytes:
    """Return the picture of a drawing's text, nothing if its map is not drawn.

    The grounds of boards are kept in a folder, for the next time.
    """
    drawing = read_drawing(text)
    canvas = canvas_for(drawing.variant, homes, templates)
    if canvas is None:
        return b""
    page = page_of(drawing, canvas)
    try:
        ground = _store(grounds).ground(canvas, drawing.theme, WIDTH)
    except TooManyCentersError:
        return png_of(svg_of(drawing, canvas), width_of(small=drawing.small))
    image = painted_page(page, ground, _stamps(templates))
    return packed(reduced(image) if drawing.small else image, page.pinned)


@lru_cache(maxsize=2)
def _store(grounds: Path) -> GroundStore:
    return GroundStore(grounds)


@lru_cache(maxsize=2)
def _stamps(templates: Path) -> Stamps:
    return Stamps(templates, WIDTH / 1000)
