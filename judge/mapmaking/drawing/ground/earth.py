"""The Earth: coastlines and countries of Natural Earth, and their projection.

The shapes are those of the package world-atlas of npm (Natural Earth, 1:50 million,
public domain). It is fetched once into a folder of the map maker's.
"""

import json
import math
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon, box

from judge.mapmaking.drawing.paper import Points
from judge.mapmaking.drawing.places import UndrawableError

PACKAGE = "world-atlas@2.0.2"
_ARCHIVE = "world-atlas-2.0.2.tgz"
# Degrees; a view is drawn with straight sides, and its parallels and meridians bend.
_MARGIN = 12.0

View = tuple[float, float, float, float]
Project = Callable[[Points], Points]


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of land in degrees; `name` is empty for land as a whole."""

    name: str
    area: MultiPolygon


class _OnePolygon(TypedDict):
    """A geometry of TopoJSON: the arcs of each of its rings."""

    type: Literal["Polygon"]
    arcs: list[list[int]]
    properties: NotRequired[dict[str, str]]


class _Polygons(TypedDict):
    """A geometry of TopoJSON with several polygons."""

    type: Literal["MultiPolygon"]
    arcs: list[list[list[int]]]
    properties: NotRequired[dict[str, str]]


class _Collection(TypedDict):
    geometries: list[_OnePolygon | _Polygons]


class _Transform(TypedDict):
    scale: tuple[float, float]
    translate: tuple[float, float]


class _Topology(TypedDict):
    """A file of TopoJSON: arcs in whole steps, shared by the shapes of its layers."""

    arcs: list[list[list[int]]]
    transform: _Transform
    objects: dict[str, _Collection]


def shapes(view: View, layer: str, cache: Path) -> list[Shape]:
    """Return what lies in a view and around it: of layer `land` or `countries`."""
    topology: _Topology = json.loads(_atlas_file(cache, f"{layer}-50m.json"))
    arcs = _arcs(topology)
    west, south, east, north = view
    around = box(west - _MARGIN, max(south - _MARGIN, -85), east + _MARGIN, min(north + 6, 85))
    found = []
    for one in topology["objects"][layer]["geometries"]:
        pieces = (piece for rings in _polygons(one) for piece in _pieces(rings, arcs))
        area = shapely.union_all([shapely.make_valid(piece) & around for piece in pieces])
        if not area.is_empty:
            found.append(Shape(one.get("properties", {}).get("name", ""), area))
    return found


def cylinder(view: View) -> Project:
    """Return Mercator's projection: for what is near the Equator, or very wide."""
    middle = math.radians((view[0] + view[2]) / 2)

    def project(points: Points) -> Points:
        north = np.log(np.tan(math.pi / 4 + np.radians(points[:, 1]) / 2))
        return np.column_stack([np.radians(points[:, 0]) - middle, -north])

    return project


def cone(view: View) -> Project:
    """Return Lambert's conformal projection through two parallels of the view."""
    west, south, east, north = view
    middle = math.radians((west + east) / 2)
    third = (north - south) / 5
    one, other = math.radians(south + third), math.radians(north - third)
    n = math.log(math.cos(one) / math.cos(other)) / math.log(_tan(other) / _tan(one))
    radius = math.cos(one) * _tan(one) ** n / n

    def project(points: Points) -> Points:
        angle = n * (np.radians(points[:, 0]) - middle)
        far = radius / np.tan(math.pi / 4 + np.radians(points[:, 1]) / 2) ** n
        return np.column_stack([far * np.sin(angle), far * np.cos(angle)])

    return project


def corners(view: View, project: Project) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a view on the plane.

    It is as wide as its middle parallel and as high as its middle meridian.
    """
    west, south, east, north = view
    x, y = (west + east) / 2, (south + north) / 2
    edge = project(np.array([(west, y), (x, north), (east, y), (x, south)], float))
    return (edge[0, 0], edge[1, 1], edge[2, 0], edge[3, 1])


def _tan(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)


def _atlas_file(cache: Path, name: str) -> bytes:
    archive = cache / _ARCHIVE
    if not archive.exists():
        _fetch(cache)
    with tarfile.open(archive) as files:
        file = files.extractfile(f"package/{name}")
        assert file is not None
        return file.read()


def _fetch(cache: Path) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", PACKAGE, "--pack-destination", str(cache)]
    try:
        subprocess.run(command, check=True, capture_output=True, cwd=cache)
    except (OSError, subprocess.CalledProcessError) as error:
        raise UndrawableError(
            f"The coastlines cannot be fetched by `{' '.join(command[:3])}` ({error}). "
            f"Put {_ARCHIVE} of the npm registry into {cache}."
        ) from error


def _arcs(topology: _Topology) -> list[Points]:
    move = topology["transform"]
    return [
        np.cumsum(np.array(steps, float), 0) * move["scale"] + move["translate"]
        for steps in topology["arcs"]
    ]


def _polygons(drawn: _OnePolygon | _Polygons) -> list[list[list[int]]]:
    return drawn["arcs"] if drawn["type"] == "MultiPolygon" else [drawn["arcs"]]


def _pieces(rings: list[list[int]], arcs: Sequence[Points]) -> Iterator[Polygon]:
    """Yield a polygon as it lies in degrees, once for each way around the Earth."""
    outer, *holes = [_ring(ring, arcs) for ring in rings]
    for turn in (-360, 0, 360):
        move = (turn, 0)
        yield Polygon(outer + move, [hole + move for hole in holes])


def _ring(indices: Sequence[int], arcs: Sequence[Points]) -> Points:
    """Return a ring whose longitudes do not jump where the map of the Earth ends."""
    lines = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in indices]
    ring = np.vstack([lines[0], *(line[1:] for line in lines[1:])])
    jumps = np.round(np.diff(ring[:, 0]) / 360)
    ring[1:, 0] -= 360 * np.cumsum(jumps)
    return ring
