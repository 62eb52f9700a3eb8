"""Read a variant of godip from its Go files, without running a program.

The form of these files is not documented; it was learnt from the variants of godip.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from judge.boards import hint, listed
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    OPENING,
    Element,
    FileLine,
    Files,
    ImportOptions,
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
    chosen,
    end_of,
    text_of,
    tokens_of,
    tree_of,
)

_TOKEN = re.compile(
    r"""(?P<gap>\s+)
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)
    |(?P<number>\d+)
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>\.\.\.|:=|.)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ENDS = {"n": "\n", "t": "\t", "r": ""}
_VARIANTS = "godip/variants/"
Tokens = Sequence[Token]


@dataclass(frozen=True, slots=True)
class Code:
    """The tokens of a variant's own files, and the functions and packages that they may use."""

    tokens: Tokens
    #: The bodies of functions as `package.Name`, those of the variant's own files also as `Name`.
    functions: Mapping[str, Tokens]
    #: The tokens of each package.
    packages: Mapping[str, Tokens]
    #: The packages by their local names in the variant's files.
    names: Mapping[str, str]

    def function(self, name: str) -> Tokens | None:
        """Return the body of a function, which may be of another package, or None."""
        package, dot, own = name.rpartition(".")
        return self.functions.get(f"{self.names.get(package, package)}{dot}{own}")

    def after(self, *texts: str) -> Iterator[Tokens]:
        """Yield the tokens after each occurrence of this sequence."""
        yield from _after(self.tokens, texts)

    def literal(self, tokens: Tokens) -> Tokens:
        """Return the inside of a literal in braces, or of the literal that a function returns."""
        for body in (tokens, self.function(called_function(tokens)) or ()):
            for rest in _after(body, ("{",)):
                if body is tokens or "return" in _texts(body[: -len(rest)]):
                    return inside(rest)
        return ()


def code_of(sources: Sequence[Source], others: Sequence[Source]) -> Code:
    """Return the code of Go files; `others` are the files of packages that they import."""
    functions: dict[str, Tokens] = {}
    packages: dict[str, list[Token]] = {}
    own: list[Token] = []
    for source in (*sources, *others):
        tokens = list(_tokens(source))
        package = next((rest[0].text for rest in _after(tokens, ("package",))), "")
        packages.setdefault(package, []).extend(tokens)
        for name, body in _functions(tokens):
            functions.setdefault(f"{package}.{name}", body)
            if source in sources:
                functions.setdefault(name, body)
        own += tokens if source in sources else ()
    # The packages by their local names in import statements.
    names = {
        name.text: text_in(path).rpartition("/")[2]
        for name, path in pairwise(own)
        if name.kind == "word" and path.kind == "text" and "/" in path.text
    }
    return Code(own, functions, packages, names)


def imported(sources: Sequence[Source]) -> list[str]:
    """Return the packages of variants that files import, such as `classical/start`."""
    paths = (
        text_in(token)
        for source in sources
        for token in _tokens(source)
        if token.kind == "text" and "\n" not in token.text
    )
    return [path.partition(_VARIANTS)[2] for path in paths if _VARIANTS in path]


def _functions(tokens: Tokens) -> Iterator[tuple[str, Tokens]]:
    """Yield the name and body of each function."""
    for rest in _after(tokens, ("func",)):
        if rest[:1] and rest[0].kind == "word" and _texts(rest[1:2]) == ["("]:
            parameters = inside(rest, 2)
            yield rest[0].text, _body(rest[len(parameters) + 3 :])


def inside(tokens: Tokens, start: int = 0) -> Tokens:
    """Return the tokens from `start` on, up to the bracket that closes around them."""
    return tokens[start : end_of(tokens, start)]


def parts(tokens: Tokens, sign: str = ",") -> Iterator[Tokens]:
    """Yield the parts of a list between its commas, without empty ones."""
    start, at = 0, 0
    while at < len(tokens):
        if tokens[at].text == sign:
            if at > start:
                yield tokens[start:at]
            start = at + 1
        elif tokens[at].text in OPENING:
            at += len(inside(tokens, at + 1)) + 1
        at += 1
    if start < len(tokens):
        yield tokens[start:]


