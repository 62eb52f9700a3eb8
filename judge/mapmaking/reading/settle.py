"""A reading checked against itself, as facts: its edges, powers, units and centers.

Moves are reduced to edges, each pair of places once. Army and fleet edges are found
apart; neither follows from the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.boards import listed
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

_ON_FOOT = (Terrain.LAND, Terrain.COAST, None)
_AFLOAT = (Terrain.SEA, Terrain.COAST, None)
Board = Mapping[str, ProvinceFact]
_End = TypeVar("_End", str, Place)


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a board, and its provinces with the terrain these tell."""

    provinces: tuple[ProvinceFact, ...]
    army: tuple[Pair, ...]
    fleet: tuple[Shore, ...]


def reduced(reading: Reading, notes: Notes) -> Edges:
    """Return the edges of a map; RefusedError when it is no map at all."""
    board = {province.key: province for province in reading.provinces}
    steps = [step for step in reading.steps if _possible(step, board, notes)]
    coasts = _coasts(steps, board, notes)
    steps = [landed for step in steps if (landed := _landed(step, board, coasts, notes))]
    if len(board) < 2 or not steps:
        raise RefusedError(
            f"{reading.spot.file} is no map: it has {len(board)} provinces and "
            f"{len(steps)} moves between them."
        )
    _tell_one_way(steps, reading, board, notes)
    army = tuple(
        dict.fromkeys(
            _pair(step.start[0], step.end[0]) for step in steps if step.kind is UnitKind.ARMY
        )
    )
    fleet = tuple(
        dict.fromkeys(_pair(step.start, step.end) for step in steps if step.kind is UnitKind.FLEET)
    )
    return Edges(_settled(board, coasts, army, fleet, notes), army, fleet)


def _possible(step: Step, board: Board, notes: Notes) -> bool:
    """Return whether such a unit can stand at both ends, which differ."""
    start, end = board[step.start[0]], board[step.end[0]]
    army = step.kind is UnitKind.ARMY
    if start.key == end.key or Terrain.IMPASSABLE in (start.terrain, end.terrain):
        return False
    for province in (start, end):
        if province.terrain not in (_ON_FOOT if army else _AFLOAT):
            who = "army" if army else "fleet"
            text = f"{start.name} lists {end.name}, but no {who} goes to"
            notes.append(Note(step.spot, f"{text} {province.name}; left out"))
            return False
    return True


def _coasts(steps: Iterable[Step], board: Board, notes: Notes) -> dict[str, list[str]]:
    """Return the codes of each province's coasts: two or more, or none.

    A coast is where a move of a fleet begins; where others only lead to is none. A
    province whose moves begin at one coast alone has an undivided shore.
    """
    found: dict[str, list[str]] = {key: [] for key in board}
    for step in steps:
        key, code = step.start
        dry = board[key].terrain is not Terrain.SEA
        if step.kind is UnitKind.FLEET and dry and code and code not in found[key]:
            found[key].append(code)
    for step in steps:
        key, code = step.end
        if step.kind is UnitKind.ARMY or code in ("", *found[key]):
            continue
        if found[key]:
            found[key].append(code)
        else:
            text = f"{board[step.start[0]].name} lists {board[key].name} ({code}), but"
            text = f"{text} it has no such coast; read without"
            notes.append(Note(step.spot, text))
    for key, codes in found.items():
        if len(codes) == 1:
            text = f"{board[key].name} has one coast, {codes[0]}; imported as undivided"
            notes.append(Note(board[key].spot, text))
            codes.clear()
    return found


def _landed(step: Step, board: Board, coasts: Mapping[str, list[str]], notes: Notes) -> Step | None:
    """Return the step between places as they are; None when a coast is not told."""
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


