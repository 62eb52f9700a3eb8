"""The arrows of a picture: placed so that they do not run over units or one another."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.notation.geometry import Line
from judge.render.picture.drawing import (
    Arrow,
    Clash,
    Fate,
    Ferry,
    Flight,
    Stroke,
    Support,
)
from judge.render.picture.placing import Blot, Spot, Table, place
from judge.render.picture.shapes import beads
from judge.render.picture.sites import (
    BENDS,
    Sites,
    course,
    province_of,
    support_line,
    supported_at,
)

_WEIGHT = 0.5
_BEND_COST = 0.12


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stroke of the drawing with the line it got; a clash or a ferry has a point."""

    stroke: Stroke
    line: Line


def drawn_strokes(sites: Sites, table: Table) -> tuple[Drawn, ...]:
    """Return the strokes with their lines, which lie on the table from now on."""
    strokes = sites.drawing.strokes
    moves = {
        str(n): one for n, one in enumerate(strokes) if isinstance(one, Arrow | Flight)
    }
    lines = {
        name: [course(move, bend, sites) for bend in _bends(move)]
        for name, move in moves.items()
    }
    taken = place({name: _spots(some, sites) for name, some in lines.items()}, table)
    found = [Drawn(move, lines[name][taken[name]]) for name, move in moves.items()]
    ways = {
        _ends(one.stroke): one.line for one in found if isinstance(one.stroke, Arrow)
    }
    return (*found, *_supports(sites, table, ways), *_points(sites))


def width_of(stroke: Stroke, unit: float) -> float:
    """Return how thick a stroke is drawn."""
    return unit * (0.15 if isinstance(stroke, Support) else 0.26)


def _supports(
    sites: Sites, table: Table, ways: dict[tuple[str, str], Line]
) -> Iterator[Drawn]:
    supports = {
        f"S{n}": one
        for n, one in enumerate(sites.drawing.strokes)
        if isinstance(one, Support)
    }
    lines = {
        name: [
            support_line(one, bend, supported_at(one, ways, sites), sites)
            for bend in (0.0, *BENDS)
        ]
        for name, one in supports.items()
    }
    taken = place({name: _spots(some, sites) for name, some in lines.items()}, table)
    for name, one in supports.items():
        yield Drawn(one, lines[name][taken[name]])


def _points(sites: Sites) -> Iterator[Drawn]:
    for stroke in sites.drawing.strokes:
        if isinstance(stroke, Clash | Ferry):
            yield Drawn(stroke, ())


def _bends(move: Arrow | Flight) -> tuple[float, ...]:
    over_fleets = isinstance(move, Arrow) and len(move.way) > 2
    return (0.0,) if over_fleets else BENDS


def _ends(stroke: Stroke) -> tuple[str, str]:
    assert isinstance(stroke, Arrow)
    return province_of(stroke.way[0]), province_of(stroke.way[-1])


def _spots(lines: list[Line], sites: Sites) -> tuple[Spot, ...]:
    return tuple(
        Spot(_blots(line, sites.unit), rank * _BEND_COST)
        for rank, line in enumerate(lines)
    )


def _blots(line: Line, unit: float) -> tuple[Blot, ...]:
    """Return a line as blots; its ends may touch what it leads from and to."""
    return tuple(Blot(at, unit * 0.3, _WEIGHT) for at in beads(line, unit * 0.8))


def failed(stroke: Stroke) -> bool:
    """Return whether a stroke came to nothing."""
    return not isinstance(stroke, Clash) and stroke.fate is Fate.FAILED
