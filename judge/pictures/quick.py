"""A page as a raster image at once: the same picture as its SVG, a tenth of the time.

The ground of a board, which is the same in each phase, was painted before from the SVG
(`Ground`), and so was each thing that stands at a point (`Stamps`). Only lines are drawn
here.
"""

import hashlib
import io
import logging
import math
import tempfile
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import aggdraw
from PIL import Image, ImageChops, ImageColor, ImageFilter

from judge.boards import Line, Point
from judge.pictures.drawing import Drawing
from judge.pictures.marks import (
    LAYERS,
    LINES,
    Area,
    Disk,
    Dots,
    Figure,
    Glyph,
    Legend,
    Letters,
    Mark,
    Stroke,
)
from judge.pictures.page import Canvas, Page, Pane, laid_out, page_of
from judge.pictures.palette import PowerColors, Theme
from judge.pictures.raster import image_of, text_width
from judge.pictures.svg import pattern_svg, svg_of_marks, svg_of_page

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
        image_of(svg, recipe.width).convert("RGB").crop((0, 0, recipe.width, recipe.height))
        for svg in (recipe.black, recipe.white, recipe.index)
    )
    seen = ImageChops.subtract(white, black)
    number = index.getchannel("R")
    land = number.point([0] + [255] * 255)
    spread = number.filter(ImageFilter.MaxFilter(_SPREAD))
    return Ground(black, seen, Image.composite(number, spread, land), recipe.numbers)


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


log = logging.getLogger(__name__)

_MARK = b"ground 1\n"
_DIGEST = hashlib.sha256().digest_size
_LENGTH = 4  # bytes that say how long one raster is
_MOST_KEPT, _MOST_HELD = 80, 8


class GroundStore:
    """A folder of grounds, and those that were used last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: OrderedDict[tuple[str, Theme, int], Ground] = OrderedDict()

    def ground(self, canvas: Canvas, theme: Theme, width: int) -> Ground:
        """Return the ground of a board; TooManyCentersError if it can have none."""
        key = canvas.variant.name, theme, width
        if key not in self._held:
            self._held[key] = self._found_or_made(recipe_of(canvas, theme, width))
        self._held.move_to_end(key)
        while len(self._held) > _MOST_HELD:
            self._held.popitem(last=False)
        return self._held[key]

    def _found_or_made(self, recipe: Recipe) -> Ground:
        text = f"{recipe.width}\n{recipe.black}\n{recipe.index}"
        file = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:40]}.ground"
        found = _read(file, recipe)
        if found is None:
            found = made(recipe)
            self._keep(file, found)
        return found

    def _keep(self, file: Path, ground: Ground) -> None:
        """Keep a ground whole or not at all, and drop those that are oldest."""
        try:
            # The mode of a folder that is made on the way would be the usual one.
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as new:
                new.write(_written(ground))
            Path(new.name).replace(file)
            kept = sorted(self._folder.glob("*.ground"), key=lambda one: one.stat().st_mtime)
            for old in kept[:-_MOST_KEPT]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the ground of a board was not kept: %s", error.strerror)


def _written(ground: Ground) -> bytes:
    body = b"".join(_packed(one) for one in (ground.added, ground.seen, ground.index))
    return _MARK + hashlib.sha256(body).digest() + body


def _packed(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return len(out.getvalue()).to_bytes(_LENGTH) + out.getvalue()


def _read(file: Path, recipe: Recipe) -> Ground | None:
    """Return the ground in a file; None if there is none, or it is not what it was."""
    try:
        text = file.read_bytes()
    except OSError:
        return None
    head, body = text[: len(_MARK)], text[len(_MARK) + _DIGEST :]
    digest = text[len(_MARK) : len(_MARK) + _DIGEST]
    if head != _MARK or hashlib.sha256(body).digest() != digest:
        log.warning("the kept ground of a board is broken, and is made again")
        return None
    added, seen, index = _images(body)
    return Ground(added, seen, index, recipe.numbers)


def _images(body: bytes) -> Iterator[Image.Image]:
    while body:
        end = _LENGTH + int.from_bytes(body[:_LENGTH])
        image = Image.open(io.BytesIO(body[_LENGTH:end]))
        image.load()
        yield image
        body = body[end:]


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
        places, high = _arranged([(right - x, low - y) for x, y, right, low in boxes])
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


def _arranged(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
    """Return where boxes stand in rows on a sheet, and how high that is."""
    places, x, y, row = [], 0, 0, 0
    for wide, high in sizes:
        if x and x + wide > _SHEET:
            x, y, row = 0, y + row, 0
        places.append((x, y))
        x, row = x + wide, max(row, high)
    return places, y + row


_FRAME = 3.0  # how far the frame of an inset reaches beyond it
_RULE = 2.0  # how thick the line above the legend is

Pixels = tuple[int, int, int, int]


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


def box_of(pane: Pane, scale: float) -> Pixels:
    """Return the pixels of a pane."""
    (x, y), geometry = pane.place, pane.base_map.geometry
    right, low = x + geometry.width, y + geometry.height
    return round(x * scale), round(y * scale), round(right * scale), round(low * scale)


def _corner(pane: Pane, box: Pixels, scale: float) -> Point:
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


def _insets(pane: Pane, corner: Point, scale: float) -> Iterator[Pixels]:
    """Yield the pixels of insets, with their frames: no order is drawn there."""
    for inset in pane.base_map.geometry.insets:
        (x, y), (right, low) = inset.outline[0], inset.outline[2]
        yield (
            round((x - _FRAME) * scale - corner[0]),
            round((y - _FRAME) * scale - corner[1]),
            round((right + _FRAME) * scale - corner[0]),
            round((low + _FRAME) * scale - corner[1]),
        )
