"""A reading checked against itself: its powers, units and centers on its own board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from judge.boards import listed
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    Facts,
    FileLine,
    Note,
    Notes,
    PowerFact,
    ProvinceFact,
    Reading,
    UnitFact,
)
from judge.mapmaking.reading.reduce import Board, Edges, reduced

_STANDS = {
    UnitKind.ARMY: (Terrain.LAND, Terrain.COAST),
    UnitKind.FLEET: (Terrain.SEA, Terrain.COAST),
}
_KINDS = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}


@dataclass(frozen=True, slots=True)
class _Setting:
    """The board on which units and homes are looked at, and what is noted of them."""

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
    """Return the province; where nobody can go there is no center."""
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
    """Return what a power begins with."""
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
    """Note the seas that may be islands, for they have a center."""
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
