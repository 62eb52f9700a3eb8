"""The files of a njudge variant: `map.*` with `seed.*`, `report.*` and `info.*`."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.boards import listed
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    FileLine,
    ImportNames,
    ImportOptions,
    Mention,
    Note,
    Notes,
    PowerFact,
    ProvinceFact,
    Reading,
    RefusedError,
    Source,
    Step,
    UnitFact,
    coast_of,
    decoded,
    lines_of,
    mentions,
    names_of,
    place,
    unknown,
)

Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class ProvinceKind:
    """What a type token says of a province.

    `letter` is the power whose home it is. A pseudo province is the name of a passage
    or of a railway, and no place.
    """

    terrain: Terrain | None
    center: bool = False
    letter: str = ""
    convoys: bool = False
    pseudo: bool = False


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line of the first section; its key is that of its province."""

    province: ProvinceFact
    kind: ProvinceKind


Meaning = Callable[[str, str, FileLine, Notes], ProvinceKind]


def sections_of(source: Source) -> tuple[list[Numbered], ...]:
    """Return the lines of the three sections; each ends at a line that begins `-`."""
    sections: list[list[Numbered]] = [[]]
    for number, line in lines_of(source):
        if line.startswith("-"):
            sections.append([])
        else:
            sections[-1].append((number, line))
    return tuple([*sections, [], [], []][:3])


def counting(lines: Iterable[Numbered]) -> list[Numbered]:
    """Return the lines that begin with a letter or digit; others are comments."""
    return [(number, line) for number, line in lines if line[:1].isalnum()]


def province_lines(
    lines: Iterable[Numbered], file: str, meaning: Meaning, notes: Notes
) -> list[MapLine]:
    """Return the provinces of the first section, in their order."""
    found: list[MapLine] = []
    for number, line in counting(lines):
        spot = FileLine(file, number)
        name, comma, rest = line.partition(",")
        token, *words = rest.split() or [""]
        name = " ".join(name.split())
        if not comma or not token:
            text = f'"{line}" is no province; write "Name, type abbreviation"'
            notes.append(Note(spot, text))
            continue
        if not words:
            notes.append(Note(spot, f"{name} has no abbreviation; one was made up"))
        kind = meaning(token, name, spot, notes)
        province = ProvinceFact(
            key=f"{len(found)} {name}",
            name=name,
            words=tuple(words),
            terrain=kind.terrain,
            spot=spot,
            center=kind.center,
            convoys=kind.convoys,
        )
        found.append(MapLine(province, kind))
    return found


_MOVE_KINDS = "mxnsewc"
_WEAK = "mhl"


@dataclass(frozen=True, slots=True)
class Moves:
    """What reading the moves needs: the words of the provinces, and what to note.

    `weak(modifier, start, end)` is what is lost with a crossing that is marked.
    """

    file: str
    names: ImportNames
    pseudo: Collection[str]
    weak: Callable[[str, str, str], str]
    notes: Notes


@dataclass(frozen=True, slots=True)
class _Head:
    """The beginning of a line: its province, the letter of its kind, as it stands.

    `rest` is what follows it.
    """

    key: str
    kind: str
    text: str
    rest: str


def steps_of(lines: Iterable[Numbered], moves: Moves) -> tuple[Step, ...]:
    """Return all moves that the lines list; RefusedError on Machiavelli's."""
    steps: list[Step] = []
    shores: dict[str, set[str]] = {}
    for number, line in counting(lines):
        spot = FileLine(moves.file, number)
        head = _head(line, spot, moves)
        if head is None:
            continue
        if head.kind == "c":
            raise RefusedError(machiavelli(spot, f'"{line}" is a conduit'))
        if head.kind != "m":
            shores.setdefault(head.key, set()).add(coast_of(head.kind))
        found = mentions(head.rest, moves.names)
        steps += _steps(head, found, spot, moves)
    for key, codes in shores.items():
        if "" in codes and len(codes) > 1:
            name = moves.names.display[key]
            text = f"{name} has moves of fleets with a coast and without (xc)"
            moves.notes.append(Note(FileLine(moves.file), text))
    return tuple(steps)


def machiavelli(spot: FileLine, seen: str) -> str:
    """Return that a map is of another game, and by what that was seen."""
    return (
        f"{spot.file}: This is a Machiavelli map (line {spot.line}: {seen}). The judge "
        "plays Diplomacy variants only; nothing was imported."
    )


