"""The borders between regions as smooth lines, which both neighbors share.

A lake is ground outside the game that is water in nature. A shore is a sequence of lines at a sea.
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

_SAME = 4  # decimals; corners with the same coordinates up to these are the same corner


@dataclass(slots=True)
class Stroke:
    """A line between two junctions, with the labels on its left and its right hand.

    `first` and `last` are the junctions at its ends. A `ring` has no junction with other strokes
    and ends where it begins.
    """

    first: int
    last: int
    left: int
    right: int
    line: Points
    ring: bool

    @property
    def labels(self) -> tuple[int, int]:
        """Return the labels on both sides."""
        return self.left, self.right


class _Side(NamedTuple):
    """A side between two cells with different labels, in one direction."""

    first: int
    last: int
    left: int
    right: int

    def turned(self) -> "_Side":
        """Return the side in the opposite direction."""
        return _Side(self.last, self.first, self.right, self.left)


def strokes_of(mesh: Mesh, labels: Sequence[int]) -> list[Stroke]:
    """Return the lines between cells with different labels, and along the frame."""
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
        corner_path = _corner_path(side, leaving, junctions)
        done.update(pairwise(corner_path))
        done.update(pairwise(reversed(corner_path)))
        ring = corner_path[0] not in junctions
        line = corners[corner_path]
        strokes.append(Stroke(corner_path[0], corner_path[-1], side.left, side.right, line, ring))
    return strokes


def halved(stroke: Stroke, junction: int) -> tuple[Stroke, Stroke]:
    """Return the two halves of a stroke, which meet at a new junction."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke.line, axis=0).T))])
    middle = int(np.abs(along[1:-1] - along[-1] / 2).argmin()) + 1
    first = replace(stroke, last=junction, line=stroke.line[: middle + 1])
    return first, replace(stroke, first=junction, line=stroke.line[middle:])


