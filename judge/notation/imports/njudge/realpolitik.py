"""The files of a Realpolitik variant: `.var`, `.map`, `.cnt` and `.gam`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.engine.geography import Terrain
from judge.engine.position import Phase, PhaseKind, Season, UnitKind
from judge.notation.imports.facts import (
    FIRST_PHASE,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    Spot,
    UnitFact,
    Wishes,
)
from judge.notation.imports.names import (
    Names,
    coast_of,
    mentions,
    names_of,
    place,
    spelled,
    unknown,
)
from judge.notation.imports.njudge.moves import Moves, steps_of
from judge.notation.imports.njudge.sections import (
    Kind,
    Line,
    province_lines,
    sections_of,
)
from judge.notation.imports.sources import Files, Source, decoded, lines_of

ENDINGS = (".var", ".cnt", ".gam")
_KEY = re.compile(
    r"\s*(Version|Name|MapData|Countries|Game|Info|Build|Centers)\s*:(.*)$", re.I
)
_BUILDS = {"standard": "home", "aberration": "aberration", "chaos": "owned"}
_SEASONS = {
    "spring": Season.SPRING,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "winter": Season.WINTER,
}
_SECOND = {
    "b": "everybody may build in {} in Realpolitik; imported without",
    "s": "{} is special in Realpolitik; imported as an ordinary province",
}


@dataclass(slots=True)
class _Rows:
    """The lines of a file one after the other; an empty line is a line."""

    file: str
    rows: list[tuple[int, str]]

    def next(self) -> tuple[Spot, str]:
        """Return the next line; an empty one behind the end."""
        if not self.rows:
            return Spot(self.file), ""
        number, text = self.rows.pop(0)
        return Spot(self.file, number), text.strip()


@dataclass(frozen=True, slots=True)
class _Parts:
    """The files of a variant and what its `.var` says."""

    keys: dict[str, str]
    board: Source
    countries: Source | None
    game: Source | None
    name: str
    info: str = ""


def is_var(source: Source) -> bool:
    """Return whether a file ties the files of a Realpolitik variant together."""
    return any(
        (found := _KEY.match(line)) and found[1].lower() == "mapdata"
        for _, line in lines_of(source)
    )


def read_realpolitik(var: Source | None, files: Files, wishes: Wishes) -> Reading:
    """Return what the files of a variant say; RefusedError when one is missing."""
    notes: Notes = []
    parts = _parts(var, files)
    first, second, _ = sections_of(parts.board)
    file = parts.board.base
    lines = province_lines(first, file, _kind, notes)
    names = names_of((line.province for line in lines), notes)
    steps = steps_of(second, Moves(file, names, (), _weak, notes))
    powers = _countries(parts, lines, notes)
    start, powers = _game(parts, powers, names, notes)
    victory = parts.keys.get("centers", "")
    build = parts.keys.get("build", "standard").lower()
    if build not in _BUILDS:
        text = f'builds are "{build}"; imported as in home centers'
        notes.append(Note(Spot(var.base if var else file), text))
    return Reading(
        name=parts.name,
        title=parts.keys.get("name") or parts.name.replace("_", " ").title(),
        spot=Spot(file),
        provinces=tuple(line.province for line in lines),
        steps=steps,
        powers=powers,
        notes=tuple(notes),
        start=start,
        victory=(
            int(victory) if victory.isdecimal() and int(victory) else _majority(lines)
        ),
        builds=_BUILDS.get(build, "home"),
        story=parts.info,
    )


def _majority(lines: Sequence[Line]) -> int:
    return sum(line.province.center for line in lines) // 2 + 1


def _parts(var: Source | None, files: Files) -> _Parts:
    if var is None:
        by_ending = {one.base.lower()[-4:]: one for one in files.given}
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
    found = (_KEY.match(line) for _, line in lines_of(var))
    keys = {one[1].lower(): one[2].strip() for one in found if one}
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


def _kind(token: str, name: str, spot: Spot, notes: Notes) -> Kind:
    """Return what a type token says; its second sign is not njudge's."""
    first, second = token[0], token[1:2]
    kind = Kind(None)
    if first == "w":
        kind = Kind(Terrain.SEA)
    elif first == "x":
        kind = Kind(None, center=True)
    elif first.isascii() and (first.isupper() or first.isdigit()):
        kind = Kind(None, center=True, letter=first)
    elif first == "c":
        kind = Kind(None, convoys=True)
    elif first == "s" and second.isupper():
        text = f"power {second} may build in {name}, which is no center; left out"
        notes.append(Note(spot, text))
    elif first != "l":
        what = (
            "for aircraft alone" if first == "a" else f'of a type not known, "{first}"'
        )
        notes.append(Note(spot, f"{name} is {what}; imported as land"))
    if second in ("c", "w") and kind.terrain is None:
        kind = replace(kind, convoys=True)
    elif second.isdigit():
        notes.append(Note(spot, f"{name} is on canal {second}; imported without it"))
    elif second in _SECOND and second:
        notes.append(Note(spot, _SECOND[second].format(name)))
    return kind


