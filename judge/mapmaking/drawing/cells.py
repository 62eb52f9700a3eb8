"""The cells of a drawing, the growth of regions over them, and repairs of small faults.

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
# The neighbors of a cell: direction, index, length of the side, distance.
_Row = list[tuple[float, int, float, float]]

# The distance of rows in a triangular grid, in widths of a cell: sqrt(3) / 2.
_ROW = 0.866
_JITTER = 0.33  # less than half a cell, so that neighbors do not change places
# Cells are connected by a side of at least this length, in widths of a cell.
_FIRM = 0.12
_OCTAVES = 3  # a fourth one would have only 0.55 ** 3 of the strength
_WAVES = 6


@dataclass(frozen=True, slots=True)
class Mesh:
    """The cells that cover the picture, and mirror images of cells outside its frame."""

    width: float
    height: float
    size: float
    #: The centers of all cells; those from index `cells` on are outside the frame.
    points: Points
    cells: int
    #: By cell: its neighbors in circular sequence, and the length of the side to each.
    near: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[float, ...], ...]
    #: By cell: whether each neighbor is connected with the next one.
    hinged: tuple[tuple[bool, ...], ...]
    #: By cell: the connected neighbors inside the frame, and their distances.
    steps: tuple[tuple[tuple[int, float], ...], ...]
    #: The same as `points`, as tuples.
    at: tuple[tuple[float, float], ...]
    #: Pairs of adjacent cells, with the length and the corners of the side between them.
    sides: Integers
    lengths: NDArray[np.float64]
    ends: Integers
    corners: Points

    def tree(self) -> cKDTree:
        """Return an index that finds the nearest cell of a point."""
        return cKDTree(self.points[: self.cells])


def make_mesh(points: Points, width: float, height: float, size: float) -> Mesh:
    """Return the cells around `points`, cut at the frame."""
    everything = _mirrored(points, width, height, 3 * size)
    voronoi = Voronoi(everything)
    ends = np.array([r if len(r) == 2 else (-1, -1) for r in voronoi.ridge_vertices])
    sides = voronoi.ridge_points.astype(np.int64)
    inside = (ends >= 0).all(1) & (sides < len(points)).any(1)
    sides, ends = sides[inside], ends[inside]
    corners = voronoi.vertices.clip((0, 0), (width, height))
    lengths = np.hypot(*(corners[ends[:, 0]] - corners[ends[:, 1]]).T)
    rows = _around(sides, lengths, everything, len(points))
    return Mesh(
        width=width,
        height=height,
        size=size,
        points=everything,
        cells=len(points),
        near=tuple(tuple(other for _, other, _, _ in row) for row in rows),
        shared=tuple(tuple(length for _, _, length, _ in row) for row in rows),
        hinged=_hinged(rows, _FIRM * size),
        steps=tuple(
            tuple(
                (other, distance)
                for _, other, length, distance in row
                if other < len(points) and length >= _FIRM * size
            )
            for row in rows
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
    """Return the `fixed` points, and a grid with random shifts that keeps a distance from them."""
    width, height = frame
    rows = np.arange(size / 2, height, size * _ROW)
    grid = np.vstack(
        [
            [(x, y) for x in np.arange(size / 2 * (1 + row % 2), width, size)]
            for row, y in enumerate(rows)
        ]
    )
    grid += chance.uniform(-_JITTER * size, _JITTER * size, grid.shape)
    distance, _ = cKDTree(fixed).query(grid)
    edge = 0.1 * size
    inside = ((grid > edge) & (grid < np.array(frame) - edge)).all(1)
    return np.vstack([fixed, grid[(distance > 0.5 * size) & inside]])


def smooth_noise(points: Points, scale: float, chance: np.random.Generator) -> Points:
    """Return a value of about -1 to 1 for each point, similar for points nearer than `scale`."""
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
    """Return the points, and mirror images of those near the frame."""
    x = points[:, 0]
    west = points[x < margin] * (-1, 1)
    east = points[x > width - margin] * (-1, 1) + (2 * width, 0)
    with_sides = np.vstack([points, west, east])
    y = with_sides[:, 1]
    north = with_sides[y < margin] * (1, -1)
    south = with_sides[y > height - margin] * (1, -1) + (0, 2 * height)
    return np.vstack([with_sides, north, south])


def _around(sides: Integers, lengths: Points, points: Points, cells: int) -> list[_Row]:
    """Return the neighbors of each cell, sorted by direction."""
    step = points[sides[:, 1]] - points[sides[:, 0]]
    angles = np.arctan2(step[:, 1], step[:, 0])
    back = np.arctan2(-step[:, 1], -step[:, 0])
    distances = np.hypot(step[:, 0], step[:, 1])
    around: list[_Row] = [[] for _ in range(cells)]
    for (a, b), length, angle, opposite, distance in zip(
        sides.tolist(),
        lengths.tolist(),
        angles.tolist(),
        back.tolist(),
        distances.tolist(),
        strict=True,
    ):
        if a < cells:
            around[a].append((angle, b, length, distance))
        if b < cells:
            around[b].append((opposite, a, length, distance))
    for row in around:
        row.sort()
    return around


def _hinged(around: list[_Row], least: float) -> tuple[tuple[bool, ...], ...]:
    """Return, for each neighbor of a cell, whether its side to the next neighbor is firm."""
    firm = {
        (cell, other)
        for cell, row in enumerate(around)
        for _, other, length, _ in row
        if length >= least
    }
    rings = ([other for _, other, _, _ in row] for row in around)
    return tuple(
        tuple(pair in firm or pair[::-1] in firm for pair in pairwise([*ring, ring[0]]))
        for ring in rings
    )


# The label of a cell without a region, and the label of the outside.
NOBODY, OUTSIDE = -1, -2


@dataclass(frozen=True, slots=True)
class Plan:
    """The input of all later steps: cells, regions, seeds and land."""

    mesh: Mesh
    board: BoardRegions
    #: By region: the cells that certainly belong to it, the first one at its position.
    seeds: tuple[tuple[int, ...], ...]
    #: By region: about half the distance to its neighbors.
    reach: tuple[float, ...]
    #: By cell: whether it is land; None if coasts are to be invented.
    land: tuple[bool, ...] | None

    def suits(self, cell: int, region: int) -> bool:
        """Return whether a cell has the region's element: land or water."""
        return self.land is None or self.land[cell] != self.board.is_sea(region)


