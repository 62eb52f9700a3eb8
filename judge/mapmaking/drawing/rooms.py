"""The places of units, names and center marks in each province, so that none hides another.

Everything in a province is shown in one window of the picture: the board without its insets, or an
inset. If a province has no room for two units, a dislodged unit is drawn beside the unit that
dislodged it. It may then be in another province, but nearer to that unit than to any other place of
a unit.
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

# Rounds over all provinces, and in each round the rounds over the things in a province.
_ROUNDS = 3
_DESCENTS = 3
# The steps of a grid across a province; a province with fewer places than that inside gets a finer
# one.
_STEPS = 26
_ENOUGH = 12
# The least distance of every anchor from a border, in units of the picture.
_INSIDE = 0.3
# The sizes of things, in radii of a unit as drawn, and in heights of a name.
_DISLODGED = 1.0
_MARK = 0.28
_LETTER = 0.62
_HEIGHT = 0.8
_GAP = 1.12
_LARGEST, _SMALLEST = 15.0, 4.0
_PAGE = 1000.0  # the width of a picture for these sizes
_NAME = 17.6  # the least height of a name in it
# Costs for each radius of a unit by which a thing: is hidden; is hidden by a thing that is never
# there at the same time; is outside the province; is too near to its border; is away from the unit;
# for a fleet, is away from its shore, and from the middle of the shore.
_HIDDEN = 8.0
_INSTEAD = 1.0
_OUT = 6.0
_CLOSE = 0.5
_APART = 0.15
_FROM_SHORE = 0.6
_AMID = 0.4
_ASTRAY = 60.0  # for a fleet nearer to another shore, which is never right


@dataclass(frozen=True, slots=True)
class Room:
    """A province as drawn, and the things to be placed in it; impassable ones have no units."""

    name: str
    area: Polygon
    #: The map maker's position; units stand near it if there is room.
    middle: Place
    has_center: bool
    closed: bool
    #: The line of each named coast, at which its fleet stands.
    shores: Mapping[str, LineString] = field(default_factory=dict)
    #: The scale on paper compared with the board, for an inset.
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class _Thing:
    """A thing in a room."""

    #: Half of its width and height.
    half: Points
    #: The cost of each place, without other things.
    cost: Points
    #: The things that are never there at the same time; hiding these costs less.
    instead: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Anchoring:
    """A room with its possible places, and its things by name."""

    unit: float
    places: Points
    things: Mapping[str, _Thing]


# The index of each thing's place; the places and half sizes of things in other rooms.
_Choice = dict[str, int]
_Others = list[tuple[Points, Points]]


def sizes(rooms: Sequence[Room], width: float) -> tuple[float, float]:
    """Return the radius of a unit and the height of a name that fit most rooms of a picture."""
    usual = float(np.percentile([room.zoom * radius(room.area) for room in rooms], 25))
    unit = min(max(usual / 2, _SMALLEST), _LARGEST * max(width / _PAGE, 1))
    return round(unit, 1), round(1.02 * unit, 1)


def radius(area: Polygon) -> float:
    """Return the radius of the largest circle inside an area."""
    return float(shapely.maximum_inscribed_circle(area, tolerance=0.5).length)


def anchored(rooms: Sequence[Room], unit: float, width: float) -> list[dict[str, Place]]:
    """Return, for each room, the places of `unit`, `label`, `center` and `dislodged`.

    The place of a fleet on a named coast has the name of the coast. `unit` is the radius that fits
    everywhere; the places have space for units as large as they are drawn.
    """
    font = _NAME * width / _PAGE
    magnification = drawn_radius(unit, width) / unit
    anchorings = [
        _anchoring(room, unit / room.zoom, magnification, font / room.zoom) for room in rooms
    ]
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
    """Return the places of the things by name."""
    places = {name: anchoring.places[at].round(1).tolist() for name, at in choice.items()}
    return {name: (x, y) for name, (x, y) in places.items()}


def _anchoring(room: Room, unit: float, magnification: float, font: float) -> _Anchoring:
    """Return a room with its things, and the costs of places in radii of a unit.

    Units are drawn `magnification` times as large, and may extend beyond a small province.
    """
    places = _grid(room.area)
    depth = _depth(room.area, places) / unit
    distance = np.hypot(*(places - _heart(room, unit)).T) / unit
    crowded = _OUT * (1.1 - depth).clip(0) + _CLOSE * (1.8 - depth).clip(0)
    square = magnification * np.array([unit, unit])
    text = np.array([_LETTER * len(room.name), _HEIGHT]) * font / 2
    outside = _OUT * _sticking_out(room.area, places, text) / unit
    label = _Thing(text, outside + 0.05 * distance)
    if room.closed:
        return _Anchoring(unit, places, {"label": label})
    things = {
        "unit": _Thing(square, crowded + 0.05 * distance, frozenset(room.shores)),
        "label": label,
    }
    if room.has_center:
        mark = _MARK * square
        things["center"] = _Thing(mark, _OUT * (1.5 * _MARK * magnification - depth).clip(0))
    things["dislodged"] = _Thing(_DISLODGED * square, _DISLODGED * crowded)
    for coast in room.shores:
        cost = crowded + _ashore(room, coast, places) / unit
        things[coast] = _Thing(square, cost, frozenset({"unit"}))
    return _Anchoring(unit, places, things)


def _heart(room: Room, unit: float) -> Points:
    """Return the position of a room, or the place with most room if the position is too narrow."""
    middle = np.array([room.middle])
    if _depth(room.area, middle)[0] > 1.8 * unit:
        return np.array(room.middle)
    circle = shapely.maximum_inscribed_circle(room.area, tolerance=0.5)
    return np.array(circle.coords[0])


def _ashore(room: Room, coast: str, places: Points) -> Points:
    """Return the cost of places for a fleet: their distance from its coast, and from others.

    A place nearer to another coast costs more.
    """
    points = shapely.points(places)
    distances = {name: shapely.distance(points, line) for name, line in room.shores.items()}
    others = [distances[name] for name in distances if name != coast]
    excess = distances[coast] - np.min([*others, np.full(len(places), np.inf)], axis=0)
    middle = room.shores[coast].interpolate(0.5, normalized=True)
    cost = _FROM_SHORE * distances[coast] + _AMID * shapely.distance(points, middle)
    astray = _OUT * (excess + _INSIDE).clip(0) + _ASTRAY * (excess > -_INSIDE)
    return np.asarray(cost + astray)


def _grid(area: Polygon) -> Points:
    """Return places all over an area; a small one gets a finer grid."""
    left, top, right, bottom = area.bounds
    steps = _STEPS
    while True:
        xs, ys = np.linspace(left, right, steps), np.linspace(top, bottom, steps)
        grid = np.array([(x, y) for x in xs for y in ys])
        inside: Points = grid[_depth(area, grid) > _INSIDE]
        if len(inside) >= _ENOUGH:
            return inside
        steps *= 2


def _depth(area: Polygon, places: Points) -> Points:
    """Return the distance of places from an area's border; negative outside."""
    points = shapely.points(places)
    distances = shapely.distance(points, area.boundary)
    return np.asarray(np.where(shapely.contains(area, points), distances, -distances))


