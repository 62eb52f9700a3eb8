"""Powers: their names, homes, centers and units, and those that nobody plays."""

import re

from judge.engine import UnitKind
from judge.mapmaking.reading.dpjudge.state import (
    MapState,
    Side,
    StartUnit,
    StatusLine,
    identity,
    plain_list,
)
from judge.mapmaking.reading.facts import FileLine
from judge.mapmaking.reading.names import spelled

NOBODY = ("UNOWNED", "NEUTRAL", "CENTERS")
_POWER = re.compile(r"([^\s(]+)\s*(?:\(([^)]*)\)?)?(.*)")
_SITES = {
    "*": "is a partisan site of {}, no center; left out",
    "+": "is a factory of {}, no center; left out",
    "@": "is an alternative home of {}; imported as a home",
    "~": "hides what {} builds there; imported as a home",
}
_NO_PLACE = re.compile(r"&.*|SC[!?]+", re.IGNORECASE)


def power_line(line: StatusLine, state: MapState) -> None:
    """Obey the line of a power, or of the centers that nobody owns."""
    words = list(line.words)
    old = ""
    if len(words) > 2 and words[1] == "->":
        old, words = identity(words[0]), words[2:]
    if words[0].upper() in NOBODY:
        state.current = ""
        _disown(words[1:], line.spot, state)
        return
    found = _POWER.fullmatch(" ".join(words))
    name, remark, homes = found.groups() if found else (words[0], None, "")
    key = identity(name)
    if not key:
        state.note(line.spot, f'"{line.text}" is no line known; left out')
        return
    if old:
        _rename(old, key, name, line.spot, state)
    side = state.sides.setdefault(key, Side(name, line.spot))
    state.current = key
    _call(side, remark)
    if side.afresh:
        side.homes, side.afresh = [], False
    for word in plain_list(homes.split()):
        _home(word, side, line.spot, state)


def owns(line: StatusLine, state: MapState) -> None:
    """Obey `OWNS c...`, which adds, and `CENTERS c...`, which replaces."""
    side = state.sides[state.current]
    if side.owned is None or line.first == "CENTERS":
        side.owned = []
    for word in plain_list(line.rest):
        if _NO_PLACE.fullmatch(word):
            text = f"{word} permits {side.shown} to build; left out"
            state.note(line.spot, text)
        else:
            side.owned.append(state.place(word))


def inhabits(line: StatusLine, state: MapState) -> None:
    """Obey `INHABITS c...`, of which the first replaces, and `HOMES c...`, as all."""
    side = state.side()
    if side is None:
        state.note(line.spot, f'"{line.text}" is of no power; left out')
        return
    if line.first != "INHABITS" or not side.inhabits:
        side.homes = []
    side.inhabits = side.inhabits or line.first == "INHABITS"
    side.afresh = True
    for word in plain_list(line.rest):
        _home(word, side, line.spot, state)


def stand_up(line: StatusLine, state: MapState) -> None:
    """Obey `UNITS`: the current power has none so far."""
    if (side := state.side()) is not None:
        side.units = []


def unit_line(line: StatusLine, state: MapState) -> None:
    """Obey `A place`: a unit of the current power, in place of any one there."""
    side = state.side()
    if side is None:
        state.note(line.spot, f'"{line.text}" is a unit of no power; left out')
        return
    place = state.place(spelled(" ".join(line.rest)).split()[0])
    province = place.partition("/")[0]
    for other in state.sides.values():
        other.units = [one for one in other.units if one.place.partition("/")[0] != province]
    side.units.append(StartUnit(UnitKind(line.first), place, line.spot))


def dummies(line: StatusLine, state: MapState) -> None:
    """Obey `DUMMY`: nobody plays the current power, or those named."""
    if not line.rest:
        if state.current:
            state.dummies[state.current] = None
        return
    state.dummies.update(dict.fromkeys(_meant(line, state)))
    state.current = ""


def unplayed(line: StatusLine, state: MapState) -> None:
    """Obey `UNPLAYED`: the current power is none, or those named are none."""
    gone = _meant(line, state) if line.rest else [state.current]
    for key in gone:
        if state.sides.pop(key, None) is None and key:
            state.note(line.spot, f'"{key}" is no power to remove')
        state.dummies.pop(key, None)
    state.current = ""


def _meant(line: StatusLine, state: MapState) -> list[str]:
    """Return the powers that a list means: some, ALL, or ALL EXCEPT some."""
    words = plain_list(line.rest)
    if not words or words[0].upper() != "ALL":
        return [identity(word) for word in words]
    spared = {identity(word) for word in words[2:]}
    return [key for key in state.sides if key not in spared]


def _disown(words: list[str], spot: FileLine, state: MapState) -> None:
    for word in plain_list(words):
        if word.startswith("-"):
            state.unowned.pop(state.place(word[1:]), None)
        elif _NO_PLACE.fullmatch(word):
            state.note(spot, f"{word} is a permission to build; left out")
        else:
            state.unowned.setdefault(state.place(word.lstrip("*+@~")), spot)


def _home(word: str, side: Side, spot: FileLine, state: MapState) -> None:
    if _NO_PLACE.fullmatch(word):
        text = f"{side.shown} may once claim a home ({word}); left out"
        state.note(spot, text)
        return
    bare = word.lstrip("-*+@~")
    signs = word[: len(word) - len(bare)]
    key = state.place(bare.partition("(")[0])
    if not key:
        return
    for sign in signs.replace("-", ""):
        state.note(spot, f"{key} {_SITES[sign].format(side.shown)}")
    side.homes = [one for one in side.homes if one != key]
    if "-" in signs:
        state.unowned.setdefault(key, spot)
    elif not set(signs) & set("*+"):
        side.homes.append(key)


def _call(side: Side, remark: str | None) -> None:
    """Read the adjective and the letter that stand in parentheses behind a name."""
    if remark is None:
        return
    adjective, colon, letter = remark.partition(":")
    side.adjective = adjective.strip()
    if colon:
        side.letter = letter.strip()[:1].upper()


def _rename(old: str, new: str, name: str, spot: FileLine, state: MapState) -> None:
    side = state.sides.get(old)
    if side is None:
        state.note(spot, f'"{old}" is no power to rename')
        return
    side.word, side.adjective, side.letter = name, "", ""
    sides = [(new if key == old else key, one) for key, one in state.sides.items()]
    state.sides = dict(sides)
    state.dummies = {new if key == old else key: None for key in state.dummies}