def _tell_one_way(steps: list[Step], reading: Reading, board: Board, notes: Notes) -> None:
    """Note each move without a way back; one that is meant so is told as such."""
    listed = {(step.kind, step.start, step.end) for step in steps}
    told: set[tuple[UnitKind, Place, Place]] = set()
    for step in steps:
        if step.back in listed or step.back in told:
            continue
        told.add((step.kind, step.start, step.end))
        start, end = (_name(place, board) for place in (step.start, step.end))
        text = f"{start} lists {end}, {end} does not list {start}"
        if step.back in reading.closed:
            text = f"from {start} to {end} the way is open, back it is closed"
        kind = "armies" if step.kind is UnitKind.ARMY else "fleets"
        notes.append(Note(step.spot, f"{text} ({kind}); imported both ways"))


def _name(place: Place, board: Board) -> str:
    key, code = place
    return f"{board[key].name} ({code})" if code else board[key].name


def _pair(one: _End, other: _End) -> tuple[_End, _End]:
    return (one, other) if one <= other else (other, one)


def _settled(
    board: Board,
    coasts: Mapping[str, list[str]],
    army: Sequence[Pair],
    fleet: Sequence[Shore],
    notes: Notes,
) -> tuple[ProvinceFact, ...]:
    on_foot = {key for pair in army for key in pair}
    afloat = {key for pair in fleet for key, _ in pair}
    settled = []
    for key, province in board.items():
        terrain = _terrain(province, key in on_foot, key in afloat)
        named = dict(province.coasts)
        if terrain is not province.terrain and province.terrain is not None:
            text = f"{province.name} is {province.terrain.value} in the file, but with"
            text = f"{text} its moves it is {terrain.value}; imported so"
            notes.append(Note(province.spot, text))
        codes = coasts[key] if terrain is Terrain.COAST else []
        settled.append(
            replace(
                province,
                terrain=terrain,
                coasts=tuple((code, named.get(code, "")) for code in codes),
                convoys=province.convoys and terrain is Terrain.COAST,
            )
        )
    return tuple(settled)


def _terrain(province: ProvinceFact, on_foot: bool, afloat: bool) -> Terrain:
    if not on_foot and not afloat:
        return Terrain.IMPASSABLE
    if province.terrain is Terrain.SEA:
        return Terrain.SEA
    return Terrain.COAST if afloat else Terrain.LAND


_STANDS = {
    UnitKind.ARMY: (Terrain.LAND, Terrain.COAST),
    UnitKind.FLEET: (Terrain.SEA, Terrain.COAST),
}
_KINDS = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}


@dataclass(frozen=True, slots=True)
class _Setting:
    """The board that units and homes are checked against, and the notes on them."""

    board: Board
    taken: dict[str, str]
    notes: Notes


def settled(reading: Reading) -> Facts:
    """Return the facts of a map; RefusedError when it is no map at all."""
    notes = list(reading.notes)
    edges = reduced(reading, notes)
    provinces = tuple(_center(province, notes) for province in edges.provinces)
    setting = _Setting({one.key: one for one in provinces}, {}, notes)
    powers = tuple(_power(power, setting) for power in reading.powers)
    _tell_unreached(edges, setting, reading.spot)
    _tell_islands(provinces, notes)
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
        or list(map(_held, powers)) != list(map(_held, reading.powers)),
        notes=tuple(dict.fromkeys(notes)),
    )


def _center(province: ProvinceFact, notes: Notes) -> ProvinceFact:
    """Return the province; an impassable one is no center."""
    if not province.center or province.terrain is not Terrain.IMPASSABLE:
        return province
    text = f"{province.name} is a center, but nothing leads to it; imported as none"
    notes.append(Note(province.spot, text))
    return replace(province, center=False)


def _power(power: PowerFact, setting: _Setting) -> PowerFact:
    notes = setting.notes
    if not power.played:
        text = f"nobody plays {power.name}; imported as neutral"
        notes.append(Note(power.spot, text))
    homes = tuple(_homes(power, setting))
    owned = homes if power.owned is None else tuple(_owned(power, setting))
    units = tuple(_units(power, setting))
    return replace(power, homes=homes, owned=owned, units=units)