# A region grows to the frame if the frame is nearer than this, in multiples of the region's reach.
_FRAME_REACH = 3.0
# The distance to which land grows if no coast is known, in multiples of the region's reach.
_CAP = 1.15
# A region also grows from its corridors. Cells of a corridor that are farther away than this (in
# multiples of the region's reach) start with this distance. Otherwise the end of a corridor would
# grow as wide as its middle.
_HEAD_START = 0.45

# A factor for the cost at which a region enters a cell.
Into = Callable[[int, int], float]


@dataclass(frozen=True, slots=True)
class _Growth:
    """A simultaneous growth of regions: how far, and whether a shore stops it."""

    regions: frozenset[int]
    cap: float
    everywhere: bool = False


def reach_frame(plan: Plan, labels: list[int]) -> None:
    """Give regions at the edge of the board a strip of cells to the frame.

    Otherwise a neighbor could grow around them, and touch a region that it must not touch.
    """
    regions = range(len(plan.seeds))
    for first, region in sorted((_path_to_frame(plan, labels, n)[0], n) for n in regions):
        limit = _FRAME_REACH * plan.reach[region]
        if plan.board.is_closed(region) or first > limit:
            continue
        length, path = _path_to_frame(plan, labels, region)
        if length <= 2 * limit:
            for cell in path:
                labels[cell] = region


def grow(plan: Plan, labels: list[int], cost: Sequence[float], into: Into) -> None:
    """Give every free cell to the region that reaches it first, land before sea.

    All known land is assigned; land that no region reaches without crossing water is void. If
    coasts are invented, land stops at a distance. Existing void grows like land.
    """
    everyone = frozenset(range(plan.board.void + 1))
    sea = frozenset(filter(plan.board.is_sea, everyone))
    cap = _CAP if plan.land is None else math.inf
    _flood(plan, labels, _Growth(everyone - sea, cap), cost, into)
    if plan.land is not None:
        for cell, is_land in enumerate(plan.land):
            if is_land and labels[cell] == NOBODY:
                labels[cell] = plan.board.void
    _flood(plan, labels, _Growth(sea, math.inf), cost, into)
    _flood(plan, labels, _Growth(everyone, math.inf, everywhere=True), cost, into)


def carve(plan: Plan, labels: list[int], planned: Sequence[int]) -> None:
    """Turn the cells along long false borders into void, except `planned` cells.

    Cells that are then cut off from their region become void too. Provinces that a connector joins
    may touch at a corner.
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


def _path_to_frame(plan: Plan, labels: Sequence[int], region: int) -> tuple[float, list[int]]:
    """Return the length and the cells of the shortest path from a region to the frame."""
    mesh = plan.mesh
    lengths = {cell: 0.0 for cell, label in enumerate(labels) if label == region}
    queue = [(0.0, cell) for cell in lengths]
    previous: dict[int, int] = {}
    done = set()
    while queue:
        length, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if any(other >= mesh.cells for other in mesh.near[cell]):
            return length, _back(cell, previous)
        for other, apart in mesh.steps[cell]:
            if labels[other] not in (NOBODY, region):
                continue
            total = length + apart * _crowding_cost(plan, labels, other, region)
            if total < lengths.get(other, math.inf):
                lengths[other] = total
                previous[other] = cell
                heapq.heappush(queue, (total, other))
    return math.inf, []


def _crowding_cost(plan: Plan, labels: Sequence[int], cell: int, region: int) -> float:
    """Return the factor of a path's cost that keeps it away from other regions."""
    mesh = plan.mesh
    around = (labels[other] for other, _ in mesh.steps[cell])
    crowded = any(label not in (NOBODY, region) for label in around)
    return (2.5 if crowded else 1.0) * (1.0 if plan.suits(cell, region) else 6.0)


