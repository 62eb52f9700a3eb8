"""A page as an SVG picture, by `templates/board.svg`."""

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from judge.boards import Point
from judge.pictures import shapes
from judge.pictures.drawing import Drawing
from judge.pictures.marks import Mark
from judge.pictures.page import TOP, BaseMap, Canvas, Page, Pane, page_of
from judge.pictures.palette import PATTERNS, Theme
from judge.pictures.raster import text_width

# Characters that XML cannot contain, not even as numbers (XML 1.0 section 2.2).
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINE, _DOT = 1.2, 2.6  # the width of the lines of patterns, and of the dots of the last one
_CAPTION = 14.0  # the font size of an inset's name on the board


def svg_of(drawing: Drawing, canvas: Canvas) -> str:
    """Return the picture of `drawing` as the text of an SVG file."""
    return svg_of_page(page_of(drawing, canvas), canvas.templates)


def svg_of_page(page: Page, templates: Path) -> str:
    """Return a page as the text of an SVG file."""
    patterns = sorted({power.pattern for power in page.colors.values() if power.pattern})
    facts = {
        "page": page,
        "scheme": page.scheme,
        # A picture inside a web page has no head: the page has the same texts.
        "top": TOP if page.drawing.theme is Theme.PAGE else 0.0,
        "patterns": tuple((number, PATTERNS[number - 1]) for number in patterns),
        "panes": tuple(
            {
                "pane": pane,
                "mark": f"-{number}" if number else "",
                "base_map": pane.base_map,
                "geometry": pane.base_map.geometry,
                "lands": tuple(
                    (colors, tuple((key, pane.base_map.shapes[key]) for key in keys))
                    for colors, keys in pane.lands
                ),
                "fog": _shapes(pane.fog, pane),
                "borders": tuple("".join(map(shapes.path, k)) for k in pane.borders),
                "areas": tuple(_areas(pane)) if page.drawing.theme is Theme.PAGE else (),
                "faded_lands": sorted(pane.base_map.lands - pane.base_map.home),
                "faded_seas": _shapes(_faded_seas(pane.base_map), pane),
            }
            for number, pane in enumerate(page.panes)
        ),
    }
    return _in_xml(_environment(templates).get_template("board.svg").render(facts))


def svg_of_marks(
    marks: Iterable[tuple[Point, Mark]], size: tuple[float, float], templates: Path
) -> str:
    """Return marks, each at a point, on a transparent ground, as the text of an SVG file."""
    facts = {"marks": tuple(marks), "width": size[0], "height": size[1]}
    return _in_xml(_environment(templates).get_template("stamps.svg").render(facts))


def pattern_svg(number: int, width: float, height: float) -> str:
    """Return a pattern that fills a page, black on a transparent ground."""
    width, height = math.ceil(width), math.ceil(height)
    stroke_width = _DOT if number == len(PATTERNS) else _LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><defs><pattern id="p" width="6" height="6" '
        'patternUnits="userSpaceOnUse" patternTransform="scale(1.25)"><path '
        f'd="{PATTERNS[number - 1]}" fill="none" stroke="#000" stroke-opacity=".34" '
        f'stroke-width="{stroke_width}" stroke-linecap="round"/></pattern></defs>'
        f'<path d="M0 0h{width}v{height}H0z" fill="url(#p)"/></svg>'
    )


@lru_cache(maxsize=4)
def _environment(templates: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates),
        auto_reload=False,  # templates are read once; a change needs a restart
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=True,
    )
    environment.filters |= {
        "n": shapes.number,
        "outline": lambda line: shapes.path(line, closed=True),
        "path": shapes.path,
        "frame": lambda inset: shapes.path(inset.outline, closed=True),
        "wide": lambda caption: text_width(caption, _CAPTION, "bold"),
        "kind": lambda mark: type(mark).__name__,
    }
    return environment


def _in_xml(text: str) -> str:
    """Return the text without characters that XML cannot contain."""
    return _NOT_IN_XML.sub("", text)


def _areas(pane: Pane) -> Iterable[tuple[str, str]]:
    """Yield the provinces that are at home on a pane, each with its shape.

    The shape is "" for land, which is drawn already: a shape that is sent twice makes a large page.
    """
    base_map = pane.base_map
    for key in sorted(base_map.home):
        yield key, "" if key in base_map.lands else base_map.shapes[key]


def _faded_seas(base_map: BaseMap) -> Iterable[str]:
    return (key for key in base_map.shapes if key not in base_map.home | base_map.lands)


def _shapes(keys: Iterable[str], pane: Pane) -> str:
    return "".join(pane.base_map.shapes[key] for key in keys)
