"""A start report: prose, from whose lines of units the names of powers are learned."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.engine import UnitKind
from judge.mapmaking.reading.facts import FileLine, Note, Notes, UnitFact
from judge.mapmaking.reading.names import ImportNames, coast_of, place
from judge.mapmaking.reading.sources import Source, lines_of

_UNIT = re.compile(r"\s*([^\W\d_][^:]*?|\d[^:]*?):\s*(Army|Fleet|Wing)\s+(\S.*?)\s*$")
_REMARK = re.compile(r"\([^)]*\)")
_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}

Units = Mapping[str, Sequence[UnitFact]]


@dataclass(frozen=True, slots=True)
class Reported:
    """A unit as a report tells of it; the place is "" where it is none of the map."""

    power: str
    kind: str
    key: str
    coast: str
    spot: FileLine


def is_report(source: Source) -> bool:
    """Return whether a file has a line of a unit in a report's shape."""
    return any(_UNIT.match(line) for _, line in lines_of(source))


def reported_units(source: Source, names: ImportNames) -> list[Reported]:
    """Return the units of which a report tells."""
    return list(_reported(source, names))


def names_from(reported: Sequence[Reported], units: Units, notes: Notes) -> dict[str, str]:
    """Return the names of letters: of the powers with a unit at the same places."""
    holders = {unit.place[0]: letter for letter, owned in units.items() for unit in owned}
    found: dict[str, str] = {}
    doubtful: set[str] = set()
    for unit in reported:
        letter = holders.get(unit.key, "")
        if not letter:
            continue
        name = found.setdefault(letter, unit.power)
        if name != unit.power or _letter(unit.power, found) != letter:
            text = f"{unit.power} is told to have a unit of {letter}, as {name} has"
            notes.append(Note(unit.spot, f"{text}; no name taken from it"))
            doubtful |= {one for one, name in found.items() if name == unit.power}
            doubtful.add(letter)
    return {letter: name for letter, name in found.items() if letter not in doubtful}


def units_from(
    reported: Sequence[Reported], letters: Mapping[str, str], notes: Notes
) -> dict[str, list[UnitFact]]:
    """Return the units of a report by letter, of the powers whose letter is known."""
    units: dict[str, list[UnitFact]] = {}
    for unit in reported:
        letter = letters.get(unit.power.casefold(), "")
        if not letter or not unit.key or unit.kind not in _KINDS:
            what = f"the {unit.kind.lower()} of {unit.power}"
            why = "is nowhere on the map" if letter else "is of no known power"
            notes.append(Note(unit.spot, f"{what} {why}; left out"))
            continue
        fact = UnitFact(_KINDS[unit.kind], (unit.key, unit.coast), unit.spot)
        units.setdefault(letter, []).append(fact)
    return units


def _letter(power: str, found: Mapping[str, str]) -> str:
    return next(letter for letter, name in found.items() if name == power)


def _reported(source: Source, names: ImportNames) -> Iterator[Reported]:
    for number, line in lines_of(source):
        if not (found := _UNIT.match(line)):
            continue
        where = place(found[3].rstrip(".").strip(), names)
        if not where.key:
            plain = _REMARK.sub(" ", _keeping_coast(found[3]))
            where = place(plain.strip().rstrip(".").strip(), names)
        power = " ".join(found[1].split())
        coast = coast_of(where.modifier)
        spot = FileLine(source.base, number)
        yield Reported(power, found[2], where.key, coast, spot)


def _keeping_coast(text: str) -> str:
    """Return the text with a coast in parentheses written without them."""
    return re.sub(
        r"\s*\((north|south|east|west)\s+coast\)|\s*\(([nsew])c\)",
        lambda m: f"/{(m[1] or m[2])[0]}c",
        text,
        flags=re.IGNORECASE,
    )
