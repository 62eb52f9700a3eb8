"""Lines made smooth, as far as they stay apart from one another."""

from collections.abc import Sequence
from dataclasses import replace

import networkx as nx
import numpy as np
import shapely
from shapely.geometry import LineString

from judge.mapmaking.drawing.board import BoardRegions, pair
from judge.mapmaking.drawing.lines import OUTSIDE, Stroke
from judge.mapmaking.drawing.paper import Points
from judge.mapmaking.drawing.places import CrowdedError

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
