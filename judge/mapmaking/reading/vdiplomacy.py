"""Read a variant of webDiplomacy or vDiplomacy from its PHP files, without running a program.

The form of these files is not documented; it was learnt from about 140 boards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from pathlib import PurePosixPath

from judge.boards import hint
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    CLOSING,
    FileLine,
    Files,
    Note,
    Notes,
    Place,
    PowerFact,
    ProvinceFact,
    Reading,
    RefusedError,
    Source,
    Step,
    Token,
    UnitFact,
    coast_of,
    end_of,
    folded,
    text_of,
    tokens_of,
    year_before,
)

_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<number>[+-]?\d+(?:\.\d+)?)
    |(?P<variable>\$\w+)
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>=>|->|::|.)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# No table of a board is nested deeper; a deeper one may be an attack.
_DEEPEST = 20
# These end an expression, and so does a bracket that closes around it.
_STOPS = (",", ";")


@dataclass(frozen=True, slots=True)
class PhpArray:
    """A PHP array: keys (None where there is no key) with their values.

    A value is a text, a number, an array, or None for an expression.
    """

    items: tuple[tuple["PhpValue", "PhpValue"], ...]
    line: int

    def values(self) -> tuple["PhpValue", ...]:
        """Return the values without their keys."""
        return tuple(value for _, value in self.items)


PhpValue = str | float | PhpArray | None


def arrays_of(text: str) -> dict[str, PhpArray]:
    """Return the arrays assigned to variables and properties, by name.

    Of several arrays of a name the last one counts.
    """
    return {name: arrays[-1] for name, arrays in all_arrays_of(text).items()}


def all_arrays_of(text: str) -> dict[str, list[PhpArray]]:
    """Return all arrays assigned to each variable and property, in sequence."""
    tokens = tuple(tokens_of(text, _TOKEN))
    arrays: dict[str, list[PhpArray]] = {}
    for at, token in enumerate(tokens):
        if token.kind not in ("variable", "word"):
            continue
        value = _assigned(tokens, at + 1)
        if isinstance(value, PhpArray):
            arrays.setdefault(token.text.lstrip("$"), []).append(value)
    return arrays


def calls_of(text: str, name: str) -> Iterator[PhpArray]:
    """Yield the arguments of each call of a function, method or constructor.

    The object of a method comes first. An expression such as `$places['North']` counts as its key.
    """
    tokens = tuple(tokens_of(text, _TOKEN))
    for at, token in enumerate(tokens):
        if (token.text, _text(tokens, at + 1)) == (name, "("):
            arguments = tuple((None, value) for value in _arguments(tokens, at))
            yield PhpArray(arguments, token.spot.line)


def _arguments(tokens: tuple[Token, ...], at: int) -> Iterator[PhpValue]:
    """Yield the object of a method, then the arguments of a call."""
    if _text(tokens, at - 1) == "->":
        yield _last_literal(tokens, at - 1)
    end = at + 1
    while _text(tokens, end) in ("(", ","):
        end = end_of(tokens, end + 1, _STOPS)
        yield _last_literal(tokens, end)


def _last_literal(tokens: tuple[Token, ...], end: int) -> PhpValue:
    """Return the text or number at the end of an expression, or None."""
    while end > 1 and tokens[end - 1].text in CLOSING:
        end -= 1
    return _literal(tokens[end - 1])


def _assigned(tokens: tuple[Token, ...], at: int) -> PhpValue:
    """Return the array that is assigned at a token, or None."""
    if _text(tokens, at) != "=" or _text(tokens, at + 1) == "=":
        return None
    is_array = _text(tokens, at + 1).lower() in ("array", "[")
    return _value(tokens, at + 1, 0)[0] if is_array else None


def _value(tokens: tuple[Token, ...], at: int, depth: int) -> tuple[PhpValue, int]:
    """Return the value that begins at a token, and the index after it."""
    if at >= len(tokens) or depth > _DEEPEST:
        return None, len(tokens)
    token = tokens[at]
    if token.text == "[":
        return _array(tokens, at + 1, depth)
    if token.kind != "word" or _text(tokens, at + 1) != "(":
        value = _literal(token)
        return (None, end_of(tokens, at, _STOPS)) if value is None else (value, at + 1)
    if token.text.lower() == "array":
        return _array(tokens, at + 2, depth)
    # A text may be inside a call that translates it.
    inner, end = _value(tokens, at + 2, depth + 1)
    is_single = _text(tokens, end) == ")"
    return (inner, end + 1) if is_single else (None, end_of(tokens, at, _STOPS))


def _literal(token: Token) -> PhpValue:
    """Return the value of a token that is a text, a number or a word."""
    match token.kind:
        case "text":
            return _ESCAPED.sub(r"\1", token.text[1:-1])
        case "number":
            return float(token.text)
        case "word":
            return token.text
        case _:
            return None


def _array(tokens: tuple[Token, ...], at: int, depth: int) -> tuple[PhpValue, int]:
    """Return the array after an opening bracket, and the index after it."""
    line = tokens[at - 1].spot.line
    items: list[tuple[PhpValue, PhpValue]] = []
    while at < len(tokens) and tokens[at].text not in (")", "]", "}", ";"):
        key: PhpValue = None
        value, end = _value(tokens, at, depth + 1)
        if _text(tokens, end) == "=>":
            key = value
            value, end = _value(tokens, end + 1, depth + 1)
        if _text(tokens, end) not in (",", ")", "]"):
            value, end = None, end_of(tokens, end, _STOPS)
        items.append((key, value))
        at = end + 1 if _text(tokens, end) == "," else end
    return PhpArray(tuple(items), line), at + 1


def _text(tokens: tuple[Token, ...], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""


_COAST = re.compile(r"(.+?)\s*\(\s*([^()]+?)\s*\)\s*")
# A name may end with the abbreviation.
_ABBREVIATED = re.compile(r"(?<=\S)\s*(?:\(([A-Z0-9]{2,6}|[a-z]{3})\)|\{([A-Za-z0-9]{2,6})\})$")


def province_of(name: str, dry: set[str]) -> tuple[str, str] | None:
    """Return the province and the coast of a territory that is a coast; None for others.

    `dry` are the folded names of all territories on land.
    """
    match = _COAST.fullmatch(name)
    if match is None or folded(match[1]) not in dry:
        return None
    return match[1], match[2]


def without_mark(name: str) -> str:
    """Return a name without its abbreviation."""
    return _ABBREVIATED.sub("", name)


def marks(name: str) -> tuple[str, ...]:
    """Return the abbreviation in a name, as a tuple of one or none."""
    match = _ABBREVIATED.search(name)
    return (match[1] or match[2],) if match else ()


def coast_name(words: str) -> str:
    """Return the name of a coast, or "" if it is only its letter."""
    return words if "coast" in words.lower() or len(words) > 2 else ""


def coast_code(words: str, taken: Sequence[str]) -> str:
    """Return an unused code of two letters for a coast: a compass direction, if it has one."""
    compass = coast_of(words)
    letters = "".join(char for char in words.lower() if char.isascii() and char.isalpha())
    choices = [compass, f"{letters[:1]}c", *(f"{letters[:1]}{char}" for char in letters[1:])]
    choices += [f"{letter}c" for letter in "abdfghijklmopqrtuvxyz"]
    return next(code for code in choices if len(code) == 2 and code not in taken)


TERRITORIES, BORDERS = "territoryRawData", "bordersRawData"
TERRITORY = ("name", "type", "supply", "country", "x", "y", "sx", "sy")
BORDER = ("from", "to", "fleets", "armies")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*(?://|#)[^\n]*", re.DOTALL | re.MULTILINE)
_UNPACKED = re.compile(r"(?:\blist\s*\(|\[)([^()\[\]]*)[)\]]\s*=(?![=>])")
_QUOTE = re.compile(r"\\(?=['\"\\])")
_CHANGE = re.compile(r"\b(?:sql_put|query)\s*\(\s*['\"](\w+\b[^;]*?wD_\w+)([^;]*);", re.IGNORECASE)
_TAKEN = re.compile(
    r"AND\s+(?:fromTerrID\s*=\s*(\d+)\s+AND\s+)?toTerrID\s*=\s*(\d+)\b"
    r"|AND\s+fromTerrID\s*=\s*(\d+)\b",
    re.IGNORECASE,
)
_BORDERS = re.compile(r"DELETE\s+FROM\s+wD_(?:Coastal)?Borders", re.IGNORECASE)

_CALLS = {TERRITORIES: "InstallTerritory", BORDERS: "addBorder"}
_BOARD = re.compile(rf"\${TERRITORIES}\b|\bnew\s+InstallTerritory\s*\(\s*(?:\w+\s*\(\s*)?['\"]")

Ways = Mapping[tuple[int, int], FileLine]


def holds_board(code: str) -> bool:
    """Return whether a file contains the territories of a board."""
    return bool(_BOARD.search(code))


def rows_of(code: str, table: str) -> list[PhpArray]:
    """Return the rows of a table in sequence: rows of arrays, then rows written as calls.

    A loop over the table also calls the function, but with variables, which are ignored.
    """
    listed = [
        row
        for array in all_arrays_of(code).get(table, ())
        for row in array.values()
        if isinstance(row, PhpArray)
    ]
    called = [
        row
        for row in calls_of(code, _CALLS[table])
        if isinstance(next(iter(row.values()), None), str)
    ]
    return [*listed, *called]


def columns_of(code: str, usual: Sequence[str]) -> Mapping[str, int]:
    """Return the index of each column in a row, as the loop over the table has it, or `usual`."""
    for match in _UNPACKED.finditer(_COMMENT.sub("", code)):
        names = [_column(variable) for variable in match[1].split(",")]
        if set(usual) <= set(names):
            return {name: names.index(name) for name in usual}
    return {name: place for place, name in enumerate(usual)}


def cells_of(row: PhpArray, columns: Mapping[str, int]) -> tuple[str, ...]:
    """Return the texts of a row in the sequence of `columns`; missing ones are empty."""
    values = row.values()
    return tuple(plain(values[place]) if place < len(values) else "" for place in columns.values())


def plain(value: PhpValue) -> str:
    """Return a value as text, without escapes for SQL and HTML."""
    match value:
        case str():
            return " ".join(unescape(_QUOTE.sub("", value)).split())
        case float():
            return f"{value:g}"
        case _:
            return ""


def removed_borders(code: str, file: str, notes: Notes) -> Ways:
    """Return the borders that are removed after the tables, from one row to another.

    Rows are counted from 1; 0 means any row. Other changes of the tables are noted.
    """
    return dict(_removals(code, file, notes))


def _removals(code: str, file: str, notes: Notes) -> Iterator[tuple[tuple[int, int], FileLine]]:
    """Yield the removed borders, and note other changes of the tables."""
    code_lines = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), code)
    for match in _CHANGE.finditer(code_lines):
        spot = FileLine(file, code_lines.count("\n", 0, match.start()) + 1)
        ends = _TAKEN.search(match[2])
        if ends and _BORDERS.match(match[1]):
            yield (int(ends[1] or ends[3] or 0), int(ends[2] or 0)), spot
        else:
            text = f'the tables are changed by "{" ".join(match[1].split())} ..."'
            notes.append(Note(spot, f"{text}; that is not read"))


def _column(variable: str) -> str:
    """Return the name of a column by the name of its variable."""
    name = variable.strip().lstrip("$&").lower()
    return "country" if name.startswith(("country", "owner")) else name


_TERRAINS = {"land": None, "coast": None, "strait": None, "sea": Terrain.SEA}
_YES = ("yes", "true", "1")

Move = tuple[UnitKind, Place, Place]


@dataclass(frozen=True, slots=True)
class Territory:
    """A row of the first table."""

    name: str
    kind: str
    center: bool
    #: The number of a country, or its name.
    owner: str
    #: Whether its owner builds there.
    home: bool
    #: The position on the large picture, y downwards.
    x: float
    y: float
    spot: FileLine

    @property
    def is_on_picture(self) -> bool:
        """Return whether it has a position on the picture."""
        return (self.x, self.y) > (0, 0)


@dataclass(frozen=True, slots=True)
class Tables:
    """The provinces, places and moves of a board."""

    provinces: tuple[ProvinceFact, ...]
    #: The places by name.
    places: Mapping[str, Place]
    #: The names of all places as they are written.
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    #: Moves that were removed on purpose.
    closed: frozenset[Move]
    #: By province: the owner.
    owners: Mapping[str, str]
    homes: frozenset[str]
    positions: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of the territories, by name and by number of the row."""

    rows: Sequence[Territory]
    #: The territories that are no coasts.
    whole: Sequence[Territory]
    named: Mapping[str, Place]
    #: By province: the codes and names of its coasts.
    coasts: Mapping[str, Sequence[tuple[str, str]]]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    def numbered(self, number: int) -> Place | None:
        """Return the place of a row, counted from 1, or None."""
        if not 0 < number <= len(self.rows):
            return None
        return self.named[folded(self.rows[number - 1].name)]


