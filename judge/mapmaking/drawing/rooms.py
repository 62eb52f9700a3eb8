"""Where units, names and center marks stand in each province, so that none hides another.

All that stands in a province stands in one window of the picture, which is the board
without its insets, or an inset. A unit that was driven out of a province without room
for two waits beside the unit that came, on other ground if need be, but nearer to it
than to the place of any other unit.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely import Geometry as Area
from shapely.geometry import LineString, Polygon

from judge.boards import Geometry, Inset, Point as Place, drawn_radius
from judge.mapmaking.drawing.cells import Points

# How often each province is placed anew, after its neighbors, and in each such round
# each thing in it, after the others.
_ROUNDS = 3
_DESCENTS = 3
# How many steps a grid has across a province; one with fewer places than that inside
# gets a finer one.
_STEPS = 26
_ENOUGH = 12
# So far at least from a border every anchor is, in units of the picture.
_INSIDE = 0.3
# The sizes of what is drawn, in radii of a unit as it is drawn and heights of a name.
_DISLODGED = 1.0
_MARK = 0.28
_LETTER = 0.62
_HEIGHT = 0.8
_GAP = 1.12
_LARGEST, _SMALLEST = 15.0, 4.0
_PAGE = 1000.0  # how wide a picture is in which units have that size
_NAME = 17.6  # the least height of a name in it
# What it costs, by radii of a unit: to be hidden, and by what never stands there at the
# same time; to leave the province, to be apart; for a fleet to be off its shore, and
# off the middle of that.
_HIDDEN = 8.0
_INSTEAD = 1.0
_OUT = 6.0
_CLOSE = 0.5
_APART = 0.15
_FROM_SHORE = 0.6
_AMID = 0.4
_ASTRAY = 60.0  # for a fleet to be nearer to another shore: that is never right


@dataclass(frozen=True, slots=True)
class Room:
    """A province as it is drawn, and what is to stand in it; no unit if it is closed.

    Units stand near the map maker's `middle` where there is room for them.
    `shores` are the lines at which a fleet on each named coast stands, from end to end.
    `zoom` is how much larger it is on paper than the rest of the board, in an inset.
    """

    name: str
    area: Polygon
    middle: Place
    has_center: bool
    closed: bool
    shores: Mapping[str, LineString] = field(default_factory=dict)
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that stands in a room: half its size, and what each place costs it.

    It must not hide, nor be hidden by, what it is not `instead` of; nor that, if there
    is room, for the coast is named where its fleet stands.
    """

    half: Points
    cost: Points
    instead: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Anchoring:
    """A room with the places in it that come into question, and its things by name."""

    unit: float
    places: Points
    things: Mapping[str, _Thing]


# Which place of its anchoring each thing has; what stands elsewhere, and its half size.
_Choice = dict[str, int]
_Others = list[tuple[Points, Points]]


def sizes(rooms: Sequence[Room], width: float) -> tuple[float, float]:
    """Return the radius of a unit and the height of a name that most rooms have.

    They are as in a picture that is `width` wide.
    """
    usual = float(np.percentile([room.zoom * radius(room.area) for room in rooms], 25))
    unit = min(max(usual / 2, _SMALLEST), _LARGEST * max(width / _PAGE, 1))
    return round(unit, 1), round(1.02 * unit, 1)


def radius(area: Polygon) -> float:
    """Return how large the circle is that fits into an area."""
    return float(shapely.maximum_inscribed_circle(area, tolerance=0.5).length)


