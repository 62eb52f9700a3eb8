"""The marks of a picture: of orders, units and centers, with their key and the legend."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.boards import Line, Point
from judge.engine import Variant
from judge.messages import Message, message
from judge.pictures.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    DrawnUnit,
    Fate,
    RetreatArrow,
    State,
    Stroke as OrderStroke,
    Support,
)
from judge.pictures.palette import PowerColors, Scheme
from judge.pictures.raster import LEAST_LETTERS, text_width
from judge.pictures.shapes import along, beads, crossbar, head, slants, star, trimmed
from judge.pictures.sites import BESIDE, HEAD, Drawn, Sites, expected, failed, seat, site, site_of

# The layers above the ground, the lowest first.
LAYERS = ("centers", "flags", "ferries", "orders", "clashes", "units", "bars", "crosses")
LINES = ("orders", "bars")  # the layers whose figures differ in every picture


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line with square ends."""

    line: Line
    color: str
    width: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """The area inside a closed line; if `width` is not 0, with that line as its edge."""

    line: Line
    fill: str
    edge: str
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk, or a ring if `fill` is empty; `dash` is the length of dashes, 0 for none."""

    at: Point
    radius: float
    fill: str
    edge: str = ""
    width: float = 0.0
    opacity: float = 1.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Dots:
    """Dots in a row."""

    places: Line
    radius: float
    color: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """The sign of a kind of unit, with a halo and a rim, designed in a box of 24 by 24."""

    kind: str
    at: Point
    scale: float
    color: str
    halo: str
    rim: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of text; `at` is its start, middle or end, as `anchor` says."""

    text: str
    at: Point
    size: float
    face: str
    color: str
    anchor: str = "middle"
    halo: str = ""
    halo_width: float = 0.0
    halo_opacity: float = 1.0
    opacity: float = 1.0


Mark = Stroke | Area | Disk | Dots | Glyph | Letters


@dataclass(frozen=True, slots=True)
class Figure:
    """Marks that belong together."""

    #: The class in the SVG: a kind and a state, as `move failed`.
    style: str
    #: The text shown when the pointer is on it.
    tooltip: str
    marks: tuple[Mark, ...]


ColorsByPower = dict[str, PowerColors]
# The widths of lines and of their light casings, in radii of a unit.
_MOVE, _CASING, _DOT, _GAP = 0.2, 0.16, 0.095, 0.34
_BAR, _THICK = 0.52, 0.22  # half the length of the bar of a failed move, and its width
_RING = 1.5  # the radius of the ring around a convoying fleet
_SHINE = 0.9  # the opacity of casings


