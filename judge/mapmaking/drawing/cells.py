"""The cells of a drawing: a region grows over them, and small untruths are mended.

Cells are so small that each belongs to one region.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import Voronoi, cKDTree

from judge.mapmaking.drawing.board import BoardRegions, Pair, pair

Points = NDArray[np.float64]
Integers = NDArray[np.int64]
# The neighbors of a cell: direction, which, length of the side, distance.
_Row = list[tuple[float, int, float, float]]

# Rows of a triangular grid are this far apart, in widths of a cell: sqrt(3) / 2.
_ROW = 0.866
_JITTER = 0.33  # less than half a cell, so that neighbors do not change sides
# Cells hang together at a side of at least this length, in widths of a cell.
_FIRM = 0.12
_OCTAVES = 3  # a fourth would have 0.55 ** 3 of the strength, a sixth
_WAVES = 6


@dataclass(frozen=True, slots=True)
class Mesh:
    """Cells that cover the picture; what is not below `cells` lies outside the frame.

    For each cell `near` has its neighbors as they lie around it, `shared` the length of
    the side to each, and `hinged` whether it and the next neighbor hang together; `at`
    is its own middle, as in `points`. `steps` are the neighbors inside the frame that
    one can see it hang together with, and how far off they are. `sides` are pairs of
    cells and `ends` the corners of each side.
    """

    width: float
    height: float
    size: float
    points: Points
    cells: int
    near: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[float, ...], ...]
    hinged: tuple[tuple[bool, ...], ...]
    steps: tuple[tuple[tuple[int, float], ...], ...]
    at: tuple[tuple[float, float], ...]
    sides: Integers
    lengths: NDArray[np.float64]
    ends: Integers
    corners: Points

    def tree(self) -> cKDTree:
        """Return an index that finds cells by place."""
        return cKDTree(self.points[: self.cells])


def make_mesh(points: Points, width: float, height: float, size: float) -> Mesh:
    """Return the cells around `points`, cut off straight at the frame."""
    everything = _mirrored(points, width, height, 3 * size)
    voronoi = Voronoi(everything)
    ends = np.array([r if len(r) == 2 else (-1, -1) for r in voronoi.ridge_vertices])
    sides = voronoi.ridge_points.astype(np.int64)
    inside = (ends >= 0).all(1) & (sides < len(points)).any(1)
    sides, ends = sides[inside], ends[inside]
    corners = voronoi.vertices.clip((0, 0), (width, height))
    lengths = np.hypot(*(corners[ends[:, 0]] - corners[ends[:, 1]]).T)
    around = _around(sides, lengths, everything, len(points))
    return Mesh(
        width=width,
        height=height,
        size=size,
        points=everything,
        cells=len(points),
        near=tuple(tuple(one for _, one, _, _ in row) for row in around),
        shared=tuple(tuple(length for _, _, length, _ in row) for row in around),
        hinged=_hinged(around, _FIRM * size),
        steps=tuple(
            tuple(
                (one, far)
                for _, one, length, far in row
                if one < len(points) and length >= _FIRM * size
            )
            for row in around
        ),
        at=tuple((x, y) for x, y in everything.tolist()),
        sides=sides,
        lengths=lengths,
        ends=ends,
        corners=corners,
    )


def scattered(
    fixed: Points, frame: tuple[float, float], size: float, chance: np.random.Generator
) -> Points:
    """Return `fixed` points, and a jittered grid that keeps its distance from them."""
    width, height = frame
    rows = np.arange(size / 2, height, size * _ROW)
    grid = np.vstack(
        [
            [(x, y) for x in np.arange(size / 2 * (1 + row % 2), width, size)]
            for row, y in enumerate(rows)
        ]
    )
    grid += chance.uniform(-_JITTER * size, _JITTER * size, grid.shape)
    far, _ = cKDTree(fixed).query(grid)
    edge = 0.1 * size
    inside = ((grid > edge) & (grid < np.array(frame) - edge)).all(1)
    return np.vstack([fixed, grid[(far > 0.5 * size) & inside]])


def smooth_noise(points: Points, scale: float, chance: np.random.Generator) -> Points:
    """Return about -1 to 1 for each point, alike for points nearer than `scale`."""
    total = np.zeros(len(points))
    strength, sum_of_strengths = 1.0, 0.0
    for octave in range(_OCTAVES):
        for _ in range(_WAVES):
            wave = chance.normal(0, 1, 2)
            wave *= 2 * math.pi / scale * 2**octave / np.hypot(*wave)
            phase = chance.uniform(0, 2 * math.pi)
            total += strength * np.sin(points @ wave + phase) / math.sqrt(_WAVES)
        sum_of_strengths += strength
        strength *= 0.55
    return np.asarray(total / sum_of_strengths)


def _mirrored(points: Points, width: float, height: float, margin: float) -> Points:
    """Return the points and what is near the frame again behind it."""
    x = points[:, 0]
    west = points[x < margin] * (-1, 1)
    east = points[x > width - margin] * (-1, 1) + (2 * width, 0)
    wide = np.vstack([points, west, east])
    y = wide[:, 1]
    north = wide[y < margin] * (1, -1)
    south = wide[y > height - margin] * (1, -1) + (0, 2 * height)
    return np.vstack([wide, north, south])


def _around(sides: Integers, lengths: Points, points: Points, cells: int) -> list[_Row]:
    """Return for each cell its neighbors by direction: who, how long, how far."""
    step = points[sides[:, 1]] - points[sides[:, 0]]
    angles = np.arctan2(step[:, 1], step[:, 0])
    back = np.arctan2(-step[:, 1], -step[:, 0])
    far = np.hypot(step[:, 0], step[:, 1])
    around: list[_Row] = [[] for _ in range(cells)]
    for (a, b), length, angle, other, apart in zip(
        sides.tolist(), lengths.tolist(), angles.tolist(), back.tolist(), far.tolist(), strict=True
    ):
        if a < cells:
            around[a].append((angle, b, length, apart))
        if b < cells:
            around[b].append((other, a, length, apart))
    for row in around:
        row.sort()
    return around


def _hinged(around: list[_Row], least: float) -> tuple[tuple[bool, ...], ...]:
    """Return for each cell whether each neighbor has such a side with the next one."""
    firm = {
        (cell, other)
        for cell, row in enumerate(around)
        for _, other, length, _ in row
        if length >= least
    }
    rings = ([one for _, one, _, _ in row] for row in around)
    return tuple(
        tuple(pair in firm or pair[::-1] in firm for pair in pairwise([*ring, ring[0]]))
        for ring in rings
    )


# The label of a cell that has no region yet, and of what lies outside the frame.
NOBODY, OUTSIDE = -1, -2


@dataclass(frozen=True, slots=True)
class Plan:
    """The input of all later steps: cells, regions, seeds and land.

    `seeds[region]` are cells where the region surely is, the first one its middle;
    `reach` is about half the distance to its neighbors. `land` says for each cell
    whether it is land, or is None when coasts are to be invented.
    """

    mesh: Mesh
    board: BoardRegions
    seeds: tuple[tuple[int, ...], ...]
    reach: tuple[float, ...]
    land: tuple[bool, ...] | None

    def suits(self, cell: int, region: int) -> bool:
        """Return whether a cell is of the region's element, land or water."""
        return self.land is None or self.land[cell] != self.board.is_sea(region)


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

    All known land is given away; land that no region reaches without crossing water is
    void. Where coasts are invented land stops at a distance. Void that is there already
    grows like land.
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
    """Turn the ground along long false borders into void, except `planned` cells.

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


# Void of fewer cells than this says nothing of the ground.
_SPECK = 12


def bridge(plan: Plan, labels: list[int]) -> None:
    """Let a region grow together where its two parts have a false border between them.

    Two seas that meet in a strait, and must not, are parted by a bridge of land. Where
    the bridge itself would make a false border it is void.
    """
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    for one, other in _false_borders(plan, labels):
        for cells in (one, other):
            between = _at_ends(plan, labels, one, other)
            ends = len(between) == 1 and OUTSIDE not in between
            if ends and not cells & fixed and not _torn(plan, labels, cells):
                label = between.pop()
                true = all(
                    plan.board.may_touch(label, labels[beside])
                    for cell in cells
                    for beside, _ in plan.mesh.steps[cell]
                    if labels[beside] != label
                )
                for cell in cells:
                    labels[cell] = label if true else plan.board.void
                break


def fill_lakes(plan: Plan, labels: list[int]) -> None:
    """Give what is cut off from the rest of its region to the one that surrounds it."""
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    for region in range(plan.board.void):
        cells = (cell for cell, label in enumerate(labels) if label == region)
        for lake in _stretches(plan, cells):
            around = {_label(plan, labels, n) for c in lake for n in plan.mesh.near[c]}
            around -= {region}
            if fixed.isdisjoint(lake) and len(around) == 1 and OUTSIDE not in around:
                [label] = around
                for cell in lake:
                    labels[cell] = label


def fill_specks(plan: Plan, labels: list[int]) -> None:
    """Give specks of void to a neighbor on land if that makes no false border.

    Where coasts are invented they may go to a sea as well: they are no islets.
    """
    board = plan.board
    void = [cell for cell, label in enumerate(labels) if label == board.void]
    for speck in _stretches(plan, void):
        around = {_label(plan, labels, n) for c in speck for n in plan.mesh.near[c]}
        around -= {board.void, OUTSIDE}
        takers = [
            one
            for one in sorted(around, key=lambda one: (board.is_sea(one), one))
            if not (plan.land is not None and board.is_sea(one))
            and all(board.may_touch(one, other) for other in around - {one})
        ]
        if takers and len(speck) < _SPECK:
            for cell in speck:
                labels[cell] = takers[0]


def _label(plan: Plan, labels: Sequence[int], cell: int) -> int:
    return labels[cell] if cell < plan.mesh.cells else OUTSIDE


def _false_borders(plan: Plan, labels: Sequence[int]) -> list[tuple[set[int], set[int]]]:
    """Return the cells on both sides of each stretch of false border."""
    beside: dict[tuple[int, int], dict[int, set[int]]] = {}
    for cells in plan.mesh.sides.tolist():
        a, b = cells
        one, other = _label(plan, labels, a), _label(plan, labels, b)
        if OUTSIDE in (one, other) or one == other:
            continue
        if not plan.board.may_touch(one, other):
            ends, pair = ((one, other), (a, b)) if one < other else ((other, one), (b, a))
            beside.setdefault(ends, {}).setdefault(pair[0], set()).add(pair[1])
    return [
        (stretch, set().union(*(others[cell] for cell in stretch)))
        for others in beside.values()
        for stretch in _stretches(plan, others)
    ]


def _torn(plan: Plan, labels: Sequence[int], cells: set[int]) -> bool:
    """Return whether a region is in more pieces without some of its cells."""
    region = labels[next(iter(cells))]
    whole = {cell for cell, label in enumerate(labels) if label == region}
    return len(_stretches(plan, whole - cells)) > len(_stretches(plan, whole))


def _at_ends(plan: Plan, labels: Sequence[int], one: set[int], other: set[int]) -> set[int]:
    """Return whose the cells are at which the border between two sets of cells ends."""
    found = set()
    for cell in one:
        ring = plan.mesh.near[cell]
        for number, beside in enumerate(ring):
            if beside in other:
                found |= {ring[number - 1], ring[(number + 1) % len(ring)]}
    return {_label(plan, labels, cell) for cell in found - one - other} - {
        labels[next(iter(cells))] for cells in (one, other)
    }


def _stretches(plan: Plan, cells: Iterable[int]) -> list[set[int]]:
    """Return the cells in groups that hang together."""
    waiting = set(cells)
    found = []
    while waiting:
        group: set[int] = set()
        reached = [waiting.pop()]
        while reached:
            cell = reached.pop()
            group.add(cell)
            beside = waiting & set(plan.mesh.near[cell])
            waiting -= beside
            reached += beside
        found.append(group)
    return found


_EVENINGS = 12  # how often the middles of the parts are found anew


def parted(plan: Plan, labels: Sequence[int], provinces: Sequence[str]) -> list[int]:
    """Return the labels with each twin apart: now the index of a province.

    The parts of a region hang together, are of about the same size, and are given out
    in the order of the twins from left to right.
    """
    index = {name: number for number, name in enumerate(provinces)}
    cells: defaultdict[int, list[int]] = defaultdict(list)
    for cell, label in enumerate(labels):
        cells[label].append(cell)
    found = [len(provinces)] * len(labels)
    for region, twins in enumerate(plan.board.provinces):
        for twin, share in zip(twins, _shares(plan, cells[region], twins), strict=True):
            for cell in share:
                found[cell] = index[twin]
    return found


def _shares(plan: Plan, cells: Sequence[int], twins: Sequence[str]) -> list[list[int]]:
    """Return the cells of a region in as many parts as there are twins."""
    if len(twins) == 1:
        return [list(cells)]
    places = plan.mesh.points
    middles = [min(cells, key=lambda cell: float(places[cell].sum()))]
    while len(middles) < len(twins):
        middles.append(_nearest_to(plan, cells, middles)[-1][0])
    for _ in range(_EVENINGS):
        shares: defaultdict[int, list[int]] = defaultdict(list)
        for cell, middle in _nearest_to(plan, cells, middles):
            shares[middle].append(cell)
        middles = [_innermost(plan, share) for share in shares.values()]
    return sorted(shares.values(), key=lambda share: float(places[share].mean(0)[0]))


def _nearest_to(plan: Plan, cells: Sequence[int], middles: Sequence[int]) -> list[tuple[int, int]]:
    """Return each cell with the middle nearest to it, the nearest pairs first."""
    mesh, inside = plan.mesh, set(cells)
    queue = [(0.0, middle, middle) for middle in middles]
    done: dict[int, int] = {}
    while queue:
        far, cell, middle = heapq.heappop(queue)
        if cell in done:
            continue
        done[cell] = middle
        for other, apart in mesh.steps[cell]:
            if other in inside and other not in done:
                heapq.heappush(queue, (far + apart, other, middle))
    return list(done.items())


def _innermost(plan: Plan, share: Sequence[int]) -> int:
    """Return the cell of a share that is nearest to its center of gravity."""
    places = plan.mesh.points[list(share)]
    off = ((places - places.mean(0)) ** 2).sum(1)
    return share[int(off.argmin())]