def anchored(rooms: Sequence[Room], unit: float, width: float) -> list[dict[str, Place]]:
    """Return for each room the places of `unit`, `label`, `center` and `dislodged`.

    A fleet on a named coast has a place that is called as the coast is. `unit` is the
    radius that fits everywhere; room is kept for units as large as they are drawn.
    """
    font = _NAME * width / _PAGE
    large = drawn_radius(unit, width) / unit
    anchorings = [_anchoring(room, unit / room.zoom, large, font / room.zoom) for room in rooms]
    chosen: list[_Choice] = [{} for _ in anchorings]
    for _ in range(_ROUNDS):
        for number, anchoring in enumerate(anchorings):
            others = _near(anchoring, anchorings, chosen, number)
            for _ in range(_DESCENTS):
                for name in anchoring.things:
                    chosen[number][name] = _best(anchoring, name, chosen[number], others)
    return [
        _places(anchoring, choice) for anchoring, choice in zip(anchorings, chosen, strict=True)
    ]


def _places(anchoring: _Anchoring, choice: _Choice) -> dict[str, Place]:
    found = {name: anchoring.places[at].round(1).tolist() for name, at in choice.items()}
    return {name: (x, y) for name, (x, y) in found.items()}


def _anchoring(room: Room, unit: float, large: float, font: float) -> _Anchoring:
    """Return a room with its things, costs in radii of a unit.

    Units are drawn so many times as `large`, and may reach out of a small province.
    """
    places = _grid(room.area)
    deep = _depth(room.area, places) / unit
    away = np.hypot(*(places - _heart(room, unit)).T) / unit
    crowded = _OUT * (1.1 - deep).clip(0) + _CLOSE * (1.8 - deep).clip(0)
    square = large * np.array([unit, unit])
    text = np.array([_LETTER * len(room.name), _HEIGHT]) * font / 2
    outside = _OUT * _sticking_out(room.area, places, text) / unit
    label = _Thing(text, outside + 0.05 * away)
    if room.closed:
        return _Anchoring(unit, places, {"label": label})
    things = {"unit": _Thing(square, crowded + 0.05 * away, frozenset(room.shores)), "label": label}
    if room.has_center:
        mark = _MARK * square
        things["center"] = _Thing(mark, _OUT * (1.5 * _MARK * large - deep).clip(0))
    things["dislodged"] = _Thing(_DISLODGED * square, _DISLODGED * crowded)
    for coast in room.shores:
        cost = crowded + _ashore(room, coast, places) / unit
        things[coast] = _Thing(square, cost, frozenset({"unit"}))
    return _Anchoring(unit, places, things)


def _heart(room: Room, unit: float) -> Points:
    """Return the middle of a room, or where there is most room if that is cramped."""
    middle = np.array([room.middle])
    if _depth(room.area, middle)[0] > 1.8 * unit:
        return np.array(room.middle)
    circle = shapely.maximum_inscribed_circle(room.area, tolerance=0.5)
    return np.array(circle.coords[0])


def _ashore(room: Room, coast: str, places: Points) -> Points:
    """Return how far places are from the middle of a coast, and nearer to another."""
    points = shapely.points(places)
    far = {name: shapely.distance(points, line) for name, line in room.shores.items()}
    others = [far[name] for name in far if name != coast]
    wrong = far[coast] - np.min([*others, np.full(len(places), np.inf)], axis=0)
    middle = room.shores[coast].interpolate(0.5, normalized=True)
    cost = _FROM_SHORE * far[coast] + _AMID * shapely.distance(points, middle)
    astray = _OUT * (wrong + _INSIDE).clip(0) + _ASTRAY * (wrong > -_INSIDE)
    return np.asarray(cost + astray)


def _grid(area: Polygon) -> Points:
    """Return places all over an area, some even if it is small."""
    left, top, right, bottom = area.bounds
    steps = _STEPS
    while True:
        across, down = np.linspace(left, right, steps), np.linspace(top, bottom, steps)
        grid = np.array([(x, y) for x in across for y in down])
        inside: Points = grid[_depth(area, grid) > _INSIDE]
        if len(inside) >= _ENOUGH:
            return inside
        steps *= 2