def lines_of(
    strokes: Sequence[Drawn], sites: Sites, colors: ColorsByPower, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the lines of orders: first supports, then moves, which are drawn over them."""
    for drawn in strokes:
        if isinstance(drawn.stroke, Support):
            yield support_of(drawn.line, drawn.stroke, sites.unit, colors, scheme)
    for drawn in strokes:
        if isinstance(drawn.stroke, Arrow | RetreatArrow):
            yield move_of(drawn.line, drawn.stroke, sites.unit, colors, scheme)


def expected_moves_of(strokes: Sequence[Drawn], sites: Sites, scheme: Scheme) -> Iterator[Figure]:
    """Yield the paths of supported moves whose own orders are not in the picture."""
    unit, lines = sites.unit, [drawn.stroke for drawn in strokes]
    moves = {(line.way[0], line.goal) for line in lines if isinstance(line, Arrow)}
    for line in lines:
        if (
            isinstance(line, Support)
            and line.target is not None
            and line.fate is Fate.PLANNED
            and (line.origin, line.target) not in moves
        ):
            way = beads(expected(line, sites), unit * 0.3)
            yield Figure("", "", (Dots(way, unit * 0.07, scheme.frontier, 0.55),))


def ferries_of(
    strokes: Iterable[Drawn], sites: Sites, colors: ColorsByPower, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the rings around convoying fleets."""
    for drawn in strokes:
        if isinstance(convoy := drawn.stroke, ConvoyMark):
            at = seat(convoy.place, convoy.power, sites)
            ring = rings(at, sites.unit, colors[convoy.power].strong, scheme)
            yield Figure("convoy", f"{convoy.power}: {convoy.place} C", tuple(ring))


def clashes_of(
    strokes: Iterable[Drawn], sites: Sites, scheme: Scheme
) -> Iterator[tuple[Point, Figure]]:
    """Yield the places that a bounce left empty, with their figures."""
    for drawn in strokes:
        if isinstance(bounce := drawn.stroke, BounceMark):
            at = site(bounce.place, sites.geometry)
            yield at, Figure("", "", (burst(at, sites.unit, scheme),))


def bars_of(strokes: Iterable[Drawn], sites: Sites, scheme: Scheme) -> Iterator[Figure]:
    """Yield the bars at the ends of failed moves."""
    for drawn in strokes:
        if isinstance(drawn.stroke, Arrow | RetreatArrow) and failed(drawn.stroke):
            yield Figure("", "", tuple(bar(drawn.line, sites.unit, scheme)))


def crosses_of(
    strokes: Iterable[Drawn], sites: Sites, scheme: Scheme
) -> Iterator[tuple[Point, Figure]]:
    """Yield the places of cut supports and failed convoys, with the crosses there."""
    for drawn in strokes:
        match drawn.stroke:
            case Support() if failed(drawn.stroke):
                at = along(drawn.line, 0.5)
            case ConvoyMark(power, place) if failed(drawn.stroke):
                x, y = seat(place, power, sites)
                at = (x + sites.unit, y - sites.unit)
            case _:
                continue
        yield at, Figure("", "", tuple(cross(at, sites.unit * 0.27, scheme)))


def rings(at: Point, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of the ring around a convoying fleet."""
    radius = unit * _RING
    yield Disk(at, radius, "", scheme.casing, unit * 0.4, opacity=_SHINE)
    yield Disk(at, radius, "", color, unit * 0.22, dash=radius / 3.5)


def burst(at: Point, unit: float, scheme: Scheme) -> Area:
    """Return the mark of a province that a bounce left empty."""
    outline = star(at, unit * 0.62, 8)
    return Area(outline, scheme.burst, scheme.trouble, unit * 0.09)


def bar(line: Line, unit: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a bar across the end of a line."""
    casing = crossbar(line, unit * (_BAR + _CASING / 2))
    yield Stroke(casing, scheme.casing, unit * (_THICK + _CASING))
    yield Stroke(crossbar(line, unit * _BAR), scheme.trouble, unit * _THICK)


def cross(at: Point, size: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a diagonal cross; `size` is half its width."""
    for color, width in ((scheme.casing, 1.35), (scheme.trouble, 0.72)):
        length = size * (1 + 0.3 * (width > 1))
        for slant in slants(at, length):
            yield Stroke(slant, color, size * width)


def support_of(
    line: Line, support: Support, unit: float, colors: ColorsByPower, scheme: Scheme
) -> Figure:
    """Return the figure of a support along a line."""
    move = f" - {support.target}" if support.target else ""
    color = colors[support.power].strong
    width = unit * (2 * _DOT + _CASING)
    return Figure(
        f"support {support.fate.value}",
        f"{support.power}: {support.place} S {support.origin}{move}",
        (
            Stroke(line, scheme.casing, width, _SHINE),
            Dots((line[0], *beads(line, unit * _GAP)), unit * _DOT, color),
            Disk(line[-1], unit * 0.2, scheme.casing, color, unit * 0.11),
        ),
    )


def move_of(
    line: Line, move: Arrow | RetreatArrow, unit: float, colors: ColorsByPower, scheme: Scheme
) -> Figure:
    """Return the figure of a move or a retreat along a line."""
    places = move.way if isinstance(move, Arrow) else (move.origin, move.target)
    verb = "move" if isinstance(move, Arrow) else "retreat"
    color = colors[move.power].strong
    draw = _stopped if failed(move) else _headed
    return Figure(
        f"{verb} {move.fate.value}",
        f"{move.power}: {' - '.join(places)}",
        tuple(draw(line, unit, color, scheme)),
    )


def _headed(line: Line, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a line with an arrowhead."""
    tip, body = head(line, unit * HEAD), trimmed(line, 0, unit * HEAD * 0.7)
    yield Disk(line[0], unit * (0.17 + _CASING / 2), scheme.casing)
    yield Stroke(body, scheme.casing, unit * (_MOVE + _CASING), _SHINE)
    yield Area(tip, scheme.casing, scheme.casing, unit * _CASING)
    yield Stroke(body, color, unit * _MOVE)
    yield Area(tip, color, "")
    yield Disk(line[0], unit * 0.17, color)


def _stopped(line: Line, unit: float, color: str, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a line without an arrowhead, of a failed move."""
    yield Stroke(line, scheme.casing, unit * (_MOVE + _CASING), _SHINE)
    yield Stroke(line, color, unit * _MOVE)


_LEAVING = (State.REMOVED, State.FALLEN)
_SMALL = 0.82  # the size of a unit that is drawn beside another one, as a part of the other's size
_FAINT = 0.6


def tokens_of(sites: Sites, colors: ColorsByPower, scheme: Scheme) -> Iterator[Figure]:
    """Yield the figures of units, first those that are drawn below the others."""
    pieces = sites.drawing.pieces
    for piece in sorted(pieces, key=lambda piece: piece.state not in BESIDE):
        at = site_of(piece, sites.geometry)
        marks = token(piece, at, sites.unit, colors[piece.power], scheme)
        tooltip = f"{piece.power}: {piece.kind} {piece.place}"
        yield Figure(f"unit {piece.state.value}", tooltip, tuple(marks))


def centers_of(
    places: Iterable[tuple[Point, PowerColors | None]], unit: float, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the marks of centers, in the color of the owner, if any."""
    for at, colors in places:
        dot = colors.strong if colors else scheme.outline
        ring = Disk(at, unit * 0.25, scheme.casing, scheme.outline, unit * 0.08)
        yield Figure("", "", (ring, Disk(at, unit * 0.12, dot)))


def flags_of(
    places: Iterable[tuple[Point, PowerColors]], unit: float, scheme: Scheme
) -> Iterator[Figure]:
    """Yield the figures of flags."""
    for (x, y), colors in places:
        top, foot = y - unit * 0.6, y + unit * 0.2
        cloth = (x, top), (x + unit * 0.55, top + unit * 0.2), (x, top + unit * 0.4)
        yield Figure(
            "",
            "",
            (
                Stroke(((x, top), (x, foot)), scheme.outline, unit * 0.1),
                Area(cloth, colors.strong, scheme.outline, unit * 0.07),
            ),
        )


def token(
    piece: DrawnUnit, at: Point, unit: float, colors: PowerColors, scheme: Scheme
) -> Iterator[Mark]:
    """Yield the marks of a unit in its state."""
    is_beside = piece.state in BESIDE
    is_leaving = piece.state in _LEAVING
    size = unit * (_SMALL if is_beside else 1)
    if is_beside:
        yield Area(star(at, unit * 1.25), scheme.burst, scheme.trouble, unit * 0.09)
    elif piece.state is State.BUILT:
        yield Disk(at, unit * 1.3, scheme.casing, colors.strong, unit * 0.13, 0.8)
    yield Glyph(
        piece.kind,
        at,
        size / 12,
        colors.strong,
        scheme.casing,
        scheme.outline,
        _FAINT if is_leaving else 1.0,
    )
    if colors.pattern and colors.letter:
        yield from _initial(colors.letter, at, size, scheme)
    if piece.number > 1:
        yield from _number(piece.number, at, size, scheme)
    if is_leaving:
        yield from cross(at, unit * 0.5, scheme)
    elif piece.state is State.BUILT:
        yield from _plus((at[0] + unit, at[1] - unit), unit, colors, scheme)


def _initial(letter: str, at: Point, unit: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a power's initial on a disk, never smaller than names."""
    size = max(LEAST_LETTERS, unit)
    x, y = at[0] + unit * 0.72, at[1] + unit * 0.62
    yield Disk((x, y), size * 0.5, scheme.casing, scheme.outline, unit * 0.07)
    yield Letters(letter, (x, y + size * 0.35), size, "bold", scheme.outline)


def _number(number: int, at: Point, unit: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the mark of a number beside a unit."""
    size = max(LEAST_LETTERS, unit * 0.9)
    place = at[0] - unit * 0.85, at[1] + unit * 1.1
    yield Letters(
        str(number), place, size, "bold", scheme.outline, halo=scheme.casing, halo_width=size * 0.3
    )


def _plus(at: Point, unit: float, colors: PowerColors, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of a plus sign on a disk, for a new unit."""
    (x, y), arm = at, unit * 0.26
    yield Disk(at, unit * 0.46, colors.strong, scheme.casing, unit * 0.1)
    for line in (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))):
        yield Stroke(line, scheme.casing, unit * 0.16)


_UNIT = 13.0  # the radius of a unit in the samples of lines
_SAMPLE = 7.0  # the radius of a unit in the samples of units


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of the key: a sample and its meaning."""

    meaning: Message
    #: A stroke or a unit, of a power without a name.
    sample: OrderStroke | DrawnUnit
    #: The width of the sample.
    width: float

    def marks(self, at: Point, scheme: Scheme) -> Iterator[Mark]:
        """Yield the marks of the sample; `at` is its left end."""
        (x, y), plain = at, PowerColors("", scheme.panel_text, 0, "")
        middle, line = (x + self.width / 2, y), (at, (x + self.width, y))
        match self.sample:
            case DrawnUnit():
                yield from token(self.sample, middle, _SAMPLE, plain, scheme)
            case ConvoyMark():
                yield from rings(middle, _SAMPLE, plain.strong, scheme)
            case BounceMark():
                yield burst(middle, _UNIT, scheme)
            case Support():
                yield from _support_sample(self.sample, line, plain, scheme)
            case move:
                yield from move_of(line, move, _UNIT, {"": plain}, scheme).marks
                if move.fate is Fate.FAILED:
                    yield from bar(line, _UNIT, scheme)


_LONG, _ROUND = 36.0, 22.0
_SIGNS = (
    Sign(message("move"), Arrow("", ("", ""), Fate.DONE), _LONG),
    Sign(message("failed move"), Arrow("", ("", ""), Fate.FAILED), _LONG),
    Sign(message("standoff"), BounceMark(""), _ROUND),
    Sign(message("support"), Support("", "", "", None, Fate.DONE), _LONG),
    Sign(message("failed support"), Support("", "", "", None, Fate.FAILED), _LONG),
    Sign(message("convoy"), ConvoyMark("", "", Fate.DONE), _ROUND),
    Sign(message("driven out"), DrawnUnit("", "A", "", State.DRIVEN), _ROUND),
    Sign(message("disbanded"), DrawnUnit("", "A", "", State.FALLEN), _ROUND),
    Sign(message("new"), DrawnUnit("", "A", "", State.BUILT), _ROUND),
    Sign(message("removed"), DrawnUnit("", "A", "", State.REMOVED), _ROUND),
)


def signs_in(drawing: Drawing) -> Iterator[Sign]:
    """Yield the signs that the drawing contains, in the sequence of a phase."""
    present = {_sign_key(thing) for thing in (*drawing.strokes, *drawing.pieces)}
    return (sign for sign in _SIGNS if _sign_key(sign.sample) in present)


def _sign_key(thing: OrderStroke | DrawnUnit) -> tuple[str, bool] | State:
    """Return a key that is equal for things drawn with the same sign."""
    match thing:
        case DrawnUnit(state=state):
            return state
        case Arrow(fate=fate) | RetreatArrow(fate=fate):
            return "move", fate is Fate.FAILED
        case Support(fate=fate):
            return "support", fate is Fate.FAILED
        case ConvoyMark() | BounceMark():
            return type(thing).__name__, False


def _support_sample(
    support: Support, line: Line, plain: PowerColors, scheme: Scheme
) -> Iterator[Mark]:
    """Yield the marks of the sample of a support."""
    yield from support_of(line, support, _UNIT, {"": plain}, scheme).marks
    if support.fate is Fate.FAILED:
        yield from cross(along(line, 0.5), _UNIT * 0.27, scheme)


_ROW, _SIZE, _SMALL_LETTERS, _EDGE = 28.0, 18.0, 15.0, 14.0
_SWATCH, _TALL, _BESIDE = 26.0, 18.0, 6.0
_LINE = 23.0  # the height of a line of names or signs
_APART = 18.0  # the distance between signs
# The opacity of powers that are out of the game.
_OUT = 0.5


@dataclass(frozen=True, slots=True)
class Legend:
    """The figures of the legend below the map, and its height."""

    figures: tuple[Figure, ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Entry:
    """A power in the legend."""

    colors: PowerColors
    name: str
    #: The worth of its centers, or "" if that is not known.
    number: str
    #: A further text in small letters.
    more: str
    #: Whether the power is out of the game.
    out: bool

    @property
    def width(self) -> float:
        """Return the width of the entry."""
        width = text_width(self.name, _SIZE) + text_width(self.number, _SIZE, "bold")
        more = text_width(self.more, _SMALL_LETTERS) + _BESIDE if self.more else 0
        return width + more + _SWATCH + 13


def legend_of(
    drawing: Drawing,
    variant: Variant,
    colors: dict[str, PowerColors],
    *,
    scheme: Scheme,
    unnamed: Sequence[str],
    page: float,
) -> Legend:
    """Return the legend of a picture that is `page` wide.

    `unnamed` are the names without room on it.
    """
    entries = tuple(_entries(drawing, variant, colors))
    widest = max(entry.width for entry in entries)
    columns = max(1, min(len(entries), int((page - 2 * _EDGE + 12) // (widest + 12))))
    rows = math.ceil(len(entries) / columns)
    columns = math.ceil(len(entries) / rows)
    step = (page - 2 * _EDGE) / columns
    figures = [
        Figure(
            "",
            "",
            tuple(
                _entry_marks(
                    entry, _EDGE + index % columns * step, 10 + index // columns * _ROW, scheme
                )
            ),
        )
        for index, entry in enumerate(entries)
    ]
    height = rows * _ROW + 14
    for sign_row in _rows(signs_in(drawing), page):
        middle = height + _LINE / 3
        figures += (_sign_figure(sign, (x, middle), scheme) for x, sign in sign_row)
        height += _LINE
    for line in _lines(unnamed, page):
        at = (_EDGE, height + _LINE * 0.6)
        words = Letters(line, at, LEAST_LETTERS, "normal", scheme.panel_text, anchor="start")
        figures.append(Figure("", "", (words,)))
        height += _LINE
    return Legend(tuple(figures), height)


def _entries(
    drawing: Drawing, variant: Variant, colors: dict[str, PowerColors]
) -> Iterator[_Entry]:
    """Yield the entries of the powers, and of neutral powers that are still on the board.

    The entries of a theatre are those of the powers in it.
    """
    worth, waived = dict(drawing.centers), dict(drawing.waived)
    alive = {piece.power for piece in drawing.pieces}
    alive |= {owner for _, owner in drawing.owners}
    for power in variant.sides:
        if power.name in alive or (power in variant.powers and not drawing.theatre):
            unused = waived.get(power.name, 0)
            yield _Entry(
                colors[power.name],
                power.name,
                str(worth.get(power.name, "")),
                str(message("{count} waived", count=unused)) if unused else "",
                power.name not in alive and power.name in worth,
            )


def _entry_marks(entry: _Entry, x: float, y: float, scheme: Scheme) -> Iterator[Mark]:
    """Yield the marks of an entry with its upper left corner at a point."""
    right, bottom = x + _SWATCH, y + _TALL
    swatch = (x, y), (right, y), (right, bottom), (x, bottom)
    yield Area(swatch, entry.colors.fill, entry.colors.strong, 3.2)
    baseline, opacity = y + 15.3, _OUT if entry.out else 1.0
    if entry.colors.pattern:
        middle = x + _SWATCH / 2
        yield Letters(entry.colors.letter, (middle, baseline), _SIZE, "bold", scheme.text)
    at = right + 7
    text = scheme.panel_text
    for words, size, face, color in (
        (entry.name, _SIZE, "normal", text),
        (entry.number, _SIZE, "bold", text),
        (entry.more, _SMALL_LETTERS, "normal", scheme.faint),
    ):
        if words:
            yield Letters(words, (at, baseline), size, face, color, "start", opacity=opacity)
            at += text_width(words, size, face) + _BESIDE


def _rows(signs: Iterable[Sign], page: float) -> list[list[tuple[float, Sign]]]:
    """Return signs in rows of the page's width, each with its left end."""
    rows: list[list[tuple[float, Sign]]] = []
    x = page
    for sign in signs:
        width = sign.width + _BESIDE + text_width(str(sign.meaning), LEAST_LETTERS)
        if x + width > page - _EDGE:
            rows.append([])
            x = _EDGE
        rows[-1].append((x, sign))
        x += width + _APART
    return rows


def _sign_figure(sign: Sign, at: Point, scheme: Scheme) -> Figure:
    """Return the figure of a sign with its meaning after it."""
    behind = at[0] + sign.width + _BESIDE, at[1] + LEAST_LETTERS * 0.36
    words = Letters(str(sign.meaning), behind, LEAST_LETTERS, "normal", scheme.panel_text, "start")
    return Figure("", "", (*sign.marks(at, scheme), words))


def _lines(unnamed: Sequence[str], page: float) -> Iterator[str]:
    """Yield the lines of a list of names without room, each at most as wide as the page."""
    if not unnamed:
        return
    words = str(message("No room for {names}", names=", ".join(unnamed))).split(" ")
    line = words[0]
    for word in words[1:]:
        longer = f"{line} {word}"
        if text_width(longer, LEAST_LETTERS) > page - 2 * _EDGE:
            yield line
            longer = word
        line = longer
    yield line