def tables_of(code: str, file: str, convoys: Sequence[str], notes: Notes) -> Tables:
    """Return the content of the two tables; unknown rows are noted and left out.

    `convoys` are the numbers of rows on land where fleets convoy. RefusedError if a table is
    missing.
    """
    territories, borders = (_rows(code, table, file) for table in (TERRITORIES, BORDERS))
    columns = columns_of(code, TERRITORY)
    places = _places(list(_territories(territories, columns, file, notes)))
    steps = list(_steps(borders, columns_of(code, BORDER), places, file, notes))
    steps, closed = _without_removed(steps, removed_borders(code, file, notes), places)
    numbers = (int(number) for number in convoys if number.isdecimal())
    ports = {place[0] for number in numbers if (place := places.numbered(number))}
    provinces = {
        row.name: ProvinceFact(
            key=row.name,
            name=without_mark(row.name),
            words=marks(row.name),
            terrain=_TERRAINS[row.kind],
            spot=row.spot,
            center=row.center,
            convoys=row.kind == "strait" or (row.kind != "sea" and row.name in ports),
            coasts=tuple(places.coasts.get(row.name, ())),
        )
        for row in _without_marks(places.whole, steps, notes)
    }
    with_armies = {step.start[0] for step in steps if step.kind is UnitKind.ARMY}
    for key, province in provinces.items():
        if province.terrain is Terrain.SEA and key in with_armies:
            text = f"{key} is a sea that armies enter; imported as a coast with convoys"
            notes.append(Note(province.spot, text))
            provinces[key] = replace(province, terrain=None, convoys=True)
    whole_rows = [row for row in places.whole if row.name in provinces]
    return Tables(
        provinces=tuple(provinces.values()),
        places={word: place for word, place in places.named.items() if place[0] in provinces},
        names=places.names,
        steps=tuple(steps),
        closed=closed,
        owners={row.name: row.owner for row in whole_rows},
        homes=frozenset(row.name for row in whole_rows if row.home),
        positions={row.name: (row.x, row.y) for row in whole_rows if row.is_on_picture},
    )


