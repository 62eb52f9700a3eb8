"""Where a unit waits that was driven out of a province with no room for two.

It stands beside the unit that came, on other ground if need be, but nearer to it than
to the place of any other unit.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from judge.boards import Geometry, drawn_radius
from judge.mapmaking.drawing.paper import Points
from judge.mapmaking.drawing.rooms.anchors import Place, Room
from judge.mapmaking.drawing.rooms.windows import clear_of_edges

# All by radii of a unit as it is drawn: nearer than this one is hidden by who came.
_SEEN = 1.2
# How far off it may wait, and in how many directions.
_FAR, _TURNS = (1.35, 1.55, 1.75), 24
# How far off it a unit, a mark and another one that waits are in no way hidden.
_UNIT, _MARK, _WAITING = 1.9, 1.1, 1.6
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
    for things, room in ((units, _UNIT), (marks, _MARK), (waiting, _WAITING)):
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
