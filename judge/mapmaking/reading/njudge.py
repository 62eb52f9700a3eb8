"""Read the files of a njudge variant: `map.*` with `seed.*`, `report.*` and `info.*`."""

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
    """The meaning of a province's type token."""

    terrain: Terrain | None
    center: bool = False
    #: The letter of the power whose home it is, or "".
    letter: str = ""
    convoys: bool = False
    #: Whether it is no place, but the name of a passage or a railway.
    pseudo: bool = False


@dataclass(frozen=True, slots=True)
class MapLine:
    """A province of the first section, with the meaning of its type token."""

    province: ProvinceFact
    kind: ProvinceKind


KindReader = Callable[[str, str, FileLine, Notes], ProvinceKind]


def sections_of(source: Source) -> tuple[list[Numbered], ...]:
    """Return the lines of the three sections; a line that begins with `-` ends a section."""
    sections: list[list[Numbered]] = [[]]
    for number, line in lines_of(source):
        if line.startswith("-"):
            sections.append([])
        else:
            sections[-1].append((number, line))
    return tuple([*sections, [], [], []][:3])


def without_comments(lines: Iterable[Numbered]) -> list[Numbered]:
    """Return the lines that begin with a letter or digit; others are comments."""
    return [(number, line) for number, line in lines if line[:1].isalnum()]


def province_lines(
    lines: Iterable[Numbered], file: str, kind_reader: KindReader, notes: Notes
) -> list[MapLine]:
    """Return the provinces of the first section, in sequence."""
    map_lines: list[MapLine] = []
    for number, line in without_comments(lines):
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
        kind = kind_reader(token, name, spot, notes)
        province = ProvinceFact(
            key=f"{len(map_lines)} {name}",
            name=name,
            words=tuple(words),
            terrain=kind.terrain,
            spot=spot,
            center=kind.center,
            convoys=kind.convoys,
        )
        map_lines.append(MapLine(province, kind))
    return map_lines


_MOVE_KINDS = "mxnsewc"
_WEAK = "mhl"


@dataclass(frozen=True, slots=True)
class Moves:
    """The facts needed to read the moves of the second section."""

    file: str
    names: ImportNames
    #: The keys of pseudo provinces.
    pseudo: Collection[str]
    #: Returns the note on a border with a modifier, for (modifier, start, end).
    weak: Callable[[str, str, str], str]
    notes: Notes


@dataclass(frozen=True, slots=True)
class _Head:
    """The beginning of a line of moves."""

    #: The province, and the letter of the kind of moves.
    key: str
    kind: str
    #: The beginning as it is written.
    text: str
    #: The list after it.
    rest: str


def steps_of(lines: Iterable[Numbered], moves: Moves) -> tuple[Step, ...]:
    """Return the moves of all lines; RefusedError for a Machiavelli map."""
    steps: list[Step] = []
    shores: dict[str, set[str]] = {}
    for number, line in without_comments(lines):
        spot = FileLine(moves.file, number)
        head = _head(line, spot, moves)
        if head is None:
            continue
        if head.kind == "c":
            raise RefusedError(machiavelli(spot, f'"{line}" is a conduit'))
        if head.kind != "m":
            shores.setdefault(head.key, set()).add(coast_of(head.kind))
        places = mentions(head.rest, moves.names)
        steps += _steps(head, places, spot, moves)
    for key, codes in shores.items():
        if "" in codes and len(codes) > 1:
            name = moves.names.display[key]
            text = f"{name} has moves of fleets with a coast and without (xc)"
            moves.notes.append(Note(FileLine(moves.file), text))
    return tuple(steps)


def machiavelli(spot: FileLine, seen: str) -> str:
    """Return the message that a map is of Machiavelli; `seen` is the text that shows it."""
    return (
        f"{spot.file}: This is a Machiavelli map (line {spot.line}: {seen}). The judge "
        "plays Diplomacy variants only; nothing was imported."
    )


