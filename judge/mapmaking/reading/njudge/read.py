"""The files of a njudge variant, `map.*` with `seed.*`, `report.*` and `info.*`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from judge.engine import Terrain
from judge.mapmaking.reading.facts import (
    FileLine,
    ImportOptions,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
)
from judge.mapmaking.reading.names import ImportNames, names_of
from judge.mapmaking.reading.njudge.known import KNOWN, Known
from judge.mapmaking.reading.njudge.moves import Moves, machiavelli, steps_of
from judge.mapmaking.reading.njudge.options import Options, tell_options
from judge.mapmaking.reading.njudge.report import is_report, names_from, reported_units, units_from
from judge.mapmaking.reading.njudge.sections import (
    MapLine,
    Meaning,
    ProvinceKind,
    province_lines,
    sections_of,
)
from judge.mapmaking.reading.njudge.seed import Seed, is_seed, seed_of
from judge.mapmaking.reading.sources import Source, decoded

_SUFFIX = re.compile(r"(?:map|seed_w|seed|report|info)\.(\w.*)", re.IGNORECASE)
_WATER = {
    "w": "",
    "v": "{} freezes in Fall on njudge; imported as open water",
    "h": "any number of fleets may share {} on njudge; imported as ordinary water",
}
_NEVER = "MO"
_NOBODY = "="


@dataclass(frozen=True, slots=True)
class _Set:
    """The files of one variant, told apart by what is in them and by their names."""

    board: Source
    seed: Source | None
    reports: tuple[Source, ...]
    info: str
    known: Known | None
    name: str


def read_njudge(board: Source, others: Sequence[Source], options: ImportOptions) -> Reading:
    """Return what a map says with the other files; RefusedError on Machiavelli."""
    notes: Notes = []
    found = _sorted_out(board, others, notes)
    duality = options.duality or (found.known is not None and found.known.duality)
    first, second, third = sections_of(board)
    lines = province_lines(first, board.base, _meaning(duality), notes)
    names = names_of(line.province for line in lines)
    pseudo = {line.province.key for line in lines if line.kind.pseudo}
    steps = steps_of(second, Moves(board.base, names, pseudo, _weak, notes))
    centers = {line.province.key for line in lines if line.province.center}
    tell_options(third, Options(board.base, names, centers, notes))
    seed, called = _start(found, lines, names, notes)
    return Reading(
        name=found.name,
        title=_title(found.name),
        spot=FileLine(board.base),
        provinces=tuple(line.province for line in lines if not line.kind.pseudo),
        steps=steps,
        powers=_powers(lines, seed, called, found, notes),
        victory=_victory(found, lines, notes),
        notes=tuple(notes),
        start=seed.phase,
        builds=found.known.builds if found.known else "home",
        story=found.info,
    )


def _suffix(base: str) -> str:
    """Return what the name of a file calls its variant."""
    found = _SUFFIX.fullmatch(base)
    if found:
        return found[1].lower().removesuffix(".txt")
    stem = base.lower().removesuffix(".txt").removesuffix(".map")
    return "standard" if stem in ("map", "") else stem


def _title(name: str) -> str:
    return f"Map {name}" if name.isdigit() else name.replace("_", " ").title()


def _sorted_out(board: Source, others: Sequence[Source], notes: Notes) -> _Set:
    seeds = [one for one in others if is_seed(one)]
    wings = [one for one in seeds if one.base.lower().startswith("seed_w")]
    plain = [one for one in seeds if one not in wings]
    plain.sort(key=lambda one: _suffix(one.base) != _suffix(board.base))
    for one in (*wings, *plain[1:]):
        notes.append(Note(FileLine(one.base), "a second seed; not read"))
    rest = [one for one in others if one not in seeds]
    info = [one for one in rest if one.base.lower().startswith("info")]
    reports = [one for one in rest if one not in info and is_report(one)]
    for one in reports:
        if _is_called_seed(one):
            text = "is no seed, which begins with a phase such as S1901M, but a report"
            notes.append(Note(FileLine(one.base, 1), f"{text}; read as that"))
    for one in rest:
        if one not in (*reports, *info):
            text = "is no report or info of this map; not read"
            if _is_called_seed(one):
                text = "does not begin with a phase such as S1901M; not read"
            notes.append(Note(FileLine(one.base), text))
    name = _suffix((plain[0] if plain else board).base)
    return _Set(
        board=board,
        seed=plain[0] if plain else None,
        reports=tuple(reports),
        info="\n\n".join(decoded(one.raw).strip() for one in info),
        known=KNOWN.get(name) or KNOWN.get(_suffix(board.base)),
        name=name,
    )


def _meaning(duality: bool) -> Meaning:
    def meaning(token: str, name: str, spot: FileLine, notes: Notes) -> ProvinceKind:
        if token[1:2].isdigit():
            seen = f"'{token}' gives a city income"
            raise RefusedError(machiavelli(spot, seen))
        kind = _kind(token[0], name, spot, notes)
        if token[1:2] == "w" and kind.terrain is None and not kind.pseudo:
            if not duality:
                text = f"a fleet in {name} may convoy where DUALITY is on"
                notes.append(Note(spot, f"{text}; imported as off"))
            return replace(kind, convoys=duality)
        return kind

    return meaning


def _kind(letter: str, name: str, spot: FileLine, notes: Notes) -> ProvinceKind:
    if letter in _WATER:
        if text := _WATER[letter]:
            notes.append(Note(spot, text.format(name)))
        return ProvinceKind(Terrain.SEA)
    if letter in "gr":
        return ProvinceKind(None, pseudo=True)
    if letter in _NEVER:
        text = f"{letter} is the Master or an observer, no power"
        notes.append(Note(spot, f"{text}; {name} imported as a center of nobody"))
        return ProvinceKind(None, center=True)
    if letter == "x":
        return ProvinceKind(None, center=True)
    if letter.isascii() and (letter.isupper() or letter.isdigit()):
        return ProvinceKind(None, center=True, letter=letter)
    if letter != "l":
        text = f'"{letter}" is no type known; {name} imported as land without a center'
        notes.append(Note(spot, text))
    return ProvinceKind(None)


def _victory(found: _Set, lines: Sequence[MapLine], notes: Notes) -> int:
    if found.known is not None:
        return found.known.victory
    victory = sum(line.province.center for line in lines) // 2 + 1
    text = "no file of njudge says how many centers win and where powers build; taken"
    text = f"{text} as more than half of them ({victory}) and in home centers"
    notes.append(Note(FileLine(found.board.base), text))
    return victory


def _weak(_modifier: str, start: str, end: str) -> str:
    one, other = sorted((start, end))
    return f"armies cross {one}-{other} with reduced strength; imported as an ordinary border"


def _start(
    found: _Set, lines: Sequence[MapLine], names: ImportNames, notes: Notes
) -> tuple[Seed, dict[str, str]]:
    """Return the start, and the names of powers that a report tells."""
    reported = [unit for one in found.reports for unit in reported_units(one, names)]
    if found.seed is not None:
        seed = seed_of(found.seed, names, len(lines), notes)
        return seed, names_from(reported, seed.units, notes)
    letters = _letters_by_name({unit.power for unit in reported}, found, lines)
    called: dict[str, str] = {}
    for unit in reported:
        if letter := letters.get(unit.power.casefold()):
            called.setdefault(letter, unit.power)
    misplaced = {one.base for one in found.reports if _is_called_seed(one)}
    told = [unit for unit in reported if unit.spot.file in misplaced]
    text = "no seed is given, so there are no units; name seed.* as well"
    if told:
        text = "no seed is given; the units are those of the report"
    notes.append(Note(FileLine(found.board.base), f"{text}; the game starts in Spring 1901"))
    return Seed(units=units_from(told, letters, notes)), called


def _is_called_seed(source: Source) -> bool:
    return source.base.lower().startswith("seed")


def _letters_by_name(
    powers: Iterable[str], found: _Set, lines: Sequence[MapLine]
) -> dict[str, str]:
    """Return the letters of powers: as njudge has them, or the first one if unique."""
    known = found.known.names if found.known else {}
    letters = {name.casefold(): letter for letter, name in known.items()}
    of_types = {line.kind.letter for line in lines}
    firsts = [power[0].upper() for power in powers]
    for power in powers:
        first = power[0].upper()
        if first in of_types and firsts.count(first) == 1:
            letters.setdefault(power.casefold(), first)
    return letters


def _powers(
    lines: Sequence[MapLine], seed: Seed, called: dict[str, str], found: _Set, notes: Notes
) -> tuple[PowerFact, ...]:
    types = "".join(line.kind.letter or "." for line in lines)
    homes = seed.homes or types
    seen = (*types, *homes, *seed.units, *(seed.owners or ""))
    spot = FileLine(found.board.base)
    powers = []
    for letter in filter(_is_power, dict.fromkeys(seen)):
        own = _held(homes, letter, lines)
        name = called.get(letter) or _known_name(letter, own, found, lines)
        if not name:
            text = f"no file says how power {letter} is called"
            notes.append(Note(spot, f"{text}; write its name into the variant"))
        powers.append(
            PowerFact(
                name=name or f"Power {letter}",
                adjective="",
                letter=letter,
                spot=spot,
                homes=own,
                owned=None if seed.owners is None else _held(seed.owners, letter, lines),
                units=tuple(seed.units.get(letter, ())),
            )
        )
    if units := seed.units.get(_NOBODY):
        spot = units[0].spot
        neutral = PowerFact("Neutral", "", "", spot, units=tuple(units), played=False)
        powers.append(neutral)
    return tuple(powers)


def _is_power(letter: str) -> bool:
    fit = letter.isascii() and letter.isalnum() and not letter.islower()
    return fit and letter not in _NEVER


def _known_name(letter: str, own: Sequence[str], found: _Set, lines: Sequence[MapLine]) -> str:
    """Return a name from njudge's program, where Chaos has powers called by homes."""
    if found.known is None:
        return ""
    if not found.known.powers and len(own) == 1:
        return next(line.province.name for line in lines if line.province.key == own[0])
    return found.known.names.get(letter, "")


def _held(letters: str, letter: str, lines: Sequence[MapLine]) -> tuple[str, ...]:
    return tuple(
        line.province.key
        for line, one in zip(lines, letters, strict=False)
        if one == letter and not line.kind.pseudo
    )
