"""The drawing of small and random boards: its borders are true, and faults are reported."""

import json
import math
import tomllib
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import shapely
from hypothesis import given, settings, strategies as st
from scipy.spatial import Delaunay
from typer.testing import CliRunner

from judge.boards import (
    ArcKind,
    Connector,
    ConnectorKind,
    Geometry,
    Inset,
    drawn_radius,
    open_geometry,
    read_variant,
    write_geometry,
)
from judge.boards.drawing import read_geometry
from judge.cli.main import app
from judge.engine import Coast, Geography, Province, Terrain, compile_geography
from judge.mapmaking.drawing.board import (
    CrowdedError,
    Places,
    UndrawableError,
    board_of,
    read_places,
    untangled,
)
from judge.mapmaking.drawing.cells import NOBODY, Mesh, Plan, fill_specks, make_mesh, scattered
from judge.mapmaking.drawing.corridors import corridors
from judge.mapmaking.drawing.draw import Attempt, best_attempt, decided, draw, draw_variant
from judge.mapmaking.drawing.finish import wrapped
from judge.mapmaking.drawing.ground import ground_of, laid_out, upright
from judge.mapmaking.drawing.lines import with_lakes
from judge.mapmaking.drawing.painting import relax
from judge.mapmaking.drawing.rooms import Room, seen_beside
from judge.mapmaking.drawing.truth import misdrawn, unreached, untruths
from tests.amount import many
from tests.mapmaking.checker import areas, contacts

SMALL = {"width": 300, "cell": 6}
ATTEMPTS = 8
ISLES = """
title = "Isles"
designer = "Nobody"
victory = 2
[start]
season = "Spring"
year = 1
phase = "movement"
[[powers]]
name = "Red"
letter = "R"
color = "#c0392b"
homes = ["ALD"]
units = ["F ALD/NC"]
[[powers]]
name = "Blue"
letter = "B"
color = "#2471a3"
homes = ["BIR"]
units = ["A BIR"]
[provinces]
ALD = { name = "Alder", kind = "coast", center = true, coasts = ["nc", "sc"] }
BIR = { name = "Birch", kind = "coast", center = true }
NOR = { name = "North Sea", kind = "sea" }
SOU = { name = "South Sea", kind = "sea" }
[edges.army]
ALD = "BIR"
[edges.fleet]
"ALD/NC" = "BIR NOR"
"ALD/SC" = "BIR SOU"
BIR = "NOR SOU"
"""
PLACES = """
width = 300
cell = 5
[places]
ALD = [20, 50]
BIR = [80, 50]
NOR = [50, 10]
SOU = [50, 90]
"""


BOARD = Geometry(0, 0, 0, 0, (), {}, (), (), (), ())


def isles(tmp_path: Path, places: str = PLACES) -> Path:
    folder = tmp_path / "isles"
    folder.mkdir()
    (folder / "variant.toml").write_text(ISLES)
    (folder / "places.toml").write_text(places)
    return folder


