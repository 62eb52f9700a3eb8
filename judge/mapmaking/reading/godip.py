"""A variant of godip, from its Go files; no program is run.

The facts of the form stand in no manual; they were read off the variants of godip.
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
    """The tokens of a variant's own files, and what it may take from other packages.

    `functions` are the bodies of functions, those of a package as `package.Name`, those
    of the variant's own files as `Name` as well; `names` are packages as files call
    them, where that is not how they are called.
    """

    tokens: Tokens
    functions: Mapping[str, Tokens]
    packages: Mapping[str, Tokens]
    names: Mapping[str, str]

    def function(self, name: str) -> Tokens | None:
        """Return the body of a function, that may be of another package."""
        package, dot, own = name.rpartition(".")
        return self.functions.get(f"{self.names.get(package, package)}{dot}{own}")

    def after(self, *texts: str) -> Iterator[Tokens]:
        """Yield all that follows each place where these tokens stand."""
        yield from _after(self.tokens, texts)

    def literal(self, given: Tokens) -> Tokens:
        """Return the inside of a literal in braces, or of that a function returns."""
        for body in (given, self.function(called(given)) or ()):
            for rest in _after(body, ("{",)):
                if body is given or "return" in _texts(body[: -len(rest)]):
                    return inside(rest)
        return ()


def code_of(sources: Sequence[Source], others: Sequence[Source]) -> Code:
    """Return what Go files hold; `others` are of the packages that they import."""
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
    return Code(own, functions, packages, _names(own))


def imported(sources: Sequence[Source]) -> list[str]:
    """Return the packages of variants that files import, as `classical/start`."""
    paths = (
        text_in(token)
        for one in sources
        for token in _tokens(one)
        if token.kind == "text" and "\n" not in token.text
    )
    return [path.partition(_VARIANTS)[2] for path in paths if _VARIANTS in path]


def _functions(tokens: Tokens) -> Iterator[tuple[str, Tokens]]:
    for rest in _after(tokens, ("func",)):
        if rest[:1] and rest[0].kind == "word" and _texts(rest[1:2]) == ["("]:
            given = inside(rest, 2)
            yield rest[0].text, _body(rest[len(given) + 3 :])


def _names(tokens: Tokens) -> dict[str, str]:
    return {
        one.text: text_in(other).rpartition("/")[2]
        for one, other in pairwise(tokens)
        if one.kind == "word" and other.kind == "text" and "/" in other.text
    }


def inside(tokens: Tokens, start: int = 0) -> Tokens:
    """Return the tokens from one on, up to the bracket that closes what it is in."""
    return tokens[start : end_of(tokens, start)]


def parts(tokens: Tokens, sign: str = ",") -> Iterator[Tokens]:
    """Yield what stands between the commas of a list, without empty parts."""
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
    """Yield the keys of a literal, their last tokens, with their values."""
    for part in parts(tokens):
        key, *values = parts(part, ":")
        if values:
            yield key[-1], values[0]


def called(tokens: Tokens) -> str:
    """Return the name of the first function that is called, or nothing.

    One of another package is called `package.Name`.
    """
    for at in range(len(tokens)):
        if name := call_at(tokens, at):
            return name
    return ""


def call_at(tokens: Tokens, at: int) -> str:
    """Return the name of the function that is called at a token, or nothing."""
    texts = _texts(tokens[at : at + 4])
    if tokens[at].kind != "word" or texts[0] == "func":
        return ""
    if texts[1:2] == ["("]:
        return texts[0]
    return f"{texts[0]}.{texts[2]}" if texts[1::2] == [".", "("] else ""


def joined(tokens: Tokens) -> str:
    """Return a text that may be put together of several."""
    return "".join(text_in(token) for token in tokens if token.kind == "text")


def word(tokens: Tokens) -> str:
    """Return the last word, as `Sea` of `godip.Sea`."""
    return next((one.text for one in reversed(tokens) if one.kind == "word"), "")


def named(tokens: Tokens, name: str) -> Iterator[Tokens]:
    """Yield all that follows where a variable or a field of that name has its value."""
    for sign in ("=", ":"):
        yield from _after(tokens, (name, sign)) if name else ()


def number(tokens: Tokens) -> int | None:
    """Return a whole number with its sign."""
    text = "".join(_texts(tokens))
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None


def refused(token: Token, text: str) -> RefusedError:
    """Return the refusal of what is not understood, with its line."""
    return RefusedError(f'{token.spot}: "{token.text}": {text}')


def text_in(token: Token) -> str:
    """Return what a text says, without its quotation marks."""
    inner = token.text[1:-1]
    if token.text.startswith("`"):
        return inner
    return _ESCAPED.sub(lambda m: _ENDS.get(m[1], m[1]), inner)


def _tokens(source: Source) -> Iterator[Token]:
    return tokens_of(text_of(source), _TOKEN, source.base)


def _after(tokens: Tokens, texts: Sequence[str]) -> Iterator[Tokens]:
    size, wanted = len(texts), list(texts)
    for at, token in enumerate(tokens):
        if token.text == texts[0] and _texts(tokens[at : at + size]) == wanted:
            yield tokens[at + size :]


def _body(tokens: Tokens) -> Tokens:
    """Return the inside of the next braces, behind what a function gives back."""
    return next((inside(rest) for rest in _after(tokens, ("{",))), ())


def _texts(tokens: Tokens) -> list[str]:
    return [token.text for token in tokens]


_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
Fields = Mapping[str, Tokens]


@dataclass(frozen=True, slots=True)
class GoVariant:
    """The code of a variant with the fields of its literal, by their names."""

    code: Code
    fields: Fields
    nations: Mapping[str, str]
    spot: FileLine

    def text(self, field: str) -> str:
        """Return the text of a field, or nothing."""
        return joined(self.fields.get(field, ()))

    def nation(self, tokens: Tokens) -> str:
        """Return the name of the power that a word means."""
        name = self.nations.get(word(tokens), word(tokens))
        return _HUMP.sub(" ", name)

    def body(self, field: str) -> Tokens:
        """Return the function that a field names or holds."""
        given = self.fields.get(field, ())
        return self.code.function("".join(one.text for one in given)) or given

    def listed(self, field: str) -> Tokens:
        """Return the inside of a literal that a field holds, or names.

        It may name a variable, a field of another variant, or either of a package.
        """
        given = self.fields.get(field, ())
        if found := self.code.literal(given):
            return found
        where = self.code.tokens
        if len(given) > 1:
            package = self.code.names.get(given[0].text, given[0].text)
            where = self.code.packages.get(package, ())
        for rest in named(where, word(given)):
            for other in (rest, *named(where, word(rest[:1]))):
                if found := _literal(other):
                    return found
        return ()


def _literal(tokens: Tokens) -> Tokens:
    """Return the inside of the literal that tokens begin with, or nothing."""
    for at, token in enumerate(tokens):
        if token.text == "{":
            return inside(tokens, at + 1)
        if token.text in ("=", ":=", ",", ":", "(", ")", "}"):
            break
    return ()


def chosen_variant(code: Code, source: Source, options: ImportOptions) -> GoVariant:
    """Return the variant that the code holds, or that was asked for by its name.

    RefusedError if there is none, or more than one.
    """
    found = [inside(rest) for rest in code.after(".", "Variant", "{")]
    fields = [{key.text: value for key, value in entries(one)} for one in found]
    fields = [one for one in fields if "Graph" in one or "Nations" in one]
    if not fields:
        raise RefusedError(
            f"{source.base} holds no variant with its Nations; name the Go file that does as well."
        )
    titles = [joined(one.get("Name", ())) for one in fields]
    found_fields = fields[chosen(titles, options, f"{source.base} holds")]
    nations = {}
    for rest in code.after(".", "Nation", "="):
        at = len(code.tokens) - len(rest)
        nations[code.tokens[at - 5].text] = joined(rest[:1])
    return GoVariant(code, found_fields, nations, FileLine(source.base))


_FLAGS = {
    "Land": {"Land"},
    "Sea": {"Sea"},
    "Coast": {"Land", "Sea"},
    "Archipelago": {"Land", "Sea", "Convoyable"},
    "Convoyable": {"Convoyable"},
}
_STEP_KINDS = {"Land": UnitKind.ARMY, "Sea": UnitKind.FLEET}
_COAST = re.compile(r"\(\s*([^()]+?)\s*\)\s*$")
# A name that was broken into two lines on the picture, as "Mal- bork".
_BROKEN = re.compile(r"([^\W\d_])- ([a-z])")
_START = ["return", "graph", ".", "New", "(", ")"]


@dataclass(frozen=True, slots=True)
class Row:
    """A province of the graph, or a coast of one, with its connections.

    `center` is the word for whose home it is, empty where it is no center.
    """

    token: Token
    name: str
    flags: set[str] = field(default_factory=set)
    ways: list[tuple[str, frozenset[str], Token]] = field(default_factory=list)
    center: list[str] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Return the province, and its coast or nothing."""
        key, _, code = text_in(self.token).partition("/")
        return key, code.lower()


