"""A variant of webDiplomacy or vDiplomacy, from its PHP files; no program is run.

The facts of the form stand in no manual; they were read off some 140 boards.
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
# No table of a board is nested deeper; what is may be made to break a reader.
_DEEPEST = 20
# What ends an expression, besides a bracket that closes around it.
_STOPS = (",", ";")


@dataclass(frozen=True, slots=True)
class PhpArray:
    """An array: its keys, None where none is given, with their values.

    A value is a text, a number, an array, or None for what must be computed.
    """

    items: tuple[tuple["PhpValue", "PhpValue"], ...]
    line: int

    def values(self) -> tuple["PhpValue", ...]:
        """Return the values alone."""
        return tuple(value for _, value in self.items)


PhpValue = str | float | PhpArray | None


def arrays_of(text: str) -> dict[str, PhpArray]:
    """Return the arrays that are given to variables and properties, by their names.

    The last one given to a name counts.
    """
    return {name: given[-1] for name, given in all_arrays_of(text).items()}


def all_arrays_of(text: str) -> dict[str, list[PhpArray]]:
    """Return all arrays that are given to each variable and property, in order."""
    tokens = tuple(tokens_of(text, _TOKEN))
    found: dict[str, list[PhpArray]] = {}
    for at, token in enumerate(tokens):
        if token.kind not in ("variable", "word"):
            continue
        value = _assigned(tokens, at + 1)
        if isinstance(value, PhpArray):
            found.setdefault(token.text.lstrip("$"), []).append(value)
    return found


def calls_of(text: str, name: str) -> Iterator[PhpArray]:
    """Yield what each call of a function or method, or each new object, is given.

    What a method is called on comes first. Of `$places['North']` the key counts.
    """
    tokens = tuple(tokens_of(text, _TOKEN))
    for at, token in enumerate(tokens):
        if (token.text, _text(tokens, at + 1)) == (name, "("):
            given = tuple((None, value) for value in _given(tokens, at))
            yield PhpArray(given, token.spot.line)


def _given(tokens: tuple[Token, ...], at: int) -> Iterator[PhpValue]:
    if _text(tokens, at - 1) == "->":
        yield _last(tokens, at - 1)
    end = at + 1
    while _text(tokens, end) in ("(", ","):
        end = end_of(tokens, end + 1, _STOPS)
        yield _last(tokens, end)


def _last(tokens: tuple[Token, ...], end: int) -> PhpValue:
    """Return the text or number at the end of an expression, if it has one there."""
    while end > 1 and tokens[end - 1].text in CLOSING:
        end -= 1
    return _literal(tokens[end - 1])


def _assigned(tokens: tuple[Token, ...], at: int) -> PhpValue:
    if _text(tokens, at) != "=" or _text(tokens, at + 1) == "=":
        return None
    opens = _text(tokens, at + 1).lower() in ("array", "[")
    return _value(tokens, at + 1, 0)[0] if opens else None


def _value(tokens: tuple[Token, ...], at: int, depth: int) -> tuple[PhpValue, int]:
    """Return the value that begins at a token, and the token behind it."""
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
    # A text may stand in the call that translates it.
    inner, end = _value(tokens, at + 2, depth + 1)
    alone = _text(tokens, end) == ")"
    return (inner, end + 1) if alone else (None, end_of(tokens, at, _STOPS))


def _literal(token: Token) -> PhpValue:
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
# An abbreviation may stand behind the name.
_ABBREVIATED = re.compile(r"(?<=\S)\s*(?:\(([A-Z0-9]{2,6}|[a-z]{3})\)|\{([A-Za-z0-9]{2,6})\})$")


def province_of(name: str, dry: set[str]) -> tuple[str, str] | None:
    """Return the province whose coast a territory is, and the coast.

    None for a province itself; `dry` are the folded names of all that are no seas.
    """
    found = _COAST.fullmatch(name)
    if found is None or folded(found[1]) not in dry:
        return None
    return found[1], found[2]


def without_mark(name: str) -> str:
    """Return a name without the abbreviation behind it."""
    return _ABBREVIATED.sub("", name)


def marks(name: str) -> tuple[str, ...]:
    """Return the abbreviation behind a name, if there is one."""
    found = _ABBREVIATED.search(name)
    return (found[1] or found[2],) if found else ()


def coast_name(words: str) -> str:
    """Return the name of a coast, "" where it is no more than its letters."""
    return words if "coast" in words.lower() or len(words) > 2 else ""


def coast_code(words: str, taken: Sequence[str]) -> str:
    """Return two letters for a coast: by the compass if it says so."""
    compass = coast_of(words)
    first = "".join(sign for sign in words.lower() if sign.isascii() and sign.isalpha())
    choices = [compass, f"{first[:1]}c", *(f"{first[:1]}{sign}" for sign in first[1:])]
    choices += [f"{one}c" for one in "abdfghijklmopqrtuvxyz"]
    return next(one for one in choices if len(one) == 2 and one not in taken)


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
    """Return whether a file lists the territories of a board."""
    return bool(_BOARD.search(code))


def rows_of(code: str, table: str) -> list[PhpArray]:
    """Return the rows of a table in their order, as arrays or as calls of their own.

    The calls of the loop that reads a table are given variables alone.
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
    """Return at which place a row has each column, `usual` where no loop says it."""
    for found in _UNPACKED.finditer(_COMMENT.sub("", code)):
        names = [_column(one) for one in found[1].split(",")]
        if set(usual) <= set(names):
            return {name: names.index(name) for name in usual}
    return {name: place for place, name in enumerate(usual)}


