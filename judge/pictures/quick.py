"""Paint a page directly: the same picture as from its SVG, in a tenth of the time.

The ground of a board is the same in every phase, and is painted once from the SVG (`Ground`).
Figures at a single point, such as units, are also painted once (`Stamps`). Only lines are drawn
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
from PIL import Image, ImageChops, ImageFilter

from judge.boards import Inset, Line, Point
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
from judge.pictures.raster import image_of, rgb, text_width
from judge.pictures.svg import pattern_svg, svg_of_marks, svg_of_page

_EMPTY = Drawing("", "", "", "", (), (), (), (), ())
# Values of pixels in `Ground.index`: sea, land without a center, and the first and last center.
_SEA, _PLAIN, _FIRST, _LAST = 0, 1, 2, 255
_SPREAD = 5  # pixels, an odd number: the width by which land continues under the line of its shore


class TooManyCentersError(Exception):
    """A board has more centers than the values of a byte can distinguish."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The SVG pictures from which the rasters of a ground are made, and the numbers of centers."""

    #: The page with all land black, and with all land white.
    black: str
    white: str
    #: The land, with the number of each province as its color.
    index: str
    numbers: Mapping[str, int]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Ground:
    """The rasters of a board, without anything that changes from phase to phase.

    A pixel of a picture is `added` plus `seen` times the color of its land.
    """

    added: Image.Image
    seen: Image.Image
    #: The number of the province of each pixel; 1 for land without a center.
    index: Image.Image
    numbers: Mapping[str, int]


def recipe_of(canvas: Canvas, theme: Theme, width: int) -> Recipe:
    """Return the recipe of a board's ground for pictures of this width in pixels.

    TooManyCentersError if its centers cannot be numbered.
    """
    page = _without_changes(page_of(replace(_EMPTY, theme=theme), canvas))
    numbers = _numbers(canvas)
    return Recipe(
        black=svg_of_page(_with_land_in(page, "#000000"), canvas.templates),
        white=svg_of_page(_with_land_in(page, "#ffffff"), canvas.templates),
        index=_index_svg(page, numbers),
        numbers=numbers,
        width=width,
        height=round(page.below * width / page.width),
    )


def ground_of(recipe: Recipe) -> Ground:
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


def _without_changes(page: Page) -> Page:
    """Return a page without anything that changes from phase to phase."""
    panes = (
        replace(pane, fog=(), borders=((), ()), figures=dict.fromkeys(pane.figures, ()), names=())
        for pane in page.panes
    )
    return replace(page, panes=tuple(panes), head=(), legend=Legend((), 0.0))


def _with_land_in(page: Page, color: str) -> Page:
    """Return a page with all land in one color."""
    plain = PowerColors(color, color, 0, "")
    panes = (
        replace(pane, lands=((plain, tuple(sorted(pane.base_map.lands))),)) for pane in page.panes
    )
    return replace(page, panes=tuple(panes))


def _numbers(canvas: Canvas) -> dict[str, int]:
    """Return the numbers of the centers on land."""
    board = canvas.base_map
    centers = sorted(
        key
        for key, shape in board.geometry.provinces.items()
        if shape.center is not None and key in board.lands
    )
    if _FIRST + len(centers) > _LAST:
        raise TooManyCentersError(f"{len(centers)} centers")
    return {key: number for number, key in enumerate(centers, _FIRST)}


def _index_svg(page: Page, numbers: Mapping[str, int]) -> str:
    """Return the SVG of all land, each province in the color of its number."""
    body = "".join(_numbered_land(page, numbers))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {page.width:.0f} {page.height:.1f}" '
        f'width="{page.width:.0f}" height="{page.height:.1f}">'
        f'<path d="M0 0h{page.width:.0f}v{page.height:.1f}h-{page.width:.0f}z"/>'
        f'<g shape-rendering="crispEdges" fill-rule="evenodd">{body}</g></svg>'
    )


