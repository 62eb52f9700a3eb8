"""The one step in which everything that can give way finds its place.

Whatever is drawn is a few obstacles, circles that should not lie on one another. What
has a choice takes, in turn, the place that costs least beside all the others as they
are, until nobody moves. There is no chance in it: the same drawing gives the same
picture.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from judge.boards import Point

_CELL = 24.0  # about the reach of the largest unit, so that a thing lies in few cells
_REACH = 13.0  # how large the largest part is of what looks for a place
_SWEEPS = 4  # the starts of all boards need three at most, with the one that moves none


class Obstacle(NamedTuple):
    """A circle that is in the way of others, the heavier the more.

    A picture makes thousands of them, of which a tuple takes half the time.
    """

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


# Whose obstacle it is, where it lies (x, y), its radius and its weight.
_Lying = tuple[str, float, float, float, float]
_Cell = tuple[int, int]


@dataclass(slots=True)
class Placements:
    """What lies where; each obstacle is known by the name of the thing it belongs to.

    Whoever asks for an obstacle has to look into one cell only: others lie in each cell
    from which one can touch them. `changes` are the cells in which something was put or
    taken, from the first time on, and `looked` those that somebody looked into.
    """

    cells: defaultdict[_Cell, list[_Lying]] = field(default_factory=lambda: defaultdict(list))
    changes: list[_Cell] = field(default_factory=list)
    looked: set[_Cell] = field(default_factory=set)

    def put(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Lay the obstacles of a thing down."""
        cells = self.cells
        for obstacle in obstacles:
            lying, touched = _lying(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                cells[cell].append(lying)

    def take(self, name: str, obstacles: Iterable[Obstacle]) -> None:
        """Take the obstacles of a thing away."""
        for obstacle in obstacles:
            lying, touched = _lying(name, obstacle), _touched(obstacle)
            self.changes += touched
            for cell in touched:
                self.cells[cell].remove(lying)

    def cost(self, name: str, obstacles: Iterable[Obstacle], most: float = math.inf) -> float:
        """Return how much these obstacles of a thing would lie on those of the others.

        What is more than `most` is not counted to its end.
        """
        cost, cells, looked = 0.0, self.cells, self.looked
        for obstacle in obstacles:
            (x, y), radius, weighty = obstacle
            place = int(x // _CELL), int(y // _CELL)
            looked.add(place)
            for owner, u, v, far, weight in cells.get(place, ()):
                # This is the innermost of all that a picture takes.
                across, down, reach = u - x, v - y, radius + far
                square = across * across + down * down
                if square < reach * reach and owner != name:
                    depth = (reach - math.sqrt(square)) / min(radius, far)
                    cost += min(depth, 2.0) * weighty * weight
            if cost > most:
                break
        return cost


def _lying(name: str, obstacle: Obstacle) -> _Lying:
    return name, *obstacle.at, obstacle.radius, obstacle.weight


def _touched(obstacle: Obstacle) -> list[_Cell]:
    """Return the cells from which a thing that looks for a place can touch it."""
    (x, y), far = obstacle.at, obstacle.radius + _REACH
    rows = range(int((y - far) // _CELL), int((y + far) // _CELL) + 1)
    return [
        (column, row)
        for column in range(int((x - far) // _CELL), int((x + far) // _CELL) + 1)
        for row in rows
    ]


@dataclass(slots=True)
class _Seeker:
    """A thing that looks for its place, and what it saw when it last did.

    It has looked into the cells `seen` after so many changes as `after` says, and finds
    the same place again unless one of them has changed since.
    """

    name: str
    choice: Placeable
    taken: int = 0
    seen: set[_Cell] | None = None
    after: int = 0

    def wants(self, table: Placements) -> bool:
        """Return whether it has to look, as it never did or things have changed."""
        return self.seen is None or not self.seen.isdisjoint(table.changes[self.after :])

    def best(self, table: Placements) -> int:
        """Return the cheapest place; what costs more by itself is not looked at."""
        best, least = 0, math.inf
        table.looked, self.after = set(), len(table.changes)
        for number, own in enumerate(self.choice.costs):
            if own >= least:
                break
            obstacles = self.choice.obstacles(number)
            cost = own + table.cost(self.name, obstacles, least - own)
            if cost < least:
                best, least = number, cost
        self.seen = table.looked
        return best


def place(choices: Mapping[str, Placeable], table: Placements) -> dict[str, int]:
    """Return which place each thing takes, and leave them all on the table."""
    seekers = [_Seeker(name, choice) for name, choice in choices.items()]
    for one in seekers:
        table.put(one.name, one.choice.obstacles(0))
    for _ in range(_SWEEPS):
        moved = False
        for one in filter(lambda one: one.wants(table), seekers):
            best = one.best(table)
            if best != one.taken:
                table.take(one.name, one.choice.obstacles(one.taken))
                table.put(one.name, one.choice.obstacles(best))
                one.taken, moved = best, True
        if not moved:
            break
    return {one.name: one.taken for one in seekers}
