"""The borders between regions as lines that neighbors share, smooth and apart.

Lakes are ground that nobody plays and that is water in nature; a shore is a stretch of
lines at a sea.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import NamedTuple

import networkx as nx
import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

from judge.boards import Arc, Ring
from judge.engine import Geography, Terrain, bits
from judge.mapmaking.drawing.board import BoardRegions, CrowdedError, Place, UndrawableError, pair
from judge.mapmaking.drawing.cells import OUTSIDE, Mesh, Plan, Points

_SAME = 4  # decimals: corners that agree so far are one, computed twice


@dataclass(slots=True)
class Stroke:
    """A line between two junctions, with the labels on its left and its right hand.

    Strokes that meet have the same junction, `first` or `last`, there; a `ring` meets
    none and ends where it begins.
    """

    first: int
    last: int
    left: int
    right: int
    line: Points
    ring: bool

    @property
    def labels(self) -> tuple[int, int]:
        """Return what lies on its two hands."""
        return self.left, self.right


class _Side(NamedTuple):
    """A side between two cells of different labels, as it is walked one way."""

    first: int
    last: int
    left: int
    right: int

    def turned(self) -> "_Side":
        """Return the side as it is walked the other way."""
        return _Side(self.last, self.first, self.right, self.left)


def strokes_of(mesh: Mesh, labels: Sequence[int]) -> list[Stroke]:
    """Return the lines between cells of different labels, and along the frame."""
    corners, corner_of = np.unique(np.round(mesh.corners, _SAME), axis=0, return_inverse=True)
    leaving: defaultdict[int, list[_Side]] = defaultdict(list)
    for side in _sides(mesh, labels, corner_of.ravel().tolist()):
        leaving[side.first].append(side)
        leaving[side.last].append(side.turned())
    junctions = {corner for corner, around in leaving.items() if _is_junction(around)}
    starts = [side for corner in sorted(junctions) for side in leaving[corner]]
    starts += [side for around in leaving.values() for side in around]
    done: set[tuple[int, int]] = set()
    strokes = []
    for side in starts:
        if side[:2] in done:
            continue
        way = _way(side, leaving, junctions)
        done.update(pairwise(way))
        done.update(pairwise(reversed(way)))
        ring = way[0] not in junctions
        line = corners[way]
        strokes.append(Stroke(way[0], way[-1], side.left, side.right, line, ring))
    return strokes


def halved(stroke: Stroke, junction: int) -> tuple[Stroke, Stroke]:
    """Return the two halves of a stroke, that meet at a new junction."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke.line, axis=0).T))])
    middle = int(np.abs(along[1:-1] - along[-1] / 2).argmin()) + 1
    first = replace(stroke, last=junction, line=stroke.line[: middle + 1])
    return first, replace(stroke, first=junction, line=stroke.line[middle:])


def outlines(strokes: Sequence[Stroke]) -> dict[int, list[list[int]]]:
    """Return the rings around each label, as strokes one after the other.

    A stroke is its index, or `~index` when it is walked backwards; the label lies on
    the left hand.
    """
    leaving: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, stroke in enumerate(strokes):
        leaving[stroke.left, stroke.first].append(number)
        leaving[stroke.right, stroke.last].append(~number)
    rings: defaultdict[int, list[list[int]]] = defaultdict(list)
    for (label, start), waiting in leaving.items():
        while label != OUTSIDE and waiting:
            ring = [waiting.pop()]
            while (end := _end(ring[-1], strokes)) != start:
                ring.append(leaving[label, end].pop())
            rings[label].append(ring)
    return dict(rings)


def area_of(rings: Iterable[Sequence[tuple[float, float]] | Points]) -> MultiPolygon:
    """Return the area that lies on the left hand of rings, each of its pieces apart."""
    polygons = [Polygon(ring) for ring in rings]
    # Downwards is positive, so what runs against the clock on paper runs with it here.
    shells = [one for one in polygons if not one.exterior.is_ccw]
    holes = [one for one in polygons if one.exterior.is_ccw]
    return MultiPolygon([_with_holes(shell, holes) for shell in shells])


def points_of(ring: Sequence[int], strokes: Sequence[Stroke]) -> Points:
    """Return the points of a ring; the last is joined to the first."""
    lines = (strokes[n].line if n >= 0 else strokes[~n].line[::-1] for n in ring)
    return np.vstack([line[:-1] for line in lines])


def _with_holes(shell: Polygon, holes: Iterable[Polygon]) -> Polygon:
    inside = (hole for hole in holes if shell.contains(hole.representative_point()))
    return Polygon(shell.exterior, [hole.exterior for hole in inside])