def _head(line: str, spot: FileLine, moves: Moves) -> _Head | None:
    """Return the province and kind of a line; a name may itself hold a `-`."""
    best: _Head | None = None
    for at, sign in enumerate(line):
        key = moves.names.key(line[:at]) if sign == "-" else ""
        kind = line[at + 1 : at + 2].lower()
        if key and kind.strip():
            best = _Head(key, kind, _short(line), _after(line[at + 1 :]))
    if best is None:
        name, dash, _ = line.partition("-")
        what = f'"{line}" is no move, such as "ald-mv: bir"; left out'
        if dash:
            what = f'"{_short(line)}" is of {unknown(name.strip(), moves.names)}'
        moves.notes.append(Note(spot, what))
    elif best.kind not in _MOVE_KINDS:
        text = f'"{_short(line)}" is of no kind of move known (mv, xc, nc, sc, ec, wc)'
        moves.notes.append(Note(spot, f"{text}; left out"))
        return None
    return best


def _after(text: str) -> str:
    """Return what follows the kind; a forgotten colon is no matter."""
    for at, sign in enumerate(text):
        if sign == ":" or sign.isspace():
            return text[at:].strip().removeprefix(":")
    return ""


def _short(line: str) -> str:
    return line.partition(":")[0].strip()


def _steps(head: _Head, found: Iterable[Mention], spot: FileLine, moves: Moves) -> Iterator[Step]:
    army = head.kind == "m"
    start = (head.key, "" if army else coast_of(head.kind))
    line = f'"{head.text}"'
    for mention in found:
        if not mention.key:
            text = f"{line} lists {unknown(mention.text, moves.names)}"
            moves.notes.append(Note(spot, text))
        elif mention.key in moves.pseudo or head.key in moves.pseudo:
            continue
        elif army:
            _tell_army_modifier(head, mention, spot, moves)
            yield Step(UnitKind.ARMY, start, (mention.key, ""), spot)
        else:
            coast = _fleet_coast(line, mention, spot, moves)
            yield Step(UnitKind.FLEET, start, (mention.key, coast), spot)


def _tell_army_modifier(head: _Head, mention: Mention, spot: FileLine, moves: Moves) -> None:
    modifier = mention.modifier
    if not modifier:
        return
    if modifier[0] == "c":
        raise RefusedError(machiavelli(spot, f'"{mention.text}"'))
    names = moves.names.display
    if modifier[0] in _WEAK:
        text = moves.weak(modifier, names[head.key], names[mention.key])
        if all(note.text != text for note in moves.notes):
            moves.notes.append(Note(spot, text))
    else:
        text = f'an army needs no "/{modifier}" ("{mention.text}"); passed over'
        moves.notes.append(Note(spot, text))


def _fleet_coast(line: str, mention: Mention, spot: FileLine, moves: Moves) -> str:
    modifier = mention.modifier
    if modifier[:1] == "c":
        raise RefusedError(machiavelli(spot, f'"{mention.text}"'))
    if modifier and modifier[0] != "x" and not coast_of(modifier):
        text = f'{line} lists "{mention.text}", which names no coast; read without'
        moves.notes.append(Note(spot, text))
    return coast_of(modifier)


_OF_MACHIAVELLI = {
    "F": "famine",
    "P": "plague",
    "S": "storms",
    "V": "income",
    "L": "limits of units",
}
_EXTRA = re.compile(r"([A-Z0-9])\W*\s(\d+)$")


@dataclass(frozen=True, slots=True)
class Options:
    """What reading the options needs; `centers` are the keys of all centers."""

    file: str
    names: ImportNames
    centers: Collection[str]
    notes: Notes

    def note(self, number: int, text: str) -> None:
        """Add a note on a line."""
        self.notes.append(Note(FileLine(self.file, number), text))


def tell_options(lines: Iterable[Numbered], options: Options) -> None:
    """Note what the options of a map say; RefusedError on those of Machiavelli."""
    rest = list(lines)
    while rest:
        number, line = rest.pop(0)
        if not line or line[0].isspace() or line[0] == "#":
            continue
        letter = line[0]
        if letter in _OF_MACHIAVELLI:
            what = f'"{line}" begins a list of {_OF_MACHIAVELLI[letter]}'
            raise RefusedError(machiavelli(FileLine(options.file, number), what))
        if letter in "CO":
            _tell_centers(_indented(rest), options, number, centers=letter == "C")
        elif letter in "HGRE":
            for at, text in _extras(rest) if letter == "E" else _listed(rest):
                _tell_one(letter, text, options, at)
        else:
            options.note(number, f'"{line}" is no option known; left out')