def entries(tokens: Tokens) -> Iterator[tuple[Token, Tokens]]:
    """Yield the key (its last token) and the value of each entry of a literal."""
    for part in parts(tokens):
        key, *values = parts(part, ":")
        if values:
            yield key[-1], values[0]


def called_function(tokens: Tokens) -> str:
    """Return the name of the first function that is called, or "".

    A function of another package is `package.Name`.
    """
    for at in range(len(tokens)):
        if name := call_at(tokens, at):
            return name
    return ""


def call_at(tokens: Tokens, at: int) -> str:
    """Return the name of the function that is called at a token, or ""."""
    texts = _texts(tokens[at : at + 4])
    if tokens[at].kind != "word" or texts[0] == "func":
        return ""
    if texts[1:2] == ["("]:
        return texts[0]
    return f"{texts[0]}.{texts[2]}" if texts[1::2] == [".", "("] else ""


def joined_text(tokens: Tokens) -> str:
    """Return the texts of the tokens as one text."""
    return "".join(text_in(token) for token in tokens if token.kind == "text")


def word(tokens: Tokens) -> str:
    """Return the last word, such as `Sea` in `godip.Sea`, or ""."""
    return next((token.text for token in reversed(tokens) if token.kind == "word"), "")


def values_of(tokens: Tokens, name: str) -> Iterator[Tokens]:
    """Yield the tokens after each `name =` and `name:`."""
    for sign in ("=", ":"):
        yield from _after(tokens, (name, sign)) if name else ()


def number(tokens: Tokens) -> int | None:
    """Return a whole number with its sign, or None."""
    text = "".join(_texts(tokens))
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None


def refusal_at(token: Token, text: str) -> RefusedError:
    """Return the error for a token that is not understood."""
    return RefusedError(f'{token.spot}: "{token.text}": {text}')


def text_in(token: Token) -> str:
    """Return the value of a text token, without its quotation marks."""
    inner = token.text[1:-1]
    if token.text.startswith("`"):
        return inner
    return _ESCAPED.sub(lambda m: _ENDS.get(m[1], m[1]), inner)


def _tokens(source: Source) -> Iterator[Token]:
    """Return the tokens of a Go file."""
    return tokens_of(text_of(source), _TOKEN, source.base)


def _after(tokens: Tokens, texts: Sequence[str]) -> Iterator[Tokens]:
    """Yield the tokens after each occurrence of a sequence."""
    size, sequence = len(texts), list(texts)
    for at, token in enumerate(tokens):
        if token.text == texts[0] and _texts(tokens[at : at + size]) == sequence:
            yield tokens[at + size :]


def _body(tokens: Tokens) -> Tokens:
    """Return the inside of the next braces, after a function's result types."""
    return next((inside(rest) for rest in _after(tokens, ("{",))), ())


def _texts(tokens: Tokens) -> list[str]:
    return [token.text for token in tokens]


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
Fields = Mapping[str, Tokens]


@dataclass(frozen=True, slots=True)
class GoVariant:
    """The code of a variant, with the fields of its literal by name."""

    code: Code
    fields: Fields
    nations: Mapping[str, str]
    spot: FileLine

    def text(self, field: str) -> str:
        """Return the text of a field, or ""."""
        return joined_text(self.fields.get(field, ()))

    def nation(self, tokens: Tokens) -> str:
        """Return the name of the power that the last word of `tokens` stands for."""
        name = self.nations.get(word(tokens), word(tokens))
        return _HUMP.sub(" ", name)

    def body(self, field: str) -> Tokens:
        """Return the body of the function that a field names, or the value of the field."""
        value = self.fields.get(field, ())
        return self.code.function("".join(token.text for token in value)) or value

    def listed(self, field: str) -> Tokens:
        """Return the inside of the literal that a field holds or refers to.

        It may refer to a variable, or to a field of another variant, also of another package.
        """
        value = self.fields.get(field, ())
        if literal := self.code.literal(value):
            return literal
        searched = self.code.tokens
        if len(value) > 1:
            package = self.code.names.get(value[0].text, value[0].text)
            searched = self.code.packages.get(package, ())
        for rest in values_of(searched, word(value)):
            for other in (rest, *values_of(searched, word(rest[:1]))):
                if literal := _literal(other):
                    return literal
        return ()