@st.composite
def boards(draw_one: st.DrawFn) -> tuple[Geography, dict[str, tuple[float, float]]]:
    """Return a random board of land provinces that can be drawn flat, and their positions.

    Some of the longest borders are missing; provinces close to each other have one.
    """
    number = draw_one(st.integers(5, 9))
    chance = np.random.default_rng(draw_one(st.integers(0, 9999)))
    points = chance.uniform(0, 100, (number, 2))
    graph = nx.Graph()
    for a, b, c in Delaunay(points).simplices.tolist():
        graph.add_edges_from([(a, b), (b, c), (c, a)])
    length = {(a, b): np.hypot(*(points[a] - points[b])) for a, b in graph.edges}
    for edge in sorted(graph.edges, key=length.__getitem__)[-(number // 2) :]:
        graph.remove_edge(*edge)
        if not nx.is_connected(graph):
            graph.add_edge(*edge)
    names = [f"P{n}" for n in range(number)]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = [(names[a], names[b]) for a, b in graph.edges]
    places = {name: (x, y) for name, (x, y) in zip(names, points.tolist(), strict=True)}
    return compile_geography(provinces, edges, ()), places


def drawn(geography: Geography, **more: object) -> Geometry:
    """Return the first drawing in which the builder itself finds no fault."""
    why: Exception = AssertionError(f"no true drawing in {ATTEMPTS} attempts")
    for attempt in range(ATTEMPTS):
        places = Places.model_validate({**SMALL, "attempt": attempt, **more})
        try:
            board = draw(geography, places, Path("nowhere"))
        except UndrawableError as error:
            why = error
            continue
        if not untruths(board, geography, places):
            return read_geometry(write_geometry(board))
    raise why


def borders(board: Geometry) -> set[frozenset[str]]:
    return set(contacts(areas(board)))


def wanted(geography: Geography) -> set[frozenset[str]]:
    names = [province.abbreviation for province in geography.provinces]
    return {
        frozenset((names[a], names[b]))
        for a, mask in enumerate(geography.army_edges)
        for b in range(len(names))
        if mask >> b & 1
    }


@settings(max_examples=many(4))
@given(boards())
def test_any_flat_board_is_drawn_with_exactly_its_borders(
    board: tuple[Geography, dict[str, tuple[float, float]]],
) -> None:
    geography, places = board

    assert borders(drawn(geography, places=places)) == wanted(geography)


def test_nobody_is_pushed_to_the_edge_where_a_border_of_others_passes() -> None:
    at = "75.4 58.2, 41.5 50.6, 9.8 84.4, 9.8 65.6, 36.4 94, 38.4 43.6, 13.1 69.9"
    points = [one.split() for one in f"{at}, 93.8 25.7, 11.5 73.3".split(", ")]
    places = {f"P{n}": (float(x), float(y)) for n, (x, y) in enumerate(points)}
    provinces = [Province(name, name, Terrain.LAND) for name in places]
    ends = "0107131516232428353638464868"
    edges = [(f"P{a}", f"P{b}") for a, b in zip(ends[::2], ends[1::2], strict=True)]
    geography = compile_geography(provinces, edges, ())

    assert borders(drawn(geography, places=places)) == wanted(geography)


@settings(max_examples=many(2))
@given(boards())
def test_a_board_without_positions_is_laid_out_from_its_borders(
    board: tuple[Geography, dict[str, tuple[float, float]]],
) -> None:
    geography, _ = board

    assert borders(drawn(geography)) == wanted(geography)


@pytest.mark.parametrize(
    "board",
    [
        "AB AC AD BD CE",  # a ring, and outside it a chain of two provinces
        "AB BC CD",  # a row
        "AB AC BC DE DF EF",  # two parts
        "AB AC BC D E",  # two provinces without borders, and one gap
        "A B C",
    ],
)
def test_a_board_of_few_borders_is_laid_out_without_crossings(board: str) -> None:
    provinces = [Province(n, n, Terrain.LAND) for n in sorted({*board} - {" "})]
    edges = [(word[0], word[1]) for word in board.split() if len(word) == 2]

    at = laid_out(board_of(compile_geography(provinces, edges, ()), Places()))

    assert len({*at.values()}) == len(at) == len(provinces)
    lines = [shapely.LineString((at[a], at[b])) for a, b in edges]
    assert not any(a.crosses(b) for a, b in combinations(lines, 2))


@pytest.mark.parametrize("turn", [1, 1j, -1, -1j])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_board_that_was_laid_out_lies_as_names_and_coasts_tell(
    turn: complex, mirrored: bool
) -> None:
    coasts = (Coast("nc", "North Coast"), Coast("wc", "West Coast"))
    provinces = [
        Province("FEN", "North Fen", Terrain.SEA),
        Province("WET", "South-West Wet", Terrain.SEA),
        Province("WEN", "Southeastern Wen", Terrain.SEA),
        Province("NOR", "Norther", Terrain.SEA),
        Province("MOO", "Moor", Terrain.COAST, coasts=coasts),
    ]
    edges = [("MOO/NC", "FEN"), ("MOO/WC", "WET"), ("WEN", "WET"), ("WEN", "NOR")]
    true = {"FEN": 5, "WET": 9j, "WEN": 10 + 9j, "NOR": 9 + 10j, "MOO": 5 + 5j}
    seen = {name: turn * (one.conjugate() if mirrored else one) for name, one in true.items()}

    at = upright(
        {name: (one.real, one.imag) for name, one in seen.items()},
        compile_geography(provinces, [], edges),
    )

    assert at["FEN"][1] < at["MOO"][1] < at["WET"][1]
    assert at["WET"][0] < at["MOO"][0] < at["WEN"][0]


def test_a_variant_is_drawn_into_its_folder(tmp_path: Path) -> None:
    folder = isles(tmp_path)

    said, good = draw_variant(folder, tmp_path)

    assert good, said
    board = read_geometry((folder / "geometry.json").read_text())
    assert {*board.provinces} == {"ALD", "BIR", "NOR", "SOU"}
    north, south = (dict(board.provinces["ALD"].coasts)[code] for code in ("NC", "SC"))
    assert north[1] < south[1]

    assert misdrawn(board, read_variant(folder).geography) == ()
    rules = (folder / "variant.toml").read_text()
    inland = rules.replace('"BIR NOR"', '"NOR"').replace('"BIR SOU"', '"SOU"')
    (folder / "variant.toml").write_text(inland)
    assert misdrawn(board, read_variant(folder).geography) == ("ALD BIR",)


def test_an_untrue_drawing_is_not_written(tmp_path: Path) -> None:
    folder = isles(tmp_path, f"attempt = 1\n{PLACES}")
    rules = (folder / "variant.toml").read_text()
    inland = rules.replace('"BIR NOR"', '"NOR"').replace('"BIR SOU"', '"SOU"')
    (folder / "variant.toml").write_text(inland)

    said, good = draw_variant(folder, tmp_path)

    assert not good
    assert "A fleet may not pass at ALD and BIR, but it looks as if." in said
    assert not (folder / "geometry.json").exists()


def test_a_coast_need_not_touch_a_sea_that_a_connector_joins(tmp_path: Path) -> None:
    folder = isles(tmp_path)
    draw_variant(folder, tmp_path)
    board = read_geometry((folder / "geometry.json").read_text())
    rules = (folder / "variant.toml").read_text()
    farther = rules.replace('"ALD/NC" = "BIR NOR"', '"ALD/NC" = "BIR NOR FAR"')
    farther = farther.replace("SOU = {", 'FAR = { name = "F", kind = "sea" }\nSOU = {')
    (folder / "variant.toml").write_text(farther)
    geography = read_variant(folder).geography
    sea = board.provinces["SOU"]
    more = replace(board, provinces={**board.provinces, "FAR": sea})
    link = Connector(ConnectorKind.LINK, "ALD", "FAR", ((1, 1), (2, 2)))
    linked = replace(more, connectors=(link,))

    text = "ALD/NC touches NOR instead of FAR and NOR."
    assert text in untruths(more, geography, Places())
    assert text not in untruths(linked, geography, Places())
    assert [unreached(one, geography) for one in (more, linked)] == [("ALD FAR",), ()]


def test_two_coasts_of_a_cape_share_its_sea() -> None:
    coasts = (Coast("nc", "North Coast"), Coast("sc", "South Coast"))
    provinces = [
        Province("CAP", "Cape", Terrain.COAST, coasts=coasts),
        Province("TOW", "Tower", Terrain.COAST),
        Province("GUI", "Guild", Terrain.COAST),
        Province("NOR", "North", Terrain.SEA),
        Province("EAS", "East", Terrain.SEA),
        Province("SOU", "South", Terrain.SEA),
    ]
    army = [("CAP", "TOW"), ("CAP", "GUI"), ("TOW", "GUI")]
    north = [("CAP/NC", "EAS"), ("CAP/NC", "TOW"), ("TOW", "NOR"), ("NOR", "EAS")]
    south = [("CAP/SC", "EAS"), ("CAP/SC", "GUI"), ("GUI", "SOU"), ("SOU", "EAS")]
    edges = [*north, *south, ("TOW", "EAS"), ("GUI", "EAS")]
    geography = compile_geography(provinces, army, edges)
    rows = "TOW 80 110, GUI 80 190, CAP 150 150, NOR 90 30, SOU 90 270, EAS 240 150"
    at = {name: (float(x), float(y)) for name, x, y in map(str.split, rows.split(","))}

    board = drawn(geography, places=at)

    fleets = dict(board.provinces["CAP"].coasts)
    assert fleets["NC"][1] < fleets["SC"][1]


def test_a_fleet_that_stands_at_another_coast_is_untrue(tmp_path: Path) -> None:
    folder = isles(tmp_path)
    draw_variant(folder, tmp_path)
    board = open_geometry(folder)
    assert board is not None
    alder = board.provinces["ALD"]
    (one, north), (other, south) = alder.coasts
    turned = replace(alder, coasts=((one, south), (other, north)))
    rules, places = read_variant(folder).geography, read_places(folder)

    assert untruths(board, rules, places) == []
    wrong = replace(board, provinces={**board.provinces, "ALD": turned})
    assert untruths(wrong, rules, places) == [
        f"The fleet at ALD/{code} is nearer to another shore than to its own."
        for code in ("NC", "SC")
    ]


def test_a_variant_that_is_drawn_as_another_keeps_no_drawing(tmp_path: Path) -> None:
    folder = isles(tmp_path)
    (folder / "geometry.json").write_text('{"version": 1, "same_as": "tarn"}')

    said = draw_variant(folder, tmp_path)

    told = "isles is drawn as tarn is, and needs no drawing of its own"
    assert said == (f"{told}: geometry.json says so.", False)
    assert "same_as" in (folder / "geometry.json").read_text()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("ALD = [20, 50]\n", "", "places.toml has no position of ALD."),
        ("cell = 5", "cells = 5", ':3: there is no key "cells" here; did you mean'),
        ("cell = 5", "cell =", "places.toml:3: is no TOML: a value is a text in"),
        ("cell = 5", "cell = nan", "cell: must be a number from 1.5 to 12, not nan"),
        ("[places]", "places = 5\n[x]", ":4: places: must be a table, [places]"),
        ("[50, 10]", "[50]", ":7: places.NOR: must be two numbers, as in [12, 60]"),
        ("[50, 10]", '"50,10"', 'as in [12, 60], not "50,10"'),
        ("[50, 10]", "[50, inf]", "places.NOR: must be two numbers"),
        ("cell = 5", 'connectors = ["NOR SOU"]', "NOR SOU is listed as a connector"),
        ("cell = 5", 'connectors = ["NOR"]', "must be a list of pairs of provinces"),
        ("cell = 5", 'wraps = ["NRO SOU"]', '"NRO" is no province; did you mean "N'),
        ("cell = 5", 'twins = [["NOR", "ZZZ"]]', '"ZZZ" is no province'),
        ("cell = 5", "seeds = { ALT = [[1, 1]] }", '"ALT" is no province; did you'),
        ("ALD = ", "AID = ", '"AID" is no province; did you mean "ALD"?'),
        ("cell = 5", "view = [0, 0, 30, 30]", "Outside the view"),
        ("cell = 5", "page = [9, 0, 1, 9]", "The page of places.toml is not a part"),
        ("cell = 5", "insets = { Far = [90, 9, 99, 1] }", "Far of places.toml is not a"),
    ],
)
def test_a_mistake_of_the_map_maker_is_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert old in PLACES
    folder = isles(tmp_path, PLACES.replace(old, new))

    said, good = draw_variant(folder, tmp_path)

    assert (why in said, good) == (True, False), said