def cells_of(row: PhpArray, columns: Mapping[str, int]) -> tuple[str, ...]:
    """Return the texts of a row in the order of `columns`; what lacks is empty."""
    values = row.values()
    return tuple(plain(values[place]) if place < len(values) else "" for place in columns.values())


def plain(value: PhpValue) -> str:
    """Return a value as the site shows it: made for a database, and for HTML."""
    match value:
        case str():
            return " ".join(unescape(_QUOTE.sub("", value)).split())
        case float():
            return f"{value:g}"
        case _:
            return ""


def taken_away(code: str, file: str, notes: Notes) -> Ways:
    """Return the ways that are taken away behind the tables, from one row to another.

    Rows count from 1; 0 is any row. What else changes the tables is noted.
    """
    return dict(_ways(code, file, notes))


def _ways(code: str, file: str, notes: Notes) -> Iterator[tuple[tuple[int, int], FileLine]]:
    kept = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), code)
    for found in _CHANGE.finditer(kept):
        spot = FileLine(file, kept.count("\n", 0, found.start()) + 1)
        ends = _TAKEN.search(found[2])
        if ends and _BORDERS.match(found[1]):
            yield (int(ends[1] or ends[3] or 0), int(ends[2] or 0)), spot
        else:
            text = f'the tables are changed by "{" ".join(found[1].split())} ..."'
            notes.append(Note(spot, f"{text}; that is not read"))


def _column(variable: str) -> str:
    name = variable.strip().lstrip("$&").lower()
    return "country" if name.startswith(("country", "owner")) else name


_TERRAINS = {"land": None, "coast": None, "strait": None, "sea": Terrain.SEA}
_YES = ("yes", "true", "1")

Move = tuple[UnitKind, Place, Place]


@dataclass(frozen=True, slots=True)
class Territory:
    """A row of the first table; `owner` is the number of a country, or its name.

    `home` tells that its owner builds there; `x` and `y` are where it lies on the large
    picture, downwards.
    """

    name: str
    kind: str
    center: bool
    owner: str
    home: bool
    x: float
    y: float
    spot: FileLine

    @property
    def lies(self) -> bool:
        """Return whether the picture has a place for it."""
        return (self.x, self.y) > (0, 0)


