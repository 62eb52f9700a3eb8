"""The stored drawings are true to the rules, by a checker that shares no code with the builder."""

import math
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, Polygon, box

from judge.boards import ArcKind, Geometry, ProvinceShape, drawn_radius, open_geometry
from judge.engine import Geography, Terrain, bits
from judge.mapmaking.drawing.board import read_places
from judge.mapmaking.drawing.truth import untruths
from judge.shipped import shipped, shipped_variant
from tests.mapmaking.checker import (
    Pair,
    areas,
    contacts,
    overlap,
    painted,
    pixel_contacts,
    pixel_pieces,
)

FOLDERS = sorted(file.parent for file in shipped("variants").glob("*/geometry.json"))
OWN = [one for one in FOLDERS if "same_as" not in (one / "geometry.json").read_text()]
each_drawing = pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, id=one, marks=pytest.mark.xdist_group(f"drawing {one}"))
        for one in (folder.name for folder in OWN)
    ],
)

# A shorter border is not visible; in units of the picture, and in pixels.
SEEN = 4.0
SEEN_PIXELS = 4


@dataclass(frozen=True)
class Drawn:
    """A drawing, the board by the rules, and the lists of the map maker.

    `contacts` are the borders inside the part of the drawing that a picture shows.
    """

    board: Geometry
    rules: Geography
    islands: dict[str, list[object]]
    connectors: list[str]
    areas: dict[str, shapely.Geometry]
    contacts: dict[Pair, shapely.Geometry]

    @cached_property
    def pixels(self) -> tuple[list[str], np.ndarray]:
        return painted(self.board)

    def is_sea(self, name: str) -> bool:
        return self.board.provinces[name].kind is Terrain.SEA

    def shown(self, pairs: set[Pair]) -> set[Pair]:
        """Return the pairs without impassable provinces; all twins of a group count as one."""
        heads = {name: twins[0] for twins in self.board.twins for name in twins}
        found = {frozenset(heads.get(name, name) for name in ends) for ends in pairs}
        closed = {
            name for name, plot in self.board.provinces.items() if plot.kind is Terrain.IMPASSABLE
        }
        return {ends for ends in found if len(ends) == 2 and not ends & closed}

    def joined(self) -> set[Pair]:
        return {frozenset((one.one, one.other)) for one in self.board.connectors}


@cache
def drawn(name: str) -> Drawn:
    folder = shipped("variants") / name
    board = open_geometry(folder)
    assert board is not None
    file = folder / "places.toml"
    places = tomllib.loads(file.read_text()) if file.exists() else {}
    shapes = areas(board)
    return Drawn(
        board=board,
        rules=shipped_variant(name).geography,
        islands=places.get("islands", {}),
        connectors=[*places.get("connectors", []), *places.get("wraps", [])],
        areas=shapes,
        contacts={
            ends: line & Polygon(board.shown.outline) for ends, line in contacts(shapes).items()
        },
    )


def adjacent(rules: Geography, kind: str) -> set[Pair]:
    """Return the pairs of provinces between which an `army` or a `fleet` may move."""
    name = [province.abbreviation for province in rules.provinces]
    masks = rules.army_edges if kind == "army" else rules.fleet_edges
    return {
        frozenset((name[rules.province_of[one]], name[rules.province_of[other]]))
        for one, mask in enumerate(masks)
        for other in bits(mask)
    }


def either(rules: Geography) -> set[Pair]:
    return adjacent(rules, "army") | adjacent(rules, "fleet")


@each_drawing
def test_provinces_border_exactly_where_a_unit_may_pass(name: str) -> None:
    one = drawn(name)
    wanted = one.shown(either(one.rules))
    joined = one.shown(one.joined())
    clear = one.shown({e for e, line in one.contacts.items() if line.length > SEEN})

    assert wanted - joined - clear == set()
    assert one.shown(set(one.contacts)) - wanted == set()


@each_drawing
def test_pixels_touch_exactly_where_a_unit_may_pass(name: str) -> None:
    one = drawn(name)
    wanted = one.shown(either(one.rules))
    touching = pixel_contacts(*one.pixels)
    clear = one.shown({e for e, number in touching.items() if number > SEEN_PIXELS})

    assert wanted - one.shown(one.joined()) - clear == set()
    assert clear - wanted == set()


@each_drawing
def test_a_province_is_whole_but_for_its_islands(name: str) -> None:
    one = drawn(name)
    most = {name: 1 + len(one.islands.get(name, [])) for name in one.areas}
    pixels = pixel_pieces(*one.pixels)

    assert {n: p for n, p in pixels.items() if not 1 <= p <= most[n]} == {}
    pieces = {n: len(shapely.get_parts(area)) for n, area in one.areas.items()}
    assert {n: p for n, p in pieces.items() if p > most[n]} == {}


@each_drawing
def test_connectors_are_those_that_the_map_maker_listed(name: str) -> None:
    one = drawn(name)

    assert one.joined() == {frozenset(pair.split()) for pair in one.connectors}
    assert one.joined() <= either(one.rules)


