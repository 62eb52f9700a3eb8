"""The `.gam` of Realpolitik: the first phase, and who has what at the start."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.engine import Phase, PhaseKind, Season, UnitKind
from judge.mapmaking.reading.facts import FIRST_PHASE, FileLine, Note, Notes, PowerFact, UnitFact
from judge.mapmaking.reading.names import ImportNames, coast_of, mentions, place, spelled, unknown
from judge.mapmaking.reading.sources import Source, lines_of

_UNIT = re.compile(r"(?:^|\s)([A-Z])\s+(.*?)(?=\s+[A-Z]\s|$)")
_SEASONS = {
    "spring": Season.SPRING,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "winter": Season.WINTER,
}


@dataclass(slots=True)
class _Rows:
    """The lines of a file one after the other; an empty line is a line."""

    file: str
    rows: list[tuple[int, str]]

    def next(self) -> tuple[FileLine, str]:
        """Return the next line; an empty one behind the end."""
        if not self.rows:
            return FileLine(self.file), ""
        number, text = self.rows.pop(0)
        return FileLine(self.file, number), text.strip()


def game_of(
    source: Source, powers: Sequence[PowerFact], names: ImportNames, notes: Notes
) -> tuple[Phase, tuple[PowerFact, ...]]:
    """Return the first phase, and the powers with what they have at the start."""
    rows = _Rows(source.base, [row for row in lines_of(source) if not row[1].startswith("#")])
    version = rows.next()[1].partition(" ")[0]
    rows.next()
    rows.next()
    start = _phase(*rows.next(), notes)
    rows.next()
    spot, number = rows.next()
    if not number.isdecimal() or int(number) != len(powers):
        text = f'"{number}" is not the number of countries, {len(powers)}'
        notes.append(Note(spot, text))
    started = []
    for power in powers:
        rows.next()
        centers = _centers(*rows.next(), names, notes)
        if version == "2":
            rows.next()
        units = _units(*rows.next(), names, notes)
        started.append(replace(power, owned=centers, units=units))
    return start, tuple(started)


def _phase(spot: FileLine, text: str, notes: Notes) -> Phase:
    words = text.replace(",", " ").split()
    season = next((_SEASONS[w.lower()] for w in words if w.lower() in _SEASONS), None)
    year = next((w for w in words if re.fullmatch(r"-?\d{1,6}", w)), None)
    if season is None or year is None:
        text = f'"{text}" is no season and year; the game starts in Spring 1901'
        notes.append(Note(spot, text))
        return FIRST_PHASE
    winter = season is Season.WINTER
    kind = PhaseKind.ADJUSTMENT if winter else PhaseKind.MOVEMENT
    return Phase(season, int(year), kind)


def _centers(spot: FileLine, text: str, names: ImportNames, notes: Notes) -> tuple[str, ...]:
    found = list(mentions(text, names))
    for one in found:
        if not one.key:
            notes.append(Note(spot, f"a country owns {unknown(one.text, names)}"))
    return tuple(one.key for one in found if one.key)


def _units(spot: FileLine, text: str, names: ImportNames, notes: Notes) -> tuple[UnitFact, ...]:
    units = []
    for kind, where in _UNIT.findall(spelled(text)):
        found = place(where, names)
        if not found.key:
            notes.append(Note(spot, f"a unit is in {unknown(where, names)}"))
        elif kind not in ("A", "F"):
            notes.append(Note(spot, f'"{kind} {where}" is no army or fleet; left out'))
        else:
            at = (found.key, coast_of(found.modifier))
            units.append(UnitFact(UnitKind(kind), at, spot))
    return tuple(units)