@dataclass(frozen=True, slots=True)
class Tables:
    """The provinces of a board, the places that its names mean, and its moves.

    `names` are those of all places as they are written, `owners` whose the provinces
    are, `homes` where they build, and `positions` where these lie. `closed` are moves
    taken away on purpose.
    """

    provinces: tuple[ProvinceFact, ...]
    places: Mapping[str, Place]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    closed: frozenset[Move]
    owners: Mapping[str, str]
    homes: frozenset[str]
    positions: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of the territories, by their names and by the numbers of rows."""

    rows: Sequence[Territory]
    whole: Sequence[Territory]
    named: Mapping[str, Place]
    coasts: Mapping[str, Sequence[tuple[str, str]]]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    def numbered(self, number: int) -> Place | None:
        """Return the place of a row, counted from 1."""
        if not 0 < number <= len(self.rows):
            return None
        return self.named[folded(self.rows[number - 1].name)]


def tables_of(code: str, file: str, convoys: Sequence[str], notes: Notes) -> Tables:
    """Return what the two tables say; a row that is none is told and left out.

    `convoys` are the numbers of rows where fleets convoy though they are no seas.
    RefusedError where a table lacks.
    """
    territories, borders = (_rows(code, table, file) for table in (TERRITORIES, BORDERS))
    columns = columns_of(code, TERRITORY)
    places = _places(list(_territories(territories, columns, file, notes)))
    steps = list(_steps(borders, columns_of(code, BORDER), places, file, notes))
    steps, closed = _opened(steps, taken_away(code, file, notes), places)
    ports = {at[0] for one in convoys if (at := _port(one, places))}
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
    for key in _walked_seas(steps, provinces):
        text = f"{key} is a sea that armies enter; imported as a coast with convoys"
        notes.append(Note(provinces[key].spot, text))
        provinces[key] = replace(provinces[key], terrain=None, convoys=True)
    kept = [row for row in places.whole if row.name in provinces]
    return Tables(
        provinces=tuple(provinces.values()),
        places={word: at for word, at in places.named.items() if at[0] in provinces},
        names=places.names,
        steps=tuple(steps),
        closed=closed,
        owners={row.name: row.owner for row in kept},
        homes=frozenset(row.name for row in kept if row.home),
        positions={row.name: (row.x, row.y) for row in kept if row.lies},
    )


def _rows(code: str, table: str, file: str) -> list[PhpArray]:
    rows = rows_of(code, table)
    if not rows:
        raise RefusedError(f"{file} has no readable table ${table}.")
    return rows


def _territories(
    rows: Sequence[PhpArray], columns: Mapping[str, int], file: str, notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are territories.

    Where some rows are longer than others, what comes behind tells who builds there.
    Where no row says where it lies on the large picture, the small one counts.
    """
    taken: set[str] = set()
    width = max(columns.values()) + 1
    flagged = any(len(row.values()) > width for row in rows)
    large = any(_number(cell) for row in rows for cell in cells_of(row, columns)[4:6])
    for row in rows:
        spot = FileLine(file, row.line)
        name, kind, center, owner, *where = cells_of(row, columns)
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
            x, y = map(_number, where[:2] if large else where[2:])
            yes = center.lower() in _YES
            home = not flagged or len(row.values()) > width
            yield Territory(name, kind.lower(), yes, owner, home, x, y, spot)


def _places(rows: Sequence[Territory]) -> _Places:
    dry = {folded(row.name) for row in rows if row.kind != "sea"}
    whole = [row for row in rows if province_of(row.name, dry) is None]
    named: dict[str, Place] = {folded(row.name): (row.name, "") for row in whole}
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if found := province_of(row.name, dry):
            province = named[folded(_whole(found[0], dry))][0]
            taken = coasts.setdefault(province, [])
            code = coast_code(found[1], [one for one, _ in taken])
            taken.append((code, coast_name(found[1])))
            named[folded(row.name)] = province, code
    return _Places(rows, whole, named, coasts)


def _whole(name: str, dry: set[str]) -> str:
    """Return the province at the end of a chain of coasts, as in "Cave (Below) (2)"."""
    while found := province_of(name, dry):
        name = found[0]
    return name


def _port(number: str, places: _Places) -> Place | None:
    return places.numbered(int(number)) if number.isdecimal() else None