def _depth(area: Polygon, places: Points) -> Points:
    """Return how far inside an area places are; less than 0 outside."""
    points = shapely.points(places)
    far = shapely.distance(points, area.boundary)
    return np.asarray(np.where(shapely.contains(area, points), far, -far))


def _sticking_out(area: Polygon, places: Points, half: Points) -> Points:
    """Return how far a box around each place is outside an area, on average."""
    edge = [(x, y) for x in (-1, 0, 1) for y in (-1, 1)]
    out = [(_INSIDE - _depth(area, places + half * at)).clip(0) for at in edge]
    return np.asarray(np.mean(out, axis=0))


def _near(
    anchoring: _Anchoring, anchorings: Sequence[_Anchoring], chosen: Sequence[_Choice], number: int
) -> _Others:
    """Return what stands in other rooms and may be in the way: its place and size."""
    low, high = anchoring.places.min(0), anchoring.places.max(0)
    margin = 3 * anchoring.things["label"].half
    found = []
    for other, (room, choice) in enumerate(zip(anchorings, chosen, strict=True)):
        if other == number:
            continue
        for name, at in choice.items():
            place = room.places[at]
            if (place > low - margin).all() and (place < high + margin).all():
                found.append((place, room.things[name].half))
    return found


def _best(anchoring: _Anchoring, name: str, choice: _Choice, others: _Others) -> int:
    """Return the place that is best for a thing, all others staying where they are."""
    thing = anchoring.things[name]
    cost = thing.cost.copy()
    for other, at in choice.items():
        if other == name:
            continue
        place = anchoring.places[at]
        instead = other in thing.instead or name in anchoring.things[other].instead
        price = _INSTEAD if instead else _HIDDEN
        cost += price * _overlap(anchoring, thing, place, anchoring.things[other].half)
        if "unit" in (name, other) and not instead:
            cost += _APART * np.hypot(*(anchoring.places - place).T) / anchoring.unit
    for place, half in others:
        cost += _HIDDEN * _overlap(anchoring, thing, place, half)
    return int(np.argmin(cost))


def _overlap(anchoring: _Anchoring, thing: _Thing, place: Points, half: Points) -> Points:
    """Return how deep a thing would be in another at each place, in units' radii."""
    room = _GAP * (thing.half + half) - np.abs(anchoring.places - place)
    return np.asarray(room.min(axis=1).clip(0) / anchoring.unit)


# How far off an edge a unit stands, in its radii; and how far off one a second name is,
# and how much room it needs, in heights of a name.
_CLEAR = 1.15
_BESIDE, _NAMED = 0.7, 0.85


def in_a_window(room: Room, board: Geometry) -> Room:
    """Return a room as far as it lies in the window that has most of it."""
    if not board.insets and board.page is None:
        return room
    best, window = max(
        (
            (piece, window)
            for window in (None, *board.insets)
            for piece in _pieces(room.area & _area(window, board))
        ),
        key=lambda one: radius(one[0]),
    )
    return replace(room, area=best, zoom=board.zoom(window))


def off_the_edges(room: Room, board: Geometry) -> Room:
    """Return a room without what is too near to an edge for a unit.

    It is as large as units are drawn, or where there is no room for that as it must be.
    """
    for unit in (drawn_radius(board.unit, board.shown.width), board.unit):
        near = _edges(board).buffer(_CLEAR * unit / room.zoom)
        if pieces := _pieces(room.area - near):
            return replace(room, area=max(pieces, key=radius))
    return room


def clear_of_edges(at: Place, board: Geometry, reach: float) -> Area:
    """Return where in the window of a place no edge cuts a unit of this radius."""
    window = _area(board.inset_at(at), board)
    return window - _edges(board).buffer(_CLEAR * reach)


