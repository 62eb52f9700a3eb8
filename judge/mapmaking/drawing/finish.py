"""From lines to the drawing that is kept: arcs, provinces, anchors, and connectors.

Connectors join provinces that are adjacent but do not border.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Geometry as Area
from shapely.geometry import LineString, MultiPolygon
from shapely.ops import nearest_points

from judge.boards import (
    Arc,
    ArcKind,
    Connector,
    ConnectorKind,
    Geometry,
    Line,
    Point,
    ProvinceShape,
    Ring,
    adjacencies,
)
from judge.engine import Geography, Province, Terrain, bits
from judge.mapmaking.drawing.board import BoardRegions, Places, UndrawableError
from judge.mapmaking.drawing.cells import OUTSIDE, Points
from judge.mapmaking.drawing.ground import RegionPoints
from judge.mapmaking.drawing.lines import (
    Stroke,
    area_of,
    by_coast,
    halved,
    outlines,
    points_of,
    reach_of,
    shores_of,
)
from judge.mapmaking.drawing.rooms import (
    Room,
    anchored,
    in_a_window,
    named_again,
    off_the_edges,
    seen_beside,
    sizes,
)

# Provinces nearer than this meet at a corner, by units of the picture.
_CORNER = 0.6
# Provinces at opposite sides that are farther apart than this part of the picture are
# joined beyond its edge.
_AROUND = 0.4
# What a link had better not do, by its length: be long, cross other land.
_SHORT = 2.0
_CROSSING = 4.0
_SAMPLES = 40
# So far a link goes into its provinces, and so far apart two land at one shore at most,
# by radii of a unit and by the length of the shore.
_INTO = 0.8
_APART = 1.6
_CROWDED = 0.8


@dataclass(frozen=True, slots=True)
class _Land:
    """The provinces that are no seas: their names, their areas, and an index of these.

    Areas do not overlap.
    """

    names: tuple[str, ...]
    areas: NDArray[np.object_]
    tree: shapely.STRtree

    def crossed(self, lines: NDArray[np.object_], without: tuple[str, str]) -> NDArray[np.float64]:
        """Return how much land each line crosses, that of two provinces apart."""
        which, area = self.tree.query(lines, predicate="intersects")
        own = [self.names.index(name) for name in without if name in self.names]
        other = ~np.isin(area, own)
        which, area = which[other], area[other]
        found = np.zeros(len(lines))
        lengths = shapely.length(shapely.intersection(lines[which], self.areas[area]))
        np.add.at(found, which, lengths)
        return found


def connectors(geometry: Geometry, places: Places) -> tuple[Connector, ...]:
    """Return the connectors that the map maker listed, as they fit a drawing."""
    areas = _areas(geometry)
    wraps = {frozenset(text.split()) for text in places.wraps}
    landings = _landings(geometry, places)
    doors = _doors(geometry, areas, places)
    land = _land(geometry, areas)
    found = []
    for one, other in places.joined():
        if {one, other} in wraps:
            ends = doors[one, other], doors[other, one]
            found.append(Connector(ConnectorKind.WRAP, one, other, ends))
        elif areas[one].distance(areas[other]) < _CORNER:
            corner, _ = nearest_points(areas[one], areas[other])
            found.append(Connector(ConnectorKind.CORNER, one, other, _line_through(corner)))
        else:
            line = _over(geometry, areas, (one, other), landings)
            line = line or _across(geometry, areas, land, (one, other))
            found.append(Connector(ConnectorKind.LINK, one, other, line))
    return tuple(found)


def _areas(geometry: Geometry) -> dict[str, Area]:
    return {
        name: area_of(map(geometry.outline, plot.rings))
        for name, plot in geometry.provinces.items()
    }


def _land(geometry: Geometry, areas: Mapping[str, Area]) -> _Land:
    plots = geometry.provinces
    names = tuple(name for name in areas if plots[name].kind is not Terrain.SEA)
    dry = np.array([areas[name] for name in names], object)
    return _Land(names, dry, shapely.STRtree(dry))


def _doors(
    geometry: Geometry, areas: Mapping[str, Area], places: Places
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return where on the frame each province is left for the other of its wraps.

    UndrawableError when two of them do not lie at opposite sides, or at the same.
    """
    sides = _sides(geometry)
    ways = [*_opposite(geometry), *zip(sides, sides, strict=True)]
    used: dict[tuple[str, LineString], list[str]] = {}
    for text in places.wraps:
        one, other = text.split()
        for here, there in ways:
            if (areas[one] & here).length and (areas[other] & there).length:
                used.setdefault((one, here), []).append(other)
                used.setdefault((other, there), []).append(one)
                break
        else:
            what = f"{one} {other} is listed as a wrap, but they do not lie at opposite"
            raise UndrawableError(f"{what} sides of the picture, nor at the same.")
    found = {}
    for (name, side), others in used.items():
        edge = shapely.line_merge(areas[name] & side)
        longest = max(shapely.get_parts(edge), key=shapely.length)
        for number, other in enumerate(sorted(others), 1):
            at = longest.interpolate(number / (len(others) + 1), normalized=True)
            found[name, other] = (round(at.x, 1), round(at.y, 1))
    return found


def _sides(geometry: Geometry) -> list[LineString]:
    return [LineString(pair) for pair in pairwise(geometry.shown.outline)]


def _opposite(geometry: Geometry) -> list[tuple[LineString, LineString]]:
    """Return the pairs of sides of the picture that lie opposite, both ways round."""
    top, right, bottom, left = _sides(geometry)
    return [(left, right), (right, left), (top, bottom), (bottom, top)]