def test_ground_out_of_play_without_a_position_lies_where_room_is() -> None:
    kinds = dict.fromkeys("ABCD", Terrain.LAND) | {"X": Terrain.IMPASSABLE}
    provinces = [Province(name, name, kind) for name, kind in kinds.items()]
    geography = compile_geography(provinces, [("A", "B"), ("C", "D")], ())
    corners = {"A": (0, 0), "B": (90, 0), "C": (0, 90), "D": (90, 90)}
    places = Places(places=corners, spread=0)

    *_, (x, y) = ground_of(board_of(geography, places), places, Path()).middles.tolist()

    assert (x, y) == pytest.approx((500, 500), abs=30)


def test_borders_that_no_flat_map_has_are_told_with_what_would_do() -> None:
    names = [f"P{n}" for n in range(5)]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = [(a, b) for a in names for b in names if a < b]
    geography = compile_geography(provinces, edges, ())
    ring = {n: [50 + 40 * np.cos(k), 50 + 40 * np.sin(k)] for k, n in enumerate(names)}

    for places in (ring, {}):
        with pytest.raises(CrowdedError, match="No flat map has all these") as told:
            board_of(geography, Places(places=places))

        (connector,) = told.value.connectors
        flat = Places(places=places, connectors=(connector,))
        assert board_of(geography, flat).links