def _numbered_land(page: Page, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the SVG elements of the land of the board and its insets."""
    for base_map, (x, y) in laid_out(page.panes[0].base_map):
        width, height = base_map.geometry.width, base_map.geometry.height
        clip = f"c{x:.0f}-{y:.0f}"
        box = f'<path d="M0 0h{width}v{height}h-{width}z"/>'
        yield f'<clipPath id="{clip}">{box}</clipPath>'
        yield f'<g transform="translate({x:.1f} {y:.1f})" clip-path="url(#{clip})">'
        for key in sorted(base_map.lands):
            number = numbers.get(key, _PLAIN)
            yield f'<path d="{base_map.shapes[key]}" fill="#{number:02x}0000"/>'
        yield "</g>"


log = logging.getLogger(__name__)

_MARK = b"ground 1\n"  # the beginning of a file: format and version
_DIGEST = hashlib.sha256().digest_size
_LENGTH = 4  # bytes for the length of a raster
_MOST_KEPT, _MOST_HELD = 200, 16  # grounds on disk, and in memory


class GroundStore:
    """A cache of grounds: all are in a folder, and the grounds used last are in memory too."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._in_memory: OrderedDict[tuple[str, Inset | None, Theme, int], Ground] = OrderedDict()

    def ground(self, canvas: Canvas, theme: Theme, width: int) -> Ground:
        """Return the ground of a board; TooManyCentersError if it cannot have one."""
        key = canvas.variant.name, canvas.window, theme, width
        if key not in self._in_memory:
            self._in_memory[key] = self._read_or_make(recipe_of(canvas, theme, width))
        self._in_memory.move_to_end(key)
        while len(self._in_memory) > _MOST_HELD:
            self._in_memory.popitem(last=False)
        return self._in_memory[key]

    def _read_or_make(self, recipe: Recipe) -> Ground:
        """Return the ground from its file, or make it and write the file."""
        text = f"{recipe.width}\n{recipe.black}\n{recipe.index}"
        file = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:40]}.ground"
        ground = _read(file, recipe)
        if ground is None:
            ground = ground_of(recipe)
            self._keep(file, ground)
        return ground

    def _keep(self, file: Path, ground: Ground) -> None:
        """Write a ground atomically, and delete the oldest files above the limit."""
        try:
            # `parents=True` would give the default mode to a parent folder.
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as new:
                new.write(_encoded(ground))
            Path(new.name).replace(file)
            grounds = sorted(self._folder.glob("*.ground"), key=lambda p: p.stat().st_mtime)
            for old in grounds[:-_MOST_KEPT]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the ground of a board was not kept: %s", error.strerror)


def _encoded(ground: Ground) -> bytes:
    """Return a ground as the content of its file."""
    body = b"".join(_packed(image) for image in (ground.added, ground.seen, ground.index))
    return _MARK + hashlib.sha256(body).digest() + body