def _head(line: str, spot: FileLine, moves: Moves) -> _Head | None:
    """Return the beginning of a line; the name of a province may contain a `-`."""
    best: _Head | None = None
    for at, char in enumerate(line):
        key = moves.names.key(line[:at]) if char == "-" else ""
        kind = line[at + 1 : at + 2].lower()
        if key and kind.strip():
            best = _Head(key, kind, _short(line), _behind_kind(line[at + 1 :]))
    if best is None:
        name, dash, _ = line.partition("-")
        text = f'"{line}" is no move, such as "ald-mv: bir"; left out'
        if dash:
            text = f'"{_short(line)}" is of {unknown(name.strip(), moves.names)}'
        moves.notes.append(Note(spot, text))
    elif best.kind not in _MOVE_KINDS:
        text = f'"{_short(line)}" is of no kind of move known (mv, xc, nc, sc, ec, wc)'
        moves.notes.append(Note(spot, f"{text}; left out"))
        return None
    return best


def _behind_kind(text: str) -> str:
    """Return the text after the kind of a line; its colon may be missing."""
    for at, char in enumerate(text):
        if char == ":" or char.isspace():
            return text[at:].strip().removeprefix(":")
    return ""


def _short(line: str) -> str:
    """Return the beginning of a line up to its colon."""
    return line.partition(":")[0].strip()


def _steps(
    head: _Head, list_of_mentions: Iterable[Mention], spot: FileLine, moves: Moves
) -> Iterator[Step]:
    """Yield the moves of one line."""
    army = head.kind == "m"
    start = (head.key, "" if army else coast_of(head.kind))
    line = f'"{head.text}"'
    for mention in list_of_mentions:
        if not mention.key:
            text = f"{line} lists {unknown(mention.text, moves.names)}"
            moves.notes.append(Note(spot, text))
        elif mention.key in moves.pseudo or head.key in moves.pseudo:
            continue
        elif army:
            _note_army_modifier(head, mention, spot, moves)
            yield Step(UnitKind.ARMY, start, (mention.key, ""), spot)
        else:
            coast = _fleet_coast(line, mention, spot, moves)
            yield Step(UnitKind.FLEET, start, (mention.key, coast), spot)


def _note_army_modifier(head: _Head, mention: Mention, spot: FileLine, moves: Moves) -> None:
    """Note the modifier of an army's move, which we do not have."""
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
    """Return the coast at which a fleet's move ends, or ""."""
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
    """The facts needed to read the options of the third section."""

    file: str
    names: ImportNames
    #: The keys of all centers.
    centers: Collection[str]
    notes: Notes

    def note(self, number: int, text: str) -> None:
        """Add a note on a line."""
        self.notes.append(Note(FileLine(self.file, number), text))


def note_options(lines: Iterable[Numbered], options: Options) -> None:
    """Note the options of a map, which are not imported; RefusedError for those of Machiavelli."""
    rest = list(lines)
    while rest:
        number, line = rest.pop(0)
        if not line or line[0].isspace() or line[0] == "#":
            continue
        letter = line[0]
        if letter in _OF_MACHIAVELLI:
            text = f'"{line}" begins a list of {_OF_MACHIAVELLI[letter]}'
            raise RefusedError(machiavelli(FileLine(options.file, number), text))
        if letter in "CO":
            _note_centers(_indented(rest), options, number, centers=letter == "C")
        elif letter in "HGRE":
            for at, text in _extras(rest) if letter == "E" else _listed(rest):
                _note_option(letter, text, options, at)
        else:
            options.note(number, f'"{line}" is no option known; left out')


def _indented(rest: list[Numbered]) -> list[Numbered]:
    """Take the indented lines from the beginning of the rest."""
    lines = []
    while rest and rest[0][1][:1].isspace():
        lines.append(rest.pop(0))
    return lines


def _extras(rest: list[Numbered]) -> list[Numbered]:
    """Take the lines of option E from the beginning of the rest."""
    lines = []
    while rest and _EXTRA.match(rest[0][1].strip()):
        number, line = rest.pop(0)
        lines.append((number, line.strip()))
    return lines


def _listed(rest: list[Numbered]) -> list[Numbered]:
    """Take the lines up to an empty line or a comment from the beginning of the rest."""
    lines = []
    while rest and rest[0][1][:1] not in ("", "#"):
        number, line = rest.pop(0)
        lines.append((number, line.strip()))
    return lines


