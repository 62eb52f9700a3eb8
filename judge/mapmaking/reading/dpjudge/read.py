"""A map of the DPjudge as facts: what its lines have made, looked at from the end."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from judge.boards import hint
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.dpjudge.calendar import calendar_of
from judge.mapmaking.reading.dpjudge.obey import obeyed
from judge.mapmaking.reading.dpjudge.state import MapState, Neighbor, Side, TerrainEntry, shown
from judge.mapmaking.reading.facts import (
    FileLine,
    Place,
    PowerFact,
    ProvinceFact,
    Reading,
    Step,
    UnitFact,
)
from judge.mapmaking.reading.sources import Files, Source

_TERRAIN = {
    "WATER": Terrain.SEA,
    "LAND": Terrain.LAND,
    "COAST": Terrain.COAST,
    "PORT": Terrain.COAST,
    "SHUT": Terrain.IMPASSABLE,
}
_FOR_ARMIES = ("LAND", "COAST", "PORT")
_FOR_FLEETS = ("WATER", "COAST", "PORT")
_COAST_NAME = re.compile(r".*\((.+)\)\s*$")
_CODE = re.compile(r"[A-Za-z]{2,6}")


def read_dpjudge(source: Source, files: Files) -> Reading:
    """Return what a map says; RefusedError when a file it includes is missing."""
    state, read = obeyed(source, files)
    spot = FileLine(source.base)
    for one in files.given:
        if one.base.casefold() not in read:
            state.note(FileLine(one.base), f"{source.base} does not use it; not read")
    calendar = calendar_of(state, spot)
    centers = _centers(state)
    provinces = tuple(_provinces(state, centers))
    known = {province.key for province in provinces}
    steps, closed = _steps(state, known)
    powers = tuple(_power(key, side, state, known) for key, side in state.sides.items())
    if calendar.blank:
        powers = tuple(_without_units(power, centers) for power in powers)
    stem = source.base.rpartition(".")[0] or source.base
    victory = state.victory
    if not victory:
        victory = len(centers & known) // 2 + 1
    return Reading(
        name=stem.lower(),
        title=stem.replace("_", " ").title(),
        spot=spot,
        provinces=provinces,
        steps=steps,
        powers=powers,
        notes=tuple(state.notes),
        start=calendar.start,
        victory=victory,
        builds=calendar.builds,
        turn_years=calendar.turn_years,
        seasons=calendar.seasons,
        closed=closed,
    )


def _centers(state: MapState) -> set[str]:
    centers = set(state.unowned)
    for side in state.sides.values():
        centers |= {*side.homes, *(side.owned or ())}
    return {one.partition("/")[0] for one in centers}


def _provinces(state: MapState, centers: set[str]) -> Iterator[ProvinceFact]:
    """Yield the provinces on the map; one may have entries of coasts alone."""
    mains: dict[str, TerrainEntry] = {}
    coasts: dict[str, list[str]] = {}
    for spelled, entry in state.entries.items():
        key, slash, code = spelled.upper().partition("/")
        if not slash:
            mains[key] = entry
        elif spelled == spelled.upper() and _CODE.fullmatch(code):
            coasts.setdefault(key, []).append(code.lower())
            mains.setdefault(key, entry)
    _tell_missing(state, mains)
    for key, entry in mains.items():
        names = state.names.get(key)
        codes = coasts.get(key, [])
        if entry.terrain == "SHUT" and entry.neighbors and state.timed:
            text = f"{key} is shut, and what may open it is left out"
            state.note(entry.spot, f"{text}; its borders are missing")
        yield ProvinceFact(
            key=key,
            name=names.name if names else key,
            words=(key.lower(), *(names.aliases if names else ())),
            terrain=_TERRAIN[entry.terrain],
            spot=names.spot if names else entry.spot,
            center=key in centers,
            convoys=entry.terrain == "PORT",
            coasts=tuple((code, _coast_name(key, code, state)) for code in codes),
        )


def _coast_name(key: str, code: str, state: MapState) -> str:
    names = state.names.get(f"{key}/{code.upper()}")
    found = _COAST_NAME.match(names.name) if names else None
    return found[1].title() if found else ""


def _tell_missing(state: MapState, mains: Mapping[str, TerrainEntry]) -> None:
    on_map = {*mains, *(spelled.upper() for spelled in state.entries)}
    for key, names in state.names.items():
        if key not in on_map:
            text = f"{names.name} has a name, but no terrain; left out"
            state.note(names.spot, text)
    for key, entry in mains.items():
        if key not in state.names:
            state.note(entry.spot, f"{key} has a terrain, but no name")


def _steps(
    state: MapState, known: set[str]
) -> tuple[tuple[Step, ...], frozenset[tuple[UnitKind, Place, Place]]]:
    """Return the moves of armies and fleets, and those that are closed on purpose."""
    steps: list[Step] = []
    closed: set[tuple[UnitKind, Place, Place]] = set()
    for spelled, entry in state.entries.items():
        if spelled.upper().partition("/")[0] not in known:
            state.note(entry.spot, f'"{spelled}" is a coast of no province; left out')
            continue
        for neighbor in entry.neighbors:
            if neighbor.place.upper().partition("/")[0] not in known:
                meant = hint(neighbor.place.upper(), known)
                text = f'"{spelled}" lists "{neighbor.place}", which no province is'
                state.note(neighbor.spot, f"{text} called{meant}; left out")
                continue
            found = list(_moves(spelled, entry, neighbor, state))
            if neighbor.closed:
                closed |= {(step.kind, step.start, step.end) for step in found}
            else:
                steps += found
    return tuple(steps), frozenset(closed)


def _moves(
    spelled: str, entry: TerrainEntry, neighbor: Neighbor, state: MapState
) -> Iterator[Step]:
    place, spot = neighbor.place, neighbor.spot
    start, end = _place(spelled), _place(place)
    on_foot = "/" not in spelled and entry.terrain in _FOR_ARMIES
    if on_foot and not _mixed(place) and _terrain(end[0], state) in _FOR_ARMIES:
        yield Step(UnitKind.ARMY, (start[0], ""), (end[0], ""), spot)
    afloat = spelled == spelled.upper() and entry.terrain in _FOR_FLEETS
    if afloat and _first_letter(place).isupper():
        target = state.entries.get(place.upper())
        if target is not None and target.terrain in _FOR_FLEETS:
            yield Step(UnitKind.FLEET, start, end, spot)


def _place(spelled: str) -> Place:
    key, _, code = spelled.partition("/")
    return key.upper(), code.lower() if _CODE.fullmatch(code) else ""


def _terrain(key: str, state: MapState) -> str:
    entry = state.entries.get(key) or state.entries.get(key.lower())
    return entry.terrain if entry else ""


def _mixed(place: str) -> bool:
    """Return whether a neighbor is for fleets: a capital, then small letters."""
    return _first_letter(place).isupper() and place != place.upper()


def _first_letter(place: str) -> str:
    return next((sign for sign in place if sign.isalpha()), "A")


def _power(key: str, side: Side, state: MapState, known: set[str]) -> PowerFact:
    if not side.homes and not side.units and not side.owned:
        text = f"{side.shown} has neither homes nor units; is it a power?"
        state.note(side.spot, text)
    name = side.shown
    letter = side.letter
    if not letter and not side.word.startswith("_"):
        letter = name[:1].upper()
    owned = side.owned
    return PowerFact(
        name=name,
        adjective=shown(side.adjective),
        letter=letter,
        spot=side.spot,
        homes=tuple(_known(side.homes, side, state, known)),
        owned=None if owned is None else tuple(_known(owned, side, state, known)),
        units=tuple(_units(side, state, known)),
        played=key not in state.dummies,
    )


def _known(places: Iterable[str], side: Side, state: MapState, known: set[str]) -> Iterator[str]:
    for place in places:
        key = place.partition("/")[0]
        if key in known:
            yield key
        else:
            text = f'{side.shown} has "{place}", which no province is called'
            state.note(side.spot, f"{text}{hint(key, known)}; left out")


def _units(side: Side, state: MapState, known: set[str]) -> Iterator[UnitFact]:
    for unit in side.units:
        key, code = _place(unit.place)
        if key in known:
            yield UnitFact(unit.kind, (key, code), unit.spot)
        else:
            unit_text = f'"{unit.kind.value} {unit.place}"'
            text = f"{unit_text} is in no province{hint(key, known)}"
            state.note(unit.spot, f"{text}; left out")


def _without_units(power: PowerFact, centers: set[str]) -> PowerFact:
    units = tuple(unit for unit in power.units if unit.place[0] not in centers)
    return replace(power, units=units)
