"""Positions for a board of which nothing is known but what touches what.

The outermost regions stand in a circle, all others in the middle of their neighbors
(Tutte, 1963), and then the room between them is shared out evenly.
"""

import math
from itertools import pairwise

import networkx as nx
import numpy as np

from judge.mapmaking.drawing.board import BoardRegions
from judge.mapmaking.drawing.paper import Points
from judge.mapmaking.drawing.places import Place

_SIZE = 1000.0  # any would do: `site.py` brings it to that of a page
_WIDER = 1.2  # an oval, for names are wider than high
# How often each point goes how far to the middle of what is around it, and how much
# more large parts of that count than small ones.
_EVENINGS = 400
_STEP = 0.7
_EAGERNESS = 0.9

_Triangles = list[tuple[int, int, int]]


def laid_out(board: BoardRegions) -> dict[str, Place]:
    """Return x and y of each region.

    One that borders nothing has its place in a gap, and outside if there is none.
    """
    graph = _in_one_piece(nx.Graph(sorted(board.borders)))
    faces = _faces(graph)
    outer = max(faces, key=lambda face: sum(1 + board.is_sea(n) for n in face), default=[])
    faces = [face for face in faces if face != outer]
    gaps = sorted(faces, key=len, reverse=True)
    alone = [region for region in range(board.void) if region not in graph]
    within = dict(zip(alone, gaps, strict=False))
    outer = [*outer, *alone[len(within) :]]
    triangles = _triangles(faces, board.void)
    places = _tutte(outer, triangles, board.void)
    if triangles:
        places = _evened(places, triangles, frozenset(outer))
    found = {}
    for region in range(board.void):
        x, y = places[within.get(region, [region])].mean(0).tolist()
        found[board.name(region)] = (x, y)
    return found


def _in_one_piece(graph: "nx.Graph[int]") -> "nx.Graph[int]":
    """Return the graph with each part joined to the next one by a border."""
    parts = [min(part) for part in nx.connected_components(graph)]
    graph.add_edges_from(pairwise(parts))
    return graph


def _faces(graph: nx.Graph) -> list[list[int]]:
    """Return the regions around each gap between borders, in order."""
    _, embedding = nx.check_planarity(graph)
    seen: set[tuple[int, int]] = set()
    return [
        list(dict.fromkeys(embedding.traverse_face(*edge, mark_half_edges=seen)))
        for edge in embedding.edges()
        if edge not in seen
    ]


def _triangles(faces: list[list[int]], points: int) -> _Triangles:
    """Return the faces cut up into triangles; each larger one has a point in it."""
    found: _Triangles = []
    for face in faces:
        if len(face) == 3:
            a, b, c = face
            found.append((a, b, c))
        else:
            found += [(points, a, b) for a, b in pairwise([*face, face[0]])]
            points += 1
    return found


def _tutte(outer: list[int], triangles: _Triangles, regions: int) -> Points:
    """Return places, the outer ones on an ellipse, others amid their neighbors."""
    number = 1 + max((regions - 1, *(max(corners) for corners in triangles)))
    joined = np.zeros((number, number))
    for a, b, c in triangles:
        for one, other in ((a, b), (b, c), (c, a)):
            joined[one, other] = joined[other, one] = 1
    matrix = np.diag(joined.sum(1)) - joined
    right = np.zeros((number, 2))
    for step, region in enumerate(outer):
        angle = 2 * math.pi * step / len(outer)
        matrix[region] = 0
        matrix[region, region] = 1
        right[region] = (_WIDER * math.cos(angle), math.sin(angle))
    idle = ~matrix.any(1)
    matrix[idle, idle] = 1
    return np.asarray(_SIZE * np.linalg.solve(matrix, right))


def _evened(places: Points, triangles: _Triangles, outer: frozenset[int]) -> Points:
    """Return the places moved so that triangles are of like size and none is turned."""
    corners = np.array(triangles)
    sign = np.sign(np.median(_areas(places[corners])))
    beside: dict[int, list[int]] = {}
    for number, points in enumerate(triangles):
        for point in points:
            beside.setdefault(point, []).append(number)
    free = sorted(beside.keys() - outer)
    chance = np.random.default_rng(1)
    for _ in range(_EVENINGS):
        for point in chance.permutation(free).tolist():
            around = corners[beside[point]]
            weights = np.abs(_areas(places[around])) ** _EAGERNESS + 1e-9
            middle = np.average(places[around].mean(1), axis=0, weights=weights)
            before = places[point].copy()
            places[point] += _STEP * (middle - before)
            if (sign * _areas(places[around]) <= 0).any():
                places[point] = before
    return places


def _areas(triangles: Points) -> Points:
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    u, v = b - a, c - a
    return np.asarray((u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2)
