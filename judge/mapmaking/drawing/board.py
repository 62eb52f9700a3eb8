"""What is to be drawn: the regions of a board, and where `places.toml` says that they lie.

A region is drawn in one piece: a province, or a set of twins. It is an index in
`BoardRegions.provinces`; VOID, one more, is the ground that nobody plays, and LAKE, two
more, is such water. The format of `places.toml` stands in `variants/README.md`.
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
# A point and how far around it, in degrees of latitude.
Spot = tuple[FiniteFloat, FiniteFloat, FiniteFloat]
# West, south, east and north of a part of the picture.
_Part = tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
_Pair = Annotated[str, Field(pattern=r"^\s*\S+\s+\S+\s*$")]

_POINTS = "a list of points, as in [[12, 60], [20, 61]]"
_DISCS = "a list of discs, as in [[12, 60, 3]]: x, y and the radius"
_EDGES = "four numbers: west, south, east and north"
_PAIRS = 'a list of pairs of provinces, as in ["NAF SPA"]'
# What the value of each key must be, in words for a map maker.
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
    """A map cannot be drawn truly; the message says what the map maker can do."""


class CrowdedError(UndrawableError):
    """Borders that do not fit; `connectors` in their place would do.

    Those that `never_fits` are too much for any flat map, others for this attempt.
    """

    def __init__(self, text: str, connectors: tuple[str, ...], *, never_fits: bool = False) -> None:
        super().__init__(text)
        self.connectors, self.never_fits = connectors, never_fits


class Places(BaseModel):
    """A map maker's input: positions, and exceptions from how boards are usually drawn.

    Without `view` positions are x and y, downwards; with it they are longitude and
    latitude, and `view` is west, south, east and north of the picture. `seeds` and
    `islands` are further points of provinces, the latter in pieces of their own. The
    void is water where `lakes` are.
    `insets` are parts of the picture that are shown again, larger, measured as `view`;
    `page` is the part of the drawing that makes the picture.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    view: _Part | None = None
    page: _Part | None = None
    projection: Literal["cone", "cylinder"] = "cone"
    width: Annotated[float, Field(ge=300, le=4000)] = 1000
    spread: Annotated[float, Field(ge=0, le=1)] = 0.55
    cell: Annotated[float, Field(ge=1.5, le=12)] | None = None
    attempt: int = 1
    places: dict[str, Place] = {}
    seeds: dict[str, tuple[Place, ...]] = {}
    islands: dict[str, tuple[Place, ...]] = {}
    void: tuple[Place, ...] = ()
    lakes: tuple[Place, ...] = ()
    land: tuple[Spot, ...] = ()
    water: tuple[Spot, ...] = ()
    countries: tuple[str, ...] = ()
    connectors: tuple[_Pair, ...] = ()
    wraps: tuple[_Pair, ...] = ()
    twins: tuple[tuple[str, ...], ...] = ()
    insets: dict[str, _Part] = {}

    def points(self, name: str) -> tuple[Place, ...]:
        """Return the points where a province is besides its position."""
        return (*self.seeds.get(name, ()), *self.islands.get(name, ()))

    def joined(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of provinces that a connector joins."""
        pairs = (text.split() for text in (*self.connectors, *self.wraps))
        return tuple((one, other) for one, other in pairs)


def read_places(folder: Path) -> Places:
    """Return what `places.toml` in a variant's folder says.

    Without the file nothing is known and the board is laid out from its borders alone.
    UndrawableError when the file is wrong.
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
        wrong = dict.fromkeys(_place_of(one["loc"]) for one in error.errors())
        told = (_told(file, toml, where) for where in wrong)
        raise UndrawableError("\n".join(told)) from error


def check_names(places: Places, names: Collection[str]) -> None:
    """Check that `places` names only provinces, which are `names`.

    UndrawableError lists the unknown names, and what may be meant.
    """
    used = dict.fromkeys(_names_in(places))
    unknown = [name for name in used if name not in names]
    if unknown:
        told = (f'places.toml: "{name}" is no province{hint(name, names)}' for name in unknown)
        raise UndrawableError("\n".join(told))


def _names_in(places: Places) -> Iterator[str]:
    for table in (places.places, places.seeds, places.islands):
        yield from table
    for pair in places.joined():
        yield from pair
    for twins in places.twins:
        yield from twins


def _place_of(found: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the key at which something is wrong, not the number within its list."""
    size = 2 if found[0] in _TABLES else 1
    return tuple(map(str, found[:size]))


def _told(file: Path, toml: Toml, where: tuple[str, ...]) -> str:
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
    given = json.dumps(value, default=str) if isinstance(value, list) else shown(value)
    return f"{at}: {'.'.join(where)}: must be {_WANTED[where[0]]}, not {given}"


Pair = tuple[int, int]

# To look for a border alone that is too much takes seconds on a large board.
_FEW = 3
# On no board that is drawn does a border cross more than so many others.
_TANGLED = 12


@dataclass(frozen=True, slots=True)
class BoardRegions:
    """Regions and what is to be true of them.

    `provinces[region]` are abbreviations: one, or those of twins. `borders` must be
    drawn, and no others, but that closed regions and the void may touch whatever they
    like. `links` are adjacencies that a connector shows. `lakes` are LAKE and those of
    the closed regions that are water in nature.
    """

    provinces: tuple[tuple[str, ...], ...]
    terrain: tuple[Terrain, ...]
    borders: frozenset[Pair]
    links: frozenset[Pair]
    lakes: frozenset[int] = frozenset()

    @property
    def void(self) -> int:
        """Return the label of ground outside of all regions."""
        return len(self.provinces)

    @property
    def lake(self) -> int:
        """Return the label of water outside of all regions."""
        return self.void + 1

    def name(self, region: int) -> str:
        """Return what to call a region when speaking to the map maker."""
        return self.provinces[region][0]

    def is_sea(self, region: int) -> bool:
        """Return whether a region is water; the void is not, nor what is outside."""
        return 0 <= region < self.void and self.terrain[region] is Terrain.SEA

    def is_water(self, region: int) -> bool:
        """Return whether a region is water in nature, be it sailed or not."""
        return self.is_sea(region) or region in self.lakes

    def is_closed(self, region: int) -> bool:
        """Return whether a region is impassable, so that its borders say nothing."""
        return region >= self.void or self.terrain[region] is Terrain.IMPASSABLE

    def linked(self, lost: Collection[Pair]) -> "BoardRegions":
        """Return the board with links in the place of some borders."""
        kept = self.borders - frozenset(lost)
        return replace(self, borders=kept, links=self.links | frozenset(lost))

    def may_touch(self, one: int, other: int) -> bool:
        """Return whether a border between two regions would be true."""
        return pair(one, other) in self.borders or self.is_closed(one) or self.is_closed(other)


def pair(one: int, other: int) -> Pair:
    """Return two regions in order."""
    return (one, other) if one < other else (other, one)


def board_of(geography: Geography, places: Places) -> BoardRegions:
    """Return the board of a variant with twins in one region.

    UndrawableError when places have what is no province, when a connector is not an
    adjacency, or when the borders that are left cannot all be drawn on a flat map.
    """
    board = _folded(geography, places)
    _check_flat(board, places.places, _fords(geography))
    return board


def untangled(geography: Geography, places: Places) -> Places:
    """Return the places with connectors for borders that lead across many others.

    A flat map may have them, but not with these positions. UndrawableError when a
    connector is not an adjacency.
    """
    board = _folded(geography, places)
    if not places.places:
        return places
    crossed = _crossed(board, places.places)
    far = {one: (len(others), one) for one, others in crossed.items()}
    left_out = []
    while far and max(far.values())[0] > _TANGLED:
        worst = max(far, key=far.__getitem__)
        left_out.append(f"{board.name(worst[0])} {board.name(worst[1])}")
        del far[worst]
        for other in crossed[worst] & far.keys():
            far[other] = (far[other][0] - 1, other)
    more = (*places.connectors, *left_out)
    return places.model_copy(update={"connectors": more}) if left_out else places


def _folded(geography: Geography, places: Places) -> BoardRegions:
    names = [province.abbreviation for province in geography.provinces]
    check_names(places, names)
    folded = {name: twins[0] for twins in places.twins for name in twins}
    heads = [name for name in names if folded.get(name, name) == name]
    index = {name: heads.index(folded.get(name, name)) for name in names}
    joined = {pair(index[names[a]], index[names[b]]) for a, b in adjacencies(geography)}
    joined -= {(region, region) for region in index.values()}
    links = {pair(index[a], index[b]) for a, b in places.joined()}
    if wrong := links - joined:
        a, b = min(wrong)
        what = f"{heads[a]} {heads[b]} is listed as a connector but is no adjacency"
        raise UndrawableError(f"{what}; take it out of places.toml.")
    groups = {twins[0]: twins for twins in places.twins}
    return BoardRegions(
        provinces=tuple(groups.get(name, (name,)) for name in heads),
        terrain=tuple(geography.provinces[names.index(name)].terrain for name in heads),
        borders=frozenset(joined - links),
        links=frozenset(links),
    )


def unfolded(geography: Geography, places: Places) -> BoardRegions:
    """Return the board with each twin a region: the provinces of `geography`.

    A twin may touch all that borders the region of its like, but need not.
    """
    names = [province.abbreviation for province in geography.provinces]
    joined = {frozenset(ends) for ends in places.joined()}
    pairs = adjacencies(geography).keys()
    links = {(a, b) for a, b in pairs if {names[a], names[b]} in joined}
    return BoardRegions(
        provinces=tuple((name,) for name in names),
        terrain=tuple(province.terrain for province in geography.provinces),
        borders=frozenset(pairs - links),
        links=frozenset(links),
    )


def _fords(geography: Geography) -> set[frozenset[str]]:
    """Return the pairs between which armies go across a sea, as over a river.

    Both lie at it, and no fleet goes from one to the other.
    """
    pairs = adjacencies(geography)
    around = nx.Graph(list(pairs))
    provinces = geography.provinces
    return {
        frozenset((provinces[one].abbreviation, provinces[other].abbreviation))
        for (one, other), (_, fleet) in pairs.items()
        if not fleet
        and any(
            provinces[between].terrain is Terrain.SEA
            for between in nx.common_neighbors(around, one, other)
        )
    }


def _check_flat(
    board: BoardRegions, positions: Mapping[str, Place], fords: set[frozenset[str]]
) -> None:
    graph = nx.Graph(board.borders)
    if nx.check_planarity(graph)[0]:
        return
    liked = _liked(board, positions, fords)
    left_out = [f"{board.name(a)} {board.name(b)}" for a, b in _too_much(board, liked)]
    listed = ", ".join(f'"{one}"' for one in left_out)
    raise CrowdedError(
        "No flat map has all these borders. List some as connectors in places.toml, "
        f"or provinces with the same neighbors as twins. These would do: {listed}.",
        tuple(left_out),
        never_fits=True,
    )


def _too_much(board: BoardRegions, liked: Sequence[Pair]) -> list[Pair]:
    """Return few borders without which the map is flat, rather the first of `liked`."""
    graph = nx.Graph(board.borders)
    found = _by_knots(graph, liked)
    if found is None:
        graph = nx.Graph()
        found = [one for one in reversed(liked) if not _fits(one, graph)]
    return found


def _by_knots(graph: "nx.Graph[int]", liked: Sequence[Pair]) -> list[Pair] | None:
    """Return very few borders to leave out, None if it takes more.

    Each part that cannot be flat loses a border: one that makes all flat, if there is
    such a one. So where a single border is too much it is found.
    """
    left_out: list[Pair] = []
    for _ in range(_FEW):
        part = nx.check_planarity(graph, counterexample=True)[1]
        knot = sorted((pair(*one) for one in part.edges), key=liked.index)
        alone = next((one for one in knot if _is_flat_without(one, graph)), None)
        chosen = alone or knot[0]
        graph.remove_edge(*chosen)
        left_out.append(chosen)
        if alone:
            return [one for one in left_out if not _fits(one, graph)]
    return None


def _liked(
    board: BoardRegions, positions: Mapping[str, Place], fords: set[frozenset[str]]
) -> list[Pair]:
    """Return the borders, first those least missed: crossed by many, long, or fords."""
    at = _middles(board, positions)
    crossed = _crossed(board, positions)
    return sorted(
        board.borders,
        key=lambda one: (
            -len(crossed[one]),
            -abs(at[one[0]] - at[one[1]]),
            frozenset(map(board.name, one)) not in fords,
            one,
        ),
    )


def _middles(board: BoardRegions, positions: Mapping[str, Place]) -> list[complex]:
    return [complex(*positions.get(names[0], (0, 0))) for names in board.provinces]


def _crossed(board: BoardRegions, positions: Mapping[str, Place]) -> dict[Pair, set[Pair]]:
    """Return the borders that each border crosses, from middle to middle."""
    at = _middles(board, positions)
    found: dict[Pair, set[Pair]] = {one: set() for one in board.borders}
    for one, other in combinations(board.borders, 2):
        if not {*one} & {*other} and _cross([at[n] for n in (*one, *other)]):
            found[one].add(other)
            found[other].add(one)
    return found


def _is_flat_without(border: Pair, graph: "nx.Graph[int]") -> bool:
    graph.remove_edge(*border)
    flat: bool = nx.check_planarity(graph)[0]
    graph.add_edge(*border)
    return flat


def _fits(border: Pair, graph: "nx.Graph[int]") -> bool:
    """Put a border back, and return whether the map is flat with it; else take it."""
    graph.add_edge(*border)
    if nx.check_planarity(graph)[0]:
        return True
    graph.remove_edge(*border)
    return False


def _cross(ends: Iterable[complex]) -> bool:
    a, b, c, d = ends
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: complex, b: complex, c: complex) -> float:
    return ((b - a).conjugate() * (c - a)).imag
