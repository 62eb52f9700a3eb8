"""An SVG picture as a small PNG, the same on every machine."""

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageFont

FAMILY = "Roboto Condensed"
_FONTS = Path(__file__).parent / "font"
_FACES = {
    "normal": "RobotoCondensed-Regular.ttf",
    "bold": "RobotoCondensed-Bold.ttf",
    "italic": "RobotoCondensed-Italic.ttf",
}
_COLORS = 192
_MEASURE = 100


def png_of(svg: str, width: int) -> bytes:
    """Return the picture `width` pixels wide, in few enough colors to be small."""
    return _packed(Image.open(io.BytesIO(rastered(svg, width))))


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
    return _packed(page)


def text_width(text: str, size: float, face: str = "normal") -> float:
    """Return how wide `text` becomes at a font size, in the same unit as that."""
    return _font(face).getlength(text) * size / _MEASURE


@lru_cache(maxsize=len(_FACES))
def _font(face: str) -> ImageFont.FreeTypeFont:
    # The other layout engine is not everywhere, and stumbles over control characters.
    plain = ImageFont.Layout.BASIC
    file = str(_FONTS / _FACES[face])
    return ImageFont.truetype(file, _MEASURE, layout_engine=plain)


def _packed(image: Image.Image) -> bytes:
    out = io.BytesIO()
    few = image.convert("RGB").quantize(_COLORS, method=Image.Quantize.FASTOCTREE)
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()
