"""Reserve a corridor of cells for every border, before regions grow, so that all borders fit.

Corridors are routed like wires on a chip: each takes its cheapest path, crossing paths are removed
and routed again, and crowded cells get more expensive until no paths cross (PathFinder: McMurchie
and Ebeling, 1995).
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

# The price of a crowded cell reaches its maximum after 14 rounds (3 * 1.25 ** 14 > 60). Conflicts
# that remain after three times as many more are given up.
_ROUNDS = 60
# The search ends after this many rounds in which the number of crowded cells did not fall.
_IN_VAIN = 15
_HOME = 0.30  # the radius of a home, as a part of the region's reach
_WRONG_ELEMENT = 6.0  # the factor for the cost of a path over land at sea, or over water on land
# The distance from its land at which the path to a sea may still be on land, without a price.
_ASHORE = 1.2
_SHARED_ALREADY = 0.6  # below 1, so that the paths of a region stay together and leave room
_TOO_FAR = 1e18  # more than any distance


@dataclass(slots=True)
class _Traffic:
    """The regions that use each cell so far, and the cells that were crowded."""

    homes: list[int]
    users: list[Counter[int]]
    history: list[float]
    paths: dict[Pair, tuple[list[int], int]] = field(default_factory=dict)
    price: float = 3.0

    def add_path(self, ends: Pair, path: list[int], turn: int) -> None:
        """Give a path's cells to its first region, and from the step `turn` on to the second."""
        for step, cell in enumerate(path):
            self.users[cell][ends[step >= turn]] += 1
        self.paths[ends] = (path, turn)

    def remove_path(self, ends: Pair) -> None:
        """Remove the cells of a path."""
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
            if len(users) > 1 or (home != NOBODY and any(user != home for user in users))
        }


def corridors(plan: Plan) -> tuple[list[int], list[int], list[Pair]]:
    """Return the corridor and the home of each cell as regions, and the borders without a path.

    All cells on the path of a border belong to one of its two regions, from the position of the
    first to that of the second.
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
    # A cell is the home of a region, or in the corridor of one.
    labels = [
        home if home != NOBODY else next(iter(users), NOBODY)
        for home, users in zip(traffic.homes, traffic.users, strict=True)
    ]
    return labels, homes, lost


def _homes(plan: Plan) -> list[int]:
    """Return the home cells: cells around the seeds, which always belong to the seed's region."""
    mesh = plan.mesh
    tree = mesh.tree()
    homes = [NOBODY] * mesh.cells
    nearest = [math.inf] * mesh.cells
    for region, seeds in enumerate(plan.seeds):
        radius = max(_HOME * plan.reach[region], 0.8 * mesh.size)
        for seed in seeds:
            middle = mesh.at[seed]
            for cell in tree.query_ball_point(middle, radius):
                distance = math.dist(mesh.at[cell], middle)
                if distance < nearest[cell] and plan.suits(cell, region):
                    homes[cell], nearest[cell] = region, distance
    for region, seeds in enumerate(plan.seeds):
        for seed in seeds:
            homes[seed] = region
    return homes


def _route_all(plan: Plan, todo: Iterable[Pair], traffic: _Traffic) -> list[Pair]:
    """Find a path for each of these borders; return the borders without one."""
    lost = []
    for ends in todo:
        if ends in traffic.paths:
            traffic.remove_path(ends)
        path = _route(plan, ends, traffic)
        if path:
            traffic.add_path(ends, path, _turn(plan, ends, path, traffic))
        else:
            lost.append(ends)
    return lost


