"""The ground of a board as rasters: painted once, and colored for each picture.

Two pictures of the ground, its land black and white, say of each pixel how much of the
land's own color is seen there and what is added to it. A third one says whose land it
is, so that coloring it anew is a matter of a palette.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from PIL import Image, ImageChops, ImageFilter

from judge.render.picture.compose import svg_of_page
from judge.render.picture.drawing import Drawing
from judge.render.picture.legend import Legend
from judge.render.picture.page import Canvas, Page, laid_out, page_of
from judge.render.picture.palette import PowerColors, Theme
from judge.render.picture.raster import image_of

_EMPTY = Drawing("", "", "", "", (), (), (), (), ())
_SEA, _PLAIN, _FIRST, _LAST = 0, 1, 2, 255  # what a pixel of the index may say
_SPREAD = 5  # pixels, odd: so far land goes on below its shore


class TooManyCentersError(Exception):
    """A board has more centers than an index of bytes can tell apart."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the rasters of a ground are made from: three SVG, and the numbers of land.

    `key` is the same for the same ground and for no other.
    """

    black: str
    white: str
    index: str
    numbers: Mapping[str, int]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Ground:
    """Rasters of a board without what changes from phase to phase.

    A pixel is `added` and the color of its land times `seen`; `index` is the number of
    its province by `numbers`, 1 for land without a center.
    """

    added: Image.Image
    seen: Image.Image
    index: Image.Image
    numbers: Mapping[str, int]


def recipe_of(canvas: Canvas, theme: Theme, width: int) -> Recipe:
    """Return what the ground of a board is made from, in a picture so wide.

    TooManyCentersError if its land cannot be numbered.
    """
    page = _bare(page_of(replace(_EMPTY, theme=theme), canvas))
    numbers = _numbers(canvas)
    return Recipe(
        black=svg_of_page(_painted(page, "#000000"), canvas.templates),
        white=svg_of_page(_painted(page, "#ffffff"), canvas.templates),
        index=_index(page, numbers),
        numbers=numbers,
        width=width,
        height=round(page.below * width / 1000),
    )


def made(recipe: Recipe) -> Ground:
    """Return the ground that a recipe describes; this takes as long as two pictures."""
    black, white, index = (
        _raster(svg, recipe) for svg in (recipe.black, recipe.white, recipe.index)
    )
    seen = ImageChops.subtract(white, black)
    number = index.getchannel("R")
    land = number.point([0] + [255] * 255)
    spread = number.filter(ImageFilter.MaxFilter(_SPREAD))
    return Ground(black, seen, Image.composite(number, spread, land), recipe.numbers)


def _raster(svg: str, recipe: Recipe) -> Image.Image:
    image = image_of(svg, recipe.width).convert("RGB")
    return image.crop((0, 0, recipe.width, recipe.height))


def _bare(page: Page) -> Page:
    """Return a page without anything that may change."""
    panes = (
        replace(pane, fog=(), borders=((), ()), figures=dict.fromkeys(pane.figures, ()), names=())
        for pane in page.panes
    )
    return replace(page, panes=tuple(panes), head=(), legend=Legend((), 0.0))


def _painted(page: Page, color: str) -> Page:
    """Return a page whose land is all of one color."""
    plain = PowerColors(color, color, 0, "")
    panes = (
        replace(pane, lands=((plain, tuple(sorted(pane.base_map.lands))),)) for pane in page.panes
    )
    return replace(page, panes=tuple(panes))


def _numbers(canvas: Canvas) -> dict[str, int]:
    board = canvas.base_map
    centers = sorted(
        key
        for key, plot in board.geometry.provinces.items()
        if plot.center is not None and key in board.lands
    )
    if _FIRST + len(centers) > _LAST:
        raise TooManyCentersError(f"{len(centers)} centers")
    return {key: number for number, key in enumerate(centers, _FIRST)}


def _index(page: Page, numbers: Mapping[str, int]) -> str:
    """Return the picture of all land, each province in the color of its number."""
    body = "".join(_numbered(page, numbers))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 1000 {page.height:.1f}" width="1000" height="{page.height:.1f}">'
        f'<path d="M0 0h1000v{page.height:.1f}h-1000z"/>'
        f'<g shape-rendering="crispEdges" fill-rule="evenodd">{body}</g></svg>'
    )


def _numbered(page: Page, numbers: Mapping[str, int]) -> Iterator[str]:
    for base_map, (x, y) in laid_out(page.panes[0].base_map):
        wide, high = base_map.geometry.width, base_map.geometry.height
        clip = f"c{x:.0f}-{y:.0f}"
        box = f'<path d="M0 0h{wide}v{high}h-{wide}z"/>'
        yield f'<clipPath id="{clip}">{box}</clipPath>'
        yield f'<g transform="translate({x:.1f} {y:.1f})" clip-path="url(#{clip})">'
        for key in sorted(base_map.lands):
            number = numbers.get(key, _PLAIN)
            yield f'<path d="{base_map.shapes[key]}" fill="#{number:02x}0000"/>'
        yield "</g>"
