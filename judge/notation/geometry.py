"""A board as it is drawn: where each province lies and what stands where in it.

All measures are units of the drawing, x to the right and y downwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from judge.engine.geography import Terrain

Point = tuple[float, float]
Line = tuple[Point, ...]
# Arcs one after the other; `~index` stands for an arc that is walked backwards.
Ring = tuple[int, ...]


class ArcKind(Enum):
    """What an arc is: a shore, a border on land or at sea, a river, or an edge.

    VOID borders ground that nobody plays, FRAME is the edge of the picture.
    """

    COAST = "coast"
    LAND = "land"
    SEA = "sea"
    RIVER = "river"
    VOID = "void"
    FRAME = "frame"


class ConnectorKind(Enum):
    """How provinces that do not touch are joined.

    LINK is a line across what lies between them, CORNER a point where they meet across
    two others, WRAP a pair of points on the frame where the one goes on as the other.
    """

    LINK = "link"
    CORNER = "corner"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between two junctions; walked forwards `left` lies on the left hand.

    None stands for ground that nobody plays, or for what is outside the picture.
    """

    kind: ArcKind
    left: str | None
    right: str | None
    points: Line


@dataclass(frozen=True, slots=True)
class Plot:
    """Where a province lies, and where its units, name and center mark are drawn.

    `rings` are closed and are filled by the even-odd rule; walked along one of them the
    province lies on the left hand. `coasts` are the places of fleets, by code: `SC`.
    """

    kind: Terrain
    rings: tuple[Ring, ...]
    unit: Point
    dislodged: Point
    label: Point
    center: Point | None
    coasts: tuple[tuple[str, Point], ...]


@dataclass(frozen=True, slots=True)
class Connector:
    """A way between two provinces that do not touch, from the first to the second."""

    kind: ConnectorKind
    one: str
    other: str
    points: Line


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board as it is drawn; provinces are named by their abbreviations.

    `unit` is the radius of a unit and `font` the height of a name that fit everywhere.
    `twins` are sets of provinces with the same neighbors that lie in one region: what
    borders the region borders each of them. `lakes` are those rings of `void`, and of
    provinces that nobody may enter, that are water in nature.
    """

    width: float
    height: float
    unit: float
    font: float
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, Plot]
    void: tuple[Ring, ...]
    connectors: tuple[Connector, ...]
    twins: tuple[tuple[str, ...], ...] = ()
    lakes: tuple[Ring, ...] = ()

    def walked(self, index: int) -> Line:
        """Return the points of an arc, backwards for `~index`."""
        line = self.arcs[max(index, ~index)].points
        return line if index >= 0 else line[::-1]

    def outline(self, ring: Ring) -> Line:
        """Return the points of a ring; the last is joined to the first."""
        return tuple(point for index in ring for point in self.walked(index)[:-1])

    def unplayed(self) -> tuple[Ring, ...]:
        """Return the rings of ground that nobody plays: void, or closed to all."""
        closed = (
            plot.rings
            for plot in self.provinces.values()
            if plot.kind is Terrain.IMPASSABLE
        )
        return (*self.void, *chain.from_iterable(closed))
