"""Lines of a picture: curves, cut to length, as the `d` of an SVG path."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, starmap

from judge.boards import Geometry, Line, Point

_HALVINGS = 6  # until one knows where a line enters a province
_STEPS = 14  # straight pieces of a curve, enough for the eye
# How much the start, the bow and the end of a line count at each step of its curve.
_BOW = tuple(
    ((1 - part) ** 2, 2 * part * (1 - part), part**2)
    for part in (step / _STEPS for step in range(_STEPS + 1))
)


def number(value: float) -> str:
    """Return a number with at most one place after the point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(line: Sequence[Point], *, closed: bool = False) -> str:
    """Return the path along `line`, each point from the one before.

    There is none along what is too short to be seen: SVG knows no line without steps.
    """
    tenths = [(round(10 * x), round(10 * y)) for x, y in line]
    x, y = tenths[0]
    steps = [
        f"{_tenth(after[0] - before[0])} {_tenth(after[1] - before[1])}"
        for before, after in pairwise(tenths)
        if after != before
    ]
    if not steps:
        return ""
    return f"M{_tenth(x)} {_tenth(y)}l{' '.join(steps)}" + ("z" if closed else "")


def curve(through: Sequence[Point], bend: float) -> Line:
    """Return a smooth line through points, bowed to its left by a part of its length.

    A line through more than two points goes through all of them and is not bowed.
    """
    if len(through) > 2:
        return tuple(_spline(through))
    (x, y), (u, v) = through
    s, t = (x + u) / 2 + (v - y) * bend, (y + v) / 2 - (u - x) * bend
    return tuple((a * x + b * s + c * u, a * y + b * t + c * v) for a, b, c in _BOW)


def length(line: Iterable[Point]) -> float:
    """Return how long `line` is."""
    return sum(starmap(math.dist, pairwise(line)))


def trimmed(line: Line, start: float, end: float) -> Line:
    """Return `line` without so much of it at its start and its end.

    Of a line too short for that a third is left.
    """
    whole = length(line)
    if start + end > whole * 2 / 3:
        part = whole * 2 / 3 / (start + end)
        start, end = start * part, end * part
    return _cut(_cut(line, start)[::-1], end)[::-1]


def along(line: Line, part: float) -> Point:
    """Return the point so far along `line`, from 0 to 1."""
    return _cut(line, length(line) * part)[0]


def beads(line: Line, gap: float) -> Line:
    """Return points along `line` about so far apart, none of them at its ends."""
    whole = length(line)
    count = max(int(whole / gap), 2)
    step = ahead = whole / count
    found: list[Point] = []
    for one, other in pairwise(line):
        far = math.dist(one, other)
        while ahead < far and len(found) < count - 1:
            found.append(_between(one, other, ahead / far))
            ahead += step
        ahead -= far
    return tuple(found)


def inward(at: Point, geometry: Geometry) -> tuple[int, int]:
    """Return the step, across and down, from the nearest edge of a board into it."""
    (x, y), wide, high = at, geometry.width, geometry.height
    far = {(1, 0): x, (-1, 0): wide - x, (0, 1): y, (0, -1): high - y}
    return min(far, key=far.__getitem__)


def head(line: Line, size: float) -> Line:
    """Return the corners of an arrow's head at the end of `line`."""
    (tip_x, tip_y), (x, y) = line[-1], trimmed(line, 0, size * 0.7)[-1]
    angle = math.atan2(tip_y - y, tip_x - x)
    return tuple(
        (tip_x - far * math.cos(angle + turn), tip_y - far * math.sin(angle + turn))
        for far, turn in ((0, 0), (size, 0.5), (size * 0.78, 0), (size, -0.5))
    )


def star(at: Point, radius: float, rays: int = 10) -> Line:
    """Return the outline of a burst."""
    return tuple(
        (
            at[0] + radius * (1 if step % 2 else 0.68) * math.cos(math.pi * step / rays),
            at[1] + radius * (1 if step % 2 else 0.68) * math.sin(math.pi * step / rays),
        )
        for step in range(2 * rays)
    )


def slants(at: Point, radius: float) -> tuple[Line, Line]:
    """Return the two lines of a cross."""
    (x, y), r = at, radius
    return ((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))


def crossbar(line: Line, half: float) -> Line:
    """Return the line across the end of `line`, so far to both sides.

    A line that was cut at one of its points may end there twice.
    """
    x, y = line[-1]
    u, v = next((at for at in reversed(line) if at != line[-1]), line[0])
    far = math.dist((x, y), (u, v)) or 1.0
    across, down = (v - y) / far * half, (x - u) / far * half
    return (x + across, y + down), (x - across, y - down)


def inside(at: Point, outlines: Iterable[Line]) -> bool:
    """Return whether a point is within closed lines, by the even-odd rule."""
    x, y = at
    found = False
    for outline in outlines:
        u, v = outline[-1]
        for s, t in outline:
            if (t > y) != (v > y) and x < s + (u - s) * (y - t) / (v - t):
                found = not found
            u, v = s, t
    return found


def entry(line: Line, outlines: Sequence[Line]) -> float:
    """Return how far along a line it comes into closed lines, from 0 to 1.

    It is 1 where it does not end in them.
    """
    if not inside(line[-1], outlines):
        return 1.0
    outer, inner = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (outer + inner) / 2
        if inside(along(line, middle), outlines):
            inner = middle
        else:
            outer = middle
    return inner


def _tenth(value: int) -> str:
    return f"{value / 10:g}"


def _between(one: Point, other: Point, part: float) -> Point:
    return (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)


def _spline(through: Sequence[Point]) -> Iterable[Point]:
    """Yield points of a Catmull-Rom line through the given ones."""
    padded = [through[0], *through, through[-1]]
    for before, one, other, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(_STEPS):
            yield _spline_at((before, one, other, after), step / _STEPS)
    yield through[-1]


def _spline_at(points: tuple[Point, Point, Point, Point], part: float) -> Point:
    square, cube = part**2, part**3
    weights = (
        (2 * square - cube - part) / 2,
        (3 * cube - 5 * square + 2) / 2,
        (4 * square - 3 * cube + part) / 2,
        (cube - square) / 2,
    )
    pairs = list(zip(points, weights, strict=True))
    return (
        sum(point[0] * weight for point, weight in pairs),
        sum(point[1] * weight for point, weight in pairs),
    )


def _cut(line: Line, far: float) -> Line:
    """Return `line` without so much of it at its start."""
    for place, (one, other) in enumerate(pairwise(line)):
        step = math.dist(one, other)
        if step > far:
            return (_between(one, other, far / step), *line[place + 1 :])
        far -= step
    return line[-1:]
