"""Read the files of a Realpolitik variant: `.var`, `.map`, `.cnt` and `.gam`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    FileLine,
    Files,
    ImportNames,
    ImportOptions,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    Source,
    UnitFact,
    coast_of,
    decoded,
    lines_of,
    mentions,
    names_of,
    place,
    spelled,
    unknown,
)
from judge.mapmaking.reading.njudge import (
    MapLine,
    Moves,
    ProvinceKind,
    province_lines,
    sections_of,
    steps_of,
)

_UNIT = re.compile(r"(?:^|\s)([A-Z])\s+(.*?)(?=\s+[A-Z]\s|$)")
_SEASONS = {
    "spring": Season.SPRING,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "winter": Season.WINTER,
}


@dataclass(slots=True)
class _Lines:
    """The lines of a file in sequence; empty lines count."""

    file: str
    rows: list[tuple[int, str]]

    def next(self) -> tuple[FileLine, str]:
        """Return the next line, or an empty one at the end of the file."""
        if not self.rows:
            return FileLine(self.file), ""
        number, text = self.rows.pop(0)
        return FileLine(self.file, number), text.strip()


def game_of(
    source: Source, powers: Sequence[PowerFact], names: ImportNames, notes: Notes
) -> tuple[Phase, tuple[PowerFact, ...]]:
    """Return the first phase, and the powers with their centers and units at the start."""
    lines = _Lines(source.base, [row for row in lines_of(source) if not row[1].startswith("#")])
    version = lines.next()[1].partition(" ")[0]
    lines.next()
    lines.next()
    start = _phase(*lines.next(), notes)
    lines.next()
    spot, number = lines.next()
    if not number.isdecimal() or int(number) != len(powers):
        text = f'"{number}" is not the number of countries, {len(powers)}'
        notes.append(Note(spot, text))
    started = []
    for power in powers:
        lines.next()
        centers = _centers(*lines.next(), names, notes)
        if version == "2":
            lines.next()
        units = _units(*lines.next(), names, notes)
        started.append(replace(power, owned=centers, units=units))
    return start, tuple(started)


def _phase(spot: FileLine, text: str, notes: Notes) -> Phase:
    """Return the phase of a line like `Spring 1901`."""
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
    """Return the centers of a list; unknown names are noted."""
    centers = list(mentions(text, names))
    for mention in centers:
        if not mention.key:
            notes.append(Note(spot, f"a country owns {unknown(mention.text, names)}"))
    return tuple(mention.key for mention in centers if mention.key)


def _units(spot: FileLine, text: str, names: ImportNames, notes: Notes) -> tuple[UnitFact, ...]:
    """Return the units of a list; those that cannot be read are noted."""
    units = []
    for kind, place_name in _UNIT.findall(spelled(text)):
        mention = place(place_name, names)
        if not mention.key:
            notes.append(Note(spot, f"a unit is in {unknown(place_name, names)}"))
        elif kind not in ("A", "F"):
            notes.append(Note(spot, f'"{kind} {place_name}" is no army or fleet; left out'))
        else:
            location = (mention.key, coast_of(mention.modifier))
            units.append(UnitFact(UnitKind(kind), location, spot))
    return tuple(units)


ENDINGS = (".var", ".cnt", ".gam")
_KEYS = "Version|Name|MapData|Countries|Game|Info|Build|Centers"
_KEY = re.compile(rf"\s*({_KEYS})\s*:(.*)$", re.IGNORECASE)
_BUILDS = {"standard": "home", "aberration": "aberration", "chaos": "owned"}
_TYPES = {
    "l": ProvinceKind(None),
    "w": ProvinceKind(Terrain.SEA),
    "x": ProvinceKind(None, center=True),
    "c": ProvinceKind(None, convoys=True),
}
_SECOND = {
    "b": "everybody may build in {} in Realpolitik; imported without",
    "s": "{} is special in Realpolitik; imported as an ordinary province",
}


@dataclass(frozen=True, slots=True)
class _Parts:
    """The files of a variant, and the keys of its `.var`."""

    keys: dict[str, str]
    board: Source
    countries: Source | None
    game: Source | None
    name: str
    info: str = ""


def is_var(source: Source) -> bool:
    """Return whether a file is the `.var` that lists the files of a Realpolitik variant."""
    return any(
        (match := _KEY.match(line)) and match[1].lower() == "mapdata"
        for _, line in lines_of(source)
    )


def read_realpolitik(var: Source | None, files: Files, options: ImportOptions) -> Reading:
    """Return the reading of a variant's files; RefusedError if one is missing."""
    notes: Notes = []
    parts = _parts(var, files)
    first, second, _ = sections_of(parts.board)
    file = parts.board.base
    lines = province_lines(first, file, _kind, notes)
    names = names_of(line.province for line in lines)
    steps = steps_of(second, Moves(file, names, (), _weak, notes))
    powers = _countries(parts, lines, notes)
    start, started = FIRST_PHASE, tuple(powers)
    if parts.game is None:
        notes.append(Note(FileLine(file), "no .gam is given, so there are no units"))
    else:
        start, started = game_of(parts.game, powers, names, notes)
    victory = parts.keys.get("centers", "")
    build = parts.keys.get("build", "standard").lower()
    if build not in _BUILDS:
        text = f'builds are "{build}"; imported as in home centers'
        notes.append(Note(FileLine(var.base if var else file), text))
    return Reading(
        name=parts.name,
        title=parts.keys.get("name") or parts.name.replace("_", " ").title(),
        spot=FileLine(file),
        provinces=tuple(line.province for line in lines),
        steps=steps,
        powers=started,
        notes=tuple(notes),
        start=start,
        victory=_victory(var, victory, lines),
        builds=_BUILDS.get(build, "home"),
        story=parts.info,
    )


