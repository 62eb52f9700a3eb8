"""Lines of a picture: curves, cuts, and SVG paths."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, starmap

from judge.boards import Geometry, Line, Point

_HALVINGS = 6  # steps of the search for the point where a line enters a province
_STEPS = 14  # straight pieces of a curve
# Weights of the start, the control point and the end, at each step of a curve (quadratic Bezier).
_BOW = tuple(
    ((1 - part) ** 2, 2 * part * (1 - part), part**2)
    for part in (step / _STEPS for step in range(_STEPS + 1))
)


def number(value: float) -> str:
    """Return a number as text, with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(line: Sequence[Point], *, closed: bool = False) -> str:
    """Return `line` as an SVG path of relative steps, or "" if it is too short to be seen."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in line]
    x, y = tenths[0]
    steps = [
        f"{_tenth(following[0] - previous[0])} {_tenth(following[1] - previous[1])}"
        for previous, following in pairwise(tenths)
        if following != previous
    ]
    if not steps:
        return ""
    # A minus sign needs no space before it (SVG 1.1 section 8.3.9).
    text = f"M{_tenth(x)} {_tenth(y)}l{' '.join(steps)}".replace(" -", "-")
    return text + ("z" if closed else "")


def thinned(line: Line, most: float) -> Line:
    """Return `line` without points that lie at most `most` beside it (Douglas and Peucker)."""
    kept, open_parts = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_parts:
        start, end = open_parts.pop()
        (x, y), (u, v) = line[start], line[end]
        whole = math.dist((x, y), (u, v))
        far, middle = most, 0
        for index in range(start + 1, end):
            s, t = line[index]
            # A closed line ends where it starts, so it has no direction.
            aside = abs((u - x) * (y - t) - (x - s) * (v - y)) / whole if whole else 0.0
            distance = aside if whole else math.dist((x, y), (s, t))
            if distance > far:
                far, middle = distance, index
        if middle:
            kept.add(middle)
            open_parts += [(start, middle), (middle, end)]
    return tuple(line[index] for index in sorted(kept))


def curve(through: Sequence[Point], bend: float) -> Line:
    """Return a smooth line through points.

    A line between two points is bowed to its left; `bend` is the bow as a part of its length. A
    line through more points goes through all of them and is not bowed.
    """
    if len(through) > 2:
        return tuple(_spline(through))
    (x, y), (u, v) = through
    s, t = (x + u) / 2 + (v - y) * bend, (y + v) / 2 - (u - x) * bend
    return tuple((a * x + b * s + c * u, a * y + b * t + c * v) for a, b, c in _BOW)


def length(line: Iterable[Point]) -> float:
    """Return the length of `line`."""
    return sum(starmap(math.dist, pairwise(line)))


def trimmed(line: Line, start: float, end: float) -> Line:
    """Return `line` shortened by `start` and `end` at its ends.

    At least a third of it is left.
    """
    whole = length(line)
    if start + end > whole * 2 / 3:
        scale = whole * 2 / 3 / (start + end)
        start, end = start * scale, end * scale
    return _cut(_cut(line, start)[::-1], end)[::-1]


def along(line: Line, part: float) -> Point:
    """Return the point of `line` at this part of its length, from 0 to 1."""
    return _cut(line, length(line) * part)[0]


def beads(line: Line, gap: float) -> Line:
    """Return points along `line` at equal distances of about `gap`, without its ends."""
    whole = length(line)
    count = max(int(whole / gap), 2)
    step = ahead = whole / count
    points: list[Point] = []
    for first, second in pairwise(line):
        distance = math.dist(first, second)
        while ahead < distance and len(points) < count - 1:
            points.append(_between(first, second, ahead / distance))
            ahead += step
        ahead -= distance
    return tuple(points)


def inward(at: Point, geometry: Geometry) -> tuple[int, int]:
    """Return the direction (across, down) from the nearest edge of a board to its inside."""
    (x, y), width, height = at, geometry.width, geometry.height
    distances = {(1, 0): x, (-1, 0): width - x, (0, 1): y, (0, -1): height - y}
    return min(distances, key=distances.__getitem__)


def head(line: Line, size: float) -> Line:
    """Return the corners of an arrowhead at the end of `line`."""
    (tip_x, tip_y), (x, y) = line[-1], trimmed(line, 0, size * 0.7)[-1]
    angle = math.atan2(tip_y - y, tip_x - x)
    return tuple(
        (tip_x - far * math.cos(angle + turn), tip_y - far * math.sin(angle + turn))
        for far, turn in ((0, 0), (size, 0.5), (size * 0.78, 0), (size, -0.5))
    )


def star(at: Point, radius: float, rays: int = 10) -> Line:
    """Return the outline of a star."""
    return tuple(
        (
            at[0] + radius * (1 if step % 2 else 0.68) * math.cos(math.pi * step / rays),
            at[1] + radius * (1 if step % 2 else 0.68) * math.sin(math.pi * step / rays),
        )
        for step in range(2 * rays)
    )


def slants(at: Point, radius: float) -> tuple[Line, Line]:
    """Return the two lines of a diagonal cross."""
    (x, y), r = at, radius
    return ((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))


def crossbar(line: Line, half: float) -> Line:
    """Return a line across the end of `line`, `half` long to each side.

    The end of a line may be repeated, if it was cut at one of its points.
    """
    x, y = line[-1]
    u, v = next((at for at in reversed(line) if at != line[-1]), line[0])
    distance = math.dist((x, y), (u, v)) or 1.0
    across, down = (v - y) / distance * half, (x - u) / distance * half
    return (x + across, y + down), (x - across, y - down)


def inside(at: Point, outlines: Iterable[Line]) -> bool:
    """Return whether a point is inside closed lines, by the even-odd rule."""
    x, y = at
    is_inside = False
    for outline in outlines:
        u, v = outline[-1]
        for s, t in outline:
            if (t > y) != (v > y) and x < s + (u - s) * (y - t) / (v - t):
                is_inside = not is_inside
            u, v = s, t
    return is_inside


def entry(line: Line, outlines: Sequence[Line]) -> float:
    """Return where a line enters an area, as a part of its length from 0 to 1.

    `outlines` are the closed lines around the area. The result is 1 if the line does not end inside
    the area. The point is found by repeated halving.
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
    """Return a number of tenths as text, short, because a board has some 50,000 of them."""
    return f"{value / 10:g}".replace("0.", ".") if -10 < value < 10 else f"{value / 10:g}"


def _between(first: Point, second: Point, part: float) -> Point:
    """Return the point at a part of the way from one point to another."""
    return (first[0] + (second[0] - first[0]) * part, first[1] + (second[1] - first[1]) * part)


def _spline(through: Sequence[Point]) -> Iterable[Point]:
    """Yield points of a Catmull-Rom spline through the points."""
    padded = [through[0], *through, through[-1]]
    for before, first, second, after in zip(
        padded, padded[1:], padded[2:], padded[3:], strict=False
    ):
        for step in range(_STEPS):
            yield _spline_at((before, first, second, after), step / _STEPS)
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


def _cut(line: Line, distance: float) -> Line:
    """Return `line` without its first part of length `distance`."""
    for place, (first, second) in enumerate(pairwise(line)):
        step = math.dist(first, second)
        if step > distance:
            return (_between(first, second, distance / step), *line[place + 1 :])
        distance -= step
    return line[-1:]