def named_again(area: Area, label: Place, board: Geometry) -> Iterator[Place]:
    """Yield where else a province has its name: in windows other than its label's."""
    home = board.inset_at(label)
    for window in (None, *board.insets):
        if window is home:
            continue
        high = board.font / board.zoom(window)
        clear = _edges(board).buffer(_BESIDE * high)
        if pieces := _pieces((area & _area(window, board)) - clear):
            circle = shapely.maximum_inscribed_circle(max(pieces, key=radius), 0.5)
            x, y = circle.coords[0]
            if circle.length > _NAMED * high:
                yield (round(x, 1), round(y, 1))


def box_of(inset: Inset) -> Polygon:
    """Return the area of an inset."""
    return Polygon(inset.outline)


def _edges(board: Geometry) -> Area:
    """Return the edges of the page and of its insets."""
    return shapely.union_all([box_of(one).boundary for one in (board.shown, *board.insets)])


def _area(window: Inset | None, board: Geometry) -> Area:
    """Return the area of a window: of the board it is what no inset has."""
    if window is not None:
        return box_of(window)
    page = box_of(board.shown)
    return page - shapely.union_all([box_of(inset) for inset in board.insets])


def _pieces(area: Area) -> list[Polygon]:
    parts = shapely.get_parts(area)
    return [part for part in parts if isinstance(part, Polygon) and part.area > 0]


# All by radii of a unit as it is drawn: nearer than this one is hidden by who came.
_SEEN = 1.2
# How far off it may wait, and in how many directions.
_FAR, _TURNS = (1.35, 1.55, 1.75), 24
# How far off it a unit, a mark and another one that waits are in no way hidden.
_UNIT, _MARK_APART, _WAITING = 1.9, 1.1, 1.6
_DEEP = 4.0  # what it costs to be nearer than that
_NO_UNITS = ("label", "center", "dislodged")

_Spots = Mapping[str, Place]


def seen_beside(rooms: Sequence[Room], spots: Sequence[_Spots], board: Geometry) -> list[_Spots]:
    """Return the places of what stands in rooms, none of those driven out hidden.

    Where there is no better place one stays where it is.
    """
    found = list(spots)
    for number, (room, own) in enumerate(zip(rooms, spots, strict=True)):
        if "unit" in own and "dislodged" in own:
            reach = drawn_radius(board.unit, board.shown.width) / room.zoom
            if math.dist(own["unit"], own["dislodged"]) < _SEEN * reach:
                waits = _beside(number, found, board, reach)
                found[number] = {**own, "dislodged": waits}
    return found


def _beside(number: int, spots: Sequence[_Spots], board: Geometry, reach: float) -> Place:
    """Return the best place beside the unit of a room."""
    own, others = spots[number], [*spots[:number], *spots[number + 1 :]]
    units = [at for one in others for name, at in one.items() if name not in _NO_UNITS]
    places = _around(own["unit"], reach)
    off = np.hypot(*(places - own["unit"]).T)
    window = clear_of_edges(own["unit"], board, reach)
    fits = shapely.contains_xy(window, *places.T) & (_nearest(places, units) > off)
    if not fits.any():
        return own["dislodged"]
    cost = np.where(fits, off / reach, np.inf)
    marks = [one["center"] for one in spots if "center" in one]
    waiting = [one["dislodged"] for one in others if "dislodged" in one]
    for things, room in ((units, _UNIT), (marks, _MARK_APART), (waiting, _WAITING)):
        cost += _DEEP * (room - _nearest(places, things) / reach).clip(0)
    x, y = places[int(np.argmin(cost))].round(1).tolist()
    return x, y


def _around(at: Place, reach: float) -> Points:
    """Return places around another one."""
    turns = np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return np.concatenate([at + far * reach * circle for far in _FAR])


def _nearest(places: Points, things: Sequence[Place]) -> Points:
    """Return how far each place is from the nearest of some things."""
    if not things:
        return np.full(len(places), np.inf)
    across = places[:, None, :] - np.array(things)[None, :, :]
    return np.asarray(np.hypot(across[..., 0], across[..., 1]).min(axis=1))