def _sticking_out(area: Polygon, places: Points, half: Points) -> Points:
    """Return the mean distance by which a box around each place extends outside an area."""
    edge = [(x, y) for x in (-1, 0, 1) for y in (-1, 1)]
    out = [(_INSIDE - _depth(area, places + half * at)).clip(0) for at in edge]
    return np.asarray(np.mean(out, axis=0))


def _near(
    anchoring: _Anchoring, anchorings: Sequence[_Anchoring], chosen: Sequence[_Choice], number: int
) -> _Others:
    """Return the places and sizes of things in other rooms that may be in the way."""
    low, high = anchoring.places.min(0), anchoring.places.max(0)
    margin = 3 * anchoring.things["label"].half
    things = []
    for other, (room, choice) in enumerate(zip(anchorings, chosen, strict=True)):
        if other == number:
            continue
        for name, at in choice.items():
            place = room.places[at]
            if (place > low - margin).all() and (place < high + margin).all():
                things.append((place, room.things[name].half))
    return things


def _best(anchoring: _Anchoring, name: str, choice: _Choice, others: _Others) -> int:
    """Return the best place for a thing while all others stay."""
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
    """Return the depth of overlap with another thing at each place, in radii of a unit."""
    room = _GAP * (thing.half + half) - np.abs(anchoring.places - place)
    return np.asarray(room.min(axis=1).clip(0) / anchoring.unit)


# The distance of a unit from an edge, in its radii; the distance of a second name from an edge, and
# its room, in heights of a name.
_CLEAR = 1.15
_BESIDE, _NAMED = 0.7, 0.85


def in_a_window(room: Room, board: Geometry) -> Room:
    """Return a room cut to one window of the picture: the window with most of its area."""
    if not board.insets and board.page is None:
        return room
    best, window = max(
        (
            (piece, window)
            for window in (None, *board.insets)
            for piece in _pieces(room.area & _area(window, board))
        ),
        key=lambda candidate: radius(candidate[0]),
    )
    return replace(room, area=best, zoom=board.zoom(window))


def off_the_edges(room: Room, board: Geometry) -> Room:
    """Return a room without the parts that are too near to an edge for a unit.

    They are too near for a unit as large as it is drawn. If that leaves nothing, the smaller size
    counts, which fits everywhere.
    """
    for unit in (drawn_radius(board.unit, board.shown.width), board.unit):
        near = _edges(board).buffer(_CLEAR * unit / room.zoom)
        if pieces := _pieces(room.area - near):
            return replace(room, area=max(pieces, key=radius))
    return room