def _route(plan: Plan, ends: Pair, traffic: _Traffic) -> list[int]:
    """Return the cheapest path from one home to the other, or [] (A*)."""
    mesh = plan.mesh
    search = _search(plan, ends, traffic)
    lengths = {search.start: 0.0}
    previous: dict[int, int] = {}
    queue = [(0.0, search.start)]
    done = set()
    while queue:
        _, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if traffic.homes[cell] == ends[1]:
            return _back(cell, previous)
        for other, apart in mesh.steps[cell]:
            if other in done or not search.may_enter(other):
                continue
            length = lengths[cell] + search.cost(other, apart)
            if length < lengths.get(other, _TOO_FAR):
                lengths[other] = length
                previous[other] = cell
                rest = math.dist(mesh.at[other], mesh.at[search.goal])
                heapq.heappush(queue, (length + 0.6 * rest, other))
    return []


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for a path between `ends`, from the seed `start` to the seed `goal`."""

    plan: Plan
    traffic: _Traffic
    ends: Pair
    start: int
    goal: int
    #: Whether the path should be on water: if one of its ends is a sea.
    sea: bool
    #: The seed of the land, if only one end is a sea; within the distance `near` of it the path may
    #: be on land.
    ashore: int
    near: float

    def may_enter(self, cell: int) -> bool:
        """Return whether a cell is not the home of another region."""
        home = self.traffic.homes[cell]
        return home == NOBODY or home in self.ends

    def cost(self, cell: int, length: float) -> float:
        """Return the cost of a step of this length into a cell."""
        traffic, size = self.traffic, self.plan.mesh.size
        if traffic.homes[cell] == self.ends[0]:
            return 0.1 * length
        cost = length * (1 + 1.2 * self._beside(cell))
        if self._is_wrong(cell):
            cost *= _WRONG_ELEMENT
        users, history = traffic.users[cell], traffic.history[cell]
        if any(user not in self.ends for user in users):
            return cost + traffic.price * size * (1 + history)
        if len(users) == 2:
            return cost + 0.5 * traffic.price * size
        return cost * _SHARED_ALREADY if users else cost + 0.3 * history * size

    def _is_wrong(self, cell: int) -> bool:
        """Return whether a cell is on land or water although the path should be on the other."""
        if self.plan.land is None or self.plan.land[cell] != self.sea:
            return False
        at = self.plan.mesh.at
        return self.ashore == NOBODY or math.dist(at[cell], at[self.ashore]) > self.near

    def _beside(self, cell: int) -> float:
        """Return the distance of a cell from the straight line, as a part of the line's length."""
        at = self.plan.mesh.at
        (ax, ay), (bx, by), (x, y) = at[self.start], at[self.goal], at[cell]
        across = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay))
        return across / ((bx - ax) ** 2 + (by - ay) ** 2)


def _search(plan: Plan, ends: Pair, traffic: _Traffic) -> _Search:
    """Return the search for the path of a border."""
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
    """Return the two nearest seeds of two regions."""
    at = plan.mesh.at
    pairs = ((a, b) for a in plan.seeds[ends[0]] for b in plan.seeds[ends[1]])
    return min(pairs, key=lambda two: math.dist(at[two[0]], at[two[1]]))


def _back(cell: int, previous: dict[int, int]) -> list[int]:
    """Return the path that ends in a cell."""
    path = [cell]
    while path[-1] in previous:
        path.append(previous[path[-1]])
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
            total += 3 * sum(user != region for user in traffic.users[cell])
            total += 1.5 * (not plan.suits(cell, region))
        return total, turn

    return min(map(misfit, range(1, len(path))))[1]


def _first_part(plan: Plan, ends: Pair, length: float) -> float:
    """Return the length of the first region's part; a shore stays near its land."""
    first, second = (plan.reach[region] for region in ends)
    part = length * first / (first + second)
    match tuple(map(plan.board.is_sea, ends)):
        case (False, True):
            return min(part, 0.9 * first)
        case (True, False):
            return max(part, length - 0.9 * second)
        case _:
            return part


def _give_up(traffic: _Traffic) -> list[Pair]:
    """Remove the paths that still cross, the most crowded first, and return their borders."""
    lost = []
    while crowded := traffic.crowded():
        worst = max(
            traffic.paths,
            key=lambda ends: (sum(n in crowded for n in traffic.paths[ends][0]), ends),
        )
        traffic.remove_path(worst)
        lost.append(worst)
    return lost
