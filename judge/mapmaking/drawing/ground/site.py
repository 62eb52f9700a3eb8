"""The ground of a drawing: where everything lies in the picture before it is drawn."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely import Geometry as Area
from shapely.affinity import scale, translate
from shapely.geometry import Point, Polygon, box

from judge.boards import Inset, zoom_of
from judge.mapmaking.drawing.board import BoardRegions
from judge.mapmaking.drawing.ground.earth import View, cone, corners, cylinder, shapes
from judge.mapmaking.drawing.ground.spread import Move, carried, spread
from judge.mapmaking.drawing.paper import Points
from judge.mapmaking.drawing.places import Place, Places, Spot, UndrawableError

# Around positions that are x and y, of the longer side.
_MARGIN = 0.06
# Nobody is pushed nearer to the edge than this part of the picture, and so many cells,
# in which there is room for a border of others.
_EDGE = 0.02
_PASSAGE = 3.5
# Islands and lakes smaller than this are left out, in square units of the picture.
_SMALL_ISLAND = 60.0
_SMALL_LAKE = 120.0
_BEYOND = 60.0
_CELLS_APART = 6.0
_COARSEST = 6.0
_FINEST = 2.6
# A middle stands on so much of its own element, in cells, whatever the coast is like.
_PATCH = 1.5
# So many places across are looked at for one that has no position.
_GRID = 30
# How often it is looked how much larger insets are when others have made room.
_LOOKS = 3


@dataclass(frozen=True, slots=True)
class RegionPoints:
    """Middles of the regions, further points of them, and points of the void.

    The void is water where `lakes` are. `cell` is how fine the drawing is. `land` is
    where land is, or None when coasts are to be invented; old borders often run where
    those of today's `countries` do.
    """

    width: float
    height: float
    cell: float
    middles: Points
    seeds: Mapping[int, Points]
    void: Points
    lakes: Points
    land: Area | None
    countries: tuple[Area, ...]
    insets: tuple[Inset, ...]
    page: Inset | None


def ground_of(board: BoardRegions, places: Places, cache: Path) -> RegionPoints:
    """Return the ground of a board; UndrawableError when positions are missing."""
    index = {names[0]: region for region, names in enumerate(board.provinces)}
    positions = _positions(board, places.places)
    picture, frame = _picture(places, positions)
    flat = picture(positions)
    _check_inside(board, flat, frame)
    middles, move = _with_room(flat, places, picture, frame)
    put = _after(picture, move)
    cell = places.cell or _cell(middles)
    land, countries = None, ()
    if places.view:
        drawn = _Drawn(places.view, frame, picture, move)
        land = _patched(_land(places, cache, drawn), board, middles, cell)
        countries = _countries(places, cache, drawn)
    return RegionPoints(
        width=float(frame[0]),
        height=float(frame[1]),
        cell=cell,
        middles=middles,
        seeds={
            region: put(_points(places.points(name)))
            for name, region in index.items()
            if places.points(name)
        },
        void=put(_points(places.void)),
        lakes=put(_points(places.lakes)),
        land=land,
        countries=countries,
        insets=_insets(places, put, frame),
        page=_page(places, put, frame),
    )


def _with_room(flat: Points, places: Places, picture: Move, frame: Points) -> tuple[Points, Move]:
    """Return the middles moved apart, and how what is around them moves with them."""
    middles: Points = flat
    move: Move = _unmoved
    for _ in range(_LOOKS if places.insets else 1):
        put = _after(picture, move)
        page, insets = _page(places, put, frame), _insets(places, put, frame)
        width = page.width if page else float(frame[0])
        moved = spread(flat, places.spread, _zooms(middles, width, insets))
        edge = np.maximum(_EDGE * frame, _PASSAGE * (places.cell or _cell(flat)))
        middles = moved.clip(np.minimum(flat, edge), np.maximum(flat, frame - edge))
        move = carried(flat, middles, frame)
    return middles, move


def _unmoved(points: Points) -> Points:
    return points


def _after(one: Move, other: Move) -> Move:
    return lambda points: other(one(points))


def _insets(places: Places, put: Move, frame: Points) -> tuple[Inset, ...]:
    return tuple(
        _part(part, put, frame, name, f"The inset {name}") for name, part in places.insets.items()
    )


def _page(places: Places, put: Move, frame: Points) -> Inset | None:
    return _part(places.page, put, frame, "", "The page") if places.page else None


def _part(part: View, put: Move, frame: Points, name: str, told: str) -> Inset:
    """Return the upright part of a drawing through the middles of its edges.

    UndrawableError, which tells what it is, when it is no such part.
    """
    west, south, east, north = part
    x, y = (west + east) / 2, (south + north) / 2
    edges = put(np.array([(west, y), (x, north), (east, y), (x, south)], float))
    left, top, right, bottom = edges[range(4), [0, 1, 0, 1]].round(1).tolist()
    if not (0 <= left < right <= frame[0] and 0 <= top < bottom <= frame[1]):
        text = f"{told} of places.toml is not a part of the picture."
        raise UndrawableError(text)
    size = round(right - left, 1), round(bottom - top, 1)
    return Inset(name, (left, top), *size)


def _zooms(places: Points, width: float, insets: tuple[Inset, ...]) -> Points:
    """Return how much larger what stands at each place is shown than the board is."""
    zooms = np.ones(len(places))
    for inset in insets:
        inside = [inset.holds((x, y)) for x, y in places.tolist()]
        zooms[inside] = zoom_of(inset, insets, width)
    return zooms


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How shapes of the Earth come into the picture."""

    view: View
    frame: Points
    picture: Move
    move: Move

    def shape(self, area: Area) -> Area:
        """Return a shape in degrees as it is in the picture and a little beyond."""
        around = box(-_BEYOND, -_BEYOND, *(self.frame + _BEYOND))
        flat = shapely.transform(area.segmentize(0.5), _even(self.picture))
        near = (shapely.make_valid(flat) & around).segmentize(_CELLS_APART)
        return shapely.transform(near, _even(self.move)).buffer(0)


