"""A drawing on its base map as an SVG picture, by `templates/board.svg`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from jinja2 import Template

from judge.boards import Geometry, Inset, Line, Point
from judge.engine import Variant
from judge.render.picture import shapes
from judge.render.picture.base_map import BaseMap, is_seen
from judge.render.picture.drawing import Drawing
from judge.render.picture.legend import legend_of
from judge.render.picture.names import words_of
from judge.render.picture.paint import (
    ColorsByPower,
    clashes_of,
    crosses_of,
    ferries_of,
    hints_of,
    lines_of,
    tokens_of,
)
from judge.render.picture.palette import (
    PATTERNS,
    SCHEMES,
    PowerColors,
    Theme,
    colors_of,
)
from judge.render.picture.panes import at_home, passing
from judge.render.picture.placing import Obstacle, Placements
from judge.render.picture.raster import text_width
from judge.render.picture.sites import Sites, site_of, sites_of
from judge.render.picture.strokes import drawn_strokes
from judge.render.templates import environment_of

_TOP, _BAND = 46.0, 26.0  # how high the head is, and the band above insets
# Characters that no XML may hold, not even as a number (XML 1.0 section 2.2).
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TITLE, _NOTE, _HEAD = 23.0, 17.0, 972.0  # how large a title is, and its room
_CAPTION = 14.0  # how large the name of an inset is on the board
_TOKEN, _CENTER, _MARK = 3.0, 1.2, 2.0  # how much they are in the way of others


@dataclass(frozen=True, slots=True)
class Canvas:
    """What pictures of one board are drawn with."""

    base_map: BaseMap
    variant: Variant
    templates: Path


def svg_of(drawing: Drawing, canvas: Canvas, theme: Theme = Theme.LIGHT) -> str:
    """Return the picture of `drawing` as a text that is one SVG file."""
    colors, board = colors_of(canvas.variant, theme), canvas.base_map
    facts = {
        "drawing": drawing,
        "scheme": SCHEMES[theme],
        "patterns": _patterns(colors),
        "unit": board.geometry.unit,
        "font": board.geometry.font,
        "panes": tuple(
            {
                "mark": f"-{number}" if number else "",
                "place": place,
                **_board(drawing, base_map, colors),
                **_play(drawing, base_map, canvas.variant, colors),
            }
            for number, (base_map, place) in enumerate(_laid_out(board))
        ),
        "title_size": _fitted(drawing.title, _TITLE, drawing.note),
        "legend": legend_of(drawing, canvas.variant, colors),
        "below": _below(board),
    }
    return _NOT_IN_XML.sub("", _template(canvas.templates).render(facts))


def _laid_out(board: BaseMap) -> Iterator[tuple[BaseMap, Point]]:
    """Yield the board and its insets, side by side below it, with their corners."""
    yield board, (0.0, _TOP)
    across = 0.0
    for inset in board.insets:
        yield inset, (across, _TOP + board.geometry.height + _BAND)
        across += inset.geometry.width


def _below(board: BaseMap) -> float:
    """Return where the board and its insets end."""
    row = max((_BAND + one.geometry.height for one in board.insets), default=0.0)
    return _TOP + board.geometry.height + row


@lru_cache(maxsize=4)
def _template(templates: Path) -> Template:
    environment = environment_of(templates, autoescape=True)
    environment.filters |= {
        "n": shapes.number,
        "outline": _outline,
        "frame": _frame,
        "wide": _wide,
    }
    environment.globals |= {"cross": shapes.cross, "star": shapes.star}
    return environment.get_template("board.svg")


def _board(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> dict[str, object]:
    """Return what lies below the units: land, borders and centers."""
    geometry, here = base_map.geometry, at_home(drawing, base_map)
    return {
        "geometry": geometry,
        "base_map": base_map,
        "lands": tuple(_lands(drawing, base_map, colors)),
        "fog": "".join(base_map.shapes[key] for key in drawing.unseen),
        "borders": _borders(drawing, base_map),
        "centers": tuple(_centers(drawing, base_map, colors)),
        "flags": tuple(
            (at, colors[power])
            for (_, power), at in _flag_places(here, geometry).items()
        ),
    }


def _play(
    drawing: Drawing, base_map: BaseMap, variant: Variant, colors: ColorsByPower
) -> dict[str, object]:
    """Return units, arrows, marks and names, in places that suit them all."""
    geometry, table = base_map.geometry, Placements(base_map.geometry.unit)
    sites = sites_of(passing(drawing, base_map), geometry)
    here = sites_of(at_home(drawing, base_map), geometry)
    _lay_fixed(here, base_map, table)
    strokes = drawn_strokes(sites, table)
    clashes = tuple(clashes_of(strokes, sites))
    crosses = tuple(
        one for one in crosses_of(strokes, sites) if is_seen(one[0], geometry)
    )
    for at in (*clashes, *(at for at, _ in crosses)):
        table.put("mark", [Obstacle(at, sites.unit * 0.5, _MARK)])
    return {
        "lines": tuple(lines_of(strokes, sites, colors)),
        "hints": tuple(hints_of(strokes, sites)),
        "ferries": tuple(ferries_of(strokes, sites, colors)),
        "clashes": clashes,
        "crosses": crosses,
        "tokens": tuple(tokens_of(here, colors)),
        "words": words_of(base_map.names, variant, table),
    }


def _fitted(title: str, size: float, note: str) -> float:
    """Return how large a title can be beside the note."""
    room = _HEAD - text_width(note, _NOTE) - (20 if note else 0)
    wide = text_width(title, size, "bold")
    return min(size, max(size * room / wide, 6.0)) if wide else size


def _outline(line: Line) -> str:
    return shapes.path(line, closed=True)


def _frame(inset: Inset) -> str:
    return shapes.path(inset.outline, closed=True)


def _wide(caption: str) -> float:
    return text_width(caption, _CAPTION, "bold")


def _lay_fixed(sites: Sites, base_map: BaseMap, table: Placements) -> None:
    """Lay down what cannot give way: units, and the marks of centers."""
    for piece in sites.drawing.pieces:
        at = site_of(piece, sites.geometry)
        table.put("unit", [Obstacle(at, sites.unit, _TOKEN)])
    for at in _flag_places(sites.drawing, sites.geometry).values():
        table.put("flag", [Obstacle(at, sites.unit * 0.5, _CENTER)])
    for key, plot in sites.geometry.provinces.items():
        if plot.center is not None and key in base_map.home:
            table.put("center", [Obstacle(plot.center, sites.unit * 0.4, _CENTER)])


def _flag_places(drawing: Drawing, geometry: Geometry) -> dict[tuple[str, str], Point]:
    """Return where the flags are planted: beside the mark of the center."""
    places = {}
    for province, power in drawing.flags:
        plot = geometry.provinces[province]
        x, y = plot.center or plot.label
        places[province, power] = (x + geometry.unit * 0.45, y - geometry.unit * 0.3)
    return places


def _patterns(colors: ColorsByPower) -> tuple[tuple[int, str], ...]:
    """Return the number and the lines of each pattern that some power wears."""
    worn = sorted({one.pattern for one in colors.values() if one.pattern})
    return tuple((number, PATTERNS[number - 1]) for number in worn)


def _lands(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> Iterator[tuple[PowerColors | None, str]]:
    """Yield who owns land, and all of that land in one path; first that of nobody."""
    owners = dict(drawing.owners)
    by_owner = sorted(base_map.lands, key=lambda key: (owners.get(key, ""), key))
    for owner, keys in groupby(by_owner, key=lambda key: owners.get(key, "")):
        yield colors.get(owner), "".join(base_map.shapes[key] for key in keys)


def _borders(drawing: Drawing, base_map: BaseMap) -> tuple[str, str]:
    """Return the borders inside a power's land, and those between two owners.

    Of the former there are none where an inset shows them.
    """
    owners = dict(drawing.owners)
    lines = {False: "", True: ""}
    for border in base_map.borders:
        apart = owners.get(border.left) != owners.get(border.right)
        if apart or not base_map.insets or {border.left, border.right} & base_map.home:
            lines[apart] += border.path
    return lines[False], lines[True]


def _centers(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> Iterator[tuple[Point, PowerColors | None]]:
    owners = dict(drawing.owners)
    for key, plot in base_map.geometry.provinces.items():
        if plot.center is not None and key in base_map.home:
            yield plot.center, colors.get(owners.get(key, ""))
