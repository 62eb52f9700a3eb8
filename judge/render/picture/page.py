"""A drawing on its base map as what is to be painted, in places that suit it all."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from itertools import groupby
from pathlib import Path

from judge.boards import Geometry, Line, Point
from judge.engine import Variant
from judge.render.picture.base_map import BaseMap, is_seen
from judge.render.picture.drawing import Drawing
from judge.render.picture.legend import Legend, legend_of
from judge.render.picture.marks import (
    LAYERS,
    Figure,
    Letters,
    bars_of,
    centers_of,
    clashes_of,
    crosses_of,
    ferries_of,
    flags_of,
    hints_of,
    lines_of,
    tokens_of,
)
from judge.render.picture.marks.orders import ColorsByPower
from judge.render.picture.names import Word, words_of
from judge.render.picture.palette import SCHEMES, PowerColors, Scheme, colors_of
from judge.render.picture.panes import at_home, passing
from judge.render.picture.placing import Obstacle, Placements
from judge.render.picture.raster import text_width
from judge.render.picture.sites import Sites, site_of, sites_of
from judge.render.picture.strokes import drawn_strokes, ends_of

TOP = 46.0  # how high the head is
_BAND = 26.0  # how high the band above insets is
_TITLE, _NOTE, _ROOM = 23.0, 17.0, 972.0  # how large a title is, and its room
_TOKEN, _CENTER, _MARK = 3.0, 1.2, 2.0  # how much they are in the way of others


@dataclass(frozen=True, slots=True)
class Canvas:
    """What pictures of one board are drawn with."""

    base_map: BaseMap
    variant: Variant
    templates: Path


@dataclass(frozen=True, slots=True)
class Look:
    """The colors of all there is on a board, and its names."""

    variant: Variant
    colors: ColorsByPower
    scheme: Scheme


@dataclass(frozen=True, slots=True)
class Pane:
    """A board or an inset of it, with its left upper corner at `place` on the page.

    `lands` are owners and the provinces of each, `borders` the lines inside a power's
    land and those between two owners, `figures` what each of `LAYERS` has.
    """

    base_map: BaseMap
    place: Point
    lands: tuple[tuple[PowerColors | None, tuple[str, ...]], ...]
    fog: tuple[str, ...]
    borders: tuple[tuple[Line, ...], tuple[Line, ...]]
    figures: dict[str, tuple[Figure, ...]]
    names: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All of a picture; the board and its insets end at `below`, the legend there."""

    drawing: Drawing
    scheme: Scheme
    colors: ColorsByPower
    panes: tuple[Pane, ...]
    head: tuple[Figure, ...]
    legend: Legend
    below: float

    @property
    def height(self) -> float:
        """Return how high the picture is, being 1000 wide."""
        return self.below + self.legend.height

    @property
    def pinned(self) -> tuple[str, ...]:
        """Return the colors that no other may take the place of."""
        worn = {c for one in self.colors.values() for c in (one.fill, one.strong)}
        return (*sorted(worn), *sorted(set(astuple(self.scheme))))


def page_of(drawing: Drawing, canvas: Canvas) -> Page:
    """Return what is to be painted of a drawing."""
    variant, scheme = canvas.variant, SCHEMES[drawing.theme]
    look = Look(variant, colors_of(variant, drawing.theme), scheme)
    found = [_pane(drawing, base_map, place, look) for base_map, place in laid_out(canvas.base_map)]
    named = {name.marks[0] for pane, _ in found for name in pane.names}
    written = {one.text for one in named if isinstance(one, Letters)}
    unnamed = sorted({name for _, left_out in found for name in left_out} - written)
    return Page(
        drawing=drawing,
        scheme=scheme,
        colors=look.colors,
        panes=tuple(pane for pane, _ in found),
        head=_head(drawing, scheme),
        legend=legend_of(drawing, variant, look.colors, scheme, unnamed),
        below=below(canvas.base_map),
    )


def laid_out(board: BaseMap) -> Iterator[tuple[BaseMap, Point]]:
    """Yield the board and its insets, side by side below it, with their corners."""
    yield board, (0.0, TOP)
    across = 0.0
    for inset in board.insets:
        yield inset, (across, TOP + board.geometry.height + _BAND)
        across += inset.geometry.width


def below(board: BaseMap) -> float:
    """Return where the board and its insets end."""
    row = max((_BAND + one.geometry.height for one in board.insets), default=0.0)
    return TOP + board.geometry.height + row


def _pane(
    drawing: Drawing, base_map: BaseMap, place: Point, look: Look
) -> tuple[Pane, tuple[str, ...]]:
    """Return a pane, and which names have no room on it."""
    geometry = base_map.geometry
    table = Placements()
    here = sites_of(at_home(drawing, base_map), geometry)
    _lay_fixed(here, base_map, table)
    figures = {**_fixed_figures(here, base_map, look), **_orders(drawing, base_map, table, look)}
    words, left_out = words_of(base_map.names, look.variant, table)
    pane = Pane(
        base_map=base_map,
        place=place,
        lands=tuple(_lands(drawing, base_map, look.colors)),
        fog=drawing.unseen,
        borders=_borders(drawing, base_map),
        figures={layer: tuple(figures[layer]) for layer in LAYERS},
        names=tuple(_lettered(word, base_map, look.scheme) for word in words),
    )
    return pane, left_out


