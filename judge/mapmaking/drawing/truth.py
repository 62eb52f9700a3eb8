"""Check a drawing: its borders against those of the board, its areas, insets and page."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiPolygon, Point

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

# A shorter border cannot be seen, in units of the picture.
_SEEN = 4.0
# A province narrower than this looks like two on paper; small specks do not count.
_NECK = 0.6
_SPECK = 20.0
# Coordinates are whole tenths, so areas are multiples of 0.005. A difference of more than two of
# these is no rounding error.
_ROUNDING = 0.01
# The radius of things in a province, in radii of a unit, if they are no units.
_REACH = {"name": 0.6, "center": 0.4}

_Pair = frozenset[str]


def untruths(geometry: Geometry, geography: Geography, places: Places) -> list[str]:
    """Return the faults of a drawing, each as a sentence."""
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
    """Return the adjacencies without a true border, in the form of connectors."""
    comparable = has_provinces(geometry, geography)
    wrong = _border_faults(geometry, geography) if comparable else ()
    ways = adjacent(geography, twins_as_one(geometry))
    return tuple(" ".join(sorted(ends)) for ends, _ in wrong if ends in ways)


def unreached(geometry: Geometry, geography: Geography) -> tuple[str, ...]:
    """Return the missing borders of named coasts with seas, in the form of connectors."""
    comparable = has_provinces(geometry, geography)
    return tuple(
        " ".join(sorted((coast.parts[0], sea)))
        for coast in (_coasts(geometry, geography) if comparable else ())
        for sea in sorted(coast.seas - coast.drawn - coast.linked)
    )


def _border_faults(geometry: Geometry, geography: Geography) -> Iterator[tuple[_Pair, str]]:
    """Yield adjacencies without a visible border, and visible borders without an adjacency."""
    fold = twins_as_one(geometry)
    borders: dict[_Pair, list[Arc]] = {}
    for arc in geometry.arcs:
        if arc.left and arc.right:
            ends = frozenset(fold.get(name, name) for name in (arc.left, arc.right))
            borders.setdefault(ends, []).append(arc)
    ways, page = adjacent(geography, fold), box_of(geometry.shown)
    for ends in sorted(ways.keys() - linked(geometry, fold), key=sorted):
        lines = (LineString(arc.points) & page for arc in borders.get(ends, ()))
        if sum(float(line.length) for line in lines) < _SEEN:
            yield ends, f"{_listed(ends)} should have a border that one can see."
    closed = {n for n, p in geometry.provinces.items() if p.kind is Terrain.IMPASSABLE}
    for ends in sorted(borders.keys() - ways.keys(), key=sorted):
        if len(ends) == 2 and not ends & closed:
            yield ends, f"{_listed(ends)} should have no border."
    yield from _passage_faults(geometry, borders, ways)


def _passage_faults(
    geometry: Geometry, borders: dict[_Pair, list[Arc]], ways: dict[_Pair, tuple[bool, bool]]
) -> Iterator[tuple[_Pair, str]]:
    """Yield borders on land whose ends contradict the moves of fleets.

    A fleet may pass such a border if and only if it ends at a sea or is a river.
    """
    seas = {n for n, shape in geometry.provinces.items() if shape.kind is Terrain.SEA}
    water_points = {
        arc.points[end] for arc in geometry.arcs if seas & {arc.left, arc.right} for end in (0, -1)
    }
    for ends in sorted(borders.keys() & ways.keys(), key=sorted):
        if ends & seas:
            continue
        _, fleet = ways[ends]
        shore = any(water_points & {arc.points[0], arc.points[-1]} for arc in borders[ends])
        river = any(arc.kind is ArcKind.RIVER for arc in borders[ends])
        if (shore or river) and not fleet:
            text = f"A fleet may not pass at {_listed(ends)}, but it looks as if."
            yield ends, text
        if fleet and not shore and not river:
            yield ends, f"A fleet may pass at {_listed(ends)}, but there is no water."


@dataclass(frozen=True, slots=True)
class _Coast:
    """A named coast: the seas next to it on the board, in the drawing, and by connectors."""

    text: str
    seas: frozenset[str]
    drawn: frozenset[str]
    linked: frozenset[str]
    #: The shores of its province, by coast.
    shores: Mapping[str, Sequence[ShoreLine]]
    #: The place of its fleet.
    spot: Place | None

    @property
    def parts(self) -> tuple[str, str]:
        """Return the province and the code of the coast."""
        province, _, code = self.text.partition("/")
        return province, code


def _coasts(geometry: Geometry, geography: Geography) -> Iterator[_Coast]:
    """Yield the named coasts of the board."""
    ends = [(connector.one, connector.other) for connector in geometry.connectors]
    joined = {(a, b) for first, second in ends for a, b in ((first, second), (second, first))}
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
    """Yield named coasts that do not touch their seas, or whose fleet is at another shore.

    A sea that a connector joins does not need to touch.
    """
    for coast in _coasts(geometry, geography):
        if coast.drawn | coast.linked != coast.seas:
            touched = _listed(coast.drawn) or "no sea"
            yield f"{coast.text} touches {touched} instead of {_listed(coast.seas)}."
        nearest = _nearest(geometry, coast.shores, coast.spot)
        if coast.seas > coast.linked and nearest != coast.parts[1]:
            yield f"The fleet at {coast.text} is nearer to another shore than to its own."


def _nearest(
    geometry: Geometry, coasts: Mapping[str, Sequence[ShoreLine]], spot: Place | None
) -> str:
    """Return the coast whose shores are nearest to a place; "" without a place."""
    at = Point(spot)
    distances = {
        coast: min(at.distance(LineString(geometry.walked(n))) for n in arcs)
        for coast, shores in coasts.items()
        if (arcs := [n for shore in shores for n in shore.arcs])
    }
    return min(distances, key=distances.__getitem__, default="") if spot else ""


def _area_faults(geometry: Geometry, places: Places) -> Iterator[str]:
    """Yield provinces in too many pieces, and anchors outside of their provinces."""
    lakes = [ring for ring in geometry.void if ring in geometry.lakes]
    land_rings = [ring for ring in geometry.void if ring not in geometry.lakes]
    total = sum(area_of(map(geometry.outline, rings)).area for rings in (land_rings, lakes))
    for name, shape in geometry.provinces.items():
        area = area_of(map(geometry.outline, shape.rings))
        total += area.area
        if fault := _area_fault(area, 1 + len(places.islands.get(name, ()))):
            yield f"{name} {fault}."
        for thing, place in _anchors(shape):
            if area.contains(Point(place)):
                continue
            if thing != "dislodged unit":
                yield f"The {thing} of {name} lies outside of it."
            elif not _is_beside_its_own(name, geometry):
                yield f"The {thing} of {name} is nearer to another unit than to its own."
    if abs(total - geometry.width * geometry.height) > _ROUNDING:
        yield "Provinces overlap, or there are gaps between them."


def _is_beside_its_own(name: str, geometry: Geometry) -> bool:
    """Return whether a dislodged unit is nearest to the unit of its own province.

    In a small province there is no room for both units.
    """
    place_of_dislodged, window = geometry.provinces[name].dislodged, geometry.inset_at
    beside = min(
        (math.dist(place, place_of_dislodged), key)
        for key, shape in geometry.provinces.items()
        for place in (shape.unit, *(at for _, at in shape.coasts))
        if window(place) is window(place_of_dislodged)
    )
    return beside[1] == name


def _area_fault(area: MultiPolygon, pieces: int) -> str:
    """Return what is wrong with the area of a province, or ""."""
    if not area.is_valid:
        return f"overlaps itself: {shapely.is_valid_reason(area)}"
    if len(area.geoms) > pieces:
        return f"lies in {len(area.geoms)} pieces"
    eroded = shapely.get_parts(area.buffer(-_NECK / 2))
    if sum(piece.area > _SPECK for piece in eroded) > pieces:
        return "is too narrow somewhere"
    return ""


def _inset_faults(geometry: Geometry) -> Iterator[str]:
    """Yield the faults of insets, and the things that their edges cut."""
    yield from (f"{text[0].upper()}{text[1:]}." for text in drawing_faults(geometry))
    edges = {inset.name: box_of(inset).boundary for inset in geometry.insets}
    for name, shape in geometry.provinces.items():
        anchors = tuple(_anchors(shape))
        windows = {geometry.inset_at(place) for _, place in anchors}
        if len(windows) > 1:
            names = sorted(window.name if window else "no inset" for window in windows)
            yield f"What stands in {name} is shown in {' and '.join(names)}."
        for thing, place in anchors:
            zoom = geometry.zoom(geometry.inset_at(place))
            reach = _REACH.get(thing, 1.0) * geometry.unit / zoom
            for inset, edge in edges.items():
                if edge.distance(Point(place)) < reach:
                    yield f"The edge of {inset} runs through the {thing} of {name}."


def _page_faults(geometry: Geometry) -> Iterator[str]:
    """Yield the things that the edge of the page cuts or leaves out."""
    page = box_of(geometry.shown)
    for name, shape in geometry.provinces.items():
        for thing, place in _anchors(shape):
            reach = _REACH.get(thing, 1.0) * geometry.unit
            if not page.buffer(-reach).covers(Point(place)):
                yield f"The edge of the picture runs through the {thing} of {name}."


def _anchors(shape: ProvinceShape) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the places of things in a province, with their names."""
    yield "unit", shape.unit
    yield "dislodged unit", shape.dislodged
    yield "name", shape.label
    if shape.center:
        yield "center", shape.center
    for coast, place in shape.coasts:
        yield f"fleet at {coast}", place


def _listed(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))
