"""Units, the marks of centers and flags as marks.

A unit is a solid sign in a halo in a rim, so that it is seen on any ground. Where its
color is also that of another power its initial stands beside it.
"""

from collections.abc import Iterable, Iterator

from judge.boards import Point
from judge.render.picture.drawing import DrawnUnit, State
from judge.render.picture.marks.kinds import Area, Disk, Figure, Glyph, Letters, Mark, Stroke
from judge.render.picture.marks.orders import ColorsByPower, cross
from judge.render.picture.palette import PowerColors, Scheme
from judge.render.picture.raster import LEAST_LETTERS
from judge.render.picture.shapes import star
from judge.render.picture.sites import BESIDE, Sites, site_of

_GONE = (State.REMOVED, State.FALLEN)
_SMALL = 0.82  # how large units beside others are, to those
_FAINT = 0.6


def tokens_of(sites: Sites, colors: ColorsByPower, scheme: Scheme) -> Iterator[Figure]:
    """Yield the units, those below the others first."""
    pieces = sites.drawing.pieces
    for piece in sorted(pieces, key=lambda one: one.state not in BESIDE):
        at = site_of(piece, sites.geometry)
        marks = token(piece, at, sites.unit, colors[piece.power], scheme)
        told = f"{piece.power}: {piece.kind} {piece.place}"
        yield Figure(f"unit {piece.state.value}", told, tuple(marks))


def centers_of(
    places: Iterable[tuple[Point, PowerColors | None]], unit: float, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the marks of centers, in the color of their owner if there is one."""
    for at, colors in places:
        dot = colors.strong if colors else scheme.outline
        ring = Disk(at, unit * 0.25, scheme.casing, scheme.outline, unit * 0.08)
        yield Figure("", "", (ring, Disk(at, unit * 0.12, dot)))


def flags_of(
    places: Iterable[tuple[Point, PowerColors]], unit: float, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the flags that rules plant."""
    for (x, y), colors in places:
        top, foot = y - unit * 0.6, y + unit * 0.2
        cloth = (x, top), (x + unit * 0.55, top + unit * 0.2), (x, top + unit * 0.4)
        yield Figure(
            "",
            "",
            (
                Stroke(((x, top), (x, foot)), scheme.outline, unit * 0.1),
                Area(cloth, colors.strong, scheme.outline, unit * 0.07),
            ),
        )


def token(
    piece: DrawnUnit, at: Point, unit: float, colors: PowerColors, scheme: Scheme
) -> Iterator[Mark]:
    """Yield the marks of a unit in its state."""
    small = piece.state in BESIDE
    gone = piece.state in _GONE
    size = unit * (_SMALL if small else 1)
    if small:
        yield Area(star(at, unit * 1.25), scheme.burst, scheme.trouble, unit * 0.09)
    elif piece.state is State.BUILT:
        yield Disk(at, unit * 1.3, scheme.casing, colors.strong, unit * 0.13, 0.8)
    yield Glyph(
        piece.kind,
        at,
        size / 12,
        colors.strong,
        scheme.casing,
        scheme.outline,
        _FAINT if gone else 1.0,
    )
    if colors.pattern and colors.letter:
        yield from _initial(colors.letter, at, size, scheme)
    if piece.number > 1:
        yield from _number(piece.number, at, size, scheme)
    if gone:
        yield from cross(at, unit * 0.5, scheme)
    elif piece.state is State.BUILT:
        yield from _plus((at[0] + unit, at[1] - unit), unit, colors, scheme)


def _initial(letter: str, at: Point, unit: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the initial of a power on a disk: as large as names are at least."""
    high = max(LEAST_LETTERS, unit)
    x, y = at[0] + unit * 0.72, at[1] + unit * 0.62
    yield Disk((x, y), high * 0.5, scheme.casing, scheme.outline, unit * 0.07)
    yield Letters(letter, (x, y + high * 0.35), high, "bold", scheme.outline)


def _number(number: int, at: Point, unit: float, scheme: Scheme) -> Iterator[Mark]:
    high = max(LEAST_LETTERS, unit * 0.9)
    place = at[0] - unit * 0.85, at[1] + unit * 1.1
    yield Letters(
        str(number), place, high, "bold", scheme.outline, halo=scheme.casing, halo_width=high * 0.3
    )


def _plus(at: Point, unit: float, colors: PowerColors, scheme: Scheme) -> Iterator[Mark]:
    (x, y), arm = at, unit * 0.26
    yield Disk(at, unit * 0.46, colors.strong, scheme.casing, unit * 0.1)
    for line in (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))):
        yield Stroke(line, scheme.casing, unit * 0.16)
