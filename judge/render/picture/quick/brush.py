"""Paints a page: the ground in the colors of its owners, lines on it, and stamps."""

import math
from collections.abc import Iterator

from PIL import Image

from judge.boards import Point
from judge.render.picture.marks import LAYERS, LINES, Figure, Stroke
from judge.render.picture.page import Page, Pane
from judge.render.picture.quick.ground import Ground
from judge.render.picture.quick.land import colored
from judge.render.picture.quick.lines import drawn
from judge.render.picture.quick.stamps import PlacedStamp, Stamps

_FRAME = 3.0  # how far the frame of an inset reaches beyond it
_RULE = 2.0  # how thick the line above the legend is

Box = tuple[int, int, int, int]


def painted_page(page: Page, ground: Ground, stamps: Stamps) -> Image.Image:
    """Return the picture of a page, as wide as its ground."""
    scale = ground.added.width / 1000
    size = ground.added.width, math.ceil(round(page.height) * scale)
    image = Image.new("RGB", size, page.scheme.panel)
    stamped = stamps.placed(_stamped(page))
    image.paste(colored(page, ground, scale))
    for pane in page.panes:
        box = box_of(pane, scale)
        cut = image.crop(box)
        _paint(pane, cut, stamped, _corner(pane, box, scale), scale)
        image.paste(cut, box[:2])
    _rule(page, image, scale)
    for figure in page.head:
        stamped[id(figure)].put(image, (0.0, 0.0))
    for figure in page.legend.figures:
        stamped[id(figure)].put(image, (0.0, -page.below * scale))
    return image


def _rule(page: Page, image: Image.Image, scale: float) -> None:
    """Draw the line between the map and the legend."""
    top = round(page.below * scale) - 3
    cut = image.crop((0, top, image.width, top + 6))
    line = Stroke(((0, page.below), (1000, page.below)), page.scheme.head, _RULE)
    drawn([line], cut, (0.0, top), scale)
    image.paste(cut, (0, top))


def box_of(pane: Pane, scale: float) -> Box:
    """Return the pixels of a pane."""
    (x, y), geometry = pane.place, pane.base_map.geometry
    right, low = x + geometry.width, y + geometry.height
    return round(x * scale), round(y * scale), round(right * scale), round(low * scale)


def _corner(pane: Pane, box: Box, scale: float) -> Point:
    """Return where a cut of a pane begins, in pixels from the corner of its board."""
    return box[0] - pane.place[0] * scale, box[1] - pane.place[1] * scale


def _stamped(page: Page) -> Iterator[Figure]:
    """Yield all of a page that stands at a point."""
    for pane in page.panes:
        for layer in LAYERS:
            if layer not in LINES:
                yield from pane.figures[layer]
        yield from pane.names
    yield from page.head
    yield from page.legend.figures


def _paint(
    pane: Pane, image: Image.Image, stamped: dict[int, PlacedStamp], corner: Point, scale: float
) -> None:
    """Paint what is above the ground of a pane on its part of the picture."""
    for layer in LAYERS:
        if layer not in LINES:
            for figure in pane.figures[layer]:
                stamped[id(figure)].put(image, corner)
        elif pane.figures[layer]:
            hidden = [(box, image.crop(box)) for box in _insets(pane, corner, scale)]
            marks = (mark for one in pane.figures[layer] for mark in one.marks)
            drawn(marks, image, corner, scale)
            for box, before in hidden:
                image.paste(before, box[:2])
    for name in pane.names:
        stamped[id(name)].put(image, corner)


def _insets(pane: Pane, corner: Point, scale: float) -> Iterator[Box]:
    """Yield the pixels of insets, with their frames: no order is drawn there."""
    for inset in pane.base_map.geometry.insets:
        (x, y), (right, low) = inset.outline[0], inset.outline[2]
        yield (
            round((x - _FRAME) * scale - corner[0]),
            round((y - _FRAME) * scale - corner[1]),
            round((right + _FRAME) * scale - corner[0]),
            round((low + _FRAME) * scale - corner[1]),
        )