def _indented(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and rest[0][1][:1].isspace():
        found.append(rest.pop(0))
    return found


def _extras(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and _EXTRA.match(rest[0][1].strip()):
        number, line = rest.pop(0)
        found.append((number, line.strip()))
    return found


def _listed(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and rest[0][1][:1] not in ("", "#"):
        number, line = rest.pop(0)
        found.append((number, line.strip()))
    return found


def _tell_centers(lines: list[Numbered], options: Options, header: int, *, centers: bool) -> None:
    if not centers:
        return
    seen: set[str] = set()
    for number, line in lines:
        for mention in mentions(line, options.names):
            if not mention.key:
                what = unknown(mention.text, options.names)
                options.note(number, f"the list of centers has {what}")
            elif mention.key not in options.centers:
                name = options.names.display[mention.key]
                options.note(number, f"{name} is listed as a center, but is none")
            seen.add(mention.key)
    missing = [key for key in options.centers if key not in seen]
    if missing and seen:
        names = listed(options.names.display[key] for key in missing)
        options.note(header, f"the list of centers is without {names}")


def _tell_one(letter: str, line: str, options: Options, number: int) -> None:
    head, _, tail = (part.strip() for part in line.partition(":"))
    if letter == "H":
        text = f"{_way(tail, options)} may be held by {head}, for whom it does not"
        text = f"{text} count; imported as an ordinary center, see rules.worthless"
    elif letter == "R":
        powers, _, way = tail.partition(" ")
        text = f"railway {_way(way, options)} for {powers} ({head}) left out,"
        text = f"{text} see rules.railway"
    elif letter == "G":
        keeper, _, ends = tail.partition(" ")
        text = f"passage {_way(ends, options)} needs leave of the unit in"
        text = f"{text} {_way(keeper, options)}; imported as open, see rules.canal"
    else:
        power, _, units = line.partition(" ")
        text = f"{power} may have {units.strip()} units more than centers; left out"
    options.note(number, text)


def _way(text: str, options: Options) -> str:
    """Return a list of places by their names."""
    display = options.names.display
    named = [display.get(one.key, one.text) for one in mentions(text, options.names)]
    return "-".join(named) or "nothing"


_REPORTED_UNIT = re.compile(r"\s*([^\W\d_][^:]*?|\d[^:]*?):\s*(Army|Fleet|Wing)\s+(\S.*?)\s*$")
_REMARK = re.compile(r"\([^)]*\)")
_REPORTED_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}

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
    return any(_REPORTED_UNIT.match(line) for _, line in lines_of(source))


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
        if not letter or not unit.key or unit.kind not in _REPORTED_KINDS:
            what = f"the {unit.kind.lower()} of {unit.power}"
            why = "is nowhere on the map" if letter else "is of no known power"
            notes.append(Note(unit.spot, f"{what} {why}; left out"))
            continue
        fact = UnitFact(_REPORTED_KINDS[unit.kind], (unit.key, unit.coast), unit.spot)
        units.setdefault(letter, []).append(fact)
    return units


def _letter(power: str, found: Mapping[str, str]) -> str:
    return next(letter for letter, name in found.items() if name == power)


def _reported(source: Source, names: ImportNames) -> Iterator[Reported]:
    for number, line in lines_of(source):
        if not (found := _REPORTED_UNIT.match(line)):
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


_PHASE = re.compile(r"\s*([SFUW])(\d{4})([A-Z])\b")
_SEED_UNIT = re.compile(r"([A-Z0-9=&])(\S)\s*(?:[a-z]\s*)?([A-Z])\s+(\S.*)$")
_DUCATS = re.compile(r"\bD:\s*\d+\s*$")
_GROUP = re.compile(r"([NnOH]):\s?(.*)$")
_SEASONS = {"S": Season.SPRING, "F": Season.FALL, "U": Season.FALL, "W": Season.WINTER}
_NO_UNITS = {"W": "a wing", "T": "an army-and-fleet", "R": "artillery"}
_UNIT_KINDS = {"A": UnitKind.ARMY, "F": UnitKind.FLEET}


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
            _read_unit(line.strip(), FileLine(source.base, number), seed, names, notes)
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


def _read_unit(line: str, spot: FileLine, seed: Seed, names: ImportNames, notes: Notes) -> None:
    found = _SEED_UNIT.match(line)
    owner, status, letter = found.group(1, 2, 3) if found else ("", "", "")
    if status == "m" or owner == "&" or letter == "G" or _DUCATS.search(line):
        raise RefusedError(machiavelli(spot, f'"{line}"'))
    if found is None:
        notes.append(Note(spot, f'"{line}" is no unit, such as "R: A Alder"; left out'))
        return
    where = place(found[4], names)
    if not where.key:
        notes.append(Note(spot, f'"{line}" is in {unknown(where.text, names)}'))
    elif letter not in _UNIT_KINDS:
        what = _NO_UNITS.get(letter, "no army or fleet")
        notes.append(Note(spot, f'"{line}" is {what}; left out'))
    else:
        unit = UnitFact(_UNIT_KINDS[letter], (where.key, coast_of(where.modifier)), spot)
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


_STANDARD = "A=Austria E=England F=France G=Germany I=Italy R=Russia T=Turkey"
_CROWDED = f"{_STANDARD} B=Balkan L=Lowland N=Norway S=Spain"
_HUNDRED = "B=Burgundy E=England F=France"
_MINOR = (
    "B=Belgium C=Greece D=Denmark H=Holland L=Bulgaria N=Spain P=Portugal S=Serbia "
    "U=Rumania W=Sweden X=Tunis Y=Norway"
)
_ROOTZ = (
    "A=Austria1 E=England1 F=France1 G=Germany1 I=Italy1 R=Russia1 T=Turkey1 "
    "1=Austria2 2=England2 3=France2 4=Germany2 5=Italy2 6=Russia2 7=Turkey2"
)
_COLONIAL = "B=Britain C=China F=France H=Holland J=Japan R=Russia T=Turkey"
_SAILHO = "E=East N=North S=South W=West"


@dataclass(frozen=True, slots=True)
class Known:
    """A variant's victory, builds, powers (letter=name), and whether it is dual."""

    victory: int
    powers: str
    builds: str = "home"
    duality: bool = False

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the powers by letter; a name may have blanks."""
        found: dict[str, str] = {}
        letter = ""
        for word in self.powers.split():
            head, sign, tail = word.partition("=")
            if sign:
                letter = head
                found[letter] = tail
            else:
                found[letter] += f" {word}"
        return found


KNOWN: dict[str, Known] = {
    **dict.fromkeys(
        ("standard", "1898", "fleet_rome", "milan", "shift_left", "shift_right", "shift_around"),
        Known(18, _STANDARD),
    ),
    "britain": Known(19, _STANDARD),
    "wraparound": Known(19, _STANDARD),
    "wraparound2": Known(19, _STANDARD),
    "pure": Known(4, _STANDARD),
    "layered": Known(35, _STANDARD),
    "youngstown": Known(37, f"{_STANDARD} C=China N=India J=Japan"),
    "loeb9": Known(20, f"{_STANDARD} N=Norway S=Spain"),
    "crowded": Known(18, _CROWDED),
    "crowded_1898": Known(18, _CROWDED),
    "minorpower": Known(18, f"{_STANDARD} {_MINOR}"),
    "rootz": Known(28, _ROOTZ),
    "chaos": Known(18, "", builds="owned"),
    "aberration": Known(
        27,
        "B=Burgundy C=Sicily E=Eire H=Hungary I=Israel P=Poland S=Spain U=Ukraine Z=Byzantium",
        builds="aberration",
    ),
    "chromatic": Known(11, "B=Blue D=Dark L=Light R=Red Y=Yellow"),
    "asia": Known(21, "C=China I=Indonesia J=Japan N=India P=Persia R=Russia S=Siberia"),
    "modern": Known(
        33,
        "B=Britain E=Egypt F=France G=Germany I=Italy P=Poland R=Russia S=Spain T=Turkey U=Ukraine",
    ),
    "colonial": Known(30, _COLONIAL, duality=True),
    "colonial96": Known(30, _COLONIAL, duality=True),
    "h31": Known(9, _HUNDRED, builds="owned"),
    "h32": Known(9, _HUNDRED, builds="owned"),
    "classical": Known(18, "A=Macedon C=Carthage E=Egypt R=Rome S=Syria", builds="aberration"),
    "empire": Known(
        29,
        "B=British Columbia C=California F=Florida H=Heartland N=New York P=Peru "
        "Q=Quebec T=Texas U=Cuba X=Mexico",
    ),
    "african2": Known(19, "A=South Africa E=Ethiopia I=Ivory Coast L=Libya S=Saudi Arabia Z=Zaire"),
    "sailho": Known(9, _SAILHO),
    "sailho_crowded": Known(10, f"{_SAILHO} C=Cyprus D=Dissentos"),
    "ancient_med": Known(18, "C=Carthage E=Egypt G=Greece P=Persia R=Rome", duality=True),
}


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