def _literal(tokens: Tokens) -> Tokens:
    """Return the inside of the literal with which tokens begin, or ()."""
    for at, token in enumerate(tokens):
        if token.text == "{":
            return inside(tokens, at + 1)
        if token.text in ("=", ":=", ",", ":", "(", ")", "}"):
            break
    return ()


def chosen_variant(code: Code, source: Source, options: ImportOptions) -> GoVariant:
    """Return the variant in the code; if there are several, the one that the options name.

    RefusedError if there is none, or if the options do not choose one of several.
    """
    literals = [inside(rest) for rest in code.after(".", "Variant", "{")]
    fields = [{key.text: value for key, value in entries(literal)} for literal in literals]
    fields = [literal for literal in fields if "Graph" in literal or "Nations" in literal]
    if not fields:
        raise RefusedError(
            f"{source.base} holds no variant with its Nations; name the Go file that does as well."
        )
    titles = [joined_text(literal.get("Name", ())) for literal in fields]
    chosen_fields = fields[chosen(titles, options, f"{source.base} holds")]
    nations = {}
    for rest in code.after(".", "Nation", "="):
        at = len(code.tokens) - len(rest)
        nations[code.tokens[at - 5].text] = joined_text(rest[:1])
    return GoVariant(code, chosen_fields, nations, FileLine(source.base))


_FLAGS = {
    "Land": {"Land"},
    "Sea": {"Sea"},
    "Coast": {"Land", "Sea"},
    "Archipelago": {"Land", "Sea", "Convoyable"},
    "Convoyable": {"Convoyable"},
}
_STEP_KINDS = {"Land": UnitKind.ARMY, "Sea": UnitKind.FLEET}
_COAST = re.compile(r"\(\s*([^()]+?)\s*\)\s*$")
# A name that was split into two lines on the picture, as "Mal- bork".
_BROKEN = re.compile(r"([^\W\d_])- ([a-z])")
_START = ["return", "graph", ".", "New", "(", ")"]