def test_where_nothing_is_known_of_positions_a_ford_becomes_the_connector() -> None:
    provinces = [Province(name, name, Terrain.COAST) for name in "ABCD"]
    provinces.append(Province("RIV", "River", Terrain.SEA))
    army = list(combinations("ABCD", 2))
    fleet = [one for one in army if one != ("B", "D")]
    fleet += [(name, "RIV") for name in "ABCD"]

    with pytest.raises(CrowdedError) as crowded:
        board_of(compile_geography(provinces, army, fleet), Places())

    assert crowded.value.connectors == ("B D",)


def test_attempts_go_on_until_a_drawing_is_true() -> None:
    asked: list[bool] = []

    def tried(places: Places, yielding: bool) -> Attempt:
        asked.append(yielding)
        match len(asked):
            case 1:
                raise CrowdedError("flat", ("A B",), never_fits=True)
            case 2 | 4:
                raise CrowdedError("no room", ("C D",))
        return Attempt(BOARD, places, ["untrue"] if len(asked) == 3 else [])

    found = best_attempt(Places(), tried)

    assert (found.faults, asked) == ([], [False, False, True, True, True])
    assert found.places.connectors == ("A B", "C D")
    assert found.places.attempt == 2
    assert decided(Places(), found.places) == (
        'It was drawn with\n  connectors = ["A B", "C D"]\n  attempt = 2\n'
    )
    assert '\n  wraps = ["A B"]\n' in decided(Places(), Places(wraps=("A B",)))