def _weak(modifier: str, start: str, end: str) -> str:
    if modifier[0] == "h":
        return f"{start}-{end} is closed to retreats; imported as an ordinary border"
    one, other = sorted((start, end))
    text = f"armies cross {one}-{other} with reduced strength"
    return f"{text}; imported as an ordinary border"


def _countries(parts: _Parts, lines: Sequence[Line], notes: Notes) -> list[PowerFact]:
    file = parts.countries
    powers = list(_listed_countries(file, notes)) if file else []
    letters = [power.letter for power in powers]
    spot = Spot(parts.board.base)
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
            homes=tuple(
                line.province.key for line in lines if line.kind.letter == power.letter
            ),
        )
        for power in powers
    ]


def _listed_countries(file: Source, notes: Notes):  # type: ignore
    rows = [(n, line) for n, line in lines_of(file) if line and line[0] != "#"]
    for number, line in rows[2:]:
        words = line.split()
        spot = Spot(file.base, number)
        if len(words) < 3 or len(words[2]) != 1:
            text = f'"{line}" is no country, such as "Red Crimson R Flood Red"'
            notes.append(Note(spot, f"{text}; left out"))
            continue
        name, adjective = (word.replace("_", " ") for word in words[:2])
        color = words[4] if len(words) > 4 else ""
        yield PowerFact(name, adjective, words[2], spot, color=color)


def _game(
    parts: _Parts, powers: list[PowerFact], names: Names, notes: Notes
) -> tuple[Phase, tuple[PowerFact, ...]]:
    """Return the first phase, and the powers with what they have at the start."""
    if parts.game is None:
        text = "no .gam is given, so there are no units"
        notes.append(Note(Spot(parts.board.base), text))
        return FIRST_PHASE, tuple(powers)
    rows = _Rows(
        parts.game.base,
        [row for row in lines_of(parts.game) if not row[1].startswith("#")],
    )
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


def _phase(spot: Spot, text: str, notes: Notes) -> Phase:
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


def _centers(spot: Spot, text: str, names: Names, notes: Notes) -> tuple[str, ...]:
    found = list(mentions(text, names))
    for one in found:
        if not one.key:
            notes.append(Note(spot, f"a country owns {unknown(one.text, names)}"))
    return tuple(one.key for one in found if one.key)


def _units(spot: Spot, text: str, names: Names, notes: Notes) -> tuple[UnitFact, ...]:
    units = []
    for kind, where in re.findall(
        r"(?:^|\s)([A-Z])\s+(.*?)(?=\s+[A-Z]\s|$)", spelled(text)
    ):
        found = place(where, names)
        if not found.key:
            notes.append(Note(spot, f"a unit is in {unknown(where, names)}; left out"))
        elif kind not in ("A", "F"):
            notes.append(Note(spot, f'"{kind} {where}" is no army or fleet; left out'))
        else:
            at = (found.key, coast_of(found.modifier))
            units.append(UnitFact(UnitKind(kind), at, spot))
    return tuple(units)