@dataclass(frozen=True, slots=True)
class Row:
    """A province of the graph, or a coast of one, with its connections."""

    token: Token
    name: str
    flags: set[str] = field(default_factory=set)
    #: The connections: target, flags, and the token of the call.
    ways: list[tuple[str, frozenset[str], Token]] = field(default_factory=list)
    #: The power whose home it is; empty if it is no center.
    center: list[str] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Return the province, and its coast or ""."""
        key, _, code = text_in(self.token).partition("/")
        return key, code.lower()


@dataclass(frozen=True, slots=True)
class Board:
    """The provinces and moves of a graph, and the power of each home center."""

    provinces: tuple[ProvinceFact, ...]
    steps: tuple[Step, ...]
    homes: Mapping[str, str]


def board_of(code: Code, graph: Tokens, names: Mapping[str, str], notes: Notes) -> Board:
    """Return the board of a variant's field `Graph`.

    RefusedError if it is in no file, or made by more than a chain of calls.
    """
    rows = _rows(_chain(code, graph), notes)
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows.values():
        key, coast = row.place
        if coast:
            match = _COAST.search(row.name)
            coasts.setdefault(key, []).append((coast, match[1] if match else ""))
    provinces = tuple(
        _province(row, names, coasts.get(key, ())) for key, row in rows.items() if not row.place[1]
    )
    known = {province.key for province in provinces}
    return Board(
        provinces,
        tuple(_graph_steps(rows, known, notes)),
        {key: row.center[-1] for key, row in rows.items() if row.center},
    )


def _chain(code: Code, graph: Tokens) -> Tokens:
    """Return the chain of calls after `graph.New()` in the function that makes the graph."""
    name = called_function(graph[3:])
    token = next((t for t in graph if t.text == name.rpartition(".")[2]), graph[0])
    body = code.function(name)
    if body is None:
        raise refusal_at(
            token,
            f"what makes the board ({name or 'a program'}) is in none of the files; it "
            "may be another variant's: name its Go file as well.",
        )
    texts = [token.text for token in body]
    for at in range(len(body)):
        if texts[at : at + len(_START)] == _START:
            if at > 0:
                break
            return body[len(_START) :]
    raise refusal_at(
        body[0] if body else graph[0],
        "the board is made by a program, of which only a chain of calls from "
        "graph.New() is read; nothing was imported.",
    )


def _rows(chain: Tokens, notes: Notes) -> dict[str, Row]:
    """Return the provinces and coasts of a chain of calls."""
    rows: dict[str, Row] = {}
    row: Row | None = None
    for call, arguments in _calls(chain):
        if call.text == "Prov" and arguments:
            token = arguments[0]
            row = rows.setdefault(text_in(token), Row(token, _name(call, token)))
        elif call.text in ("New", "Done"):
            continue
        elif row is None or call.text not in ("Conn", "Flag", "SC"):
            raise refusal_at(call, "no call that makes a board; nothing was imported.")
        else:
            _add_to_row(row, call, list(parts(arguments)), notes)
    return rows


def _calls(chain: Tokens) -> Iterator[tuple[Token, Tokens]]:
    """Yield the name of each call with its arguments."""
    at = 0
    while at < len(chain):
        texts = [token.text for token in chain[at : at + 3]]
        if len(texts) < 3 or texts[0] != "." or texts[2] != "(":
            raise refusal_at(chain[at], "the chain of calls that makes the board breaks off here.")
        arguments = inside(chain, at + 3)
        yield chain[at + 1], arguments
        at += len(arguments) + 4


def _name(call: Token, token: Token) -> str:
    """Return the name of a province in the comment beside it, or ""."""
    comment = "" if token.comment else call.comment
    comment = _BROKEN.sub(r"\1\2", comment)
    return "" if comment.lower() == text_in(token) else comment


def _add_to_row(row: Row, call: Token, arguments: Sequence[Tokens], notes: Notes) -> None:
    """Add the facts of one call to its province."""
    match call.text:
        case "SC":
            row.center.extend(filter(None, map(word, arguments)))
        case "Flag":
            row.flags.update(_flags(arguments, call, notes))
        case _:
            target = joined_text(arguments[0]) if arguments else ""
            flags = frozenset(_flags(arguments[1:], call, notes))
            row.ways.append((target, flags, call))


def _flags(arguments: Sequence[Tokens], call: Token, notes: Notes) -> Iterator[str]:
    """Yield the flags of a call; unknown ones are noted."""
    for argument in arguments:
        name = word(argument)
        if name not in _FLAGS:
            notes.append(Note(call.spot, f'the flag "{name}" is none known; left out'))
        yield from _FLAGS.get(name, ())


def _province(
    row: Row, names: Mapping[str, str], coasts: Sequence[tuple[str, str]]
) -> ProvinceFact:
    key = row.place[0]
    is_land = "Land" in row.flags
    return ProvinceFact(
        key=key,
        name=names.get(key) or row.name or key.upper(),
        words=(key,),
        terrain=None if is_land or coasts else Terrain.SEA,
        spot=row.token.spot,
        center=bool(row.center),
        convoys=is_land and "Convoyable" in row.flags,
        coasts=tuple(coasts),
    )


def _graph_steps(rows: Mapping[str, Row], known: set[str], notes: Notes) -> Iterator[Step]:
    """Yield the moves of each connection that both ends allow."""
    coastal = {row.place[0] for row in rows.values() if row.place[1]}
    for row in rows.values():
        if row.place[0] not in known:
            text = f"{text_in(row.token)} is a coast of no province; left out"
            notes.append(Note(row.token.spot, text))
            continue
        for target, flags, call in row.ways:
            end = rows.get(target)
            if end is None or end.place[0] not in known:
                text = f'{text_in(row.token)} leads to "{target}", which no province is'
                text = f"{text} called{hint(target, list(rows))}; left out"
                notes.append(Note(call.spot, text))
                continue
            for flag in sorted(flags & row.flags & end.flags & set(_STEP_KINDS)):
                # In a province with named coasts, fleets are only on these.
                if flag == "Land" or not {text_in(row.token), target} & coastal:
                    yield Step(_STEP_KINDS[flag], row.place, end.place, call.spot)


_START_CALLS = ("SetUnits", "SetSupplyCenters", "SetUnit", "RemoveUnit", "SetSC")
_SEASONS = {"Spring": Season.SPRING, "Fall": Season.FALL}
# Starts call other starts, but hardly ever deeper.
_DEEPEST = 5

Entry = tuple[Token, Tokens]


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a game: the first phase, the units and the owners of centers."""

    phase: Phase
    #: By place: the token of the place, and the value in the file.
    units: Mapping[str, Entry]
    owners: Mapping[str, Entry]