@dataclass(frozen=True, slots=True)
class Board:
    """The provinces and moves of a graph, and the word for whose home each is."""

    provinces: tuple[ProvinceFact, ...]
    steps: tuple[Step, ...]
    homes: Mapping[str, str]


def board_of(code: Code, graph: Tokens, names: Mapping[str, str], notes: Notes) -> Board:
    """Return the board that a variant's field `Graph` leads to.

    RefusedError where it is another variant's, or made by more than a chain.
    """
    rows = _rows(_chain(code, graph), notes)
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows.values():
        key, coast = row.place
        if coast:
            found = _COAST.search(row.name)
            coasts.setdefault(key, []).append((coast, found[1] if found else ""))
    provinces = tuple(
        _province(row, names, coasts.get(key, ())) for key, row in rows.items() if not row.place[1]
    )
    known = {one.key for one in provinces}
    return Board(
        provinces,
        tuple(_graph_steps(rows, known, notes)),
        {key: row.center[-1] for key, row in rows.items() if row.center},
    )


def _chain(code: Code, graph: Tokens) -> Tokens:
    """Return the calls of the function that makes the graph, behind `graph.New()`."""
    name = called(graph[3:])
    token = next((o for o in graph if o.text == name.rpartition(".")[2]), graph[0])
    body = code.function(name)
    if body is None:
        raise refused(
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
    raise refused(
        body[0] if body else graph[0],
        "the board is made by a program, of which only a chain of calls from "
        "graph.New() is read; nothing was imported.",
    )


def _rows(chain: Tokens, notes: Notes) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    row: Row | None = None
    for call, given in _calls(chain):
        if call.text == "Prov" and given:
            token = given[0]
            row = rows.setdefault(text_in(token), Row(token, _name(call, token)))
        elif call.text in ("New", "Done"):
            continue
        elif row is None or call.text not in ("Conn", "Flag", "SC"):
            raise refused(call, "no call that makes a board; nothing was imported.")
        else:
            _told(row, call, list(parts(given)), notes)
    return rows


def _calls(chain: Tokens) -> Iterator[tuple[Token, Tokens]]:
    """Yield the names of calls with what they are given."""
    at = 0
    while at < len(chain):
        texts = [token.text for token in chain[at : at + 3]]
        if len(texts) < 3 or texts[0] != "." or texts[2] != "(":
            raise refused(chain[at], "the chain of calls that makes the board breaks off here.")
        given = inside(chain, at + 3)
        yield chain[at + 1], given
        at += len(given) + 4


def _name(call: Token, token: Token) -> str:
    comment = "" if token.comment else call.comment
    comment = _BROKEN.sub(r"\1\2", comment)
    return "" if comment.lower() == text_in(token) else comment


def _told(row: Row, call: Token, given: Sequence[Tokens], notes: Notes) -> None:
    """Add to a row what one call says of its province."""
    match call.text:
        case "SC":
            row.center.extend(filter(None, map(word, given)))
        case "Flag":
            row.flags.update(_flags(given, call, notes))
        case _:
            target = joined(given[0]) if given else ""
            flags = frozenset(_flags(given[1:], call, notes))
            row.ways.append((target, flags, call))


def _flags(given: Sequence[Tokens], call: Token, notes: Notes) -> Iterator[str]:
    for one in given:
        name = word(one)
        if name not in _FLAGS:
            notes.append(Note(call.spot, f'the flag "{name}" is none known; left out'))
        yield from _FLAGS.get(name, ())


def _province(
    row: Row, names: Mapping[str, str], coasts: Sequence[tuple[str, str]]
) -> ProvinceFact:
    key = row.place[0]
    dry = "Land" in row.flags
    return ProvinceFact(
        key=key,
        name=names.get(key) or row.name or key.upper(),
        words=(key,),
        terrain=None if dry or coasts else Terrain.SEA,
        spot=row.token.spot,
        center=bool(row.center),
        convoys=dry and "Convoyable" in row.flags,
        coasts=tuple(coasts),
    )


def _graph_steps(rows: Mapping[str, Row], known: set[str], notes: Notes) -> Iterator[Step]:
    """Yield the moves: as a unit may stand at both ends, and pass between."""
    split = {row.place[0] for row in rows.values() if row.place[1]}
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
                # A province of several coasts holds fleets on these alone.
                if flag == "Land" or not {text_in(row.token), target} & split:
                    yield Step(_STEP_KINDS[flag], row.place, end.place, call.spot)


_STEPS = ("SetUnits", "SetSupplyCenters", "SetUnit", "RemoveUnit", "SetSC")
_SEASONS = {"Spring": Season.SPRING, "Fall": Season.FALL}
# A start calls another one, hardly ever deeper.
_DEEPEST = 5

Entry = tuple[Token, Tokens]


@dataclass(frozen=True, slots=True)
class Start:
    """The first phase, and the units and owners of centers by their places.

    A value is what a file says of it, with the token of its place.
    """

    phase: Phase
    units: Mapping[str, Entry]
    owners: Mapping[str, Entry]


def start_of(variant: GoVariant, homes: Mapping[str, str], notes: Notes) -> Start:
    """Return the start of a variant; what a program makes of it is noted.

    `homes` are the centers with the word for whose home each is.
    """
    tokens = _unfolded(variant.code, variant.body("Start"), 0)
    if not any(token.text in _STEPS for token in tokens):
        tokens = list(variant.code.tokens)
    units: dict[str, Entry] = {}
    owners: dict[str, Entry] = {}
    for step, given, loops in _start_steps(tokens):
        held = owners if step.text in ("SetSupplyCenters", "SetSC") else units
        if step.text in ("SetUnits", "SetSupplyCenters"):
            held.clear()
            held.update(
                (text_in(key), (key, value)) for key, value in entries(variant.code.literal(given))
            )
        elif not _changed(step, list(parts(given)), held, _Over(loops, homes)):
            text = f"the start is changed by a program ({step.text}); that is not read"
            notes.append(Note(step.spot, text))
    return Start(_first(variant, tokens, notes), units, owners)


def _unfolded(code: Code, tokens: Tokens, depth: int) -> list[Token]:
    """Return what a start does, with what the starts do that it calls."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        body = code.function(call_at(tokens, at)) if depth < _DEEPEST else None
        if body and any(one.text in _STEPS for one in body):
            found += _unfolded(code, body, depth + 1)
        else:
            found.append(token)
    return found


@dataclass(frozen=True, slots=True)
class _Over:
    """What the variables of loops stand for: the expressions that they go over."""

    loops: Mapping[str, Tokens]
    homes: Mapping[str, str]

    def places(self, given: Tokens) -> list[str]:
        """Return the places that are named, or all those that a loop goes over."""
        if texts := [text_in(one) for one in given if one.kind == "text"]:
            return texts[:1]
        over = self.loops.get(word(given), ())
        for at, token in enumerate(over):
            if token.text == "SCs":
                whose = word(inside(over, at + 2))
                return [key for key, one in self.homes.items() if one == whose]
            if token.text == "AllSCs":
                return list(self.homes)
        return [text_in(one) for one in over if one.kind == "text"]


def _start_steps(tokens: Tokens) -> Iterator[tuple[Token, Tokens, Mapping[str, Tokens]]]:
    """Yield the steps, what they are given, and the loops before, by variable."""
    loops: dict[str, Tokens] = {}
    for at, token in enumerate(tokens):
        if token.text == "range" and at > 4:
            # for KEY, VALUE := range ...
            key, _, value = (one.text for one in tokens[at - 4 : at - 1])
            loops[key] = ()
            loops[value] = _gone_over(tokens[at + 1 :])
        elif token.text in _STEPS and [one.text for one in tokens[at + 1 : at + 2]] == ["("]:
            yield token, inside(tokens, at + 2), loops


def _gone_over(tokens: Tokens) -> Tokens:
    """Return what a loop goes over: an expression, or the inside of a literal."""
    given = next(parts(tokens, "{"), ())
    return inside(tokens, len(given) + 1) if word(given[-1:]) == "Province" else given


def _changed(step: Token, given: list[Tokens], held: dict[str, Entry], over: _Over) -> bool:
    """Change places; return whether the step says which, and what stands there."""
    places = over.places(given[0]) if given else []
    for place in places:
        held.pop(place, None)
        if step.text != "RemoveUnit":
            held[place] = Token("text", f'"{place}"', step.spot), given[-1]
    return bool(places)


def _first(variant: GoVariant, tokens: Tokens, notes: Notes) -> Phase:
    """Return the first phase, of the start if it says so, else as it can be found."""
    for where in (tokens, variant.code.tokens):
        for at, token in enumerate(where):
            if not token.text.endswith("Phase") or not call_at(where, at):
                continue
            given = list(parts(inside(where, at + 2)))
            year = number(given[0]) if len(given) == 3 else None
            if year is not None:
                return _phase(year, word(given[1]), word(given[2]), token, notes)
    text = "the first phase could not be read; the game starts in Spring 1901"
    notes.append(Note(variant.spot, text))
    return FIRST_PHASE


def _phase(year: int, season: str, kind: str, token: Token, notes: Notes) -> Phase:
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
# As in SVG: x becomes a x + c y + e, and y becomes b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
_STILL: Matrix = (1, 0, 0, 1, 0, 0)


def positions_of(picture: Tokens, near: Source, files: Files) -> Mapping[str, Point]:
    """Return where provinces lie, by key; nothing where the picture is not there.

    Each has an element `KEYCenter`, in a layer that may be moved or scaled as a whole.
    """
    named = joined(picture)
    found = files.find(named, near) if named else None
    if found is None:
        return {}
    try:
        return dict(_centers(tree_of(found), _STILL))
    except RefusedError:
        # A picture alone never stops an import.
        return {}


def _centers(element: Element, moved: Matrix) -> Iterator[tuple[str, Point]]:
    for name, given in _STEP.findall(element.get("transform")):
        step = _step(name, [float(one) for one in re.findall(_NUMBER, given)])
        if step is None:
            return
        moved = _both(moved, step)
    name = element.get("id")
    if name.endswith(_CENTER) and "/" not in name and (at := _point(element)):
        yield name.removesuffix(_CENTER), _both(moved, (1, 0, 0, 1, *at))[4:]
    for child in element.children:
        yield from _centers(child, moved)


def _step(name: str, given: list[float]) -> Matrix | None:
    """Return what one step of a transformation does; nothing where it turns."""
    match name, given:
        case "translate", [x, *rest]:
            return 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest]:
            return x, 0, 0, rest[0] if rest else x, 0, 0
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case _:
            return None


def _both(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, x, y = inner
    first, second = (a * g + c * h, b * g + d * h), (a * i + c * j, b * i + d * j)
    return *first, *second, a * x + c * y + e, b * x + d * y + f


def _point(element: Element) -> Point | None:
    if found := _FIRST.match(element.get("d")):
        return float(found[1]), float(found[2])
    x, y = element.get("cx"), element.get("cy")
    return (float(x), float(y)) if re.fullmatch(f"{_NUMBER} {_NUMBER}", f"{x} {y}") else None


_GODIP = re.compile(r"\bVariant\s*\{|\bgraph\.New\(\)")
_UNREAD = ("_test.go", "bindata.go")
_STARTS = ("start/map.go", "start/units.go", "start/supply_centers.go")
_UNIT_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}
_NOBODY, _NEUTRALS = "Neutral", "NeutralOrders"


def go_files(given: Sequence[Source]) -> list[Source]:
    """Return the files of godip that say something of a variant."""
    return [
        one
        for one in given
        if one.base.endswith(".go")
        and not one.base.endswith(_UNREAD)
        and _GODIP.search(text_of(one))
    ]


def read_godip(sources: Sequence[Source], files: Files, options: ImportOptions) -> Reading:
    """Return what Go files say of a variant; RefusedError where a program would."""
    notes: Notes = []
    code = code_of(sources, _others(sources, files))
    variant = chosen_variant(code, sources[0], options)
    long = _named(variant)
    graph = variant.fields.get("Graph", ())
    if not graph:
        raise RefusedError(f"{variant.spot}: the variant has no Graph.")
    board = board_of(code, graph, long, notes)
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

    They lie beside its folder, and the start of a board in a folder of its own.
    """
    found: dict[str, Source] = {}
    wanted = [*_STARTS, *_wanted(sources)]
    for name in wanted:
        other = files.find(name, sources[0])
        if other and other not in sources and other.name not in found:
            found[other.name] = other
            wanted += [one for one in _wanted([other]) if one not in wanted]
    return list(found.values())


def _wanted(sources: Sequence[Source]) -> Iterator[str]:
    for path in imported(sources):
        last = path.rpartition("/")[2]
        yield f"{path}/{last}.go"
        if last == "start":
            yield from (path.removesuffix(last) + one for one in _STARTS)


def _named(variant: GoVariant) -> dict[str, str]:
    found = entries(variant.listed("ProvinceLongNames"))
    return {text_in(key): joined(value) for key, value in found if key.kind == "text"}


def _powers(variant: GoVariant, board: Board, start: Start, notes: Notes) -> tuple[PowerFact, ...]:
    owners = {
        key: variant.nation(value)
        for key, (_, value) in start.owners.items()
        if key in {one.key for one in board.provinces}
    }
    names = _nations(variant, owners.values(), notes)
    homes = {
        key: variant.nations.get(one, one).replace(" ", "") for key, one in board.homes.items()
    }
    units = _units(variant, board, start, notes)
    shades = entries(variant.listed("NationColors"))
    colors = {variant.nation([key]): joined(value) for key, value in shades}
    sides = [*names, *(one for one in units if one not in names)]
    back = _NOBODY if _armies_come_back(variant) else ""
    return tuple(
        PowerFact(
            name=name,
            adjective="",
            letter="",
            spot=variant.spot,
            homes=tuple(k for k, o in homes.items() if o == name.replace(" ", ""))
            if name != back
            else (),
            owned=tuple(k for k, o in owners.items() if o == name) if owners else None,
            units=tuple(units.get(name, ())),
            played=name in names,
            color=colors.get(name, ""),
            come_back=name == back,
        )
        for name in sides
    )


def _nations(variant: GoVariant, owners: Collection[str], notes: Notes) -> tuple[str, ...]:
    """Return the powers; if another package has their list, the owners of centers.

    RefusedError if there are none.
    """
    names = tuple(map(variant.nation, parts(variant.listed("Nations"))))
    if names:
        return names
    names = tuple(one for one in dict.fromkeys(owners) if one != _NOBODY)
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
    known = {one.key for one in board.provinces}
    units: dict[str, list[UnitFact]] = {}
    for key, value in start.units.values():
        kind, owner = (*map(_unit_field, parts(variant.code.literal(value))), (), ())[:2]
        province, _, coast = text_in(key).partition("/")
        if province not in known or word(kind) not in _UNIT_KINDS or not word(owner):
            text = f'a unit "{word(kind)}" in "{text_in(key)}" is none known'
            like = "" if province in known else hint(province, list(known))
            text = f"{text}{like}; left out"
            notes.append(Note(key.spot, text))
            continue
        fact = UnitFact(_UNIT_KINDS[word(kind)], (province, coast.lower()), key.spot)
        units.setdefault(variant.nation(owner), []).append(fact)
    return units


def _unit_field(part: Tokens) -> Tokens:
    """Return a field of a unit, without its name if that stands before."""
    *_, value = parts(part, ":")
    return value


def _victory(variant: GoVariant) -> int | None:
    for name in ("SoloWinner", "SoloSCCount"):
        given = variant.fields.get(name, ())
        found = [int(one.text) for one in given if one.kind == "number"]
        if len(found) == 1 and (name == "SoloSCCount" or "SCCountWinner" in _said(given)):
            return found[0]
    return None


def _said(tokens: Tokens) -> set[str]:
    return {token.text for token in tokens}


def _builds_anywhere(variant: GoVariant) -> bool:
    neutral = variant.code.function(_NEUTRALS) or ()
    said = [one.text for one in variant.code.tokens]
    return any(
        said.count(one) > sum(token.text == one for token in neutral)
        for one in set(said)
        if one.startswith("BuildAnywhere")
    )


def _armies_come_back(variant: GoVariant) -> bool:
    """Return whether neutral armies hold, and are built anew at the end of a year."""
    body = variant.code.function(_NEUTRALS) or ()
    said = _said(body)
    stepping = {"Move", "SupportMove", "SupportHold", "Convoy"}
    builds = any(one.startswith("Build") for one in said)
    return builds and "Adjustment" in said and not said & stepping


def _programs(variant: GoVariant) -> Iterator[Note]:
    """Yield notes on the variant's own programs, which are not read."""
    words = _said(variant.code.tokens)
    graph = variant.code.literal(variant.fields.get("Graph", ()))
    if graph and graph[0].text != "return":
        text = f"the board of {called(graph)} is changed by a program; that is not read"
        yield Note(graph[0].spot, text)
    phase = variant.fields.get("Phase", ())
    if phase and "classical" not in _said(phase) and not _generated(variant, phase):
        text = f"phases follow each other by a program ({word(phase)}); imported as"
        yield Note(phase[0].spot, f"{text} Spring and Fall movements, then builds")
    if any(one.startswith("BuildAnyHomeCenter") for one in words):
        text = "powers may build in each other's homes; imported with builds at home"
        yield Note(variant.spot, text)
    if _NEUTRALS in words and not _armies_come_back(variant):
        text = "what neutral units do is up to a program (NeutralOrders); imported as"
        yield Note(variant.spot, f"{text} units that hold, see rules.neutral_armies")
    winner = variant.fields.get("SoloWinner", ())
    if winner and "SCCountWinner" not in _said(winner):
        text = f"who wins is up to a program ({called(winner) or word(winner)})"
        yield Note(winner[0].spot, f"{text}; only the number of centers is imported")


def _generated(variant: GoVariant, phase: Tokens) -> bool:
    """Return whether a phase is the usual one, with centers counted in Fall."""
    body = variant.body("Phase")
    if len(body) > 1 and body[0].text == "return" and call_at(body, 1):
        phase = body[1:]
    for rest in (phase, *variant.code.after(called(phase) or word(phase), "=")):
        if called(rest[:4]) == "phase.Generator":
            said = _said(inside(rest, 4))
            return "func" not in said or "Fall" in said
    return False
