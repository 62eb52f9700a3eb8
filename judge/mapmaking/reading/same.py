"""Find the shipped board that equals an imported one except for names, to use its drawing.

The boards are compared as graphs: a place is recognized by its edges to all other places, not by
its name. The method is color refinement: each place gets a number (its color) for its kind. Then,
round after round, it gets a new number for its color together with its neighbors' colors.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine import Geography, Terrain, Variant, bits
from judge.mapmaking.reading.facts import Facts, Note, ProvinceFact, folded

# A place of a board: the province, and the code of a named coast or "".
_Spot = tuple[str, str]
_EdgeEnd = tuple[str, _Spot]
_Colors = tuple[dict[_Spot, int], dict[_Spot, int]]


@dataclass(frozen=True, slots=True)
class _Graph:
    """A board as a graph."""

    #: The kind of each place, as far as it must be equal on both boards.
    kinds: Mapping[_Spot, str]
    #: The edges of each place: kind, and the place at the other end.
    edges: Mapping[_Spot, Sequence[_EdgeEnd]]
    #: The names of each province.
    words: Mapping[str, frozenset[str]]


def same_board(facts: Facts, boards: Iterable[Variant]) -> Facts:
    """Return the facts with the abbreviations of the first board that equals theirs, if any.

    The abbreviations of the file become aliases.
    """
    graph = _graph_of_facts(facts)
    for variant in boards:
        places = _matched(graph, _graph_of_board(variant.geography))
        closed = _closed(facts, variant.geography)
        if places is not None and closed is not None:
            impassable = {(key, ""): (short, "") for key, short in closed.items()}
            return _renamed(facts, variant, {**places, **impassable})
    return facts


def _graph_of_facts(facts: Facts) -> _Graph:
    kinds: dict[_Spot, str] = {}
    edges: list[tuple[str, _Spot, _Spot]] = []
    for province in facts.provinces:
        if province.terrain is not None and province.terrain is not Terrain.IMPASSABLE:
            kinds[province.key, ""] = f"{province.terrain.value} {province.center}"
            for code, _ in province.coasts:
                kinds[province.key, code] = "coast"
                edges.append(("coast", (province.key, ""), (province.key, code)))
    edges += [("army", (a, ""), (b, "")) for a, b in facts.army]
    edges += [("fleet", *shore) for shore in facts.fleet]
    words = {p.key: _folded(p.name, *p.words) for p in facts.provinces}
    return _graph(kinds, edges, words)


def _graph_of_board(board: Geography) -> _Graph:
    spots = [
        (
            board.provinces[location.province].abbreviation,
            location.coast.code if location.coast else "",
        )
        for location in board.locations
    ]
    kinds: dict[_Spot, str] = {}
    edges: list[tuple[str, _Spot, _Spot]] = []
    for number, (name, code) in enumerate(spots):
        province = board.provinces[board.province_of[number]]
        if province.terrain is Terrain.IMPASSABLE:
            continue
        kinds[name, code] = f"{province.terrain.value} {bool(province.center)}"
        if code:
            kinds[name, code] = "coast"
            edges.append(("coast", (name, ""), (name, code)))
        ends = bits(board.fleet_edges[number])
        edges += [("fleet", spots[number], spots[end]) for end in ends if end > number]
    for number, mask in enumerate(board.army_edges):
        ends = (end for end in bits(mask) if end > number)
        edges += [("army", spots[number], spots[end]) for end in ends]
    words = {p.abbreviation: _folded(p.name, p.abbreviation, *p.aliases) for p in board.provinces}
    return _graph(kinds, edges, words)


def _folded(*words: str) -> frozenset[str]:
    return frozenset(map(folded, words))


def _graph(
    kinds: Mapping[_Spot, str],
    edges: Iterable[tuple[str, _Spot, _Spot]],
    words: Mapping[str, frozenset[str]],
) -> _Graph:
    ends: dict[_Spot, list[_EdgeEnd]] = {spot: [] for spot in kinds}
    for kind, first, second in edges:
        ends[first].append((kind, second))
        ends[second].append((kind, first))
    return _Graph(kinds, ends, words)


def _matched(first: _Graph, second: _Graph) -> dict[_Spot, _Spot] | None:
    """Return the second board's place for each place of the first; None if the boards differ.

    If refinement leaves several places with the same color, one of them is chosen on each board, by
    a common name if possible. It gets a color of its own, and refinement continues.
    """
    colors = _refined(first, second, ({}, {}))
    while colors is not None and (pair := _undecided_pair(first, second, colors)):
        for number, spot in enumerate(pair):
            colors[number][spot] = -1
        colors = _refined(first, second, colors)
    if colors is None:
        return None
    places = {color: spot for spot, color in colors[1].items()}
    second_of = {spot: places[color] for spot, color in colors[0].items()}
    edges_agree = all(
        {(kind, second_of[end]) for kind, end in first.edges[spot]}
        == set(second.edges[second_of[spot]])
        for spot in second_of
    )
    return second_of if edges_agree else None


def _refined(first: _Graph, second: _Graph, colors: _Colors) -> _Colors | None:
    """Return colors that no further refinement divides, or None if the boards differ."""
    names: dict[object, int] = {}
    previous_count = -1
    while len(names) > previous_count:
        previous_count = len(names)
        names = {}
        colors = _colored(first, colors[0], names), _colored(second, colors[1], names)
        if Counter(colors[0].values()) != Counter(colors[1].values()):
            return None
    return colors


def _undecided_pair(first: _Graph, second: _Graph, colors: _Colors) -> tuple[_Spot, _Spot] | None:
    """Return a place of each board with one color that several places share, or None."""
    counts = Counter(colors[0].values())
    color = next((color for color, number in counts.items() if number > 1), None)
    if color is None:
        return None
    first_spots = [spot for spot in first.kinds if colors[0][spot] == color]
    second_spots = [spot for spot in second.kinds if colors[1][spot] == color]
    common_names = (
        (a, b) for a in first_spots for b in second_spots if first.words[a[0]] & second.words[b[0]]
    )
    return next(common_names, (first_spots[0], second_spots[0]))


def _colored(graph: _Graph, old: Mapping[_Spot, int], names: dict[object, int]) -> dict[_Spot, int]:
    """Return the next color of each place; `names` numbers the combinations on both boards."""
    return {
        spot: names.setdefault(
            (
                kind,
                old.get(spot),
                tuple(sorted((by, old.get(end, 0)) for by, end in graph.edges[spot])),
            ),
            len(names),
        )
        for spot, kind in graph.kinds.items()
    }


def _closed(facts: Facts, board: Geography) -> dict[str, str] | None:
    """Return the board's impassable province for each of the facts; None if it has too few.

    Their names decide; impassable provinces without a common name are assigned in any sequence.
    """
    unused = {
        province.name.casefold(): province.abbreviation
        for province in board.provinces
        if province.terrain is Terrain.IMPASSABLE
    }
    impassable = [p for p in facts.provinces if p.terrain is Terrain.IMPASSABLE]
    if len(impassable) > len(unused):
        return None
    by_name = {p.key: unused.pop(p.name.casefold(), "") for p in impassable}
    remaining = iter(unused.values())
    return {key: name or next(remaining) for key, name in by_name.items()}


def _renamed(facts: Facts, variant: Variant, new_places: Mapping[_Spot, _Spot]) -> Facts:
    """Return the facts with the abbreviations and coasts of a board."""
    notes = [*facts.notes, *_coast_notes(facts, new_places)]
    text = f"the board is that of {variant.name}: it has its abbreviations and drawing"
    notes.append(Note(facts.spot, text))
    provinces = tuple(
        replace(
            province,
            words=(new_places[province.key, ""][0], *province.words),
            coasts=tuple(
                (
                    new_places[province.key, code][1],
                    name if code == new_places[province.key, code][1] else "",
                )
                for code, name in province.coasts
            ),
        )
        for province in facts.provinces
    )
    with_new_coast = {place: (place[0], code) for place, (_, code) in new_places.items()}
    powers = tuple(
        replace(power, units=tuple(replace(u, place=with_new_coast[u.place]) for u in power.units))
        for power in facts.powers
    )
    return replace(
        facts,
        provinces=(*provinces, *_missing(facts, variant.geography, new_places)),
        fleet=tuple((with_new_coast[a], with_new_coast[b]) for a, b in facts.fleet),
        powers=powers,
        notes=tuple(notes),
        positions={},
        same_as=variant.name,
    )


def _coast_notes(facts: Facts, new_places: Mapping[_Spot, _Spot]) -> Iterator[Note]:
    """Yield a note for each coast that gets another code."""
    for province in facts.provinces:
        for code, _ in province.coasts:
            if (other := new_places[province.key, code][1]) != code:
                text = f"the coast {code} of {province.name} is called {other}"
                yield Note(province.spot, text)


def _missing(
    facts: Facts, board: Geography, new_places: Mapping[_Spot, _Spot]
) -> Iterator[ProvinceFact]:
    """Yield the impassable provinces of the board that the facts lack."""
    taken = {short for short, _ in new_places.values()}
    for province in board.provinces:
        if province.abbreviation not in taken:
            yield ProvinceFact(
                key=f"closed {province.abbreviation}",
                name=province.name,
                words=(province.abbreviation,),
                terrain=province.terrain,
                spot=facts.spot,
            )
