"""Finds the borders that a drawing shows, from its areas and its pixels only."""

import io
from collections import Counter, defaultdict
from functools import reduce
from itertools import combinations

import numpy as np
import resvg_py
import shapely
from PIL import Image
from scipy import ndimage
from shapely.geometry import Polygon

from judge.boards import Geometry

WIDE = 2000
Pair = frozenset[str]


def areas(board: Geometry) -> dict[str, shapely.Geometry]:
    """Return the area of each province: the points inside an odd number of its rings."""
    return {
        name: reduce(
            shapely.symmetric_difference, (Polygon(board.outline(ring)) for ring in plot.rings)
        )
        for name, plot in board.provinces.items()
    }


def contacts(shapes: dict[str, shapely.Geometry]) -> dict[Pair, shapely.Geometry]:
    """Return the lines along which two areas touch; single points do not count."""
    names, list_of = list(shapes), list(shapes.values())
    found = {}
    for a, b in shapely.STRtree(list_of).query(list_of, predicate="intersects").T:
        line = shapely.intersection(list_of[a].boundary, list_of[b].boundary)
        if a < b and line.length > 0.05:
            found[frozenset((names[a], names[b]))] = line
    return found


def overlap(shapes: dict[str, shapely.Geometry]) -> float:
    """Return the size of the area that belongs to two provinces."""
    near = [
        (shapes[a], shapes[b])
        for a, b in combinations(shapes, 2)
        if shapes[a].intersects(shapes[b])
    ]
    return sum(one.intersection(other).area for one, other in near)


def painted(board: Geometry) -> tuple[list[str], np.ndarray]:
    """Return the provinces, and for each pixel of a picture the index of its province, or -1."""
    names = list(board.provinces)
    height = round(WIDE * board.height / board.width)
    shapes = []
    for number, plot in enumerate(board.provinces.values(), 1):
        rings = (" ".join(f"{x} {y}" for x, y in board.outline(r)) for r in plot.rings)
        line = "".join(f"M{ring}Z" for ring in rings)
        shapes.append(f'<path d="{line}" fill="#{number:06x}" fill-rule="evenodd"/>')
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" '
        f'viewBox="0 0 {board.width} {board.height}" shape-rendering="crispEdges">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(shapes)}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, shape_rendering="crisp_edges"))
    colors = np.array(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    numbers = colors @ (65536, 256, 1) - 1
    return names, np.where(numbers < len(names), numbers, -1)


def pixel_contacts(names: list[str], pixels: np.ndarray) -> Counter[Pair]:
    """Return, for each two provinces, how many of their pixels are next to each other."""
    found: Counter[Pair] = Counter()
    for one, other in ((pixels[:, :-1], pixels[:, 1:]), (pixels[:-1], pixels[1:])):
        meet = (one != other) & (one >= 0) & (other >= 0)
        pairs = np.stack([one[meet], other[meet]], axis=1)
        ends, numbers = np.unique(pairs, axis=0, return_counts=True)
        for (a, b), number in zip(ends.tolist(), numbers.tolist(), strict=True):
            found[frozenset((names[a], names[b]))] += number
    return found


def pixel_pieces(names: list[str], pixels: np.ndarray) -> dict[str, int]:
    """Return the number of pieces of each province, without pieces of at most ten pixels."""
    pieces = defaultdict(int)
    boxes = ndimage.find_objects(pixels + 1)
    for number, box in enumerate(boxes):
        spots, _ = ndimage.label(pixels[box] == number)
        sizes = np.bincount(spots.ravel())[1:]
        pieces[names[number]] = int((sizes > 10).sum())
    return pieces