def _without_marks(
    rows: Sequence[Territory], steps: Sequence[Step], notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are provinces.

    A coast or sea where nothing leads is a mark on the picture, as is land that alone
    lies nowhere; other land is out of play.
    """
    reached = {step.start[0] for step in steps} | {step.end[0] for step in steps}
    placed = any(row.lies for row in rows)
    for row in rows:
        if row.name in reached or (row.kind == "land" and (row.lies or not placed)):
            yield row
        else:
            text = f"no border leads to {row.name}; taken as a mark on the picture"
            notes.append(Note(row.spot, f"{text}, and left out"))


def _steps(
    rows: Sequence[PhpArray], columns: Mapping[str, int], places: _Places, file: str, notes: Notes
) -> Iterator[Step]:
    """Yield the moves of each border, which both ways are open.

    Armies pass no border of a coast, whatever its row says.
    """
    for row in rows:
        spot = FileLine(file, row.line)
        one, other, fleets, armies = cells_of(row, columns)
        ends = [places.named.get(folded(name)) for name in (one, other)]
        if ends[0] is None or ends[1] is None:
            name = one if ends[0] is None else other
            text = f'a border leads to "{name}", which no territory is called'
            notes.append(Note(spot, f"{text}{hint(name, places.names)}; left out"))
            continue
        ashore = not ends[0][1] and not ends[1][1]
        if armies.lower() in _YES and not ashore:
            text = f'armies pass no border of a coast, such as "{one}" - "{other}"'
            notes.append(Note(spot, f"{text}; that is left to fleets"))
        for open_, kind in ((armies, UnitKind.ARMY), (fleets, UnitKind.FLEET)):
            if open_.lower() in _YES and (ashore or kind is UnitKind.FLEET):
                yield Step(kind, ends[0], ends[1], spot)
                yield Step(kind, ends[1], ends[0], spot)


def _opened(
    steps: Sequence[Step], ways: Ways, places: _Places
) -> tuple[list[Step], frozenset[Move]]:
    """Return the moves that are not taken away again, and those that are."""
    shut = {
        (places.numbered(one), places.numbered(other)): spot for (one, other), spot in ways.items()
    }

    def spot_of(start: Place, end: Place) -> FileLine | None:
        found = (shut.get(one) for one in ((start, end), (start, None), (None, end)))
        return next(filter(None, found), None)

    closed = [step for step in steps if spot_of(step.start, step.end)]
    moves = frozenset((step.kind, step.start, step.end) for step in closed)
    return [
        replace(step, spot=spot_of(step.end, step.start) or step.spot)
        for step in steps
        if (step.kind, step.start, step.end) not in moves
    ], moves


def _walked_seas(steps: Sequence[Step], provinces: Mapping[str, ProvinceFact]) -> Iterator[str]:
    walked = {one.start[0] for one in steps if one.kind is UnitKind.ARMY}
    yield from (
        key for key, one in provinces.items() if one.terrain is Terrain.SEA and key in walked
    )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


_HEAD_CLASS = re.compile(r"\bclass\s+(\w+?)(?:Variant)?\s+extends\s+(\w*)Variant\b")
_FROM = r"variantClasses\s*\[\s*['\"]{}['\"]\s*\]\s*=\s*['\"](\w+)['\"]"
_HEAD = re.compile(r"\bclass\s+\w+\s+extends\s+\w*WDVariant\b|\bvariantClasses\b")
_PROPERTY = r"^[^/*#\n]*\${}\s*=\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\d+))"
# It adds rules to the standard board.
_OTHER_BASE = {"RuleExtensions": "Classic"}
_FIRST_MAP, _FIRST = "1", "Classic"
_HEAD_FILE, _INSTALL, _CLASSES = "variant.php", "install.php", "classes"


@dataclass(frozen=True, slots=True)
class Php:
    """A file of the variant as a text, empty if it is not there."""

    name: str
    text: str

    def word(self, name: str) -> str:
        """Return the text or the number that a property has, or nothing."""
        found = re.search(_PROPERTY.format(name), self.text, re.MULTILINE)
        return plain(next(filter(None, found.groups()), "")) if found else ""


@dataclass(frozen=True, slots=True)
class VariantFiles:
    """The files of a variant: its board, its own head, and those that it begins as."""

    install: Source
    heads: tuple[Source, ...]
    files: Files

    def texts(self) -> tuple[Php, ...]:
        """Return the heads, the variant's own first."""
        return tuple(Php(one.base, text_of(one)) for one in self.heads)

    def word(self, name: str) -> str:
        """Return a property of the variant, or as it is where that begins."""
        return next(filter(None, (one.word(name) for one in self.texts())), "")

    def arrays(self) -> dict[str, PhpArray]:
        """Return the arrays of the heads; the variant's own come first."""
        found: dict[str, PhpArray] = {}
        for one in reversed(self.texts()):
            found |= arrays_of(one.text)
        return found

    def missing(self) -> str:
        """Return the base variant if its folder is missing, else nothing."""
        return _base(self.heads[-1])

    def program(self, name: str) -> Php:
        """Return the file of a class, of the variant or of what it begins as.

        The head may name another variant whose class it is.
        """
        path = f"{_CLASSES}/{name}.php"
        places = [_near(path, one, self.files) for one in self.heads]
        for one in self.heads:
            for other in re.findall(_FROM.format(name), text_of(one)):
                places.append(self.files.beside(f"{other}/{path}", one.name))
        places.append(self.files.find(path, self.install))
        found = next(filter(None, places), None)
        return Php(f"{name}.php", text_of(found) if found else "")


def variant_files(files: Files) -> VariantFiles | None:
    """Return the files of the variant that is named, None where there is none.

    RefusedError where its board or its head is missing.
    """
    boards = [one for one in files.given if holds_board(text_of(one))]
    given = [one for one in files.given if one not in boards and _is_head(one)]
    if not given and not boards:
        return None
    if not given:
        found = files.find(_HEAD_FILE, boards[0])
        if found is None:
            raise RefusedError(
                f"{boards[0].base} holds a board, but who plays on it stands in "
                "variant.php, which is not there; name it as well."
            )
        given = [found]
    heads = tuple(_heads(_own(given, boards), given, files))
    return VariantFiles(_install(heads, boards, files), heads, files)


def _is_head(source: Source) -> bool:
    text = text_of(source)
    if not source.base.lower().endswith(".php"):
        return False
    return bool(_HEAD_CLASS.search(text) or _HEAD.search(text))


def _own(given: Sequence[Source], boards: Sequence[Source]) -> Source:
    """Return the head that no other one begins as; rather one without a board."""
    begun = {_base(one) for one in given}
    leaves = [one for one in given if _called(one) not in begun] or given
    folders = {_folder(one) for one in boards}
    return min(leaves, key=lambda one: _folder(one) in folders)


def _heads(own: Source, given: Sequence[Source], files: Files) -> Iterator[Source]:
    one: Source | None = own
    seen: set[str] = set()
    while one and _called(one) not in seen:
        yield one
        seen.add(_called(one))
        base = _base(one)
        known = (other for other in given if base and _called(other) == base)
        one = next(known, None)
        if one is None and base:
            found = files.beside(f"{base}/{_HEAD_FILE}", own.name)
            one = found if found and _called(found) == base else None


def _install(heads: Sequence[Source], boards: Sequence[Source], files: Files) -> Source:
    """Return the file of the board: the variant's own, or of what it begins as."""
    for one in heads:
        own = next((o for o in boards if _folder(o) == _folder(one)), None)
        # Around the folder lies a file of the site that is called so, too.
        found = own or _near(_INSTALL, one, files)
        if found and holds_board(text_of(found)):
            return found
    if boards:
        return boards[0]
    own, number = heads[0], Php("", text_of(heads[0])).word("mapID")
    names = [_base(heads[-1])] if _base(heads[-1]) else []
    names += [_FIRST] if number == _FIRST_MAP else []
    for name in names:
        if found := files.beside(f"{name}/{_INSTALL}", own.name):
            return found
    board = f" (map {number})" if number else ""
    text = f"{own.base} names countries and rules, but its board{board} stands in"
    if names:
        text = f"{own.base} begins as the variant {names[0]}, whose board stands in"
        text = f"{text} its install.php; name the folder of that as well."
        raise RefusedError(text)
    text = f"{text} an install.php, perhaps of another variant; name that as well."
    raise RefusedError(text)


def _near(name: str, near: Source, files: Files) -> Source | None:
    """Return a file beside another one, as it is there or given."""
    path = str(_folder(near) / name).casefold()
    given = (one for one in files.given if one.name.casefold() == path)
    return next(given, None) or files.beside(name, near.name)


def _folder(source: Source) -> PurePosixPath:
    return PurePosixPath(source.name.replace("\\", "/")).parent


def _called(source: Source) -> str:
    found = _HEAD_CLASS.search(text_of(source))
    return found[1] if found else ""


def _base(source: Source) -> str:
    found = _HEAD_CLASS.search(text_of(source))
    base = found[2] if found else ""
    return "" if base.endswith("WD") else _OTHER_BASE.get(base, base)


_OWN_CLASS = re.compile(r"variantClasses\s*\[\s*['\"](\w+)['\"]\s*\]")
_ANYWHERE = re.compile(
    r"build[\s_-]?(?:any|every)[\s_-]?where|build[\s_-]?any\b"
    r"|\[\s*RULE_BUILD_\w+\s*\]\s*=\s*true",
    re.IGNORECASE,
)
# Built only at home: the place must be of the country itself, in the query's words.
_AT_HOME = re.compile(r"\bt\.countryID\s*=", re.IGNORECASE)
# Only where a mark of the place says so.
_BY_MARK = re.compile(r"&\s*\(\s*1\s*<<")
# Which places these are changes during the game.
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
    """Return whether units may be built in any owned center, as the files say it."""
    if _BY_TURN.search(builds) or _BY_MARK.search(builds):
        return False
    if _ANYWHERE.search(variant) or _ANYWHERE.search(builds):
        return True
    return bool(_QUERY.search(builds)) and not _AT_HOME.search(builds)


def class_notes(variant: str, spot: FileLine, *, builds_are_read: bool) -> Iterator[Note]:
    """Yield what the variant changes by programs of its own that cannot be read."""
    code = _without_comments(variant)
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


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)