@each_drawing
def test_areas_are_sound_and_leave_no_gap(name: str) -> None:
    one = drawn(name)
    shells = [Polygon(one.board.outline(ring)) for ring in one.board.void]
    void = sum(-ring.area if ring.exterior.is_ccw else ring.area for ring in shells)

    assert [n for n, area in one.areas.items() if not area.is_valid] == []
    assert overlap(one.areas) < 0.01
    assert sum(area.area for area in one.areas.values()) + void == pytest.approx(
        one.board.width * one.board.height, abs=0.1
    )


@each_drawing
def test_land_borders_reach_water_exactly_where_a_fleet_may_pass(name: str) -> None:
    one = drawn(name)
    sea = shapely.union_all([area for n, area in one.areas.items() if one.is_sea(n)])
    borders = {e: line for e, line in one.contacts.items() if not any(map(one.is_sea, e))}
    shores = {ends for ends, line in borders.items() if line.distance(sea) < 0.05}
    rivers = {
        frozenset((str(arc.left), str(arc.right)))
        for arc in one.board.arcs
        if arc.kind is ArcKind.RIVER
    }

    sailed = one.shown(adjacent(one.rules, "fleet") & borders.keys())
    assert one.shown(shores | rivers) == sailed
    assert one.shown(shores) & one.shown(rivers) == set()


@each_drawing
def test_a_named_coast_touches_its_seas_and_its_fleet_stands_there(name: str) -> None:
    places = read_places(shipped("variants") / name)

    assert untruths(drawn(name).board, drawn(name).rules, places) == []


@each_drawing
def test_everything_stands_inside_its_province(name: str) -> None:
    one = drawn(name)
    for province, plot in one.board.provinces.items():
        spots = [plot.unit, plot.label, *(at for _, at in plot.coasts)]
        spots += [plot.center] if plot.center else []
        rules = next(p for p in one.rules.provinces if p.abbreviation == province)

        assert [at for at in spots if not one.areas[province].contains(Point(at))] == []
        assert (plot.center is not None) == rules.center
        assert {code for code, _ in plot.coasts} == {c.code.upper() for c in rules.coasts}
        assert plot.kind is rules.terrain


@each_drawing
def test_what_stands_in_a_province_is_shown_by_one_window_uncut(name: str) -> None:
    board = drawn(name).board
    for province, plot in board.provinces.items():
        spots = [plot.unit, plot.dislodged, plot.label, *(at for _, at in plot.coasts)]
        spots += [plot.center] if plot.center else []
        windows = {board.inset_at(at) for at in spots}

        assert len(windows) == 1, province
        reach = board.unit / max(map(board.zoom, windows))
        for inset in board.insets:
            x, y = inset.corner
            edge = box(x, y, x + inset.width, y + inset.height).exterior
            assert edge.distance(Point(plot.unit)) > reach, (province, inset.name)
            assert edge.distance(Point(plot.dislodged)) > 0.9 * reach, province


@each_drawing
def test_who_is_driven_out_waits_beside_who_came(name: str) -> None:
    """The dislodged unit stands in its province, or nearer to its attacker than to all others."""
    one = drawn(name)
    board = one.board
    played = {k: p for k, p in board.provinces.items() if not _is_closed(p)}
    astray, hidden = [], []
    for key, plot in played.items():
        window, at = board.inset_at(plot.unit), plot.dislodged
        beside = {
            other: min(math.dist(at, spot) for spot in (p.unit, *dict(p.coasts).values()))
            for other, p in played.items()
            if board.inset_at(p.unit) is window
        }
        inside = one.areas[key].contains(Point(at))
        if not inside and min(beside, key=beside.__getitem__) != key:
            astray.append(key)
        reach = drawn_radius(board.unit, board.shown.width) / board.zoom(window)
        if math.dist(at, plot.unit) < 0.8 * reach:
            hidden.append(key)

    assert (astray, hidden) == ([], [])


@each_drawing
def test_units_as_large_as_they_are_drawn_hide_little(name: str) -> None:
    """On each board they hide at most one thing in twenty, on the standard board nothing."""
    board = drawn(name).board
    radius = drawn_radius(board.unit, board.width)
    played = {k: p for k, p in board.provinces.items() if not _is_closed(p)}
    touching, marks, driven = [], [], []
    for (one, plot), (other, beside) in product(played.items(), repeat=2):
        window = board.inset_at(plot.unit)
        if board.inset_at(beside.unit) is not window:
            continue
        reach = radius / board.zoom(window)
        if one != other and math.dist(plot.unit, beside.unit) < 1.4 * reach:
            touching.append(one)
        if one != other and math.dist(plot.dislodged, beside.unit) < 1.2 * reach:
            driven.append(one)
        if plot.center and math.dist(plot.center, beside.unit) < reach:
            marks.append(one)

    most = 0 if name == "standard" else len(played) // 20
    for hidden in (set(touching), set(driven), set(marks)):
        assert len(hidden) <= most, sorted(hidden)


def _is_closed(plot: ProvinceShape) -> bool:
    return plot.kind is Terrain.IMPASSABLE


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_drawing_has_the_provinces_of_its_variant(folder: Path) -> None:
    board = open_geometry(folder)
    rules = shipped_variant(folder.name).geography

    assert board is not None
    assert {p.abbreviation: p.terrain for p in rules.provinces} == {
        name: plot.kind for name, plot in board.provinces.items()
    }
    assert {p.abbreviation for p in rules.provinces if p.center} == {
        name for name, plot in board.provinces.items() if plot.center
    }