def _back(cell: int, previous: dict[int, int]) -> list[int]:
    """Return the path that ends in a cell."""
    path = [cell]
    while path[-1] in previous:
        path.append(previous[path[-1]])
    return path


def _flood(
    plan: Plan, labels: list[int], growth: _Growth, cost: Sequence[float], into: Into
) -> None:
    """Grow regions over free cells, the nearest cell first (Dijkstra)."""
    mesh = plan.mesh
    suits = plan.suits
    reach = [*plan.reach, median(plan.reach)]
    queue = [
        (_start(plan, cell, label, growth), cell, label)
        for cell, label in enumerate(labels)
        if label in growth.regions
        # A lake stays as it is; other void grows.
        and (label != plan.board.void or suits(cell, label))
    ]
    heapq.heapify(queue)
    best: dict[int, float] = {}
    while queue:
        distance, cell, region = heapq.heappop(queue)
        if labels[cell] == NOBODY:
            labels[cell] = region
        if labels[cell] != region or best.get(cell, math.inf) <= distance:
            continue
        best[cell] = distance
        for other, apart in mesh.steps[cell]:
            if labels[other] == NOBODY and (growth.everywhere or suits(other, region)):
                step = apart / reach[region] * cost[other] * into(other, region)
                if distance + step <= growth.cap:
                    heapq.heappush(queue, (distance + step, other, region))


def _start(plan: Plan, cell: int, region: int, growth: _Growth) -> float:
    """Return the distance at which a region's growth starts from a cell of its own."""
    if growth.cap == math.inf or region == plan.board.void:
        return 0.0
    middle = plan.mesh.at[plan.seeds[region][0]]
    distance = math.dist(plan.mesh.at[cell], middle) / plan.reach[region]
    return min(distance, _HEAD_START)


def _within(plan: Plan, labels: Sequence[int], cells: Iterable[int], width: float) -> set[int]:
    """Return the cells of the same regions within this distance of `cells`."""
    mesh = plan.mesh
    regions = {labels[cell] for cell in cells}
    queue = [(0.0, cell) for cell in cells]
    heapq.heapify(queue)
    done: set[int] = set()
    while queue:
        distance, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        for other, apart in mesh.steps[cell]:
            if labels[other] in regions and distance + apart <= width:
                heapq.heappush(queue, (distance + apart, other))
    return done


def _drop_islets(plan: Plan, labels: list[int], planned: Sequence[int]) -> None:
    """Turn cells that are not connected to a planned cell of their region into void."""
    mesh, void = plan.mesh, plan.board.void
    connected = {cell for cell, region in enumerate(planned) if region != NOBODY}
    waiting = list(connected)
    while waiting:
        cell = waiting.pop()
        for other in mesh.near[cell]:
            if other < mesh.cells and other not in connected and labels[other] == labels[cell]:
                connected.add(other)
                waiting.append(other)
    for cell in range(mesh.cells):
        if cell not in connected:
            labels[cell] = void


# Void of fewer cells than this has no meaning.
_SPECK = 12


def bridge(plan: Plan, labels: list[int]) -> None:
    """Join two parts of a region that a false border between other regions separates.

    Two seas that meet in a strait, but must not, are separated by a bridge of land. If the bridge
    would make a false border itself, it becomes void.
    """
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    for first, second in _false_borders(plan, labels):
        for cells in (first, second):
            between = _at_ends(plan, labels, first, second)
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
    """Give parts that are cut off from their region to the region that surrounds them."""
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    for region in range(plan.board.void):
        cells = (cell for cell, label in enumerate(labels) if label == region)
        for lake in _connected_groups(plan, cells):
            around = {_label(plan, labels, n) for c in lake for n in plan.mesh.near[c]}
            around -= {region}
            if fixed.isdisjoint(lake) and len(around) == 1 and OUTSIDE not in around:
                [label] = around
                for cell in lake:
                    labels[cell] = label


