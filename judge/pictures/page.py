"""Lay out a drawing on its base map: a page of figures, each at its final place."""

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
from judge.pictures.drawing import Drawing, RetreatArrow, Stroke, places_of
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
    expected_moves_of,
    ferries_of,
    flags_of,
    legend_of,
    lines_of,
    tokens_of,
)
from judge.pictures.names import Name, Word, names_of, words_of
from judge.pictures.palette import SCHEMES, PowerColors, Scheme, colors_of
from judge.pictures.raster import text_width
from judge.pictures.shapes import head, inward, path, thinned
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

PAGE = 1000.0  # the width of a page
_HEAD = 0.7  # the length of a link's arrowheads, in radii of a unit
_SMALLEST_VOID = 40.0  # smaller areas of unplayed ground are inaccuracies of the map
# Points of lines that are nearer to the line without them are left out: nobody sees a third of a
# pixel, and they are a quarter of the bytes of a large board.
_THINNED = 0.3


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two provinces on land, drawn thick if their owners differ."""

    left: str
    right: str
    line: Line


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """A province's name at the edge where the map continues elsewhere, with an arrow."""

    arrow: str
    at: Point
    #: The end of the name that is at `at`, as in SVG.
    anchor: str
    word: str


@dataclass(frozen=True, slots=True)
class Links:
    """The marks of connectors: lines with arrowheads, dots, and labels at the edge."""

    lines: tuple[tuple[str, str], ...]
    dots: tuple[Point, ...]
    signs: tuple[EdgeLabel, ...]


@dataclass(frozen=True, slots=True)
class BaseMap:
    """A board prepared for pictures, as wide as the page: its shapes by province, lines by kind.

    An inset is a base map of its own.
    """

    name: str
    #: The board; its `unit` is the radius in which units are drawn.
    geometry: Geometry
    #: The unit of measure for lines of the ground.
    fine: float
    #: The provinces whose units are drawn on this base map. Units of the other provinces are drawn
    #: on an inset, or if this is an inset, on the board.
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
    #: The shapes of the provinces that are not in `home`; they are drawn pale.
    faded: str
    links: Links
    #: The names with their possible places.
    names: tuple[Name, ...]
    insets: tuple["BaseMap", ...] = ()


def base_map_of(geometry: Geometry, width: float = PAGE) -> BaseMap:
    """Return the base map of `geometry` for a page of this width.

    This takes longer than a picture on it.
    """
    zoom = width / geometry.shown.width
    board = magnified(geometry, geometry.shown, zoom)
    unit = drawn_radius(geometry.unit, PAGE / zoom) * zoom
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
    """Return the base map of a part of the board: an inset, or the board itself (None).

    `shown` is the window enlarged to its size on the page.
    """
    connectors = tuple(c for c in shown.connectors if any(is_seen(at, shown) for at in c.points))
    geometry = replace(shown, connectors=connectors)
    home = frozenset(
        key
        for key, shape in board.provinces.items()
        if board.inset_at(shape.unit) is window and _is_inside(shape.unit, board)
    )
    named = replace(
        geometry,
        provinces={
            key: visible
            for key, shape in geometry.provinces.items()
            if (visible := _with_visible_name(shape, board.provinces[key], window, board))
        },
    )
    lands = frozenset(
        key
        for key, shape in geometry.provinces.items()
        if shape.kind in (Terrain.LAND, Terrain.COAST)
    )
    # Arcs are thinned before areas are made of them, so that neighbors still have the same border.
    arcs = tuple(replace(arc, points=thinned(arc.points, _THINNED)) for arc in geometry.arcs)
    drawn = replace(geometry, arcs=arcs)
    shapes = {
        key: "".join(
            path(line, closed=True)
            for line in map(drawn.outline, shape.rings)
            if _is_on(line, drawn)
        )
        for key, shape in drawn.provinces.items()
    }
    unplayed_land = [ring for ring in drawn.unplayed() if ring not in drawn.lakes]
    return BaseMap(
        name=window.name if window else "",
        geometry=geometry,
        fine=fine,
        home=home,
        shapes=shapes,
        lands=lands,
        borders=tuple(_borders(drawn)),
        coast=_lines(drawn, ArcKind.COAST),
        sea_borders=_lines(drawn, ArcKind.SEA),
        rivers=_lines(drawn, ArcKind.RIVER),
        edges=_lines(drawn, ArcKind.VOID),
        void=_areas(drawn, unplayed_land),
        lakes=_areas(drawn, drawn.lakes),
        names=names_of(named),
        links=_links(replace(geometry, unit=fine)),
        faded="".join(shape for key, shape in shapes.items() if key not in home),
    )


