"""The one step in which everything that can give way finds its place.

Whatever is drawn is a few blots, circles that should not lie on one another. What has
a choice takes, in turn, the place that costs least beside all the others as they are,
until nobody moves. There is no chance in it: the same drawing gives the same picture.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.notation.geometry import Point

_CELL = 24.0
_SWEEPS = 4


@dataclass(frozen=True, slots=True)
class Blot:
    """A circle that is in the way of others, the heavier the more."""

    at: Point
    radius: float
    weight: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that a thing may take, and what it costs it by itself."""

    blots: tuple[Blot, ...]
    cost: float


@dataclass(slots=True)
class Table:
    """What lies where; each blot is known by the name of the thing it belongs to.

    A blot lies in each cell from which a circle of the radius `reach` can touch it, so
    that whoever asks for no larger ones has to look into one cell only.
    """

    reach: float
    cells: defaultdict[tuple[float, float], list[tuple[str, Blot]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def put(self, name: str, blots: Sequence[Blot]) -> None:
        """Lay the blots of a thing down."""
        for blot in blots:
            for cell in self._cells(blot):
                self.cells[cell].append((name, blot))

    def take(self, name: str, blots: Sequence[Blot]) -> None:
        """Take the blots of a thing away."""
        for blot in blots:
            for cell in self._cells(blot):
                self.cells[cell].remove((name, blot))

    def cost(self, name: str, blots: Sequence[Blot]) -> float:
        """Return how much these blots of a thing would lie on those of the others."""
        cost = 0.0
        for blot in blots:
            at, radius = blot.at, blot.radius
            for owner, other in self.cells.get((at[0] // _CELL, at[1] // _CELL), ()):
                over = radius + other.radius - math.dist(other.at, at)
                if over > 0 and owner != name:
                    depth = over / min(radius, other.radius)
                    cost += min(depth, 2.0) * blot.weight * other.weight
        return cost

    def _cells(self, blot: Blot) -> Iterator[tuple[float, float]]:
        (x, y), far = blot.at, blot.radius + self.reach
        for column in range(int((x - far) // _CELL), int((x + far) // _CELL) + 1):
            for row in range(int((y - far) // _CELL), int((y + far) // _CELL) + 1):
                yield column, row


def place(choices: dict[str, Sequence[Spot]], table: Table) -> dict[str, int]:
    """Return which spot each thing takes, and leave them all on the table.

    The spots of each come in the order in which it likes them, by their own cost.
    """
    taken = dict.fromkeys(choices, 0)
    for name, spots in choices.items():
        table.put(name, spots[0].blots)
    for _ in range(_SWEEPS):
        moved = False
        for name, spots in choices.items():
            best = _best(name, spots, table)
            if best != taken[name]:
                table.take(name, spots[taken[name]].blots)
                table.put(name, spots[best].blots)
                taken[name], moved = best, True
        if not moved:
            break
    return taken


def _best(name: str, spots: Sequence[Spot], table: Table) -> int:
    """Return the cheapest spot; what costs more by itself is not looked at."""
    best, least = 0, math.inf
    for number, spot in enumerate(spots):
        if spot.cost >= least:
            break
        cost = spot.cost + table.cost(name, spot.blots)
        if cost < least:
            best, least = number, cost
    return best
