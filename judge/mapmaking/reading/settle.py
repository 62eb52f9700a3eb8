"""Check a `Reading`, and turn it into `Facts`: edges, powers, units and centers.

Moves become edges, one for each pair of places. Edges of armies and of fleets are independent; none
follows from the other kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.boards import joined_parts, listed
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    Facts,
    FileLine,
    Note,
    Notes,
    Pair,
    Place,
    PowerFact,
    ProvinceFact,
    Reading,
    RefusedError,
    Shore,
    Step,
    UnitFact,
)

_ARMY_TERRAINS = (Terrain.LAND, Terrain.COAST, None)
_FLEET_TERRAINS = (Terrain.SEA, Terrain.COAST, None)
Board = Mapping[str, ProvinceFact]
_End = TypeVar("_End", str, Place)


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a board, and its provinces with the terrain that the edges show."""

    provinces: tuple[ProvinceFact, ...]
    army: tuple[Pair, ...]
    fleet: tuple[Shore, ...]


def edges_of(reading: Reading, notes: Notes) -> Edges:
    """Return the edges of a map; RefusedError if it is no map."""
    board = {province.key: province for province in reading.provinces}
    steps = [step for step in reading.steps if _possible(step, board, notes)]
    coasts = _coasts(steps, board, notes)
    steps = [resolved for step in steps if (resolved := _with_coasts(step, board, coasts, notes))]
    if len(board) < 2 or not steps:
        raise RefusedError(
            f"{reading.spot.file} is no map: it has {len(board)} provinces and "
            f"{len(steps)} moves between them."
        )
    _note_one_way(steps, reading, board, notes)
    army = tuple(
        dict.fromkeys(
            _pair(step.start[0], step.end[0]) for step in steps if step.kind is UnitKind.ARMY
        )
    )
    fleet = tuple(
        dict.fromkeys(_pair(step.start, step.end) for step in steps if step.kind is UnitKind.FLEET)
    )
    return Edges(_with_terrain(board, coasts, army, fleet, notes), army, fleet)


def _possible(step: Step, board: Board, notes: Notes) -> bool:
    """Return whether the unit of a step can be at both its ends, which must differ."""
    start, end = board[step.start[0]], board[step.end[0]]
    army = step.kind is UnitKind.ARMY
    if start.key == end.key or Terrain.IMPASSABLE in (start.terrain, end.terrain):
        return False
    for province in (start, end):
        if province.terrain not in (_ARMY_TERRAINS if army else _FLEET_TERRAINS):
            unit = "army" if army else "fleet"
            text = f"{start.name} lists {end.name}, but no {unit} goes to"
            notes.append(Note(step.spot, f"{text} {province.name}; left out"))
            return False
    return True


def _coasts(steps: Iterable[Step], board: Board, notes: Notes) -> dict[str, list[str]]:
    """Return the codes of each province's coasts: two or more, or none.

    A code is a coast if moves of fleets begin there. A province whose moves begin at a single coast
    has an undivided shore.
    """
    codes_of: dict[str, list[str]] = {key: [] for key in board}
    for step in steps:
        key, code = step.start
        has_land = board[key].terrain is not Terrain.SEA
        if step.kind is UnitKind.FLEET and has_land and code and code not in codes_of[key]:
            codes_of[key].append(code)
    for step in steps:
        key, code = step.end
        if step.kind is UnitKind.ARMY or code in ("", *codes_of[key]):
            continue
        if codes_of[key]:
            codes_of[key].append(code)
        else:
            text = f"{board[step.start[0]].name} lists {board[key].name} ({code}), but"
            text = f"{text} it has no such coast; read without"
            notes.append(Note(step.spot, text))
    for key, codes in codes_of.items():
        if len(codes) == 1:
            text = f"{board[key].name} has one coast, {codes[0]}; imported as undivided"
            notes.append(Note(board[key].spot, text))
            codes.clear()
    return codes_of


def _with_coasts(
    step: Step, board: Board, coasts: Mapping[str, list[str]], notes: Notes
) -> Step | None:
    """Return the step with the coasts that its ends have; None if a needed coast is missing."""
    if step.kind is UnitKind.ARMY:
        return replace(step, start=(step.start[0], ""), end=(step.end[0], ""))
    places = []
    for key, code in (step.start, step.end):
        if coasts[key] and not code:
            text = f"{board[step.start[0]].name} lists {board[step.end[0]].name}, but"
            text = f"{text} not which coast of {board[key].name}"
            codes = listed(coasts[key], "or")
            notes.append(Note(step.spot, f"{text}, {codes}; left out"))
            return None
        places.append((key, code if coasts[key] else ""))
    return replace(step, start=places[0], end=places[1])