def outlines(strokes: Sequence[Stroke]) -> dict[int, list[list[int]]]:
    """Return the rings around each label, as sequences of strokes.

    A stroke is its index, or `~index` in reverse direction; the label is on the left hand.
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
    """Return the area on the left hand of rings, with a polygon for each piece."""
    polygons = [Polygon(ring) for ring in rings]
    # With y downwards, a ring that is counter-clockwise on paper is clockwise for shapely.
    shells = [polygon for polygon in polygons if not polygon.exterior.is_ccw]
    holes = [polygon for polygon in polygons if polygon.exterior.is_ccw]
    return MultiPolygon([_with_holes(shell, holes) for shell in shells])


def points_of(ring: Sequence[int], strokes: Sequence[Stroke]) -> Points:
    """Return the points of a ring, without repeating the first."""
    lines = (strokes[n].line if n >= 0 else strokes[~n].line[::-1] for n in ring)
    return np.vstack([line[:-1] for line in lines])


def _with_holes(shell: Polygon, holes: Iterable[Polygon]) -> Polygon:
    """Return a polygon with the holes that lie inside it."""
    inside = (hole for hole in holes if shell.contains(hole.representative_point()))
    return Polygon(shell.exterior, [hole.exterior for hole in inside])


def _sides(mesh: Mesh, labels: Sequence[int], corner_of: Sequence[int]) -> Iterator[_Side]:
    """Yield the sides between cells with different labels."""
    step = mesh.corners[mesh.ends[:, 1]] - mesh.corners[mesh.ends[:, 0]]
    to_first = mesh.points[mesh.sides[:, 0]] - mesh.corners[mesh.ends[:, 0]]
    # With y downwards, a counter-clockwise turn is on the left hand.
    turn = step[:, 0] * to_first[:, 1] - step[:, 1] * to_first[:, 0]
    for cells, ends, side in zip(
        mesh.sides.tolist(), mesh.ends.tolist(), turn.tolist(), strict=True
    ):
        left, right = (labels[n] if n < mesh.cells else OUTSIDE for n in cells)
        first, last = (corner_of[n] for n in ends)
        if left != right and first != last:
            side_found = _Side(first, last, left, right)
            yield side_found if side < 0 else _Side(first, last, right, left)


def _is_junction(leaving: Sequence[_Side]) -> bool:
    """Return whether more than two lines, or lines with different labels, meet at a corner."""
    return len(leaving) != 2 or len({frozenset(side[2:]) for side in leaving}) != 1


def _corner_path(side: _Side, leaving: dict[int, list[_Side]], junctions: set[int]) -> list[int]:
    """Return the corners from a side on to the next junction, or around a ring."""
    corner_path = [side.first, side.last]
    while corner_path[-1] != corner_path[0] and corner_path[-1] not in junctions:
        corner_path.append(
            next(s.last for s in leaving[corner_path[-1]] if s.last != corner_path[-2])
        )
    return corner_path


def _end(index: int, strokes: Sequence[Stroke]) -> int:
    """Return the junction at the end of a stroke, in the direction of its index."""
    return strokes[index].last if index >= 0 else strokes[~index].first


def with_lakes(
    plan: Plan,
    labels: list[int],
    board: BoardRegions,
    points: Sequence[Place],
    points_in_file: Sequence[Place],
) -> BoardRegions:
    """Return the board with its lakes: the unplayed ground around each of `points`.

    The void there becomes LAKE, up to the next shore. UndrawableError if a point is inside a played
    province; the message names the point as the map maker wrote it (`points_in_file`).
    """
    lakes = {board.lake}
    for point, (x, y) in zip(points, points_in_file, strict=True):
        cell = int(plan.mesh.tree().query(point)[1])
        if not board.is_closed(labels[cell]):
            text = f"The lake [{x:g}, {y:g}] lies where a province is played."
            raise UndrawableError(f"{text} Give it `water`, or a point of the `void`.")
        if labels[cell] == board.void:
            _fill(plan, labels, board, cell)
        lakes.add(labels[cell])
    return replace(board, lakes=frozenset(lakes))


def _fill(plan: Plan, labels: list[int], board: BoardRegions, cell: int) -> None:
    """Turn the void around a cell into LAKE, up to the next shore."""
    land = plan.land or (True,) * plan.mesh.cells
    element = land[cell]
    reached = [cell]
    while reached:
        cell = reached.pop()
        if labels[cell] == board.void and land[cell] == element:
            labels[cell] = board.lake
            reached += [other for other, _ in plan.mesh.steps[cell]]


_TOLERANCE = 0.22  # about two of the tenths in which lines are stored
# The distance along a line up to which it follows its moved end, in lengths of the move.
_FALLOFF = 5.0
# The rounds of smoothing and of corner cutting, by the kind of border.
_Care = tuple[int, int]
_SEA, _LAND, _COAST, _KNOWN_COAST, _NONE = (6, 2), (3, 2), (1, 2), (0, 2), (0, 0)
# Attempts for lines that touch: less smoothing, none, then very much.
_MORE_CARE = ((1, 1), _NONE, (6, 2), (18, 2), (54, 2))


def contracted(board: BoardRegions, strokes: Sequence[Stroke], limit: float) -> list[Stroke]:
    """Return the strokes without false borders up to the length `limit`: each becomes a point.

    Four regions meet at this point. Longer false borders remain, and later checks report them,
    except where a connector joins the two regions.
    """
    false = [n for n, stroke in enumerate(strokes) if _is_false(board, stroke, limit)]
    meeting = nx.Graph((strokes[n].first, strokes[n].last) for n in false)
    frame = {n: at for stroke in strokes if OUTSIDE in stroke.labels for n, at in _ends(stroke)}
    moved: dict[int, tuple[int, Points]] = {}
    for junctions in nx.connected_components(meeting):
        places = [at for n in false for end, at in _ends(strokes[n]) if end in junctions]
        # Junctions at the frame stay there.
        places = [frame[end] for end in junctions if end in frame] or places
        new = (min(junctions), np.mean(places, axis=0))
        moved.update(dict.fromkeys(junctions, new))
    remaining = (stroke for n, stroke in enumerate(strokes) if n not in false)
    return [_pulled(stroke, moved) for stroke in remaining]


def smoothed(board: BoardRegions, strokes: Sequence[Stroke], *, known_coasts: bool) -> list[Stroke]:
    """Return the strokes as smooth lines that touch each other only at their ends.

    CrowdedError if some strokes cannot be kept apart.
    """
    drawn = [
        replace(stroke, line=_smooth(stroke, _care(board, stroke, known_coasts=known_coasts)))
        for stroke in strokes
    ]
    _refuse(board, [stroke for stroke in drawn if len(stroke.line) < 2])
    for care in _MORE_CARE:
        for index in _meeting(drawn):
            drawn[index] = replace(drawn[index], line=_smooth(strokes[index], care))
    _refuse(board, [drawn[index] for index in _meeting(drawn)])
    return drawn


def _ends(stroke: Stroke) -> list[tuple[int, Points]]:
    return [(stroke.first, stroke.line[0]), (stroke.last, stroke.line[-1])]


def _is_false(board: BoardRegions, stroke: Stroke, limit: float) -> bool:
    """Return whether a stroke is a false border that may become a point."""
    length = LineString(stroke.line).length
    return (
        OUTSIDE not in stroke.labels
        and not stroke.ring
        and not board.may_touch(*stroke.labels)
        and (pair(*stroke.labels) in board.links or length <= limit)
    )


def _pulled(stroke: Stroke, moved: dict[int, tuple[int, Points]]) -> Stroke:
    """Return a stroke whose ends follow their moved junctions."""
    line = stroke.line.copy()
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    ends = []
    for junction, end, distance in ((stroke.first, 0, along), (stroke.last, -1, along[-1] - along)):
        new, place = moved.get(junction, (junction, stroke.line[end]))
        move = place - stroke.line[end]
        reach = min(0.95 * along[-1], _FALLOFF * np.hypot(*move)) + 1e-9
        line += (1 - distance / reach).clip(0)[:, None] * move
        ends.append(new)
    return replace(stroke, first=ends[0], last=ends[1], line=line)


def _care(board: BoardRegions, stroke: Stroke, *, known_coasts: bool) -> _Care:
    """Return the rounds of smoothing for a stroke."""
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
    """Return the line of a stroke in whole tenths, without repeated points."""
    smoothed_line = stroke.line
    smoothing_rounds, cutting_rounds = care
    for _ in range(smoothing_rounds):
        smoothed_line = _evened(smoothed_line, stroke.ring)
    for _ in range(cutting_rounds):
        smoothed_line = _cut(smoothed_line, stroke.ring)
    simple = LineString(smoothed_line).simplify(
        _TOLERANCE * (cutting_rounds > 0), preserve_topology=False
    )
    line: Points = shapely.get_coordinates(simple).round(1)
    new = np.ones(len(line), bool)
    new[1:] = (np.diff(line, axis=0) != 0).any(1)
    return line[new]


def _evened(line: Points, ring: bool) -> Points:
    """Return the line with each point moved half way to the middle of its neighbors."""
    whole = np.vstack([line[-2], line, line[1]]) if ring else line
    even = (whole[:-2] + 2 * whole[1:-1] + whole[2:]) / 4
    return even if ring else np.vstack([line[:1], even, line[-1:]])


def _cut(line: Points, ring: bool) -> Points:
    """Return the line with its corners cut (Chaikin)."""
    if len(line) < 3:
        return line
    near = 0.75 * line[:-1] + 0.25 * line[1:]
    far = 0.25 * line[:-1] + 0.75 * line[1:]
    cut = np.stack([near, far], axis=1).reshape(-1, 2)
    if ring:
        return np.vstack([cut, cut[:1]])
    return np.vstack([line[:1], cut[1:-1], line[-1:]])


def _meeting(strokes: Sequence[Stroke]) -> list[int]:
    """Return the strokes that touch themselves, or others except at a common junction."""
    lines = [LineString(stroke.line) for stroke in strokes]
    bad = {n for n, line in enumerate(lines) if not line.is_simple}
    tree = shapely.STRtree(lines)
    for first, second in tree.query(lines, predicate="intersects").T.tolist():
        if first < second and not _only_at_ends(lines[first], lines[second]):
            bad |= {first, second}
    return sorted(bad)


def _only_at_ends(first: LineString, second: LineString) -> bool:
    """Return whether two lines touch only at common ends."""
    common = {first.coords[0], first.coords[-1]} & {second.coords[0], second.coords[-1]}
    common_part = first & second
    return common_part.length == 0 and {*map(tuple, shapely.get_coordinates(common_part))} <= common


def _refuse(board: BoardRegions, strokes: Sequence[Stroke]) -> None:
    """Raise CrowdedError if there are any strokes."""
    if strokes:
        listed = ", ".join(sorted({_named(board, stroke) for stroke in strokes}))
        text = f"These borders cannot be kept apart: {listed}. Give them more room."
        raise CrowdedError(text, ())


def _named(board: BoardRegions, stroke: Stroke) -> str:
    names = (board.name(n) if 0 <= n < board.void else "void" for n in stroke.labels)
    return "-".join(names)


@dataclass(frozen=True, slots=True)
class ShoreLine:
    """A stretch of arcs along seas."""

    arcs: tuple[int, ...]
    #: The sea beside each arc.
    along: tuple[str, ...]
    #: The provinces at its two ends.
    ends: tuple[str, str]

    @property
    def seas(self) -> frozenset[str]:
        """Return the seas beside it."""
        return frozenset(self.along)

    @property
    def lands(self) -> frozenset[str]:
        """Return the provinces of land at its ends."""
        return frozenset(filter(None, self.ends)) - self.seas

    def cut(self, at: int) -> tuple["ShoreLine", "ShoreLine"]:
        """Return its two parts: before the arc at index `at`, and from this arc on."""
        first = ShoreLine(self.arcs[:at], self.along[:at], (self.ends[0], ""))
        return first, ShoreLine(self.arcs[at:], self.along[at:], ("", self.ends[1]))


def reach_of(location: int, geography: Geography) -> tuple[frozenset[str], frozenset[str]]:
    """Return the seas and the lands that a fleet at a location can enter."""
    provinces = [geography.provinces[n] for n in bits(geography.fleet_reach[location])]
    seas = frozenset(p.abbreviation for p in provinces if p.terrain is Terrain.SEA)
    return seas, frozenset(p.abbreviation for p in provinces) - seas


def shores_of(rings: Sequence[Ring], arcs: Sequence[Arc], geography: Geography) -> list[ShoreLine]:
    """Return the shores along the rings of a province."""
    kinds = {p.abbreviation: p.terrain for p in geography.provinces}
    shores = []
    for ring in rings:
        beyond = [arcs[n].right if n >= 0 else arcs[~n].left for n in ring]
        is_sea = [kinds.get(name or "") is Terrain.SEA for name in beyond]
        start = is_sea.index(False) if False in is_sea else 0
        order = [*range(start, len(ring)), *range(start)]
        for at_sea, group in groupby(order, key=is_sea.__getitem__):
            stretch = list(group)
            if at_sea:
                before, behind = stretch[0] - 1, (stretch[-1] + 1) % len(ring)
                ends = beyond[before] or "", beyond[behind] or ""
                along = tuple(beyond[n] or "" for n in stretch)
                shores.append(ShoreLine(tuple(ring[n] for n in stretch), along, ends))
    return shores


def by_coast(
    province: int, shores: Sequence[ShoreLine], geography: Geography
) -> dict[str, list[ShoreLine]]:
    """Return the shores of a province by the coast to which they fit best.

    A coast without a shore gets a part of another coast's shore, where these meet at a cape. In a
    province without named coasts all shores are at the coast "".
    """
    coasts = geography.coasts_of[province]
    if not coasts:
        return {"": list(shores)}
    names = {n: geography.locations[n].text.partition("/")[2] for n in coasts}
    by_name: dict[str, list[ShoreLine]] = {name: [] for name in names.values()}
    for shore in shores:
        best = max(coasts, key=lambda n: _likeness(shore, *reach_of(n, geography)))
        by_name[names[best]].append(shore)
    for coast in coasts:
        if not by_name[names[coast]]:
            _share_out(coast, by_name, names, geography)
    return by_name


def _share_out(
    coast: int, by_name: dict[str, list[ShoreLine]], names: Mapping[int, str], geography: Geography
) -> None:
    """Give a coast without a shore the part of another coast's shore that fits best."""
    seas, lands = reach_of(coast, geography)
    best = 0.0
    cut: tuple[str, int, ShoreLine, ShoreLine] | None = None
    for other, name in names.items():
        for number, shore in enumerate(by_name[name]):
            for parts in map(shore.cut, range(1, len(shore.arcs))):
                for remaining, moved in (parts, parts[::-1]):
                    fit = _likeness(moved, seas, lands)
                    fit += _likeness(remaining, *reach_of(other, geography))
                    if moved.seas <= seas and fit > best:
                        best, cut = fit, (name, number, remaining, moved)
    if cut:
        name, number, remaining, moved = cut
        by_name[name][number] = remaining
        by_name[names[coast]].append(moved)


def _likeness(shore: ShoreLine, seas: frozenset[str], lands: frozenset[str]) -> float:
    """Return how well a shore fits a coast: by its seas first, then by its ends."""
    common = 2 * len(shore.seas & seas) - len(shore.seas ^ seas)
    return common + len(shore.lands & lands) / 2
