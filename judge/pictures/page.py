"""A drawing on its base map as what is to be painted, in places that suit it all."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from itertools import groupby
from pathlib import Path

from judge.boards import (
    ArcKind,
    ConnectorKind,
    Geometry,
    Inset,
    Line,
    Point,
    ProvinceShape,
    Ring,
    drawn_radius,
    magnified,
)
from judge.engine import Terrain, Variant
from judge.pictures.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    RetreatArrow,
    Stroke,
    Support,
)
from judge.pictures.marks import (
    LAYERS,
    ColorsByPower,
    Figure,
    Legend,
    Letters,
    bars_of,
    centers_of,
    clashes_of,
    crosses_of,
    ferries_of,
    flags_of,
    hints_of,
    legend_of,
    lines_of,
    tokens_of,
)
from judge.pictures.names import Name, Word, names_of, words_of
from judge.pictures.palette import SCHEMES, PowerColors, Scheme, colors_of
from judge.pictures.raster import text_width
from judge.pictures.shapes import head, inward, path
from judge.pictures.sites import (
    Obstacle,
    Placements,
    Sites,
    beside,
    drawn_strokes,
    ends_of,
    province_of,
    site,
    site_of,
    sites_of,
)

_PAGE = 1000.0  # how wide a page is
_HEAD = 0.7  # how long the head of a link is, in units
_SMALLEST_VOID = 40.0  # smaller bits of unplayed ground are slips of the pen


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two lands, drawn thick where two powers meet."""

    left: str
    right: str
    line: Line


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """Words at the edge of a picture, where it goes on, and an arrow that points there.

    `anchor` is which end of the words is at `at`, as in SVG.
    """

    arrow: str
    at: Point
    anchor: str
    word: str


@dataclass(frozen=True, slots=True)
class Links:
    """What joins provinces that do not touch: lines with their heads, dots, signs."""

    lines: tuple[tuple[str, str], ...]
    dots: tuple[Point, ...]
    signs: tuple[EdgeLabel, ...]


@dataclass(frozen=True, slots=True)
class BaseMap:
    """A board made ready, 1000 wide: shapes by province, and lines by what they are.

    `fine` is what lines of the ground are measured in; the unit of the geometry is the
    radius in which units are drawn.

    Units stand in the `home` provinces only; others are `faded`, for what stands there
    is shown on another base map: on one of the `insets`, or on that which has this one.
    `names` know where they may be.
    """

    name: str
    geometry: Geometry
    fine: float
    home: frozenset[str]
    shapes: dict[str, str]
    lands: frozenset[str]
    borders: tuple[Border, ...]
    coast: str
    sea_borders: str
    rivers: str
    edges: str
    void: str
    lakes: str
    faded: str
    links: Links
    names: tuple[Name, ...]
    insets: tuple["BaseMap", ...] = ()


def base_map_of(geometry: Geometry) -> BaseMap:
    """Return `geometry` made ready; this takes longer than a picture on it."""
    zoom = _PAGE / geometry.shown.width
    board = magnified(geometry, geometry.shown, zoom)
    unit = drawn_radius(geometry.unit, geometry.shown.width) * zoom
    board = replace(board, unit=unit, font=geometry.font * zoom)
    insets = (
        (replace(magnified(board, inset, board.zoom(inset)), insets=()), inset)
        for inset in board.insets
    )
    fine = geometry.unit * zoom
    return replace(
        _base_map(board, None, board, fine),
        insets=tuple(_base_map(shown, inset, board, fine) for shown, inset in insets),
    )


def _base_map(shown: Geometry, window: Inset | None, board: Geometry, fine: float) -> BaseMap:
    """Return a window of a board made ready: an inset, or what is in none."""
    seen = tuple(one for one in shown.connectors if any(is_seen(at, shown) for at in one.points))
    geometry = replace(shown, connectors=seen)
    home = frozenset(
        key for key, plot in board.provinces.items() if board.inset_at(plot.unit) is window
    )
    named = replace(
        geometry,
        provinces={
            key: there
            for key, plot in geometry.provinces.items()
            if (there := _shown(plot, board.provinces[key], window, board))
        },
    )
    lands = frozenset(
        key
        for key, plot in geometry.provinces.items()
        if plot.kind in (Terrain.LAND, Terrain.COAST)
    )
    shapes = {
        key: "".join(
            path(line, closed=True)
            for line in map(geometry.outline, plot.rings)
            if _is_on(line, geometry)
        )
        for key, plot in geometry.provinces.items()
    }
    dry = [ring for ring in geometry.unplayed() if ring not in geometry.lakes]
    return BaseMap(
        name=window.name if window else "",
        geometry=geometry,
        fine=fine,
        home=home,
        shapes=shapes,
        lands=lands,
        borders=tuple(_borders(geometry)),
        coast=_lines(geometry, ArcKind.COAST),
        sea_borders=_lines(geometry, ArcKind.SEA),
        rivers=_lines(geometry, ArcKind.RIVER),
        edges=_lines(geometry, ArcKind.VOID),
        void=_areas(geometry, dry),
        lakes=_areas(geometry, geometry.lakes),
        names=names_of(named),
        links=_links(replace(geometry, unit=fine)),
        faded="".join(shape for key, shape in shapes.items() if key not in home),
    )


