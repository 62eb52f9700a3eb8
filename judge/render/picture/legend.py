"""The legend below a picture: each power, its colors, and how many centers it owns.

Below that stands what the signs in it mean, and the names that had no room on the map.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.boards import Point
from judge.engine import Variant
from judge.messages import message
from judge.render.picture.drawing import Drawing
from judge.render.picture.marks import Area, Figure, Letters, Mark, Sign, signs_in
from judge.render.picture.palette import PowerColors, Scheme
from judge.render.picture.raster import LEAST_LETTERS, text_width

_PAGE = 1000.0  # how wide a picture is
_ROW, _SIZE, _SMALL, _EDGE = 28.0, 18.0, 15.0, 14.0
_SWATCH, _TALL, _GAP = 26.0, 18.0, 6.0
_LINE = 23.0  # how high a line of names or of signs is
_APART = 18.0  # how far signs are apart
_FAINT = 0.5


@dataclass(frozen=True, slots=True)
class Legend:
    """What is below the map, from its upper edge on, and how high that is."""

    figures: tuple[Figure, ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Entry:
    """A power in the legend; `number` is how many its centers count for, if known."""

    colors: PowerColors
    name: str
    number: str
    more: str
    out: bool

    @property
    def width(self) -> float:
        """Return how much room it takes."""
        wide = text_width(self.name, _SIZE) + text_width(self.number, _SIZE, "bold")
        more = text_width(self.more, _SMALL) + _GAP if self.more else 0
        return wide + more + _SWATCH + 13


def legend_of(
    drawing: Drawing,
    variant: Variant,
    colors: dict[str, PowerColors],
    scheme: Scheme,
    unnamed: Sequence[str],
) -> Legend:
    """Return the legend of a picture on which some names had no room."""
    entries = tuple(_entries(drawing, variant, colors))
    widest = max(entry.width for entry in entries)
    columns = max(1, min(len(entries), int((_PAGE - 2 * _EDGE + 12) // (widest + 12))))
    rows = math.ceil(len(entries) / columns)
    columns = math.ceil(len(entries) / rows)
    step = (_PAGE - 2 * _EDGE) / columns
    figures = [
        Figure(
            "",
            "",
            tuple(
                _marks(entry, _EDGE + place % columns * step, 10 + place // columns * _ROW, scheme)
            ),
        )
        for place, entry in enumerate(entries)
    ]
    height = rows * _ROW + 14
    for row in _rows(signs_in(drawing)):
        middle = height + _LINE / 3
        figures += (_shown(sign, (x, middle), scheme) for x, sign in row)
        height += _LINE
    for line in _lines(unnamed):
        at = (_EDGE, height + _LINE * 0.6)
        words = Letters(line, at, LEAST_LETTERS, "normal", scheme.panel_text, anchor="start")
        figures.append(Figure("", "", (words,)))
        height += _LINE
    return Legend(tuple(figures), height)


def _entries(
    drawing: Drawing, variant: Variant, colors: dict[str, PowerColors]
) -> Iterator[_Entry]:
    worth, waived = dict(drawing.centers), dict(drawing.waived)
    alive = {piece.power for piece in drawing.pieces}
    alive |= {owner for _, owner in drawing.owners}
    for power in variant.sides:
        if power in variant.powers or power.name in alive:
            unused = waived.get(power.name, 0)
            yield _Entry(
                colors[power.name],
                power.name,
                str(worth.get(power.name, "")),
                str(message("{count} waived", count=unused)) if unused else "",
                power.name not in alive and power.name in worth,
            )


def _marks(entry: _Entry, x: float, y: float, scheme: Scheme) -> Iterator[Mark]:
    right, low = x + _SWATCH, y + _TALL
    swatch = (x, y), (right, y), (right, low), (x, low)
    yield Area(swatch, entry.colors.fill, entry.colors.strong, 3.2)
    base, faint = y + 15.3, _FAINT if entry.out else 1.0
    if entry.colors.pattern:
        middle = x + _SWATCH / 2
        yield Letters(entry.colors.letter, (middle, base), _SIZE, "bold", scheme.text)
    at = right + 7
    text = scheme.panel_text
    for words, size, face, color in (
        (entry.name, _SIZE, "normal", text),
        (entry.number, _SIZE, "bold", text),
        (entry.more, _SMALL, "normal", scheme.faint),
    ):
        if words:
            yield Letters(words, (at, base), size, face, color, "start", opacity=faint)
            at += text_width(words, size, face) + _GAP


def _rows(signs: Iterable[Sign]) -> list[list[tuple[float, Sign]]]:
    """Return signs in rows as wide as the page, each with where it begins."""
    rows: list[list[tuple[float, Sign]]] = []
    x = _PAGE
    for sign in signs:
        wide = sign.width + _GAP + text_width(str(sign.meaning), LEAST_LETTERS)
        if x + wide > _PAGE - _EDGE:
            rows.append([])
            x = _EDGE
        rows[-1].append((x, sign))
        x += wide + _APART
    return rows


def _shown(sign: Sign, at: Point, scheme: Scheme) -> Figure:
    """Return a sign with its meaning behind it."""
    behind = at[0] + sign.width + _GAP, at[1] + LEAST_LETTERS * 0.36
    words = Letters(str(sign.meaning), behind, LEAST_LETTERS, "normal", scheme.panel_text, "start")
    return Figure("", "", (*sign.marks(at, scheme), words))


def _lines(unnamed: Sequence[str]) -> Iterator[str]:
    """Yield the lines that list names without room, each as wide as the page."""
    if not unnamed:
        return
    words = str(message("No room for {names}", names=", ".join(unnamed))).split(" ")
    line = words[0]
    for word in words[1:]:
        longer = f"{line} {word}"
        if text_width(longer, LEAST_LETTERS) > _PAGE - 2 * _EDGE:
            yield line
            longer = word
        line = longer
    yield line