def _victory(var: Source | None, text: str, lines: Sequence[MapLine]) -> int | None:
    """Return the number of centers that wins; 0 in the file means more than half of them."""
    if var is None:
        return None
    number = int(text) if text.isdecimal() and len(text) < 5 else 0
    return number or sum(line.province.center for line in lines) // 2 + 1


def _parts(var: Source | None, files: Files) -> _Parts:
    """Return the files of a variant, as its `.var` lists them or by their file extensions."""
    if var is None:
        by_ending = {source.base.lower()[-4:]: source for source in files.given}
        board = by_ending.get(".map")
        if board is None:
            raise RefusedError("Of this Realpolitik variant the .map is missing.")
        return _Parts(
            keys={},
            board=board,
            countries=by_ending.get(".cnt"),
            game=by_ending.get(".gam"),
            name=board.base[:-4].lower(),
        )
    matches = (_KEY.match(line) for _, line in lines_of(var))
    keys = {match[1].lower(): match[2].strip() for match in matches if match}
    board = files.find(keys["mapdata"], var)
    if board is None:
        raise RefusedError(
            f"{var.base} names {keys['mapdata']}, which is not there; name it as well."
        )
    info = files.find(keys["info"], var) if keys.get("info") else None
    return _Parts(
        keys=keys,
        board=board,
        countries=_named(keys.get("countries", ""), var, files),
        game=_named(keys.get("game", ""), var, files),
        name=(keys.get("name") or var.base.rpartition(".")[0]).lower(),
        info=decoded(info.raw).strip() if info else "",
    )


def _named(name: str, var: Source, files: Files) -> Source | None:
    return files.find(name, var) if name else None


def _kind(token: str, name: str, spot: FileLine, notes: Notes) -> ProvinceKind:
    """Return the kind of a province by its type token; such tokens extend those of njudge."""
    first, second = token[0], token[1:2]
    kind = _kind_of_first(first, second, name, spot, notes)
    if second in ("c", "w") and kind.terrain is None:
        return replace(kind, convoys=True)
    if second.isdigit():
        notes.append(Note(spot, f"{name} is on canal {second}; imported without it"))
    elif second in _SECOND:
        notes.append(Note(spot, _SECOND[second].format(name)))
    return kind


def _kind_of_first(
    first: str, second: str, name: str, spot: FileLine, notes: Notes
) -> ProvinceKind:
    """Return the kind of a province by the first character of its type token."""
    if first in _TYPES:
        return _TYPES[first]
    if first.isascii() and (first.isupper() or first.isdigit()):
        return ProvinceKind(None, center=True, letter=first)
    description = f'of a type not known, "{first}"'
    if first == "s" and second.isupper():
        description = f"a place where {second} may build, and no center"
    elif first == "a":
        description = "for aircraft alone"
    notes.append(Note(spot, f"{name} is {description}; imported as land"))
    return ProvinceKind(None)


def _weak(modifier: str, start: str, end: str) -> str:
    """Return the note on a border with a modifier."""
    if modifier[0] == "h":
        return f"{start}-{end} is closed to retreats; imported as an ordinary border"
    first, second = sorted((start, end))
    text = f"armies cross {first}-{second} with reduced strength"
    return f"{text}; imported as an ordinary border"


def _countries(parts: _Parts, lines: Sequence[MapLine], notes: Notes) -> list[PowerFact]:
    """Return the powers of the `.cnt`, and those that only the map has, with their homes."""
    file = parts.countries
    powers = list(_listed_countries(file, notes)) if file else []
    letters = [power.letter for power in powers]
    spot = FileLine(parts.board.base)
    for line in lines:
        letter = line.kind.letter
        if letter and letter not in letters:
            letters.append(letter)
            text = f"no file says how power {letter} is called"
            notes.append(Note(line.province.spot, f"{text}; write it in the variant"))
            powers.append(PowerFact(f"Power {letter}", "", letter, spot))
    return [
        replace(
            power,
            homes=tuple(line.province.key for line in lines if line.kind.letter == power.letter),
        )
        for power in powers
    ]


def _listed_countries(file: Source, notes: Notes) -> Iterator[PowerFact]:
    """Yield the powers of the `.cnt`."""
    rows = [(n, line) for n, line in lines_of(file) if line and line[0] != "#"]
    for number, line in rows[2:]:
        words = line.split()
        spot = FileLine(file.base, number)
        if len(words) < 3 or len(words[2]) != 1:
            text = f'"{line}" is no country, such as "Red Crimson R Flood Red"'
            notes.append(Note(spot, f"{text}; left out"))
            continue
        name, adjective = (word.replace("_", " ") for word in words[:2])
        color = words[4] if len(words) > 4 else ""
        yield PowerFact(name, adjective, words[2], spot, color=color)