_DATE = "turnAsDate"
_TURNS = r"floor\s*\(\s*\$turn\s*/\s*2\s*\)"
_YEAR = re.compile(rf"{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?\+\s*(\d{{1,5}})")
_YEAR_BEFORE = re.compile(
    rf"(\d{{1,5}})\s*-\s*{_TURNS}|{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?-\s*(\d{{1,5}})"
)
_YEAR_STEP = re.compile(rf"{_TURNS}\s*\*\s*(\d+)")
_NO_YEAR = re.compile(rf"\.\s*\(?\s*{_TURNS}\s*\)?\s*[;.]")
_SAID = r"(?:l_t\s*\(\s*)?['\"]([^'\"]+)['\"]\s*\)?(?:\s*\.\s*['\"][^'\"]*['\"])?\s*"
_SEASONS = re.compile(rf"%\s*2\s*\)?\s*\?\s*{_SAID}:\s*{_SAID}")
# Each turn takes so many years.
_PACE = re.compile(r"\$turn\s*\*\s*(\d{1,3})\s*\)?\s*\+\s*(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The year of the first turn, the years of a turn or 0, and names of seasons."""

    year: int
    turn_years: int
    seasons: tuple[tuple[str, str], ...]


def calendar_of(heads: Sequence[Php], notes: Notes) -> Calendar:
    """Return the calendar of the first head that has one."""
    head = next((one for one in heads if _DATE in one.text), heads[0])
    body = head.text.partition(_DATE)[2].partition("turnAsDateJS")[0]
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
    pace = _PACE.search(body)
    return Calendar(1901 if year is None else year, int(pace[1]) if pace else 0, seasons)


def _first_year(body: str) -> int | None:
    """Return the year of the first turn, that is turn 0; before Christ less than 0."""
    if found := _YEAR_BEFORE.search(body):
        return -int(found[1] or found[2])
    if found := _YEAR.search(body):
        return int(found[1])
    if found := _PACE.search(body):
        return int(found[2])
    return 0 if _NO_YEAR.search(body) else None


_TARGET = re.compile(r"supplyCenterTarget\s*=\s*([1-9]\d{0,3})\b")
_BUILDS_FIRST = re.compile(r"['\"]Pre-game['\"]\s*\)\s*\{[^}]*setPhase\s*\(\s*['\"]Builds['\"]")
# A side without a player is one more country; the file tells only its number.
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

    A side without a player, units and centers is left out.
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
    """Yield notes on first builds outside of a country's own centers."""
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
