"""Small untruths that only one other region can mend."""

from collections.abc import Iterable, Sequence

from judge.atlas.board import Pair, pair
from judge.atlas.paper.corridors import NOBODY, Plan


def bridge(plan: Plan, labels: list[int]) -> None:
    """Let a region grow together where its two parts have a false border between them.

    Two seas that meet in a strait, and must not, are parted by a bridge of land.
    """
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    for ends, cells in _false_borders(plan, labels).items():
        for stretch in _stretches(plan, cells):
            around = {
                labels[other]
                for cell in stretch
                for other in plan.mesh.near[cell]
                if other < plan.mesh.cells
            }
            others = around - {*ends}
            if len(others) == 1 and fixed.isdisjoint(stretch):
                [label] = others
                for cell in stretch:
                    labels[cell] = label


def fill_lakes(plan: Plan, labels: list[int]) -> None:
    """Give what is cut off from the rest of its region to the one that surrounds it."""
    fixed = {seed for seeds in plan.seeds for seed in seeds}
    near, number = plan.mesh.near, plan.mesh.cells
    for region in range(plan.board.void):
        cells = {cell for cell, label in enumerate(labels) if label == region}
        for lake in _stretches(plan, cells):
            around = {
                labels[other] if other < number else NOBODY
                for cell in lake
                for other in near[cell]
            }
            around -= {region}
            if fixed.isdisjoint(lake) and len(around) == 1:
                [label] = around
                for cell in lake:
                    labels[cell] = label


def _false_borders(plan: Plan, labels: Sequence[int]) -> dict[Pair, set[int]]:
    """Return the cells along each false border, on the side of the first region."""
    found: dict[Pair, set[int]] = {}
    for a, b in plan.mesh.sides.tolist():
        if max(a, b) >= plan.mesh.cells or labels[a] == labels[b]:
            continue
        if not plan.board.may_touch(labels[a], labels[b]):
            first = a if labels[a] < labels[b] else b
            found.setdefault(pair(labels[a], labels[b]), set()).add(first)
    return found


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
