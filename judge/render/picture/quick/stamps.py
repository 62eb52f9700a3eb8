"""What stands at a point of a picture, painted once from the SVG and then stamped."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from judge.boards import Line, Point
from judge.render.picture.compose import svg_of_marks
from judge.render.picture.marks import Area, Disk, Dots, Figure, Glyph, Letters, Mark, Stroke
from judge.render.picture.raster import image_of, text_width

_MOST = 6000  # stamps that are held; a picture of the largest board has some 500
_SHEET = 1200  # pixels that a sheet is wide on which stamps are painted
_GLYPH = 16.5  # how far a sign reaches from its middle, with its rim
_AIR = 2  # pixels around a stamp

Box = tuple[float, float, float, float]
_Key = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A figure as an image, and where in that its anchor is."""

    image: Image.Image
    anchor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlacedStamp:
    """A stamp, and where its anchor is in a picture, in pixels."""

    stamp: Stamp
    at: Point

    def put(self, image: Image.Image, corner: Point) -> None:
        """Stamp an image whose corner is this point of the picture."""
        x, y = self.stamp.anchor
        place = round(self.at[0] - corner[0]) - x, round(self.at[1] - corner[1]) - y
        image.paste(self.stamp.image, place, self.stamp.image)


class Stamps:
    """The stamps of pictures in one width, made from the templates of a folder."""

    def __init__(self, templates: Path, scale: float) -> None:
        self._templates, self._scale = templates, scale
        self._made: dict[_Key, Stamp] = {}

    def placed(self, figures: Iterable[Figure]) -> dict[int, "PlacedStamp"]:
        """Return figures, by their `id`, as stamps; those that are new are made."""
        if len(self._made) > _MOST:
            self._made.clear()
        found = [(figure, *_at_origin(figure)) for figure in figures]
        keys = dict.fromkeys(key for _, key, _ in found)
        missing = [key for key in keys if key not in self._made]
        if missing:
            self._make(missing)
        scale = self._scale
        return {
            id(figure): PlacedStamp(self._made[key], (x * scale, y * scale))
            for figure, key, (x, y) in found
        }

    def _make(self, keys: Sequence[_Key]) -> None:
        boxes = [_pixels(key, self._scale) for key in keys]
        places, high = _packed([(right - x, low - y) for x, y, right, low in boxes])
        scale = self._scale
        marks = (
            (((across - left) / scale, (down - top) / scale), mark)
            for key, (left, top, _, _), (across, down) in zip(keys, boxes, places, strict=True)
            for mark in key
        )
        size = _SHEET / scale, high / scale
        svg = svg_of_marks(marks, size, self._templates)
        sheet = image_of(svg, _SHEET)
        for key, (left, top, right, low), (x, y) in zip(keys, boxes, places, strict=True):
            cut = sheet.crop((x, y, x + right - left, y + low - top))
            self._made[key] = Stamp(cut, (-left, -top))


def _at_origin(figure: Figure) -> tuple[_Key, Point]:
    """Return the marks of a figure as if it stood at 0, 0, and where it stands."""
    x, y = _places(figure.marks[0])[0]
    return tuple(_moved(mark, x, y) for mark in figure.marks), (x, y)


def _moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark so far to the left and upwards."""
    match mark:
        case Stroke(line, color, width, opacity):
            return Stroke(_along(line, x, y), color, width, opacity)
        case Area(line, fill, edge, width):
            return Area(_along(line, x, y), fill, edge, width)
        case Dots(places, radius, color, opacity):
            return Dots(_along(places, x, y), radius, color, opacity)
        case Disk(at) | Glyph(_, at) | Letters(_, at):
            return replace(mark, at=(round(at[0] - x, 2), round(at[1] - y, 2)))


def _along(line: Line, x: float, y: float) -> Line:
    return tuple((round(u - x, 2), round(v - y, 2)) for u, v in line)


def _places(mark: Mark) -> Line:
    match mark:
        case Stroke(line=line) | Area(line=line):
            return line
        case Dots(places=places):
            return places
        case Disk(at=at) | Glyph(at=at) | Letters(at=at):
            return (at,)


def _pixels(key: _Key, scale: float) -> tuple[int, int, int, int]:
    """Return the box around marks in pixels."""
    boxes = [_box(mark) for mark in key]
    return (
        math.floor(min(box[0] for box in boxes) * scale) - _AIR,
        math.floor(min(box[1] for box in boxes) * scale) - _AIR,
        math.ceil(max(box[2] for box in boxes) * scale) + _AIR,
        math.ceil(max(box[3] for box in boxes) * scale) + _AIR,
    )


def _box(mark: Mark) -> Box:
    match mark:
        case Letters():
            return _text_box(mark)
        case Stroke(width=width) | Area(width=width):
            far = width
        case Disk(radius=radius, width=width):
            far = radius + width / 2
        case Dots(radius=radius):
            far = radius
        case Glyph(scale=scale):
            far = _GLYPH * scale
    across, down = zip(*_places(mark), strict=True)
    return min(across) - far, min(down) - far, max(across) + far, max(down) + far


def _text_box(text: Letters) -> Box:
    (x, y), far = text.at, text.halo_width + text.size * 0.1
    wide = text_width(text.text, text.size, text.face)
    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return left - far, y - text.size - far, left + wide + far, y + text.size * 0.3 + far


def _packed(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
    """Return where boxes stand in rows on a sheet, and how high that is."""
    places, x, y, row = [], 0, 0, 0
    for wide, high in sizes:
        if x and x + wide > _SHEET:
            x, y, row = 0, y + row, 0
        places.append((x, y))
        x, row = x + wide, max(row, high)
    return places, y + row