def start_of(variant: GoVariant, homes: Mapping[str, str], notes: Notes) -> Start:
    """Return the start of a variant; changes by a program are noted.

    `homes` has the power of each home center.
    """
    tokens = _with_called_starts(variant.code, variant.body("Start"), 0)
    if not any(token.text in _START_CALLS for token in tokens):
        tokens = list(variant.code.tokens)
    units: dict[str, Entry] = {}
    owners: dict[str, Entry] = {}
    for step, arguments, loops in _start_steps(tokens):
        entries_of_step = owners if step.text in ("SetSupplyCenters", "SetSC") else units
        if step.text in ("SetUnits", "SetSupplyCenters"):
            entries_of_step.clear()
            entries_of_step.update(
                (text_in(key), (key, value))
                for key, value in entries(variant.code.literal(arguments))
            )
        elif not _apply(step, list(parts(arguments)), entries_of_step, _Loops(loops, homes)):
            text = f"the start is changed by a program ({step.text}); that is not read"
            notes.append(Note(step.spot, text))
    return Start(_first_phase(variant, tokens, notes), units, owners)


def _with_called_starts(code: Code, tokens: Tokens, depth: int) -> list[Token]:
    """Return the tokens of a start, and the tokens of the starts that it calls."""
    unfolded: list[Token] = []
    for at, token in enumerate(tokens):
        body = code.function(call_at(tokens, at)) if depth < _DEEPEST else None
        if body and any(other.text in _START_CALLS for other in body):
            unfolded += _with_called_starts(code, body, depth + 1)
        else:
            unfolded.append(token)
    return unfolded


@dataclass(frozen=True, slots=True)
class _Loops:
    """The loops of a start, with the values that their variables stand for."""

    loops: Mapping[str, Tokens]
    homes: Mapping[str, str]

    def places(self, tokens: Tokens) -> list[str]:
        """Return the places that tokens name, or the places of a loop whose variable they name."""
        if texts := [text_in(token) for token in tokens if token.kind == "text"]:
            return texts[:1]
        expression = self.loops.get(word(tokens), ())
        for at, token in enumerate(expression):
            if token.text == "SCs":
                power = word(inside(expression, at + 2))
                return [key for key, owner in self.homes.items() if owner == power]
            if token.text == "AllSCs":
                return list(self.homes)
        return [text_in(token) for token in expression if token.kind == "text"]


def _start_steps(tokens: Tokens) -> Iterator[tuple[Token, Tokens, Mapping[str, Tokens]]]:
    """Yield the calls of a start, their arguments, and the loops before them by variable."""
    loops: dict[str, Tokens] = {}
    for at, token in enumerate(tokens):
        if token.text == "range" and at > 4:
            # for KEY, VALUE := range ...
            key, _, value = (part.text for part in tokens[at - 4 : at - 1])
            loops[key] = ()
            loops[value] = _range_of(tokens[at + 1 :])
        elif token.text in _START_CALLS and [t.text for t in tokens[at + 1 : at + 2]] == ["("]:
            yield token, inside(tokens, at + 2), loops


def _range_of(tokens: Tokens) -> Tokens:
    """Return the values over which a loop runs: an expression, or the inside of a literal."""
    literal = next(parts(tokens, "{"), ())
    return inside(tokens, len(literal) + 1) if word(literal[-1:]) == "Province" else literal


def _apply(
    step: Token, arguments: list[Tokens], places_held: dict[str, Entry], loops: _Loops
) -> bool:
    """Change the places that a call names; return whether it names any."""
    places = loops.places(arguments[0]) if arguments else []
    for place in places:
        places_held.pop(place, None)
        if step.text != "RemoveUnit":
            places_held[place] = Token("text", f'"{place}"', step.spot), arguments[-1]
    return bool(places)


