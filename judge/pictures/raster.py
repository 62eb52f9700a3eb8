"""An SVG picture as a small PNG, the same on every machine."""

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
_CAPITAL = 0.711  # how high a capital is in the size 1
# The size of letters whose capitals are 5 pixels high in a picture 400 pixels wide.
LEAST_LETTERS = 5 / _CAPITAL * 1000 / 400
MOST_BYTES = 150_000
_COLORS = 192
_BETWEEN = 48  # how many colors there are between those named
# Bytes grow with the width to the power of one by this; and what is left for doubt.
_BYTES_PER_WIDTH, _SAFE = 0.65, 0.98
_WHOLE = 256  # how many colors a palette holds
_SAME = 4  # so many steps of a color are one where the nearest in a palette is sought
_LEVEL = 5  # of deflate: 7 takes two thirds longer for a fortieth of the bytes
_MEASURE = 100  # the size in which widths are measured: a pixel is a hundredth then


def png_of(svg: str, width: int) -> bytes:
    """Return the picture `width` pixels wide as a small PNG."""
    return packed(image_of(svg, width).convert("RGB"), named_in(svg))


def packed(image: Image.Image, pinned: Sequence[str]) -> bytes:
    """Return an image as a small PNG, in which some colors stay exactly as they are.

    What has too many bytes gets fewer pixels, as many as it is likely to have room for.
    """
    picture, part = _png(_reduced(image, pinned)), 1.0
    while len(picture) >= MOST_BYTES:
        part *= (MOST_BYTES / len(picture)) ** _BYTES_PER_WIDTH * _SAFE
        size = round(image.width * part), round(image.height * part)
        # Letters of five pixels stay whole by this filter, and by a box they do not.
        smaller = image.resize(size, Image.Resampling.HAMMING)
        picture = _png(_reduced(smaller, pinned))
    return picture


def named_in(svg: str) -> list[str]:
    """Return the colors that a picture is painted in."""
    return sorted(set(re.findall(r'"(#[0-9a-f]{6})"', svg)))


def rastered(svg: str, width: int) -> bytes:
    """Return the picture as resvg gives it, in all its colors."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(_FONTS / face) for face in _FACES.values()],
        font_family=FAMILY,
    )
    return bytes(raw)


def image_of(svg: str, width: int) -> Image.Image:
    """Return the picture as an image in red, green, blue and opacity."""
    return Image.open(io.BytesIO(rastered(svg, width))).convert("RGBA")


def animated(pictures: Sequence[bytes], pause: int) -> bytes:
    """Return PNG pictures as one GIF that shows each for `pause` milliseconds.

    The last stands longer.
    """
    frames = _equally_large(pictures)
    few = [frame.quantize(_COLORS, method=Image.Quantize.FASTOCTREE) for frame in frames]
    out = io.BytesIO()
    few[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=few[1:],
        duration=[pause] * (len(few) - 1) + [3 * pause],
        loop=0,
    )
    return out.getvalue()


def strip_of(pictures: Sequence[bytes], columns: int) -> bytes:
    """Return PNG pictures side by side in rows, in their order, as one PNG."""
    frames = _equally_large(pictures)
    wide, high = frames[0].size
    columns = min(columns, len(frames))
    rows = -(-len(frames) // columns)
    page = Image.new("RGB", (columns * wide, rows * high), "white")
    for number, frame in enumerate(frames):
        page.paste(frame, (number % columns * wide, number // columns * high))
    return _png(page.quantize(_COLORS, method=Image.Quantize.FASTOCTREE))


def reduced(image: Image.Image) -> Image.Image:
    """Return an image half as wide, in which lines and names are still clear."""
    size = image.width // 2, image.height // 2
    return image.resize(size, Image.Resampling.LANCZOS)


def _equally_large(pictures: Sequence[bytes]) -> list[Image.Image]:
    """Return PNG pictures as large as the largest, going on as they end below."""
    frames = [Image.open(io.BytesIO(one)).convert("RGB") for one in pictures]
    size = max(one.width for one in frames), max(one.height for one in frames)
    pages = []
    for frame in frames:
        page = Image.new("RGB", size, frame.getpixel((0, frame.height - 1)))
        page.paste(frame)
        pages.append(page)
    return pages


def text_width(text: str, size: float, face: str = "normal") -> float:
    """Return how wide `text` becomes at a font size, in the same unit as that."""
    return _font(face).getlength(text) * size / _MEASURE


@lru_cache(maxsize=len(_FACES))
def _font(face: str) -> ImageFont.FreeTypeFont:
    # The other layout engine is not everywhere, and stumbles over control characters.
    plain = ImageFont.Layout.BASIC
    file = str(_FONTS / _FACES[face])
    return ImageFont.truetype(file, _MEASURE, layout_engine=plain)


def _reduced(image: Image.Image, pinned: Sequence[str]) -> Image.Image:
    """Return an image in pinned colors, and some that it has between them.

    Those are found in each other row and column, which shows nearly all of them.
    """
    half = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    few = half.quantize(_BETWEEN, method=Image.Quantize.FASTOCTREE)
    named = {_cell(_rgb(color)): _rgb(color) for color in pinned}
    between = (few.getpalette() or [])[: 3 * _BETWEEN]
    colors = [_rgb(color) for color in pinned]
    for color in zip(between[::3], between[1::3], between[2::3], strict=True):
        colors.append(named.get(_cell(color), color))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in colors[:_WHOLE] for part in color])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _cell(color: Color) -> Color:
    """Return what is the same for colors between which Pillow does not tell."""
    red, green, blue = color
    return red // _SAME, green // _SAME, blue // _SAME


def _rgb(color: str) -> Color:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _png(few: Image.Image) -> bytes:
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()