def _borders(geometry: Geometry) -> Iterable[Border]:
    """Yield the borders on land that are on the page."""
    for arc in geometry.arcs:
        inner = arc.kind is ArcKind.LAND and _is_on(arc.points, geometry)
        if inner and arc.left and arc.right:
            yield Border(arc.left, arc.right, arc.points)


def _links(geometry: Geometry) -> Links:
    """Return the marks of the connectors."""
    lines, dots, signs = [], [], []
    for connector in geometry.connectors:
        start, end = connector.points[0], connector.points[-1]
        match connector.kind:
            case ConnectorKind.CORNER:
                dots.append(start)
            case ConnectorKind.LINK:
                line, size = connector.points, geometry.unit * _HEAD
                heads = (path(head(way, size), closed=True) for way in (line, line[::-1]))
                lines.append((path(line), "".join(heads)))
            case ConnectorKind.WRAP:
                signs.append(_sign(start, connector.other, geometry))
                signs.append(_sign(end, connector.one, geometry))
    return Links(tuple(lines), tuple(dots), tuple(signs))


def is_seen(at: Point, geometry: Geometry) -> bool:
    """Return whether a point is on the page, outside of its insets."""
    return _is_inside(at, geometry) and geometry.inset_at(at) is None


def _is_inside(at: Point, geometry: Geometry) -> bool:
    """Return whether a point is on the page, or in one of its insets."""
    return 0 <= at[0] <= geometry.width and 0 <= at[1] <= geometry.height


def _sign(at: Point, word: str, geometry: Geometry) -> EdgeLabel:
    """Return the label at the point where the map continues in the province `word`."""
    across, down = inward(at, geometry)

    def at_distance(ahead: float, aside: float = 0.0) -> Point:
        ahead, aside = ahead * geometry.unit, aside * geometry.unit
        return (at[0] + across * ahead + down * aside, at[1] + down * ahead + across * aside)

    arrow = path((at_distance(2), at_distance(0.6))) + path(
        (at_distance(1.1, 0.4), at_distance(0.6), at_distance(1.1, -0.4))
    )
    x, y = at_distance(2.3)
    anchor = {1: "start", -1: "end", 0: "middle"}[across]
    return EdgeLabel(arrow, (x, y + geometry.font * (0.3 + 0.4 * down)), anchor, word)


def _lines(geometry: Geometry, kind: ArcKind) -> str:
    """Return the paths of all arcs of this kind that are on the page."""
    return "".join(
        path(arc.points)
        for arc in geometry.arcs
        if arc.kind is kind and _is_on(arc.points, geometry)
    )


def _is_on(line: Line, geometry: Geometry) -> bool:
    """Return whether a line may be visible: on the page, or just outside its edge."""
    across, down = [x for x, _ in line], [y for _, y in line]
    margin = 2 * geometry.unit
    beside = min(across) > geometry.width + margin or max(across) < -margin
    return not beside and min(down) < geometry.height + margin and max(down) > -margin


