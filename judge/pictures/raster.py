"""SVG pictures as small PNG files, equal on every machine."""

import io
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageFont

Color = tuple[int, int, int]

FAMILY = "Roboto Condensed"
_FONTS = Path(__file__).parent / "font"
_FACES = {
    "normal": "RobotoCondensed-Regular.ttf",
    "bold": "RobotoCondensed-Bold.ttf",
    "italic": "RobotoCondensed-Italic.ttf",
}
_CAPITAL_HEIGHT = 0.711  # the height of a capital letter, as a part of the font size
# The smallest font size: its capitals are 5 pixels high in a picture 400 pixels wide.
LEAST_LETTERS = 5 / _CAPITAL_HEIGHT * 1000 / 400
MOST_BYTES = 150_000
_COLORS = 192
_BETWEEN, _FEW = 48, 16  # the number of colors besides the pinned ones, and in small files
# The bytes of a PNG grow with a power of its width: the inverse of that exponent, and a margin.
_BYTES_PER_WIDTH, _SAFE = 0.65, 0.98
_WHOLE = 256  # the number of colors in a palette
_SAME = 4  # Pillow's search in a palette treats this many steps of a color channel as one
_LEVEL = 9  # of deflate
_MEASURE = 100  # the font size for measuring widths, so that a pixel is a hundredth


def png_of(svg: str, width: int) -> bytes:
    """Return the picture as a small PNG, `width` pixels wide."""
    return packed(image_of(svg, width).convert("RGB"), named_in(svg))


def packed(image: Image.Image, pinned: Sequence[str], most: int = MOST_BYTES) -> bytes:
    """Return an image as a small PNG, with the `pinned` colors unchanged.

    An image with more than `most` bytes is made smaller until it fits.
    """
    between = _BETWEEN if most >= MOST_BYTES else _FEW
    picture, scale = _png(_reduced(image, pinned, between)), 1.0
    while len(picture) >= most:
        scale *= (most / len(picture)) ** _BYTES_PER_WIDTH * _SAFE
        size = round(image.width * scale), round(image.height * scale)
        # This filter keeps letters of five pixels readable; a box filter does not.
        smaller = image.resize(size, Image.Resampling.HAMMING)
        picture = _png(_reduced(smaller, pinned, between))
    return picture


def named_in(svg: str) -> list[str]:
    """Return the colors of an SVG picture."""
    return sorted(set(re.findall(r'"(#[0-9a-f]{6})"', svg)))


def rastered(svg: str, width: int) -> bytes:
    """Return the picture as PNG with all its colors."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(_FONTS / face) for face in _FACES.values()],
        font_family=FAMILY,
    )
    return bytes(raw)


def image_of(svg: str, width: int) -> Image.Image:
    """Return the picture as an RGBA image."""
    return Image.open(io.BytesIO(rastered(svg, width))).convert("RGBA")


def animated(pictures: Sequence[bytes], pause: int) -> bytes:
    """Return PNG pictures as an animated GIF, each shown for `pause` milliseconds.

    The last one is shown three times as long.
    """
    frames = _in_equal_size(pictures)
    reduced_frames = [frame.quantize(_COLORS, method=Image.Quantize.FASTOCTREE) for frame in frames]
    out = io.BytesIO()
    reduced_frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=reduced_frames[1:],
        duration=[pause] * (len(reduced_frames) - 1) + [3 * pause],
        loop=0,
    )
    return out.getvalue()


def strip_of(pictures: Sequence[bytes], columns: int) -> bytes:
    """Return PNG pictures in rows of `columns`, as one PNG."""
    frames = _in_equal_size(pictures)
    width, height = frames[0].size
    columns = min(columns, len(frames))
    rows = -(-len(frames) // columns)
    page = Image.new("RGB", (columns * width, rows * height), "white")
    for number, frame in enumerate(frames):
        page.paste(frame, (number % columns * width, number // columns * height))
    return _png(page.quantize(_COLORS, method=Image.Quantize.FASTOCTREE))


def resized(image: Image.Image, width: int) -> Image.Image:
    """Return an image of this width, with a filter that keeps lines and names clear."""
    if width == image.width:
        return image
    size = width, round(image.height * width / image.width)
    return image.resize(size, Image.Resampling.LANCZOS)


def _in_equal_size(pictures: Sequence[bytes]) -> list[Image.Image]:
    """Return PNG pictures in the size of the largest, extended with the color of their bottom."""
    frames = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    pages = []
    for frame in frames:
        page = Image.new("RGB", size, frame.getpixel((0, frame.height - 1)))
        page.paste(frame)
        pages.append(page)
    return pages


def text_width(text: str, size: float, face: str = "normal") -> float:
    """Return the width of `text` in a font size, in the unit of `size`."""
    return _font(face).getlength(text) * size / _MEASURE


@lru_cache(maxsize=len(_FACES))
def _font(face: str) -> ImageFont.FreeTypeFont:
    # The other layout engine is not installed everywhere, and fails with control characters.
    basic = ImageFont.Layout.BASIC
    file = str(_FONTS / _FACES[face])
    return ImageFont.truetype(file, _MEASURE, layout_engine=basic)


def _reduced(image: Image.Image, pinned: Sequence[str], between: int) -> Image.Image:
    """Return an image in a palette of the pinned colors and the `between` most frequent others.

    The others are computed from every second row and column, which has nearly all colors.
    """
    half = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    sample = half.quantize(between, method=Image.Quantize.FASTOCTREE)
    pinned_by_cell = {_cell(rgb(color)): rgb(color) for color in pinned}
    palette_values = (sample.getpalette() or [])[: 3 * between]
    colors = [rgb(color) for color in pinned]
    for color in zip(palette_values[::3], palette_values[1::3], palette_values[2::3], strict=True):
        colors.append(pinned_by_cell.get(_cell(color), color))
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for color in colors[:_WHOLE] for channel in color])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _cell(color: Color) -> Color:
    """Return a key that is equal for colors that Pillow's search does not distinguish."""
    red, green, blue = color
    return red // _SAME, green // _SAME, blue // _SAME


def rgb(color: str) -> Color:
    """Return the channels of a color such as `#de7867`."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()
