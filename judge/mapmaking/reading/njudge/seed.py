"""A seed: the first phase, the units, and who owns what at the start."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.engine import Phase, PhaseKind, Season, UnitKind
from judge.mapmaking.reading.facts import FIRST_PHASE, FileLine, Note, Notes, RefusedError, UnitFact
from judge.mapmaking.reading.names import ImportNames, coast_of, place, unknown
from judge.mapmaking.reading.njudge.moves import machiavelli
from judge.mapmaking.reading.sources import Source, lines_of

_PHASE = re.compile(r"\s*([SFUW])(\d{4})([A-Z])\b")
_UNIT = re.compile(r"([A-Z0-9=&])(\S)\s*(?:[a-z]\s*)?([A-Z])\s+(\S.*)$")
_DUCATS = re.compile(r"\bD:\s*\d+\s*$")
_GROUP = re.compile(r"([NnOH]):\s?(.*)$")
_SEASONS = {"S": Season.SPRING, "F": Season.FALL, "U": Season.FALL, "W": Season.WINTER}
_NO_UNITS = {"W": "a wing", "T": "an army-and-fleet", "R": "artillery"}
_KINDS = {"A": UnitKind.ARMY, "F": UnitKind.FLEET}

Numbered = tuple[int, str]


@dataclass(slots=True)
class Seed:
    """What a seed says; `units` by letter, `owners` and `homes` by province line."""

    phase: Phase = FIRST_PHASE
    units: dict[str, list[UnitFact]] = field(default_factory=dict)
    owners: str | None = None
    homes: str = ""


def is_seed(source: Source) -> bool:
    """Return whether the first line of a file that is not empty is a phase."""
    first = next((line for _, line in lines_of(source) if line.strip()), "")
    return _PHASE.match(first) is not None


def seed_of(source: Source, names: ImportNames, provinces: int, notes: Notes) -> Seed:
    """Return what a seed says of a map with so many lines of provinces."""
    lines = [one for one in lines_of(source) if one[1].strip()]
    seed = Seed(phase=_phase(lines[0], source.base, notes))
    rest = lines[1:]
    while rest and not rest[0][1].startswith("-"):
        number, line = rest.pop(0)
        if line[0] != "#":
            _read_unit(line.strip(), FileLine(source.base, number), (names, notes), seed)
    _read_owners(rest[1:], source.base, provinces, seed, notes)
    return seed


def _phase(line: Numbered, file: str, notes: Notes) -> Phase:
    number, text = line
    spot = FileLine(file, number)
    found = _PHASE.match(text)
    assert found is not None
    if found[3] == "A":
        raise RefusedError(machiavelli(spot, f'the phase "{text.strip()}"'))
    if found[1] == "U" or found[3] not in "MB":
        what = f'the first phase "{text.strip()}" is none of ours'
        notes.append(Note(spot, f"{what}; taken for movement in Spring or Fall"))
    year = int(found[2])
    if found[3] == "B" or found[1] == "W":
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return Phase(_SEASONS[found[1]], year, PhaseKind.MOVEMENT)


def _read_unit(line: str, spot: FileLine, known: tuple[ImportNames, Notes], seed: Seed) -> None:
    names, notes = known
    found = _UNIT.match(line)
    owner, status, letter = found.group(1, 2, 3) if found else ("", "", "")
    if status == "m" or owner == "&" or letter == "G" or _DUCATS.search(line):
        raise RefusedError(machiavelli(spot, f'"{line}"'))
    if found is None:
        notes.append(Note(spot, f'"{line}" is no unit, such as "R: A Alder"; left out'))
        return
    where = place(found[4], names)
    if not where.key:
        notes.append(Note(spot, f'"{line}" is in {unknown(where.text, names)}'))
    elif letter not in _KINDS:
        what = _NO_UNITS.get(letter, "no army or fleet")
        notes.append(Note(spot, f'"{line}" is {what}; left out'))
    else:
        unit = UnitFact(_KINDS[letter], (where.key, coast_of(where.modifier)), spot)
        seed.units.setdefault(owner, []).append(unit)


def _read_owners(
    lines: Sequence[Numbered], file: str, provinces: int, seed: Seed, notes: Notes
) -> None:
    if not lines or lines[0][1].startswith("-"):
        return
    number, text = lines[0]
    if _GROUP.match(text):
        groups: dict[str, str] = {}
        for _, line in lines:
            if found := _GROUP.match(line):
                groups[found[1]] = groups.get(found[1], "") + found[2].strip()
        seed.owners, seed.homes = groups.get("O", ""), groups.get("H", "")
    else:
        seed.owners = text.strip()
    if len(seed.owners) > provinces:
        text = f"the owners of {len(seed.owners)} provinces are listed, but the map"
        notes.append(Note(FileLine(file, number), f"{text} has {provinces}"))