def test_a_border_that_looked_untrue_twice_is_drawn_as_a_connector() -> None:
    def tried(places: Places, yielding: bool) -> Attempt:
        wrong = () if places.connectors else ("A B",)
        return Attempt(BOARD, places, ["untrue"] if wrong else [], wrong)

    found = best_attempt(Places(), tried)

    assert (found.faults, found.places.connectors) == ([], ("A B",))
    assert found.places.attempt == 2


def test_a_sea_that_its_coast_twice_did_not_touch_is_joined_by_a_connector() -> None:
    asked = 0

    def tried(places: Places, yielding: bool) -> Attempt:
        nonlocal asked
        asked += 1
        coasts = () if places.connectors else ("A SEA",)
        return Attempt(BOARD, places, ["untrue"] if coasts else [], unreached=coasts)

    found = best_attempt(Places(), tried)

    assert (found.places.connectors, asked) == (("A SEA",), 3)


def test_a_border_without_room_in_the_third_attempt_is_waited_for_no_longer() -> None:
    crowded = iter([("A B",), ("C D",), ("E F",)])

    def tried(places: Places, yielding: bool) -> Attempt:
        if lost := next(crowded, None):
            raise CrowdedError("no room", lost)
        return Attempt(BOARD, places, [])

    assert best_attempt(Places(), tried).places.connectors == ("E F",)


def test_what_finds_no_room_is_a_connector_of_the_attempt_with_most_room() -> None:
    def tried(places: Places, yielding: bool) -> Attempt:
        if not yielding:
            lost = ("A B", "E F") if places.attempt == 1 else ("G H",)
            raise CrowdedError("no room", lost)
        more = places.model_copy(update={"connectors": (*places.connectors, "C D")})
        return Attempt(BOARD, more, [])

    found = best_attempt(Places(), tried)

    assert (found.places.connectors, found.places.attempt) == (("C D",), 2)


