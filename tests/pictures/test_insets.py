"""A crowded part of a board is shown larger in an inset, and each thing is in one place only."""

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from judge.boards import read_variant
from judge.pictures import Caption, Drawing, standing_drawing, svg_of
from judge.pictures.drawing import Arrow, Fate
from tests.kinds import replace
from tests.pictures.crowd import crowded
from tests.pictures.svg import SVG, easel_of, told
from tests.render.boards import ROOT

WORLD = read_variant(ROOT / "variants" / "known_world_901")
CANVAS = easel_of(WORLD)
[EUROPE] = CANVAS.base_map.insets
CAPTION = Caption("a title", "a note", "an alternative")
START = standing_drawing(WORLD.start, WORLD, CAPTION)


def panes(drawing: Drawing) -> tuple[ET.Element, ET.Element]:
    """Return the board without its inset, and the inset."""
    picture = ET.fromstring(svg_of(drawing, CANVAS))
    groups = [one for one in picture if one.tag == f"{SVG}g"]
    board, inset = (one for one in groups if "names" in _ids(one))
    return board, inset


def _ids(pane: ET.Element) -> set[str]:
    return {(one.get("id") or "").split("-")[0] for one in pane}


def named(pane: ET.Element) -> Iterator[str]:
    for group in pane:
        if (group.get("id") or "").startswith("names"):
            yield from (name.findtext(f"{SVG}title") or "" for name in group)


def test_each_unit_is_drawn_once_where_its_province_is_at_home() -> None:
    drawing = crowded(WORLD)
    units = [
        Counter(text for style, text in told(pane) if style.startswith("unit"))
        for pane in panes(drawing)
    ]

    assert sum(units, Counter()).total() == len(drawing.pieces)
    assert max(sum(units, Counter()).values()) == 1
    assert all(one.split()[-1].split("/")[0] in EUROPE.home for one in units[1])


def test_each_province_is_at_home_in_one_window() -> None:
    board = CANVAS.base_map

    assert board.home.isdisjoint(EUROPE.home)
    assert board.home | EUROPE.home == board.geometry.provinces.keys()
    assert min(len(board.home), len(EUROPE.home)) > 100


def test_units_and_names_are_equally_large_in_both() -> None:
    assert EUROPE.geometry.unit == CANVAS.base_map.geometry.unit
    assert EUROPE.geometry.width == pytest.approx(CANVAS.base_map.geometry.width)


def test_nothing_is_named_twice_in_one_window() -> None:
    for pane in panes(START):
        assert [name for name, n in Counter(named(pane)).items() if n > 1] == []


def test_no_name_stands_in_the_frame_of_an_inset_on_the_board() -> None:
    [frame] = CANVAS.base_map.geometry.insets
    board, _ = panes(START)
    [names] = [one for one in board if one.get("id") == "names"]
    at = [(float(one.get("x") or 0), float(one.get("y") or 0)) for one in names]

    assert at
    assert not any(map(frame.holds, at))


def test_an_arrow_over_the_edge_is_seen_in_both_and_clipped() -> None:
    out = next(iter(sorted(EUROPE.home)))
    far = next(iter(sorted(CANVAS.base_map.home)))
    arrow = Arrow(WORLD.powers[0].name, (out, far), Fate.DONE)
    shown = panes(replace(START, strokes=(arrow,)))

    for pane, clip in zip(shown, ("edge", "edge-1"), strict=True):
        assert "move done" in [style for style, _ in told(pane)]
        assert f"url(#{clip})" in [one.get("clip-path") for one in pane.iter()]


def test_an_arrow_within_one_window_is_seen_there_alone() -> None:
    home = sorted(EUROPE.home)
    arrow = Arrow(WORLD.powers[0].name, (home[0], home[1]), Fate.DONE)
    board, inset = panes(replace(START, strokes=(arrow,)))

    assert "move done" not in [style for style, _ in told(board)]
    assert "move done" in [style for style, _ in told(inset)]
