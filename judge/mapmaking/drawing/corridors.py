"""A corridor of cells for every border: first it is made sure that all of them fit.

The corridors are routed as wires are on a chip: each takes its best way, ways that
cross are torn up, and crossing places grow dearer until nobody crosses (PathFinder:
McMurchie and Ebeling, 1995).
"""

import heapq
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from judge.mapmaking.drawing.board import Pair
from judge.mapmaking.drawing.cells import NOBODY, Plan

# The price of a crowded cell is at its highest after 14 rounds (3 * 1.25 ** 14 > 60);
# what is not settled in three times as many more is given up.
_ROUNDS = 60
# After so many rounds in which it was never less crowded it will not be.
_IN_VAIN = 15
_HOME = 0.30  # of a region's reach; two homes that touch leave room between others
_WRONG_ELEMENT = 6.0  # a way rather goes six times as far around
# How far from its land the way to a sea may be on land as a matter of course.
_ASHORE = 1.2
_SHARED_ALREADY = 0.6  # below 1: ways of one region gather, and leave room to others
_TOO_FAR = 1e18  # farther than anything


@dataclass(slots=True)
class _Traffic:
    """Which regions use which cells so far, and where cells were crowded."""

    homes: list[int]
    users: list[Counter[int]]
    history: list[float]
    paths: dict[Pair, tuple[list[int], int]] = field(default_factory=dict)
    price: float = 3.0

    def lay(self, ends: Pair, path: list[int], turn: int) -> None:
        """Give the cells of a path to its ends, from `turn` on to the second."""
        for step, cell in enumerate(path):
            self.users[cell][ends[step >= turn]] += 1
        self.paths[ends] = (path, turn)

    def tear_up(self, ends: Pair) -> None:
        """Take back the cells of a path."""
        path, turn = self.paths.pop(ends)
        for step, cell in enumerate(path):
            region = ends[step >= turn]
            self.users[cell][region] -= 1
            if not self.users[cell][region]:
                del self.users[cell][region]

    def crowded(self) -> set[int]:
        """Return the cells that two regions use."""
        return {
            cell
            for cell, (home, users) in enumerate(zip(self.homes, self.users, strict=True))
            if len(users) > 1 or (home != NOBODY and any(one != home for one in users))
        }


def corridors(plan: Plan) -> tuple[list[int], list[int], list[Pair]]:
    """Return the region of each cell that has one, the homes, and the borders without a way.

    Along the way of a border from the middle of one region to that of the other all
    cells belong to one of the two.
    """
    homes = _homes(plan)
    cells = plan.mesh.cells
    traffic = _Traffic(homes, [Counter() for _ in range(cells)], [0.0] * cells)
    at = plan.mesh.at
    todo = sorted(
        plan.board.borders,
        key=lambda ends: (math.dist(*(at[plan.seeds[n][0]] for n in ends)), ends),
    )
    lost = []
    least, since = cells, 0
    for number in range(_ROUNDS):
        lost += _route_all(plan, todo, traffic)
        crowded = traffic.crowded()
        if len(crowded) < least:
            least, since = len(crowded), number
        if not crowded or number - since > _IN_VAIN:
            break
        for cell in crowded:
            traffic.history[cell] += 0.7
        paths = traffic.paths.items()
        todo = [ends for ends, (path, _) in paths if not crowded.isdisjoint(path)]
        random.Random(number).shuffle(todo)
        traffic.price = min(traffic.price * 1.25, 60)
    lost += _give_up(traffic)
    return _labels(traffic), homes, lost


def _homes(plan: Plan) -> list[int]:
    """Return the home cells: those around the seeds always belong to the seed's region."""
    mesh = plan.mesh
    tree = mesh.tree()
    homes = [NOBODY] * mesh.cells
    nearest = [math.inf] * mesh.cells
    for region, seeds in enumerate(plan.seeds):
        radius = max(_HOME * plan.reach[region], 0.8 * mesh.size)
        for seed in seeds:
            middle = mesh.at[seed]
            for cell in tree.query_ball_point(middle, radius):
                far = math.dist(mesh.at[cell], middle)
                if far < nearest[cell] and plan.suits(cell, region):
                    homes[cell], nearest[cell] = region, far
    for region, seeds in enumerate(plan.seeds):
        for seed in seeds:
            homes[seed] = region
    return homes


def _route_all(plan: Plan, todo: Iterable[Pair], traffic: _Traffic) -> list[Pair]:
    lost = []
    for ends in todo:
        if ends in traffic.paths:
            traffic.tear_up(ends)
        path = _route(plan, ends, traffic)
        if path:
            traffic.lay(ends, path, _turn(plan, ends, path, traffic))
        else:
            lost.append(ends)
    return lost


