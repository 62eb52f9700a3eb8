"""Moves as files list them, reduced to edges: each pair of places once.

Army and fleet edges are found apart; neither follows from the other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.boards import listed
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    Note,
    Notes,
    Pair,
    Place,
    ProvinceFact,
    Reading,
    RefusedError,
    Shore,
    Step,
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
    return Edges(_settled(board, coasts, (army, fleet), notes), army, fleet)


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
    edges: tuple[tuple[Pair, ...], tuple[Shore, ...]],
    notes: Notes,
) -> tuple[ProvinceFact, ...]:
    on_foot = {key for pair in edges[0] for key in pair}
    afloat = {key for pair in edges[1] for key, _ in pair}
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