def _packed(image: Image.Image) -> bytes:
    """Return an image as PNG, with its length before it."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return len(out.getvalue()).to_bytes(_LENGTH) + out.getvalue()


def _read(file: Path, recipe: Recipe) -> Ground | None:
    """Return the ground in a file, or None if there is no file or it is damaged."""
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
    """Yield the images in the body of a file."""
    while body:
        end = _LENGTH + int.from_bytes(body[:_LENGTH])
        image = Image.open(io.BytesIO(body[_LENGTH:end]))
        image.load()
        yield image
        body = body[end:]


def draw_marks(marks: Iterable[Mark], image: Image.Image, corner: Point, scale: float) -> None:
    """Draw marks on an image; `corner` is the point of the page at its corner, in pixels.

    Glyphs and letters are not drawn here; they are pasted as stamps.
    """
    pen = aggdraw.Draw(image)
    for mark in marks:
        match mark:
            case Stroke():
                width = mark.width * scale
                opaque = aggdraw.Pen(rgb(mark.color), width, _opacity(mark))
                pen.line(_flat(mark.line, corner, scale), opaque)
            case Area():
                edge = aggdraw.Pen(rgb(mark.edge or mark.fill), mark.width * scale)
                fill = aggdraw.Brush(rgb(mark.fill))
                line = _flat(mark.line, corner, scale)
                pen.polygon(line, *((edge, fill) if mark.width else (fill,)))
            case Disk():
                _disk(pen, mark, corner, scale)
            case Dots():
                brush = aggdraw.Brush(rgb(mark.color), _opacity(mark))
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
    """Draw lines on an image; each kind has its lines, a color and a width."""
    pen = aggdraw.Draw(image)
    for lines, color, width in kinds:
        ink = aggdraw.Pen(rgb(color), width * scale)
        for line in lines:
            pen.line(_flat(line, corner, scale), ink)
    pen.flush()


def _disk(pen: aggdraw.Draw, disk: Disk, corner: Point, scale: float) -> None:
    box = _around(disk.at, disk.radius, corner, scale)
    fill = aggdraw.Brush(rgb(disk.fill), _opacity(disk)) if disk.fill else None
    edge = aggdraw.Pen(rgb(disk.edge or disk.fill), disk.width * scale)
    pen.ellipse(box, *filter(None, (edge if disk.width else None, fill)))


def _around(
    at: Point, radius: float, corner: Point, scale: float
) -> tuple[float, float, float, float]:
    """Return the box around a circle, in pixels of the image."""
    x, y = at[0] * scale - corner[0], at[1] * scale - corner[1]
    reach = radius * scale
    return x - reach, y - reach, x + reach, y + reach


def _flat(line: Line, corner: Point, scale: float) -> list[float]:
    """Return the coordinates of a line in pixels of the image, as one list."""
    left, top = corner
    return [part for x, y in line for part in (x * scale - left, y * scale - top)]


def _opacity(mark: Stroke | Disk | Dots) -> int:
    return round(255 * mark.opacity)


_WITHIN, _BETWEEN = 0.1, 0.17  # the widths of borders, as in `templates/board.svg`


def colored_ground(page: Page, ground: Ground, scale: float) -> Image.Image:
    """Return the ground of a page with the colors of its phase."""
    owner_colors = dict(_owner_colors(page, ground))
    land = ground.index.convert("P")
    plain = rgb(page.scheme.land)
    fog = rgb(page.scheme.void)
    unseen = {ground.numbers.get(key) for pane in page.panes for key in pane.fog}
    palette: list[int] = []
    for number in range(256):
        if number in unseen:
            palette += fog
        elif number in owner_colors:
            palette += rgb(owner_colors[number].fill)
        else:
            palette += plain
    land.putpalette(palette)
    land = land.convert("RGB")
    _pattern(land, ground, owner_colors, page)
    for pane in page.panes:
        _borders(pane, land, page, scale)
    return ImageChops.add(ImageChops.multiply(land, ground.seen), ground.added)


def _owner_colors(page: Page, ground: Ground) -> Iterator[tuple[int, PowerColors]]:
    """Yield the numbers of the centers with an owner, with the owner's colors."""
    for pane in page.panes:
        for colors, keys in pane.lands:
            if colors is not None:
                yield from ((ground.numbers[key], colors) for key in keys if key in ground.numbers)


def _pattern(
    land: Image.Image, ground: Ground, owner_colors: dict[int, PowerColors], page: Page
) -> None:
    """Paint the patterns of powers over their land."""
    used = {colors.pattern for colors in owner_colors.values() if colors.pattern}
    for pattern in sorted(used):
        shape = ground.index.point(
            [
                255 if n in owner_colors and owner_colors[n].pattern == pattern else 0
                for n in range(256)
            ]
        )
        lines = _tiles(pattern, ground.index.size, page.width)
        land.paste(page.scheme.outline, mask=ImageChops.multiply(shape, lines))


@lru_cache(maxsize=16)
def _tiles(pattern: int, size: tuple[int, int], page: float) -> Image.Image:
    """Return the opacity of a pattern that fills a page of the width `page`."""
    width, height = size
    svg = pattern_svg(pattern, page, page * height / width)
    return image_of(svg, width).getchannel("A").crop((0, 0, width, height))


def _borders(pane: Pane, land: Image.Image, page: Page, scale: float) -> None:
    """Draw the borders of a pane on its land."""
    box = box_of(pane, scale)
    cut = land.crop(box)
    corner = box[0] - pane.place[0] * scale, box[1] - pane.place[1] * scale
    fine, (within, between) = pane.base_map.fine, pane.borders
    kinds = (
        (within, page.scheme.border, fine * _WITHIN),
        (between, page.scheme.frontier, fine * _BETWEEN),
    )
    draw_borders(kinds, cut, corner, scale)
    land.paste(cut, box[:2])


_MOST = 6000  # stamps in memory; a picture of the largest board has about 500
_SHEET = 1200  # the width in pixels of a sheet on which stamps are painted
_GLYPH = 16.5  # the reach of a glyph from its middle, with its rim
_AIR = 2  # pixels around a stamp

