"""A drawing on its ground as an SVG picture, by `templates/board.svg`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from judge.engine.variant import Variant
from judge.notation.geometry import (
    Connector,
    ConnectorKind,
    Geometry,
    Line,
    Point,
)
from judge.render.picture import shapes
from judge.render.picture.drawing import Drawing
from judge.render.picture.ground import Ground
from judge.render.picture.legend import legend_of
from judge.render.picture.names import words_of
from judge.render.picture.paint import (
    Coats,
    clashes_of,
    crosses_of,
    ferries_of,
    hints_of,
    lines_of,
    tokens_of,
)
from judge.render.picture.palette import PATTERNS, SCHEMES, Coat, Theme, coats
from judge.render.picture.placing import Blot, Table
from judge.render.picture.raster import text_width
from judge.render.picture.sites import Sites, site_of, sites_of
from judge.render.picture.strokes import drawn_strokes

# Characters that no XML may hold, not even as a number (XML 1.0 section 2.2).
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TITLE, _NOTE, _HEAD = 23.0, 17.0, 972.0  # how large a title is, and its room
_TOKEN, _CENTER, _MARK = 3.0, 1.2, 2.0  # how much they are in the way of others


@dataclass(frozen=True, slots=True)
class Easel:
    """What pictures of one board are drawn with."""

    ground: Ground
    variant: Variant
    templates: Path


def svg_of(drawing: Drawing, easel: Easel, theme: Theme = Theme.LIGHT) -> str:
    """Return the picture of `drawing` as a text that is one SVG file."""
    facts = {**_board(drawing, easel, theme), **_play(drawing, easel, theme)}
    return _NOT_IN_XML.sub("", _template(easel.templates).render(facts))


@lru_cache(maxsize=4)
def _template(templates: Path) -> Template:
    environment = Environment(
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    environment.filters |= {"n": shapes.number, "outline": _outline}
    environment.globals |= {"cross": shapes.cross, "star": shapes.star}
    return environment.get_template("board.svg")


def _board(drawing: Drawing, easel: Easel, theme: Theme) -> dict[str, object]:
    """Return what lies below the units: land, borders and centers, and the legend."""
    ground, coat = easel.ground, coats(easel.variant, theme)
    geometry = ground.geometry
    return {
        "drawing": drawing,
        "geometry": geometry,
        "ground": ground,
        "scheme": SCHEMES[theme],
        "patterns": _patterns(coat),
        "lands": tuple(_lands(drawing, ground, coat)),
        "fog": "".join(ground.shapes[key] for key in drawing.unseen),
        "borders": _borders(drawing, ground),
        "links": tuple(_links(geometry.connectors, geometry.unit)),
        "centers": tuple(_centers(drawing, ground, coat)),
        "flags": tuple(
            (at, coat[power])
            for (_, power), at in _flag_places(drawing, geometry).items()
        ),
        "title_size": _fitted(drawing.title, _TITLE, drawing.note),
        "legend": legend_of(drawing, easel.variant, coat, geometry.width),
    }


def _play(drawing: Drawing, easel: Easel, theme: Theme) -> dict[str, object]:
    """Return units, arrows, marks and names, in places that suit them all."""
    coat = coats(easel.variant, theme)
    sites, table = (
        sites_of(drawing, easel.ground.geometry),
        Table(easel.ground.geometry.unit),
    )
    _lay_fixed(sites, table)
    strokes = drawn_strokes(sites, table)
    crosses = tuple(crosses_of(strokes, sites))
    clashes = tuple(clashes_of(strokes, sites))
    for at in (*clashes, *(at for at, _ in crosses)):
        table.put("mark", [Blot(at, sites.unit * 0.5, _MARK)])
    return {
        "unit": sites.unit,
        "lines": tuple(lines_of(strokes, sites, coat)),
        "hints": tuple(hints_of(strokes, sites)),
        "ferries": tuple(ferries_of(strokes, sites, coat)),
        "clashes": clashes,
        "crosses": crosses,
        "tokens": tuple(tokens_of(sites, coat)),
        "words": words_of(easel.ground.names, easel.variant, table),
    }


def _fitted(title: str, size: float, note: str) -> float:
    """Return how large a title can be beside the note."""
    room = _HEAD - text_width(note, _NOTE) - (20 if note else 0)
    wide = text_width(title, size, "bold")
    return min(size, max(size * room / wide, 6.0)) if wide else size


def _outline(line: Line) -> str:
    return shapes.path(line, closed=True)


def _lay_fixed(sites: Sites, table: Table) -> None:
    """Lay down what cannot give way: units, and the marks of centers."""
    for piece in sites.drawing.pieces:
        at = site_of(piece, sites.geometry)
        table.put("unit", [Blot(at, sites.unit, _TOKEN)])
    for at in _flag_places(sites.drawing, sites.geometry).values():
        table.put("flag", [Blot(at, sites.unit * 0.5, _CENTER)])
    for plot in sites.geometry.provinces.values():
        if plot.center is not None:
            table.put("center", [Blot(plot.center, sites.unit * 0.4, _CENTER)])


def _flag_places(drawing: Drawing, geometry: Geometry) -> dict[tuple[str, str], Point]:
    """Return where the flags are planted: beside the mark of the center."""
    places = {}
    for province, power in drawing.flags:
        plot = geometry.provinces[province]
        x, y = plot.center or plot.label
        places[province, power] = (x + geometry.unit * 0.45, y - geometry.unit * 0.3)
    return places


def _patterns(coat: Coats) -> tuple[tuple[int, str], ...]:
    """Return the number and the lines of each pattern that some power wears."""
    worn = sorted({one.pattern for one in coat.values() if one.pattern})
    return tuple((number, PATTERNS[number - 1]) for number in worn)


def _lands(
    drawing: Drawing, ground: Ground, coat: Coats
) -> Iterator[tuple[Coat | None, str]]:
    """Yield who owns land, and all of that land in one path; first that of nobody."""
    owners = dict(drawing.owners)
    by_owner = sorted(ground.lands, key=lambda key: (owners.get(key, ""), key))
    for owner, keys in groupby(by_owner, key=lambda key: owners.get(key, "")):
        yield coat.get(owner), "".join(ground.shapes[key] for key in keys)


def _borders(drawing: Drawing, ground: Ground) -> tuple[str, str]:
    """Return the borders inside a power's land, and those between two owners."""
    owners = dict(drawing.owners)
    lines = {False: "", True: ""}
    for border in ground.borders:
        lines[owners.get(border.left) != owners.get(border.right)] += border.path
    return lines[False], lines[True]


def _links(
    connectors: tuple[Connector, ...], unit: float
) -> Iterator[tuple[str, str, tuple[tuple[Point, str], ...]]]:
    """Yield what joins provinces that do not touch: a line, heads, words or dots."""
    for one in connectors:
        start, end = one.points[0], one.points[-1]
        match one.kind:
            case ConnectorKind.CORNER:
                yield "", "", ((start, ""),)
            case ConnectorKind.LINK:
                yield shapes.path(one.points), _both_heads(one.points, unit * 0.7), ()
            case ConnectorKind.WRAP:
                yield "", "", ((start, one.other), (end, one.one))


def _both_heads(line: Line, size: float) -> str:
    ends = shapes.head(line, size), shapes.head(line[::-1], size)
    return "".join(map(_outline, ends))


def _centers(
    drawing: Drawing, ground: Ground, coat: Coats
) -> Iterator[tuple[Point, Coat | None]]:
    owners = dict(drawing.owners)
    for key, plot in ground.geometry.provinces.items():
        if plot.center is not None:
            yield plot.center, coat.get(owners.get(key, ""))
