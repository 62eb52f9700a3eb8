"""Finding the board that an import equals, up to names, so that it may be drawn as it.

Each place is told by how it is joined to all others, not by what it is called.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine import Geography, Terrain, Variant, bits
from judge.mapmaking.reading.facts import Facts, Note, ProvinceFact, folded

# A place of either board: a province, or a named coast of one.
_Spot = tuple[str, str]
_Joint = tuple[str, _Spot]
_Colors = tuple[dict[_Spot, int], dict[_Spot, int]]


@dataclass(frozen=True, slots=True)
class _Graph:
    """What each place is, how it is joined to others, and the words of provinces."""

    kinds: Mapping[_Spot, str]
    joints: Mapping[_Spot, Sequence[_Joint]]
    words: Mapping[str, frozenset[str]]


def same_board(facts: Facts, boards: Iterable[Variant]) -> Facts:
    """Return the facts with the abbreviations of the board that theirs equals, if any.

    Those that the file has become further words.
    """
    ours = _of_facts(facts)
    for variant in boards:
        found = _matched(ours, _of_board(variant.geography))
        closed = _closed(facts, variant.geography)
        if found is not None and closed is not None:
            shut = {(key, ""): (short, "") for key, short in closed.items()}
            return _renamed(facts, variant, {**found, **shut})
    return facts


def _of_facts(facts: Facts) -> _Graph:
    kinds: dict[_Spot, str] = {}
    edges: list[tuple[str, _Spot, _Spot]] = []
    for one in facts.provinces:
        if one.terrain is not None and one.terrain is not Terrain.IMPASSABLE:
            kinds[one.key, ""] = f"{one.terrain.value} {one.center}"
            for code, _ in one.coasts:
                kinds[one.key, code] = "coast"
                edges.append(("coast", (one.key, ""), (one.key, code)))
    edges += [("army", (a, ""), (b, "")) for a, b in facts.army]
    edges += [("fleet", *shore) for shore in facts.fleet]
    words = {one.key: _folded(one.name, *one.words) for one in facts.provinces}
    return _graph(kinds, edges, words)


def _of_board(board: Geography) -> _Graph:
    spots = [
        (board.provinces[one.province].abbreviation, one.coast.code if one.coast else "")
        for one in board.locations
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
    words = {
        one.abbreviation: _folded(one.name, one.abbreviation, *one.aliases)
        for one in board.provinces
    }
    return _graph(kinds, edges, words)


def _folded(*words: str) -> frozenset[str]:
    return frozenset(map(folded, words))


def _graph(
    kinds: Mapping[_Spot, str],
    edges: Iterable[tuple[str, _Spot, _Spot]],
    words: Mapping[str, frozenset[str]],
) -> _Graph:
    joints: dict[_Spot, list[_Joint]] = {spot: [] for spot in kinds}
    for kind, one, other in edges:
        joints[one].append((kind, other))
        joints[other].append((kind, one))
    return _Graph(kinds, joints, words)


def _matched(one: _Graph, other: _Graph) -> dict[_Spot, _Spot] | None:
    """Return which place is which, None where the boards differ.

    Places are told apart by their kinds, then again and again by those beside them.
    Where that leaves some alike, one of them is chosen, by its name if it has one.
    """
    colors = _settled(one, other, ({}, {}))
    while colors is not None and (pair := _alike(one, other, colors)):
        for number, spot in enumerate(pair):
            colors[number][spot] = -1
        colors = _settled(one, other, colors)
    if colors is None:
        return None
    places = {color: spot for spot, color in colors[1].items()}
    found = {spot: places[color] for spot, color in colors[0].items()}
    joined = all(
        {(kind, found[end]) for kind, end in one.joints[spot]} == set(other.joints[found[spot]])
        for spot in found
    )
    return found if joined else None


def _settled(one: _Graph, other: _Graph, colors: _Colors) -> _Colors | None:
    """Return numbers that tell places apart as far as can be, None if boards differ."""
    names: dict[object, int] = {}
    known = -1
    while len(names) > known:
        known = len(names)
        names = {}
        colors = _colored(one, colors[0], names), _colored(other, colors[1], names)
        if Counter(colors[0].values()) != Counter(colors[1].values()):
            return None
    return colors


def _alike(one: _Graph, other: _Graph, colors: _Colors) -> tuple[_Spot, _Spot] | None:
    """Return a place on each board that is taken for the other; None if all is told."""
    counts = Counter(colors[0].values())
    color = next((color for color, number in counts.items() if number > 1), None)
    if color is None:
        return None
    mine = [spot for spot in one.kinds if colors[0][spot] == color]
    theirs = [spot for spot in other.kinds if colors[1][spot] == color]
    called = ((a, b) for a in mine for b in theirs if one.words[a[0]] & other.words[b[0]])
    return next(called, (mine[0], theirs[0]))


def _colored(graph: _Graph, old: Mapping[_Spot, int], names: dict[object, int]) -> dict[_Spot, int]:
    return {
        spot: names.setdefault(
            (
                kind,
                old.get(spot),
                tuple(sorted((by, old.get(end, 0)) for by, end in graph.joints[spot])),
            ),
            len(names),
        )
        for spot, kind in graph.kinds.items()
    }


def _closed(facts: Facts, board: Geography) -> dict[str, str] | None:
    """Return which impassable provinces are which, None if there are too many.

    Nobody goes there, so those of other names are taken as they come.
    """
    shut = {
        one.name.casefold(): one.abbreviation
        for one in board.provinces
        if one.terrain is Terrain.IMPASSABLE
    }
    ours = [one for one in facts.provinces if one.terrain is Terrain.IMPASSABLE]
    if len(ours) > len(shut):
        return None
    found = {one.key: shut.pop(one.name.casefold(), "") for one in ours}
    left = iter(shut.values())
    return {key: name or next(left) for key, name in found.items()}


def _renamed(facts: Facts, variant: Variant, called: Mapping[_Spot, _Spot]) -> Facts:
    """Return the facts with the abbreviations of a board, and with its coasts."""
    notes = [*facts.notes, *_told_coasts(facts, called)]
    text = f"the board is that of {variant.name}: it has its abbreviations and drawing"
    notes.append(Note(facts.spot, text))
    provinces = tuple(
        replace(
            one,
            words=(called[one.key, ""][0], *one.words),
            coasts=tuple(
                (called[one.key, code][1], name if code == called[one.key, code][1] else "")
                for code, name in one.coasts
            ),
        )
        for one in facts.provinces
    )
    ashore = {place: (place[0], code) for place, (_, code) in called.items()}
    powers = tuple(
        replace(power, units=tuple(replace(o, place=ashore[o.place]) for o in power.units))
        for power in facts.powers
    )
    return replace(
        facts,
        provinces=(*provinces, *_missing(facts, variant.geography, called)),
        fleet=tuple((ashore[a], ashore[b]) for a, b in facts.fleet),
        powers=powers,
        notes=tuple(notes),
        positions={},
        same_as=variant.name,
    )


def _told_coasts(facts: Facts, called: Mapping[_Spot, _Spot]) -> Iterator[Note]:
    for one in facts.provinces:
        for code, _ in one.coasts:
            if (other := called[one.key, code][1]) != code:
                yield Note(one.spot, f"the coast {code} of {one.name} is called {other}")


def _missing(
    facts: Facts, board: Geography, called: Mapping[_Spot, _Spot]
) -> Iterator[ProvinceFact]:
    """Yield the impassable provinces that only the other board has."""
    taken = {short for short, _ in called.values()}
    for one in board.provinces:
        if one.abbreviation not in taken:
            yield ProvinceFact(
                key=f"closed {one.abbreviation}",
                name=one.name,
                words=(one.abbreviation,),
                terrain=one.terrain,
                spot=facts.spot,
            )
