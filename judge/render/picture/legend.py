"""The legend below a picture: each power, its colors, and how many centers it owns."""

import math
from dataclasses import dataclass

from judge.engine import Variant
from judge.render.picture.drawing import Drawing
from judge.render.picture.palette import PowerColors
from judge.render.picture.raster import text_width

_PAGE = 1000.0  # how wide a picture is
_ROW, _SIZE, _SMALL, _SWATCH, _EDGE = 27.0, 16.5, 13.5, 26.0, 14.0


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A power in the legend; `number` is how many its centers count for, if known."""

    x: float
    y: float
    colors: PowerColors
    name: str
    number: str
    more: str
    out: bool


@dataclass(frozen=True, slots=True)
class Legend:
    """All powers in rows, and how high they are."""

    entries: tuple[LegendEntry, ...]
    height: float


def legend_of(
    drawing: Drawing, variant: Variant, colors: dict[str, PowerColors]
) -> Legend:
    """Return the legend of a picture."""
    worth = dict(drawing.centers)
    alive = {piece.power for piece in drawing.pieces}
    alive |= {owner for _, owner in drawing.owners}
    texts = [
        (power.name, str(worth.get(power.name, "")), _more(drawing, power.name))
        for power in variant.sides
        if power in variant.powers or power.name in alive
    ]
    widest = max(map(_width, texts))
    columns = max(1, min(len(texts), int((_PAGE - 2 * _EDGE + 12) // (widest + 12))))
    rows = math.ceil(len(texts) / columns)
    columns = math.ceil(len(texts) / rows)
    step = (_PAGE - 2 * _EDGE) / columns
    entries = tuple(
        LegendEntry(
            _EDGE + place % columns * step,
            10 + place // columns * _ROW,
            colors[name],
            name,
            number,
            more,
            name not in alive and name in worth,
        )
        for place, (name, number, more) in enumerate(texts)
    )
    return Legend(entries, rows * _ROW + 14)


def _more(drawing: Drawing, power: str) -> str:
    waived = dict(drawing.waived).get(power, 0)
    return f"{waived} waived" if waived else ""


def _width(text: tuple[str, str, str]) -> float:
    name, number, more = text
    wide = text_width(name, _SIZE) + text_width(number, _SIZE, "bold") + _SWATCH + 13
    return wide + (text_width(more, _SMALL) + 6 if more else 0)
