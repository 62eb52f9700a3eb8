"""What is known of a drawing before anything is drawn."""

from dataclasses import dataclass

from judge.mapmaking.drawing.board import BoardRegions
from judge.mapmaking.drawing.paper.mesh import Mesh

# The region of a cell that none has yet.
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known of a drawing before the first corridor.

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
