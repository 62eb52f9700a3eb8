"""Terrain and neighbors: who may stand in a place, and where it borders."""

import re
from collections.abc import Sequence

from judge.boards import listed
from judge.mapmaking.reading.dpjudge.places import forget_coasts
from judge.mapmaking.reading.dpjudge.state import MapState, Neighbor, StatusLine, TerrainEntry
from judge.mapmaking.reading.facts import FileLine

TERRAINS = ("WATER", "LAND", "COAST", "PORT", "SHUT", "AMEND")
_PREFIX = re.compile(r"([^:()/]*):(.+)")
_SUFFIX = re.compile(r"(.*?)\((.*)\)?")
_EDGES = re.compile(r"^[^\w]+|[^\w]+$")
_WEAK = "~*"


def lay_out(line: StatusLine, state: MapState) -> None:
    """Obey `TERRAIN place [ABUTS neighbor ...]`; capitals and small letters matter."""
    place = line.words[1]
    amended = line.first == "AMEND"
    entry = _taken_over(place, state, amended=amended)
    if entry is None and amended:
        state.note(line.spot, f'"{place}" has no terrain to amend; left out')
        return
    if entry is None:
        entry = TerrainEntry(line.first, [], line.spot)
    state.entries[place] = entry
    entry.terrain = entry.terrain if amended else line.first
    if len(line.words) < 3:
        return
    if line.words[2].upper() != "ABUTS":
        text = f'"{line.words[2]}" should be ABUTS; no neighbors read'
        state.note(line.spot, text)
        return
    entry.neighbors = entry.neighbors if amended else []
    _change(line.words[3:], place, entry, (line.spot, state))


def lay_out_other(line: StatusLine, state: MapState) -> None:
    """Tell of a line with ABUTS that begins with no terrain; SEA is read as WATER."""
    word = line.words[0]
    if line.first == "SEA":
        state.note(line.spot, f'"{word}" is no terrain known; read as WATER')
        lay_out(StatusLine(("WATER", *line.words[1:]), line.spot), state)
    else:
        known = listed(TERRAINS, "or")
        state.note(line.spot, f'"{word}" is no terrain known ({known}); left out')


def _change(
    words: Sequence[str], place: str, entry: TerrainEntry, at: tuple[FileLine, MapState]
) -> None:
    for word in words:
        if word.startswith("-"):
            _remove(word[1:], entry)
        else:
            _add(word, place, entry, *at)


def _taken_over(place: str, state: MapState, *, amended: bool) -> TerrainEntry | None:
    """Return the entry of a place, if it is there in this spelling.

    One in the other spelling goes; only AMEND takes it over.
    """
    if place in state.entries:
        return state.entries[place]
    other = place.lower() if place == place.upper() else place.upper()
    entry = state.entries.pop(other, None)
    if entry is not None and place == place.upper() and "/" not in place:
        forget_coasts(place, state)
    return entry if amended else None


def _remove(word: str, entry: TerrainEntry) -> None:
    """Take away the neighbors that begin so, whatever their case and decoration."""
    start = _EDGES.sub("", word).upper()
    entry.neighbors = [one for one in entry.neighbors if not one.place.upper().startswith(start)]


def _add(word: str, place: str, entry: TerrainEntry, spot: FileLine, state: MapState) -> None:
    neighbor = _neighbor(word, place, spot, state)
    if not neighbor.place:
        state.note(spot, f'"{word}" is no neighbor; left out')
    elif neighbor not in entry.neighbors:
        entry.neighbors.append(neighbor)


def _neighbor(word: str, place: str, spot: FileLine, state: MapState) -> Neighbor:
    """Return a neighbor without its decorations, what they mean being noted."""
    bare, closed = word, False
    if prefix := _PREFIX.fullmatch(bare):
        bare, closed = prefix[2], True
        if prefix[1]:
            text = f"from {place} to {bare} only units of {prefix[1]} may move"
            state.note(spot, f"{text}; left out")
    if suffix := _SUFFIX.fullmatch(bare):
        bare, closed = suffix[1], True
        owners = suffix[2].rstrip(")")
        text = f"from {place} to {bare} only the owner of {owners} may move"
        state.note(spot, f"{text}; left out")
    found = Neighbor(_EDGES.sub("", bare), spot, closed)
    signs = set(bare) - set(found.place)
    if signs & set(_WEAK):
        text = f"the crossing from {place} to {found.place} is a weak one"
        state.note(spot, f"{text}; imported as an ordinary border")
    if strange := "".join(sorted(signs - set(_WEAK))):
        text = f'"{strange}" of {word} means nothing known; passed over'
        state.note(spot, text)
    return found