def _note_one_way(steps: list[Step], reading: Reading, board: Board, notes: Notes) -> None:
    """Note each move in one direction only, and whether the author intended it."""
    moves = {(step.kind, step.start, step.end) for step in steps}
    noted: set[tuple[UnitKind, Place, Place]] = set()
    for step in steps:
        if step.back in moves or step.back in noted:
            continue
        noted.add((step.kind, step.start, step.end))
        start, end = (_name(place, board) for place in (step.start, step.end))
        text = f"{start} lists {end}, {end} does not list {start}"
        if step.back in reading.closed:
            text = f"from {start} to {end} the way is open, back it is closed"
        kind = "armies" if step.kind is UnitKind.ARMY else "fleets"
        notes.append(Note(step.spot, f"{text} ({kind}); imported both ways"))


def _name(place: Place, board: Board) -> str:
    """Return the name of a place, with its coast."""
    key, code = place
    return f"{board[key].name} ({code})" if code else board[key].name


def _pair(first: _End, second: _End) -> tuple[_End, _End]:
    return (first, second) if first <= second else (second, first)


def _with_terrain(
    board: Board,
    coasts: Mapping[str, list[str]],
    army: Sequence[Pair],
    fleet: Sequence[Shore],
    notes: Notes,
) -> tuple[ProvinceFact, ...]:
    """Return the provinces with the terrain and the coasts that the edges show."""
    army_places = {key for pair in army for key in pair}
    fleet_places = {key for pair in fleet for key, _ in pair}
    provinces = []
    for key, province in board.items():
        terrain = _terrain(province, key in army_places, key in fleet_places)
        names = dict(province.coasts)
        if terrain is not province.terrain and province.terrain is not None:
            text = f"{province.name} is {province.terrain.value} in the file, but with"
            text = f"{text} its moves it is {terrain.value}; imported so"
            notes.append(Note(province.spot, text))
        codes = coasts[key] if terrain is Terrain.COAST else []
        provinces.append(
            replace(
                province,
                terrain=terrain,
                coasts=tuple((code, names.get(code, "")) for code in codes),
                convoys=province.convoys and terrain is Terrain.COAST,
            )
        )
    return tuple(provinces)


def _terrain(province: ProvinceFact, has_armies: bool, has_fleets: bool) -> Terrain:
    """Return the terrain of a province, by the kinds of unit that can enter it."""
    if not has_armies and not has_fleets:
        return Terrain.IMPASSABLE
    if province.terrain is Terrain.SEA:
        return Terrain.SEA
    return Terrain.COAST if has_fleets else Terrain.LAND


_TERRAINS_OF = {
    UnitKind.ARMY: (Terrain.LAND, Terrain.COAST),
    UnitKind.FLEET: (Terrain.SEA, Terrain.COAST),
}
_KINDS = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}


def facts_of(reading: Reading) -> Facts:
    """Return the facts of a map; RefusedError if it is no map."""
    notes = list(reading.notes)
    edges = edges_of(reading, notes)
    provinces = tuple(_center(province, notes) for province in edges.provinces)
    board = {province.key: province for province in provinces}
    # The provinces with a unit, and a text for that unit.
    taken: dict[str, str] = {}
    powers = tuple(_power(power, board, taken, notes) for power in reading.powers)
    _note_unreached(edges, board, reading.spot, notes)
    _note_islands(provinces, notes)
    return Facts(
        name=reading.name,
        title=reading.title,
        spot=reading.spot,
        provinces=provinces,
        army=edges.army,
        fleet=edges.fleet,
        powers=powers,
        start=reading.start,
        victory=_victory(reading, provinces, notes),
        builds=reading.builds,
        turn_years=reading.turn_years,
        seasons=reading.seasons,
        version=reading.version,
        designer=reading.designer,
        story=reading.story,
        positions=reading.positions,
        start_differs=reading.starts_otherwise
        or list(map(_start_of, powers)) != list(map(_start_of, reading.powers)),
        notes=tuple(dict.fromkeys(notes)),
    )


