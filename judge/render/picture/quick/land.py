"""Colors the ground of a board: land by its owners, and the borders between them."""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageChops, ImageColor

from judge.boards import Point
from judge.render.picture.compose import pattern_svg
from judge.render.picture.page import Page, Pane
from judge.render.picture.palette import PowerColors
from judge.render.picture.quick.ground import Ground
from judge.render.picture.quick.lines import draw_borders
from judge.render.picture.raster import image_of

_WITHIN, _BETWEEN = 0.1, 0.17  # how thick borders are, as in `templates/board.svg`


def colored(page: Page, ground: Ground, scale: float) -> Image.Image:
    """Return the ground of a page in its colors."""
    wearers = dict(_wearers(page, ground))
    land = ground.index.convert("P")
    plain = ImageColor.getrgb(page.scheme.land)
    fog = ImageColor.getrgb(page.scheme.void)
    unseen = {ground.numbers.get(key) for pane in page.panes for key in pane.fog}
    palette = (
        fog if number in unseen else _fill(wearers.get(number), plain) for number in range(256)
    )
    land.putpalette([part for color in palette for part in color])
    land = land.convert("RGB")
    _pattern(land, ground, wearers, page)
    for pane in page.panes:
        _borders(pane, land, page, scale)
    return ImageChops.add(ImageChops.multiply(land, ground.seen), ground.added)


def _wearers(page: Page, ground: Ground) -> Iterator[tuple[int, PowerColors]]:
    """Yield the numbers of centers that somebody owns, and what those wear."""
    for pane in page.panes:
        for colors, keys in pane.lands:
            if colors is not None:
                yield from ((ground.numbers[key], colors) for key in keys if key in ground.numbers)


def _fill(colors: PowerColors | None, plain: tuple[int, ...]) -> tuple[int, ...]:
    return plain if colors is None else ImageColor.getrgb(colors.fill)


def _pattern(
    land: Image.Image, ground: Ground, wearers: dict[int, PowerColors], page: Page
) -> None:
    """Lay the patterns of powers over their land."""
    worn = {colors.pattern for colors in wearers.values() if colors.pattern}
    for pattern in sorted(worn):
        shape = ground.index.point(
            [255 if n in wearers and wearers[n].pattern == pattern else 0 for n in range(256)]
        )
        lined = _tiles(pattern, ground.index.size)
        land.paste(page.scheme.outline, mask=ImageChops.multiply(shape, lined))


@lru_cache(maxsize=16)
def _tiles(pattern: int, size: tuple[int, int]) -> Image.Image:
    """Return how dense the lines of a pattern are all over a page."""
    wide, high = size
    svg = pattern_svg(pattern, 1000, 1000 * high / wide)
    return image_of(svg, wide).getchannel("A").crop((0, 0, wide, high))


def _borders(pane: Pane, land: Image.Image, page: Page, scale: float) -> None:
    """Draw the borders of a pane on its land."""
    (x, y), geometry = pane.place, pane.base_map.geometry
    right, low = x + geometry.width, y + geometry.height
    box = round(x * scale), round(y * scale), round(right * scale), round(low * scale)
    cut = land.crop(box)
    corner: Point = (box[0] - x * scale, box[1] - y * scale)
    fine, (within, between) = pane.base_map.fine, pane.borders
    kinds = (
        (within, page.scheme.border, fine * _WITHIN),
        (between, page.scheme.frontier, fine * _BETWEEN),
    )
    draw_borders(kinds, cut, corner, scale)
    land.paste(cut, box[:2])
