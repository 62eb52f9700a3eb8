"""The places of a drawing's things on the board, and the choice of places for movable things.

Lines of orders and names have several possible places. `place` chooses for each the place where
it overlaps least with others.
"""

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

_CELL = 24.0  # about the size of the largest unit, so that a thing touches few cells
_REACH = 13.0  # the radius of the largest circle of a movable thing
_SWEEPS = 4  # rounds of choices; at the start of a game no board needs more than three


class Obstacle(NamedTuple):
    """A circle that other things should avoid; with a greater weight its overlap costs more.

    A named tuple, because a picture makes thousands, and it takes half the time of a dataclass.
    """

    at: Point
    radius: float
    weight: float


class Placeable(Protocol):
    """A thing with several possible places, which are numbered from the best to the worst.

    Its circles at a place are computed only on demand, because most places are never tried.
    """

    @property
    def costs(self) -> Sequence[float]:
        """Return the cost of each place if no other things are there, in ascending order."""

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return the circles of the thing at a place."""


# The owner of an obstacle, its center (x, y), its radius and its weight.
_Entry = tuple[str, float, float, float, float]
_Cell = tuple[int, int]


@dataclass(slots=True)
class Placements:
    """The obstacles on the page, each with the name of the thing to which it belongs.

    They are kept in a grid of cells. An obstacle is entered in each cell from whose points a
    movable thing could touch it, so a test looks into a single cell.
    """

    cells: defaultdict[_Cell, list[_Entry]] = field(default_factory=lambda: defaultdict(list))
    #: The cells of all changes so far, in sequence.
    changes: list[_Cell] = field(default_factory=list)
    #: The cells read since the set was last emptied.
    read: set[_Cell] = field(default_factory=set)

    def put(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Enter the obstacles of a thing."""
        cells = self.cells
        for obstacle in obstacles:
            entry, touched = _entry(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                cells[cell].append(entry)

    def take(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Remove the obstacles of a thing."""
        for obstacle in obstacles:
            entry, touched = _entry(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                self.cells[cell].remove(entry)

    def cost(self, name: str, obstacles: Iterable[Obstacle], most: float = math.inf) -> float:
        """Return the cost of the overlap of these obstacles with those of other things.

        If the cost exceeds `most`, the computation stops and the result is too low.
        """
        cost, cells, read = 0.0, self.cells, self.read
        for obstacle in obstacles:
            (x, y), radius, own_weight = obstacle
            place = int(x // _CELL), int(y // _CELL)
            read.add(place)
            for owner, u, v, other_radius, weight in cells.get(place, ()):
                # This is the innermost loop of a picture, so it avoids calls and square roots.
                across, down, reach = u - x, v - y, radius + other_radius
                square = across * across + down * down
                if square < reach * reach and owner != name:
                    depth = (reach - math.sqrt(square)) / min(radius, other_radius)
                    cost += min(depth, 2.0) * own_weight * weight
            if cost > most:
                break
        return cost


def _entry(name: str, obstacle: Obstacle) -> _Entry:
    return name, *obstacle.at, obstacle.radius, obstacle.weight


def _touched(obstacle: Obstacle) -> list[_Cell]:
    """Return the cells from whose points a movable thing could touch the obstacle."""
    (x, y), reach = obstacle.at, obstacle.radius + _REACH
    rows = range(int((y - reach) // _CELL), int((y + reach) // _CELL) + 1)
    return [
        (column, row)
        for column in range(int((x - reach) // _CELL), int((x + reach) // _CELL) + 1)
        for row in rows
    ]


@dataclass(slots=True)
class _Seeker:
    """A movable thing with its present choice.

    The choice depends on the cells in `seen`; without a change in these it stays the same.
    """

    name: str
    choice: Placeable
    #: The number of the chosen place.
    taken: int = 0
    #: The cells read in the last search, and the number of changes before it.
    seen: set[_Cell] | None = None
    after: int = 0

    def needs_search(self, table: Placements) -> bool:
        """Return whether a search is due: the first one, or one after a change in `seen`."""
        return self.seen is None or not self.seen.isdisjoint(table.changes[self.after :])

    def best(self, table: Placements) -> int:
        """Return the cheapest place; it skips places whose own cost is too high already."""
        best, least = 0, math.inf
        table.read, self.after = set(), len(table.changes)
        for number, own_cost in enumerate(self.choice.costs):
            if own_cost >= least:
                break
            obstacles = self.choice.obstacles(number)
            cost = own_cost + table.cost(self.name, obstacles, least - own_cost)
            if cost < least:
                best, least = number, cost
        self.seen = table.read
        return best


def place(choices: Mapping[str, Placeable], table: Placements) -> dict[str, int]:
    """Choose a place for each thing, enter it in `table`, and return the places' numbers.

    In each round every thing moves to its cheapest place, while all others stay. It ends when
    nothing moves.
    """
    seekers = [_Seeker(name, choice) for name, choice in choices.items()]
    for seeker in seekers:
        table.put(seeker.name, seeker.choice.obstacles(0))
    for _ in range(_SWEEPS):
        moved = False
        for seeker in filter(lambda seeker: seeker.needs_search(table), seekers):
            best = seeker.best(table)
            if best != seeker.taken:
                table.take(seeker.name, seeker.choice.obstacles(seeker.taken))
                table.put(seeker.name, seeker.choice.obstacles(best))
                seeker.taken, moved = best, True
        if not moved:
            break
    return {seeker.name: seeker.taken for seeker in seekers}


BESIDE = (State.DRIVEN, State.FALLEN)
# The bar of a failed move is at least _PAST from its own unit and _BEFORE from the next one, in
# radii.
_PAST, _BEFORE = 1.75, 1.5
BENDS = (0.09, 0.0, 0.18, -0.09, 0.28, -0.18, 0.38, -0.28)


@dataclass(frozen=True, slots=True)
class Sites:
    """A drawing on its base map."""

    drawing: Drawing
    geometry: Geometry
    #: The provinces with a unit.
    busy: frozenset[str]
    #: The units by place and power.
    pieces: dict[tuple[str, str], DrawnUnit]
    #: The points where the map continues on the opposite edge, by pair of provinces.
    exits: dict[tuple[str, str], Point]

    @property
    def unit(self) -> float:
        """Return the radius of a unit."""
        return self.geometry.unit


def sites_of(drawing: Drawing, geometry: Geometry) -> Sites:
    """Return the drawing on a base map."""
    occupied = (piece.place for piece in drawing.pieces if piece.state not in BESIDE)
    pieces = {(piece.place, piece.power): piece for piece in drawing.pieces[::-1]}
    exits = dict(_exits(geometry))
    return Sites(drawing, geometry, frozenset(map(province_of, occupied)), pieces, exits)


def province_of(place: str) -> str:
    """Return the province of a place such as `STP/SC`."""
    return place.partition("/")[0]


def site(place: str, geometry: Geometry) -> Point:
    """Return the point of a unit at `place`."""
    province, _, coast = place.partition("/")
    shape = geometry.provinces[province]
    return dict(shape.coasts).get(coast, shape.unit)


def beside(place: str, geometry: Geometry) -> Point:
    """Return the point of a unit dislodged from `place`."""
    shape = geometry.provinces[province_of(place)]
    x, y = site(place, geometry)
    return (x + shape.dislodged[0] - shape.unit[0], y + shape.dislodged[1] - shape.unit[1])


def site_of(piece: DrawnUnit, geometry: Geometry) -> Point:
    """Return the point at which a unit is drawn."""
    if piece.state in BESIDE:
        return beside(piece.place, geometry)
    return site(piece.place, geometry)


def seat(place: str, power: str, sites: Sites) -> Point:
    """Return the point of the unit that gives an order; it may be drawn as dislodged."""
    piece = sites.pieces.get((place, power))
    return site_of(piece, sites.geometry) if piece else site(place, sites.geometry)


def barrier(arrow: Arrow | RetreatArrow, sites: Sites) -> float:
    """Return the part of a move's path before the border of its target, from 0 to 1."""
    line, target = curve(_through(arrow, sites), 0.0), arrow.goal
    shape = sites.geometry.provinces[province_of(target)]
    return entry(line, tuple(map(sites.geometry.outline, shape.rings)))


def course(arrow: Arrow | RetreatArrow, bend: float, stop: float, sites: Sites) -> Line:
    """Return the line of a move, from the edge of its unit to the edge of the next.

    A failed move ends at the border of its target, at the part `stop` of its path, and at some
    distance from the units at both ends.
    """
    unit = sites.unit
    line = curve(_through(arrow, sites), bend)
    if arrow.fate is Fate.FAILED:
        whole = length(line)
        reach = max(whole * stop, unit * _PAST)
        reach = min(reach, max(whole - unit * _BEFORE, whole * 0.5))
        return trimmed(line, unit * 1.1, whole - reach)
    from_unit = isinstance(arrow, RetreatArrow) or province_of(arrow.way[0]) in sites.busy
    to_unit = province_of(arrow.goal) in sites.busy
    return trimmed(line, unit * (1.2 if from_unit else 0), unit * (1.25 if to_unit else 0.4))


def _through(arrow: Arrow | RetreatArrow, sites: Sites) -> list[Point]:
    """Return the points through which a move leads."""
    match arrow:
        case Arrow(way=way):
            return _points(way, sites)
        case RetreatArrow(origin=origin, target=target):
            start = beside(origin, sites.geometry)
            return [start, *_points((origin, target), sites)[1:]]


def support_line(support: Support, bend: float, to: Point, sites: Sites) -> Line:
    """Return the line of a support to the point `to`, or to the edge of a unit that holds."""
    start = seat(support.place, support.power, sites)
    end = 0.0 if support.target else sites.unit * 1.4
    ends = province_of(support.place), province_of(support.target or support.origin)
    to = sites.exits.get(ends, to)
    return trimmed(curve((start, to), bend), sites.unit * 1.15, end)


def supported_at(support: Support, moves: dict[tuple[str, str], Line], sites: Sites) -> Point:
    """Return the point at which a support ends: on the arrow of the supported move.

    Without such an arrow it is the middle of the move's path.
    """
    if support.target is None:
        return site(support.origin, sites.geometry)
    ends = province_of(support.origin), province_of(support.target)
    if ends in moves:
        return along(moves[ends], 0.5)
    return along(expected(support, sites), 0.5)


def expected(support: Support, sites: Sites) -> Line:
    """Return the line of a supported move whose own order is not in the picture."""
    assert support.target is not None
    points = _points((support.origin, support.target), sites)
    return trimmed(curve(points, BENDS[0]), sites.unit * 1.15, sites.unit * 1.2)


def _points(way: Sequence[str], sites: Sites) -> list[Point]:
    """Return the points of a path; at an edge where the map continues elsewhere it ends."""
    points = [site(way[0], sites.geometry)]
    for ends in pairwise(way):
        if at := sites.exits.get((province_of(ends[0]), province_of(ends[1]))):
            return [*points, at]
        points.append(site(ends[1], sites.geometry))
    return points


def _exits(geometry: Geometry) -> Iterator[tuple[tuple[str, str], Point]]:
    """Yield the points where the map continues on the opposite edge, by pair of provinces."""
    for connector in geometry.connectors:
        if connector.kind is ConnectorKind.WRAP:
            yield (connector.one, connector.other), connector.points[0]
            yield (connector.other, connector.one), connector.points[-1]


_WEIGHT = 0.5
HEAD = 0.95  # the length of a move's arrowhead, in radii of a unit
_BEND_COST = 0.12


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stroke with its chosen line, which is empty for a bounce or a convoy."""

    stroke: Stroke
    line: Line


@dataclass(frozen=True, slots=True)
class _CurvedStroke:
    """A stroke with several possible lines, one for each bend."""

    stroke: Stroke
    bends: tuple[float, ...]
    line: Callable[[float], Line]
    unit: float

    @property
    def costs(self) -> tuple[float, ...]:
        """Return the cost of each bend; straighter ones cost less."""
        return tuple(rank * _BEND_COST for rank in range(len(self.bends)))

    def obstacles(self, number: int) -> tuple[Obstacle, ...]:
        """Return a line as circles, without its ends, which may touch units."""
        line, unit = self.line(self.bends[number]), self.unit
        return tuple(Obstacle(at, unit * 0.3, _WEIGHT) for at in beads(line, unit * 0.8))


def drawn_strokes(sites: Sites, table: Placements) -> tuple[Drawn, ...]:
    """Return the strokes with their chosen lines, which are entered in `table`."""
    strokes = sites.drawing.strokes
    moves = [_move(stroke, sites) for stroke in strokes if isinstance(stroke, Arrow | RetreatArrow)]
    drawn = tuple(_bent("M", moves, table))
    lines = {_ends(d.stroke): d.line for d in drawn if isinstance(d.stroke, Arrow)}
    supports = [_support(stroke, lines, sites) for stroke in strokes if isinstance(stroke, Support)]
    points = [
        Drawn(stroke, ()) for stroke in strokes if isinstance(stroke, BounceMark | ConvoyMark)
    ]
    return (*drawn, *_bent("S", supports, table), *points)


def _bent(kind: str, bows: Sequence[_CurvedStroke], table: Placements) -> Iterator[Drawn]:
    """Yield the strokes with the lines chosen for them."""
    bows_by_name = {f"{kind}{number}": bow for number, bow in enumerate(bows)}
    for name, number in place(bows_by_name, table).items():
        bow = bows_by_name[name]
        yield Drawn(bow.stroke, bow.line(bow.bends[number]))


def _move(move: Arrow | RetreatArrow, sites: Sites) -> _CurvedStroke:
    """Return the possible lines of a move; over fleets there is only one."""
    over_fleets = isinstance(move, Arrow) and len(move.way) > 2
    bends = (0.0,) if over_fleets else BENDS
    stop = barrier(move, sites) if failed(move) else 1.0
    line = cache(lambda bend: course(move, bend, stop, sites))
    return _CurvedStroke(move, bends, line, sites.unit)


def _support(
    support: Support, move_lines: dict[tuple[str, str], Line], sites: Sites
) -> _CurvedStroke:
    """Return the possible lines of a support."""
    to = supported_at(support, move_lines, sites)
    line = cache(lambda bend: support_line(support, bend, to, sites))
    return _CurvedStroke(support, (0.0, *(bend for bend in BENDS if bend)), line, sites.unit)


def _ends(stroke: Stroke) -> tuple[str, str]:
    assert isinstance(stroke, Arrow)
    return province_of(stroke.way[0]), province_of(stroke.way[-1])


def failed(stroke: Stroke) -> bool:
    """Return whether the order of a stroke failed."""
    return not isinstance(stroke, BounceMark) and stroke.fate is Fate.FAILED


def ends_of(strokes: Iterable[Drawn], unit: float) -> Iterator[Point]:
    """Yield the points of arrowheads, and of the bars of failed moves."""
    for drawn in strokes:
        if drawn.line and failed(drawn.stroke):
            yield drawn.line[-1]
        elif isinstance(drawn.stroke, Arrow | RetreatArrow):
            yield trimmed(drawn.line, 0, unit * HEAD / 2)[-1]
