"""The one step in which everything that can give way finds its place.

Whatever is drawn is a few obstacles, circles that should not lie on one another. What
has a choice takes, in turn, the place that costs least beside all the others as they
are, until nobody moves. There is no chance in it: the same drawing gives the same
picture.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from judge.boards import Point

_CELL = 24.0  # about the reach of the largest unit, so that a thing lies in few cells
_REACH = 13.0  # how large the largest part is of what looks for a place
_SWEEPS = 4  # the starts of all boards need three at most, with the one that moves none


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A circle that is in the way of others, the heavier the more."""

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


# Whose obstacle it is, where it lies, its radius and its weight.
_Lying = tuple[str, Point, float, float]


@dataclass(slots=True)
class Placements:
    """What lies where; each obstacle is known by the name of the thing it belongs to.

    Whoever asks for an obstacle has to look into one cell only: others lie in each cell
    from which one can touch them.
    """

    cells: defaultdict[tuple[float, float], list[_Lying]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def put(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Lay the obstacles of a thing down."""
        for obstacle in obstacles:
            for cell in self._cells(obstacle):
                self.cells[cell].append(
                    (name, obstacle.at, obstacle.radius, obstacle.weight)
                )

    def take(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Take the obstacles of a thing away."""
        for obstacle in obstacles:
            for cell in self._cells(obstacle):
                self.cells[cell].remove(
                    (name, obstacle.at, obstacle.radius, obstacle.weight)
                )

    def cost(
        self, name: str, obstacles: Iterable[Obstacle], most: float = math.inf
    ) -> float:
        """Return how much these obstacles of a thing would lie on those of the others.

        What is more than `most` is not counted to its end.
        """
        cost = 0.0
        for obstacle in obstacles:
            (x, y), radius = obstacle.at, obstacle.radius
            cell = self.cells.get((x // _CELL, y // _CELL), ())
            for owner, (u, v), far, weight in cell:
                reach = radius + far
                if abs(u - x) >= reach or abs(v - y) >= reach or owner == name:
                    continue
                over = reach - math.hypot(u - x, v - y)
                if over > 0:
                    depth = over / min(radius, far)
                    cost += min(depth, 2.0) * obstacle.weight * weight
            if cost > most:
                break
        return cost

    def _cells(self, obstacle: Obstacle) -> Iterator[tuple[float, float]]:
        (x, y), far = obstacle.at, obstacle.radius + _REACH
        for column in range(int((x - far) // _CELL), int((x + far) // _CELL) + 1):
            for row in range(int((y - far) // _CELL), int((y + far) // _CELL) + 1):
                yield column, row


def place(choices: Mapping[str, Placeable], table: Placements) -> dict[str, int]:
    """Return which place each thing takes, and leave them all on the table."""
    taken = dict.fromkeys(choices, 0)
    for name, choice in choices.items():
        table.put(name, choice.obstacles(0))
    for _ in range(_SWEEPS):
        moved = False
        for name, choice in choices.items():
            best = _best(name, choice, table)
            if best != taken[name]:
                table.take(name, choice.obstacles(taken[name]))
                table.put(name, choice.obstacles(best))
                taken[name], moved = best, True
        if not moved:
            break
    return taken


def _best(name: str, choice: Placeable, table: Placements) -> int:
    """Return the cheapest place; what costs more by itself is not looked at."""
    best, least = 0, math.inf
    for number, own in enumerate(choice.costs):
        if own >= least:
            break
        cost = own + table.cost(name, choice.obstacles(number), least - own)
        if cost < least:
            best, least = number, cost
    return best
