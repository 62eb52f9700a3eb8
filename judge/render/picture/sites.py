"""Where the things of a drawing are on the ground."""

from dataclasses import dataclass

from judge.notation.geometry import Geometry, Line, Point
from judge.render.picture.drawing import (
    Arrow,
    Drawing,
    Fate,
    Flight,
    Piece,
    State,
    Support,
)
from judge.render.picture.shapes import along, curve, trimmed

BESIDE = (State.DRIVEN, State.FALLEN)
BENDS = (0.09, 0.0, 0.18, -0.09, 0.28, -0.18, 0.38, -0.28)


@dataclass(frozen=True, slots=True)
class Sites:
    """A drawing on its ground; `busy` are the provinces where a unit stands.

    `pieces` are found by their place and their power.
    """

    drawing: Drawing
    geometry: Geometry
    busy: frozenset[str]
    pieces: dict[tuple[str, str], Piece]

    @property
    def unit(self) -> float:
        """Return the radius of a unit."""
        return self.geometry.unit


def sites_of(drawing: Drawing, geometry: Geometry) -> Sites:
    """Return where the things of `drawing` are."""
    there = (piece.place for piece in drawing.pieces if piece.state not in BESIDE)
    pieces = {(one.place, one.power): one for one in drawing.pieces[::-1]}
    return Sites(drawing, geometry, frozenset(map(province_of, there)), pieces)


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
    return (
        x + plot.dislodged[0] - plot.unit[0],
        y + plot.dislodged[1] - plot.unit[1],
    )


def site_of(piece: Piece, geometry: Geometry) -> Point:
    """Return where a piece is drawn."""
    if piece.state in BESIDE:
        return beside(piece.place, geometry)
    return site(piece.place, geometry)


def seat(place: str, power: str, sites: Sites) -> Point:
    """Return where the unit of an order is now: it may have been driven out."""
    piece = sites.pieces.get((place, power))
    return site_of(piece, sites.geometry) if piece else site(place, sites.geometry)


def course(arrow: Arrow | Flight, bend: float, sites: Sites) -> Line:
    """Return the line of a move, cut where units begin."""
    geometry, unit = sites.geometry, sites.unit
    match arrow:
        case Arrow(way=way):
            points = [site(place, geometry) for place in way]
            origin, target = way[0], way[-1]
            started = province_of(origin) in sites.busy
        case Flight(origin=origin, target=target):
            points = [beside(origin, geometry), site(target, geometry)]
            started = True
    met = province_of(target) in sites.busy or arrow.fate is Fate.FAILED
    line = curve(points, bend)
    return trimmed(line, unit * (1.15 if started else 0), unit * (1.2 if met else 0.4))


def support_line(support: Support, bend: float, to: Point, sites: Sites) -> Line:
    """Return the line of a support up to `to`, or up to the unit that shall stay."""
    start = seat(support.place, support.power, sites)
    end = 0.0 if support.target else sites.unit * 1.2
    return trimmed(curve((start, to), bend), sites.unit * 1.1, end)


def supported_at(
    support: Support, moves: dict[tuple[str, str], Line], sites: Sites
) -> Point:
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
    places = support.origin, support.target
    ends = [site(place, sites.geometry) for place in places]
    return trimmed(curve(ends, BENDS[0]), sites.unit * 1.15, sites.unit * 1.2)