def _even(move: Move) -> Move:
    """Return the move with rounded results, so that closed rings stay closed."""
    return lambda points: move(points).round(4)


def _positions(board: BoardRegions, given: Mapping[str, Place]) -> Points:
    """Return the positions of the regions.

    One that is closed and has none is where most room is. UndrawableError without one
    of another.
    """
    names = [provinces[0] for provinces in board.provinces]
    missing = [n for n, name in enumerate(names) if name not in given]
    if wanted := [names[n] for n in missing if not board.is_closed(n)]:
        text = f"places.toml has no position of {' '.join(wanted)}."
        raise UndrawableError(text)
    known = [given[name] for name in names if name in given]
    found = dict(zip(missing, _gaps(np.array(known, float), len(missing)), strict=True))
    return np.array([found.get(n, given.get(name)) for n, name in enumerate(names)])


def _gaps(known: Points, number: int) -> list[Place]:
    """Return places between points, each as far as can be from all others."""
    left, right = known[:, 0].min(), known[:, 0].max()
    top, bottom = known[:, 1].min(), known[:, 1].max()
    x, y = np.linspace(left, right, _GRID), np.linspace(top, bottom, _GRID)
    choices = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    found: list[Place] = []
    for _ in range(number):
        taken = np.vstack([known, *found])
        at = choices[cKDTree(taken).query(choices)[0].argmax()]
        found.append((float(at[0]), float(at[1])))
    return found


def _points(places: Sequence[Place]) -> Points:
    return np.array(places, float).reshape(-1, 2)


def _picture(places: Places, positions: Points) -> tuple[Move, Points]:
    """Return the function from positions to the picture, and the size of that."""
    if places.view:
        shape = cone if places.projection == "cone" else cylinder
        project = shape(places.view)
        left, top, right, bottom = corners(places.view, project)
    else:
        project = np.asarray
        margin = _MARGIN * np.ptp(positions, axis=0).max()
        left, top = positions.min(0) - margin
        right, bottom = positions.max(0) + margin
    zoom = places.width / (right - left)
    frame = np.array([places.width, round(zoom * (bottom - top), 1)])
    return lambda points: (project(points) - (left, top)) * zoom, frame


def _check_inside(board: BoardRegions, flat: Points, frame: Points) -> None:
    outside = np.flatnonzero(((flat < 0) | (flat > frame)).any(1))
    if len(outside):
        names = " ".join(board.name(region) for region in outside.tolist())
        raise UndrawableError(f"Outside the view of places.toml: {names}.")


def _cell(middles: Points) -> float:
    apart = cKDTree(middles).query(middles, k=2)[0][:, 1]
    size = float(np.percentile(apart, 5)) / _CELLS_APART
    return min(max(size, _FINEST), _COARSEST)


def _land(places: Places, cache: Path, drawn: _Drawn) -> Area:
    """Return the land in the picture, with what the map maker adds or takes away."""
    natural = shapely.union_all([shape.area for shape in shapes(drawn.view, "land", cache)])
    natural = natural | shapely.union_all([_disc(spot) for spot in places.land])
    natural = natural - shapely.union_all([_disc(spot) for spot in places.water])
    return drawn.shape(natural).buffer(1.6).buffer(-2.6).buffer(1.0)


def _disc(spot: Spot) -> Area:
    """Return what looks round on the Earth: wider in degrees the farther north."""
    longitude, latitude, radius = spot
    round_one = Point(0, 0).buffer(radius)
    wide = scale(round_one, 1 / math.cos(math.radians(latitude)), 1)
    return translate(wide, longitude, latitude)


def _patched(land: Area, board: BoardRegions, middles: Points, cell: float) -> Area:
    """Return the land with each middle on its own element, and without specks."""
    regions = range(len(middles))
    patch = [Point(at).buffer(_PATCH * cell) for at in middles]
    dry = shapely.union_all([patch[n] for n in regions if not board.is_sea(n)])
    wet = shapely.union_all([patch[n] for n in regions if board.is_sea(n)])
    pieces = shapely.get_parts((land | dry) - wet)
    kept = [piece for piece in pieces if piece.area > _SMALL_ISLAND]
    return shapely.union_all([_without_ponds(piece) for piece in kept]).simplify(0.6)


def _without_ponds(piece: Polygon) -> Polygon:
    lakes = [hole for hole in piece.interiors if Polygon(hole).area > _SMALL_LAKE]
    return Polygon(piece.exterior, lakes)


def _countries(places: Places, cache: Path, drawn: _Drawn) -> tuple[Area, ...]:
    if not places.countries:
        return ()
    known = {one.name: one.area for one in shapes(drawn.view, "countries", cache)}
    unknown = [name for name in places.countries if name not in known]
    if unknown:
        there = ", ".join(sorted(known))
        text = f"No country in the view is called {unknown[0]}; there are {there}."
        raise UndrawableError(text)
    return tuple(drawn.shape(known[name]) for name in places.countries)