def _center(province: ProvinceFact, notes: Notes) -> ProvinceFact:
    """Return the province; an impassable one is no center."""
    if not province.center or province.terrain is not Terrain.IMPASSABLE:
        return province
    text = f"{province.name} is a center, but nothing leads to it; imported as none"
    notes.append(Note(province.spot, text))
    return replace(province, center=False)


def _power(power: PowerFact, board: Board, taken: dict[str, str], notes: Notes) -> PowerFact:
    """Return the power with its homes, centers and units checked."""
    if not power.played:
        text = f"nobody plays {power.name}; imported as neutral"
        notes.append(Note(power.spot, text))
    homes = []
    for key in dict.fromkeys(power.homes):
        if board[key].center:
            homes.append(key)
        else:
            text = f"{board[key].name}, home of {power.name}, is no center"
            notes.append(Note(power.spot, f"{text}; left out"))
    owned = []
    for key in dict.fromkeys(homes if power.owned is None else power.owned):
        if board[key].center:
            owned.append(key)
        elif key not in power.homes:
            text = f"{board[key].name}, owned by {power.name}, is no center"
            notes.append(Note(power.spot, f"{text}; it supplies no unit"))
    units = tuple(_units(power, board, taken, notes))
    return replace(power, homes=tuple(homes), owned=tuple(owned), units=units)


def _start_of(power: PowerFact) -> tuple[frozenset[str], tuple[UnitFact, ...]]:
    """Return the centers and units with which a power starts."""
    owned = power.homes if power.owned is None else power.owned
    return frozenset(owned), power.units


def _units(
    power: PowerFact, board: Board, taken: dict[str, str], notes: Notes
) -> Iterator[UnitFact]:
    """Yield the units that can be in their provinces, on a coast if these have coasts."""
    for unit in power.units:
        key, code = unit.place
        province = board[key]
        unit_text = f"{_KINDS[unit.kind]} of {power.name} in {province.name}"
        if province.terrain not in _TERRAINS_OF[unit.kind]:
            terrain = province.terrain.value if province.terrain else ""
            text = f"the {unit_text} cannot stand there ({terrain}); left out"
            notes.append(Note(unit.spot, text))
            continue
        if other := taken.get(key):
            text = f"the {unit_text} stands where {other} is already; left out"
            notes.append(Note(unit.spot, text))
            continue
        taken[key] = f"a unit of {power.name}"
        codes = [known for known, _ in province.coasts]
        if unit.kind is UnitKind.ARMY or not codes:
            code = ""
        elif code not in codes:
            problem = f"is on {code}, which is none of" if code else "is on none of"
            text = f"the {unit_text} {problem} its coasts {listed(codes)}; put on {codes[0]}"
            notes.append(Note(unit.spot, text))
            code = codes[0]
        yield replace(unit, place=(key, code))


def _note_unreached(edges: Edges, board: Board, spot: FileLine, notes: Notes) -> None:
    """Note the parts of the map that no edge joins to the rest."""
    fleet = [(start[0], end[0]) for start, end in edges.fleet]
    for part in joined_parts([*edges.army, *fleet])[:-1]:
        names = listed(sorted(board[key].name for key in part))
        notes.append(Note(spot, f"no way leads from {names} to the rest of the map"))


def _note_islands(provinces: Iterable[ProvinceFact], notes: Notes) -> None:
    """Note the seas with a center, which may be islands."""
    for province in provinces:
        if province.terrain is Terrain.SEA and province.center:
            text = f"{province.name} is imported as a sea, where no army goes; if it is an"
            notes.append(Note(province.spot, f'{text} island, write kind = "coast"'))


def _victory(reading: Reading, provinces: Iterable[ProvinceFact], notes: Notes) -> int:
    """Return the number of centers that wins: as read, or more than half of them."""
    centers = sum(province.center for province in provinces)
    victory = reading.victory
    if victory is None:
        text = "the files do not say how many centers win; taken as more than half of"
        notes.append(Note(reading.spot, f"{text} them, {centers // 2 + 1}"))
        return centers // 2 + 1
    if victory > centers:
        text = f"{victory} centers to win are more than the {centers} of the map"
        notes.append(Note(reading.spot, f"{text}; imported as {centers}"))
        return centers
    return victory