def fill_specks(plan: Plan, labels: list[int]) -> None:
    """Give small areas of void to a neighbor on land, if that makes no false border.

    If coasts are invented, a sea may get them too, because they are no real islands.
    """
    board = plan.board
    void = [cell for cell, label in enumerate(labels) if label == board.void]
    for speck in _connected_groups(plan, void):
        around = {_label(plan, labels, n) for c in speck for n in plan.mesh.near[c]}
        around -= {board.void, OUTSIDE}
        takers = [
            region
            for region in sorted(around, key=lambda label: (board.is_sea(label), label))
            if not (plan.land is not None and board.is_sea(region))
            and all(board.may_touch(region, other) for other in around - {region})
        ]
        if takers and len(speck) < _SPECK:
            for cell in speck:
                labels[cell] = takers[0]


def _label(plan: Plan, labels: Sequence[int], cell: int) -> int:
    """Return the label of a cell, OUTSIDE beyond the frame."""
    return labels[cell] if cell < plan.mesh.cells else OUTSIDE


def _false_borders(plan: Plan, labels: Sequence[int]) -> list[tuple[set[int], set[int]]]:
    """Return the cells on both sides of each stretch of false border."""
    beside: dict[tuple[int, int], dict[int, set[int]]] = {}
    for cells in plan.mesh.sides.tolist():
        a, b = cells
        first, second = _label(plan, labels, a), _label(plan, labels, b)
        if OUTSIDE in (first, second) or first == second:
            continue
        if not plan.board.may_touch(first, second):
            ends, pair = ((first, second), (a, b)) if first < second else ((second, first), (b, a))
            beside.setdefault(ends, {}).setdefault(pair[0], set()).add(pair[1])
    return [
        (stretch, set().union(*(others[cell] for cell in stretch)))
        for others in beside.values()
        for stretch in _connected_groups(plan, others)
    ]


def _torn(plan: Plan, labels: Sequence[int], cells: set[int]) -> bool:
    """Return whether a region would fall into more pieces if it lost these cells."""
    region = labels[next(iter(cells))]
    whole = {cell for cell, label in enumerate(labels) if label == region}
    return len(_connected_groups(plan, whole - cells)) > len(_connected_groups(plan, whole))


def _at_ends(plan: Plan, labels: Sequence[int], first: set[int], second: set[int]) -> set[int]:
    """Return the labels of the cells at both ends of the border between two sets of cells."""
    cells_at_ends = set()
    for cell in first:
        ring = plan.mesh.near[cell]
        for number, beside in enumerate(ring):
            if beside in second:
                cells_at_ends |= {ring[number - 1], ring[(number + 1) % len(ring)]}
    return {_label(plan, labels, cell) for cell in cells_at_ends - first - second} - {
        labels[next(iter(cells))] for cells in (first, second)
    }


def _connected_groups(plan: Plan, cells: Iterable[int]) -> list[set[int]]:
    """Return the cells divided into groups of connected cells."""
    waiting = set(cells)
    groups = []
    while waiting:
        group: set[int] = set()
        reached = [waiting.pop()]
        while reached:
            cell = reached.pop()
            group.add(cell)
            beside = waiting & set(plan.mesh.near[cell])
            waiting -= beside
            reached += beside
        groups.append(group)
    return groups


_EVENINGS = 12  # rounds in which the middles of parts are moved


def parted(plan: Plan, labels: Sequence[int], provinces: Sequence[str]) -> list[int]:
    """Return the labels after regions are divided among twins: a label is a province's index.

    The parts of a region are connected, of similar size, and assigned to the twins from left to
    right.
    """
    index = {name: number for number, name in enumerate(provinces)}
    cells: defaultdict[int, list[int]] = defaultdict(list)
    for cell, label in enumerate(labels):
        cells[label].append(cell)
    province_labels = [len(provinces)] * len(labels)
    for region, twins in enumerate(plan.board.provinces):
        for twin, share in zip(twins, _shares(plan, cells[region], twins), strict=True):
            for cell in share:
                province_labels[cell] = index[twin]
    return province_labels


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
    """Return pairs of a cell and its nearest middle, the pairs with the least distance first."""
    mesh, inside = plan.mesh, set(cells)
    queue = [(0.0, middle, middle) for middle in middles]
    done: dict[int, int] = {}
    while queue:
        distance, cell, middle = heapq.heappop(queue)
        if cell in done:
            continue
        done[cell] = middle
        for other, apart in mesh.steps[cell]:
            if other in inside and other not in done:
                heapq.heappush(queue, (distance + apart, other, middle))
    return list(done.items())


def _innermost(plan: Plan, share: Sequence[int]) -> int:
    """Return the cell of a part that is nearest to its center of gravity."""
    places = plan.mesh.points[list(share)]
    off = ((places - places.mean(0)) ** 2).sum(1)
    return share[int(off.argmin())]
