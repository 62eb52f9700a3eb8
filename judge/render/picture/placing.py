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
    """What lies where; each blot is known by the name of the thing it belongs to."""

    cells: defaultdict[tuple[int, int], list[tuple[str, Blot]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def put(self, name: str, blots: Sequence[Blot]) -> None:
        """Lay the blots of a thing down."""
        for blot in blots:
            for cell in _cells(blot):
                self.cells[cell].append((name, blot))

    def take(self, name: str, blots: Sequence[Blot]) -> None:
        """Take the blots of a thing away."""
        for blot in blots:
            for cell in _cells(blot):
                self.cells[cell].remove((name, blot))

    def cost(self, blots: Sequence[Blot]) -> float:
        """Return how much these blots would lie on those of the others."""
        return sum(map(self._cost, blots))

    def _cost(self, blot: Blot) -> float:
        x, y = blot.at
        found = {
            id(other): other
            for cell in _cells(blot)
            for _, other in self.cells.get(cell, ())
        }
        cost = 0.0
        for other in found.values():
            reach = blot.radius + other.radius
            apart = math.hypot(other.at[0] - x, other.at[1] - y)
            if apart < reach:
                depth = (reach - apart) / min(blot.radius, other.radius)
                cost += min(depth, 2.0) * blot.weight * other.weight
        return cost


def place(choices: dict[str, tuple[Spot, ...]], table: Table) -> dict[str, int]:
    """Return which spot each thing takes, and leave them all on the table.

    The first spot of each is the one it likes best.
    """
    taken = dict.fromkeys(choices, 0)
    for name, spots in choices.items():
        table.put(name, spots[0].blots)
    for _ in range(_SWEEPS):
        moved = False
        for name, spots in choices.items():
            best = _best(name, spots, taken[name], table)
            moved |= best != taken[name]
            taken[name] = best
        if not moved:
            break
    return taken


def _best(name: str, spots: tuple[Spot, ...], now: int, table: Table) -> int:
    """Return the cheapest spot; what costs more by itself is not looked at."""
    table.take(name, spots[now].blots)
    best, least = now, math.inf
    for number in sorted(range(len(spots)), key=lambda one: spots[one].cost):
        if spots[number].cost >= least:
            break
        cost = spots[number].cost + table.cost(spots[number].blots)
        if cost < least:
            best, least = number, cost
    table.put(name, spots[best].blots)
    return best


def _cells(blot: Blot) -> Iterator[tuple[int, int]]:
    (x, y), reach = blot.at, blot.radius
    for column in range(int((x - reach) // _CELL), int((x + reach) // _CELL) + 1):
        for row in range(int((y - reach) // _CELL), int((y + reach) // _CELL) + 1):
            yield column, row
