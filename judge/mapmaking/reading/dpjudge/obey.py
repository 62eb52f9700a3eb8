"""The lines of a map, obeyed one by one; which kind a line is, is asked in order."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.mapmaking.reading.dpjudge.calendar import read_flow
from judge.mapmaking.reading.dpjudge.places import drop, name_place
from judge.mapmaking.reading.dpjudge.sides import (
    dummies,
    inhabits,
    owns,
    power_line,
    stand_up,
    unit_line,
    unplayed,
)
from judge.mapmaking.reading.dpjudge.state import MapState, StatusLine
from judge.mapmaking.reading.dpjudge.terrain import TERRAINS, lay_out, lay_out_other
from judge.mapmaking.reading.facts import FileLine, RefusedError
from judge.mapmaking.reading.sources import Files, Source, lines_of

_NOTED = {
    "ROTATE": "powers change hands in turn",
    "NEWHOMES": "home centers become those owned in some year",
    "RESERVES": "there are units in reserve",
    "MILITIA": "there are units of militia",
    "CONTROL": "a power is ruled by another one",
    "LEAGUE": "supports are limited to a league",
    "TEAM": "powers are ruled by others of their team",
    "TEAMS": "powers are ruled by others of their team",
}
_STANZA = re.compile(r"(.*\s)?DIRECTIVES?", re.IGNORECASE)


@dataclass(slots=True)
class _Reader:
    """The files read so far, and the map that their lines make."""

    files: Files
    state: MapState
    read: set[str]
    mapped: bool = False


def obeyed(source: Source, files: Files) -> tuple[MapState, frozenset[str]]:
    """Return what a map and the files it includes say, and the names of those files.

    RefusedError when one is missing.
    """
    reader = _Reader(files, MapState(), set())
    _obey_file(source, reader)
    return reader.state, frozenset(reader.read)


def line_at(number: int, text: str, source: Source) -> StatusLine | None:
    """Return a line as its words, or None for an empty one or a comment."""
    words = tuple(text.split())
    if not words or words[0].startswith("#"):
        return None
    return StatusLine(words, FileLine(source.base, number))


def _obey_file(source: Source, reader: _Reader) -> None:
    """Obey the lines of a file, but for stanzas and what holds in some phases alone.

    The current power and both kinds of blocks end with the file.
    """
    state = reader.state
    reader.read.add(source.base.casefold())
    kept, state.current = state.current, ""
    stanza, timed = "", False
    for number, text in lines_of(source):
        line = line_at(number, text, source)
        if line is None:
            continue
        if _STANZA.fullmatch(line.text):
            stanza = _stanza(line, state)
        elif stanza:
            _obey_in_stanza(line, stanza, state)
        elif line.first in ("IN", "FROM"):
            timed = _timed(line, state)
        elif not timed:
            _obey(line, source, reader)
    state.current = kept


def _stanza(line: StatusLine, state: MapState) -> str:
    """Return the name of the stanza that a line begins, or nothing when it ends one."""
    if line.first == "END":
        return ""
    state.note(line.spot, f"the settings of {line.text} are left out")
    return line.text.upper()


def _obey_in_stanza(line: StatusLine, stanza: str, state: MapState) -> None:
    if stanza in ("DIRECTIVE", "DIRECTIVES") and line.first in ("RULE", "RULES"):
        _rules(line, state)


def _timed(line: StatusLine, state: MapState) -> bool:
    """Return whether the lines that follow hold from or in some phase alone."""
    if line.first == "FROM" and line.text.upper().rstrip(":") == "FROM START":
        return False
    state.timed = True
    state.note(line.spot, f'"{line.text}": what holds in some phases is left out')
    return not line.text.partition(":")[2].strip()


def _obey(line: StatusLine, source: Source, reader: _Reader) -> None:
    """Obey a line; what is no directive is the line of a power."""
    state, first = reader.state, line.first
    if first in ("USE", "USES", "MAP"):
        _include(line, source, reader)
    elif first in _BEFORE_NAMES:
        _BEFORE_NAMES[first](line, state)
    elif "=" in line.text:
        name_place(line, state)
    elif first in _AFTER_NAMES and _applies(line, state):
        _AFTER_NAMES[first](line, state)
    elif line.words[2:3] and line.words[2].upper() == "ABUTS":
        lay_out_other(line, state)
    else:
        power_line(line, state)


def _applies(line: StatusLine, state: MapState) -> bool:
    """Return whether a word that could be the name of a power is a directive here."""
    if line.first in ("OWNS", "CENTERS"):
        return state.side() is not None
    return len(line.words) > 1 or line.first not in ("A", "F", *TERRAINS)


def _include(line: StatusLine, source: Source, reader: _Reader) -> None:
    state = reader.state
    if line.first == "MAP" and (reader.mapped or len(line.words) > 2):
        state.note(line.spot, f'"{line.text}": a map names one MAP; read all the same')
    reader.mapped = reader.mapped or line.first == "MAP"
    for word in line.rest:
        found = _file(word, source, reader.files)
        if found is None:
            raise RefusedError(f"{line.spot}: {word} is needed and not there; name it as well.")
        if found.base.casefold() in reader.read:
            state.note(line.spot, f"{found.base} is included twice; read once")
        else:
            _obey_file(found, reader)


def _file(word: str, source: Source, files: Files) -> Source | None:
    """Return the file that a line includes; maps may lie in a folder of their own."""
    name = word if "." in word else f"{word}.map"
    return files.find(name, source) or files.find(f"maps/{name}", source)


def _rules(line: StatusLine, state: MapState) -> None:
    for rule in line.rest:
        state.rules.setdefault(rule.upper().strip(","), line.spot)


def _victory(line: StatusLine, state: MapState) -> None:
    numbers = [int(one) for one in line.rest if one.isdecimal() and len(one) < 5]
    if len(numbers) < len(line.rest) or not numbers:
        state.note(line.spot, f'"{line.text}" is no number of centers')
    if len(numbers) > 1:
        text = f"{line.text} changes by the year; imported as {numbers[-1]}"
        state.note(line.spot, text)
    state.victory = numbers[-1] if numbers else state.victory


def _begin(line: StatusLine, state: MapState) -> None:
    state.begin = line


def _note(line: StatusLine, state: MapState) -> None:
    state.note(line.spot, f'"{line.text}": {_NOTED[line.first]}; left out')
    if line.first in ("TEAM", "TEAMS"):
        state.current = ""


def _pass_over(_line: StatusLine, _state: MapState) -> None:
    pass


_Handlers = Mapping[str, Callable[[StatusLine, MapState], None]]
_BEFORE_NAMES: _Handlers = {
    "TEXTONLY": _pass_over,
    "VICTORY": _victory,
    "FLAGS": _pass_over,
    "FLOW": read_flow,
    "NOTIFY": _pass_over,
    "BEGIN": _begin,
    **dict.fromkeys(("RULE", "RULES"), _rules),
    **dict.fromkeys(("ROTATE", "NEWHOMES"), _note),
}
_AFTER_NAMES: _Handlers = {
    "FLAG": _pass_over,
    **dict.fromkeys(("OWNS", "CENTERS"), owns),
    **dict.fromkeys(("INHABITS", "HOME", "HOMES"), inhabits),
    "UNITS": stand_up,
    **dict.fromkeys(("RESERVES", "MILITIA", "CONTROL", "LEAGUE"), _note),
    **dict.fromkeys(("A", "F"), unit_line),
    **dict.fromkeys(("DUMMY", "DUMMIES"), dummies),
    **dict.fromkeys(("TEAM", "TEAMS"), _note),
    "DROP": drop,
    **dict.fromkeys(TERRAINS, lay_out),
    "UNPLAYED": unplayed,
}