def _sides(mesh: Mesh, labels: Sequence[int], corner_of: Sequence[int]) -> Iterator[_Side]:
    step = mesh.corners[mesh.ends[:, 1]] - mesh.corners[mesh.ends[:, 0]]
    to_first = mesh.points[mesh.sides[:, 0]] - mesh.corners[mesh.ends[:, 0]]
    # Downwards is positive, so what turns against the clock lies on the left hand.
    turn = step[:, 0] * to_first[:, 1] - step[:, 1] * to_first[:, 0]
    for cells, ends, side in zip(
        mesh.sides.tolist(), mesh.ends.tolist(), turn.tolist(), strict=True
    ):
        left, right = (labels[n] if n < mesh.cells else OUTSIDE for n in cells)
        first, last = (corner_of[n] for n in ends)
        if left != right and first != last:
            found = _Side(first, last, left, right)
            yield found if side < 0 else _Side(first, last, right, left)


def _is_junction(leaving: Sequence[_Side]) -> bool:
    return len(leaving) != 2 or len({frozenset(side[2:]) for side in leaving}) != 1


def _way(side: _Side, leaving: dict[int, list[_Side]], junctions: set[int]) -> list[int]:
    """Return the corners from a side on to the next junction, or around a ring."""
    way = [side.first, side.last]
    while way[-1] != way[0] and way[-1] not in junctions:
        way.append(next(s.last for s in leaving[way[-1]] if s.last != way[-2]))
    return way


def _end(index: int, strokes: Sequence[Stroke]) -> int:
    return strokes[index].last if index >= 0 else strokes[~index].first


def with_lakes(
    plan: Plan,
    labels: list[int],
    board: BoardRegions,
    points: Sequence[Place],
    given: Sequence[Place],
) -> BoardRegions:
    """Return the board with its lakes: the unplayed ground around each of `points`.

    The void there becomes LAKE; where a point lies on water, no farther than the water
    goes. UndrawableError when somebody plays there; the point is called what the map
    maker has `given`.
    """
    lakes = {board.lake}
    for point, (x, y) in zip(points, given, strict=True):
        cell = int(plan.mesh.tree().query(point)[1])
        if not board.is_closed(labels[cell]):
            text = f"The lake [{x:g}, {y:g}] lies where a province is played."
            raise UndrawableError(f"{text} Give it `water`, or a point of the `void`.")
        if labels[cell] == board.void:
            _fill(plan, labels, board, cell)
        lakes.add(labels[cell])
    return replace(board, lakes=frozenset(lakes))


def _fill(plan: Plan, labels: list[int], board: BoardRegions, cell: int) -> None:
    land = plan.land or (True,) * plan.mesh.cells
    dry = land[cell]
    reached = [cell]
    while reached:
        cell = reached.pop()
        if labels[cell] == board.void and land[cell] == dry:
            labels[cell] = board.lake
            reached += [other for other, _ in plan.mesh.steps[cell]]


_TOLERANCE = 0.22  # about two of the tenths in which lines are kept
# How far along a line, in lengths of the move, one feels that its end was moved.
_FALLOFF = 5.0
# How often a line is evened out and its corners are cut, by what it parts.
_Care = tuple[int, int]
_SEA, _LAND, _COAST, _KNOWN_COAST, _NONE = (6, 2), (3, 2), (1, 2), (0, 2), (0, 0)
# What is tried with lines that meet: less smoothing, none, and then very much.
_MORE_CARE = ((1, 1), _NONE, (6, 2), (18, 2), (54, 2))


def contracted(board: BoardRegions, strokes: Sequence[Stroke], limit: float) -> list[Stroke]:
    """Return the strokes without false borders up to a length: each is now a point.

    Four regions meet there. Longer ones remain, and will be found out, but not where a
    connector joins the two.
    """
    false = [n for n, one in enumerate(strokes) if _is_false(board, one, limit)]
    meeting = nx.Graph((strokes[n].first, strokes[n].last) for n in false)
    frame = {n: at for one in strokes if OUTSIDE in one.labels for n, at in _ends(one)}
    moved: dict[int, tuple[int, Points]] = {}
    for junctions in nx.connected_components(meeting):
        places = [at for n in false for end, at in _ends(strokes[n]) if end in junctions]
        # What meets at the frame stays there.
        places = [frame[end] for end in junctions if end in frame] or places
        new = (min(junctions), np.mean(places, axis=0))
        moved.update(dict.fromkeys(junctions, new))
    kept = (one for n, one in enumerate(strokes) if n not in false)
    return [_pulled(one, moved) for one in kept]