def _held(power: PowerFact) -> tuple[frozenset[str], tuple[UnitFact, ...]]:
    """Return the centers and units that a power begins with."""
    owned = power.homes if power.owned is None else power.owned
    return frozenset(owned), power.units


def _owned(power: PowerFact, setting: _Setting) -> Iterator[str]:
    for key in dict.fromkeys(power.owned or ()):
        if setting.board[key].center:
            yield key
        elif key not in power.homes:
            text = f"{setting.board[key].name}, owned by {power.name}, is no center"
            setting.notes.append(Note(power.spot, f"{text}; it supplies no unit"))


def _homes(power: PowerFact, setting: _Setting) -> Iterator[str]:
    for key in dict.fromkeys(power.homes):
        if setting.board[key].center:
            yield key
        else:
            text = f"{setting.board[key].name}, home of {power.name}, is no center"
            setting.notes.append(Note(power.spot, f"{text}; left out"))


def _names(keys: Iterable[str], setting: _Setting) -> str:
    names = sorted(setting.board[key].name for key in keys)
    return listed(names) if names else ""


def _units(power: PowerFact, setting: _Setting) -> Iterator[UnitFact]:
    for unit in power.units:
        province = setting.board[unit.place[0]]
        what = f"{_KINDS[unit.kind]} of {power.name} in {province.name}"
        if province.terrain not in _STANDS[unit.kind]:
            terrain = province.terrain.value if province.terrain else ""
            text = f"the {what} cannot stand there ({terrain}); left out"
            setting.notes.append(Note(unit.spot, text))
        elif other := setting.taken.get(province.key):
            text = f"the {what} stands where {other} is already; left out"
            setting.notes.append(Note(unit.spot, text))
        else:
            setting.taken[province.key] = f"a unit of {power.name}"
            yield _ashore(unit, what, setting)


def _ashore(unit: UnitFact, what: str, setting: _Setting) -> UnitFact:
    """Return the unit on a coast where its province has coasts, and on none else."""
    key, code = unit.place
    codes = [one for one, _ in setting.board[key].coasts]
    if unit.kind is UnitKind.ARMY or not codes:
        return replace(unit, place=(key, ""))
    if code not in codes:
        said = f"is on {code}, which is none of" if code else "is on none of"
        text = f"the {what} {said} its coasts {listed(codes)}; put on {codes[0]}"
        setting.notes.append(Note(unit.spot, text))
        return replace(unit, place=(key, codes[0]))
    return unit


def _tell_unreached(edges: Edges, setting: _Setting, spot: FileLine) -> None:
    near: dict[str, set[str]] = {}
    pairs = [*edges.army, *((one[0], other[0]) for one, other in edges.fleet)]
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    parts = sorted(_parts(near), key=len)
    for part in parts[:-1]:
        text = f"no way leads from {_names(part, setting)} to the rest of the map"
        setting.notes.append(Note(spot, text))


def _tell_islands(provinces: Iterable[ProvinceFact], notes: Notes) -> None:
    """Note the seas with a center, which may be islands."""
    for one in provinces:
        if one.terrain is Terrain.SEA and one.center:
            text = f"{one.name} is imported as a sea, where no army goes; if it is an"
            notes.append(Note(one.spot, f'{text} island, write kind = "coast"'))


def _parts(near: Mapping[str, set[str]]) -> Iterator[set[str]]:
    left = set(near)
    while left:
        part: set[str] = set()
        edge = {min(left)}
        while edge:
            part |= edge
            edge = set[str]().union(*(near[one] for one in edge)) - part
        left -= part
        yield part


def _victory(reading: Reading, provinces: Iterable[ProvinceFact], notes: Notes) -> int:
    """Return how many centers win: as read, or more than half of them."""
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