def clear_of_edges(at: Place, board: Geometry, reach: float) -> Area:
    """Return the area in the window of a place where no edge cuts a unit of this radius."""
    window = _area(board.inset_at(at), board)
    return window - _edges(board).buffer(_CLEAR * reach)


def named_again(area: Area, label: Place, board: Geometry) -> Iterator[Place]:
    """Yield further places for a province's name, in windows other than its label's."""
    home = board.inset_at(label)
    for window in (None, *board.insets):
        if window is home:
            continue
        height = board.font / board.zoom(window)
        clear = _edges(board).buffer(_BESIDE * height)
        if pieces := _pieces((area & _area(window, board)) - clear):
            circle = shapely.maximum_inscribed_circle(max(pieces, key=radius), 0.5)
            x, y = circle.coords[0]
            if circle.length > _NAMED * height:
                yield (round(x, 1), round(y, 1))


def box_of(inset: Inset) -> Polygon:
    """Return the area of an inset."""
    return Polygon(inset.outline)


def _edges(board: Geometry) -> Area:
    """Return the edges of the page and of its insets."""
    windows = (board.shown, *board.insets)
    return shapely.union_all([box_of(window).boundary for window in windows])


def _area(window: Inset | None, board: Geometry) -> Area:
    """Return the area of a window: an inset, or (None) the board without its insets."""
    if window is not None:
        return box_of(window)
    page = box_of(board.shown)
    return page - shapely.union_all([box_of(inset) for inset in board.insets])


def _pieces(area: Area) -> list[Polygon]:
    """Return the polygons of an area."""
    parts = shapely.get_parts(area)
    return [part for part in parts if isinstance(part, Polygon) and part.area > 0]


# In radii of a unit as drawn: at a smaller distance a dislodged unit is hidden.
_SEEN = 1.2
# Distances and the number of directions in which a dislodged unit may wait.
_FAR, _TURNS = (1.35, 1.55, 1.75), 24
# Distances from a unit, a mark and another dislodged unit without overlap.
_UNIT, _MARK_APART, _WAITING = 1.9, 1.1, 1.6
_DEEP = 4.0  # the cost of being nearer than that
_NO_UNITS = ("label", "center", "dislodged")

_Spots = Mapping[str, Place]


def seen_beside(rooms: Sequence[Room], spots: Sequence[_Spots], board: Geometry) -> list[_Spots]:
    """Return the places of things in rooms, so that no dislodged unit is hidden.

    If there is no better place, a dislodged unit stays where it is.
    """
    new_spots = list(spots)
    for number, (room, own) in enumerate(zip(rooms, spots, strict=True)):
        if "unit" in own and "dislodged" in own:
            reach = drawn_radius(board.unit, board.shown.width) / room.zoom
            if math.dist(own["unit"], own["dislodged"]) < _SEEN * reach:
                place = _beside(number, new_spots, board, reach)
                new_spots[number] = {**own, "dislodged": place}
    return new_spots


def _beside(number: int, spots: Sequence[_Spots], board: Geometry, reach: float) -> Place:
    """Return the best place beside the unit of a room."""
    own, others = spots[number], [*spots[:number], *spots[number + 1 :]]
    units = [at for things in others for name, at in things.items() if name not in _NO_UNITS]
    places = _around(own["unit"], reach)
    distance = np.hypot(*(places - own["unit"]).T)
    window = clear_of_edges(own["unit"], board, reach)
    fits = shapely.contains_xy(window, *places.T) & (_nearest(places, units) > distance)
    if not fits.any():
        return own["dislodged"]
    cost = np.where(fits, distance / reach, np.inf)
    marks = [things["center"] for things in spots if "center" in things]
    waiting = [things["dislodged"] for things in others if "dislodged" in things]
    for things, room in ((units, _UNIT), (marks, _MARK_APART), (waiting, _WAITING)):
        cost += _DEEP * (room - _nearest(places, things) / reach).clip(0)
    x, y = places[int(np.argmin(cost))].round(1).tolist()
    return x, y


def _around(at: Place, reach: float) -> Points:
    """Return places around the place `at`."""
    turns = np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return np.concatenate([at + far * reach * circle for far in _FAR])


def _nearest(places: Points, things: Sequence[Place]) -> Points:
    """Return the distance of each place from the nearest of some things."""
    if not things:
        return np.full(len(places), np.inf)
    differences = places[:, None, :] - np.array(things)[None, :, :]
    return np.asarray(np.hypot(differences[..., 0], differences[..., 1]).min(axis=1))