def smoothed(board: BoardRegions, strokes: Sequence[Stroke], *, known_coasts: bool) -> list[Stroke]:
    """Return the strokes smooth, none of them meeting another but at its ends.

    CrowdedError when some cannot be kept apart.
    """
    drawn = [
        replace(one, line=_smooth(one, _care(board, one, known_coasts=known_coasts)))
        for one in strokes
    ]
    _refuse(board, [one for one in drawn if len(one.line) < 2])
    for care in _MORE_CARE:
        for index in _meeting(drawn):
            drawn[index] = replace(drawn[index], line=_smooth(strokes[index], care))
    _refuse(board, [drawn[index] for index in _meeting(drawn)])
    return drawn


def _ends(stroke: Stroke) -> list[tuple[int, Points]]:
    return [(stroke.first, stroke.line[0]), (stroke.last, stroke.line[-1])]


def _is_false(board: BoardRegions, stroke: Stroke, limit: float) -> bool:
    length = LineString(stroke.line).length
    return (
        OUTSIDE not in stroke.labels
        and not stroke.ring
        and not board.may_touch(*stroke.labels)
        and (pair(*stroke.labels) in board.links or length <= limit)
    )


def _pulled(stroke: Stroke, moved: dict[int, tuple[int, Points]]) -> Stroke:
    """Return a stroke whose ends go to where their junctions were moved."""
    line = stroke.line.copy()
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    ends = []
    for junction, end, far in ((stroke.first, 0, along), (stroke.last, -1, along[-1] - along)):
        new, place = moved.get(junction, (junction, stroke.line[end]))
        move = place - stroke.line[end]
        reach = min(0.95 * along[-1], _FALLOFF * np.hypot(*move)) + 1e-9
        line += (1 - far / reach).clip(0)[:, None] * move
        ends.append(new)
    return replace(stroke, first=ends[0], last=ends[1], line=line)


def _care(board: BoardRegions, stroke: Stroke, *, known_coasts: bool) -> _Care:
    if OUTSIDE in stroke.labels:
        return _NONE
    match tuple(map(board.is_water, stroke.labels)):
        case (True, True):
            return _SEA
        case (False, False):
            return _LAND
        case _:
            return _KNOWN_COAST if known_coasts else _COAST


def _smooth(stroke: Stroke, care: _Care) -> Points:
    """Return the line of a stroke in whole tenths, with no point twice in a row."""
    even = stroke.line
    evened, cut = care
    for _ in range(evened):
        even = _evened(even, stroke.ring)
    for _ in range(cut):
        even = _cut(even, stroke.ring)
    simple = LineString(even).simplify(_TOLERANCE * (cut > 0), preserve_topology=False)
    line: Points = shapely.get_coordinates(simple).round(1)
    new = np.ones(len(line), bool)
    new[1:] = (np.diff(line, axis=0) != 0).any(1)
    return line[new]


def _evened(line: Points, ring: bool) -> Points:
    """Return the line with each point half way to the middle of its neighbors."""
    whole = np.vstack([line[-2], line, line[1]]) if ring else line
    even = (whole[:-2] + 2 * whole[1:-1] + whole[2:]) / 4
    return even if ring else np.vstack([line[:1], even, line[-1:]])


def _cut(line: Points, ring: bool) -> Points:
    """Return the line with each corner cut off (Chaikin)."""
    if len(line) < 3:
        return line
    near = 0.75 * line[:-1] + 0.25 * line[1:]
    far = 0.25 * line[:-1] + 0.75 * line[1:]
    cut = np.stack([near, far], axis=1).reshape(-1, 2)
    if ring:
        return np.vstack([cut, cut[:1]])
    return np.vstack([line[:1], cut[1:-1], line[-1:]])


def _meeting(strokes: Sequence[Stroke]) -> list[int]:
    """Return the strokes that meet themselves, or others but at a common junction."""
    lines = [LineString(stroke.line) for stroke in strokes]
    bad = {n for n, line in enumerate(lines) if not line.is_simple}
    tree = shapely.STRtree(lines)
    for one, other in tree.query(lines, predicate="intersects").T.tolist():
        if one < other and not _only_at_ends(lines[one], lines[other]):
            bad |= {one, other}
    return sorted(bad)


def _only_at_ends(one: LineString, other: LineString) -> bool:
    common = {one.coords[0], one.coords[-1]} & {other.coords[0], other.coords[-1]}
    met = one & other
    return met.length == 0 and {*map(tuple, shapely.get_coordinates(met))} <= common


