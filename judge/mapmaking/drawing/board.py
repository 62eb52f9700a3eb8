"""The regions of a board to draw, and the map maker's `places.toml`.

A region is drawn in one piece: it is a province, or a group of twins (provinces with the same
neighbors). A region is an index in `BoardRegions.provinces`. The next index, VOID, is ground
outside the game. The one after it, LAKE, is such ground that is water in nature. A border in a
drawing is true if the rules have it too, otherwise false. `variants/README.md` describes the format
of `places.toml`.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

import networkx as nx
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from judge.boards import (
    PLACES_FILE,
    NoToml,
    Toml,
    adjacencies,
    hint,
    line_of,
    lines_of,
    read_toml,
    shown,
)
from judge.engine import Geography, Terrain

Place = tuple[FiniteFloat, FiniteFloat]
# A point and a radius around it, in degrees of latitude.
Spot = tuple[FiniteFloat, FiniteFloat, FiniteFloat]
# West, south, east and north of a part of the picture.
_Part = tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
_Pair = Annotated[str, Field(pattern=r"^\s*\S+\s+\S+\s*$")]

_POINTS = "a list of points, as in [[12, 60], [20, 61]]"
_DISCS = "a list of discs, as in [[12, 60, 3]]: x, y and the radius"
_EDGES = "four numbers: west, south, east and north"
_PAIRS = 'a list of pairs of provinces, as in ["NAF SPA"]'
# The valid values of each key, in words for map makers.
_WANTED = {
    "view": _EDGES,
    "page": _EDGES,
    "projection": '"cone" or "cylinder"',
    "width": "a number from 300 to 4000",
    "spread": "a number from 0 to 1",
    "cell": "a number from 1.5 to 12",
    "attempt": "a whole number",
    "places": "two numbers, as in [12, 60]",
    "seeds": _POINTS,
    "islands": _POINTS,
    "void": _POINTS,
    "lakes": _POINTS,
    "land": _DISCS,
    "water": _DISCS,
    "countries": 'a list of names, as in ["France"]',
    "connectors": _PAIRS,
    "wraps": _PAIRS,
    "twins": 'a list of lists of provinces, as in [["ALD", "BIR"]]',
    "insets": _EDGES,
}
_TABLES = ("places", "seeds", "islands", "insets")


class UndrawableError(Exception):
    """A map cannot be drawn correctly; the message says how the map maker can help."""


class CrowdedError(UndrawableError):
    """Some borders do not fit into a drawing; `connectors` are pairs that could replace them.

    `never_fits` is true if no flat map has them all, false if they only did not fit in this
    attempt.
    """

    def __init__(self, text: str, connectors: tuple[str, ...], *, never_fits: bool = False) -> None:
        super().__init__(text)
        self.connectors, self.never_fits = connectors, never_fits


class Places(BaseModel):
    """A map maker's input: positions, and exceptions from the usual drawing.

    Without `view` positions are x and y, downwards. With `view` they are longitude and latitude.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    #: West, south, east and north of the picture, in degrees.
    view: _Part | None = None
    #: The part of the drawing that is the picture.
    page: _Part | None = None
    projection: Literal["cone", "cylinder"] = "cone"
    width: Annotated[float, Field(ge=300, le=4000)] = 1000
    spread: Annotated[float, Field(ge=0, le=1)] = 0.55
    cell: Annotated[float, Field(ge=1.5, le=12)] | None = None
    attempt: int = 1
    places: dict[str, Place] = {}
    #: Further points of provinces; in `islands`, points in parts that are not connected.
    seeds: dict[str, tuple[Place, ...]] = {}
    islands: dict[str, tuple[Place, ...]] = {}
    #: Points outside the game. The ground around those in `lakes` is water in nature.
    void: tuple[Place, ...] = ()
    lakes: tuple[Place, ...] = ()
    land: tuple[Spot, ...] = ()
    water: tuple[Spot, ...] = ()
    countries: tuple[str, ...] = ()
    connectors: tuple[_Pair, ...] = ()
    wraps: tuple[_Pair, ...] = ()
    twins: tuple[tuple[str, ...], ...] = ()
    #: Parts of the picture that are shown again, larger, measured like `view`.
    insets: dict[str, _Part] = {}

    def points(self, name: str) -> tuple[Place, ...]:
        """Return the points of a province besides its position."""
        return (*self.seeds.get(name, ()), *self.islands.get(name, ()))

    def connected(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of provinces that connectors join."""
        pairs = (text.split() for text in (*self.connectors, *self.wraps))
        return tuple((first, second) for first, second in pairs)


def read_places(folder: Path) -> Places:
    """Return the content of `places.toml` in a variant's folder.

    Without the file the board is laid out from its borders alone. UndrawableError if the file has
    mistakes.
    """
    file = folder / PLACES_FILE
    if not file.exists():
        return Places()
    match read_toml(file):
        case NoToml(why, line):
            where = file if line is None else f"{file}:{line}"
            raise UndrawableError(f"{where}: {why}")
        case Toml(text, keys):
            toml = Toml(text, keys)
    try:
        return Places.model_validate(toml.keys)
    except ValidationError as error:
        wrong = dict.fromkeys(_key_of(fault["loc"]) for fault in error.errors())
        texts = (_mistake(file, toml, where) for where in wrong)
        raise UndrawableError("\n".join(texts)) from error


def check_names(places: Places, names: Collection[str]) -> None:
    """Check that `places` only has provinces that are in `names`.

    UndrawableError lists the unknown ones, with similar names.
    """
    used = dict.fromkeys(_names_in(places))
    unknown = [name for name in used if name not in names]
    if unknown:
        texts = (f'places.toml: "{name}" is no province{hint(name, names)}' for name in unknown)
        raise UndrawableError("\n".join(texts))


def _names_in(places: Places) -> Iterator[str]:
    """Yield all names of provinces in the places."""
    for table in (places.places, places.seeds, places.islands):
        yield from table
    for pair in places.connected():
        yield from pair
    for twins in places.twins:
        yield from twins


def _key_of(location: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the key of a mistake, without the index in its list."""
    size = 2 if location[0] in _TABLES else 1
    return tuple(map(str, location[:size]))


def _mistake(file: Path, toml: Toml, where: tuple[str, ...]) -> str:
    """Return a mistake in words, with its line and the valid values."""
    line = line_of(where, lines_of(toml.text))
    at = file if line is None else f"{file}:{line}"
    if where[0] not in _WANTED:
        why = f'there is no key "{where[0]}" here{hint(where[0], _WANTED)}'
        return f"{at}: {why}"
    value = toml.keys[where[0]]
    if where[1:] and isinstance(value, dict):
        value = value[where[1]]
    elif where[0] in _TABLES:
        return f"{at}: {where[0]}: must be a table, [{where[0]}]"
    text = json.dumps(value, default=str) if isinstance(value, list) else shown(value)
    return f"{at}: {'.'.join(where)}: must be {_WANTED[where[0]]}, not {text}"


Pair = tuple[int, int]

# The search for a single border without which the map is flat takes seconds on a large board.
_FEW = 3
# On shipped boards no border crosses more than this many others.
_TANGLED = 12


@dataclass(frozen=True, slots=True)
class BoardRegions:
    """The regions of a board, and the borders that the drawing must have."""

    #: The abbreviations of each region: one province, or twins.
    provinces: tuple[tuple[str, ...], ...]
    terrain: tuple[Terrain, ...]
    #: The borders that must be drawn. Other borders are allowed only at impassable regions and at
    #: the void.
    borders: frozenset[Pair]
    #: The adjacencies that connectors show.
    links: frozenset[Pair]
    #: LAKE, and the impassable regions that are water in nature.
    lakes: frozenset[int] = frozenset()

    @property
    def void(self) -> int:
        """Return the label of ground outside all regions."""
        return len(self.provinces)

    @property
    def lake(self) -> int:
        """Return the label of water outside all regions."""
        return self.void + 1

    def name(self, region: int) -> str:
        """Return the name of a region in messages for the map maker."""
        return self.provinces[region][0]

    def is_sea(self, region: int) -> bool:
        """Return whether a region is a sea; the void and cells outside the picture are not."""
        return 0 <= region < self.void and self.terrain[region] is Terrain.SEA

    def is_water(self, region: int) -> bool:
        """Return whether a region is water in nature, in the game or not."""
        return self.is_sea(region) or region in self.lakes

    def is_closed(self, region: int) -> bool:
        """Return whether a region is impassable, and may have any borders."""
        return region >= self.void or self.terrain[region] is Terrain.IMPASSABLE

    def with_links(self, lost: Collection[Pair]) -> "BoardRegions":
        """Return the board with connectors (`links`) instead of the borders in `lost`."""
        remaining = self.borders - frozenset(lost)
        return replace(self, borders=remaining, links=self.links | frozenset(lost))

    def may_touch(self, first: int, second: int) -> bool:
        """Return whether the drawing may have a border between two regions."""
        return (
            pair(first, second) in self.borders or self.is_closed(first) or self.is_closed(second)
        )


def pair(first: int, second: int) -> Pair:
    """Return two regions in ascending order."""
    return (first, second) if first < second else (second, first)


def board_of(geography: Geography, places: Places) -> BoardRegions:
    """Return the regions of a variant's board, with twins as one region.

    UndrawableError if the places name an unknown province, if a connector is not an adjacency, or
    if no flat map has all borders that are left.
    """
    board = _folded(geography, places)
    _check_flat(board, places.places, _fords(geography))
    return board


def untangled(geography: Geography, places: Places) -> Places:
    """Return the places with connectors for borders that cross many others.

    A flat map may have these borders, but not with these positions. UndrawableError if a connector
    is not an adjacency.
    """
    board = _folded(geography, places)
    if not places.places:
        return places
    crossings = _crossings(board, places.places)
    counts = {border: (len(others), border) for border, others in crossings.items()}
    left_out = []
    while counts and max(counts.values())[0] > _TANGLED:
        worst = max(counts, key=counts.__getitem__)
        left_out.append(f"{board.name(worst[0])} {board.name(worst[1])}")
        del counts[worst]
        for other in crossings[worst] & counts.keys():
            counts[other] = (counts[other][0] - 1, other)
    more = (*places.connectors, *left_out)
    return places.model_copy(update={"connectors": more}) if left_out else places


def _folded(geography: Geography, places: Places) -> BoardRegions:
    """Return the regions of a board, with twins as one region."""
    names = [province.abbreviation for province in geography.provinces]
    check_names(places, names)
    folded = {name: twins[0] for twins in places.twins for name in twins}
    heads = [name for name in names if folded.get(name, name) == name]
    index = {name: heads.index(folded.get(name, name)) for name in names}
    adjacent = {pair(index[names[a]], index[names[b]]) for a, b in adjacencies(geography)}
    adjacent -= {(region, region) for region in index.values()}
    links = {pair(index[a], index[b]) for a, b in places.connected()}
    if wrong := links - adjacent:
        a, b = min(wrong)
        text = f"{heads[a]} {heads[b]} is listed as a connector but is no adjacency"
        raise UndrawableError(f"{text}; take it out of places.toml.")
    groups = {twins[0]: twins for twins in places.twins}
    return BoardRegions(
        provinces=tuple(groups.get(name, (name,)) for name in heads),
        terrain=tuple(geography.provinces[names.index(name)].terrain for name in heads),
        borders=frozenset(adjacent - links),
        links=frozenset(links),
    )


def unfolded(geography: Geography, places: Places) -> BoardRegions:
    """Return the board with each twin as a region: the provinces of `geography`.

    A twin may have all borders of its group's region, but does not need to.
    """
    names = [province.abbreviation for province in geography.provinces]
    connected = {frozenset(ends) for ends in places.connected()}
    pairs = adjacencies(geography).keys()
    links = {(a, b) for a, b in pairs if {names[a], names[b]} in connected}
    return BoardRegions(
        provinces=tuple((name,) for name in names),
        terrain=tuple(province.terrain for province in geography.provinces),
        borders=frozenset(pairs - links),
        links=frozenset(links),
    )


def _fords(geography: Geography) -> set[frozenset[str]]:
    """Return the pairs of provinces between which armies cross a sea as if it were a river.

    Both provinces border on the sea, and no fleet moves from one to the other.
    """
    pairs = adjacencies(geography)
    around = nx.Graph(list(pairs))
    provinces = geography.provinces
    return {
        frozenset((provinces[first].abbreviation, provinces[second].abbreviation))
        for (first, second), (_, fleet) in pairs.items()
        if not fleet
        and any(
            provinces[between].terrain is Terrain.SEA
            for between in nx.common_neighbors(around, first, second)
        )
    }


def _check_flat(
    board: BoardRegions, positions: Mapping[str, Place], fords: set[frozenset[str]]
) -> None:
    """Check that some flat map has all borders; CrowdedError lists borders to replace."""
    graph = nx.Graph(board.borders)
    if nx.check_planarity(graph)[0]:
        return
    by_importance = _least_important_first(board, positions, fords)
    left_out = [
        f"{board.name(a)} {board.name(b)}" for a, b in _borders_to_drop(board, by_importance)
    ]
    listed = ", ".join(f'"{border}"' for border in left_out)
    raise CrowdedError(
        "No flat map has all these borders. List some as connectors in places.toml, "
        f"or provinces with the same neighbors as twins. These would do: {listed}.",
        tuple(left_out),
        never_fits=True,
    )


def _borders_to_drop(board: BoardRegions, by_importance: Sequence[Pair]) -> list[Pair]:
    """Return a few borders, preferably unimportant, whose removal makes the map flat."""
    graph = nx.Graph(board.borders)
    dropped = _by_obstructions(graph, by_importance)
    if dropped is None:
        graph = nx.Graph()
        dropped = [border for border in reversed(by_importance) if not _fits(border, graph)]
    return dropped


def _by_obstructions(graph: "nx.Graph[int]", by_importance: Sequence[Pair]) -> list[Pair] | None:
    """Return at most `_FEW` borders whose removal makes the map flat, or None if it takes more.

    Each part that cannot be flat loses a border: if possible, one whose removal alone makes the
    whole map flat.
    """
    left_out: list[Pair] = []
    for _ in range(_FEW):
        part = nx.check_planarity(graph, counterexample=True)[1]
        knot = sorted((pair(*edge) for edge in part.edges), key=by_importance.index)
        single = next((border for border in knot if _is_flat_without(border, graph)), None)
        chosen = single or knot[0]
        graph.remove_edge(*chosen)
        left_out.append(chosen)
        if single:
            return [border for border in left_out if not _fits(border, graph)]
    return None


def _least_important_first(
    board: BoardRegions, positions: Mapping[str, Place], fords: set[frozenset[str]]
) -> list[Pair]:
    """Return the borders, the least important first.

    Borders that cross many others come first, then long ones, then fords.
    """
    positions_of = _middles(board, positions)
    crossings = _crossings(board, positions)
    return sorted(
        board.borders,
        key=lambda border: (
            -len(crossings[border]),
            -abs(positions_of[border[0]] - positions_of[border[1]]),
            frozenset(map(board.name, border)) not in fords,
            border,
        ),
    )


def _middles(board: BoardRegions, positions: Mapping[str, Place]) -> list[complex]:
    """Return the positions of the regions as complex numbers."""
    return [complex(*positions.get(names[0], (0, 0))) for names in board.provinces]


def _crossings(board: BoardRegions, positions: Mapping[str, Place]) -> dict[Pair, set[Pair]]:
    """Return, for each border, the others that it crosses if all are lines between positions."""
    at = _middles(board, positions)
    crossings: dict[Pair, set[Pair]] = {border: set() for border in board.borders}
    for first, second in combinations(board.borders, 2):
        if not {*first} & {*second} and _cross([at[n] for n in (*first, *second)]):
            crossings[first].add(second)
            crossings[second].add(first)
    return crossings


def _is_flat_without(border: Pair, graph: "nx.Graph[int]") -> bool:
    """Return whether the map without this border can be drawn flat (is a planar graph)."""
    graph.remove_edge(*border)
    flat: bool = nx.check_planarity(graph)[0]
    graph.add_edge(*border)
    return flat


def _fits(border: Pair, graph: "nx.Graph[int]") -> bool:
    """Add a border, and return whether the map is flat with it; if not, remove it again."""
    graph.add_edge(*border)
    if nx.check_planarity(graph)[0]:
        return True
    graph.remove_edge(*border)
    return False


def _cross(ends: Iterable[complex]) -> bool:
    """Return whether the lines ab and cd cross."""
    a, b, c, d = ends
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: complex, b: complex, c: complex) -> float:
    """Return a number whose sign tells on which side of the line from a to b the point c lies."""
    return ((b - a).conjugate() * (c - a)).imag
