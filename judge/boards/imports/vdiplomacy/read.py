"""A variant of webDiplomacy or vDiplomacy: its board, countries, start and rules.

The facts of the form stand in no manual; they were read off some 140 boards.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from judge.boards.imports.facts import (
    FileLine,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    UnitFact,
)
from judge.boards.imports.names import folded
from judge.boards.imports.sources import Files, Source, text_of
from judge.boards.imports.vdiplomacy.code import class_notes, is_built_anywhere
from judge.boards.imports.vdiplomacy.php import PhpArray, arrays_of
from judge.boards.imports.vdiplomacy.rows import plain
from judge.boards.imports.vdiplomacy.tables import TERRITORIES, Tables, tables_of
from judge.boards.variants.faults import hint
from judge.engine import Phase, PhaseKind, Season, UnitKind

_CLASS = re.compile(r"\bclass\s+\w+\s+extends\s+\w*WDVariant\b|\bvariantClasses\b")
_PROPERTY = r"\${}\s*=\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\d+))"
_TARGET = re.compile(r"supplyCenterTarget\s*=\s*(\d{1,4})")
_TURNS = r"floor\s*\(\s*\$turn\s*/\s*2\s*\)"
_YEAR = re.compile(rf"{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?\+\s*(\d{{1,5}})")
_YEAR_BEFORE = re.compile(
    rf"(\d{{1,5}})\s*-\s*{_TURNS}|{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?-\s*(\d{{1,5}})"
)
_YEAR_STEP = re.compile(rf"{_TURNS}\s*\*\s*(\d+)")
_NO_YEAR = re.compile(rf"\.\s*\(?\s*{_TURNS}\s*\)?\s*[;.]")
_SAID = r"(?:l_t\s*\(\s*)?['\"]([^'\"]+)['\"]\s*\)?(?:\s*\.\s*['\"][^'\"]*['\"])?\s*"
_SEASONS = re.compile(rf"%\s*2\s*\)?\s*\?\s*{_SAID}:\s*{_SAID}")
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}
_UNITS = "classes/adjudicatorPreGame.php"
_PAINT = "classes/drawMap.php"
_BUILDS = "classes/userOrderBuilds.php"


@dataclass(frozen=True, slots=True)
class _Php:
    """A file of the variant as a text, empty if it is not there."""

    name: str
    text: str

    def word(self, name: str) -> str:
        """Return the text or the number that a property has, or nothing."""
        found = re.search(_PROPERTY.format(name), self.text)
        return plain(next(filter(None, found.groups()), "")) if found else ""


def install_file(given: Sequence[Source]) -> Source | None:
    """Return the file that holds the tables of a board; RefusedError where it lacks."""
    for one in given:
        if f"${TERRITORIES}" in text_of(one):
            return one
    for one in given:
        text = text_of(one)
        if one.base.lower().endswith(".php") and _CLASS.search(text):
            number = _Php(one.base, text).word("mapID")
            board = f" (map {number})" if number else ""
            raise RefusedError(
                f"{one.base} names countries and rules, but its board{board} stands in "
                "an install.php, perhaps of another variant; name that as well."
            )
    return None


def read_vdiplomacy(install: Source, files: Files) -> Reading:
    """Return what the files of a variant say; RefusedError without its variant.php."""
    notes: Notes = []
    head = _variant(install, files)
    arrays = arrays_of(head.text)
    tables = tables_of(
        text_of(install), install.base, _texts(arrays, "convoyCoasts"), notes
    )
    names = _texts(arrays, "countries")
    if not names:
        raise RefusedError(f"{head.name} lists no $countries, so there are no powers.")
    units = _beside(_UNITS, install, files)
    year, seasons = _calendar(head, notes)
    anywhere = is_built_anywhere(head.text, _beside(_BUILDS, install, files).text)
    notes += class_notes(head.text, FileLine(head.name), builds_are_read=anywhere)
    victory = _victory(head, tables, notes)
    title = head.word("fullName") or head.word("name") or "Imported"
    return Reading(
        name=(head.word("name") or title).lower(),
        title=title,
        spot=FileLine(install.base),
        provinces=tables.provinces,
        steps=tables.steps,
        closed=tables.closed,
        powers=_powers(names, tables, units, _colors(install, files), notes),
        notes=tuple(notes),
        start=Phase(Season.SPRING, year, PhaseKind.MOVEMENT),
        victory=victory,
        builds="owned" if anywhere else "home",
        seasons=seasons,
        version=head.word("version"),
        designer=head.word("author"),
        story=_story(head),
        positions=tables.positions,
    )


def _texts(arrays: Mapping[str, PhpArray], name: str) -> list[str]:
    """Return what an array holds, as far as it is text or number."""
    held = arrays[name].values() if name in arrays else ()
    return [text for text in map(plain, held) if text]


def _variant(install: Source, files: Files) -> _Php:
    for one in files.given:
        text = text_of(one)
        if one is not install and _CLASS.search(text) and "countries" in text:
            return _Php(one.base, text)
    found = _beside("variant.php", install, files)
    if not found.text:
        raise RefusedError(
            f"{install.base} holds a board, but who plays on it stands in variant.php, "
            "which is not there; name it as well."
        )
    return found


def _beside(name: str, install: Source, files: Files) -> _Php:
    found = files.find(name, install)
    base = name.rpartition("/")[2]
    return _Php(base, text_of(found) if found else "")


def _powers(
    names: Sequence[str],
    tables: Tables,
    units: _Php,
    colors: Mapping[int, str],
    notes: Notes,
) -> tuple[PowerFact, ...]:
    """Return the countries, and as neutral any other side that has units."""
    centers = {one.key for one in tables.provinces if one.center}
    placed = _placed(units, tables, notes)
    # Units that nobody plays are those of one country more.
    sides = [*names, *(one for one in placed if one not in names)]
    numbers = {str(number): name for number, name in enumerate(sides, 1)}
    owners = {key: numbers.get(owner, owner) for key, owner in tables.owners.items()}
    return tuple(
        PowerFact(
            name=name,
            adjective="",
            letter="",
            spot=FileLine(units.name) if name in placed else FileLine("variant.php"),
            homes=tuple(
                key for key, o in owners.items() if o == name and key in centers
            ),
            units=tuple(placed.get(name, ())),
            played=name in names,
            color=colors.get(number, ""),
        )
        for number, name in enumerate(sides, 1)
    )


def _placed(units: _Php, tables: Tables, notes: Notes) -> dict[str, list[UnitFact]]:
    """Return the first units by side; a side without any has no entry."""
    table = arrays_of(units.text).get("countryUnits")
    placed: dict[str, list[UnitFact]] = {}
    for side, held in table.items if table else ():
        if not isinstance(side, str) or not isinstance(held, PhpArray):
            continue
        spot = FileLine(units.name, held.line)
        for where, kind in ((plain(at), plain(unit)) for at, unit in held.items):
            place = tables.places.get(folded(where))
            if place is None or kind.lower() not in _KINDS:
                text = f'{side} has a "{kind}" in "{where}"'
                end = "" if place else hint(where, tables.names)
                notes.append(Note(spot, f"{text}, which is none known{end}; left out"))
                continue
            fact = UnitFact(_KINDS[kind.lower()], place, spot)
            placed.setdefault(plain(side), []).append(fact)
    return placed


def _colors(install: Source, files: Files) -> dict[int, str]:
    """Return the colors of the countries by number, as far as they can be read."""
    table = arrays_of(_beside(_PAINT, install, files).text).get("countryColors")
    colors = {}
    for key, value in table.items if table else ():
        shades = value.values() if isinstance(value, PhpArray) else ()
        if isinstance(key, float) and len(shades) == 3:
            whole = [int(one) for one in shades if isinstance(one, float)]
            if len(whole) == 3 and all(0 <= one < 256 for one in whole):
                colors[int(key)] = "#{:02x}{:02x}{:02x}".format(*whole)
    return colors


def _calendar(head: _Php, notes: Notes) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Return the first year, and other names of seasons."""
    body = head.text.partition("turnAsDate")[2].partition("turnAsDateJS")[0]
    year = _first_year(body)
    if year is None:
        text = "the first year could not be read; the game starts in 1901"
        notes.append(Note(FileLine(head.name), text))
    elif (step := _YEAR_STEP.search(body)) and step[1] != "1":
        text = f"a year of the game takes {step[1]} of the calendar; years count by one"
        notes.append(Note(FileLine(head.name), text))
    named = _SEASONS.search(body)
    words = map(unescape, named.groups()) if named else ("", "")
    fall, spring = (word.strip(" ,.") for word in words)
    own = (("Spring", spring, ("Spring", "")), ("Fall", fall, ("Autumn", "Fall", "")))
    seasons = tuple((key, word) for key, word, usual in own if word not in usual)
    return 1901 if year is None else year, seasons


def _first_year(body: str) -> int | None:
    """Return the year of the first turn, that is turn 0; before Christ less than 0."""
    if found := _YEAR_BEFORE.search(body):
        return -int(found[1] or found[2])
    if found := _YEAR.search(body):
        return int(found[1])
    return 0 if _NO_YEAR.search(body) else None


def _victory(head: _Php, tables: Tables, notes: Notes) -> int:
    """Return how many centers win: as it is said, or as the site takes it."""
    if target := _TARGET.search(head.text):
        return int(target[1])
    centers = sum(one.center for one in tables.provinces)
    victory = (centers * 36 + 34) // 68
    text = "how many centers win is not said; taken as the site takes it, 18 of 34, so"
    notes.append(Note(FileLine(head.name), f"{text} {victory} of {centers}"))
    return victory


def _story(head: _Php) -> str:
    parts = [head.word("description")]
    if author := head.word("adapter"):
        parts.append(f"Adapted by {author}.")
    if page := head.word("homepage"):
        parts.append(page)
    return "\n".join(filter(None, parts))
