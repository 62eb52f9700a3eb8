"""Where in a province there is room, as bits: a row of them each few units of a map."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.boards import Line, Point
from judge.render.picture.placing import Obstacle


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares of a grid, from `corner` on: in each row, the bits of those there are."""

    corner: Point
    cell: float
    rows: tuple[int, ...]

    def share(self, at: Point, width: float, height: float) -> float:
        """Return how much of a box around `at` is room, from 0 to 1."""
        left, top = self._square((at[0] - width / 2, at[1] - height / 2))
        wide, high = self._squares(width), self._squares(height)
        box = (1 << wide) - 1
        inside = sum(
            ((row >> left if left >= 0 else row << -left) & box).bit_count()
            for row in self.rows[max(top, 0) : max(top + high, 0)]
        )
        return inside / (wide * high)

    def around(self, at: Point, far: float) -> "Grid":
        """Return the room that is within so much to each side of `at`."""
        left, top = self._square((at[0] - far, at[1] - far))
        left, top, side = max(left, 0), max(top, 0), self._squares(2 * far)
        x, y = self.corner
        corner = x + left * self.cell, y + top * self.cell
        some = self.rows[top : top + side]
        box = (1 << side) - 1
        return Grid(corner, self.cell, tuple(row >> left & box for row in some))

    def without(self, obstacles: Iterable[Obstacle]) -> "Grid":
        """Return the room that is left beside obstacles."""
        rows = list(self.rows)
        (left, top), cell = self.corner, self.cell
        right = left + max(map(int.bit_length, rows), default=0) * cell
        bottom = top + len(rows) * cell
        for obstacle in obstacles:
            (x, y), far = obstacle.at, obstacle.radius
            if left - far < x < right + far and top - far < y < bottom + far:
                for row, bits in self._disk(obstacle):
                    rows[row] &= ~bits
        return replace(self, rows=tuple(rows))

    def outside(self, corner: Point, width: float, height: float) -> "Grid":
        """Return the room that is not in a box."""
        left, top = self._square(corner)
        right, bottom = self._square((corner[0] + width, corner[1] + height))
        box = (1 << max(right + 1, 0)) - (1 << max(left, 0))
        rows = enumerate(self.rows)
        free = (row & ~box if top <= n <= bottom else row for n, row in rows)
        return replace(self, rows=tuple(free))

    def middles(self, width: float, height: float) -> "Grid":
        """Return where the middle of a box can be that lies in this room as a whole."""
        wide, high = self._squares(width), self._squares(height)
        narrow = [_runs(row, wide) for row in self.rows]
        rows = []
        for top in range(len(narrow) - high + 1):
            bits = narrow[top]
            for row in narrow[top + 1 : top + high]:
                bits &= row
            rows.append(bits)
        x, y = self.corner
        # A bit tells of the box that begins with its square.
        corner = x + (wide - 1) * self.cell / 2, y + (high - 1) * self.cell / 2
        return Grid(corner, self.cell, tuple(rows))

    def has(self, at: Point) -> bool:
        """Return whether there is room at a point."""
        column, row = self._square(at)
        inside = column >= 0 and 0 <= row < len(self.rows)
        return inside and bool(self.rows[row] >> column & 1)

    def nearest(self, at: Point) -> Point | None:
        """Return the middle of the square next to `at`, or None if there is no room."""
        column = max(self._square(at)[0], 0)
        found = [
            self._middle(place, row)
            for row, bits in enumerate(self.rows)
            for place in _beside(bits, column)
        ]
        return min(found, key=lambda one: math.dist(one, at), default=None)

    def _square(self, at: Point) -> tuple[int, int]:
        x, y = self.corner
        return math.floor((at[0] - x) / self.cell), math.floor((at[1] - y) / self.cell)

    def _squares(self, length: float) -> int:
        return max(round(length / self.cell), 1)

    def _middle(self, column: int, row: int) -> Point:
        x, y = self.corner
        return x + (column + 0.5) * self.cell, y + (row + 0.5) * self.cell

    def _disk(self, obstacle: Obstacle) -> Iterator[tuple[int, int]]:
        """Yield the rows in which a obstacle lies, with its bits."""
        (x, y), radius = obstacle.at, obstacle.radius
        first, last = self._square((x, y - radius))[1], self._square((x, y + radius))[1]
        for row in range(max(first, 0), min(last + 1, len(self.rows))):
            aside = radius**2 - (self._middle(0, row)[1] - y) ** 2
            if aside > 0:
                half = math.sqrt(aside)
                left = max(self._square((x - half, y))[0], 0)
                right = max(self._square((x + half, y))[0] + 1, 0)
                yield row, (1 << right) - (1 << left)


def room_of(
    rings: Iterable[Line], page: tuple[float, float], cell: float, edge: float = 0.0
) -> Grid:
    """Return the room within rings, by the even-odd rule, in squares of this size.

    What is beyond a page, so wide and so high, is none, nor what is that near to its
    edge.
    """
    lines = tuple(rings)
    right, low = page[0] - edge, page[1] - edge
    left = max(min(x for line in lines for x, _ in line), edge)
    top = max(min(y for line in lines for _, y in line), edge)
    bottom = min(max(y for line in lines for _, y in line), low)
    rows: list[list[float]] = [[] for _ in range(math.ceil((bottom - top) / cell))]
    for line in lines:
        for one, other in zip(line, (*line[1:], line[0]), strict=True):
            for row, x in _crossings(one, other, (top, bottom), cell):
                rows[row].append((min(max(x, left), right) - left) / cell)
    return Grid((left, top), cell, tuple(_bits(sorted(row)) for row in rows))


def _crossings(
    one: Point, other: Point, rows: tuple[float, float], cell: float
) -> Iterator[tuple[int, float]]:
    """Yield the rows whose middles a line crosses, and where it does."""
    (x, y), (u, v) = sorted((one, other), key=lambda point: point[1])
    top, bottom = rows
    first = math.ceil((max(y, top) - top) / cell - 0.5)
    last = math.ceil((min(v, bottom) - top) / cell - 0.5)
    for row in range(first, last):
        at = top + (row + 0.5) * cell
        yield row, x + (u - x) * (at - y) / (v - y)


def _bits(crossings: Sequence[float]) -> int:
    """Return the squares whose middles lie inside, of a row cut there."""
    bits = 0
    for start, end in zip(crossings[::2], crossings[1::2], strict=True):
        first, after = round(start), round(end)
        if first < after:
            bits |= (1 << after) - (1 << first)
    return bits


def _runs(bits: int, wide: int) -> int:
    """Return where so many bits begin that are all set."""
    done = 1
    while done < wide:
        step = min(done, wide - done)
        bits &= bits >> step
        done += step
    return bits


def _beside(bits: int, column: int) -> Iterator[int]:
    """Yield the set bits next to a column, on either side of it."""
    if before := bits & ((1 << column + 1) - 1):
        yield before.bit_length() - 1
    if after := bits >> column:
        yield column + (after & -after).bit_length() - 1