def _rows(code: str, table: str, file: str) -> list[PhpArray]:
    """Return the rows of a table; RefusedError if there are none."""
    rows = rows_of(code, table)
    if not rows:
        raise RefusedError(f"{file} has no readable table ${table}.")
    return rows


def _territories(
    rows: Sequence[PhpArray], columns: Mapping[str, int], file: str, notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are territories.

    If some rows are longer than others, the extra cell means that the owner builds there. If no row
    has a position on the large picture, those on the small picture count.
    """
    taken: set[str] = set()
    width = max(columns.values()) + 1
    flagged = any(len(row.values()) > width for row in rows)
    large = any(_number(cell) for row in rows for cell in cells_of(row, columns)[4:6])
    for row in rows:
        spot = FileLine(file, row.line)
        name, kind, center, owner, *coordinates = cells_of(row, columns)
        if not name or kind.lower() not in _TERRAINS:
            text = f'a territory "{name}" of kind "{kind}" is none known; left out'
            notes.append(Note(spot, text))
        elif folded(name) in taken:
            notes.append(Note(spot, f"{name} is listed twice; the first one counts"))
        else:
            taken.add(folded(name))
            if kind.lower() == "strait":
                text = f"{name} is a strait; imported as a coast where fleets convoy"
                notes.append(Note(spot, text))
            x, y = map(_number, coordinates[:2] if large else coordinates[2:])
            is_center = center.lower() in _YES
            home = not flagged or len(row.values()) > width
            yield Territory(name, kind.lower(), is_center, owner, home, x, y, spot)


def _places(rows: Sequence[Territory]) -> _Places:
    """Return the places of the territories."""
    dry = {folded(row.name) for row in rows if row.kind != "sea"}
    whole = [row for row in rows if province_of(row.name, dry) is None]
    named: dict[str, Place] = {folded(row.name): (row.name, "") for row in whole}
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if coast := province_of(row.name, dry):
            province = named[folded(_whole(coast[0], dry))][0]
            taken = coasts.setdefault(province, [])
            code = coast_code(coast[1], [used for used, _ in taken])
            taken.append((code, coast_name(coast[1])))
            named[folded(row.name)] = province, code
    return _Places(rows, whole, named, coasts)


def _whole(name: str, dry: set[str]) -> str:
    """Return the province at the end of a chain of coasts, as in "Cave (Below) (2)"."""
    while coast := province_of(name, dry):
        name = coast[0]
    return name


def _without_marks(
    rows: Sequence[Territory], steps: Sequence[Step], notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are provinces.

    A coast or sea without borders is a mark on the picture, and so is land without a position;
    other land without borders is out of play.
    """
    reached = {step.start[0] for step in steps} | {step.end[0] for step in steps}
    placed = any(row.is_on_picture for row in rows)
    for row in rows:
        if row.name in reached or (row.kind == "land" and (row.is_on_picture or not placed)):
            yield row
        else:
            text = f"no border leads to {row.name}; taken as a mark on the picture"
            notes.append(Note(row.spot, f"{text}, and left out"))


def _steps(
    rows: Sequence[PhpArray], columns: Mapping[str, int], places: _Places, file: str, notes: Notes
) -> Iterator[Step]:
    """Yield the moves of each border, which is open in both directions.

    Armies do not pass a border of a coast, whatever its row says.
    """
    for row in rows:
        spot = FileLine(file, row.line)
        first, second, fleets, armies = cells_of(row, columns)
        ends = [places.named.get(folded(name)) for name in (first, second)]
        if ends[0] is None or ends[1] is None:
            name = first if ends[0] is None else second
            text = f'a border leads to "{name}", which no territory is called'
            notes.append(Note(spot, f"{text}{hint(name, places.names)}; left out"))
            continue
        between_provinces = not ends[0][1] and not ends[1][1]
        if armies.lower() in _YES and not between_provinces:
            text = f'armies pass no border of a coast, such as "{first}" - "{second}"'
            notes.append(Note(spot, f"{text}; that is left to fleets"))
        for is_open, kind in ((armies, UnitKind.ARMY), (fleets, UnitKind.FLEET)):
            if is_open.lower() in _YES and (between_provinces or kind is UnitKind.FLEET):
                yield Step(kind, ends[0], ends[1], spot)
                yield Step(kind, ends[1], ends[0], spot)


def _without_removed(
    steps: Sequence[Step], ways: Ways, places: _Places
) -> tuple[list[Step], frozenset[Move]]:
    """Return the moves that stay after borders are removed, and the removed moves."""
    removed = {
        (places.numbered(start), places.numbered(end)): spot for (start, end), spot in ways.items()
    }

    def spot_of(start: Place, end: Place) -> FileLine | None:
        spots = (removed.get(ends) for ends in ((start, end), (start, None), (None, end)))
        return next(filter(None, spots), None)

    closed = [step for step in steps if spot_of(step.start, step.end)]
    moves = frozenset((step.kind, step.start, step.end) for step in closed)
    return [
        replace(step, spot=spot_of(step.end, step.start) or step.spot)
        for step in steps
        if (step.kind, step.start, step.end) not in moves
    ], moves


def _number(text: str) -> float:
    """Return the number of a text, 0 if it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0


_HEAD_CLASS = re.compile(r"\bclass\s+(\w+?)(?:Variant)?\s+extends\s+(\w*)Variant\b")
_FROM = r"variantClasses\s*\[\s*['\"]{}['\"]\s*\]\s*=\s*['\"](\w+)['\"]"
_HEAD = re.compile(r"\bclass\s+\w+\s+extends\s+\w*WDVariant\b|\bvariantClasses\b")
_PROPERTY = r"^[^/*#\n]*\${}\s*=\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\d+))"
# A base class that adds only rules to the standard board, and the variant to use instead.
_OTHER_BASE = {"RuleExtensions": "Classic"}
_FIRST_MAP, _FIRST = "1", "Classic"
_HEAD_FILE, _INSTALL, _CLASSES = "variant.php", "install.php", "classes"


@dataclass(frozen=True, slots=True)
class Php:
    """A file of the variant as text, which is empty if there is no file."""

    name: str
    text: str

    def word(self, name: str) -> str:
        """Return the text or number that is assigned to a property, or ""."""
        match = re.search(_PROPERTY.format(name), self.text, re.MULTILINE)
        return plain(next(filter(None, match.groups()), "")) if match else ""


@dataclass(frozen=True, slots=True)
class VariantFiles:
    """The files of a variant: its board, its own head (variant.php), and those that it extends."""

    install: Source
    heads: tuple[Source, ...]
    files: Files

    def texts(self) -> tuple[Php, ...]:
        """Return the heads, the variant's own first."""
        return tuple(Php(head.base, text_of(head)) for head in self.heads)

    def word(self, name: str) -> str:
        """Return a property of the variant, or of a variant that it extends."""
        return next(filter(None, (text.word(name) for text in self.texts())), "")

    def arrays(self) -> dict[str, PhpArray]:
        """Return the arrays in all heads; arrays of the variant's own head take precedence."""
        arrays: dict[str, PhpArray] = {}
        for text in reversed(self.texts()):
            arrays |= arrays_of(text.text)
        return arrays

    def missing(self) -> str:
        """Return the extended variant whose folder is missing, or ""."""
        return _base(self.heads[-1])

    def program(self, name: str) -> Php:
        """Return the file with a class, from the variant or from a variant that it extends.

        A head may also take the class from another variant.
        """
        path = f"{_CLASSES}/{name}.php"
        places = [_near(path, head, self.files) for head in self.heads]
        for head in self.heads:
            for other in re.findall(_FROM.format(name), text_of(head)):
                places.append(self.files.beside(f"{other}/{path}", head.name))
        places.append(self.files.find(path, self.install))
        program_file = next(filter(None, places), None)
        return Php(f"{name}.php", text_of(program_file) if program_file else "")


def variant_files(files: Files) -> VariantFiles | None:
    """Return the files of the variant that is given, or None if there is none.

    RefusedError if its board or its head is missing.
    """
    boards = [source for source in files.given if holds_board(text_of(source))]
    given_heads = [source for source in files.given if source not in boards and _is_head(source)]
    if not given_heads and not boards:
        return None
    if not given_heads:
        head = files.find(_HEAD_FILE, boards[0])
        if head is None:
            raise RefusedError(
                f"{boards[0].base} holds a board, but who plays on it stands in "
                "variant.php, which is not there; name it as well."
            )
        given_heads = [head]
    heads = tuple(_heads(_own(given_heads, boards), given_heads, files))
    return VariantFiles(_install(heads, boards, files), heads, files)


def _is_head(source: Source) -> bool:
    """Return whether a file is a variant.php."""
    text = text_of(source)
    if not source.base.lower().endswith(".php"):
        return False
    return bool(_HEAD_CLASS.search(text) or _HEAD.search(text))


def _own(heads: Sequence[Source], boards: Sequence[Source]) -> Source:
    """Return the head that no other one extends, preferably one without a board beside it."""
    extended = {_base(head) for head in heads}
    leaves = [head for head in heads if _class_name(head) not in extended] or heads
    folders = {_folder(board) for board in boards}
    return min(leaves, key=lambda head: _folder(head) in folders)


def _heads(own: Source, all_heads: Sequence[Source], files: Files) -> Iterator[Source]:
    """Yield a head, the one that it extends, and so on."""
    head: Source | None = own
    seen: set[str] = set()
    while head and _class_name(head) not in seen:
        yield head
        seen.add(_class_name(head))
        base = _base(head)
        known = (other for other in all_heads if base and _class_name(other) == base)
        head = next(known, None)
        if head is None and base:
            base_head = files.beside(f"{base}/{_HEAD_FILE}", own.name)
            head = base_head if base_head and _class_name(base_head) == base else None


def _install(heads: Sequence[Source], boards: Sequence[Source], files: Files) -> Source:
    """Return the file of the board: the variant's own, or that of a variant that it extends."""
    for head in heads:
        own = next((board for board in boards if _folder(board) == _folder(head)), None)
        # Above the folder there is a file of the site with the same name.
        install = own or _near(_INSTALL, head, files)
        if install and holds_board(text_of(install)):
            return install
    if boards:
        return boards[0]
    own, number = heads[0], Php("", text_of(heads[0])).word("mapID")
    names = [_base(heads[-1])] if _base(heads[-1]) else []
    names += [_FIRST] if number == _FIRST_MAP else []
    for name in names:
        if install := files.beside(f"{name}/{_INSTALL}", own.name):
            return install
    board = f" (map {number})" if number else ""
    text = f"{own.base} names countries and rules, but its board{board} stands in"
    if names:
        text = f"{own.base} begins as the variant {names[0]}, whose board stands in"
        text = f"{text} its install.php; name the folder of that as well."
        raise RefusedError(text)
    text = f"{text} an install.php, perhaps of another variant; name that as well."
    raise RefusedError(text)


def _near(name: str, near: Source, files: Files) -> Source | None:
    """Return a file from the folder of another one, among the files of the import or on disk."""
    path = str(_folder(near) / name).casefold()
    sources = (source for source in files.given if source.name.casefold() == path)
    return next(sources, None) or files.beside(name, near.name)


def _folder(source: Source) -> PurePosixPath:
    return PurePosixPath(source.name.replace("\\", "/")).parent


def _class_name(source: Source) -> str:
    """Return the name of the class of a head, or ""."""
    match = _HEAD_CLASS.search(text_of(source))
    return match[1] if match else ""


def _base(source: Source) -> str:
    """Return the variant that a head extends, or ""."""
    match = _HEAD_CLASS.search(text_of(source))
    base = match[2] if match else ""
    return "" if base.endswith("WD") else _OTHER_BASE.get(base, base)


_OWN_CLASS = re.compile(r"variantClasses\s*\[\s*['\"](\w+)['\"]\s*\]")
_ANYWHERE = re.compile(
    r"build[\s_-]?(?:any|every)[\s_-]?where|build[\s_-]?any\b"
    r"|\[\s*RULE_BUILD_\w+\s*\]\s*=\s*true",
    re.IGNORECASE,
)
# The part of an SQL query that demands a place of the country itself.
_AT_HOME = re.compile(r"\bt\.countryID\s*=", re.IGNORECASE)
# The part of an SQL query by which a flag of the place decides.
_BY_MARK = re.compile(r"&\s*\(\s*1\s*<<")
# The sign that the places change during the game.
_BY_TURN = re.compile(r"\$turn\b")
_QUERY = re.compile(r"\bsupply\s*=", re.IGNORECASE)
_RULE = re.compile(r"\[\s*(RULE_\w+)\s*\]\s*=\s*true", re.IGNORECASE)
_READ_RULES = ("RULE_CUSTOM", "RULE_BUILD")
_LOOKS = re.compile(
    r"drawmap\w*|orderarchiv|orderinterface|panel\w*|chatbox|interactivemap|libcache"
    r"|adjudicatorpregame|orders?log",
    re.IGNORECASE,
)
_BUILD_CLASSES = re.compile(r"(?:process|user)orderbuilds", re.IGNORECASE)


def is_built_anywhere(variant: str, builds: str) -> bool:
    """Return whether units may be built in any owned center, as far as the files show it."""
    if _BY_TURN.search(builds) or _BY_MARK.search(builds):
        return False
    if _ANYWHERE.search(variant) or _ANYWHERE.search(builds):
        return True
    return bool(_QUERY.search(builds)) and not _AT_HOME.search(builds)


def class_notes(variant: str, spot: FileLine, *, builds_are_read: bool) -> Iterator[Note]:
    """Yield notes on the variant's own programs, which cannot be imported."""
    # Without comments, but with the `//` of addresses.
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", variant, flags=re.DOTALL)
    for name in dict.fromkeys(_OWN_CLASS.findall(code)):
        if _LOOKS.fullmatch(name):
            continue
        if _BUILD_CLASSES.fullmatch(name):
            if not builds_are_read:
                text = f"where units are built is up to a program ({name})"
                yield Note(spot, f"{text}; imported with builds at home")
            continue
        text = f"{name} is a program of the variant's own, perhaps with rules"
        yield Note(spot, f"{text}; it is not read")
    for name in _RULE.findall(code):
        if not name.startswith(_READ_RULES):
            yield Note(spot, f"{name} is a rule of the site; it is not read")


_DATE = "turnAsDate"
_TURNS = r"floor\s*\(\s*\$turn\s*/\s*2\s*\)"
_YEAR = re.compile(rf"{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?\+\s*(\d{{1,5}})")
_YEAR_BEFORE = re.compile(
    rf"(\d{{1,5}})\s*-\s*{_TURNS}|{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?-\s*(\d{{1,5}})"
)
_YEAR_STEP = re.compile(rf"{_TURNS}\s*\*\s*(\d+)")
_NO_YEAR = re.compile(rf"\.\s*\(?\s*{_TURNS}\s*\)?\s*[;.]")
_SEASON_TEXT = r"(?:l_t\s*\(\s*)?['\"]([^'\"]+)['\"]\s*\)?(?:\s*\.\s*['\"][^'\"]*['\"])?\s*"
_SEASONS = re.compile(rf"%\s*2\s*\)?\s*\?\s*{_SEASON_TEXT}:\s*{_SEASON_TEXT}")
# Each turn takes several years.
_PACE = re.compile(r"\$turn\s*\*\s*(\d{1,3})\s*\)?\s*\+\s*(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The year of the first turn, the number of years in a turn (or 0), the names of seasons."""

    year: int
    turn_years: int
    seasons: tuple[tuple[str, str], ...]


def calendar_of(heads: Sequence[Php], notes: Notes) -> Calendar:
    """Return the calendar of the first head that has one."""
    head = next((candidate for candidate in heads if _DATE in candidate.text), heads[0])
    body = head.text.partition(_DATE)[2].partition("turnAsDateJS")[0]
    year = _first_year(body)
    if year is None:
        text = "the first year could not be read; the game starts in 1901"
        notes.append(Note(FileLine(head.name), text))
    elif (step := _YEAR_STEP.search(body)) and step[1] != "1":
        text = f"a year of the game takes {step[1]} of the calendar; years count by one"
        notes.append(Note(FileLine(head.name), text))
    seasons_match = _SEASONS.search(body)
    words = map(unescape, seasons_match.groups()) if seasons_match else ("", "")
    fall, spring = (word.strip(" ,.") for word in words)
    own = (("Spring", spring, ("Spring", "")), ("Fall", fall, ("Autumn", "Fall", "")))
    seasons = tuple((key, word) for key, word, usual in own if word not in usual)
    pace = _PACE.search(body)
    return Calendar(1901 if year is None else year, int(pace[1]) if pace else 0, seasons)


def _first_year(body: str) -> int | None:
    """Return the year of turn 0, negative if it is B.C., or None."""
    if match := _YEAR_BEFORE.search(body):
        return -int(match[1] or match[2])
    if match := _YEAR.search(body):
        return int(match[1])
    if match := _PACE.search(body):
        return int(match[2])
    return 0 if _NO_YEAR.search(body) else None


_TARGET = re.compile(r"supplyCenterTarget\s*=\s*([1-9]\d{0,3})\b")
_BUILDS_FIRST = re.compile(r"['\"]Pre-game['\"]\s*\)\s*\{[^}]*setPhase\s*\(\s*['\"]Builds['\"]")
# A side without a player has the next number after the countries.
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


def read_vdiplomacy(files: VariantFiles) -> Reading:
    """Return the reading of a variant's files; RefusedError if its countries are missing."""
    notes: Notes = []
    heads, arrays, install = files.texts(), files.arrays(), files.install
    tables = tables_of(text_of(install), install.base, _texts(arrays, "convoyCoasts"), notes)
    names = _texts(arrays, "countries")
    if not names:
        raise RefusedError(_no_countries(heads[0].name, files.missing()))
    units = files.program(_UNITS)
    colors = _colors(files.program(_PAINT))
    calendar = calendar_of(heads, notes)
    code = "\n".join(head.text for head in heads)
    spot = FileLine(heads[0].name)
    anywhere = is_built_anywhere(code, files.program(_BUILDS).text)
    base = files.missing()
    if base and not units.text:
        text = f"it begins as the variant {base}, whose folder is not there"
        notes.append(Note(spot, f"{text}; only what stands here is read"))
    notes += class_notes(code, spot, builds_are_read=anywhere)
    start = _start(calendar, files.program(_PHASES), notes)
    unplayed = [plain(name) for name in _UNPLAYED.findall(code)]
    countries = {name: name in names for name in (*names, *unplayed)}
    powers = _powers(countries, tables, units, colors, notes)
    left_out = list(_first_builds(files.program(_FIRST_BUILDS), tables, powers))
    notes += left_out
    title = files.word("fullName") or files.word("name") or "Imported"
    return Reading(
        name=(files.word("name") or title).lower(),
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
        version=files.word("version"),
        designer=files.word("author"),
        story=_story(files),
        positions=tables.positions,
        starts_otherwise=bool(left_out),
    )


def _no_countries(file: str, base: str) -> str:
    """Return why there are no countries."""
    if base:
        text = f"{file} begins as the variant {base}, which lists its $countries"
        return f"{text}; name the folder of that as well."
    return f"{file} lists no $countries, so there are no powers."


def _start(calendar: Calendar, phases: Php, notes: Notes) -> Phase:
    """Return the first phase: the first movement, or builds in the Winter before it."""
    spring = Phase(Season.SPRING, calendar.year, PhaseKind.MOVEMENT)
    if not _BUILDS_FIRST.search(phases.text):
        return spring
    text = "the game starts with builds; imported as those of the Winter before"
    notes.append(Note(FileLine(phases.name), text))
    year = year_before(calendar.year or 1, calendar.turn_years or 1)
    return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)


def _texts(arrays: Mapping[str, PhpArray], name: str) -> list[str]:
    """Return the texts and numbers of an array as texts."""
    values = arrays[name].values() if name in arrays else ()
    return [text for text in map(plain, values) if text]


def _powers(
    countries: Mapping[str, bool],
    tables: Tables,
    units: Php,
    colors: Mapping[int, str],
    notes: Notes,
) -> tuple[PowerFact, ...]:
    """Return the countries with or without players, and any other side with units.

    A side without player, units and centers is left out.
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
    """Return the centers of each side; an unknown owner is noted."""
    numbers = {str(number): name for number, name in enumerate(sides, 1)}
    owned: dict[str, list[str]] = {name: [] for name in sides}
    for province in tables.provinces:
        owner_text = tables.owners[province.key]
        owner = numbers.get(owner_text, owner_text)
        if owner in owned and province.center:
            owned[owner].append(province.key)
        elif province.center and owner.lower() not in _NOBODY:
            text = f'{province.name} is of the country "{owner}", which is none known'
            notes.append(Note(province.spot, f"{text}; imported as nobody's"))
    return owned


def _placed(units: Php, tables: Tables, notes: Notes) -> dict[str, list[UnitFact]]:
    """Return the units at the start by side; a side without units has no entry."""
    table = arrays_of(units.text).get("countryUnits")
    placed: dict[str, list[UnitFact]] = {}
    for side, units_of_side in table.items if table else ():
        if not isinstance(side, str) or not isinstance(units_of_side, PhpArray):
            continue
        spot = FileLine(units.name, units_of_side.line)
        for place_name, kind in (
            (plain(place_value), plain(unit)) for place_value, unit in units_of_side.items
        ):
            place = tables.places.get(folded(place_name))
            if place is None or kind.lower() not in _KINDS:
                text = f'{side} has a "{kind}" in "{place_name}"'
                end = "" if place else hint(place_name, tables.names)
                notes.append(Note(spot, f"{text}, which is none known{end}; left out"))
                continue
            fact = UnitFact(_KINDS[kind.lower()], place, spot)
            placed.setdefault(plain(side), []).append(fact)
    return placed


def _first_builds(builds: Php, tables: Tables, powers: Sequence[PowerFact]) -> Iterator[Note]:
    """Yield notes on first builds outside of a country's own centers."""
    homes = {power.name: power.owned or () for power in powers}
    ignored_notes: Notes = []
    for side, units in _placed(builds, tables, ignored_notes).items():
        for unit in units:
            province = unit.place[0]
            if province not in homes.get(side, ()):
                text = f"{side} begins by building in {province}, no center of its own"
                yield Note(unit.spot, f"{text}; left out")


def _colors(paint: Php) -> dict[int, str]:
    """Return the colors of the countries by number, as far as they can be read."""
    table = arrays_of(paint.text).get("countryColors")
    colors = {}
    for key, value in table.items if table else ():
        shades = value.values() if isinstance(value, PhpArray) else ()
        if isinstance(key, float) and len(shades) == 3:
            channels = [int(shade) for shade in shades if isinstance(shade, float)]
            if len(channels) == 3 and all(0 <= channel < 256 for channel in channels):
                colors[int(key)] = "#{:02x}{:02x}{:02x}".format(*channels)
    return colors


def _victory(heads: Sequence[Php], tables: Tables, notes: Notes) -> int:
    """Return the number of centers that wins: as in the files, or by the site's proportion."""
    if match := next(filter(None, (_TARGET.search(head.text) for head in heads)), None):
        return int(match[1])
    centers = sum(province.center for province in tables.provinces)
    victory = (centers * 36 + 34) // 68
    text = "how many centers win is not said; taken as the site takes it, 18 of 34, so"
    notes.append(Note(FileLine(heads[0].name), f"{text} {victory} of {centers}"))
    return victory


def _story(files: VariantFiles) -> str:
    """Return the author's text: description, adapter and homepage."""
    parts = [files.word("description")]
    if author := files.word("adapter"):
        parts.append(f"Adapted by {author}.")
    if page := files.word("homepage"):
        parts.append(page)
    return "\n".join(filter(None, parts))
