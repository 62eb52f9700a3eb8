"""Assign a region to each cell of a drawing.

Corridors come first, then regions grow. Finally borders are made short and true: cells change to
another region one by one (a Potts model). A change must neither cut a region in two nor make a
hole, so that the borders of the corridors remain.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from statistics import median

import numpy as np
import shapely
from scipy.spatial import cKDTree

from judge.mapmaking.drawing.board import BoardRegions, CrowdedError, Pair, pair
from judge.mapmaking.drawing.cells import (
    NOBODY,
    OUTSIDE,
    Into,
    Plan,
    Points,
    bridge,
    carve,
    fill_lakes,
    fill_specks,
    grow,
    make_mesh,
    reach_frame,
    scattered,
    smooth_noise,
)
from judge.mapmaking.drawing.corridors import corridors
from judge.mapmaking.drawing.ground import RegionPoints

_SWEEPS = 40
# The part of the sweeps in which a cell may also change for the worse.
_WARM = 0.7
# The cost of a border for its length: a false one, a shore, and all others.
_FALSE = 5.0
_SHORE = 0.9
_TRUE = 1.0
# A true border with fewer cells than this has an extra cost, and so has a small region.
_SHORTEST = 4.0
_SHORT = 6.0
_SMALL = 3.0
# The cost, in widths of a cell, of a cell on the wrong element, in another region's home, or in
# another country.
_WRONG_ELEMENT = 2.2
_WRONG_HOME = 2.0
_WRONG_COUNTRY = 0.4
# The cost of a cell of void between provinces, so that void becomes a thin ridge.
_RIDGE = 1.0


@dataclass(slots=True)
class _State:
    """The present region of each cell, with the lengths of borders and the areas of regions."""

    labels: list[int]
    lengths: defaultdict[Pair, float]
    areas: Counter[int]


@dataclass(frozen=True, slots=True)
class _Prices:
    """The constant prices of borders, cells and regions."""

    plan: Plan
    #: By pair of regions: the price of a border for its length.
    border: list[list[float]]
    #: By region: the area below which it has an extra cost.
    smallest: list[float]
    homes: Sequence[int]
    #: The cells that no region wants, which are void without a cost.
    idle: frozenset[int]
    into: Into

    def of_cell(self, cell: int, region: int) -> float:
        """Return the cost of giving a cell to a region."""
        size = self.plan.mesh.size
        home = self.homes[cell]
        cost = _WRONG_HOME * size * (home not in (NOBODY, region))
        if region == self.plan.board.void and cell in self.idle:
            return cost
        cost += _WRONG_ELEMENT * size * (not self.plan.suits(cell, region))
        cost += _RIDGE * size * (region == self.plan.board.void)
        return cost + _WRONG_COUNTRY * size * (self.into(cell, region) - 1)

    def of_area(self, region: int, area: int) -> float:
        """Return the extra cost of a small region with this number of cells."""
        least = self.smallest[region]
        if area >= least:
            return 0.0
        return _SMALL * self.plan.mesh.size * (least - area) ** 2 / least

    def of_length(self, ends: Pair, length: float) -> float:
        """Return the extra cost of a short border that must exist."""
        least = _SHORTEST * self.plan.mesh.size
        if length >= least or ends not in self.plan.board.borders:
            return 0.0
        return _SHORT * (least - length) ** 2 / least


def relax(
    plan: Plan, labels: list[int], homes: Sequence[int], idle: frozenset[int], into: Into
) -> None:
    """Let cells change to other regions until borders are short, smooth and true.

    Cells that are `idle` may stay void; all others become void only if they must. While `heat`
    lasts, changes for the worse are possible too (simulated annealing).
    """
    chance = random.Random(3)
    state = _state(plan, labels)
    prices = _prices(plan, homes, idle, into)
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    near, cells = plan.mesh.near, plan.mesh.cells
    for sweep in range(_SWEEPS):
        heat = plan.mesh.size / 2 * max(0.0, 1 - sweep / (_SWEEPS * _WARM))
        border = [
            cell
            for cell, label in enumerate(labels)
            if cell not in fixed
            and any(other < cells and labels[other] != label for other in near[cell])
        ]
        chance.shuffle(border)
        for cell in border:
            _offer(cell, state, prices, heat, chance)


def _state(plan: Plan, labels: list[int]) -> _State:
    """Return the lengths of all borders and the areas of all regions."""
    mesh = plan.mesh
    lengths: defaultdict[Pair, float] = defaultdict(float)
    for (a, b), length in zip(mesh.sides.tolist(), mesh.lengths.tolist(), strict=True):
        if max(a, b) < mesh.cells and labels[a] != labels[b]:
            lengths[pair(labels[a], labels[b])] += length
    return _State(labels, lengths, Counter(labels))


def _prices(plan: Plan, homes: Sequence[int], idle: frozenset[int], into: Into) -> _Prices:
    """Return the prices for a plan."""
    cell = 0.866 * plan.mesh.size**2
    usual = median(plan.reach)
    regions = range(plan.board.void + 1)
    return _Prices(
        plan=plan,
        border=[[_border(plan.board, a, b) for b in regions] for a in regions],
        smallest=[2.4 * min(reach, usual) ** 2 / cell for reach in plan.reach] + [0.0],
        homes=homes,
        idle=idle,
        into=into,
    )


def _border(board: BoardRegions, first: int, second: int) -> float:
    """Return the price of a border between two regions."""
    if first == second:
        return 0.0
    if not board.may_touch(first, second):
        return _FALSE
    return _TRUE if board.is_sea(first) == board.is_sea(second) else _SHORE


def _offer(cell: int, state: _State, prices: _Prices, heat: float, chance: random.Random) -> None:
    """Offer a cell to a neighboring region, which takes it if that lowers the cost."""
    plan, labels = prices.plan, state.labels
    mesh, old = plan.mesh, labels[cell]
    ring = [labels[n] if n < mesh.cells else OUTSIDE for n in mesh.near[cell]]
    candidates = sorted({*ring} - {old, OUTSIDE})
    if not candidates or _runs(ring, old, mesh.hinged[cell]) != 1:
        return
    new = chance.choice(candidates)
    if _runs(ring, new) != 1 or not _joins(plan, labels, cell, new):
        return
    if old == plan.board.void and _tears(plan.board, ring, new):
        return
    moved = _moved(ring, mesh.shared[cell], old, new)
    change = _change(state, prices, moved, (old, new))
    change += prices.of_cell(cell, new) - prices.of_cell(cell, old)
    if change <= 0 or (heat and chance.random() < math.exp(-change / heat)):
        labels[cell] = new
        state.areas[old] -= 1
        state.areas[new] += 1
        for ends, length in moved.items():
            state.lengths[ends] += length


def _moved(ring: Sequence[int], lengths: Sequence[float], old: int, new: int) -> dict[Pair, float]:
    """Return the change in length of each border if a cell changes its region from `old` to `new`.

    `ring` are the labels of the cells around it, `lengths` the lengths of its sides.
    """
    moved: dict[Pair, float] = {}
    for label, length in zip(ring, lengths, strict=True):
        if label != OUTSIDE:
            for region, gain in ((old, -length), (new, length)):
                if label != region:
                    ends = pair(region, label)
                    moved[ends] = moved.get(ends, 0.0) + gain
    return moved


def _change(
    state: _State, prices: _Prices, moved: dict[Pair, float], regions: tuple[int, int]
) -> float:
    """Return the cost of changed borders, and of a cell that changes between two regions."""
    change = 0.0
    for (a, b), gain in moved.items():
        before = state.lengths[a, b]
        change += prices.border[a][b] * gain
        change += prices.of_length((a, b), before + gain)
        change -= prices.of_length((a, b), before)
    for region, gain in zip(regions, (-1, 1), strict=True):
        area = state.areas[region]
        change += prices.of_area(region, area + gain) - prices.of_area(region, area)
    return change


def _tears(board: BoardRegions, ring: Sequence[int], new: int) -> bool:
    """Return whether a cell of the void separates `new` from a region that it must not touch."""
    return not all(label in (OUTSIDE, new) or board.may_touch(label, new) for label in ring)


def _runs(ring: Sequence[int], label: int, hinged: Sequence[bool] = ()) -> int:
    """Return the number of separate parts in which `label` surrounds a cell.

    With `hinged`, neighbors that touch only at a point are separate.
    """
    after = [*ring[1:], ring[0]]
    ends = sum(
        first == label and not (second == label and joined)
        for first, second, joined in zip(ring, after, hinged or repeat(True), strict=False)
    )
    return ends or int(ring[0] == label)


def _joins(plan: Plan, labels: Sequence[int], cell: int, label: int) -> bool:
    """Return whether a cell is connected with a cell of this label."""
    return any(labels[other] == label for other, _ in plan.mesh.steps[cell])


# Pairs of cells on both sides of a coast: their distance from it and from each other, in cells.
_ASTRIDE = 0.34
_ALONG = 0.75
_TOO_NEAR = 0.42
_BESIDE_MIDDLE = 0.6
_EDGE = 2.0  # nearer to the frame a cell would be cut by it
# The factor for the cost of growing into another country.
_ABROAD = 3.0
_ROUGHNESS = 0.4  # so that borders without a known course are not straight
# The radius around a point of the void, in reaches.
_VOID = 0.5
# The reach of an impassable region, as a part of the usual reach.
_CLOSED = 0.55


@dataclass(frozen=True, slots=True)
class Routes:
    """The corridors of all borders: the region of each cell, the homes, and borders without a path.

    Borders without a path (`lost`) are links on the board of the plan.
    """

    plan: Plan
    labels: Sequence[int]
    homes: Sequence[int]
    lost: Sequence[Pair]


def plan_of(board: BoardRegions, ground: RegionPoints, chance: np.random.Generator) -> Plan:
    """Return the plan for a ground: its cells, seeds, reaches and land."""
    fixed = np.vstack([ground.middles, _astride(ground)])
    frame = (ground.width, ground.height)
    mesh = make_mesh(scattered(fixed, frame, ground.cell, chance), *frame, ground.cell)
    tree = mesh.tree()
    further = {region: tree.query(at)[1].tolist() for region, at in ground.seeds.items()}
    reach = _reaches(board, ground.middles)
    land = None
    if ground.land is not None:
        inside = shapely.contains_xy(ground.land, mesh.points[: mesh.cells])
        land = tuple(bool(dry) for dry in inside)
    regions = range(board.void)
    seeds = tuple((region, *further.get(region, ())) for region in regions)
    return Plan(mesh, board, seeds, reach, land)


def routed(plan: Plan, *, yielding: bool) -> Routes:
    """Return the corridors of all borders.

    CrowdedError if some border has no path. If `yielding` is true these borders become links
    instead.
    """
    labels, homes, lost = corridors(plan)
    board, lost = plan.board, sorted(lost)
    if lost and not yielding:
        pairs = ", ".join(f"{board.name(a)}-{board.name(b)}" for a, b in lost)
        raise CrowdedError(
            f"There is no room for these borders: {pairs}. Move the positions apart, "
            "choose a smaller cell, or list them as connectors.",
            tuple(f"{board.name(a)} {board.name(b)}" for a, b in lost),
        )
    return Routes(replace(plan, board=board.with_links(lost)), labels, homes, lost)


def painted(routes: Routes, ground: RegionPoints, chance: np.random.Generator) -> list[int]:
    """Return the region of each cell."""
    plan, labels, homes = routes.plan, list(routes.labels), routes.homes
    board, mesh = plan.board, plan.mesh
    for point in ground.lakes:
        _fill(plan, labels, int(mesh.tree().query(point)[1]))
    reach_frame(plan, labels)
    radius = _VOID * float(np.median(plan.reach))
    for point in ground.void:
        for cell in mesh.tree().query_ball_point(point, radius):
            if labels[cell] == NOBODY:
                labels[cell] = board.void
    planned = list(labels)
    scale = 2.2 * float(np.median(plan.reach))
    noise = smooth_noise(mesh.points[: mesh.cells], scale, chance)
    into = _abroad(plan, ground)
    grow(plan, labels, (1 + _ROUGHNESS * noise).clip(0.4, 2.2).tolist(), into)
    idle = frozenset(n for n, label in enumerate(labels) if label == board.void)
    carve(plan, labels, planned)
    relax(plan, labels, homes, idle, into)
    bridge(plan, labels)
    fill_lakes(plan, labels)
    fill_specks(plan, labels)
    return labels


def _fill(plan: Plan, labels: list[int], cell: int) -> None:
    """Turn the free water around a cell into void."""
    reached = [cell]
    while reached:
        cell = reached.pop()
        if plan.land and not plan.land[cell] and labels[cell] == NOBODY:
            labels[cell] = plan.board.void
            reached += [other for other, _ in plan.mesh.steps[cell]]


def _astride(ground: RegionPoints) -> Points:
    """Return pairs of points on both sides of coasts, so that cells end at the coast."""
    if ground.land is None:
        return np.empty((0, 2))
    areas = (ground.land, *ground.countries)
    pairs = np.array([at for area in areas for at in _pairs(area, ground.cell)])
    frame = (ground.width - _EDGE, ground.height - _EDGE)
    inside = ((pairs > _EDGE) & (pairs < frame)).all(1)
    is_apart = cKDTree(ground.middles).query(pairs)[0] > _BESIDE_MIDDLE * ground.cell
    pairs = np.asarray(pairs[inside & is_apart])
    return np.asarray(pairs[_thinned(pairs, _TOO_NEAR * ground.cell)])


def _pairs(area: shapely.Geometry, cell: float) -> Iterator[tuple[float, float]]:
    """Yield points on both sides of an area's outline."""
    for ring in shapely.get_parts(area.boundary):
        steps = max(4, int(ring.length / (_ALONG * cell)))
        for at in np.linspace(0, ring.length, steps, endpoint=False):
            here = ring.interpolate(at)
            ahead = ring.interpolate((at + 0.3) % ring.length)
            dx, dy = ahead.x - here.x, ahead.y - here.y
            length = float(np.hypot(dx, dy)) or 1.0
            for side in (_ASTRIDE * cell / length, -_ASTRIDE * cell / length):
                yield here.x - side * dy, here.y + side * dx


