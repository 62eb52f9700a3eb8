"""An SVG picture as a small PNG, the same on every machine."""

import io
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageFont

Color = tuple[int, int, int]

FAMILY = "Roboto Condensed"
# How the template asks for edges of the ground, and how they take least room.
_SOFT, _HARD = (
    f'shape-rendering="{how}"' for how in ("geometricPrecision", "crispEdges")
)
_FONTS = Path(__file__).parent / "font"
_FACES = {
    "normal": "RobotoCondensed-Regular.ttf",
    "bold": "RobotoCondensed-Bold.ttf",
    "italic": "RobotoCondensed-Italic.ttf",
}
_COLORS = 192
# How few colors a picture gets that is too large, and with hard edges.
_FEWER, _FEWEST = (96, 48, 32), (96, 48, 32, 28, 24)
_ALIKE = 20  # so near to each other, of 255 in red, green and blue, colors look alike
_MEASURE = 100  # the size in which widths are measured: a pixel is a hundredth then
_FREQUENT = 2000  # more than are needed to find 96 that do not look alike
_NO_LIMIT = 1 << 62


def png_of(svg: str, width: int, most: int = _NO_LIMIT) -> bytes:
    """Return the picture `width` pixels wide, in few enough colors to be small.

    What has `most` bytes or more gets fewer colors, and at last hard edges.
    """
    image = _painted(svg, width)
    picture = _packed(image)
    if len(picture) >= most:
        picture = _fitted(image, _named(svg), _FEWER, most)
    if len(picture) >= most:
        image = _painted(svg.replace(_SOFT, _HARD), width)
        picture = _fitted(image, _named(svg), _FEWEST, most)
    return picture


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


def animated(pictures: Sequence[bytes], pause: int) -> bytes:
    """Return PNG pictures as one GIF that shows each for `pause` milliseconds.

    They are as large as the first; the last stands longer.
    """
    frames = [Image.open(io.BytesIO(one)).convert("RGB") for one in pictures]
    few = [
        frame.quantize(_COLORS, method=Image.Quantize.FASTOCTREE) for frame in frames
    ]
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


def strip_of(pictures: Sequence[bytes], columns: int = 4) -> bytes:
    """Return PNG pictures side by side in rows, in their order, as one PNG."""
    frames = [Image.open(io.BytesIO(one)).convert("RGB") for one in pictures]
    wide, high = frames[0].size
    columns = min(columns, len(frames))
    rows = -(-len(frames) // columns)
    page = Image.new("RGB", (columns * wide, rows * high), "white")
    for number, frame in enumerate(frames):
        page.paste(frame, (number % columns * wide, number // columns * high))
    return _packed(page.convert("RGB"))


def text_width(text: str, size: float, face: str = "normal") -> float:
    """Return how wide `text` becomes at a font size, in the same unit as that."""
    return _font(face).getlength(text) * size / _MEASURE


@lru_cache(maxsize=len(_FACES))
def _font(face: str) -> ImageFont.FreeTypeFont:
    # The other layout engine is not everywhere, and stumbles over control characters.
    plain = ImageFont.Layout.BASIC
    file = str(_FONTS / _FACES[face])
    return ImageFont.truetype(file, _MEASURE, layout_engine=plain)


def _painted(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(rastered(svg, width))).convert("RGB")


def _packed(image: Image.Image) -> bytes:
    few = image.quantize(_COLORS, method=Image.Quantize.FASTOCTREE)
    return _png(few, level=6)


def _fitted(
    image: Image.Image, named: list[Color], numbers: Sequence[int], most: int
) -> bytes:
    """Return a picture in the first of some numbers of colors in which it is small."""
    picture = b""
    for colors in numbers:
        picture = _png(_plain(image, named, colors), level=9)
        if len(picture) < most:
            break
    return picture


def _named(svg: str) -> list[Color]:
    """Return the colors that a picture is painted in."""
    found = sorted(set(re.findall(r'"#([0-9a-f]{6})"', svg)))
    return [(int(c[:2], 16), int(c[2:4], 16), int(c[4:], 16)) for c in found]


def _plain(image: Image.Image, named: list[Color], colors: int) -> Image.Image:
    """Return a picture in fewer colors: first those named, then the most frequent.

    What is painted stays as it is; what is lost are the colors between two of them.
    """
    number = _numbers(image)
    painted = sorted(named, key=number.__getitem__, reverse=True)
    kept: list[Color] = []
    for color in (*painted, *(color for color, _ in number.most_common(_FREQUENT))):
        if all(_apart(color, other) >= _ALIKE**2 for other in kept):
            kept.append(color)
        if len(kept) == colors:
            break
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in kept for part in color])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _numbers(image: Image.Image) -> Counter[Color]:
    """Return how many have each color, of a quarter of the pixels."""
    half = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    raw = half.tobytes()
    return Counter(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))


def _apart(one: Color, other: Color) -> int:
    """Return the square of how far two colors are apart."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _png(few: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=level)
    return out.getvalue()
