"""Where the things of a drawing are on the board, and where each that can give way is placed."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from judge.boards import ConnectorKind, Geometry, Line, Point
from judge.pictures.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    DrawnUnit,
    Fate,
    RetreatArrow,
    State,
    Stroke,
    Support,
)
from judge.pictures.shapes import along, beads, curve, entry, length, trimmed

_CELL = 24.0  # about the reach of the largest unit, so that a thing lies in few cells
_REACH = 13.0  # how large the largest part is of what looks for a place
_SWEEPS = 4  # the starts of all boards need three at most, with the one that moves none


class Obstacle(NamedTuple):
    """A circle that is in the way of others, the heavier the more.

    A picture makes thousands of them, of which a tuple takes half the time.
    """

    at: Point
    radius: float
    weight: float


class Placeable(Protocol):
    """The places that a thing may take, by number, in the order in which it likes them.

    It says how it would lie at one only when asked: most are never looked at.
    """

    @property
    def costs(self) -> Sequence[float]:
        """Return what each place costs the thing by itself."""

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return how the thing lies at a place."""


# Whose obstacle it is, where it lies (x, y), its radius and its weight.
_Lying = tuple[str, float, float, float, float]
_Cell = tuple[int, int]


@dataclass(slots=True)
class Placements:
    """What lies where; each obstacle is known by the name of the thing it belongs to.

    Whoever asks for an obstacle has to look into one cell only: others lie in each cell
    from which one can touch them. `changes` are the cells in which something was put or
    taken, from the first time on, and `looked` those that somebody looked into.
    """

    cells: defaultdict[_Cell, list[_Lying]] = field(default_factory=lambda: defaultdict(list))
    changes: list[_Cell] = field(default_factory=list)
    looked: set[_Cell] = field(default_factory=set)

    def put(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Lay the obstacles of a thing down."""
        cells = self.cells
        for obstacle in obstacles:
            lying, touched = _lying(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                cells[cell].append(lying)

    def take(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Take the obstacles of a thing away."""
        for obstacle in obstacles:
            lying, touched = _lying(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                self.cells[cell].remove(lying)

    def cost(self, name: str, obstacles: Iterable[Obstacle], most: float = math.inf) -> float:
        """Return how much these obstacles of a thing would lie on those of the others.

        What is more than `most` is not counted to its end.
        """
        cost, cells, looked = 0.0, self.cells, self.looked
        for obstacle in obstacles:
            (x, y), radius, weighty = obstacle
            place = int(x // _CELL), int(y // _CELL)
            looked.add(place)
            for owner, u, v, far, weight in cells.get(place, ()):
                # This is the innermost of all that a picture takes.
                across, down, reach = u - x, v - y, radius + far
                square = across * across + down * down
                if square < reach * reach and owner != name:
                    depth = (reach - math.sqrt(square)) / min(radius, far)
                    cost += min(depth, 2.0) * weighty * weight
            if cost > most:
                break
        return cost


def _lying(name: str, obstacle: Obstacle) -> _Lying:
    return name, *obstacle.at, obstacle.radius, obstacle.weight


def _touched(obstacle: Obstacle) -> list[_Cell]:
    """Return the cells from which a thing that looks for a place can touch it."""
    (x, y), far = obstacle.at, obstacle.radius + _REACH
    rows = range(int((y - far) // _CELL), int((y + far) // _CELL) + 1)
    return [
        (column, row)
        for column in range(int((x - far) // _CELL), int((x + far) // _CELL) + 1)
        for row in rows
    ]


@dataclass(slots=True)
class _Seeker:
    """A thing that looks for its place, and what it saw when it last did.

    It has looked into the cells `seen` after so many changes as `after` says, and finds
    the same place again unless one of them has changed since.
    """

    name: str
    choice: Placeable
    taken: int = 0
    seen: set[_Cell] | None = None
    after: int = 0

    def wants(self, table: Placements) -> bool:
        """Return whether it has to look, as it never did or things have changed."""
        return self.seen is None or not self.seen.isdisjoint(table.changes[self.after :])

    def best(self, table: Placements) -> int:
        """Return the cheapest place; what costs more by itself is not looked at."""
        best, least = 0, math.inf
        table.looked, self.after = set(), len(table.changes)
        for number, own in enumerate(self.choice.costs):
            if own >= least:
                break
            obstacles = self.choice.obstacles(number)
            cost = own + table.cost(self.name, obstacles, least - own)
            if cost < least:
                best, least = number, cost
        self.seen = table.looked
        return best


def place(choices: Mapping[str, Placeable], table: Placements) -> dict[str, int]:
    """Return which place each thing takes, and leave them all on the table."""
    seekers = [_Seeker(name, choice) for name, choice in choices.items()]
    for one in seekers:
        table.put(one.name, one.choice.obstacles(0))
    for _ in range(_SWEEPS):
        moved = False
        for one in filter(lambda one: one.wants(table), seekers):
            best = one.best(table)
            if best != one.taken:
                table.take(one.name, one.choice.obstacles(one.taken))
                table.put(one.name, one.choice.obstacles(best))
                one.taken, moved = best, True
        if not moved:
            break
    return {one.name: one.taken for one in seekers}


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


_WEIGHT = 0.5
HEAD = 0.95  # how long the head of a move is, in radii of a unit
_BEND_COST = 0.12


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stroke of the drawing with the line it got; a clash or a ferry has a point."""

    stroke: Stroke
    line: Line


@dataclass(frozen=True, slots=True)
class _CurvedStroke:
    """A stroke that may run in several ways, by its bends."""

    stroke: Stroke
    bends: tuple[float, ...]
    line: Callable[[float], Line]
    unit: float

    @property
    def costs(self) -> tuple[float, ...]:
        """Return what each way costs, the straighter ones less."""
        return tuple(rank * _BEND_COST for rank in range(len(self.bends)))

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return a way as obstacles; its ends may touch what it leads from and to."""
        line, unit = self.line(self.bends[number]), self.unit
        return tuple(Obstacle(at, unit * 0.3, _WEIGHT) for at in beads(line, unit * 0.8))


def drawn_strokes(sites: Sites, table: Placements) -> tuple[Drawn, ...]:
    """Return the strokes with their lines, which lie on the table from now on."""
    strokes = sites.drawing.strokes
    moves = [_move(one, sites) for one in strokes if isinstance(one, Arrow | RetreatArrow)]
    found = tuple(_bent("M", moves, table))
    ways = {_ends(one.stroke): one.line for one in found if isinstance(one.stroke, Arrow)}
    supports = [_support(one, ways, sites) for one in strokes if isinstance(one, Support)]
    points = [Drawn(one, ()) for one in strokes if isinstance(one, BounceMark | ConvoyMark)]
    return (*found, *_bent("S", supports, table), *points)


def _bent(kind: str, bows: Sequence[_CurvedStroke], table: Placements) -> Iterator[Drawn]:
    named = {f"{kind}{number}": bow for number, bow in enumerate(bows)}
    for name, number in place(named, table).items():
        bow = named[name]
        yield Drawn(bow.stroke, bow.line(bow.bends[number]))


def _move(move: Arrow | RetreatArrow, sites: Sites) -> _CurvedStroke:
    over_fleets = isinstance(move, Arrow) and len(move.way) > 2
    bends = (0.0,) if over_fleets else BENDS
    stop = barrier(move, sites) if failed(move) else 1.0
    line = cache(lambda bend: course(move, bend, stop, sites))
    return _CurvedStroke(move, bends, line, sites.unit)


def _support(support: Support, ways: dict[tuple[str, str], Line], sites: Sites) -> _CurvedStroke:
    to = supported_at(support, ways, sites)
    line = cache(lambda bend: support_line(support, bend, to, sites))
    return _CurvedStroke(support, (0.0, *(bend for bend in BENDS if bend)), line, sites.unit)


def _ends(stroke: Stroke) -> tuple[str, str]:
    assert isinstance(stroke, Arrow)
    return province_of(stroke.way[0]), province_of(stroke.way[-1])


def failed(stroke: Stroke) -> bool:
    """Return whether a stroke came to nothing."""
    return not isinstance(stroke, BounceMark) and stroke.fate is Fate.FAILED


def ends_of(strokes: Iterable[Drawn], unit: float) -> Iterator[Point]:
    """Yield the middles of the heads of moves, and of the bars of those that failed."""
    for one in strokes:
        if one.line and failed(one.stroke):
            yield one.line[-1]
        elif isinstance(one.stroke, Arrow | RetreatArrow):
            yield trimmed(one.line, 0, unit * HEAD / 2)[-1]
