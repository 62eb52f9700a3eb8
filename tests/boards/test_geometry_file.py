import json
from dataclasses import replace
from pathlib import Path

import pytest

from judge.boards import (
    BrokenGeometryError,
    Inset,
    magnified,
    open_geometry,
    outdated,
    write_geometry,
)
from judge.boards.drawing import read_geometry
from judge.engine import Coast, Province, Terrain, compile_geography

# Two squares side by side, the left one a sea: one border and the rest of the frame.
TWO = json.dumps(
    {
        "version": 1,
        "width": 20.0,
        "height": 10.0,
        "unit": 1.0,
        "font": 1.0,
        "arcs": [
            {"kind": "coast", "left": "SEA", "right": "LND", "points": [100, 100, 0, -100]},
            {
                "kind": "frame",
                "left": "SEA",
                "right": None,
                "points": [100, 0, -100, 0, 0, 100, 100, 0],
            },
            {
                "kind": "frame",
                "left": None,
                "right": "LND",
                "points": [100, 0, 100, 0, 0, 100, -100, 0],
            },
        ],
        "provinces": {
            "SEA": {
                "kind": "sea",
                "rings": [[0, 1]],
                "unit": [5.0, 5.0],
                "dislodged": [6.0, 5.0],
                "label": [5.0, 8.0],
            },
            "LND": {
                "kind": "coast",
                "rings": [[~0, ~2]],
                "unit": [15.0, 5.0],
                "dislodged": [16.0, 5.0],
                "label": [15.0, 8.0],
                "center": [14.0, 2.0],
                "coasts": {"NC": [15.0, 1.0]},
            },
        },
        "void": [],
        "connectors": [{"kind": "link", "a": "SEA", "b": "LND", "points": [50, 50, 100, 0]}],
        "twins": [["SEA", "LND"]],
        "insets": [{"name": "Land", "corner": [10.0, 0.0], "width": 10.0, "height": 8.0}],
    }
)


def test_a_ring_is_the_line_around_its_province() -> None:
    board = read_geometry(TWO)

    [ring] = board.provinces["SEA"].rings
    assert board.outline(ring) == ((10, 10), (10, 0), (0, 0), (0, 10))
    [ring] = board.provinces["LND"].rings
    assert board.outline(ring) == ((10, 0), (10, 10), (20, 10), (20, 0))


def test_what_is_written_reads_as_the_same_drawing() -> None:
    board = read_geometry(TWO)

    assert read_geometry(write_geometry(board)) == board


def test_a_page_is_a_part_of_a_drawing() -> None:
    board = replace(read_geometry(TWO), page=Inset("", (5, 0), 15, 9))

    assert read_geometry(write_geometry(board)) == board
    assert board.zoom(board.insets[0]) == 1.5
    page = magnified(board, board.shown, 2)
    assert (page.width, page.height, page.page) == (30, 18, None)


def test_a_lake_is_a_ring_of_the_void_that_is_water() -> None:
    facts = json.loads(TWO)
    around = [20, 20, 0, 20, 20, 0, 0, -20, -20, 0]
    pond = {"kind": "sea", "left": None, "right": "SEA", "points": around}
    facts["arcs"].append(pond)
    facts |= {"void": [[3]], "lakes": [[3]]}
    facts["provinces"]["SEA"]["rings"].append([~3])
    board = read_geometry(json.dumps(facts))

    assert board.lakes == ((3,),) == board.unplayed()
    assert read_geometry(write_geometry(board)) == board


def test_insets_side_by_side_are_as_wide_as_the_board() -> None:
    board = read_geometry(TWO)
    one, other = Inset("One", (10, 0), 10, 5), Inset("Other", (0, 5), 4, 4)
    both = replace(board, insets=(one, other))

    assert board.zoom(board.insets[0]) == 2
    panels = [magnified(both, inset, both.zoom(inset)) for inset in both.insets]
    assert panels[0].height == pytest.approx(panels[1].height)
    assert panels[0].width + panels[1].width == pytest.approx(both.width)