def _note_centers(lines: list[Numbered], options: Options, header: int, *, centers: bool) -> None:
    """Note the differences between the list of centers and the centers of the map."""
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


def _note_option(letter: str, line: str, options: Options, number: int) -> None:
    """Note one line of an option."""
    head, _, tail = (part.strip() for part in line.partition(":"))
    if letter == "H":
        text = f"{_places_in_words(tail, options)} may be held by {head}, for whom it does not"
        text = f"{text} count; imported as an ordinary center, see rules.worthless"
    elif letter == "R":
        powers, _, way = tail.partition(" ")
        text = f"railway {_places_in_words(way, options)} for {powers} ({head}) left out,"
        text = f"{text} see rules.railway"
    elif letter == "G":
        keeper, _, ends = tail.partition(" ")
        text = f"passage {_places_in_words(ends, options)} needs leave of the unit in"
        text = f"{text} {_places_in_words(keeper, options)}; imported as open, see rules.canal"
    else:
        power, _, units = line.partition(" ")
        text = f"{power} may have {units.strip()} units more than centers; left out"
    options.note(number, text)


def _places_in_words(text: str, options: Options) -> str:
    """Return a list of places by their names, joined by `-`."""
    display = options.names.display
    names = [display.get(place_.key, place_.text) for place_ in mentions(text, options.names)]
    return "-".join(names) or "nothing"


_REPORTED_UNIT = re.compile(r"\s*([^\W\d_][^:]*?|\d[^:]*?):\s*(Army|Fleet|Wing)\s+(\S.*?)\s*$")
_REMARK = re.compile(r"\([^)]*\)")
_REPORTED_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}

Units = Mapping[str, Sequence[UnitFact]]


@dataclass(frozen=True, slots=True)
class Reported:
    """A unit of a report; its key is "" if its place is not on the map."""

    power: str
    kind: str
    key: str
    coast: str
    spot: FileLine


def is_report(source: Source) -> bool:
    """Return whether a file has a line with a unit as reports have."""
    return any(_REPORTED_UNIT.match(line) for _, line in lines_of(source))


def reported_units(source: Source, names: ImportNames) -> list[Reported]:
    """Return the units of a report."""
    return list(_reported(source, names))


def names_from(reported: Sequence[Reported], units: Units, notes: Notes) -> dict[str, str]:
    """Return the powers' names by letter, from a report.

    A letter gets the name of the reported power that has a unit at the same place. Names that do
    not fit exactly one letter are left out, and noted.
    """
    letter_at = {unit.place[0]: letter for letter, owned in units.items() for unit in owned}
    name_of: dict[str, str] = {}
    doubtful: set[str] = set()
    for unit in reported:
        letter = letter_at.get(unit.key, "")
        if not letter:
            continue
        name = name_of.setdefault(letter, unit.power)
        if name != unit.power or _letter(unit.power, name_of) != letter:
            text = f"{unit.power} is told to have a unit of {letter}, as {name} has"
            notes.append(Note(unit.spot, f"{text}; no name taken from it"))
            doubtful |= {other for other, name in name_of.items() if name == unit.power}
            doubtful.add(letter)
    return {letter: name for letter, name in name_of.items() if letter not in doubtful}


def units_from(
    reported: Sequence[Reported], letters: Mapping[str, str], notes: Notes
) -> dict[str, list[UnitFact]]:
    """Return the units of a report by letter, for the powers whose letter is known."""
    units: dict[str, list[UnitFact]] = {}
    for unit in reported:
        letter = letters.get(unit.power.casefold(), "")
        if not letter or not unit.key or unit.kind not in _REPORTED_KINDS:
            unit_text = f"the {unit.kind.lower()} of {unit.power}"
            reason = "is nowhere on the map" if letter else "is of no known power"
            notes.append(Note(unit.spot, f"{unit_text} {reason}; left out"))
            continue
        fact = UnitFact(_REPORTED_KINDS[unit.kind], (unit.key, unit.coast), unit.spot)
        units.setdefault(letter, []).append(fact)
    return units