def _first_phase(variant: GoVariant, tokens: Tokens, notes: Notes) -> Phase:
    """Return the first phase, of the start or of any other call in the code."""
    for searched in (tokens, variant.code.tokens):
        for at, token in enumerate(searched):
            if not token.text.endswith("Phase") or not call_at(searched, at):
                continue
            arguments = list(parts(inside(searched, at + 2)))
            year = number(arguments[0]) if len(arguments) == 3 else None
            if year is not None:
                return _phase(year, word(arguments[1]), word(arguments[2]), token, notes)
    text = "the first phase could not be read; the game starts in Spring 1901"
    notes.append(Note(variant.spot, text))
    return FIRST_PHASE


def _phase(year: int, season: str, kind: str, token: Token, notes: Notes) -> Phase:
    """Return the phase of a call's arguments."""
    if kind == "Adjustment":
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    if season not in _SEASONS:
        text = f'"{season}" is no season known; imported as Spring'
        notes.append(Note(token.spot, text))
    return Phase(_SEASONS.get(season, Season.SPRING), year, PhaseKind.MOVEMENT)


_NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
_FIRST = re.compile(rf"\s*[mM]\s*{_NUMBER}[\s,]+{_NUMBER}")
_STEP = re.compile(r"(\w+)\(([^()]*)\)[\s,]*")
_CENTER = "Center"

Point = tuple[float, float]
# A transformation as in SVG: x becomes a x + c y + e, and y becomes b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def positions_of(picture: Tokens, near: Source, files: Files) -> Mapping[str, Point]:
    """Return the positions of provinces by key; empty if there is no picture.

    Each province has an element `KEYCenter`, in a layer that may be moved or scaled.
    """
    file_name = joined_text(picture)
    source = files.find(file_name, near) if file_name else None
    if source is None:
        return {}
    try:
        return dict(_centers(tree_of(source), _IDENTITY))
    except RefusedError:
        # A broken picture does not stop an import.
        return {}


def _centers(element: Element, transformation: Matrix) -> Iterator[tuple[str, Point]]:
    """Yield the positions in an element and its children."""
    for name, arguments in _STEP.findall(element.get("transform")):
        step = _matrix_of(name, [float(n) for n in re.findall(_NUMBER, arguments)])
        if step is None:
            return
        transformation = _product(transformation, step)
    name = element.get("id")
    if name.endswith(_CENTER) and "/" not in name and (at := _point(element)):
        yield name.removesuffix(_CENTER), _product(transformation, (1, 0, 0, 1, *at))[4:]
    for child in element.children:
        yield from _centers(child, transformation)


def _matrix_of(name: str, arguments: list[float]) -> Matrix | None:
    """Return the matrix of a transformation without rotation, or None."""
    match name, arguments:
        case "translate", [x, *rest]:
            return 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest]:
            return x, 0, 0, rest[0] if rest else x, 0, 0
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case _:
            return None


