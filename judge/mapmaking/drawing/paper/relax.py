"""Borders made short and true: cells change hands one by one (a Potts model).

A cell changes hands only where that neither cuts a region in two nor makes a hole, so
that what the corridors promised stays true.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from statistics import median

from judge.mapmaking.drawing.board import BoardRegions, Pair, pair
from judge.mapmaking.drawing.paper.growth import Into
from judge.mapmaking.drawing.paper.plan import NOBODY, Plan

_SWEEPS = 40
# The share of the sweeps in which a cell may also change for the worse.
_WARM = 0.7
# What a border costs, by its length: one that is false, a shore, and all others.
_FALSE = 5.0
_SHORE = 0.9
_TRUE = 1.0
# A true border shorter than this many cells costs extra, and so does a small region.
_SHORTEST = 4.0
_SHORT = 6.0
_SMALL = 3.0
# What a cell costs, in cells' widths, that is on the wrong element or in a wrong home.
_WRONG_ELEMENT = 2.2
_WRONG_HOME = 2.0
_WRONG_COUNTRY = 0.4
# What it costs to part provinces by ground that nobody plays: it becomes a thin ridge.
_RIDGE = 1.0
_OUTSIDE = -2  # what is no cell; NOBODY is -1


@dataclass(slots=True)
class _State:
    """Whose each cell is now, and what follows from it."""

    labels: list[int]
    lengths: defaultdict[Pair, float]
    areas: Counter[int]


@dataclass(frozen=True, slots=True)
class _Prices:
    """What is not to be changed: the prices of borders, cells and regions."""

    plan: Plan
    border: list[list[float]]
    smallest: list[float]
    homes: Sequence[int]
    idle: frozenset[int]
    into: Into

    def of_cell(self, cell: int, region: int) -> float:
        """Return what it costs that a cell is a region's."""
        size = self.plan.mesh.size
        home = self.homes[cell]
        cost = _WRONG_HOME * size * (home not in (NOBODY, region))
        if region == self.plan.board.void and cell in self.idle:
            return cost
        cost += _WRONG_ELEMENT * size * (not self.plan.suits(cell, region))
        cost += _RIDGE * size * (region == self.plan.board.void)
        return cost + _WRONG_COUNTRY * size * (self.into(cell, region) - 1)

    def of_area(self, region: int, area: int) -> float:
        """Return what it costs that a region has so few cells."""
        least = self.smallest[region]
        if area >= least:
            return 0.0
        return _SMALL * self.plan.mesh.size * (least - area) ** 2 / least

    def of_length(self, ends: Pair, length: float) -> float:
        """Return what it costs that a border which must be is so short."""
        least = _SHORTEST * self.plan.mesh.size
        if length >= least or ends not in self.plan.board.borders:
            return 0.0
        return _SHORT * (least - length) ** 2 / least


def relax(
    plan: Plan, labels: list[int], homes: Sequence[int], idle: frozenset[int], into: Into
) -> None:
    """Let cells change hands until borders are short, smooth and true.

    Nobody wants the cells that are `idle`; all others are void only where they must be.
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
    mesh = plan.mesh
    lengths: defaultdict[Pair, float] = defaultdict(float)
    for (a, b), length in zip(mesh.sides.tolist(), mesh.lengths.tolist(), strict=True):
        if max(a, b) < mesh.cells and labels[a] != labels[b]:
            lengths[pair(labels[a], labels[b])] += length
    return _State(labels, lengths, Counter(labels))


def _prices(plan: Plan, homes: Sequence[int], idle: frozenset[int], into: Into) -> _Prices:
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


def _border(board: BoardRegions, one: int, other: int) -> float:
    if one == other:
        return 0.0
    if not board.may_touch(one, other):
        return _FALSE
    return _TRUE if board.is_sea(one) == board.is_sea(other) else _SHORE


def _offer(cell: int, state: _State, prices: _Prices, heat: float, chance: random.Random) -> None:
    """Offer a cell to a neighbor, who takes it if the map is the better for it."""
    plan, labels = prices.plan, state.labels
    mesh, old = plan.mesh, labels[cell]
    ring = [labels[n] if n < mesh.cells else _OUTSIDE for n in mesh.near[cell]]
    takers = sorted({*ring} - {old, _OUTSIDE})
    if not takers or _runs(ring, old, mesh.hinged[cell]) != 1:
        return
    new = chance.choice(takers)
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
    """Return by how much borders grow when a cell in a ring of labels changes hands."""
    moved: dict[Pair, float] = {}
    for label, length in zip(ring, lengths, strict=True):
        if label != _OUTSIDE:
            for region, gain in ((old, -length), (new, length)):
                if label != region:
                    ends = pair(region, label)
                    moved[ends] = moved.get(ends, 0.0) + gain
    return moved


def _change(
    state: _State, prices: _Prices, moved: dict[Pair, float], hands: tuple[int, int]
) -> float:
    """Return what it costs that borders change, and a cell goes from hand to hand."""
    change = 0.0
    for (a, b), gain in moved.items():
        before = state.lengths[a, b]
        change += prices.border[a][b] * gain
        change += prices.of_length((a, b), before + gain)
        change -= prices.of_length((a, b), before)
    for region, gain in zip(hands, (-1, 1), strict=True):
        area = state.areas[region]
        change += prices.of_area(region, area + gain) - prices.of_area(region, area)
    return change


def _tears(board: BoardRegions, ring: Sequence[int], new: int) -> bool:
    """Return whether a cell of the void keeps `new` from what it must not touch."""
    return not all(label in (_OUTSIDE, new) or board.may_touch(label, new) for label in ring)


def _runs(ring: Sequence[int], label: int, hinged: Sequence[bool] = ()) -> int:
    """Return in how many parts `label` lies around a cell.

    Parts that only just touch are two where it is said what is `hinged` to the next.
    """
    after = [*ring[1:], ring[0]]
    ends = sum(
        one == label and not (other == label and joined)
        for one, other, joined in zip(ring, after, hinged or repeat(True), strict=False)
    )
    return ends or int(ring[0] == label)


def _joins(plan: Plan, labels: Sequence[int], cell: int, label: int) -> bool:
    return any(labels[other] == label for other, _ in plan.mesh.steps[cell])