def _letter(power: str, name_of: Mapping[str, str]) -> str:
    """Return the letter under which a power's name was entered."""
    return next(letter for letter, name in name_of.items() if name == power)


def _reported(source: Source, names: ImportNames) -> Iterator[Reported]:
    """Yield the units of a report."""
    for number, line in lines_of(source):
        if not (match := _REPORTED_UNIT.match(line)):
            continue
        location = place(match[3].rstrip(".").strip(), names)
        if not location.key:
            plain = _REMARK.sub(" ", _keeping_coast(match[3]))
            location = place(plain.strip().rstrip(".").strip(), names)
        power = " ".join(match[1].split())
        coast = coast_of(location.modifier)
        spot = FileLine(source.base, number)
        yield Reported(power, match[2], location.key, coast, spot)


def _keeping_coast(text: str) -> str:
    """Return the text with a coast in parentheses changed to `/n` and the like."""
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
    """The content of a seed."""

    phase: Phase = FIRST_PHASE
    #: The units by letter of the power.
    units: dict[str, list[UnitFact]] = field(default_factory=dict)
    #: The letters of owners and of home powers, one for each province line of the map.
    owners: str | None = None
    homes: str = ""


def is_seed(source: Source) -> bool:
    """Return whether the first line with text is a phase."""
    first = next((line for _, line in lines_of(source) if line.strip()), "")
    return _PHASE.match(first) is not None


def seed_of(source: Source, names: ImportNames, provinces: int, notes: Notes) -> Seed:
    """Return the content of a seed; `provinces` is the number of province lines of its map."""
    lines = [line for line in lines_of(source) if line[1].strip()]
    seed = Seed(phase=_phase(lines[0], source.base, notes))
    rest = lines[1:]
    while rest and not rest[0][1].startswith("-"):
        number, line = rest.pop(0)
        if line[0] != "#":
            _read_unit(line.strip(), FileLine(source.base, number), seed, names, notes)
    _read_owners(rest[1:], source.base, provinces, seed, notes)
    return seed


def _phase(line: Numbered, file: str, notes: Notes) -> Phase:
    """Return the first phase of a seed."""
    number, text = line
    spot = FileLine(file, number)
    match = _PHASE.match(text)
    assert match is not None
    if match[3] == "A":
        raise RefusedError(machiavelli(spot, f'the phase "{text.strip()}"'))
    if match[1] == "U" or match[3] not in "MB":
        described = f'the first phase "{text.strip()}" is none of ours'
        notes.append(Note(spot, f"{described}; taken for movement in Spring or Fall"))
    year = int(match[2])
    if match[3] == "B" or match[1] == "W":
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return Phase(_SEASONS[match[1]], year, PhaseKind.MOVEMENT)


def _read_unit(line: str, spot: FileLine, seed: Seed, names: ImportNames, notes: Notes) -> None:
    """Add the unit of a line to the seed."""
    match = _SEED_UNIT.match(line)
    owner, status, letter = match.group(1, 2, 3) if match else ("", "", "")
    if status == "m" or owner == "&" or letter == "G" or _DUCATS.search(line):
        raise RefusedError(machiavelli(spot, f'"{line}"'))
    if match is None:
        notes.append(Note(spot, f'"{line}" is no unit, such as "R: A Alder"; left out'))
        return
    location = place(match[4], names)
    if not location.key:
        notes.append(Note(spot, f'"{line}" is in {unknown(location.text, names)}'))
    elif letter not in _UNIT_KINDS:
        description = _NO_UNITS.get(letter, "no army or fleet")
        notes.append(Note(spot, f'"{line}" is {description}; left out'))
    else:
        unit = UnitFact(_UNIT_KINDS[letter], (location.key, coast_of(location.modifier)), spot)
        seed.units.setdefault(owner, []).append(unit)


