"""Small untruths that are mended cell by cell: straits that close, lakes that fill."""

from collections.abc import Iterable, Sequence

from judge.mapmaking.drawing.paper.plan import Plan

_OUTSIDE = -2  # what is no cell; NOBODY is -1
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
            ends = len(between) == 1 and _OUTSIDE not in between
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
            if fixed.isdisjoint(lake) and len(around) == 1 and _OUTSIDE not in around:
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
        around -= {board.void, _OUTSIDE}
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
    return labels[cell] if cell < plan.mesh.cells else _OUTSIDE


def _false_borders(plan: Plan, labels: Sequence[int]) -> list[tuple[set[int], set[int]]]:
    """Return the cells on both sides of each stretch of false border."""
    beside: dict[tuple[int, int], dict[int, set[int]]] = {}
    for cells in plan.mesh.sides.tolist():
        a, b = cells
        one, other = _label(plan, labels, a), _label(plan, labels, b)
        if _OUTSIDE in (one, other) or one == other:
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