Box = tuple[float, float, float, float]
_Key = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A figure as an image, and its anchor in that image."""

    image: Image.Image
    anchor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlacedStamp:
    """A stamp, and the point of its anchor in a picture, in pixels."""

    stamp: Stamp
    at: Point

    def put(self, image: Image.Image, corner: Point) -> None:
        """Paste the stamp on an image whose corner is this point of the picture."""
        x, y = self.stamp.anchor
        place = round(self.at[0] - corner[0]) - x, round(self.at[1] - corner[1]) - y
        image.paste(self.stamp.image, place, self.stamp.image)


class Stamps:
    """A cache of stamps for pictures of one width, made by the templates of a folder."""

    def __init__(self, templates: Path, scale: float) -> None:
        self._templates, self._scale = templates, scale
        self._stamps: dict[_Key, Stamp] = {}

    def placed(self, figures: Iterable[Figure]) -> dict[int, "PlacedStamp"]:
        """Return the stamps of figures, by the figures' `id`; missing ones are made."""
        if len(self._stamps) > _MOST:
            self._stamps.clear()
        anchored = [(figure, *_at_origin(figure)) for figure in figures]
        keys = dict.fromkeys(key for _, key, _ in anchored)
        missing = [key for key in keys if key not in self._stamps]
        if missing:
            self._make(missing)
        scale = self._scale
        return {
            id(figure): PlacedStamp(self._stamps[key], (x * scale, y * scale))
            for figure, key, (x, y) in anchored
        }

    def _make(self, keys: Sequence[_Key]) -> None:
        """Make the stamps of these marks: paint them on one sheet and cut it."""
        boxes = [_pixels(key, self._scale) for key in keys]
        places, height = _arranged([(right - x, bottom - y) for x, y, right, bottom in boxes])
        scale = self._scale
        marks = (
            (((column - left) / scale, (row - top) / scale), mark)
            for key, (left, top, _, _), (column, row) in zip(keys, boxes, places, strict=True)
            for mark in key
        )
        size = _SHEET / scale, height / scale
        svg = svg_of_marks(marks, size, self._templates)
        sheet = image_of(svg, _SHEET)
        for key, (left, top, right, bottom), (x, y) in zip(keys, boxes, places, strict=True):
            cut = sheet.crop((x, y, x + right - left, y + bottom - top))
            self._stamps[key] = Stamp(cut, (-left, -top))


def _at_origin(figure: Figure) -> tuple[_Key, Point]:
    """Return the marks of a figure moved to the origin, and the point where it was."""
    x, y = _places(figure.marks[0])[0]
    return tuple(_moved(mark, x, y) for mark in figure.marks), (x, y)


