"""Lakes: ground that nobody plays and that is water in nature."""

from collections.abc import Sequence
from dataclasses import replace

from judge.mapmaking.drawing.board import BoardRegions
from judge.mapmaking.drawing.paper import Plan
from judge.mapmaking.drawing.places import Place, UndrawableError


def with_lakes(
    plan: Plan,
    labels: list[int],
    board: BoardRegions,
    points: Sequence[Place],
    given: Sequence[Place],
) -> BoardRegions:
    """Return the board that knows its lakes: what nobody plays around each of `points`.

    The void there becomes LAKE; where a point lies on water, no farther than the water
    goes. UndrawableError when somebody plays there; the point is called what the map
    maker has `given`.
    """
    lakes = {board.lake}
    for point, (x, y) in zip(points, given, strict=True):
        cell = int(plan.mesh.tree().query(point)[1])
        if not board.is_closed(labels[cell]):
            text = f"The lake [{x:g}, {y:g}] lies where a province is played."
            raise UndrawableError(f"{text} Give it `water`, or a point of the `void`.")
        if labels[cell] == board.void:
            _fill(plan, labels, board, cell)
        lakes.add(labels[cell])
    return replace(board, lakes=frozenset(lakes))


def _fill(plan: Plan, labels: list[int], board: BoardRegions, cell: int) -> None:
    land = plan.land or (True,) * plan.mesh.cells
    dry = land[cell]
    reached = [cell]
    while reached:
        cell = reached.pop()
        if labels[cell] == board.void and land[cell] == dry:
            labels[cell] = board.lake
            reached += [other for other, _ in plan.mesh.steps[cell]]