def test_a_border_across_many_others_is_a_connector_from_the_start() -> None:
    names = [f"P{n}" for n in range(30)]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    ways = [(a, b) for a, b in pairwise(names)] + [("P0", "P29")]
    geography = compile_geography(provinces, ways, ())
    zigzag = {name: (float(n), 9.0 * (n % 2)) for n, name in enumerate(names)}
    zigzag |= {"P0": (0.0, 5.0), "P29": (29.0, 5.0)}

    found = untangled(geography, Places(places=zigzag))

    assert found.connectors == ("P0 P29",)
    assert untangled(geography, Places()).connectors == ()


def test_who_asks_for_an_attempt_gets_that_one() -> None:
    def tried(places: Places, yielding: bool) -> Attempt:
        return Attempt(BOARD, places, ["untrue"])

    assert best_attempt(Places(attempt=1), tried).places.attempt == 1


def test_a_connector_takes_the_place_of_a_border() -> None:
    names = ["WES", "MID", "EAS"]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = [("WES", "MID"), ("MID", "EAS"), ("WES", "EAS")]
    places = {"WES": [10, 50], "MID": [50, 50], "EAS": [90, 50]}
    geography = compile_geography(provinces, edges, ())

    board = drawn(geography, places=places, connectors=["WES EAS"])
    [link] = board.connectors
    assert link.kind is ConnectorKind.LINK
    assert frozenset(("WES", "EAS")) not in borders(board)
    listed = Places(places=places, connectors=("WES EAS",))
    assert wrapped(board, listed, listed) == listed
    beyond = wrapped(board, listed, Places(places=places))
    assert (beyond.connectors, beyond.wraps) == ((), ("WES EAS",))
    [wrap] = drawn(geography, places=places, wraps=["WES EAS"]).connectors
    assert (wrap.kind, wrap.points[0][0], wrap.points[1][0]) == (ConnectorKind.WRAP, 0, 300)


@pytest.mark.parametrize(("wanted", "rows"), [(False, 2), (True, 5)])
def test_void_is_a_thin_ridge_unless_it_was_asked_for(wanted: bool, rows: int) -> None:
    provinces = [Province(name, name, Terrain.LAND) for name in ("NOR", "SOU")]
    board = board_of(compile_geography(provinces, [], ()), Places(places={"NOR": (0, 0)}))
    chance = np.random.default_rng(1)
    points = scattered(np.array([(50.0, 5.0), (50.0, 95.0)]), (100, 100), 5, chance)
    mesh = make_mesh(points, 100, 100, 5)
    plan = Plan(mesh, board, ((0,), (1,)), (20.0, 20.0), None)
    labels = [board.void if 35 < y < 65 else int(y > 50) for _, y in mesh.at[: mesh.cells]]
    bar = frozenset(cell for cell, label in enumerate(labels) if label == board.void)
    idle = bar if wanted else frozenset()

    relax(plan, labels, [NOBODY] * mesh.cells, idle, lambda *_: 1.0)

    assert labels.count(board.void) / 20 == pytest.approx(rows, abs=1)
    assert not any({labels[a], labels[b]} == {0, 1} for a, b in sides(mesh))


@pytest.mark.parametrize("coasts", ["known", "invented"])
def test_a_speck_of_void_in_a_sea_is_an_islet_only_where_coasts_are_known(coasts: str) -> None:
    provinces = [Province(name, name, Terrain.SEA) for name in ("NOR", "SOU")]
    edges = [("NOR", "SOU")]
    board = board_of(compile_geography(provinces, [], edges), Places(places={"NOR": (0, 0)}))
    chance = np.random.default_rng(1)
    points = scattered(np.array([(50.0, 5.0), (50.0, 95.0)]), (100, 100), 5, chance)
    mesh = make_mesh(points, 100, 100, 5)
    known = (False,) * mesh.cells if coasts == "known" else None
    plan = Plan(mesh, board, ((0,), (1,)), (20.0, 20.0), known)
    labels = [int(y > 50) for _, y in mesh.at[: mesh.cells]]
    middle = int(mesh.tree().query((50, 50))[1])
    labels[middle] = board.void

    fill_specks(plan, labels)

    assert (labels[middle] == board.void) == (coasts == "known")


