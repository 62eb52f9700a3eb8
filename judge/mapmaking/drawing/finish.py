"""Make the drawing that is stored: arcs, provinces, places of things, and connectors.

A connector joins provinces that are adjacent but do not touch.
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
from shapely.geometry import LineString
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
from judge.engine import Geography, Terrain, bits
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

# Provinces nearer than this touch at a corner, in units of the picture.
_CORNER = 0.6
# Adjacent provinces at opposite sides of the picture are joined across its edge if they are farther
# apart than this part of its size.
_AROUND = 0.4
# The costs of a link for its length, and for the length on other land.
_SHORT = 2.0
_CROSSING = 4.0
_SAMPLES = 40
# The length of a link inside its provinces, in radii of a unit. The greatest distance between two
# landings (ends of links) at one shore, in radii of a unit and as a part of the shore.
_INTO = 0.8
_APART = 1.6
_CROWDED = 0.8


@dataclass(frozen=True, slots=True)
class _Land:
    """The provinces that are no seas: names, areas without overlaps, and an index of the areas."""

    names: tuple[str, ...]
    areas: NDArray[np.object_]
    tree: shapely.STRtree

    def crossed(self, lines: NDArray[np.object_], without: tuple[str, str]) -> NDArray[np.float64]:
        """Return the length of each line on land other than that of the provinces `without`."""
        line, area = self.tree.query(lines, predicate="intersects")
        own = [self.names.index(name) for name in without if name in self.names]
        other = ~np.isin(area, own)
        line, area = line[other], area[other]
        totals = np.zeros(len(lines))
        lengths = shapely.length(shapely.intersection(lines[line], self.areas[area]))
        np.add.at(totals, line, lengths)
        return totals


def connectors(geometry: Geometry, places: Places) -> tuple[Connector, ...]:
    """Return the connectors that the map maker lists, drawn between their provinces."""
    areas = _areas(geometry)
    wraps = {frozenset(text.split()) for text in places.wraps}
    landings = _landings(geometry, places)
    doors = _doors(geometry, areas, places)
    land = _land(geometry, areas)
    drawn = []
    for first, second in places.connected():
        if {first, second} in wraps:
            ends = doors[first, second], doors[second, first]
            drawn.append(Connector(ConnectorKind.WRAP, first, second, ends))
        elif areas[first].distance(areas[second]) < _CORNER:
            corner, _ = nearest_points(areas[first], areas[second])
            line = _line_through(corner)
            drawn.append(Connector(ConnectorKind.CORNER, first, second, line))
        else:
            line = _over(geometry, areas, (first, second), landings)
            line = line or _across(geometry, areas, land, (first, second))
            drawn.append(Connector(ConnectorKind.LINK, first, second, line))
    return tuple(drawn)


def _areas(geometry: Geometry) -> dict[str, Area]:
    """Return the area of each province."""
    return {
        name: area_of(map(geometry.outline, shape.rings))
        for name, shape in geometry.provinces.items()
    }


def _land(geometry: Geometry, areas: Mapping[str, Area]) -> _Land:
    """Return the provinces that are no seas."""
    shapes = geometry.provinces
    names = tuple(name for name in areas if shapes[name].kind is not Terrain.SEA)
    land_areas = np.array([areas[name] for name in names], object)
    return _Land(names, land_areas, shapely.STRtree(land_areas))


def _doors(
    geometry: Geometry, areas: Mapping[str, Area], places: Places
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the points on the frame where WRAP connectors end, by the two provinces of each end.

    UndrawableError if the provinces of a wrap lie neither at opposite sides nor at one side.
    """
    sides = _sides(geometry)
    pairs_of_sides = [*_opposite(geometry), *zip(sides, sides, strict=True)]
    used: dict[tuple[str, LineString], list[str]] = {}
    for text in places.wraps:
        first, second = text.split()
        for here, there in pairs_of_sides:
            if (areas[first] & here).length and (areas[second] & there).length:
                used.setdefault((first, here), []).append(second)
                used.setdefault((second, there), []).append(first)
                break
        else:
            mistake = f"{first} {second} is listed as a wrap, but they do not lie at opposite"
            raise UndrawableError(f"{mistake} sides of the picture, nor at the same.")
    points = {}
    for (name, side), others in used.items():
        edge = shapely.line_merge(areas[name] & side)
        longest = max(shapely.get_parts(edge), key=shapely.length)
        for number, other in enumerate(sorted(others), 1):
            at = longest.interpolate(number / (len(others) + 1), normalized=True)
            points[name, other] = (round(at.x, 1), round(at.y, 1))
    return points


