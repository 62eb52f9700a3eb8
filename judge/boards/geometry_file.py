"""The drawing of a variant's board: `geometry.json` into a Geometry, and back.

The file keeps lines as whole tenths, the first point from the corner and each later
one from the one before it; `{"version": 1, "same_as": "standard"}` says that a variant
is drawn as another one is. The format stands in `variants/README.md`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise, starmap
from pathlib import Path
from typing import NotRequired, TypedDict

from judge.boards.geometry import (
    Arc,
    ArcKind,
    Connector,
    ConnectorKind,
    Geometry,
    Inset,
    Line,
    Point,
    ProvinceShape,
)
from judge.boards.geometry_faults import faults
from judge.boards.homes import Homes
from judge.engine import Terrain

GEOMETRY_FILE = "geometry.json"
PLACES_FILE = "places.toml"
VERSION = 1

_Pair = list[float]


class _ArcFacts(TypedDict):
    kind: str
    left: str | None
    right: str | None
    points: list[int]


class _PlotFacts(TypedDict):
    kind: str
    rings: list[list[int]]
    unit: _Pair
    dislodged: _Pair
    label: _Pair
    center: NotRequired[_Pair]
    coasts: NotRequired[dict[str, _Pair]]
    again: NotRequired[list[_Pair]]


class _ConnectorFacts(TypedDict):
    kind: str
    a: str
    b: str
    points: list[int]


class _InsetFacts(TypedDict):
    name: str
    corner: _Pair
    width: float
    height: float


class _Facts(TypedDict):
    version: int
    width: float
    height: float
    unit: float
    font: float
    arcs: list[_ArcFacts]
    provinces: dict[str, _PlotFacts]
    void: list[list[int]]
    connectors: list[_ConnectorFacts]
    twins: NotRequired[list[list[str]]]
    lakes: NotRequired[list[list[int]]]
    insets: NotRequired[list[_InsetFacts]]
    page: NotRequired[_InsetFacts]


class BrokenGeometryError(Exception):
    """A text that is no drawing of a board; the message says where and why."""


def open_geometry(folder: Path, homes: Homes = ()) -> Geometry | None:
    """Return the drawing in a variant's folder, or of the variant that it names.

    That one lies beside it, or in `homes`. None where there is no drawing;
    BrokenGeometryError where it cannot be read.
    """
    file = folder / GEOMETRY_FILE
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if other := same_as(text):
        drawn = [home / other / GEOMETRY_FILE for home in (folder.parent, *homes)]
        named = next((one for one in drawn if one.exists()), drawn[0])
        text = named.read_text(encoding="utf-8")
    return read_geometry(text)


def same_as(text: str) -> str | None:
    """Return the variant whose drawing a text names instead of having its own."""
    other: str | None = json.loads(text).get("same_as")
    return other


def write_same_as(name: str) -> str:
    """Return the text of a drawing that is the one of another variant."""
    return json.dumps({"version": VERSION, "same_as": name}) + "\n"


def read_geometry(text: str) -> Geometry:
    """Return the drawing that `text` describes, or BrokenGeometryError.

    Rings are closed, each has its province on its left hand, and each side of an arc
    is in one ring; whether borders are true is not asked here.
    """
    try:
        facts: _Facts = json.loads(text)
        if facts["version"] != VERSION:
            raise BrokenGeometryError(f"version {facts['version']} is not {VERSION}")
        geometry = Geometry(
            width=float(facts["width"]),
            height=float(facts["height"]),
            unit=float(facts["unit"]),
            font=float(facts["font"]),
            arcs=tuple(map(_arc, facts["arcs"])),
            provinces={key: _plot(plot) for key, plot in facts["provinces"].items()},
            void=tuple(map(tuple, facts["void"])),
            connectors=tuple(map(_connector, facts["connectors"])),
            twins=tuple(map(tuple, facts.get("twins", ()))),
            lakes=tuple(map(tuple, facts.get("lakes", ()))),
            insets=tuple(map(_inset, facts.get("insets", ()))),
            page=_inset(facts["page"]) if "page" in facts else None,
        )
    except KeyError as error:
        raise BrokenGeometryError(f"{error} is missing") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise BrokenGeometryError(str(error)) from error
    if trouble := faults(geometry):
        raise BrokenGeometryError(trouble[0])
    return geometry


def write_geometry(geometry: Geometry) -> str:
    """Return the text that `read_geometry` reads, an arc or a province a line."""
    lakes = f',\n"lakes":{_text(geometry.lakes)}' if geometry.lakes else ""
    page = f',\n"page":{_text(asdict(geometry.page))}' if geometry.page else ""
    parts = (
        f'{{"version":{VERSION}',
        f'"width":{geometry.width},"height":{geometry.height}',
        f'"unit":{geometry.unit},"font":{geometry.font}',
        f'"arcs":[{_rows(_arc_text(arc) for arc in geometry.arcs)}]',
        f'"provinces":{{{_rows(starmap(_plot_text, geometry.provinces.items()))}}}',
        f'"void":{_text(geometry.void)}',
        f'"connectors":[{_rows(_connector_text(one) for one in geometry.connectors)}]',
        f'"twins":{_text(geometry.twins)}{lakes}',
        f'"insets":{_text([asdict(one) for one in geometry.insets])}{page}}}\n',
    )
    return ",\n".join(parts)


def _arc(facts: _ArcFacts) -> Arc:
    points = _line(facts["points"])
    return Arc(ArcKind(facts["kind"]), facts["left"], facts["right"], points)


def _plot(facts: _PlotFacts) -> ProvinceShape:
    center = facts.get("center")
    return ProvinceShape(
        kind=Terrain(facts["kind"]),
        rings=tuple(map(tuple, facts["rings"])),
        unit=_point(facts["unit"]),
        dislodged=_point(facts["dislodged"]),
        label=_point(facts["label"]),
        center=None if center is None else _point(center),
        coasts=tuple((key, _point(at)) for key, at in facts.get("coasts", {}).items()),
        again=tuple(map(_point, facts.get("again", ()))),
    )


def _connector(facts: _ConnectorFacts) -> Connector:
    points = _line(facts["points"])
    return Connector(ConnectorKind(facts["kind"]), facts["a"], facts["b"], points)


def _inset(facts: _InsetFacts) -> Inset:
    size = float(facts["width"]), float(facts["height"])
    return Inset(str(facts["name"]), _point(facts["corner"]), *size)


def _point(pair: Sequence[float]) -> Point:
    x, y = pair
    return (float(x), float(y))


def _line(steps: Sequence[int]) -> Line:
    along = accumulate(steps[0::2]), accumulate(steps[1::2])
    return tuple((x / 10, y / 10) for x, y in zip(*along, strict=True))


def _arc_text(arc: Arc) -> str:
    facts: _ArcFacts = {
        "kind": arc.kind.value,
        "left": arc.left,
        "right": arc.right,
        "points": _steps(arc.points),
    }
    return _text(facts)


def _plot_text(key: str, plot: ProvinceShape) -> str:
    facts: _PlotFacts = {
        "kind": plot.kind.value,
        "rings": [list(ring) for ring in plot.rings],
        "unit": list(plot.unit),
        "dislodged": list(plot.dislodged),
        "label": list(plot.label),
    }
    if plot.center is not None:
        facts["center"] = list(plot.center)
    if plot.coasts:
        facts["coasts"] = {code: list(at) for code, at in plot.coasts}
    if plot.again:
        facts["again"] = [list(at) for at in plot.again]
    return f"{_text(key)}:{_text(facts)}"


def _connector_text(connector: Connector) -> str:
    facts: _ConnectorFacts = {
        "kind": connector.kind.value,
        "a": connector.one,
        "b": connector.other,
        "points": _steps(connector.points),
    }
    return _text(facts)


def _steps(line: Line) -> list[int]:
    """Return the inverse of `_line`."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in line]
    pairs = pairwise([(0, 0), *tenths])
    return [step for (x, y), (u, v) in pairs for step in (u - x, v - y)]


def _rows(texts: Iterable[str]) -> str:
    return "\n" + ",\n".join(texts)


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
