"""Whose each cell of a drawing is: from the ground to labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from scipy.spatial import cKDTree

from judge.mapmaking.drawing.board import BoardRegions, Pair
from judge.mapmaking.drawing.ground import RegionPoints
from judge.mapmaking.drawing.paper import (
    NOBODY,
    Into,
    Plan,
    Points,
    bridge,
    carve,
    corridors,
    fill_lakes,
    fill_specks,
    grow,
    make_mesh,
    reach_frame,
    relax,
    scattered,
    smooth_noise,
)
from judge.mapmaking.drawing.places import CrowdedError

# Cells astride a coast: how far from it and from one another, in cells.
_ASTRIDE = 0.34
_ALONG = 0.75
_TOO_NEAR = 0.42
_BESIDE_MIDDLE = 0.6
_EDGE = 2.0  # nearer to the frame a cell would be cut by it
# How much harder it is to grow into a country than to stay at home.
_ABROAD = 3.0
_ROUGHNESS = 0.4  # so that borders without a known course are not straight
# Around a point of the void, in reaches.
_VOID = 0.5
# How far ground goes that nobody may enter, in usual reaches.
_CLOSED = 0.55


@dataclass(frozen=True, slots=True)
class Routes:
    """The cells along the borders, by region, and those at home; `lost` found no way.

    The lost ones are links on the board of the plan.
    """

    plan: Plan
    labels: Sequence[int]
    homes: Sequence[int]
    lost: Sequence[Pair]


def plan_of(board: BoardRegions, ground: RegionPoints, chance: np.random.Generator) -> Plan:
    """Return the cells for a ground, and what is known of each."""
    fixed = np.vstack([ground.middles, _astride(ground)])
    frame = (ground.width, ground.height)
    mesh = make_mesh(scattered(fixed, frame, ground.cell, chance), *frame, ground.cell)
    tree = mesh.tree()
    more = {region: tree.query(at)[1].tolist() for region, at in ground.seeds.items()}
    reach = _reaches(board, ground.middles)
    land = None
    if ground.land is not None:
        inside = shapely.contains_xy(ground.land, mesh.points[: mesh.cells])
        land = tuple(bool(dry) for dry in inside)
    regions = range(board.void)
    seeds = tuple((region, *more.get(region, ())) for region in regions)
    return Plan(mesh, board, seeds, reach, land)


def routed(plan: Plan, *, yielding: bool) -> Routes:
    """Return a way for each border, and the borders that have none.

    CrowdedError if there are any but for who is `yielding`: to him they are links.
    """
    labels, homes, lost = corridors(plan)
    board, lost = plan.board, sorted(lost)
    if lost and not yielding:
        pairs = ", ".join(f"{board.name(a)}-{board.name(b)}" for a, b in lost)
        raise CrowdedError(
            f"There is no room for these borders: {pairs}. Move the positions apart, "
            "choose a smaller cell, or list them as connectors.",
            tuple(f"{board.name(a)} {board.name(b)}" for a, b in lost),
        )
    return Routes(replace(plan, board=board.linked(lost)), labels, homes, lost)


def painted(routes: Routes, ground: RegionPoints, chance: np.random.Generator) -> list[int]:
    """Return the region of each cell."""
    plan, labels, homes = routes.plan, list(routes.labels), routes.homes
    board, mesh = plan.board, plan.mesh
    for point in ground.lakes:
        _fill(plan, labels, int(mesh.tree().query(point)[1]))
    reach_frame(plan, labels)
    radius = _VOID * float(np.median(plan.reach))
    for point in ground.void:
        for cell in mesh.tree().query_ball_point(point, radius):
            if labels[cell] == NOBODY:
                labels[cell] = board.void
    planned = list(labels)
    scale = 2.2 * float(np.median(plan.reach))
    noise = smooth_noise(mesh.points[: mesh.cells], scale, chance)
    into = _abroad(plan, ground)
    grow(plan, labels, (1 + _ROUGHNESS * noise).clip(0.4, 2.2).tolist(), into)
    idle = frozenset(n for n, label in enumerate(labels) if label == board.void)
    carve(plan, labels, planned)
    relax(plan, labels, homes, idle, into)
    bridge(plan, labels)
    fill_lakes(plan, labels)
    fill_specks(plan, labels)
    return labels


def _fill(plan: Plan, labels: list[int], cell: int) -> None:
    """Make void of the water around a cell, as far as no border needs it."""
    reached = [cell]
    while reached:
        cell = reached.pop()
        if plan.land and not plan.land[cell] and labels[cell] == NOBODY:
            labels[cell] = plan.board.void
            reached += [other for other, _ in plan.mesh.steps[cell]]


def _astride(ground: RegionPoints) -> Points:
    """Return pairs of points on both sides of coasts, so that cells end there."""
    if ground.land is None:
        return np.empty((0, 2))
    areas = (ground.land, *ground.countries)
    pairs = np.array([at for area in areas for at in _pairs(area, ground.cell)])
    frame = (ground.width - _EDGE, ground.height - _EDGE)
    inside = ((pairs > _EDGE) & (pairs < frame)).all(1)
    far = cKDTree(ground.middles).query(pairs)[0] > _BESIDE_MIDDLE * ground.cell
    pairs = np.asarray(pairs[inside & far])
    return np.asarray(pairs[_thinned(pairs, _TOO_NEAR * ground.cell)])


def _pairs(area: shapely.Geometry, cell: float) -> Iterator[tuple[float, float]]:
    for ring in shapely.get_parts(area.boundary):
        steps = max(4, int(ring.length / (_ALONG * cell)))
        for at in np.linspace(0, ring.length, steps, endpoint=False):
            here = ring.interpolate(at)
            ahead = ring.interpolate((at + 0.3) % ring.length)
            dx, dy = ahead.x - here.x, ahead.y - here.y
            length = float(np.hypot(dx, dy)) or 1.0
            for side in (_ASTRIDE * cell / length, -_ASTRIDE * cell / length):
                yield here.x - side * dy, here.y + side * dx


def _thinned(points: Points, distance: float) -> list[int]:
    """Return which points to keep so that none are nearer to each other."""
    dropped: set[int] = set()
    for one, other in sorted(cKDTree(points).query_pairs(distance)):
        if one not in dropped:
            dropped.add(other)
    return [n for n in range(len(points)) if n not in dropped]


def _reaches(board: BoardRegions, middles: Points) -> tuple[float, ...]:
    """Return about half the distance of each region to its nearest neighbors.

    For land those on land count, if there are any.
    """
    found = np.array([_half_way(board, middles, region) for region in range(board.void)])
    sea = np.array([board.is_sea(region) for region in range(board.void)])
    usual = float(np.median(found[(found > 0) & ~sea]))
    found[found == 0] = _CLOSED * usual
    low, high = np.where(sea, 0.8, 0.6) * usual, np.where(sea, 4.0, 1.8) * usual
    return tuple(found.clip(low, high).tolist())


def _half_way(board: BoardRegions, middles: Points, region: int) -> float:
    around = [a + b - region for a, b in board.borders if region in (a, b)]
    land = [other for other in around if not board.is_sea(other)]
    use = around if board.is_sea(region) else land or around
    far = [float(np.hypot(*(middles[n] - middles[region]))) for n in use]
    return sum(sorted(far)[:4]) / len(far[:4]) / 2 if far else 0.0


def _abroad(plan: Plan, ground: RegionPoints) -> Into:
    """Return how much harder it is for a region to grow into another country."""
    if not ground.countries:
        return lambda *_: 1.0
    mesh = plan.mesh
    country = np.full(mesh.cells, NOBODY)
    for number, area in enumerate(ground.countries):
        country[shapely.contains_xy(area, mesh.points[: mesh.cells])] = number
    of_cell = country.tolist()
    home = [of_cell[seeds[0]] for seeds in plan.seeds] + [NOBODY]
    return lambda cell, region: 1.0 if of_cell[cell] == home[region] else _ABROAD