def _route(plan: Plan, ends: Pair, traffic: _Traffic) -> list[int]:
    """Return the cheapest way from one home to the other, or nothing."""
    mesh = plan.mesh
    search = _search(plan, ends, traffic)
    far = {search.start: 0.0}
    before: dict[int, int] = {}
    queue = [(0.0, search.start)]
    done = set()
    while queue:
        _, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if traffic.homes[cell] == ends[1]:
            return _back(cell, before)
        for other, apart in mesh.steps[cell]:
            if other in done or not search.may_enter(other):
                continue
            length = far[cell] + search.cost(other, apart)
            if length < far.get(other, _TOO_FAR):
                far[other] = length
                before[other] = cell
                rest = math.dist(mesh.at[other], mesh.at[search.goal])
                heapq.heappush(queue, (length + 0.6 * rest, other))
    return []


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for a way between `ends`, from the seed `start` to the seed `goal`.

    The way should keep to the element of its ends, which is that of `sea`. If they are
    of two it should keep to water but near the cell `ashore`, the land's seed.
    """

    plan: Plan
    traffic: _Traffic
    ends: Pair
    start: int
    goal: int
    sea: bool
    ashore: int
    near: float

    def may_enter(self, cell: int) -> bool:
        """Return whether a cell is no other region's home."""
        home = self.traffic.homes[cell]
        return home == NOBODY or home in self.ends

    def cost(self, cell: int, length: float) -> float:
        """Return the cost of a step of some length into a cell."""
        traffic, size = self.traffic, self.plan.mesh.size
        if traffic.homes[cell] == self.ends[0]:
            return 0.1 * length
        cost = length * (1 + 1.2 * self._beside(cell))
        if self._is_wrong(cell):
            cost *= _WRONG_ELEMENT
        users, history = traffic.users[cell], traffic.history[cell]
        if any(one not in self.ends for one in users):
            return cost + traffic.price * size * (1 + history)
        if len(users) == 2:
            return cost + 0.5 * traffic.price * size
        return cost * _SHARED_ALREADY if users else cost + 0.3 * history * size

    def _is_wrong(self, cell: int) -> bool:
        """Return whether a cell is of an element to which the way should not keep."""
        if self.plan.land is None or self.plan.land[cell] != self.sea:
            return False
        at = self.plan.mesh.at
        return self.ashore == NOBODY or math.dist(at[cell], at[self.ashore]) > self.near

    def _beside(self, cell: int) -> float:
        """Return how far a cell is from the straight line, by the length of that."""
        at = self.plan.mesh.at
        (ax, ay), (bx, by), (x, y) = at[self.start], at[self.goal], at[cell]
        across = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay))
        return across / ((bx - ax) ** 2 + (by - ay) ** 2)


def _search(plan: Plan, ends: Pair, traffic: _Traffic) -> _Search:
    start, goal = _nearest_seeds(plan, ends)
    wet = tuple(map(plan.board.is_sea, ends))
    mixed = len({*wet}) == 2
    return _Search(
        plan=plan,
        traffic=traffic,
        ends=ends,
        start=start,
        goal=goal,
        sea=any(wet),
        ashore=(start, goal)[wet.index(False)] if mixed else NOBODY,
        near=_ASHORE * plan.reach[ends[wet.index(False)]] if mixed else 0.0,
    )


def _nearest_seeds(plan: Plan, ends: Pair) -> tuple[int, int]:
    at = plan.mesh.at
    pairs = ((a, b) for a in plan.seeds[ends[0]] for b in plan.seeds[ends[1]])
    return min(pairs, key=lambda two: math.dist(at[two[0]], at[two[1]]))


def _back(cell: int, before: dict[int, int]) -> list[int]:
    path = [cell]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path[::-1]


def _turn(plan: Plan, ends: Pair, path: Sequence[int], traffic: _Traffic) -> int:
    """Return the step of a path from which on it belongs to the second region."""
    mesh = plan.mesh
    places = mesh.points[list(path)]
    steps = np.hypot(*np.diff(places, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    beyond = math.dist(places[-1], mesh.at[_nearest_seeds(plan, ends)[1]])
    wish = _first_part(plan, ends, float(along[-1]) + beyond)

    def misfit(turn: int) -> tuple[float, int]:
        total = 0.6 * abs(along[turn] - mesh.size / 2 - wish) / mesh.size
        for step, cell in enumerate(path):
            region = ends[step >= turn]
            total += 20 * (traffic.homes[cell] not in (NOBODY, region))
            total += 3 * sum(one != region for one in traffic.users[cell])
            total += 1.5 * (not plan.suits(cell, region))
        return total, turn

    return min(map(misfit, range(1, len(path))))[1]


def _first_part(plan: Plan, ends: Pair, length: float) -> float:
    """Return how much of a way is the first region's; a shore stays near its land."""
    one, other = (plan.reach[region] for region in ends)
    part = length * one / (one + other)
    match tuple(map(plan.board.is_sea, ends)):
        case (False, True):
            return min(part, 0.9 * one)
        case (True, False):
            return max(part, length - 0.9 * other)
        case _:
            return part


def _give_up(traffic: _Traffic) -> list[Pair]:
    """Tear up what still crosses, the most crowded first."""
    lost = []
    while crowded := traffic.crowded():
        worst = max(
            traffic.paths,
            key=lambda ends: (sum(n in crowded for n in traffic.paths[ends][0]), ends),
        )
        traffic.tear_up(worst)
        lost.append(worst)
    return lost


def _labels(traffic: _Traffic) -> list[int]:
    return [
        home if home != NOBODY else next(iter(users), NOBODY)
        for home, users in zip(traffic.homes, traffic.users, strict=True)
    ]
