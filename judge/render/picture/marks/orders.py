"""Orders as marks: a move has a head, a support is dotted, a convoy is a ring.

What failed is told by its form: a move ends in a bar at the border that it could not
pass, without a head; a support that was cut has a cross.
"""

from collections.abc import Iterable, Iterator

from judge.boards import Line, Point
from judge.render.picture.drawing import Arrow, BounceMark, ConvoyMark, Fate, RetreatArrow, Support
from judge.render.picture.marks.kinds import Area, Disk, Dots, Figure, Mark, Stroke
from judge.render.picture.palette import PowerColors, Scheme
from judge.render.picture.shapes import along, beads, crossbar, head, slants, star, trimmed
from judge.render.picture.sites import Sites, expected, seat, site
from judge.render.picture.strokes import HEAD, Drawn, failed

ColorsByPower = dict[str, PowerColors]
# How thick lines are and what shines around them, in radii of a unit.
_MOVE, _CASING, _DOT, _GAP = 0.2, 0.16, 0.095, 0.34
_BAR, _THICK = 0.52, 0.22  # half the bar of a failed move, and how thick it is
_RING = 1.5  # how large the ring around a fleet that convoys is
_SHINE = 0.9  # how opaque casings are


def lines_of(
    strokes: Iterable[Drawn], sites: Sites, colors: ColorsByPower, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the lines of the strokes: supports below, moves above them."""
    some = tuple(strokes)
    for one in some:
        if isinstance(one.stroke, Support):
            yield support_of(one.line, one.stroke, sites.unit, colors, scheme)
    for one in some:
        if isinstance(one.stroke, Arrow | RetreatArrow):
            yield move_of(one.line, one.stroke, sites.unit, colors, scheme)


def hints_of(strokes: Iterable[Drawn], sites: Sites, scheme: Scheme) -> Iterator[Figure]:
    """Yield the ways of moves that are supported but not to be seen themselves."""
    some, unit = tuple(strokes), sites.unit
    moves = {
        (one.stroke.way[0], one.stroke.way[-1]) for one in some if isinstance(one.stroke, Arrow)
    }
    for one in some:
        match one.stroke:
            case Support(origin=origin, target=str(target), fate=Fate.PLANNED):
                if (origin, target) not in moves:
                    way = beads(expected(one.stroke, sites), unit * 0.3)
                    dots = Dots(way, unit * 0.07, scheme.frontier, 0.55)
                    yield Figure("", "", (dots,))
            case _:
                pass


def ferries_of(
    strokes: Iterable[Drawn], sites: Sites, colors: ColorsByPower, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the rings around fleets that convoy."""
    for one in strokes:
        match one.stroke:
            case ConvoyMark(power, place):
                ring = rings(seat(place, power, sites), sites.unit, colors[power].strong, scheme)
                yield Figure("convoy", f"{power}: {place} C", tuple(ring))
            case _:
                pass


def clashes_of(
    strokes: Iterable[Drawn], sites: Sites, scheme: Scheme
) -> Iterator[tuple[Point, Figure]]:
    """Yield the places that bounces left empty, and what is drawn there."""
    for one in strokes:
        match one.stroke:
            case BounceMark(place):
                at = site(place, sites.geometry)
                yield at, Figure("", "", (burst(at, sites.unit, scheme),))
            case _:
                pass


def bars_of(strokes: Iterable[Drawn], sites: Sites, scheme: Scheme) -> Iterator[Figure]:
    """Yield the bars at the ends of moves that failed."""
    for one in strokes:
        if isinstance(one.stroke, Arrow | RetreatArrow) and failed(one.stroke):
            yield Figure("", "", tuple(bar(one.line, sites.unit, scheme)))


def crosses_of(
    strokes: Iterable[Drawn], sites: Sites, scheme: Scheme
) -> Iterator[tuple[Point, Figure]]:
    """Yield where supports were cut and convoys failed, and the crosses there."""
    for one in strokes:
        match one.stroke:
            case Support() if failed(one.stroke):
                at = along(one.line, 0.5)
            case ConvoyMark(power, place) if failed(one.stroke):
                x, y = seat(place, power, sites)
                at = (x + sites.unit, y - sites.unit)
            case _:
                continue
        yield at, Figure("", "", tuple(cross(at, sites.unit * 0.27, scheme)))


def rings(at: Point, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of the ring around a fleet that convoys."""
    far = unit * _RING
    yield Disk(at, far, "", scheme.casing, unit * 0.4, opacity=_SHINE)
    yield Disk(at, far, "", color, unit * 0.22, dash=far / 3.5)


def burst(at: Point, unit: float, scheme: Scheme) -> Area:
    """Return what is drawn where a bounce left a province empty."""
    outline = star(at, unit * 0.62, 8)
    return Area(outline, scheme.burst, scheme.trouble, unit * 0.09)


def bar(line: Line, unit: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a bar across the end of a line."""
    wide = crossbar(line, unit * (_BAR + _CASING / 2))
    yield Stroke(wide, scheme.casing, unit * (_THICK + _CASING))
    yield Stroke(crossbar(line, unit * _BAR), scheme.trouble, unit * _THICK)


def cross(at: Point, size: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a cross, `size` from its middle to the side."""
    for color, width in ((scheme.casing, 1.35), (scheme.trouble, 0.72)):
        more = size * (1 + 0.3 * (width > 1))
        for slant in slants(at, more):
            yield Stroke(slant, color, size * width)


def support_of(
    line: Line, support: Support, unit: float, colors: ColorsByPower, scheme: Scheme
) -> Figure:
    """Return a support along a line."""
    to = f" - {support.target}" if support.target else ""
    color = colors[support.power].strong
    width = unit * (2 * _DOT + _CASING)
    return Figure(
        f"support {support.fate.value}",
        f"{support.power}: {support.place} S {support.origin}{to}",
        (
            Stroke(line, scheme.casing, width, _SHINE),
            Dots((line[0], *beads(line, unit * _GAP)), unit * _DOT, color),
            Disk(line[-1], unit * 0.2, scheme.casing, color, unit * 0.11),
        ),
    )


def move_of(
    line: Line, move: Arrow | RetreatArrow, unit: float, colors: ColorsByPower, scheme: Scheme
) -> Figure:
    """Return a move or a retreat along a line."""
    way = move.way if isinstance(move, Arrow) else (move.origin, move.target)
    verb = "move" if isinstance(move, Arrow) else "retreat"
    color = colors[move.power].strong
    draw = _stopped if failed(move) else _headed
    return Figure(
        f"{verb} {move.fate.value}",
        f"{move.power}: {' - '.join(way)}",
        tuple(draw(line, unit, color, scheme)),
    )


def _headed(line: Line, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    tip, body = head(line, unit * HEAD), trimmed(line, 0, unit * HEAD * 0.7)
    yield Disk(line[0], unit * (0.17 + _CASING / 2), scheme.casing)
    yield Stroke(body, scheme.casing, unit * (_MOVE + _CASING), _SHINE)
    yield Area(tip, scheme.casing, scheme.casing, unit * _CASING)
    yield Stroke(body, color, unit * _MOVE)
    yield Area(tip, color, "")
    yield Disk(line[0], unit * 0.17, color)


def _stopped(line: Line, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    yield Stroke(line, scheme.casing, unit * (_MOVE + _CASING), _SHINE)
    yield Stroke(line, color, unit * _MOVE)
