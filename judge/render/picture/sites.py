"""Where the things of a drawing are on the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.boards import ConnectorKind, Geometry, Line, Point
from judge.render.picture.drawing import (
    Arrow,
    Drawing,
    DrawnUnit,
    Fate,
    RetreatArrow,
    State,
    Support,
)
from judge.render.picture.shapes import along, curve, entry, length, trimmed

BESIDE = (State.DRIVEN, State.FALLEN)
# The bar of a failed move is past its own unit and before another one, in radii.
_PAST, _BEFORE = 1.75, 1.5
BENDS = (0.09, 0.0, 0.18, -0.09, 0.28, -0.18, 0.38, -0.28)


@dataclass(frozen=True, slots=True)
class Sites:
    """A drawing on its base map; `busy` are the provinces where a unit stands.

    `pieces` are found by their place and their power, and `exits` are where one leaves
    the page from a province to another.
    """

    drawing: Drawing
    geometry: Geometry
    busy: frozenset[str]
    pieces: dict[tuple[str, str], DrawnUnit]
    exits: dict[tuple[str, str], Point]

    @property
    def unit(self) -> float:
        """Return the radius of a unit."""
        return self.geometry.unit


def sites_of(drawing: Drawing, geometry: Geometry) -> Sites:
    """Return where the things of `drawing` are."""
    there = (piece.place for piece in drawing.pieces if piece.state not in BESIDE)
    pieces = {(one.place, one.power): one for one in drawing.pieces[::-1]}
    exits = dict(_exits(geometry))
    return Sites(drawing, geometry, frozenset(map(province_of, there)), pieces, exits)


def province_of(place: str) -> str:
    """Return the province of a place such as `STP/SC`."""
    return place.partition("/")[0]


def site(place: str, geometry: Geometry) -> Point:
    """Return where a unit at `place` stands."""
    province, _, coast = place.partition("/")
    plot = geometry.provinces[province]
    return dict(plot.coasts).get(coast, plot.unit)


def beside(place: str, geometry: Geometry) -> Point:
    """Return where a unit that was driven out of `place` waits."""
    plot = geometry.provinces[province_of(place)]
    x, y = site(place, geometry)
    return (x + plot.dislodged[0] - plot.unit[0], y + plot.dislodged[1] - plot.unit[1])


def site_of(piece: DrawnUnit, geometry: Geometry) -> Point:
    """Return where a piece is drawn."""
    if piece.state in BESIDE:
        return beside(piece.place, geometry)
    return site(piece.place, geometry)


def seat(place: str, power: str, sites: Sites) -> Point:
    """Return where the unit of an order is now: it may have been driven out."""
    piece = sites.pieces.get((place, power))
    return site_of(piece, sites.geometry) if piece else site(place, sites.geometry)


def barrier(arrow: Arrow | RetreatArrow, sites: Sites) -> float:
    """Return how far on its way a move comes to the border of its target, 0 to 1."""
    line, target = curve(_through(arrow, sites), 0.0), arrow.goal
    plot = sites.geometry.provinces[province_of(target)]
    return entry(line, tuple(map(sites.geometry.outline, plot.rings)))


def course(arrow: Arrow | RetreatArrow, bend: float, stop: float, sites: Sites) -> Line:
    """Return the line of a move, cut where units begin.

    One that failed ends at the border that it could not pass, so far on its way as
    `stop`, beside the units at its ends.
    """
    unit = sites.unit
    line = curve(_through(arrow, sites), bend)
    if arrow.fate is Fate.FAILED:
        whole = length(line)
        far = max(whole * stop, unit * _PAST)
        far = min(far, max(whole - unit * _BEFORE, whole * 0.5))
        return trimmed(line, unit * 1.1, whole - far)
    started = isinstance(arrow, RetreatArrow) or province_of(arrow.way[0]) in sites.busy
    met = province_of(arrow.goal) in sites.busy
    return trimmed(line, unit * (1.2 if started else 0), unit * (1.25 if met else 0.4))


def _through(arrow: Arrow | RetreatArrow, sites: Sites) -> list[Point]:
    """Return the points that a move leads through."""
    match arrow:
        case Arrow(way=way):
            return _points(way, sites)
        case RetreatArrow(origin=origin, target=target):
            start = beside(origin, sites.geometry)
            return [start, *_points((origin, target), sites)[1:]]


def support_line(support: Support, bend: float, to: Point, sites: Sites) -> Line:
    """Return the line of a support up to `to`, or up to the unit that shall stay."""
    start = seat(support.place, support.power, sites)
    end = 0.0 if support.target else sites.unit * 1.4
    ends = province_of(support.place), province_of(support.target or support.origin)
    to = sites.exits.get(ends, to)
    return trimmed(curve((start, to), bend), sites.unit * 1.15, end)


def supported_at(support: Support, moves: dict[tuple[str, str], Line], sites: Sites) -> Point:
    """Return the point that a support leads to: on the arrow of the supported move.

    Where there is no such arrow, it is the middle of the way.
    """
    if support.target is None:
        return site(support.origin, sites.geometry)
    ends = province_of(support.origin), province_of(support.target)
    if ends in moves:
        return along(moves[ends], 0.5)
    return along(expected(support, sites), 0.5)


def expected(support: Support, sites: Sites) -> Line:
    """Return the way of a move that is supported but not to be seen."""
    assert support.target is not None
    points = _points((support.origin, support.target), sites)
    return trimmed(curve(points, BENDS[0]), sites.unit * 1.15, sites.unit * 1.2)


def _points(way: Sequence[str], sites: Sites) -> list[Point]:
    """Return where a way leads: it ends where it would go on at the other edge."""
    points = [site(way[0], sites.geometry)]
    for ends in pairwise(way):
        if at := sites.exits.get((province_of(ends[0]), province_of(ends[1]))):
            return [*points, at]
        points.append(site(ends[1], sites.geometry))
    return points


def _exits(geometry: Geometry) -> Iterator[tuple[tuple[str, str], Point]]:
    for connector in geometry.connectors:
        if connector.kind is ConnectorKind.WRAP:
            yield (connector.one, connector.other), connector.points[0]
            yield (connector.other, connector.one), connector.points[-1]
