"""The arrows of a picture: placed so that they do not run over units or one another."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from judge.boards import Line, Point
from judge.render.picture.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Fate,
    RetreatArrow,
    Stroke,
    Support,
)
from judge.render.picture.placing import Obstacle, Placements, place
from judge.render.picture.shapes import beads, trimmed
from judge.render.picture.sites import (
    BENDS,
    Sites,
    barrier,
    course,
    province_of,
    support_line,
    supported_at,
)

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
