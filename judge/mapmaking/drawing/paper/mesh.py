"""The paper a map is drawn on: small cells, each to belong to one region."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import Voronoi, cKDTree

Points = NDArray[np.float64]
Integers = NDArray[np.int64]
# The neighbors of a cell: direction, which, length of the side, distance.
_Row = list[tuple[float, int, float, float]]

# Rows of a triangular grid are this far apart, in widths of a cell: sqrt(3) / 2.
_ROW = 0.866
_JITTER = 0.33  # less than half a cell, so that neighbors do not change sides
# Cells hang together at a side of at least this length, in widths of a cell.
_FIRM = 0.12
_OCTAVES = 3  # a fourth would have 0.55 ** 3 of the strength, a sixth
_WAVES = 6


@dataclass(frozen=True, slots=True)
class Mesh:
    """Cells that cover the picture; what is not below `cells` lies outside the frame.

    For each cell `near` has its neighbors as they lie around it, `shared` the length of
    the side to each, and `hinged` whether it and the next neighbor hang together; `at`
    is its own middle, as in `points`. `steps` are the neighbors inside the frame that
    one can see it hang together with, and how far off they are. `sides` are pairs of
    cells and `ends` the corners of each side.
    """

    width: float
    height: float
    size: float
    points: Points
    cells: int
    near: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[float, ...], ...]
    hinged: tuple[tuple[bool, ...], ...]
    steps: tuple[tuple[tuple[int, float], ...], ...]
    at: tuple[tuple[float, float], ...]
    sides: Integers
    lengths: NDArray[np.float64]
    ends: Integers
    corners: Points

    def tree(self) -> cKDTree:
        """Return an index that finds cells by place."""
        return cKDTree(self.points[: self.cells])


def make_mesh(points: Points, width: float, height: float, size: float) -> Mesh:
    """Return the cells around `points`, cut off straight at the frame."""
    everything = _mirrored(points, width, height, 3 * size)
    voronoi = Voronoi(everything)
    ends = np.array([r if len(r) == 2 else (-1, -1) for r in voronoi.ridge_vertices])
    sides = voronoi.ridge_points.astype(np.int64)
    inside = (ends >= 0).all(1) & (sides < len(points)).any(1)
    sides, ends = sides[inside], ends[inside]
    corners = voronoi.vertices.clip((0, 0), (width, height))
    lengths = np.hypot(*(corners[ends[:, 0]] - corners[ends[:, 1]]).T)
    around = _around(sides, lengths, everything, len(points))
    return Mesh(
        width=width,
        height=height,
        size=size,
        points=everything,
        cells=len(points),
        near=tuple(tuple(one for _, one, _, _ in row) for row in around),
        shared=tuple(tuple(length for _, _, length, _ in row) for row in around),
        hinged=_hinged(around, _FIRM * size),
        steps=tuple(
            tuple(
                (one, far)
                for _, one, length, far in row
                if one < len(points) and length >= _FIRM * size
            )
            for row in around
        ),
        at=tuple((x, y) for x, y in everything.tolist()),
        sides=sides,
        lengths=lengths,
        ends=ends,
        corners=corners,
    )


def scattered(
    fixed: Points, frame: tuple[float, float], size: float, chance: np.random.Generator
) -> Points:
    """Return `fixed` points, and a jittered grid that keeps its distance from them."""
    width, height = frame
    rows = np.arange(size / 2, height, size * _ROW)
    grid = np.vstack(
        [
            [(x, y) for x in np.arange(size / 2 * (1 + row % 2), width, size)]
            for row, y in enumerate(rows)
        ]
    )
    grid += chance.uniform(-_JITTER * size, _JITTER * size, grid.shape)
    far, _ = cKDTree(fixed).query(grid)
    edge = 0.1 * size
    inside = ((grid > edge) & (grid < np.array(frame) - edge)).all(1)
    return np.vstack([fixed, grid[(far > 0.5 * size) & inside]])


def smooth_noise(points: Points, scale: float, chance: np.random.Generator) -> Points:
    """Return about -1 to 1 for each point, alike for points nearer than `scale`."""
    total = np.zeros(len(points))
    strength, sum_of_strengths = 1.0, 0.0
    for octave in range(_OCTAVES):
        for _ in range(_WAVES):
            wave = chance.normal(0, 1, 2)
            wave *= 2 * math.pi / scale * 2**octave / np.hypot(*wave)
            phase = chance.uniform(0, 2 * math.pi)
            total += strength * np.sin(points @ wave + phase) / math.sqrt(_WAVES)
        sum_of_strengths += strength
        strength *= 0.55
    return np.asarray(total / sum_of_strengths)


def _mirrored(points: Points, width: float, height: float, margin: float) -> Points:
    """Return the points and what is near the frame again behind it."""
    x = points[:, 0]
    west = points[x < margin] * (-1, 1)
    east = points[x > width - margin] * (-1, 1) + (2 * width, 0)
    wide = np.vstack([points, west, east])
    y = wide[:, 1]
    north = wide[y < margin] * (1, -1)
    south = wide[y > height - margin] * (1, -1) + (0, 2 * height)
    return np.vstack([wide, north, south])


def _around(sides: Integers, lengths: Points, points: Points, cells: int) -> list[_Row]:
    """Return for each cell its neighbors by direction: who, how long, how far."""
    step = points[sides[:, 1]] - points[sides[:, 0]]
    angles = np.arctan2(step[:, 1], step[:, 0])
    back = np.arctan2(-step[:, 1], -step[:, 0])
    far = np.hypot(step[:, 0], step[:, 1])
    around: list[_Row] = [[] for _ in range(cells)]
    for (a, b), length, angle, other, apart in zip(
        sides.tolist(), lengths.tolist(), angles.tolist(), back.tolist(), far.tolist(), strict=True
    ):
        if a < cells:
            around[a].append((angle, b, length, apart))
        if b < cells:
            around[b].append((other, a, length, apart))
    for row in around:
        row.sort()
    return around


def _hinged(around: list[_Row], least: float) -> tuple[tuple[bool, ...], ...]:
    """Return for each cell whether each neighbor has such a side with the next one."""
    firm = {
        (cell, other)
        for cell, row in enumerate(around)
        for _, other, length, _ in row
        if length >= least
    }
    rings = ([one for _, one, _, _ in row] for row in around)
    return tuple(
        tuple(pair in firm or pair[::-1] in firm for pair in pairwise([*ring, ring[0]]))
        for ring in rings
    )