def _read_owners(
    lines: Sequence[Numbered], file: str, provinces: int, seed: Seed, notes: Notes
) -> None:
    """Add the owners and homes to the seed."""
    if not lines or lines[0][1].startswith("-"):
        return
    number, text = lines[0]
    if _GROUP.match(text):
        groups: dict[str, str] = {}
        for _, line in lines:
            if match := _GROUP.match(line):
                groups[match[1]] = groups.get(match[1], "") + match[2].strip()
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
class KnownVariant:
    """Facts of a variant that njudge has in its program, not in files."""

    victory: int
    #: Letters and names of powers: `A=Austria E=England`.
    powers: str
    builds: str = "home"
    duality: bool = False

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the powers by letter; a name may have spaces."""
        name_of: dict[str, str] = {}
        letter = ""
        for word in self.powers.split():
            before, sign, after = word.partition("=")
            if sign:
                letter = before
                name_of[letter] = after
            else:
                name_of[letter] += f" {word}"
        return name_of


KNOWN: dict[str, KnownVariant] = {
    **dict.fromkeys(
        ("standard", "1898", "fleet_rome", "milan", "shift_left", "shift_right", "shift_around"),
        KnownVariant(18, _STANDARD),
    ),
    "britain": KnownVariant(19, _STANDARD),
    "wraparound": KnownVariant(19, _STANDARD),
    "wraparound2": KnownVariant(19, _STANDARD),
    "pure": KnownVariant(4, _STANDARD),
    "layered": KnownVariant(35, _STANDARD),
    "youngstown": KnownVariant(37, f"{_STANDARD} C=China N=India J=Japan"),
    "loeb9": KnownVariant(20, f"{_STANDARD} N=Norway S=Spain"),
    "crowded": KnownVariant(18, _CROWDED),
    "crowded_1898": KnownVariant(18, _CROWDED),
    "minorpower": KnownVariant(18, f"{_STANDARD} {_MINOR}"),
    "rootz": KnownVariant(28, _ROOTZ),
    "chaos": KnownVariant(18, "", builds="owned"),
    "aberration": KnownVariant(
        27,
        "B=Burgundy C=Sicily E=Eire H=Hungary I=Israel P=Poland S=Spain U=Ukraine Z=Byzantium",
        builds="aberration",
    ),
    "chromatic": KnownVariant(11, "B=Blue D=Dark L=Light R=Red Y=Yellow"),
    "asia": KnownVariant(21, "C=China I=Indonesia J=Japan N=India P=Persia R=Russia S=Siberia"),
    "modern": KnownVariant(
        33,
        "B=Britain E=Egypt F=France G=Germany I=Italy P=Poland R=Russia S=Spain T=Turkey U=Ukraine",
    ),
    "colonial": KnownVariant(30, _COLONIAL, duality=True),
    "colonial96": KnownVariant(30, _COLONIAL, duality=True),
    "h31": KnownVariant(9, _HUNDRED, builds="owned"),
    "h32": KnownVariant(9, _HUNDRED, builds="owned"),
    "classical": KnownVariant(
        18, "A=Macedon C=Carthage E=Egypt R=Rome S=Syria", builds="aberration"
    ),
    "empire": KnownVariant(
        29,
        "B=British Columbia C=California F=Florida H=Heartland N=New York P=Peru "
        "Q=Quebec T=Texas U=Cuba X=Mexico",
    ),
    "african2": KnownVariant(
        19, "A=South Africa E=Ethiopia I=Ivory Coast L=Libya S=Saudi Arabia Z=Zaire"
    ),
    "sailho": KnownVariant(9, _SAILHO),
    "sailho_crowded": KnownVariant(10, f"{_SAILHO} C=Cyprus D=Dissentos"),
    "ancient_med": KnownVariant(18, "C=Carthage E=Egypt G=Greece P=Persia R=Rome", duality=True),
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
class _VariantFiles:
    """The files of one variant, identified by their content and names."""

    board: Source
    seed: Source | None
    reports: tuple[Source, ...]
    info: str
    known: KnownVariant | None
    name: str


def read_njudge(board: Source, others: Sequence[Source], options: ImportOptions) -> Reading:
    """Return the reading of a map and its other files; RefusedError for a Machiavelli map."""
    notes: Notes = []
    variant_files = _identified(board, others, notes)
    duality = options.duality or (variant_files.known is not None and variant_files.known.duality)
    first, second, third = sections_of(board)
    lines = province_lines(first, board.base, _kind_reader(duality), notes)
    names = names_of(line.province for line in lines)
    pseudo = {line.province.key for line in lines if line.kind.pseudo}
    steps = steps_of(second, Moves(board.base, names, pseudo, _weak, notes))
    centers = {line.province.key for line in lines if line.province.center}
    note_options(third, Options(board.base, names, centers, notes))
    seed, names_of_powers = _start(variant_files, lines, names, notes)
    name = variant_files.name
    return Reading(
        name=name,
        title=f"Map {name}" if name.isdigit() else name.replace("_", " ").title(),
        spot=FileLine(board.base),
        provinces=tuple(line.province for line in lines if not line.kind.pseudo),
        steps=steps,
        powers=_powers(lines, seed, names_of_powers, variant_files, notes),
        victory=_victory(variant_files, lines, notes),
        notes=tuple(notes),
        start=seed.phase,
        builds=variant_files.known.builds if variant_files.known else "home",
        story=variant_files.info,
    )


def _suffix(base: str) -> str:
    """Return the variant's name in the name of a file."""
    match = _SUFFIX.fullmatch(base)
    if match:
        return match[1].lower().removesuffix(".txt")
    stem = base.lower().removesuffix(".txt").removesuffix(".map")
    return "standard" if stem in ("map", "") else stem