def _moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark moved by `x` to the left and by `y` up."""
    match mark:
        case Stroke(line, color, width, opacity):
            return Stroke(_moved_line(line, x, y), color, width, opacity)
        case Area(line, fill, edge, width):
            return Area(_moved_line(line, x, y), fill, edge, width)
        case Dots(places, radius, color, opacity):
            return Dots(_moved_line(places, x, y), radius, color, opacity)
        case Disk(at) | Glyph(_, at) | Letters(_, at):
            return replace(mark, at=(round(at[0] - x, 2), round(at[1] - y, 2)))


def _moved_line(line: Line, x: float, y: float) -> Line:
    return tuple((round(u - x, 2), round(v - y, 2)) for u, v in line)


def _places(mark: Mark) -> Line:
    """Return the points of a mark."""
    match mark:
        case Stroke(line=line) | Area(line=line):
            return line
        case Dots(places=places):
            return places
        case Disk(at=at) | Glyph(at=at) | Letters(at=at):
            return (at,)


def _pixels(key: _Key, scale: float) -> tuple[int, int, int, int]:
    """Return the box around marks, in pixels."""
    boxes = [_box(mark) for mark in key]
    return (
        math.floor(min(box[0] for box in boxes) * scale) - _AIR,
        math.floor(min(box[1] for box in boxes) * scale) - _AIR,
        math.ceil(max(box[2] for box in boxes) * scale) + _AIR,
        math.ceil(max(box[3] for box in boxes) * scale) + _AIR,
    )


def _box(mark: Mark) -> Box:
    """Return the box around a mark, with its width."""
    match mark:
        case Letters():
            return _text_box(mark)
        case Stroke(width=width) | Area(width=width):
            reach = width
        case Disk(radius=radius, width=width):
            reach = radius + width / 2
        case Dots(radius=radius):
            reach = radius
        case Glyph(scale=scale):
            reach = _GLYPH * scale
    across, down = zip(*_places(mark), strict=True)
    return min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach


def _text_box(text: Letters) -> Box:
    """Return the box around a text."""
    (x, y), margin = text.at, text.halo_width + text.size * 0.1
    width = text_width(text.text, text.size, text.face)
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return (
        left - margin,
        y - text.size - margin,
        left + width + margin,
        y + text.size * 0.3 + margin,
    )


def _arranged(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
    """Return the corners of boxes in rows on a sheet, and the height of the sheet."""
    places, x, y, row_height = [], 0, 0, 0
    for width, height in sizes:
        if x and x + width > _SHEET:
            x, y, row_height = 0, y + row_height, 0
        places.append((x, y))
        x, row_height = x + width, max(row_height, height)
    return places, y + row_height


_FRAME = 3.0  # the width of the frame around an inset
_RULE = 2.0  # the width of the line above the legend

Pixels = tuple[int, int, int, int]


def painted_page(page: Page, ground: Ground, stamps: Stamps) -> Image.Image:
    """Return the picture of a page, in the width of its ground."""
    scale = ground.added.width / page.width
    size = ground.added.width, math.ceil(round(page.height) * scale)
    image = Image.new("RGB", size, page.scheme.panel)
    stamps_by_figure = stamps.placed(_stamped_figures(page))
    image.paste(colored_ground(page, ground, scale))
    for pane in page.panes:
        box = box_of(pane, scale)
        cut = image.crop(box)
        # The corner of the box relative to the pane's board, in pixels.
        corner = box[0] - pane.place[0] * scale, box[1] - pane.place[1] * scale
        _paint(pane, cut, stamps_by_figure, corner, scale)
        image.paste(cut, box[:2])
    _rule(page, image, scale)
    for figure in page.head:
        stamps_by_figure[id(figure)].put(image, (0.0, 0.0))
    for figure in page.legend.figures:
        stamps_by_figure[id(figure)].put(image, (0.0, -page.below * scale))
    return image


def _rule(page: Page, image: Image.Image, scale: float) -> None:
    """Draw the line between the map and the legend."""
    top = round(page.below * scale) - 3
    cut = image.crop((0, top, image.width, top + 6))
    line = Stroke(((0, page.below), (page.width, page.below)), page.scheme.head, _RULE)
    draw_marks([line], cut, (0.0, top), scale)
    image.paste(cut, (0, top))


def box_of(pane: Pane, scale: float) -> Pixels:
    """Return the box of a pane in pixels."""
    (x, y), geometry = pane.place, pane.base_map.geometry
    right, bottom = x + geometry.width, y + geometry.height
    return round(x * scale), round(y * scale), round(right * scale), round(bottom * scale)


def _stamped_figures(page: Page) -> Iterator[Figure]:
    """Yield the figures of a page that are stamped."""
    for pane in page.panes:
        for layer in LAYERS:
            if layer not in LINES:
                yield from pane.figures[layer]
        yield from pane.names
    yield from page.head
    yield from page.legend.figures


def _paint(
    pane: Pane,
    image: Image.Image,
    stamps_by_figure: dict[int, PlacedStamp],
    corner: Point,
    scale: float,
) -> None:
    """Paint the figures of a pane on its part of the picture.

    Lines are not drawn over insets: their boxes are saved and pasted back.
    """
    for layer in LAYERS:
        if layer not in LINES:
            for figure in pane.figures[layer]:
                stamps_by_figure[id(figure)].put(image, corner)
        elif pane.figures[layer]:
            hidden = [(box, image.crop(box)) for box in _insets(pane, corner, scale)]
            marks = (mark for figure in pane.figures[layer] for mark in figure.marks)
            draw_marks(marks, image, corner, scale)
            for box, before in hidden:
                image.paste(before, box[:2])
    for name in pane.names:
        stamps_by_figure[id(name)].put(image, corner)


def _insets(pane: Pane, corner: Point, scale: float) -> Iterator[Pixels]:
    """Yield the boxes of insets with their frames, in pixels."""
    for inset in pane.base_map.geometry.insets:
        (x, y), (right, bottom) = inset.outline[0], inset.outline[2]
        yield (
            round((x - _FRAME) * scale - corner[0]),
            round((y - _FRAME) * scale - corner[1]),
            round((right + _FRAME) * scale - corner[0]),
            round((bottom + _FRAME) * scale - corner[1]),
        )