def wrapped(geometry: Geometry, places: Places, given: Places) -> Places:
    """Return the places with wraps for connectors across most of the picture.

    They are those that join provinces at opposite sides; what was `given` stays.
    """
    areas = _areas(geometry)
    decided = {frozenset(text.split()) for text in places.connectors}
    decided -= {frozenset(text.split()) for text in given.connectors}
    around = {
        frozenset((one.one, one.other))
        for one in geometry.connectors
        if one.kind is ConnectorKind.LINK
        and any(
            areas[one.one].distance(areas[one.other]) > _AROUND * here.distance(there)
            and (areas[one.one] & here).length > geometry.unit
            and (areas[one.other] & there).length > geometry.unit
            for here, there in _opposite(geometry)
        )
    } & decided
    wraps = [one for one in places.connectors if frozenset(one.split()) in around]
    links = [one for one in places.connectors if one not in wraps]
    changed = {"connectors": tuple(links), "wraps": (*places.wraps, *wraps)}
    return places.model_copy(update=changed) if wraps else places


def _landings(
    geometry: Geometry, places: Places
) -> dict[tuple[str, str], tuple[shapely.Point, shapely.Point]]:
    """Return where links land of which both ends lie at the same void.

    Those at one shore lie evenly about its middle, in such an order that they do not
    cross there.
    """
    found: dict[tuple[str, str], tuple[shapely.Point, shapely.Point]] = {}
    for ring in geometry.void:
        shores = _shores(geometry, ring)
        links = [ends for ends in places.joined() if {*ends} <= shores.keys()]
        order = list(shores)
        spots = {}
        for name, shore in shores.items():
            beyond = {b if a == name else a for a, b in links if name in (a, b)}
            turn = order[order.index(name) :] + order[: order.index(name)]
            first_to_last = sorted(beyond, key=turn.index, reverse=True)
            step = min(_APART * geometry.unit, _CROWDED * shore.length / len(turn))
            for number, other in enumerate(first_to_last):
                off = step * (number - (len(first_to_last) - 1) / 2)
                spots[name, other] = shore.interpolate(shore.length / 2 + off)
        found |= {(a, b): (spots[a, b], spots[b, a]) for a, b in links}
    return found


def _shores(geometry: Geometry, ring: Ring) -> dict[str, LineString]:
    """Return the longest stretch of each province along a ring, as they come there."""
    found: dict[str, LineString] = {}
    beyond = [geometry.arcs[n].right if n >= 0 else geometry.arcs[~n].left for n in ring]
    for name, stretch in groupby(zip(beyond, ring, strict=True), key=itemgetter(0)):
        line = LineString([at for _, n in stretch for at in geometry.walked(n)])
        if name and line.length > found.get(name, LineString()).length:
            found.pop(name, None)
            found[name] = line
    return found


def _over(
    geometry: Geometry,
    areas: Mapping[str, Area],
    ends: tuple[str, str],
    landings: Mapping[tuple[str, str], tuple[shapely.Point, shapely.Point]],
) -> Line:
    """Return the line between two landings, or none if it would cross a province."""
    if ends not in landings:
        return ()
    line = LineString(landings[ends])
    others = (area for name, area in areas.items() if name not in ends)
    if any((line & area).length > _CORNER for area in others):
        return ()
    near, far = shapely.get_coordinates(line)
    return _reaching(near, far, geometry.unit)


def _across(
    geometry: Geometry, areas: Mapping[str, Area], land: _Land, ends: tuple[str, str]
) -> Line:
    """Return a line from inside a province to inside another one.

    It is short, does not cross other land, and points from unit to unit.
    """
    around = [_around(areas[name]) for name in ends]
    units = [np.array(geometry.provinces[name].unit) for name in ends]
    from_unit = [np.hypot(*(at - unit).T) for at, unit in zip(around, units, strict=True)]
    pairs = np.array([(a, b) for a in around[0] for b in around[1]])
    lines = shapely.linestrings(pairs)
    cost = _SHORT * shapely.length(lines) + np.add.outer(*from_unit).ravel()
    order = cost.argsort(kind="stable")
    best, least = 0, np.inf
    for start in range(0, len(order), _SAMPLES):
        some = order[start : start + _SAMPLES]
        if cost[some[0]] >= least:
            break
        total = cost[some] + _CROSSING * land.crossed(lines[some], ends)
        if total.min() < least:
            best, least = int(some[total.argmin()]), total.min()
    near, far = pairs[best]
    return _reaching(near, far, geometry.unit)


def _reaching(near: Points, far: Points, unit: float) -> Line:
    """Return the line between two shores, and into the provinces behind them."""
    into = _INTO * unit * (far - near) / np.hypot(*(far - near))
    return _line_through(shapely.Point(near - into), shapely.Point(far + into))


def _around(area: Area) -> Points:
    """Return points along the border of an area."""
    border = area.boundary
    parts = np.linspace(0, 1, _SAMPLES, endpoint=False)
    points: Points = shapely.get_coordinates(border.interpolate(parts, normalized=True))
    return points


def _line_through(*points: shapely.Point) -> Line:
    return tuple((round(point.x, 1), round(point.y, 1)) for point in points)


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
    closed = sorted(board.lakes & set(range(board.void)))
    bare = Geometry(
        width=ground.width,
        height=ground.height,
        unit=0.0,
        font=0.0,
        arcs=arcs,
        provinces={},
        void=(*void, *lakes),
        connectors=(),
        lakes=(*lakes, *(ring for region in closed for ring in rings[region])),
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
            points=tuple((x, y) for x, y in stroke.line.tolist()),
        )
        for stroke in strokes
    )


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