def _identified(board: Source, others: Sequence[Source], notes: Notes) -> _VariantFiles:
    """Return the files of a variant by their kinds; files that are not used are noted."""
    seeds = [source for source in others if is_seed(source)]
    wings = [source for source in seeds if source.base.lower().startswith("seed_w")]
    plain = [source for source in seeds if source not in wings]
    plain.sort(key=lambda source: _suffix(source.base) != _suffix(board.base))
    for source in (*wings, *plain[1:]):
        notes.append(Note(FileLine(source.base), "a second seed; not read"))
    rest = [source for source in others if source not in seeds]
    info = [source for source in rest if source.base.lower().startswith("info")]
    reports = [source for source in rest if source not in info and is_report(source)]
    for source in reports:
        if _is_called_seed(source):
            text = "is no seed, which begins with a phase such as S1901M, but a report"
            notes.append(Note(FileLine(source.base, 1), f"{text}; read as that"))
    for source in rest:
        if source not in (*reports, *info):
            text = "is no report or info of this map; not read"
            if _is_called_seed(source):
                text = "does not begin with a phase such as S1901M; not read"
            notes.append(Note(FileLine(source.base), text))
    name = _suffix((plain[0] if plain else board).base)
    return _VariantFiles(
        board=board,
        seed=plain[0] if plain else None,
        reports=tuple(reports),
        info="\n\n".join(decoded(source.raw).strip() for source in info),
        known=KNOWN.get(name) or KNOWN.get(_suffix(board.base)),
        name=name,
    )


def _kind_reader(duality: bool) -> KindReader:
    """Return the function that reads type tokens, for a map with or without DUALITY."""

    def kind_of_token(token: str, name: str, spot: FileLine, notes: Notes) -> ProvinceKind:
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

    return kind_of_token


def _kind(letter: str, name: str, spot: FileLine, notes: Notes) -> ProvinceKind:
    """Return the kind of a province by the letter of its type token."""
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


def _victory(variant_files: _VariantFiles, lines: Sequence[MapLine], notes: Notes) -> int:
    """Return the number of centers that wins: from njudge's program, or more than half of them."""
    if variant_files.known is not None:
        return variant_files.known.victory
    victory = sum(line.province.center for line in lines) // 2 + 1
    text = "no file of njudge says how many centers win and where powers build; taken"
    text = f"{text} as more than half of them ({victory}) and in home centers"
    notes.append(Note(FileLine(variant_files.board.base), text))
    return victory


def _weak(_modifier: str, start: str, end: str) -> str:
    """Return the note on a border with a modifier."""
    first, second = sorted((start, end))
    return f"armies cross {first}-{second} with reduced strength; imported as an ordinary border"


