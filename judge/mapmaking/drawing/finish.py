"""From lines to the drawing that is kept: kinds of arcs, connectors, and anchors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import shapely
from shapely.geometry import LineString, MultiPolygon

from judge.boards import Arc, ArcKind, Geometry, Line, Point, ProvinceShape, Ring, adjacencies
from judge.engine import Geography, Province, Terrain, bits
from judge.mapmaking.drawing.board import BoardRegions
from judge.mapmaking.drawing.ground import RegionPoints
from judge.mapmaking.drawing.lines import OUTSIDE, Stroke, area_of, halved, outlines, points_of
from judge.mapmaking.drawing.rooms import (
    Room,
    anchored,
    in_a_window,
    named_again,
    off_the_edges,
    seen_beside,
    sizes,
)
from judge.mapmaking.drawing.shores import by_coast, reach_of, shores_of

# Provinces nearer than this meet at a corner.
_CORNER = 0.6


def geometry_of(
    board: BoardRegions,
    geography: Geography,
    strokes: Sequence[Stroke],
    ground: RegionPoints,
    middles: Mapping[str, Point],
) -> Geometry:
    """Return the drawing that strokes make; regions of `board` are provinces.

    Of a province in pieces units stand in the one that has its middle.
    """
    strokes = _with_capes(geography, strokes)
    rings = {
        label: tuple(tuple(ring) for ring in found) for label, found in outlines(strokes).items()
    }
    arcs = _arcs(board, geography, strokes)
    areas = [
        area_of(points_of(ring, strokes) for ring in rings.get(region, ()))
        for region in range(board.void)
    ]
    rooms = []
    for n, area in enumerate(areas):
        shores = _coast_lines(geography, n, rings[n], arcs)
        middle = middles.get(board.name(n), (0.0, 0.0))
        rooms.append(_room(geography.provinces[n], area, middle, shores))
    void, lakes = rings.get(board.void, ()), rings.get(board.lake, ())
    bare = Geometry(
        width=ground.width,
        height=ground.height,
        unit=0.0,
        font=0.0,
        arcs=arcs,
        provinces={},
        void=(*void, *lakes),
        connectors=(),
        lakes=(*lakes, *_closed_lakes(board, rings)),
        insets=ground.insets,
        page=ground.page,
    )
    rooms = [in_a_window(room, bare) for room in rooms]
    unit, font = sizes(rooms, bare.shown.width)
    sized = replace(bare, unit=unit, font=font)
    clear = [off_the_edges(room, sized) for room in rooms]
    spots = seen_beside(clear, anchored(clear, unit, bare.shown.width), sized)
    plots = {}
    for region, (room, places) in enumerate(zip(rooms, spots, strict=True)):
        plots[room.name] = ProvinceShape(
            kind=board.terrain[region],
            rings=rings[region],
            unit=places.get("unit", places["label"]),
            dislodged=places.get("dislodged", places["label"]),
            label=places["label"],
            center=places.get("center"),
            coasts=tuple((coast, places[coast]) for coast in room.shores),
            again=tuple(named_again(areas[region], places["label"], sized)),
        )
    return replace(sized, provinces=plots)


def _with_capes(geography: Geography, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Return the strokes, cut where two coasts of a province meet at one sea."""
    found: list[Stroke] = []
    capes = _capes(geography)
    sides = Counter(frozenset(stroke.labels) for stroke in strokes)
    junction = 1 + max(max(one.first, one.last) for one in strokes)
    for stroke in strokes:
        ends = frozenset(stroke.labels)
        whole = stroke.ring or sides[ends] > 1 or len(stroke.line) < 3
        if ends in capes and not whole:
            found += halved(stroke, junction)
            junction += 1
        else:
            found.append(stroke)
    return found


def _capes(geography: Geography) -> set[frozenset[int]]:
    """Return each province with a sea that more than one of its coasts is at."""
    reached = Counter(
        frozenset((province, other))
        for province, coasts in enumerate(geography.coasts_of)
        for location in coasts
        for other in bits(geography.fleet_reach[location])
        if geography.provinces[other].terrain is Terrain.SEA
    )
    return {ends for ends, coasts in reached.items() if coasts > 1}


def _arcs(board: BoardRegions, geography: Geography, strokes: Sequence[Stroke]) -> tuple[Arc, ...]:
    rivers = _rivers(board, geography, strokes)

    def name(label: int) -> str | None:
        return board.name(label) if 0 <= label < board.void else None

    return tuple(
        Arc(
            kind=_kind(board, stroke, rivers),
            left=name(stroke.left),
            right=name(stroke.right),
            points=_line(stroke),
        )
        for stroke in strokes
    )


def _closed_lakes(board: BoardRegions, rings: Mapping[int, tuple[Ring, ...]]) -> tuple[Ring, ...]:
    closed = sorted(board.lakes & set(range(board.void)))
    return tuple(ring for region in closed for ring in rings[region])


def _line(stroke: Stroke) -> Line:
    return tuple((x, y) for x, y in stroke.line.tolist())


def _rivers(
    board: BoardRegions, geography: Geography, strokes: Sequence[Stroke]
) -> frozenset[frozenset[int]]:
    """Return the borders of land that fleets cross and that do not reach the sea."""
    wet = {
        junction
        for stroke in strokes
        if any(map(board.is_sea, stroke.labels))
        for junction in (stroke.first, stroke.last)
    }
    reaching = {
        frozenset(stroke.labels) for stroke in strokes if stroke.first in wet or stroke.last in wet
    }
    sailed = {frozenset(ends) for ends, (_, fleet) in adjacencies(geography).items() if fleet}
    return frozenset(sailed - reaching)


def _kind(board: BoardRegions, stroke: Stroke, rivers: frozenset[frozenset[int]]) -> ArcKind:
    if OUTSIDE in stroke.labels:
        return ArcKind.FRAME
    match sum(map(board.is_water, stroke.labels)):
        case 2:
            return ArcKind.SEA
        case 1:
            return ArcKind.COAST
        case _ if any(map(board.is_closed, stroke.labels)):
            return ArcKind.VOID
        case _:
            return ArcKind.RIVER if frozenset(stroke.labels) in rivers else ArcKind.LAND


def _room(
    province: Province, area: MultiPolygon, middle: Point, shores: dict[str, LineString]
) -> Room:
    return Room(
        name=province.abbreviation,
        area=min(area.geoms, key=shapely.Point(middle).distance),
        middle=middle,
        has_center=province.center,
        closed=province.terrain is Terrain.IMPASSABLE,
        shores=shores,
    )


def _coast_lines(
    geography: Geography, region: int, rings: Sequence[Ring], arcs: Sequence[Arc]
) -> dict[str, LineString]:
    """Return the line of each named coast; one that is a river's lies along that."""
    found = by_coast(region, shores_of(rings, arcs, geography), geography)
    lines = {}
    for location in geography.coasts_of[region]:
        _, _, coast = geography.locations[location].text.partition("/")
        indices = [index for shore in found[coast] for index in shore.arcs]
        _, lands = reach_of(location, geography)
        indices = indices or [
            index
            for ring in rings
            for index in ring
            if lands & {arcs[max(index, ~index)].left, arcs[max(index, ~index)].right}
        ]
        lines[coast] = LineString([at for index in indices for at in _along(index, arcs)])
    return lines


def _along(index: int, arcs: Sequence[Arc]) -> Line:
    return arcs[index].points if index >= 0 else arcs[~index].points[::-1]