def _sides(geometry: Geometry) -> list[LineString]:
    """Return the sides of the picture."""
    return [LineString(pair) for pair in pairwise(geometry.shown.outline)]


def _opposite(geometry: Geometry) -> list[tuple[LineString, LineString]]:
    """Return the pairs of opposite sides of the picture, in both directions."""
    top, right, bottom, left = _sides(geometry)
    return [(left, right), (right, left), (top, bottom), (bottom, top)]


def wrapped(geometry: Geometry, places: Places, given: Places) -> Places:
    """Return the places; connectors across most of the picture are replaced by wraps.

    Only connectors that attempts added are changed. Connectors in `given`, the map maker's own
    places, stay.
    """
    areas = _areas(geometry)
    decided = {frozenset(text.split()) for text in places.connectors}
    decided -= {frozenset(text.split()) for text in given.connectors}
    around = {
        frozenset((link.one, link.other))
        for link in geometry.connectors
        if link.kind is ConnectorKind.LINK
        and any(
            areas[link.one].distance(areas[link.other]) > _AROUND * here.distance(there)
            and (areas[link.one] & here).length > geometry.unit
            and (areas[link.other] & there).length > geometry.unit
            for here, there in _opposite(geometry)
        )
    } & decided
    wraps = [text for text in places.connectors if frozenset(text.split()) in around]
    links = [text for text in places.connectors if text not in wraps]
    changed = {"connectors": tuple(links), "wraps": (*places.wraps, *wraps)}
    return places.model_copy(update=changed) if wraps else places


def _landings(
    geometry: Geometry, places: Places
) -> dict[tuple[str, str], tuple[shapely.Point, shapely.Point]]:
    """Return the two landings of each link across void, at whose shore both its provinces lie.

    Landings at one shore are placed evenly around its middle, in a sequence without crossings.
    """
    landings: dict[tuple[str, str], tuple[shapely.Point, shapely.Point]] = {}
    for ring in geometry.void:
        shores = _shores(geometry, ring)
        links = [ends for ends in places.connected() if {*ends} <= shores.keys()]
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
        landings |= {(a, b): (spots[a, b], spots[b, a]) for a, b in links}
    return landings


def _shores(geometry: Geometry, ring: Ring) -> dict[str, LineString]:
    """Return, for each province along a ring, the line of its longest stretch, in sequence."""
    longest: dict[str, LineString] = {}
    beyond = [geometry.arcs[n].right if n >= 0 else geometry.arcs[~n].left for n in ring]
    for name, stretch in groupby(zip(beyond, ring, strict=True), key=itemgetter(0)):
        line = LineString([at for _, n in stretch for at in geometry.walked(n)])
        if name and line.length > longest.get(name, LineString()).length:
            longest.pop(name, None)
            longest[name] = line
    return longest


def _over(
    geometry: Geometry,
    areas: Mapping[str, Area],
    ends: tuple[str, str],
    landings: Mapping[tuple[str, str], tuple[shapely.Point, shapely.Point]],
) -> Line:
    """Return the line between two landings, or () if it would cross another province."""
    if ends not in landings:
        return ()
    line = LineString(landings[ends])
    others = (area for name, area in areas.items() if name not in ends)
    if any((line & area).length > _CORNER for area in others):
        return ()
    near, distant = shapely.get_coordinates(line)
    return _reaching(near, distant, geometry.unit)


