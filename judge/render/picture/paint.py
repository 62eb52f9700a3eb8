"""Strokes and units as the template draws them: paths, colors and widths."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.boards import Line, Point
from judge.render.picture.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Fate,
    RetreatArrow,
    State,
    Support,
)
from judge.render.picture.palette import PowerColors
from judge.render.picture.shapes import along, head, path, trimmed
from judge.render.picture.sites import BESIDE, Sites, expected, seat, site, site_of
from judge.render.picture.strokes import Drawn, failed

ColorsByPower = dict[str, PowerColors]
_MOVE, _SUPPORT = 0.26, 0.17  # how thick lines are, in units
_HEAD = 4.0  # how long an arrow's head is, in widths of its line


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line in the picture: its path, its head or none, and how it is drawn.

    `knob` is where a small ring marks the start of a move or the end of a support;
    `style` is what it is and what became of it, as in `move failed`.
    """

    style: str
    told: str
    body: str
    head: str
    color: str
    width: float
    dash: str
    knob: Point


@dataclass(frozen=True, slots=True)
class UnitMark:
    """A unit in the picture."""

    at: Point
    kind: str
    colors: PowerColors
    state: State
    number: int
    scale: float
    told: str


def lines_of(
    strokes: Iterable[Drawn], sites: Sites, colors: ColorsByPower
) -> Iterator[DrawnLine]:
    """Yield the lines of the strokes: supports below, moves above them."""
    some = tuple(strokes)
    for one in some:
        if isinstance(one.stroke, Support):
            yield _support(one, one.stroke, sites, colors)
    for one in some:
        if isinstance(one.stroke, Arrow | RetreatArrow):
            yield _move(one, one.stroke, sites, colors)


def hints_of(strokes: Iterable[Drawn], sites: Sites) -> Iterator[str]:
    """Yield the ways of moves that are supported but not to be seen themselves."""
    some = tuple(strokes)
    moves = {
        (one.stroke.way[0], one.stroke.way[-1])
        for one in some
        if isinstance(one.stroke, Arrow)
    }
    for one in some:
        match one.stroke:
            case Support(origin=origin, target=str(target), fate=Fate.PLANNED):
                if (origin, target) not in moves:
                    yield path(expected(one.stroke, sites))
            case _:
                pass


def ferries_of(
    strokes: Iterable[Drawn], sites: Sites, colors: ColorsByPower
) -> Iterator[tuple[Point, str, str]]:
    """Yield where fleets convoy, their color, and who they are."""
    for one in strokes:
        match one.stroke:
            case ConvoyMark(power, place):
                told = f"{power}: {place} C"
                yield seat(place, power, sites), colors[power].strong, told
            case _:
                pass


def clashes_of(strokes: Iterable[Drawn], sites: Sites) -> Iterator[Point]:
    """Yield the places that bounces left empty."""
    for one in strokes:
        match one.stroke:
            case BounceMark(place):
                yield site(place, sites.geometry)
            case _:
                pass


def crosses_of(strokes: Iterable[Drawn], sites: Sites) -> Iterator[tuple[Point, float]]:
    """Yield where an order came to nothing, and how large the cross is."""
    for one in strokes:
        match one.stroke:
            case Arrow() | RetreatArrow() if failed(one.stroke):
                yield one.line[-1], sites.unit * 0.36
            case Support() if failed(one.stroke):
                yield along(one.line, 0.5), sites.unit * 0.28
            case ConvoyMark(power, place) if failed(one.stroke):
                x, y = seat(place, power, sites)
                yield (x + sites.unit, y - sites.unit), sites.unit * 0.28
            case _:
                pass


def tokens_of(sites: Sites, colors: ColorsByPower) -> Iterator[UnitMark]:
    """Yield the units, those below the others first."""
    pieces = sites.drawing.pieces
    for piece in sorted(pieces, key=lambda one: one.state not in BESIDE):
        small = piece.state in BESIDE
        yield UnitMark(
            at=site_of(piece, sites.geometry),
            kind=piece.kind,
            colors=colors[piece.power],
            state=piece.state,
            number=piece.number,
            scale=sites.unit / 12 * (0.88 if small else 1),
            told=f"{piece.power}: {piece.kind} {piece.place}",
        )


def _support(
    one: Drawn, support: Support, sites: Sites, colors: ColorsByPower
) -> DrawnLine:
    width = sites.unit * _SUPPORT
    to = f" - {support.target}" if support.target else ""
    return DrawnLine(
        style=f"support {support.fate.value}",
        told=f"{support.power}: {support.place} S {support.origin}{to}",
        body=path(one.line),
        head="",
        color=colors[support.power].strong,
        width=width,
        dash=f"{width * 2.1:.1f} {width * 1.3:.1f}",
        knob=one.line[-1],
    )


def _move(
    one: Drawn, move: Arrow | RetreatArrow, sites: Sites, colors: ColorsByPower
) -> DrawnLine:
    width = sites.unit * _MOVE
    size = width * _HEAD
    undone = failed(move)
    way = move.way if isinstance(move, Arrow) else (move.origin, move.target)
    verb = "move" if isinstance(move, Arrow) else "retreat"
    return DrawnLine(
        style=f"{verb} {move.fate.value}",
        told=f"{move.power}: {' - '.join(way)}",
        body=path(_before_head(one.line, size)),
        head=path(head(one.line, size), closed=True),
        color=colors[move.power].strong,
        width=width,
        dash=f"{width * 2:.1f} {width * 1.2:.1f}" if undone else "",
        knob=one.line[0],
    )


def _before_head(line: Line, size: float) -> Line:
    return trimmed(line, 0, size * 0.7)
