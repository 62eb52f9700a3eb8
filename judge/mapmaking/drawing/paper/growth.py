"""From corridors to a full map: every cell is given to a region, or to the void."""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from judge.mapmaking.drawing.board import Pair, pair
from judge.mapmaking.drawing.paper.plan import NOBODY, Plan

# How far a region reaches for the frame, in its own reaches.
_FRAME_REACH = 3.0
# How far land reaches where no coast is known, in its own reaches.
_CAP = 1.15
# A region grows from all of its corridors, but from one that leads far away no farther
# than from here, in its reaches; else it would be as wide at the end as in the middle.
_HEAD_START = 0.45

# How much harder than elsewhere a region goes into a cell.
Into = Callable[[int, int], float]


@dataclass(frozen=True, slots=True)
class _Growth:
    """Regions that grow at the same time, and how far: into water or land, or both."""

    regions: frozenset[int]
    cap: float
    everywhere: bool = False


def reach_frame(plan: Plan, labels: list[int]) -> None:
    """Give regions at the edge of the board a strip of cells to the frame.

    Without it a neighbor could grow around them, and touch what it must not.
    """
    regions = range(len(plan.seeds))
    for first, region in sorted((_way_out(plan, labels, n)[0], n) for n in regions):
        limit = _FRAME_REACH * plan.reach[region]
        if plan.board.is_closed(region) or first > limit:
            continue
        length, way = _way_out(plan, labels, region)
        if length <= 2 * limit:
            for cell in way:
                labels[cell] = region


def grow(plan: Plan, labels: list[int], cost: Sequence[float], into: Into) -> None:
    """Give every free cell to the region that reaches it first, land before sea.

    Land that is known is all given away, and what nobody reaches without crossing water
    is void; where coasts are invented land stops at a distance. Void that is there
    already grows like land.
    """
    everyone = frozenset(range(plan.board.void + 1))
    sea = frozenset(filter(plan.board.is_sea, everyone))
    cap = _CAP if plan.land is None else math.inf
    _flood(plan, labels, _Growth(everyone - sea, cap), cost, into)
    if plan.land is not None:
        for cell, dry in enumerate(plan.land):
            if dry and labels[cell] == NOBODY:
                labels[cell] = plan.board.void
    _flood(plan, labels, _Growth(sea, math.inf), cost, into)
    _flood(plan, labels, _Growth(everyone, math.inf, everywhere=True), cost, into)


def carve(plan: Plan, labels: list[int], planned: Sequence[int]) -> None:
    """Turn the ground along long false borders into void, but for what was `planned`.

    Cells that are cut off from their region by that are void too. Provinces that a
    connector joins may meet at a corner.
    """
    mesh, board = plan.mesh, plan.board
    length: Counter[Pair] = Counter()
    beside: defaultdict[Pair, set[int]] = defaultdict(set)
    for (a, b), side in zip(mesh.sides.tolist(), mesh.lengths.tolist(), strict=True):
        if max(a, b) >= mesh.cells or labels[a] == labels[b]:
            continue
        if not board.may_touch(labels[a], labels[b]):
            length[pair(labels[a], labels[b])] += side
            beside[pair(labels[a], labels[b])] |= {a, b}
    width = 0.5 * median(plan.reach)
    for ends, total in length.items():
        if total > width and ends not in board.links:
            for cell in _within(plan, labels, beside[ends], width):
                if planned[cell] == NOBODY and labels[cell] in ends:
                    labels[cell] = board.void
    _drop_islets(plan, labels, planned)


def _way_out(plan: Plan, labels: Sequence[int], region: int) -> tuple[float, list[int]]:
    """Return the shortest way from a region to the frame over free cells."""
    mesh = plan.mesh
    far = {cell: 0.0 for cell, label in enumerate(labels) if label == region}
    queue = [(0.0, cell) for cell in far]
    before: dict[int, int] = {}
    done = set()
    while queue:
        length, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if any(other >= mesh.cells for other in mesh.near[cell]):
            return length, _back(cell, before)
        for other, apart in mesh.steps[cell]:
            if labels[other] not in (NOBODY, region):
                continue
            total = length + apart * _narrowness(plan, labels, other, region)
            if total < far.get(other, math.inf):
                far[other] = total
                before[other] = cell
                heapq.heappush(queue, (total, other))
    return math.inf, []


def _narrowness(plan: Plan, labels: Sequence[int], cell: int, region: int) -> float:
    """Return how much a strip to the frame had better keep away from a cell."""
    mesh = plan.mesh
    around = (labels[other] for other, _ in mesh.steps[cell])
    crowded = any(label not in (NOBODY, region) for label in around)
    return (2.5 if crowded else 1.0) * (1.0 if plan.suits(cell, region) else 6.0)


def _back(cell: int, before: dict[int, int]) -> list[int]:
    way = [cell]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way


def _flood(
    plan: Plan, labels: list[int], growth: _Growth, cost: Sequence[float], into: Into
) -> None:
    mesh = plan.mesh
    suits = plan.suits
    reach = [*plan.reach, median(plan.reach)]
    queue = [
        (_start(plan, cell, label, growth), cell, label)
        for cell, label in enumerate(labels)
        if label in growth.regions
        # A lake stays where it is, other void grows.
        and (label != plan.board.void or suits(cell, label))
    ]
    heapq.heapify(queue)
    best: dict[int, float] = {}
    while queue:
        far, cell, region = heapq.heappop(queue)
        if labels[cell] == NOBODY:
            labels[cell] = region
        if labels[cell] != region or best.get(cell, math.inf) <= far:
            continue
        best[cell] = far
        for other, apart in mesh.steps[cell]:
            if labels[other] == NOBODY and (growth.everywhere or suits(other, region)):
                step = apart / reach[region] * cost[other] * into(other, region)
                if far + step <= growth.cap:
                    heapq.heappush(queue, (far + step, other, region))


def _start(plan: Plan, cell: int, region: int, growth: _Growth) -> float:
    """Return how far a region is at a cell of its own; corridors do not count fully."""
    if growth.cap == math.inf or region == plan.board.void:
        return 0.0
    middle = plan.mesh.at[plan.seeds[region][0]]
    far = math.dist(plan.mesh.at[cell], middle) / plan.reach[region]
    return min(far, _HEAD_START)


def _within(plan: Plan, labels: Sequence[int], cells: Iterable[int], width: float) -> set[int]:
    """Return the cells so near to `cells`, in the same regions."""
    mesh = plan.mesh
    regions = {labels[cell] for cell in cells}
    queue = [(0.0, cell) for cell in cells]
    heapq.heapify(queue)
    done: set[int] = set()
    while queue:
        far, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        for other, apart in mesh.steps[cell]:
            if labels[other] in regions and far + apart <= width:
                heapq.heappush(queue, (far + apart, other))
    return done


def _drop_islets(plan: Plan, labels: list[int], planned: Sequence[int]) -> None:
    mesh, void = plan.mesh, plan.board.void
    held = {cell for cell, region in enumerate(planned) if region != NOBODY}
    waiting = list(held)
    while waiting:
        cell = waiting.pop()
        for other in mesh.near[cell]:
            if other < mesh.cells and other not in held and labels[other] == labels[cell]:
                held.add(other)
                waiting.append(other)
    for cell in range(mesh.cells):
        if cell not in held:
            labels[cell] = void
