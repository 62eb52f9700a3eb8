"""Where units, names and center marks stand, so that none hides another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from judge.boards import drawn_radius
from judge.mapmaking.drawing.paper import Points

Place = tuple[float, float]

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
