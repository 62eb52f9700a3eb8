"""Room for everybody: crowded middles pushed apart, and all else carried along."""

from collections.abc import Callable
from math import sqrt

import numpy as np
from scipy.interpolate import RBFInterpolator
from scipy.spatial import cKDTree

from judge.mapmaking.drawing.paper import Points

Move = Callable[[Points], Points]

# Of a pull alone 0.95 ** 300 is left at the end: nothing that is drawn.
_STEPS = 300
# Two that are too near come 0.44 of the missing way apart in a step, each the half, and
# so never too far; the pull home is weaker, for room comes before the place.
_PULL = 0.05
_PUSH = 0.22
_ALONG_FRAME = 9  # points of each side that hold the frame where it is
_STIFFNESS = 0.3  # with 0, two near middles that part would fold what is between


def spread(middles: Points, strength: float, zoom: Points) -> Points:
    """Return the points moved apart, as little as is needed.

    With `strength` 1 each would have as much room as all have on average, where it is
    shown larger by its `zoom` the less.
    """
    extent = np.ptp(middles, axis=0)
    whole = strength * sqrt(extent[0] * extent[1] / (zoom**-2).sum())
    moved = middles.copy()
    for _ in range(_STEPS):
        force = _PULL * (middles - moved)
        pairs = cKDTree(moved).query_pairs(whole, output_type="ndarray")
        wanted = whole * (1 / zoom)[pairs].mean(1)
        between = moved[pairs[:, 0]] - moved[pairs[:, 1]]
        apart = np.maximum(np.hypot(*between.T), 1e-6)
        push = between * (_PUSH * (wanted - apart).clip(0) / apart)[:, None]
        np.add.at(force, pairs[:, 0], push)
        np.add.at(force, pairs[:, 1], -push)
        moved += force.clip(-0.1 * whole, 0.1 * whole)
    return moved


def carried(before: Points, after: Points, frame: Points) -> Move:
    """Return the function that moves any point as its neighbors were moved.

    `frame` is the size of the picture, whose edge stays where it is.
    """
    parts = np.linspace(0, 1, _ALONG_FRAME)
    edge = frame * [(x, y) for x in parts for y in parts if {x, y} & {0.0, 1.0}]
    field = RBFInterpolator(
        np.vstack([before, edge]),
        np.vstack([after - before, np.zeros_like(edge)]),
        smoothing=_STIFFNESS,
        kernel="thin_plate_spline",
    )
    return lambda points: points + field(points)