def _with_visible_name(
    shape: ProvinceShape, before: ProvinceShape, window: Inset | None, board: Geometry
) -> ProvinceShape | None:
    """Return a province's shape with its name at a place inside a window, or None without a place.

    `before` is the shape of the same province on the board. The edge of the page may cut a
    province off from the places of its name, but not from its unit.
    """
    places = zip((shape.label, *shape.again), (before.label, *before.again), strict=True)
    for at, on_board in places:
        if board.inset_at(on_board) is window and _is_inside(on_board, board):
            return shape if at == shape.label else replace(shape, label=at, coasts=())
    if window is None and is_seen(before.unit, board):
        return replace(shape, label=shape.unit)
    return None


def _areas(geometry: Geometry, rings: Iterable[Ring]) -> str:
    """Return the paths of the areas inside the rings that are on the page."""
    outlines = (geometry.outline(ring) for ring in rings)
    visible = (line for line in outlines if abs(_area(line)) > _SMALLEST_VOID)
    return "".join(path(line, closed=True) for line in visible if _is_on(line, geometry))


def _area(line: Line) -> float:
    """Return the area inside a closed line; negative if it runs the other way."""
    pairs = zip(line, (*line[1:], line[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def with_home_pieces(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return the drawing without the units and flags that stand on other base maps."""
    home = base_map.home
    return replace(
        drawing,
        pieces=tuple(piece for piece in drawing.pieces if province_of(piece.place) in home),
        flags=tuple(flag for flag in drawing.flags if flag[0] in home),
    )


def with_visible_strokes(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return the drawing without the orders that cannot be visible on this base map."""
    visible = tuple(stroke for stroke in drawing.strokes if _is_visible(stroke, base_map))
    return replace(drawing, strokes=visible)


def _is_visible(stroke: Stroke, base_map: BaseMap) -> bool:
    """Return whether the box around an order is on the page, and not inside a single inset."""
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
    """Yield the points through which an order is drawn."""
    first, *others = places_of(stroke)
    yield beside(first, geometry) if isinstance(stroke, RetreatArrow) else site(first, geometry)
    yield from (site(place, geometry) for place in others)


TOP = 46.0  # the height of the head
_BAND = 26.0  # the height of the band above insets
_TITLE, _NOTE, _EDGE = 23.0, 17.0, 14.0  # font sizes, and the distance from the edges
_TOKEN, _CENTER, _MARK = 3.0, 1.2, 2.0  # weights as obstacles for other things


@dataclass(frozen=True, slots=True)
class Canvas:
    """The constant parts of all pictures of one board."""

    base_map: BaseMap
    variant: Variant
    templates: Path
    #: The part of the board that they show; None means all of it.
    window: Inset | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """The colors of everything on a board, and the variant with its names."""

    variant: Variant
    colors: ColorsByPower
    scheme: Scheme


@dataclass(frozen=True, slots=True)
class Pane:
    """A board or an inset on a page, laid out."""

    base_map: BaseMap
    #: Its upper left corner on the page.
    place: Point
    #: The owners of land, each with the shapes of their provinces.
    lands: tuple[tuple[PowerColors | None, tuple[str, ...]], ...]
    fog: tuple[str, ...]
    #: The lines inside the land of one power, and those between two owners.
    borders: tuple[tuple[Line, ...], tuple[Line, ...]]
    #: The figures of each layer of `LAYERS`.
    figures: dict[str, tuple[Figure, ...]]
    names: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A picture, laid out."""

    drawing: Drawing
    scheme: Scheme
    colors: ColorsByPower
    panes: tuple[Pane, ...]
    head: tuple[Figure, ...]
    legend: Legend
    #: The lower end of the board and its insets, where the legend begins.
    below: float

    @property
    def width(self) -> float:
        """Return the width of the picture in units of the page."""
        return self.panes[0].base_map.geometry.width

    @property
    def height(self) -> float:
        """Return the height of the picture in units of the page."""
        return self.below + self.legend.height

    @property
    def pinned(self) -> tuple[str, ...]:
        """Return the colors that a reduction of colors must keep."""
        used = {c for power in self.colors.values() for c in (power.fill, power.strong)}
        return (*sorted(used), *sorted(set(astuple(self.scheme))))


def page_of(drawing: Drawing, canvas: Canvas) -> Page:
    """Return the layout of a drawing."""
    variant, scheme = canvas.variant, SCHEMES[drawing.theme]
    look = Look(variant, colors_of(variant, drawing.theme), scheme)
    laid_out_panes = [
        _pane(drawing, base_map, place, look) for base_map, place in laid_out(canvas.base_map)
    ]
    first_marks = {name.marks[0] for pane, _ in laid_out_panes for name in pane.names}
    written = {mark.text for mark in first_marks if isinstance(mark, Letters)}
    unnamed = sorted({name for _, left_out in laid_out_panes for name in left_out} - written)
    explained = drawing
    if canvas.window is not None:
        explained = _seen(drawing, canvas.base_map)
    return Page(
        drawing=drawing,
        scheme=scheme,
        colors=look.colors,
        panes=tuple(pane for pane, _ in laid_out_panes),
        head=_head(drawing, scheme, canvas.base_map.geometry.width),
        legend=legend_of(
            explained,
            variant,
            look.colors,
            scheme=scheme,
            unnamed=unnamed,
            page=canvas.base_map.geometry.width,
        ),
        below=below(canvas.base_map),
    )


def _seen(drawing: Drawing, base_map: BaseMap) -> Drawing:
    """Return a drawing with only what is on this base map, for its legend."""
    owners = tuple(pair for pair in drawing.owners if pair[0] in base_map.home)
    at_home = with_home_pieces(replace(drawing, owners=owners), base_map)
    return with_visible_strokes(at_home, base_map)


def laid_out(board: BaseMap) -> Iterator[tuple[BaseMap, Point]]:
    """Yield the board, and below it its insets side by side, with their corners on the page."""
    yield board, (0.0, TOP)
    left = 0.0
    for inset in board.insets:
        yield inset, (left, TOP + board.geometry.height + _BAND)
        left += inset.geometry.width


def below(board: BaseMap) -> float:
    """Return the lower end of the board and its insets."""
    row = max((_BAND + inset.geometry.height for inset in board.insets), default=0.0)
    return TOP + board.geometry.height + row


def _pane(
    drawing: Drawing, base_map: BaseMap, place: Point, look: Look
) -> tuple[Pane, tuple[str, ...]]:
    """Return a pane, and the names without room on it.

    Fixed things are placed first, then orders, then names, each where it avoids the earlier ones.
    """
    geometry = base_map.geometry
    placements = Placements()
    sites = sites_of(with_home_pieces(drawing, base_map), geometry)
    _place_fixed(sites, base_map, placements)
    figures = {
        **_fixed_figures(sites, base_map, look),
        **_orders(drawing, base_map, placements, look),
    }
    words, left_out = words_of(base_map.names, look.variant, placements)
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


def _fixed_figures(sites: Sites, base_map: BaseMap, look: Look) -> dict[str, Iterable[Figure]]:
    """Return the figures whose places are fixed: centers, flags and units."""
    unit, colors = sites.unit, look.colors
    flags = _flag_places(sites.drawing, sites.geometry).items()
    return {
        "centers": centers_of(_centers(sites.drawing, base_map, colors), unit, look.scheme),
        "flags": flags_of(((at, colors[power]) for (_, power), at in flags), unit, look.scheme),
        "units": tokens_of(sites, colors, look.scheme),
    }


def _orders(
    drawing: Drawing, base_map: BaseMap, table: Placements, look: Look
) -> dict[str, Iterable[Figure]]:
    """Return the figures of orders, and enter their places in `table` as obstacles."""
    geometry, colors, scheme = base_map.geometry, look.colors, look.scheme
    sites = sites_of(with_visible_strokes(drawing, base_map), geometry)
    strokes = drawn_strokes(sites, table)
    clashes = tuple(clashes_of(strokes, sites, scheme))
    crosses = tuple(x for x in crosses_of(strokes, sites, scheme) if is_seen(x[0], geometry))
    for at in (*ends_of(strokes, sites.unit), *(at for at, _ in (*clashes, *crosses))):
        table.put("mark", [Obstacle(at, sites.unit * 0.4, _MARK)])
    return {
        "ferries": ferries_of(strokes, sites, colors, scheme),
        "orders": (
            *expected_moves_of(strokes, sites, scheme),
            *lines_of(strokes, sites, colors, scheme),
        ),
        "bars": bars_of(strokes, sites, scheme),
        "clashes": (figure for _, figure in clashes),
        "crosses": (figure for _, figure in crosses),
    }


def _head(drawing: Drawing, scheme: Scheme, page: float) -> tuple[Figure, ...]:
    """Return the title and the note; the title is smaller if there is too little room."""
    room = page - 2 * _EDGE - text_width(drawing.note, _NOTE) - (20 if drawing.note else 0)
    width = text_width(drawing.title, _TITLE, "bold")
    size = min(_TITLE, max(_TITLE * room / width, 6.0)) if width else _TITLE
    color = scheme.head_text
    title = Letters(drawing.title, (_EDGE, 31), size, "bold", color, "start")
    note = Letters(drawing.note, (page - _EDGE, 30), _NOTE, "normal", color, "end")
    return tuple(Figure("", "", (letters,)) for letters in (title, note) if letters.text)


def _place_fixed(sites: Sites, base_map: BaseMap, table: Placements) -> None:
    """Enter the fixed things as obstacles: units, flags and the marks of centers."""
    for piece in sites.drawing.pieces:
        at = site_of(piece, sites.geometry)
        table.put("unit", [Obstacle(at, sites.unit * 1.1, _TOKEN)])
    for at in _flag_places(sites.drawing, sites.geometry).values():
        table.put("flag", [Obstacle(at, sites.unit * 0.4, _CENTER)])
    for key, shape in sites.geometry.provinces.items():
        if shape.center is not None and key in base_map.home:
            table.put("center", [Obstacle(shape.center, sites.unit * 0.28, _CENTER)])


def _flag_places(drawing: Drawing, geometry: Geometry) -> dict[tuple[str, str], Point]:
    """Return the places of flags, beside the marks of centers, by province and power."""
    places = {}
    for province, power in drawing.flags:
        shape = geometry.provinces[province]
        x, y = shape.center or shape.label
        places[province, power] = (x + geometry.unit * 0.3, y - geometry.unit * 0.2)
    return places


def _lands(
    drawing: Drawing, base_map: BaseMap, colors: ColorsByPower
) -> Iterator[tuple[PowerColors | None, tuple[str, ...]]]:
    """Yield each owner of land with all their provinces; land without owner comes first."""
    owners = dict(drawing.owners)
    by_owner = sorted(base_map.lands, key=lambda key: (owners.get(key, ""), key))
    for owner, keys in groupby(by_owner, key=lambda key: owners.get(key, "")):
        yield colors.get(owner), tuple(keys)


def _borders_seen(drawing: Drawing, base_map: BaseMap) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the borders inside the land of one power, and those between two owners.

    A border of the first kind is left out if an inset shows it.
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
    """Yield the place of each center with the colors of its owner."""
    owners = dict(drawing.owners)
    for key, shape in base_map.geometry.provinces.items():
        if shape.center is not None and key in base_map.home:
            yield shape.center, colors.get(owners.get(key, ""))


def _lettered(word: Word, base_map: BaseMap, scheme: Scheme) -> Figure:
    """Return the figure of a name; it is pale if the province is not in the base map's `home`."""
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
