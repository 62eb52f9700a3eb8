"""Whether a drawing is true: what borders on it, and what a unit may do."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon

from judge.boards import (
    Arc,
    ArcKind,
    Geometry,
    ProvinceShape,
    adjacent,
    drawing_faults,
    has_provinces,
    linked,
    twins_as_one,
)
from judge.engine import Geography, Terrain
from judge.mapmaking.drawing.board import Place, Places
from judge.mapmaking.drawing.lines import ShoreLine, area_of, by_coast, reach_of, shores_of
from judge.mapmaking.drawing.rooms import box_of

# A border shorter than this, in units of the picture, is not seen.
_SEEN = 4.0
# Where a province is narrower than this it falls to pieces on paper, apart from specks.
_NECK = 0.6
_SPECK = 20.0
# Coordinates are whole tenths, so areas are multiples of 0.005: more than two of these
# are no error of computing.
_ROUNDING = 0.01
# How far what stands in a province reaches, in radii of a unit, if it is no unit.
_REACH = {"name": 0.6, "center": 0.4}

_Pair = frozenset[str]


def untruths(geometry: Geometry, geography: Geography, places: Places) -> list[str]:
    """Return what is untrue in a drawing, each in a sentence."""
    if not has_provinces(geometry, geography):
        names = {province.abbreviation for province in geography.provinces}
        odd = " ".join(sorted(names ^ geometry.provinces.keys()))
        return [f"Drawn but not on the board, or the other way round: {odd}."]
    return [
        *(text for _, text in _border_faults(geometry, geography)),
        *_coast_faults(geometry, geography),
        *_area_faults(geometry, places),
        *_inset_faults(geometry),
        *_page_faults(geometry),
    ]


def misdrawn(geometry: Geometry, geography: Geography) -> tuple[str, ...]:
    """Return the adjacencies whose border is not true, as connectors are listed."""
    named = has_provinces(geometry, geography)
    wrong = _border_faults(geometry, geography) if named else ()
    ways = adjacent(geography, twins_as_one(geometry))
    return tuple(" ".join(sorted(ends)) for ends, _ in wrong if ends in ways)


def unreached(geometry: Geometry, geography: Geography) -> tuple[str, ...]:
    """Return the seas that a named coast does not touch, as connectors are listed."""
    named = has_provinces(geometry, geography)
    return tuple(
        " ".join(sorted((one.parts[0], sea)))
        for one in (_coasts(geometry, geography) if named else ())
        for sea in sorted(one.seas - one.drawn - one.linked)
    )


def _border_faults(geometry: Geometry, geography: Geography) -> Iterator[tuple[_Pair, str]]:
    """Yield adjacencies that are not to be seen, and borders that are not true."""
    fold = twins_as_one(geometry)
    borders: dict[_Pair, list[Arc]] = {}
    for arc in geometry.arcs:
        if arc.left and arc.right:
            ends = frozenset(fold.get(name, name) for name in (arc.left, arc.right))
            borders.setdefault(ends, []).append(arc)
    ways, page = adjacent(geography, fold), box_of(geometry.shown)
    for ends in sorted(ways.keys() - linked(geometry, fold), key=sorted):
        if sum(_length(arc, page) for arc in borders.get(ends, ())) < _SEEN:
            yield ends, f"{_listed(ends)} should have a border that one can see."
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    for ends in sorted(borders.keys() - ways.keys(), key=sorted):
        if len(ends) == 2 and not ends & closed:
            yield ends, f"{_listed(ends)} should have no border."
    yield from _passage_faults(geometry, borders, ways)


def _passage_faults(
    geometry: Geometry, borders: dict[_Pair, list[Arc]], ways: dict[_Pair, tuple[bool, bool]]
) -> Iterator[tuple[_Pair, str]]:
    """Yield borders of land whose end at the sea, or river, is not as fleets may go."""
    seas = {n for n, plot in geometry.provinces.items() if plot.kind is Terrain.SEA}
    wet = {
        arc.points[end] for arc in geometry.arcs if seas & {arc.left, arc.right} for end in (0, -1)
    }
    for ends in sorted(borders.keys() & ways.keys(), key=sorted):
        if ends & seas:
            continue
        _, fleet = ways[ends]
        shore = any(wet & {arc.points[0], arc.points[-1]} for arc in borders[ends])
        river = any(arc.kind is ArcKind.RIVER for arc in borders[ends])
        if (shore or river) and not fleet:
            text = f"A fleet may not pass at {_listed(ends)}, but it looks as if."
            yield ends, text
        if fleet and not shore and not river:
            yield ends, f"A fleet may pass at {_listed(ends)}, but there is no water."


@dataclass(frozen=True, slots=True)
class _Coast:
    """A named coast: the seas it leads to, those it touches, and those it is joined to.

    `shores` are those of its province by coast, `spot` is where its fleet stands.
    """

    text: str
    seas: frozenset[str]
    drawn: frozenset[str]
    linked: frozenset[str]
    shores: Mapping[str, Sequence[ShoreLine]]
    spot: Place | None

    @property
    def parts(self) -> tuple[str, str]:
        """Return the province and the code of the coast."""
        province, _, code = self.text.partition("/")
        return province, code


def _coasts(geometry: Geometry, geography: Geography) -> Iterator[_Coast]:
    ends = [(one.one, one.other) for one in geometry.connectors]
    joined = {(a, b) for one, other in ends for a, b in ((one, other), (other, one))}
    for number, province in enumerate(geography.provinces):
        name = province.abbreviation
        shores = shores_of(geometry.provinces[name].rings, geometry.arcs, geography)
        coasts = by_coast(number, shores, geography)
        spots = dict(geometry.provinces[name].coasts)
        for location in geography.coasts_of[number]:
            text = geography.locations[location].text
            seas, _ = reach_of(location, geography)
            code = text.partition("/")[2]
            drawn = frozenset[str]().union(*(shore.seas for shore in coasts[code]))
            linked = frozenset(sea for sea in seas if (name, sea) in joined)
            yield _Coast(text, seas, drawn, linked, coasts, spots.get(code))


def _coast_faults(geometry: Geometry, geography: Geography) -> Iterator[str]:
    """Yield named coasts that do not touch their seas, or whose fleet is elsewhere.

    A sea that a connector joins need not be touched.
    """
    for one in _coasts(geometry, geography):
        if one.drawn | one.linked != one.seas:
            touched = _listed(one.drawn) or "no sea"
            yield f"{one.text} touches {touched} instead of {_listed(one.seas)}."
        nearest = _nearest(geometry, one.shores, one.spot)
        if one.seas > one.linked and nearest != one.parts[1]:
            yield f"The fleet at {one.text} is nearer to another shore than to its own."


def _nearest(
    geometry: Geometry, coasts: Mapping[str, Sequence[ShoreLine]], spot: Place | None
) -> str:
    """Return the coast whose shores are nearest to a place; none is to no place."""
    at = Point(spot)
    far = {
        coast: min(at.distance(LineString(geometry.walked(n))) for n in arcs)
        for coast, shores in coasts.items()
        if (arcs := [n for shore in shores for n in shore.arcs])
    }
    return min(far, key=far.__getitem__, default="") if spot else ""


def _area_faults(geometry: Geometry, places: Places) -> Iterator[str]:
    """Yield provinces that are not whole, and anchors outside of their provinces."""
    lakes = [ring for ring in geometry.void if ring in geometry.lakes]
    dry = [ring for ring in geometry.void if ring not in geometry.lakes]
    total = sum(area_of(map(geometry.outline, rings)).area for rings in (dry, lakes))
    for name, plot in geometry.provinces.items():
        area = area_of(map(geometry.outline, plot.rings))
        total += area.area
        if trouble := _trouble(area, 1 + len(places.islands.get(name, ()))):
            yield f"{name} {trouble}."
        for what, place in _anchors(plot):
            if area.contains(Point(place)):
                continue
            if what != "dislodged unit":
                yield f"The {what} of {name} lies outside of it."
            elif not _is_beside_its_own(name, geometry):
                yield f"The {what} of {name} is nearer to another unit than to its own."
    if abs(total - geometry.width * geometry.height) > _ROUNDING:
        yield "Provinces overlap, or there are gaps between them."


def _is_beside_its_own(name: str, geometry: Geometry) -> bool:
    """Return whether a dislodged unit waits nearer to its own province's unit than to others.

    In a small province there is no room for both.
    """
    waits, window = geometry.provinces[name].dislodged, geometry.inset_at
    beside = min(
        (math.dist(place, waits), key)
        for key, plot in geometry.provinces.items()
        for place in (plot.unit, *(at for _, at in plot.coasts))
        if window(place) is window(waits)
    )
    return beside[1] == name


def _trouble(area: MultiPolygon, pieces: int) -> str:
    if not area.is_valid:
        return f"overlaps itself: {shapely.is_valid_reason(area)}"
    if len(area.geoms) > pieces:
        return f"lies in {len(area.geoms)} pieces"
    eroded = shapely.get_parts(area.buffer(-_NECK / 2))
    if sum(piece.area > _SPECK for piece in eroded) > pieces:
        return "is too narrow somewhere"
    return ""


def _inset_faults(geometry: Geometry) -> Iterator[str]:
    """Yield what is wrong with insets, and what their edges cut through."""
    yield from (f"{text[0].upper()}{text[1:]}." for text in drawing_faults(geometry))
    edges = {one.name: box_of(one).boundary for one in geometry.insets}
    for name, plot in geometry.provinces.items():
        anchors = tuple(_anchors(plot))
        windows = {geometry.inset_at(place) for _, place in anchors}
        if len(windows) > 1:
            shown = " and ".join(sorted(one.name if one else "no inset" for one in windows))
            yield f"What stands in {name} is shown in {shown}."
        for what, place in anchors:
            zoom = geometry.zoom(geometry.inset_at(place))
            reach = _REACH.get(what, 1.0) * geometry.unit / zoom
            for inset, edge in edges.items():
                if edge.distance(Point(place)) < reach:
                    yield f"The edge of {inset} runs through the {what} of {name}."


def _page_faults(geometry: Geometry) -> Iterator[str]:
    """Yield what the edge of the page cuts, or leaves out."""
    page = box_of(geometry.shown)
    for name, plot in geometry.provinces.items():
        for what, place in _anchors(plot):
            reach = _REACH.get(what, 1.0) * geometry.unit
            if not page.buffer(-reach).covers(Point(place)):
                yield f"The edge of the picture runs through the {what} of {name}."


def _anchors(plot: ProvinceShape) -> Iterator[tuple[str, tuple[float, float]]]:
    yield "unit", plot.unit
    yield "dislodged unit", plot.dislodged
    yield "name", plot.label
    if plot.center:
        yield "center", plot.center
    for coast, place in plot.coasts:
        yield f"fleet at {coast}", place


def _length(arc: Arc, page: Polygon) -> float:
    """Return how much of an arc is seen on the page."""
    return float((LineString(arc.points) & page).length)


def _listed(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))