def sides(mesh: Mesh) -> list[tuple[int, int]]:
    pairs = mesh.sides.tolist()
    return [(a, b) for a, b in pairs if max(a, b) < mesh.cells]


def test_the_way_from_a_sea_to_a_land_keeps_off_another_land() -> None:
    places = {"SEA": (10, 60), "ISL": (45, 90), "FAR": (90, 60)}
    kinds = (Terrain.SEA, Terrain.COAST, Terrain.COAST)
    provinces = [Province(name, name, kind) for name, kind in zip(places, kinds, strict=True)]
    geography = compile_geography(provinces, [], [("SEA", "FAR")])
    board = board_of(geography, Places(places=places))
    middles = np.array(list(places.values()), float)
    mesh = make_mesh(scattered(middles, (100, 100), 4, np.random.default_rng(1)), 100, 100, 4)
    isle = [30 < x < 60 and y > 20 for x, y in mesh.at[: mesh.cells]]
    far = [x > 75 for x, _ in mesh.at[: mesh.cells]]
    land = tuple(a or b for a, b in zip(isle, far, strict=True))

    labels, _, lost = corridors(Plan(mesh, board, ((0,), (1,), (2,)), (10.0,) * 3, land))

    assert lost == []
    assert {labels[n] for n, there in enumerate(isle) if there} == {NOBODY, 1}


def test_links_across_a_void_land_at_the_middle_of_shores() -> None:
    names = ["NOR", "EAS", "SOU", "WES"]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = [(a, b) for a in names for b in names if a < b]
    places = {"NOR": [50, 10], "EAS": [90, 50], "SOU": [50, 90], "WES": [10, 50]}
    geography = compile_geography(provinces, edges, ())
    links = ["NOR SOU", "EAS WES"]

    board = drawn(geography, places=places, void=[[50, 50]], connectors=links)

    shores = {
        name: line
        for ends, line in contacts(
            {**areas(board), "": shapely.Polygon(board.outline(board.void[0]))}
        ).items()
        if "" in ends
        for name in ends - {""}
    }
    for link in board.connectors:
        for name, at in zip((link.one, link.other), link.points, strict=True):
            shore = shapely.line_merge(shores[name])
            middle = shore.interpolate(0.5, normalized=True)
            assert middle.distance(shapely.Point(at)) < board.unit


def test_a_lake_is_void_with_shores() -> None:
    names = ["NOR", "EAS", "SOU", "WES"]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = list(pairwise([*names, "NOR"]))
    places = {"NOR": [50, 10], "EAS": [90, 50], "SOU": [50, 90], "WES": [10, 50]}
    geography = compile_geography(provinces, edges, ())
    middle = [[50, 50]]

    dry = drawn(geography, places=places, void=middle)
    wet = drawn(geography, places=places, void=middle, lakes=middle)

    kinds = {wet.arcs[max(n, ~n)].kind for lake in wet.lakes for n in lake}
    assert (len(dry.void), dry.lakes) == (1, ())
    assert (len(wet.void), wet.lakes, kinds) == (1, wet.void, {ArcKind.COAST})
    assert borders(wet) == borders(dry)
    with pytest.raises(UndrawableError, match="lies where a province is"):
        drawn(geography, places=places, lakes=[[50, 10]])


def test_a_lake_ends_where_its_water_does() -> None:
    geography = compile_geography([Province("ONE", "One", Terrain.LAND)], [], ())
    board = board_of(geography, Places(places={"ONE": (50, 50)}))
    grid = np.array([(x, y) for x in range(5, 100, 10) for y in range(5, 100, 10)])
    mesh = make_mesh(grid.astype(float), 100, 100, 10)
    plan = Plan(mesh, board, ((0,),), (10.0,), tuple(x > 50 for x, _ in mesh.at[:100]))
    labels = [board.void] * 100

    wet = with_lakes(plan, labels, board, [(15, 15)], [(0, 0)])

    assert [label == wet.lake for label in labels] == [x < 50 for x, _ in grid]
    assert wet.is_water(wet.lake)
    assert not wet.is_water(wet.void)