def _borders(geometry: Geometry) -> Iterable[Border]:
    for arc in geometry.arcs:
        inner = arc.kind is ArcKind.LAND and _is_on(arc.points, geometry)
        if inner and arc.left and arc.right:
            yield Border(arc.left, arc.right, arc.points)


def _links(geometry: Geometry) -> Links:
    lines, dots, signs = [], [], []
    for one in geometry.connectors:
        start, end = one.points[0], one.points[-1]
        match one.kind:
            case ConnectorKind.CORNER:
                dots.append(start)
            case ConnectorKind.LINK:
                lines.append((path(one.points), _heads(one.points, geometry.unit)))
            case ConnectorKind.WRAP:
                signs.append(_sign(start, one.other, geometry))
                signs.append(_sign(end, one.one, geometry))
    return Links(tuple(lines), tuple(dots), tuple(signs))


def is_seen(at: Point, geometry: Geometry) -> bool:
    """Return whether a point is on the page, and not within an inset of it."""
    on_page = 0 <= at[0] <= geometry.width and 0 <= at[1] <= geometry.height
    return on_page and geometry.inset_at(at) is None


def _heads(line: Line, unit: float) -> str:
    both = head(line, unit * _HEAD), head(line[::-1], unit * _HEAD)
    return "".join(path(one, closed=True) for one in both)


def _sign(at: Point, word: str, geometry: Geometry) -> EdgeLabel:
    """Return what stands where the picture is left for the province `word`."""
    across, down = inward(at, geometry)

    def put(far: float, aside: float = 0.0) -> Point:
        far, aside = far * geometry.unit, aside * geometry.unit
        return (at[0] + across * far + down * aside, at[1] + down * far + across * aside)

    arrow = path((put(2), put(0.6))) + path((put(1.1, 0.4), put(0.6), put(1.1, -0.4)))
    x, y = put(2.3)
    anchor = {1: "start", -1: "end", 0: "middle"}[across]
    return EdgeLabel(arrow, (x, y + geometry.font * (0.3 + 0.4 * down)), anchor, word)


def _lines(geometry: Geometry, kind: ArcKind) -> str:
    return "".join(
        path(arc.points)
        for arc in geometry.arcs
        if arc.kind is kind and _is_on(arc.points, geometry)
    )


def _is_on(line: Line, geometry: Geometry) -> bool:
    """Return whether a line may be seen: on the page, or just beyond its edge."""
    across, down = [x for x, _ in line], [y for _, y in line]
    edge = 2 * geometry.unit
    beside = min(across) > geometry.width + edge or max(across) < -edge
    return not beside and min(down) < geometry.height + edge and max(down) > -edge


def _shown(
    plot: ProvinceShape, before: ProvinceShape, window: Inset | None, board: Geometry
) -> ProvinceShape | None:
    """Return a plot with its name where it is in a window, None if it is not there.

    `before` is the same plot on the board.
    """
    places = zip((plot.label, *plot.again), (before.label, *before.again), strict=True)
    for at, on_board in places:
        if board.inset_at(on_board) is window:
            return plot if at == plot.label else replace(plot, label=at, coasts=())
    return None


def _areas(geometry: Geometry, rings: Iterable[Ring]) -> str:
    outlines = (geometry.outline(ring) for ring in rings)
    seen = (line for line in outlines if abs(_area(line)) > _SMALLEST_VOID)
    return "".join(path(line, closed=True) for line in seen if _is_on(line, geometry))


def _area(line: Line) -> float:
    pairs = zip(line, (*line[1:], line[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def at_home(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return a drawing with the units and flags alone that stand on a base map."""
    home = base_map.home
    return replace(
        drawing,
        pieces=tuple(one for one in drawing.pieces if province_of(one.place) in home),
        flags=tuple(one for one in drawing.flags if one[0] in home),
    )


def passing(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return a drawing with the orders alone of which one may see something here."""
    return replace(drawing, strokes=tuple(one for one in drawing.strokes if _passes(one, base_map)))


def _passes(stroke: Stroke, base_map: BaseMap) -> bool:
    """Return whether the box around an order is on a page, and not in one inset."""
    geometry = base_map.geometry
    places = tuple(_places(stroke, geometry))
    across, down = zip(*places, strict=True)
    on_page = (
        max(across) >= 0
        and min(across) <= geometry.width
        and max(down) >= 0
        and min(down) <= geometry.height
    )
    first = geometry.inset_at(places[0])
    return on_page and not (first and all(map(first.holds, places)))


def _places(stroke: Stroke, geometry: Geometry) -> Iterator[Point]:
    match stroke:
        case Arrow(way=way):
            places: tuple[str, ...] = way
        case RetreatArrow(origin=origin, target=target):
            yield beside(origin, geometry)
            places = (target,)
        case Support(place=place, origin=origin, target=goal):
            places = (place, origin, goal) if goal else (place, origin)
        case ConvoyMark(place=place) | BounceMark(place=place):
            places = (place,)
    yield from (site(place, geometry) for place in places)


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
        borders=_borders_seen(drawing, base_map),
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


def _borders_seen(drawing: Drawing, base_map: BaseMap) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the borders inside a power's land, and those between two owners.

    Borders inside a power's land are left out where an inset shows them.
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