def _start(
    variant_files: _VariantFiles, lines: Sequence[MapLine], names: ImportNames, notes: Notes
) -> tuple[Seed, dict[str, str]]:
    """Return the start, and the names of powers in reports, by letter."""
    reported = [unit for report in variant_files.reports for unit in reported_units(report, names)]
    if variant_files.seed is not None:
        seed = seed_of(variant_files.seed, names, len(lines), notes)
        return seed, names_from(reported, seed.units, notes)
    letters = _letters_by_name({unit.power for unit in reported}, variant_files, lines)
    names_of_powers: dict[str, str] = {}
    for unit in reported:
        if letter := letters.get(unit.power.casefold()):
            names_of_powers.setdefault(letter, unit.power)
    misnamed = {report.base for report in variant_files.reports if _is_called_seed(report)}
    units_at_start = [unit for unit in reported if unit.spot.file in misnamed]
    text = "no seed is given, so there are no units; name seed.* as well"
    if units_at_start:
        text = "no seed is given; the units are those of the report"
    notes.append(
        Note(FileLine(variant_files.board.base), f"{text}; the game starts in Spring 1901")
    )
    return Seed(units=units_from(units_at_start, letters, notes)), names_of_powers


def _is_called_seed(source: Source) -> bool:
    return source.base.lower().startswith("seed")


def _letters_by_name(
    powers: Iterable[str], variant_files: _VariantFiles, lines: Sequence[MapLine]
) -> dict[str, str]:
    """Return the letters of powers, from njudge's program, or the first letter if it is unique."""
    known = variant_files.known.names if variant_files.known else {}
    letters = {name.casefold(): letter for letter, name in known.items()}
    home_letters = {line.kind.letter for line in lines}
    first_letters = [power[0].upper() for power in powers]
    for power in powers:
        first = power[0].upper()
        if first in home_letters and first_letters.count(first) == 1:
            letters.setdefault(power.casefold(), first)
    return letters


def _powers(
    lines: Sequence[MapLine],
    seed: Seed,
    names_of_powers: dict[str, str],
    variant_files: _VariantFiles,
    notes: Notes,
) -> tuple[PowerFact, ...]:
    """Return the powers of the map and the seed, and the neutral power."""
    types = "".join(line.kind.letter or "." for line in lines)
    homes = seed.homes or types
    letters = (*types, *homes, *seed.units, *(seed.owners or ""))
    spot = FileLine(variant_files.board.base)
    powers = []
    for letter in filter(_is_power, dict.fromkeys(letters)):
        own_homes = _provinces_of(homes, letter, lines)
        name = names_of_powers.get(letter) or _known_name(letter, own_homes, variant_files, lines)
        if not name:
            text = f"no file says how power {letter} is called"
            notes.append(Note(spot, f"{text}; write its name into the variant"))
        powers.append(
            PowerFact(
                name=name or f"Power {letter}",
                adjective="",
                letter=letter,
                spot=spot,
                homes=own_homes,
                owned=None if seed.owners is None else _provinces_of(seed.owners, letter, lines),
                units=tuple(seed.units.get(letter, ())),
            )
        )
    if units := seed.units.get(_NOBODY):
        spot = units[0].spot
        neutral = PowerFact("Neutral", "", "", spot, units=tuple(units), played=False)
        powers.append(neutral)
    return tuple(powers)


def _is_power(letter: str) -> bool:
    """Return whether a letter can be that of a power."""
    fit = letter.isascii() and letter.isalnum() and not letter.islower()
    return fit and letter not in _NEVER


def _known_name(
    letter: str, own: Sequence[str], variant_files: _VariantFiles, lines: Sequence[MapLine]
) -> str:
    """Return a power's name from njudge's program; powers of Chaos are named by their homes."""
    if variant_files.known is None:
        return ""
    if not variant_files.known.powers and len(own) == 1:
        return next(line.province.name for line in lines if line.province.key == own[0])
    return variant_files.known.names.get(letter, "")


def _provinces_of(letters: str, letter: str, lines: Sequence[MapLine]) -> tuple[str, ...]:
    """Return the provinces with this letter, in a text with one letter for each line."""
    return tuple(
        line.province.key
        for line, line_letter in zip(lines, letters, strict=False)
        if line_letter == letter and not line.kind.pseudo
    )
