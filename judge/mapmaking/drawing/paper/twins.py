"""Twins: the one region that provinces with the same neighbors have, shared out."""

import heapq
from collections import defaultdict
from collections.abc import Sequence

from judge.mapmaking.drawing.paper.plan import Plan

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