def _refuse(board: BoardRegions, strokes: Sequence[Stroke]) -> None:
    if strokes:
        listed = ", ".join(sorted({_named(board, one) for one in strokes}))
        text = f"These borders cannot be kept apart: {listed}. Give them more room."
        raise CrowdedError(text, ())


def _named(board: BoardRegions, stroke: Stroke) -> str:
    names = (board.name(n) if 0 <= n < board.void else "void" for n in stroke.labels)
    return "-".join(names)


@dataclass(frozen=True, slots=True)
class ShoreLine:
    """A stretch of arcs, the sea along each of them, and what lies at its two ends."""

    arcs: tuple[int, ...]
    along: tuple[str, ...]
    ends: tuple[str, str]

    @property
    def seas(self) -> frozenset[str]:
        """Return the seas along it."""
        return frozenset(self.along)

    @property
    def lands(self) -> frozenset[str]:
        """Return the provinces of land at its ends."""
        return frozenset(filter(None, self.ends)) - self.seas

    def cut(self, at: int) -> tuple["ShoreLine", "ShoreLine"]:
        """Return the two parts of it before and from an arc on."""
        first = ShoreLine(self.arcs[:at], self.along[:at], (self.ends[0], ""))
        return first, ShoreLine(self.arcs[at:], self.along[at:], ("", self.ends[1]))


def reach_of(location: int, geography: Geography) -> tuple[frozenset[str], frozenset[str]]:
    """Return the seas and the lands to which a fleet at a location may go."""
    there = [geography.provinces[n] for n in bits(geography.fleet_reach[location])]
    seas = frozenset(p.abbreviation for p in there if p.terrain is Terrain.SEA)
    return seas, frozenset(p.abbreviation for p in there) - seas


def shores_of(rings: Sequence[Ring], arcs: Sequence[Arc], geography: Geography) -> list[ShoreLine]:
    """Return the shores along the rings of a province."""
    kinds = {p.abbreviation: p.terrain for p in geography.provinces}
    found = []
    for ring in rings:
        beyond = [arcs[n].right if n >= 0 else arcs[~n].left for n in ring]
        wet = [kinds.get(name or "") is Terrain.SEA for name in beyond]
        start = wet.index(False) if False in wet else 0
        order = [*range(start, len(ring)), *range(start)]
        for at_sea, group in groupby(order, key=wet.__getitem__):
            stretch = list(group)
            if at_sea:
                before, behind = stretch[0] - 1, (stretch[-1] + 1) % len(ring)
                ends = beyond[before] or "", beyond[behind] or ""
                along = tuple(beyond[n] or "" for n in stretch)
                found.append(ShoreLine(tuple(ring[n] for n in stretch), along, ends))
    return found


def by_coast(
    province: int, shores: Sequence[ShoreLine], geography: Geography
) -> dict[str, list[ShoreLine]]:
    """Return the shores of a province by the coast that they are most like.

    A coast that is like none has a part of another one's, where these meet at a cape. A
    province without named coasts has all of them at the coast "".
    """
    coasts = geography.coasts_of[province]
    if not coasts:
        return {"": list(shores)}
    names = {n: geography.locations[n].text.partition("/")[2] for n in coasts}
    found: dict[str, list[ShoreLine]] = {name: [] for name in names.values()}
    for shore in shores:
        best = max(coasts, key=lambda n: _likeness(shore, *reach_of(n, geography)))
        found[names[best]].append(shore)
    for coast in coasts:
        if not found[names[coast]]:
            _share_out(coast, found, names, geography)
    return found


def _share_out(
    coast: int, found: dict[str, list[ShoreLine]], names: Mapping[int, str], geography: Geography
) -> None:
    """Give a coast that has no shore the part of another's that is most like it."""
    seas, lands = reach_of(coast, geography)
    best = 0.0
    cut: tuple[str, int, ShoreLine, ShoreLine] | None = None
    for other, name in names.items():
        for number, shore in enumerate(found[name]):
            for parts in map(shore.cut, range(1, len(shore.arcs))):
                for kept, given in (parts, parts[::-1]):
                    worth = _likeness(given, seas, lands)
                    worth += _likeness(kept, *reach_of(other, geography))
                    if given.seas <= seas and worth > best:
                        best, cut = worth, (name, number, kept, given)
    if cut:
        name, number, kept, given = cut
        found[name][number] = kept
        found[names[coast]].append(given)


def _likeness(shore: ShoreLine, seas: frozenset[str], lands: frozenset[str]) -> float:
    """Return how well a shore fits a coast: by its seas first, then by its ends."""
    common = 2 * len(shore.seas & seas) - len(shore.seas ^ seas)
    return common + len(shore.lands & lands) / 2