def test_twins_share_one_region() -> None:
    names = ["TW1", "TW2", "TW3", "ONE", "TWO", "TRI"]
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    edges = [(a, b) for a in names for b in names if a < b]
    places = {"TW1": [50, 50], "ONE": [50, 5], "TWO": [5, 95], "TRI": [95, 95]}

    board = drawn(compile_geography(provinces, edges, ()), places=places, twins=[names[:3]])
    assert board.twins == (("TW1", "TW2", "TW3"),)
    seen = borders(board)
    for other in ("ONE", "TWO", "TRI"):
        assert any(frozenset((twin, other)) in seen for twin in names[:3])


def test_what_lies_in_an_inset_stands_there_and_smaller() -> None:
    at = {f"P{x}{y}": (20 * x, 20 * y) for x in range(5) for y in range(4)}
    edges = [(a, b) for a in at for b in at if a < b and math.dist(at[a], at[b]) < 21]
    rules = [Province(name, name, Terrain.LAND) for name in at]
    geography = compile_geography(rules, edges, ())

    board = drawn(geography, places=at, insets={"East": (48, 30, 84, -4)})
    [east] = board.insets
    assert {n for n, p in board.provinces.items() if east.holds(p.unit)} == {
        "P30",
        "P31",
        "P40",
        "P41",
    }
    assert board.zoom(east) > 1.5


def test_who_is_driven_out_of_a_small_province_is_seen_beside_who_came() -> None:
    board = Geometry(1000, 600, 10, 10, (), {}, (), ())
    reach = drawn_radius(board.unit, board.width)
    middles = ((500.0, 300.0), (500.0 + 2.2 * reach, 300.0))
    rooms = [
        Room(name, shapely.Point(at).buffer(8), at, has_center=False, closed=False)
        for name, at in zip("AB", middles, strict=True)
    ]
    spots = [{"unit": at, "label": at, "dislodged": (at[0] + 3, at[1])} for at in middles]

    found = seen_beside(rooms, spots, board)

    for own, other in (found, found[::-1]):
        far = math.dist(own["dislodged"], own["unit"])
        assert 1.2 * reach < far < math.dist(own["dislodged"], other["unit"])


def test_an_edge_that_cuts_something_is_told() -> None:
    names = {"WES": (10, 50), "EAS": (90, 50)}
    rules = [Province(name, name, Terrain.LAND) for name in names]
    geography = compile_geography(rules, [("WES", "EAS")], ())
    board = drawn(geography, places=names)
    x, y = board.provinces["EAS"].unit
    east = Inset("East", (x - 30, y - 1), board.width - x + 30, board.height - y)
    cut = replace(board, insets=(east,))

    found = untruths(cut, geography, Places.model_validate({"places": names}))
    assert "The edge of East runs through the unit of EAS." in found


def test_a_page_that_leaves_something_out_is_told() -> None:
    names = {"WES": (10, 50), "EAS": (90, 50)}
    rules = [Province(name, name, Terrain.LAND) for name in names]
    geography = compile_geography(rules, [("WES", "EAS")], ())
    board = drawn(geography, places=names, page=(6, 53, 94, 47))
    page = board.page
    assert page is not None

    x, _ = board.provinces["EAS"].unit
    cut = replace(board, page=Inset("", (x, page.corner[1]), 20, page.height))

    found = untruths(cut, geography, Places.model_validate({"places": names}))
    assert "EAS and WES should have a border that one can see." in found
    assert "The edge of the picture runs through the unit of WES." in found


def test_the_command_draws_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = isles(tmp_path)
    monkeypatch.setenv("JUDGE_VARIANTS", str(tmp_path))

    result = CliRunner().invoke(app, ["variant", "draw", "isles"])

    assert result.exit_code == 0, result.output
    assert "Now look at it." in result.output
    assert json.loads((folder / "geometry.json").read_text())["version"] == 1
    assert tomllib.loads((folder / "places.toml").read_text())["cell"] == 5
