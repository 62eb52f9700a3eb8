"""A variant of webDiplomacy or vDiplomacy: its board, countries, start and rules.

The facts of the form stand in no manual; they were read off some 140 boards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from judge.boards import hint
from judge.engine import Phase, PhaseKind, Season, UnitKind
from judge.mapmaking.reading.facts import (
    FileLine,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    UnitFact,
    year_before,
)
from judge.mapmaking.reading.names import folded
from judge.mapmaking.reading.sources import text_of
from judge.mapmaking.reading.vdiplomacy.calendar import Calendar, calendar_of
from judge.mapmaking.reading.vdiplomacy.code import class_notes, is_built_anywhere
from judge.mapmaking.reading.vdiplomacy.heads import Php, VariantFiles
from judge.mapmaking.reading.vdiplomacy.php import PhpArray, arrays_of
from judge.mapmaking.reading.vdiplomacy.rows import plain
from judge.mapmaking.reading.vdiplomacy.tables import Tables, tables_of

_TARGET = re.compile(r"supplyCenterTarget\s*=\s*([1-9]\d{0,3})\b")
_BUILDS_FIRST = re.compile(r"['\"]Pre-game['\"]\s*\)\s*\{[^}]*setPhase\s*\(\s*['\"]Builds['\"]")
# A side that nobody plays is one country more, of which only its number is told.
_UNPLAYED = re.compile(
    r"==\s*['\"]([^'\"]+)['\"]\s*\)\s*\{?\s*return\s+"
    r"count\s*\(\s*\$this->countries\s*\)\s*\+\s*1\b"
)
_NOBODY = ("", "0", "neutral")
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}
_UNITS = "adjudicatorPreGame"
_PAINT = "drawMap"
_BUILDS = "userOrderBuilds"
_PHASES = "processGame"
_FIRST_BUILDS = "processOrderBuilds"


def read_vdiplomacy(given: VariantFiles) -> Reading:
    """Return what the files of a variant say; RefusedError without its countries."""
    notes: Notes = []
    heads, arrays, install = given.texts(), given.arrays(), given.install
    tables = tables_of(text_of(install), install.base, _texts(arrays, "convoyCoasts"), notes)
    names = _texts(arrays, "countries")
    if not names:
        raise RefusedError(_no_countries(heads[0].name, given.missing()))
    units = given.program(_UNITS)
    colors = _colors(given.program(_PAINT))
    calendar = calendar_of(heads, notes)
    code = "\n".join(one.text for one in heads)
    spot = FileLine(heads[0].name)
    anywhere = is_built_anywhere(code, given.program(_BUILDS).text)
    base = given.missing()
    if base and not units.text:
        text = f"it begins as the variant {base}, whose folder is not there"
        notes.append(Note(spot, f"{text}; only what stands here is read"))
    notes += class_notes(code, spot, builds_are_read=anywhere)
    start = _start(calendar, given.program(_PHASES), notes)
    unplayed = [plain(name) for name in _UNPLAYED.findall(code)]
    countries = {name: name in names for name in (*names, *unplayed)}
    powers = _powers(countries, tables, units, colors, notes)
    left_out = list(_first_builds(given.program(_FIRST_BUILDS), tables, powers))
    notes += left_out
    title = given.word("fullName") or given.word("name") or "Imported"
    return Reading(
        name=(given.word("name") or title).lower(),
        title=title,
        spot=FileLine(install.base),
        provinces=tables.provinces,
        steps=tables.steps,
        closed=tables.closed,
        powers=powers,
        victory=_victory(heads, tables, notes),
        notes=tuple(notes),
        start=start,
        builds="owned" if anywhere else "home",
        turn_years=calendar.turn_years,
        seasons=calendar.seasons,
        version=given.word("version"),
        designer=given.word("author"),
        story=_story(given),
        positions=tables.positions,
        starts_otherwise=bool(left_out),
    )


def _no_countries(file: str, base: str) -> str:
    if base:
        text = f"{file} begins as the variant {base}, which lists its $countries"
        return f"{text}; name the folder of that as well."
    return f"{file} lists no $countries, so there are no powers."


def _start(calendar: Calendar, phases: Php, notes: Notes) -> Phase:
    """Return the first phase: the movement, or builds in the Winter before it."""
    spring = Phase(Season.SPRING, calendar.year, PhaseKind.MOVEMENT)
    if not _BUILDS_FIRST.search(phases.text):
        return spring
    text = "the game starts with builds; imported as those of the Winter before"
    notes.append(Note(FileLine(phases.name), text))
    year = year_before(calendar.year or 1, calendar.turn_years or 1)
    return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)


def _texts(arrays: Mapping[str, PhpArray], name: str) -> list[str]:
    """Return what an array holds, as far as it is text or number."""
    held = arrays[name].values() if name in arrays else ()
    return [text for text in map(plain, held) if text]


def _powers(
    countries: Mapping[str, bool],
    tables: Tables,
    units: Php,
    colors: Mapping[int, str],
    notes: Notes,
) -> tuple[PowerFact, ...]:
    """Return the countries, which are played or not, and any other side with units.

    Of those that nobody plays one without units and centers is left out.
    """
    placed = _placed(units, tables, notes)
    sides = tuple(dict.fromkeys((*countries, *placed)))
    owned = _owned(sides, tables, notes)
    return tuple(
        PowerFact(
            name=name,
            adjective="",
            letter="",
            spot=FileLine(units.name) if name in placed else FileLine("variant.php"),
            homes=tuple(key for key in owned[name] if key in tables.homes),
            owned=tuple(owned[name]),
            units=tuple(placed.get(name, ())),
            played=countries.get(name, False),
            color=colors.get(number, ""),
        )
        for number, name in enumerate(sides, 1)
        if countries.get(name) or name in placed or owned[name]
    )


def _owned(sides: Sequence[str], tables: Tables, notes: Notes) -> dict[str, list[str]]:
    """Return the centers of each side; an owner that is no side is told."""
    numbers = {str(number): name for number, name in enumerate(sides, 1)}
    owned: dict[str, list[str]] = {name: [] for name in sides}
    for province in tables.provinces:
        said = tables.owners[province.key]
        owner = numbers.get(said, said)
        if owner in owned and province.center:
            owned[owner].append(province.key)
        elif province.center and owner.lower() not in _NOBODY:
            text = f'{province.name} is of the country "{owner}", which is none known'
            notes.append(Note(province.spot, f"{text}; imported as nobody's"))
    return owned


def _placed(units: Php, tables: Tables, notes: Notes) -> dict[str, list[UnitFact]]:
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


def _first_builds(builds: Php, tables: Tables, powers: Sequence[PowerFact]) -> Iterator[Note]:
    """Yield what may be built at first where nothing else is ever built."""
    homes = {power.name: power.owned or () for power in powers}
    said: Notes = []
    for side, units in _placed(builds, tables, said).items():
        for unit in units:
            where = unit.place[0]
            if where not in homes.get(side, ()):
                text = f"{side} begins by building in {where}, no center of its own"
                yield Note(unit.spot, f"{text}; left out")


def _colors(paint: Php) -> dict[int, str]:
    """Return the colors of the countries by number, as far as they can be read."""
    table = arrays_of(paint.text).get("countryColors")
    colors = {}
    for key, value in table.items if table else ():
        shades = value.values() if isinstance(value, PhpArray) else ()
        if isinstance(key, float) and len(shades) == 3:
            whole = [int(one) for one in shades if isinstance(one, float)]
            if len(whole) == 3 and all(0 <= one < 256 for one in whole):
                colors[int(key)] = "#{:02x}{:02x}{:02x}".format(*whole)
    return colors


def _victory(heads: Sequence[Php], tables: Tables, notes: Notes) -> int:
    """Return how many centers win: as it is said, or as the site takes it."""
    if said := next(filter(None, (_TARGET.search(one.text) for one in heads)), None):
        return int(said[1])
    centers = sum(one.center for one in tables.provinces)
    victory = (centers * 36 + 34) // 68
    text = "how many centers win is not said; taken as the site takes it, 18 of 34, so"
    notes.append(Note(FileLine(heads[0].name), f"{text} {victory} of {centers}"))
    return victory


def _story(given: VariantFiles) -> str:
    parts = [given.word("description")]
    if author := given.word("adapter"):
        parts.append(f"Adapted by {author}.")
    if page := given.word("homepage"):
        parts.append(page)
    return "\n".join(filter(None, parts))
