"""No edge of a board cuts a unit, mark or name, and no name covers another thing."""

import math
from collections.abc import Iterator
from itertools import combinations

import pytest

from judge.boards import GEOMETRY_FILE
from judge.pictures import Caption, standing_drawing
from judge.pictures.marks import Glyph, Letters, Mark
from judge.pictures.page import Pane, page_of
from judge.pictures.raster import image_of, text_width
from judge.pictures.svg import svg_of_marks
from judge.shipped import shipped, shipped_variants
from tests.amount import every
from tests.pictures.crowd import crowded
from tests.pictures.svg import TEMPLATES, easel_of

Box = tuple[float, float, float, float]
VARIANTS = shipped_variants()
BOARDS = [name for name in VARIANTS.names if (shipped("variants") / name / GEOMETRY_FILE).exists()]
AROUND = 30.0  # the width of the margin painted around a board, where things beyond its edge show
PIXEL = 3  # about a pixel in a picture 400 wide: things may extend so far beyond the edge


@pytest.fixture(scope="module", params=BOARDS[:: every(13)])
def panes(request: pytest.FixtureRequest) -> list[Pane]:
    """Return the panes of a board at the start, and of the same board full of units and orders."""
    variant = VARIANTS.read(request.param)
    start = standing_drawing(variant.start, variant, Caption("", "", ""))
    canvas = easel_of(variant)
    pages = (page_of(drawing, canvas) for drawing in (start, crowded(variant)))
    return [pane for page in pages for pane in page.panes]


def test_no_edge_cuts_a_name_a_unit_or_a_mark(panes: list[Pane]) -> None:
    assert [box for pane in panes if (box := _beyond(pane))] == []


def test_no_name_lies_on_another_or_on_a_unit(panes: list[Pane]) -> None:
    for pane in panes:
        names = {name.text: _box(name) for name in (*_names(pane), *_signs(pane))}
        units = [one.at for one in _glyphs(pane)]
        hidden = 0.7 * pane.base_map.geometry.unit
        pairs = combinations(names.items(), 2)

        assert [(a, b) for (a, one), (b, two) in pairs if _overlap(one, two)] == []
        assert [
            name for name, box in names.items() if any(_off(at, box) < hidden for at in units)
        ] == []


def _beyond(pane: Pane) -> tuple[int, int, int, int] | None:
    """Return the box around everything that extends beyond its pane, or None."""
    geometry = pane.base_map.geometry
    size = geometry.width + 2 * AROUND, geometry.height + 2 * AROUND
    figures = [one for layer in ("centers", "flags", "units") for one in pane.figures[layer]]
    marks = [
        ((AROUND, AROUND), mark) for figure in (*figures, *pane.names) for mark in figure.marks
    ]
    ink = image_of(svg_of_marks(marks, size, TEMPLATES), round(size[0]))
    edge = round(AROUND) - PIXEL
    ink.paste((0, 0, 0, 0), (edge, edge, ink.width - edge, ink.height - edge))
    return ink.getchannel("A").point(lambda alpha: 255 * (alpha > 99)).getbbox()


def _names(pane: Pane) -> Iterator[Letters]:
    for figure in pane.names:
        [mark] = figure.marks
        assert isinstance(mark, Letters)
        yield mark


def _signs(pane: Pane) -> Iterator[Letters]:
    """Yield the labels at the edge of a board that name the province where the map continues."""
    for sign in pane.base_map.links.signs:
        yield Letters(f"to {sign.word}", sign.at, 17.6, "normal", "", sign.anchor)


def _glyphs(pane: Pane) -> Iterator[Glyph]:
    marks: Iterator[Mark] = (m for f in pane.figures["units"] for m in f.marks)
    return (mark for mark in marks if isinstance(mark, Glyph))


def _box(name: Letters) -> Box:
    (x, y), wide = name.at, text_width(name.text, name.size, name.face)
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[name.anchor]
    return left, y - 0.72 * name.size, left + wide, y


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down) > PIXEL


def _off(at: tuple[float, float], box: Box) -> float:
    across = max(box[0] - at[0], at[0] - box[2], 0)
    return math.hypot(across, max(box[1] - at[1], at[1] - box[3], 0))