def _product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner`, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, x, y = inner
    first, second = (a * g + c * h, b * g + d * h), (a * i + c * j, b * i + d * j)
    return *first, *second, a * x + c * y + e, b * x + d * y + f


def _point(element: Element) -> Point | None:
    """Return the point of a path or a circle, or None."""
    if match := _FIRST.match(element.get("d")):
        return float(match[1]), float(match[2])
    x, y = element.get("cx"), element.get("cy")
    return (float(x), float(y)) if re.fullmatch(f"{_NUMBER} {_NUMBER}", f"{x} {y}") else None


_GODIP = re.compile(r"\bVariant\s*\{|\bgraph\.New\(\)")
_UNREAD = ("_test.go", "bindata.go")
_STARTS = ("start/map.go", "start/units.go", "start/supply_centers.go")
_UNIT_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}
_NOBODY, _NEUTRALS = "Neutral", "NeutralOrders"


def go_files(sources: Sequence[Source]) -> list[Source]:
    """Return the Go files with a variant or a graph."""
    return [
        source
        for source in sources
        if source.base.endswith(".go")
        and not source.base.endswith(_UNREAD)
        and _GODIP.search(text_of(source))
    ]


def read_godip(sources: Sequence[Source], files: Files, options: ImportOptions) -> Reading:
    """Return the reading of a variant in Go files; RefusedError if they need to be run."""
    notes: Notes = []
    code = code_of(sources, _others(sources, files))
    variant = chosen_variant(code, sources[0], options)
    long_names = {
        text_in(key): joined_text(value)
        for key, value in entries(variant.listed("ProvinceLongNames"))
        if key.kind == "text"
    }
    graph = variant.fields.get("Graph", ())
    if not graph:
        raise RefusedError(f"{variant.spot}: the variant has no Graph.")
    board = board_of(code, graph, long_names, notes)
    start = start_of(variant, board.homes, notes)
    powers = _powers(variant, board, start, notes)
    notes += _programs(variant)
    title = variant.text("Name") or sources[0].base.removesuffix(".go")
    story = "\n\n".join(filter(None, map(variant.text, ("Description", "Rules"))))
    return Reading(
        name=title.lower(),
        title=title,
        spot=FileLine(sources[0].base),
        provinces=board.provinces,
        steps=board.steps,
        powers=powers,
        notes=tuple(notes),
        start=start.phase,
        victory=_victory(variant),
        builds="owned" if _builds_anywhere(variant) else "home",
        version=variant.text("Version"),
        designer=variant.text("CreatedBy"),
        story=story,
        positions=positions_of(variant.fields.get("SVGMap", ()), sources[0], files),
    )


def _others(sources: Sequence[Source], files: Files) -> list[Source]:
    """Return the files of the packages that a variant imports, if they are there.

    The folder of each package is beside the variant's folder. The start of a board is in a
    subfolder of it.
    """
    by_name: dict[str, Source] = {}
    packages = [*_STARTS, *_package_files(sources)]
    for name in packages:
        other = files.find(name, sources[0])
        if other and other not in sources and other.name not in by_name:
            by_name[other.name] = other
            packages += [name for name in _package_files([other]) if name not in packages]
    return list(by_name.values())


def _package_files(sources: Sequence[Source]) -> Iterator[str]:
    """Yield the files of imported packages."""
    for path in imported(sources):
        last = path.rpartition("/")[2]
        yield f"{path}/{last}.go"
        if last == "start":
            yield from (path.removesuffix(last) + start for start in _STARTS)


def _powers(variant: GoVariant, board: Board, start: Start, notes: Notes) -> tuple[PowerFact, ...]:
    """Return the powers with homes, centers, units and colors."""
    owners = {
        key: variant.nation(value)
        for key, (_, value) in start.owners.items()
        if key in {province.key for province in board.provinces}
    }
    names = _nations(variant, owners.values(), notes)
    homes = {
        key: variant.nations.get(power, power).replace(" ", "")
        for key, power in board.homes.items()
    }
    units = _units(variant, board, start, notes)
    shades = entries(variant.listed("NationColors"))
    colors = {variant.nation([key]): joined_text(value) for key, value in shades}
    sides = [*names, *(name for name in units if name not in names)]
    returning = _NOBODY if _armies_come_back(variant) else ""
    return tuple(
        PowerFact(
            name=name,
            adjective="",
            letter="",
            spot=variant.spot,
            homes=tuple(key for key, power in homes.items() if power == name.replace(" ", ""))
            if name != returning
            else (),
            owned=tuple(key for key, owner in owners.items() if owner == name) if owners else None,
            units=tuple(units.get(name, ())),
            played=name in names,
            color=colors.get(name, ""),
            come_back=name == returning,
        )
        for name in sides
    )


def _nations(variant: GoVariant, owners: Collection[str], notes: Notes) -> tuple[str, ...]:
    """Return the powers of the list of Nations; if it is in another package, the owners of centers.

    RefusedError if there are none.
    """
    names = tuple(map(variant.nation, parts(variant.listed("Nations"))))
    if names:
        return names
    names = tuple(owner for owner in dict.fromkeys(owners) if owner != _NOBODY)
    if not names:
        raise RefusedError(
            f"{variant.spot}: which powers play is in no list of Nations that can be "
            "read; nothing was imported."
        )
    text = "the list of Nations is elsewhere; the powers are who owns centers at the"
    notes.append(Note(variant.spot, f"{text} start: {listed(names, 'and')}"))
    return names


def _units(
    variant: GoVariant, board: Board, start: Start, notes: Notes
) -> dict[str, list[UnitFact]]:
    """Return the units at the start by power."""
    known = {province.key for province in board.provinces}
    units: dict[str, list[UnitFact]] = {}
    for key, value in start.units.values():
        # Each field is a value, or `Name: value`.
        fields = [[*parts(part, ":")][-1] for part in parts(variant.code.literal(value))]
        kind, owner = (*fields, (), ())[:2]
        province, _, coast = text_in(key).partition("/")
        if province not in known or word(kind) not in _UNIT_KINDS or not word(owner):
            text = f'a unit "{word(kind)}" in "{text_in(key)}" is none known'
            suggestion = "" if province in known else hint(province, list(known))
            text = f"{text}{suggestion}; left out"
            notes.append(Note(key.spot, text))
            continue
        fact = UnitFact(_UNIT_KINDS[word(kind)], (province, coast.lower()), key.spot)
        units.setdefault(variant.nation(owner), []).append(fact)
    return units


def _victory(variant: GoVariant) -> int | None:
    """Return the number of centers that wins, or None."""
    for name in ("SoloWinner", "SoloSCCount"):
        value = variant.fields.get(name, ())
        numbers = [int(token.text) for token in value if token.kind == "number"]
        if len(numbers) == 1 and (name == "SoloSCCount" or "SCCountWinner" in _word_set(value)):
            return numbers[0]
    return None


def _word_set(tokens: Tokens) -> set[str]:
    return {token.text for token in tokens}


def _builds_anywhere(variant: GoVariant) -> bool:
    """Return whether powers may build in any owned center; neutral powers do not count."""
    neutral = variant.code.function(_NEUTRALS) or ()
    words = [token.text for token in variant.code.tokens]
    return any(
        words.count(name) > sum(token.text == name for token in neutral)
        for name in set(words)
        if name.startswith("BuildAnywhere")
    )


def _armies_come_back(variant: GoVariant) -> bool:
    """Return whether neutral armies hold, and are built again at the end of a year."""
    body = variant.code.function(_NEUTRALS) or ()
    words = _word_set(body)
    active_orders = {"Move", "SupportMove", "SupportHold", "Convoy"}
    builds = any(name.startswith("Build") for name in words)
    return builds and "Adjustment" in words and not words & active_orders


def _programs(variant: GoVariant) -> Iterator[Note]:
    """Yield notes on the variant's own programs, which are not imported."""
    words = _word_set(variant.code.tokens)
    graph = variant.code.literal(variant.fields.get("Graph", ()))
    if graph and graph[0].text != "return":
        text = f"the board of {called_function(graph)} is changed by a program; that is not read"
        yield Note(graph[0].spot, text)
    phase = variant.fields.get("Phase", ())
    if phase and "classical" not in _word_set(phase) and not _generated(variant, phase):
        text = f"phases follow each other by a program ({word(phase)}); imported as"
        yield Note(phase[0].spot, f"{text} Spring and Fall movements, then builds")
    if any(name.startswith("BuildAnyHomeCenter") for name in words):
        text = "powers may build in each other's homes; imported with builds at home"
        yield Note(variant.spot, text)
    if _NEUTRALS in words and not _armies_come_back(variant):
        text = "what neutral units do is up to a program (NeutralOrders); imported as"
        yield Note(variant.spot, f"{text} units that hold, see rules.neutral_armies")
    winner = variant.fields.get("SoloWinner", ())
    if winner and "SCCountWinner" not in _word_set(winner):
        text = f"who wins is up to a program ({called_function(winner) or word(winner)})"
        yield Note(winner[0].spot, f"{text}; only the number of centers is imported")


def _generated(variant: GoVariant, phase: Tokens) -> bool:
    """Return whether phases follow the usual sequence, with centers counted in Fall."""
    body = variant.body("Phase")
    if len(body) > 1 and body[0].text == "return" and call_at(body, 1):
        phase = body[1:]
    for rest in (phase, *variant.code.after(called_function(phase) or word(phase), "=")):
        if called_function(rest[:4]) == "phase.Generator":
            words = _word_set(inside(rest, 4))
            return "func" not in words or "Fall" in words
    return False