def _thinned(points: Points, distance: float) -> list[int]:
    """Return the indices of points to keep, so that no two are nearer than `distance`."""
    dropped: set[int] = set()
    for first, second in sorted(cKDTree(points).query_pairs(distance)):
        if first not in dropped:
            dropped.add(second)
    return [n for n in range(len(points)) if n not in dropped]


def _reaches(board: BoardRegions, middles: Points) -> tuple[float, ...]:
    """Return about half the distance of each region to its nearest neighbors.

    For land only neighbors on land count, if there are any.
    """
    reaches = np.array([_half_way(board, middles, region) for region in range(board.void)])
    sea = np.array([board.is_sea(region) for region in range(board.void)])
    usual = float(np.median(reaches[(reaches > 0) & ~sea]))
    reaches[reaches == 0] = _CLOSED * usual
    low, high = np.where(sea, 0.8, 0.6) * usual, np.where(sea, 4.0, 1.8) * usual
    return tuple(reaches.clip(low, high).tolist())


def _half_way(board: BoardRegions, middles: Points, region: int) -> float:
    """Return half the mean distance of a region to its four nearest neighbors, 0 without any."""
    around = [a + b - region for a, b in board.borders if region in (a, b)]
    land = [other for other in around if not board.is_sea(other)]
    use = around if board.is_sea(region) else land or around
    distances = [float(np.hypot(*(middles[n] - middles[region]))) for n in use]
    return sum(sorted(distances)[:4]) / len(distances[:4]) / 2 if distances else 0.0


def _abroad(plan: Plan, ground: RegionPoints) -> Into:
    """Return the factor for the cost at which a region grows into another country."""
    if not ground.countries:
        return lambda *_: 1.0
    mesh = plan.mesh
    country = np.full(mesh.cells, NOBODY)
    for number, area in enumerate(ground.countries):
        country[shapely.contains_xy(area, mesh.points[: mesh.cells])] = number
    of_cell = country.tolist()
    home = [of_cell[seeds[0]] for seeds in plan.seeds] + [NOBODY]
    return lambda cell, region: 1.0 if of_cell[cell] == home[region] else _ABROAD
