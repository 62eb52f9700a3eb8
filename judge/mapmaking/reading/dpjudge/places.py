"""Names of places: given, changed, and dropped with all that belongs to them."""

import re
from dataclasses import replace

from judge.boards import hint
from judge.mapmaking.reading.dpjudge.state import MapState, PlaceNames, StatusLine
from judge.mapmaking.reading.facts import FileLine
from judge.mapmaking.reading.names import folded

_COAST = re.compile(r"\(([a-z]{2})\)", re.IGNORECASE)


def name_place(line: StatusLine, state: MapState) -> None:
    """Obey `Place Name = abbreviation alias ...`, or `old -> New Name = new ...`."""
    left, _, right = line.text.partition("=")
    words = right.split()
    old, arrow, name = (part.strip() for part in left.partition("->"))
    if not arrow:
        old, name = "", old
    if not words or not name:
        state.note(line.spot, f'"{line.text}" names no place; left out')
        return
    key = words[0].upper()
    if arrow:
        _rename(old.upper(), key, line.spot, state)
    known = state.names.get(key)
    if known is None:
        known = state.names[key] = PlaceNames(name, [], line.spot)
        _claim(name, key, line.spot, state)
    elif known.name != name:
        _alias(name, key, line.spot, state)
    for word in words[1:]:
        if not word.endswith("?"):
            _alias(word.replace("+", " "), key, line.spot, state)


def drop(line: StatusLine, state: MapState) -> None:
    """Obey `DROP place ...`: every trace of it, and of its coasts, goes."""
    for word in line.rest:
        key = state.place(word)
        places = (*state.names, *state.entries)
        if not any(one.upper().startswith(key) for one in places):
            text = f'"{word}" is no place to drop{hint(key, [*state.names])}'
            state.note(line.spot, text)
        _drop(key, state)


def forget_coasts(key: str, state: MapState) -> None:
    """Take the coasts of a place away; what named one of them names the place."""
    coasts = f"{key}/"
    for one in [one for one in state.entries if one.upper().startswith(coasts)]:
        del state.entries[one]
    for one in [one for one in state.names if one.startswith(coasts)]:
        _forget_names(one, state)
    for entry in state.entries.values():
        entry.neighbors = [
            replace(one, place=one.place.partition("/")[0])
            if one.place.upper().startswith(coasts)
            else one
            for one in entry.neighbors
        ]


def _alias(word: str, key: str, spot: FileLine, state: MapState) -> None:
    """Add an alias; those of coasts are told by the names of their provinces."""
    word = _COAST.sub(r"/\1", word)
    if "/" in key or "/" in word:
        return
    if _claim(word, key, spot, state) and word not in state.names[key].aliases:
        state.names[key].aliases.append(word)


def _claim(word: str, key: str, spot: FileLine, state: MapState) -> bool:
    owner = state.aliases.setdefault(folded(word), key)
    if owner != key:
        other = state.names[owner].name if owner in state.names else owner
        text = f'"{word}" is a name of {other} already, which keeps it'
        state.note(spot, text)
    return owner == key


def _rename(old: str, new: str, spot: FileLine, state: MapState) -> None:
    if old not in state.names and not state.has_entry(old):
        text = f'"{old}" is no place to rename{hint(old, [*state.names])}'
        state.note(spot, text)
        return
    _forget_names(old, state)
    if old == new:
        return
    state.entries = {
        _like(one, new) if one.upper() == old else one: entry
        for one, entry in state.entries.items()
    }
    for entry in state.entries.values():
        entry.neighbors = [
            replace(one, place=_like(one.place, new)) if one.place.upper() == old else one
            for one in entry.neighbors
        ]
    state.unowned = {new if one == old else one: where for one, where in state.unowned.items()}
    for side in state.sides.values():
        side.homes = [new if one == old else one for one in side.homes]
        if side.owned is not None:
            side.owned = [new if one == old else one for one in side.owned]
        for unit in side.units:
            unit.place = new if unit.place == old else unit.place


def _forget_names(key: str, state: MapState) -> None:
    state.names.pop(key, None)
    state.aliases = {word: owner for word, owner in state.aliases.items() if owner != key}


def _like(spelled: str, new: str) -> str:
    """Return a place in capitals or small letters, as another one is spelled."""
    if spelled.isupper():
        return new.upper()
    return new.lower() if spelled.islower() else new.capitalize()


def _drop(key: str, state: MapState) -> None:
    for one in [one for one in state.names if one.startswith(key)]:
        _forget_names(one, state)
    state.entries = {
        one: entry for one, entry in state.entries.items() if not one.upper().startswith(key)
    }
    for entry in state.entries.values():
        entry.neighbors = [one for one in entry.neighbors if not one.place.upper().startswith(key)]
    for one in [one for one in state.unowned if one.startswith(key)]:
        del state.unowned[one]
    for side in state.sides.values():
        side.homes = [one for one in side.homes if not one.startswith(key)]
        if side.owned is not None:
            side.owned = [one for one in side.owned if not one.startswith(key)]
        side.units = [one for one in side.units if not one.place.startswith(key)]