def test_a_panel_is_the_same_board_moved_and_magnified() -> None:
    board = read_geometry(TWO)
    panel = magnified(board, board.insets[0], 2)

    assert (panel.width, panel.height, panel.unit) == (20, 16, board.unit)
    assert panel.provinces["LND"].unit == (10, 10)
    assert panel.provinces["LND"].coasts == (("NC", (10, 2)),)
    assert panel.outline(panel.provinces["LND"].rings[0])[0] == (0, 0)


def test_a_variant_may_be_drawn_as_another_one_is(tmp_path: Path) -> None:
    for name, text in (("one", TWO), ("two", '{"version": 1, "same_as": "one"}')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "geometry.json").write_text(text)
    (tmp_path / "three").mkdir()

    assert open_geometry(tmp_path / "two") == read_geometry(TWO)
    assert open_geometry(tmp_path / "three") is None


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"version": 1', '"version": 2', "version 2 is not 1"),
        ('"height"', '"depth"', "'height' is missing"),
        ('"coast", "left"', '"beach", "left"', "'beach' is not a valid ArcKind"),
        ("[[0, 1]]", "[[0]]", "a ring of SEA is not closed"),
        ("[[0, 1]]", "[[]]", "a ring of SEA is empty"),
        ("[[0, 1]]", "[[0, 7]]", "a ring of SEA has no arc 7"),
        ("[[0, 1]]", "[[-2, -1]]", "a ring of SEA has arc -2 on its wrong hand"),
        ("[[0, 1]]", "[[0, 1], [0, 1]]", "arc 0 is in two rings of SEA"),
        ("[[0, 1]]", "[]", "arc 0 is in no ring of SEA"),
        ('"b": "LND"', '"b": "LAD"', "LAD is no province of the drawing"),
        ('"void": []', '"void": [], "lakes": [[0]]', "the lake .0. is no unplayed gr"),
        ('"width": 10.0', '"width": 11.0', "the inset Land is not inside the picture"),
        (
            '"insets": [',
            '"page": {"name": "", "corner": [9, 9], "width": 9, "height": 9}, "insets": [',
            "the page is no part of the drawing",
        ),
        ('"width": 10.0', '"width": 0.0', "the inset Land has no size"),
        (
            '[10.0, 0.0], "width": 10.0',
            '[1.0, 0.0], "width": 19.0',
            "the inset Land would be shown 1.1 times as large",
        ),
        (
            '"insets": [',
            '"insets": [{"name": "Sea", "corner": [8, 0], "width": 9, "height": 9}, ',
            "the insets Sea and Land overlap",
        ),
        (TWO, "{", "Expecting property name"),
    ],
)
def test_a_broken_drawing_is_refused(old: str, new: str, why: str) -> None:
    assert old in TWO

    with pytest.raises(BrokenGeometryError, match=why):
        read_geometry(TWO.replace(old, new))


@pytest.mark.parametrize(
    ("provinces", "edges", "told"),
    [
        ("LND SEA", "SEA", []),
        ("LND SEA", "", ["LND-SEA meet, where nobody can pass"]),
        ("LND SEA NEW", "SEA", ["it lacks NEW"]),
        ("NEW ISL", "", ["it has LND and SEA", "it lacks ISL and NEW"]),
    ],
)
def test_a_drawing_of_another_board_is_told(provinces: str, edges: str, told: list[str]) -> None:
    north = (Coast("nc", "North Coast"),)
    every = {
        "LND": Province("LND", "Land", Terrain.COAST, center=True, coasts=north),
        "SEA": Province("SEA", "Sea", Terrain.SEA),
        "NEW": Province("NEW", "New", Terrain.SEA),
        "ISL": Province("ISL", "Isle", Terrain.COAST),
    }
    ways = [("LND/NC", end) for end in edges.split()]
    board = compile_geography([every[one] for one in provinces.split()], [], ways)

    drawing = replace(read_geometry(TWO), twins=(), connectors=())

    assert list(outdated(drawing, board)) == told