def _fixed_figures(here: Sites, base_map: BaseMap, look: Look) -> dict[str, Iterable[Figure]]:
    """Return what cannot give way: the marks of centers, flags and units."""
    unit, colors = here.unit, look.colors
    flags = _flag_places(here.drawing, here.geometry).items()
    return {
        "centers": centers_of(_centers(here.drawing, base_map, colors), unit, look.scheme),
        "flags": flags_of(((at, colors[power]) for (_, power), at in flags), unit, look.scheme),
        "units": tokens_of(here, colors, look.scheme),
    }


def _orders(
    drawing: Drawing, base_map: BaseMap, table: Placements, look: Look
) -> dict[str, Iterable[Figure]]:
    """Return what is drawn of orders, which lies on the table from now on."""
    geometry, colors, scheme = base_map.geometry, look.colors, look.scheme
    sites = sites_of(passing(drawing, base_map), geometry)
    strokes = drawn_strokes(sites, table)
    clashes = tuple(clashes_of(strokes, sites, scheme))
    crosses = tuple(one for one in crosses_of(strokes, sites, scheme) if is_seen(one[0], geometry))
    for at in (*ends_of(strokes, sites.unit), *(at for at, _ in (*clashes, *crosses))):
        table.put("mark", [Obstacle(at, sites.unit * 0.4, _MARK)])
    return {
        "ferries": ferries_of(strokes, sites, colors, scheme),
        "orders": (*hints_of(strokes, sites, scheme), *lines_of(strokes, sites, colors, scheme)),
        "bars": bars_of(strokes, sites, scheme),
        "clashes": (figure for _, figure in clashes),
        "crosses": (figure for _, figure in crosses),
    }


def _head(drawing: Drawing, scheme: Scheme) -> tuple[Figure, ...]:
    """Return the title and the note; the title is as large as there is room for."""
    room = _ROOM - text_width(drawing.note, _NOTE) - (20 if drawing.note else 0)
    wide = text_width(drawing.title, _TITLE, "bold")
    size = min(_TITLE, max(_TITLE * room / wide, 6.0)) if wide else _TITLE
    color = scheme.head_text
    title = Letters(drawing.title, (14, 31), size, "bold", color, "start")
    note = Letters(drawing.note, (986, 30), _NOTE, "normal", color, "end")
    return tuple(Figure("", "", (one,)) for one in (title, note) if one.text)


def _lay_fixed(sites: Sites, base_map: BaseMap, table: Placements) -> None:
    """Lay down what cannot give way: units, and the marks of centers."""
    for piece in sites.drawing.pieces:
        at = site_of(piece, sites.geometry)
        table.put("unit", [Obstacle(at, sites.unit * 1.1, _TOKEN)])
    for at in _flag_places(sites.drawing, sites.geometry).values():
        table.put("flag", [Obstacle(at, sites.unit * 0.4, _CENTER)])
    for key, plot in sites.geometry.provinces.items():
        if plot.center is not None and key in base_map.home:
            table.put("center", [Obstacle(plot.center, sites.unit * 0.28, _CENTER)])


def _flag_places(drawing: Drawing, geometry: Geometry) -> dict[tuple[str, str], Point]:
    """Return where the flags are planted: beside the mark of the center."""
    places = {}
    for province, power in drawing.flags:
        plot = geometry.provinces[province]
        x, y = plot.center or plot.label
        places[province, power] = (x + geometry.unit * 0.3, y - geometry.unit * 0.2)
    return places


def _lands(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> Iterator[tuple[PowerColors | None, tuple[str, ...]]]:
    """Yield who owns land, and all of that land; first that of nobody."""
    owners = dict(drawing.owners)
    by_owner = sorted(base_map.lands, key=lambda key: (owners.get(key, ""), key))
    for owner, keys in groupby(by_owner, key=lambda key: owners.get(key, "")):
        yield colors.get(owner), tuple(keys)


def _borders(drawing: Drawing, base_map: BaseMap) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the borders inside a power's land, and those between two owners.

    Of the former there are none where an inset shows them.
    """
    owners = dict(drawing.owners)
    within, between = [], []
    for border in base_map.borders:
        if owners.get(border.left) != owners.get(border.right):
            between.append(border.line)
        elif not base_map.insets or {border.left, border.right} & base_map.home:
            within.append(border.line)
    return tuple(within), tuple(between)


def _centers(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> Iterator[tuple[Point, PowerColors | None]]:
    owners = dict(drawing.owners)
    for key, plot in base_map.geometry.provinces.items():
        if plot.center is not None and key in base_map.home:
            yield plot.center, colors.get(owners.get(key, ""))


def _lettered(word: Word, base_map: BaseMap, scheme: Scheme) -> Figure:
    """Return a name as it is drawn: pale where another window has the province."""
    x, y = word.at[0], word.at[1] + word.size * 0.36
    plain = Letters(
        word.text,
        (x, y),
        word.size,
        "italic",
        scheme.text,
        halo=scheme.halo,
        halo_width=word.size * 0.2,
    )
    if word.province not in base_map.home:
        pale = replace(plain, color=scheme.faint, halo=scheme.panel, halo_opacity=0.6)
        return Figure("", word.place, (pale,))
    if word.style == "land":
        bold = replace(plain, face="bold", halo_opacity=0.85)
        return Figure("", word.place, (bold,))
    if word.style == "sea":
        plain = replace(plain, color=scheme.sea_text, halo=scheme.sea)
    return Figure("", word.place, (plain,))
