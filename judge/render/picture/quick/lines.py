"""Draws with AGG on an image: lines, which run in other ways in each picture."""

from collections.abc import Iterable

import aggdraw
from PIL import Image, ImageColor

from judge.boards import Line, Point
from judge.render.picture.marks import Area, Disk, Dots, Mark, Stroke

Color = tuple[int, int, int]


def drawn(marks: Iterable[Mark], image: Image.Image, corner: Point, scale: float) -> None:
    """Draw marks on an image whose corner is at this point of the page, in pixels.

    Signs and words are no lines; they are stamped.
    """
    pen = aggdraw.Draw(image)
    for mark in marks:
        match mark:
            case Stroke():
                width = mark.width * scale
                opaque = aggdraw.Pen(_rgb(mark.color), width, _opacity(mark))
                pen.line(_flat(mark.line, corner, scale), opaque)
            case Area():
                edge = aggdraw.Pen(_rgb(mark.edge or mark.fill), mark.width * scale)
                fill = aggdraw.Brush(_rgb(mark.fill))
                line = _flat(mark.line, corner, scale)
                pen.polygon(line, *((edge, fill) if mark.width else (fill,)))
            case Disk():
                _disk(pen, mark, corner, scale)
            case Dots():
                brush = aggdraw.Brush(_rgb(mark.color), _opacity(mark))
                for at in mark.places:
                    pen.ellipse(_around(at, mark.radius, corner, scale), brush)
            case _:
                raise TypeError(type(mark).__name__)
    pen.flush()


def draw_borders(
    kinds: Iterable[tuple[Iterable[Line], str, float]],
    image: Image.Image,
    corner: Point,
    scale: float,
) -> None:
    """Draw lines on an image, each kind in a color and so thick."""
    pen = aggdraw.Draw(image)
    for some, color, width in kinds:
        ink = aggdraw.Pen(_rgb(color), width * scale)
        for line in some:
            pen.line(_flat(line, corner, scale), ink)
    pen.flush()


def _disk(pen: aggdraw.Draw, disk: Disk, corner: Point, scale: float) -> None:
    box = _around(disk.at, disk.radius, corner, scale)
    fill = aggdraw.Brush(_rgb(disk.fill), _opacity(disk)) if disk.fill else None
    edge = aggdraw.Pen(_rgb(disk.edge or disk.fill), disk.width * scale)
    pen.ellipse(box, *filter(None, (edge if disk.width else None, fill)))


def _around(
    at: Point, radius: float, corner: Point, scale: float
) -> tuple[float, float, float, float]:
    x, y = at[0] * scale - corner[0], at[1] * scale - corner[1]
    far = radius * scale
    return x - far, y - far, x + far, y + far


def _flat(line: Line, corner: Point, scale: float) -> list[float]:
    left, top = corner
    return [part for x, y in line for part in (x * scale - left, y * scale - top)]


def _opacity(mark: Stroke | Disk | Dots) -> int:
    return round(255 * mark.opacity)


def _rgb(color: str) -> Color:
    red, green, blue = ImageColor.getrgb(color)[:3]
    return red, green, blue