def _across(
    geometry: Geometry, areas: Mapping[str, Area], land: _Land, ends: tuple[str, str]
) -> Line:
    """Return a line from inside a province to inside another one.

    It is short, avoids other land, and leads from unit to unit.
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
        sample = order[start : start + _SAMPLES]
        if cost[sample[0]] >= least:
            break
        total = cost[sample] + _CROSSING * land.crossed(lines[sample], ends)
        if total.min() < least:
            best, least = int(sample[total.argmin()]), total.min()
    near, distant = pairs[best]
    return _reaching(near, distant, geometry.unit)


def _reaching(near: Points, distant: Points, unit: float) -> Line:
    """Return the line between two shores, extended into the provinces behind them."""
    into = _INTO * unit * (distant - near) / np.hypot(*(distant - near))
    return _line_through(shapely.Point(near - into), shapely.Point(distant + into))


def _around(area: Area) -> Points:
    """Return points along the border of an area."""
    border = area.boundary
    parts = np.linspace(0, 1, _SAMPLES, endpoint=False)
    points: Points = shapely.get_coordinates(border.interpolate(parts, normalized=True))
    return points


def _line_through(*points: shapely.Point) -> Line:
    """Return a line through points, with coordinates in tenths."""
    return tuple((round(point.x, 1), round(point.y, 1)) for point in points)


def geometry_of(
    board: BoardRegions,
    geography: Geography,
    strokes: Sequence[Stroke],
    ground: RegionPoints,
    middles: Mapping[str, Point],
) -> Geometry:
    """Return the drawing that strokes make; each region of `board` is a province.

    If a province has several pieces, its units are placed in the piece with its position.
    """
    strokes = _with_capes(geography, strokes)
    rings = {
        label: tuple(tuple(ring) for ring in label_rings)
        for label, label_rings in outlines(strokes).items()
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
        province = geography.provinces[n]
        rooms.append(
            Room(
                name=province.abbreviation,
                area=min(area.geoms, key=shapely.Point(middle).distance),
                middle=middle,
                has_center=province.center,
                closed=province.terrain is Terrain.IMPASSABLE,
                shores=shores,
            )
        )
    void, lakes = rings.get(board.void, ()), rings.get(board.lake, ())
    closed = sorted(board.lakes & set(range(board.void)))
    empty = Geometry(
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
    rooms = [in_a_window(room, empty) for room in rooms]
    unit, font = sizes(rooms, empty.shown.width)
    sized = replace(empty, unit=unit, font=font)
    clear = [off_the_edges(room, sized) for room in rooms]
    spots = seen_beside(clear, anchored(clear, unit, empty.shown.width), sized)
    shapes = {}
    for region, (room, places) in enumerate(zip(rooms, spots, strict=True)):
        shapes[room.name] = ProvinceShape(
            kind=board.terrain[region],
            rings=rings[region],
            unit=places.get("unit", places["label"]),
            dislodged=places.get("dislodged", places["label"]),
            label=places["label"],
            center=places.get("center"),
            coasts=tuple((coast, places[coast]) for coast in room.shores),
            again=tuple(named_again(areas[region], places["label"], sized)),
        )
    return replace(sized, provinces=shapes)


def _with_capes(geography: Geography, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Return the strokes, cut where two coasts of a province meet at one sea."""
    strokes_found: list[Stroke] = []
    capes = _capes(geography)
    sides = Counter(frozenset(stroke.labels) for stroke in strokes)
    junction = 1 + max(max(stroke.first, stroke.last) for stroke in strokes)
    for stroke in strokes:
        ends = frozenset(stroke.labels)
        whole = stroke.ring or sides[ends] > 1 or len(stroke.line) < 3
        if ends in capes and not whole:
            strokes_found += halved(stroke, junction)
            junction += 1
        else:
            strokes_found.append(stroke)
    return strokes_found


def _capes(geography: Geography) -> set[frozenset[int]]:
    """Return each pair of a province and a sea at which it has several coasts."""
    reached = Counter(
        frozenset((province, other))
        for province, coasts in enumerate(geography.coasts_of)
        for location in coasts
        for other in bits(geography.fleet_reach[location])
        if geography.provinces[other].terrain is Terrain.SEA
    )
    return {ends for ends, coasts in reached.items() if coasts > 1}


def _arcs(board: BoardRegions, geography: Geography, strokes: Sequence[Stroke]) -> tuple[Arc, ...]:
    """Return the strokes as arcs of the drawing."""
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
    """Return the borders on land that fleets cross and that do not reach a sea."""
    sea_junctions = {
        junction
        for stroke in strokes
        if any(map(board.is_sea, stroke.labels))
        for junction in (stroke.first, stroke.last)
    }
    reaching = {
        frozenset(stroke.labels)
        for stroke in strokes
        if stroke.first in sea_junctions or stroke.last in sea_junctions
    }
    sailed = {frozenset(ends) for ends, (_, fleet) in adjacencies(geography).items() if fleet}
    return frozenset(sailed - reaching)


def _kind(board: BoardRegions, stroke: Stroke, rivers: frozenset[frozenset[int]]) -> ArcKind:
    """Return the kind of a stroke's arc."""
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


def _coast_lines(
    geography: Geography, region: int, rings: Sequence[Ring], arcs: Sequence[Arc]
) -> dict[str, LineString]:
    """Return the line of each named coast; without a shore it is along a river."""
    shores = by_coast(region, shores_of(rings, arcs, geography), geography)
    lines = {}
    for location in geography.coasts_of[region]:
        _, _, coast = geography.locations[location].text.partition("/")
        indices = [index for shore in shores[coast] for index in shore.arcs]
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
    """Return the points of an arc, in reverse order for `~index`."""
    return arcs[index].points if index >= 0 else arcs[~index].points[::-1]
