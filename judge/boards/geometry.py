"""A board as it is drawn: where each province lies and what stands where in it.

All measures are units of the drawing, x to the right and y downwards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from judge.engine import Terrain

Point = tuple[float, float]
Line = tuple[Point, ...]
# Arcs one after the other; `~index` stands for an arc that is walked backwards.
Ring = tuple[int, ...]


_PAGE, _LARGE = 1000.0, 17.5  # how wide a picture is, and a good radius in it
_GROWN = (1.3, 1.75)  # how many times as large as fits everywhere units are drawn


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
class ProvinceShape:
    """Where a province lies, and where its units, name and center mark are drawn.

    `rings` are closed and are filled by the even-odd rule; walked along one of them the
    province lies on the left hand. `coasts` are the places of fleets, by code: `SC`.
    `again` is where its name stands once more, beyond the edge of an inset.
    """

    kind: Terrain
    rings: tuple[Ring, ...]
    unit: Point
    dislodged: Point
    label: Point
    center: Point | None
    coasts: tuple[tuple[str, Point], ...]
    again: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """A way between two provinces that do not touch, from the first to the second."""

    kind: ConnectorKind
    one: str
    other: str
    points: Line


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of a board that is shown again, larger, in a panel of its own.

    `corner` is its left upper one. What stands in it is drawn in the panel only.
    """

    name: str
    corner: Point
    width: float
    height: float

    @property
    def outline(self) -> Line:
        """Return its corners; the last is the first."""
        (x, y), wide, high = self.corner, self.width, self.height
        return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)

    def holds(self, at: Point) -> bool:
        """Return whether a point lies in this part of the board."""
        x, y = at[0] - self.corner[0], at[1] - self.corner[1]
        return 0 <= x <= self.width and 0 <= y <= self.height


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board as it is drawn; provinces are named by their abbreviations.

    `unit` is the radius of a unit and `font` the height of a name that fit everywhere;
    in an inset they are as large on paper, and so smaller in units of the drawing.
    `twins` are sets of provinces with the same neighbors that lie in one region: what
    borders the region borders each of them. `lakes` are those rings of `void`, and of
    provinces that nobody may enter, that are water in nature. `page` is the part of
    all this that a picture shows, if it does not show it all.
    """

    width: float
    height: float
    unit: float
    font: float
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, ProvinceShape]
    void: tuple[Ring, ...]
    connectors: tuple[Connector, ...]
    twins: tuple[tuple[str, ...], ...] = ()
    lakes: tuple[Ring, ...] = ()
    insets: tuple[Inset, ...] = ()
    page: Inset | None = None

    @property
    def shown(self) -> Inset:
        """Return the part that a picture shows."""
        return self.page or self.whole

    @property
    def whole(self) -> Inset:
        """Return all of the drawing."""
        return Inset("", (0.0, 0.0), self.width, self.height)

    def inset_at(self, at: Point) -> Inset | None:
        """Return the inset that shows what stands at a point, if one does."""
        return next((one for one in self.insets if one.holds(at)), None)

    def zoom(self, inset: Inset | None) -> float:
        """Return how much larger an inset is shown than the board itself, None."""
        return zoom_of(inset, self.insets, self.shown.width) if inset else 1.0

    def walked(self, index: int) -> Line:
        """Return the points of an arc, backwards for `~index`."""
        line = self.arcs[max(index, ~index)].points
        return line if index >= 0 else line[::-1]

    def outline(self, ring: Ring) -> Line:
        """Return the points of a ring; the last is joined to the first."""
        return tuple(point for index in ring for point in self.walked(index)[:-1])

    def unplayed(self) -> tuple[Ring, ...]:
        """Return the rings of ground that nobody plays: void, or closed to all."""
        closed = (plot.rings for plot in self.provinces.values() if plot.kind is Terrain.IMPASSABLE)
        return (*self.void, *chain.from_iterable(closed))


def drawn_radius(unit: float, width: float) -> float:
    """Return the radius in which units are drawn on a board that is so wide.

    They are larger than what fits everywhere, `unit`, so that one finds them on a
    phone; at more than 1.75 times as large neighbors would touch.
    """
    page = width / _PAGE
    return unit * min(max(_LARGE * page / unit, _GROWN[0]), _GROWN[1])


def zoom_of(inset: Inset, insets: tuple[Inset, ...], width: float) -> float:
    """Return how much larger an inset is shown, one of several, than their board.

    Side by side, all equally high, they are as wide as the board.
    """
    high = width / sum(one.width / one.height for one in insets)
    return high / inset.height


def magnified(geometry: Geometry, part: Inset, zoom: float) -> Geometry:
    """Return a part of a board as a board of its own, its units as large as before.

    What lies beyond the edges of the part is still there, beyond those of the board.
    """
    left, top = part.corner

    def put(at: Point) -> Point:
        return ((at[0] - left) * zoom, (at[1] - top) * zoom)

    def along(line: Iterable[Point]) -> Line:
        return tuple(map(put, line))

    plots = {
        key: replace(
            plot,
            unit=put(plot.unit),
            dislodged=put(plot.dislodged),
            label=put(plot.label),
            center=None if plot.center is None else put(plot.center),
            coasts=tuple((code, put(at)) for code, at in plot.coasts),
            again=along(plot.again),
        )
        for key, plot in geometry.provinces.items()
    }
    return replace(
        geometry,
        width=part.width * zoom,
        height=part.height * zoom,
        arcs=tuple(replace(arc, points=along(arc.points)) for arc in geometry.arcs),
        provinces=plots,
        connectors=tuple(replace(one, points=along(one.points)) for one in geometry.connectors),
        insets=tuple(
            replace(one, corner=put(one.corner), width=one.width * zoom, height=one.height * zoom)
            for one in geometry.insets
        ),
        page=None,
    )
