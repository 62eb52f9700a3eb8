"""The common parts of all map formats: files, names, XML, tokens, and the facts of a variant.

A reader turns files of its format into a `Reading`; `settle` checks it and makes `Facts`.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import PurePosixPath
from xml.parsers.expat import ExpatError, ParserCreate

from judge.boards import hint, listed
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind

# A province, and the code of a named coast or "".
Place = tuple[str, str]
Pair = tuple[str, str]
Shore = tuple[Place, Place]

FIRST_PHASE = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)


class RefusedError(Exception):
    """The import is impossible; the message says why, and what the person can do."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of a file; line 0 is the file as a whole."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Note:
    """A part of a file that was not imported unchanged, and its place."""

    spot: FileLine
    text: str

    def __str__(self) -> str:
        return f"{self.spot}: {self.text}"


Notes = list[Note]


def year_before(year: int, years: int = 1) -> int:
    """Return the year that lies `years` before `year`; there is no year 0."""
    before = year - years
    return before - 1 if before <= 0 < year else before


@dataclass(frozen=True, slots=True)
class ProvinceFact:
    """A province of a map."""

    key: str
    name: str
    #: Its abbreviation and further names.
    words: tuple[str, ...]
    #: None means land; the edges decide whether it has a shore.
    terrain: Terrain | None
    spot: FileLine
    center: bool = False
    convoys: bool = False
    coasts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A move in a file: one direction of an edge."""

    kind: UnitKind
    start: Place
    end: Place
    spot: FileLine

    @property
    def back(self) -> tuple[UnitKind, Place, Place]:
        """Return the key of the opposite direction."""
        return self.kind, self.end, self.start


@dataclass(frozen=True, slots=True)
class UnitFact:
    """A unit at the start."""

    kind: UnitKind
    place: Place
    spot: FileLine


@dataclass(frozen=True, slots=True)
class PowerFact:
    """A power of a map; values that the file does not have are empty."""

    name: str
    adjective: str
    letter: str
    spot: FileLine
    homes: tuple[str, ...] = ()
    #: The centers that it owns at the start; None if they are its homes.
    owned: tuple[str, ...] | None = None
    units: tuple[UnitFact, ...] = ()
    played: bool = True
    color: str = ""
    #: Whether its armies are built again in centers that are vacant and unowned.
    come_back: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of one variant's files, not yet checked."""

    name: str
    title: str
    spot: FileLine
    provinces: tuple[ProvinceFact, ...]
    #: The moves as the files list them.
    steps: tuple[Step, ...]
    powers: tuple[PowerFact, ...]
    notes: tuple[Note, ...]
    start: Phase = FIRST_PHASE
    #: The number of centers that wins; None means more than half of them.
    victory: int | None = None
    builds: str = "home"
    turn_years: int = 0
    seasons: tuple[tuple[str, str], ...] = ()
    #: Moves that the author left out on purpose.
    closed: frozenset[tuple[UnitKind, Place, Place]] = frozenset()
    version: str = ""
    designer: str = ""
    #: The author's text for players.
    story: str = ""
    #: The positions of provinces on the picture of the file, by key, y downwards.
    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    #: Whether a part of the start of games cannot be imported.
    starts_otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """A checked variant: each province with its terrain, each edge once."""

    name: str
    title: str
    spot: FileLine
    provinces: tuple[ProvinceFact, ...]
    army: tuple[Pair, ...]
    fleet: tuple[Shore, ...]
    powers: tuple[PowerFact, ...]
    notes: tuple[Note, ...]
    start: Phase
    victory: int
    builds: str
    turn_years: int
    seasons: tuple[tuple[str, str], ...]
    version: str
    designer: str
    story: str
    positions: Mapping[str, tuple[float, float]]
    #: Whether games start in another way than in the file.
    start_differs: bool
    #: The variant whose board equals this one except for names, or "".
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The choices of the person who imports."""

    #: The variant to choose from a pack, by name.
    variant: str = ""
    #: Whether fleets convoy in the provinces that njudge marks for games with this option.
    duality: bool = False


_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = (b"\xff\xfe", b"\xfe\xff")
_PICTURES = (".gif", ".png", ".jpg", ".jpeg", ".bmp", ".pdf", ".ps", ".ico")
# Limits for a ZIP: no map is larger, and a larger pack might exhaust the memory.
_MOST_BYTES = 8_000_000
_MOST_FILES = 400


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its name as the person wrote it, and its bytes."""

    name: str
    raw: bytes

    @property
    def base(self) -> str:
        """Return the name of the file without folders."""
        return PurePosixPath(self.name.replace("\\", "/")).name


@dataclass(frozen=True, slots=True)
class Files:
    """The files of an import."""

    given: tuple[Source, ...]
    #: Returns the file `name` from the folder of the file `near`, or None.
    beside: Callable[[str, str], Source | None]

    def find(self, name: str, near: Source) -> Source | None:
        """Return the file `name` to which the file `near` refers.

        It is in the folder of `near`, or among the files of the import.
        """
        neighbor = self.beside(name, near.name)
        base = PurePosixPath(name.replace("\\", "/")).name.casefold()
        named = [source for source in self.given if source.base.casefold() == base]
        tail = name.replace("\\", "/").casefold()
        named.sort(key=lambda source: not source.name.casefold().endswith(f"/{tail}"))
        return neighbor or next(iter(named), None)


def decoded(raw: bytes) -> str:
    """Return the text of a file: UTF-8, or Latin-1 if it is not valid UTF-8."""
    if raw.startswith(_BOMS):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def text_of(source: Source) -> str:
    """Return the text of a file with line feeds as line ends."""
    return _LINE_END.sub("\n", decoded(source.raw))


def is_text(source: Source) -> bool:
    """Return whether a file is a text, not a picture or a program."""
    return b"\0" not in source.raw[:1024] or source.raw.startswith(_BOMS)


def lines_of(source: Source) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers, without line ends and trailing spaces."""
    lines = _LINE_END.split(decoded(source.raw).replace("\x1a", ""))
    return [(number, line.rstrip()) for number, line in enumerate(lines, 1)]


def unpacked(source: Source) -> tuple[Source, ...]:
    """Return the files in a ZIP, or the file itself if it is no ZIP."""
    if not source.raw.startswith(b"PK"):
        return (source,)
    try:
        with zipfile.ZipFile(BytesIO(source.raw)) as pack:
            return tuple(_members(source.name, pack))
    # The zipfile module raises all of these for damaged or encrypted archives.
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        ValueError,
    ) as error:
        raise RefusedError(f"{source.name} cannot be unpacked: {error}.") from error


def _members(name: str, pack: zipfile.ZipFile) -> Iterator[Source]:
    """Yield the files of a ZIP that may belong to a map, within the limits."""
    room = _MOST_BYTES
    for member in pack.infolist()[:_MOST_FILES]:
        path = member.filename.casefold()
        if member.is_dir() or path.endswith(_PICTURES) or path.startswith("__macosx"):
            continue
        # A drawing only has positions, which a map does not need.
        if path.endswith(".svg") and member.file_size > room // 4:
            continue
        with pack.open(member) as opened:
            raw = opened.read(room + 1)
        room -= len(raw)
        if room < 0:
            raise RefusedError(f"{name} holds more than a map; unpack it yourself.")
        yield Source(f"{name}/{member.filename}", raw)


_DECLARATION = re.compile(r"^\s*(?:<\?xml[^>]*\?>)?\s*")
_DEEPEST = 50


@dataclass(slots=True)
class Element:
    """An element of an XML file; the names of its attributes are in lower case."""

    tag: str
    attributes: dict[str, str]
    spot: FileLine
    children: "list[Element]" = field(default_factory=list)
    #: Its own text, without the text of its children.
    text: str = ""

    def all(self, tag: str) -> "Iterator[Element]":
        """Yield the elements with this tag inside, at any depth."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def first(self, tag: str) -> "Element | None":
        """Return the first element with this tag inside, or None."""
        return next(self.all(tag), None)

    def get(self, *names: str) -> str:
        """Return the attribute with the first of these names that it has, or ""."""
        values = (self.attributes.get(name.lower(), "") for name in names)
        return next(filter(None, values), "").strip()


@dataclass(slots=True)
class _Tree:
    """The elements read so far."""

    file: str
    #: The number of lines removed before the text of the parser.
    skipped: int
    roots: list[Element] = field(default_factory=list)
    #: The open elements, the innermost last.
    path: list[Element] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """Add an element to the innermost open one."""
        lower_case = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.upper(), lower_case, FileLine(self.file, line + self.skipped))
        (self.path[-1].children if self.path else self.roots).append(element)
        self.path.append(element)
        if len(self.path) > _DEEPEST:
            raise RefusedError(f"{element.spot}: is nested deeper than any map.")

    def characters(self, text: str) -> None:
        """Add text to the innermost open element."""
        self.path[-1].text += text

    def entity(self, _: str, of_types: bool, value: str | None, *__: object) -> None:
        """Refuse entities that could read other files or grow without limit.

        Pictures of jDip define entities of plain words, for the document type only.
        """
        if not of_types or value is None or set("%&<") & set(value):
            raise RefusedError(f"{self.file} defines entities, which no map needs.")


def tree_of(source: Source) -> Element:
    """Return the root of an XML file; RefusedError if it is not well-formed."""
    whole = decoded(source.raw)
    text = _DECLARATION.sub("", whole, count=1)
    tree = _Tree(source.base, whole[: len(whole) - len(text)].count("\n"))
    parser = ParserCreate("utf-8")
    parser.specified_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: tree.start(
        tag, attributes, parser.CurrentLineNumber
    )
    parser.CharacterDataHandler = tree.characters
    parser.EndElementHandler = lambda _: tree.path.pop()
    parser.EntityDeclHandler = tree.entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except ExpatError as error:
        line = error.lineno + tree.skipped
        problem = str(error).partition(":")[0]
        raise RefusedError(f"{source.base}:{line}: is broken XML: {problem}.") from error
    return tree.roots[0]


_GAPS = re.compile(r"[\s.]+")
_BETWEEN = re.compile(r"[\s,]+")
_COMPASS = {"n": "nc", "s": "sc", "e": "ec", "w": "wc"}
_SPELLED = re.compile(
    r"\s*[/(]\s*(?:([nsewx])\.?\s?c\.?|(north|south|east|west)(?:ern)?\s*coast)\s*"
    r"(?:\)|(?=[\s,]|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of a list: its province ("" for none), and its modifier."""

    key: str
    modifier: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportNames:
    """The province of each name, and the name of each province for notes."""

    keys: dict[str, str] = field(default_factory=dict)
    display: dict[str, str] = field(default_factory=dict)

    def key(self, text: str) -> str:
        """Return the province with this name, or ""."""
        return self.keys.get(folded(text), "")


def folded(text: str) -> str:
    """Return a name in the form used for comparison: lower case, one space for spaces and dots."""
    return _GAPS.sub(" ", text).strip().casefold()


def names_of(provinces: Iterable[ProvinceFact]) -> ImportNames:
    """Return the names of all provinces; a name of two provinces belongs to the earlier one."""
    names = ImportNames()
    for province in provinces:
        names.display[province.key] = province.name
        for word in (*province.words, province.name):
            names.keys.setdefault(folded(word), province.key)
    return names


def coast_of(letter: str) -> str:
    """Return the code of the coast for a compass letter, such as `nc` for `n`, or ""."""
    return _COMPASS.get(letter[:1].lower(), "")


def mentions(text: str, names: ImportNames) -> Iterator[Mention]:
    """Yield the provinces of a list of names; if several names fit, the longest counts.

    Only the last word of a name may have a modifier.
    """
    words = [word for word in _BETWEEN.split(spelled(text)) if word]
    most = max((name.count(" ") + 1 for name in names.keys), default=1)
    while words:
        size, mention = _first(words[:most], names)
        yield mention
        words = words[size:]


def place(text: str, names: ImportNames) -> Mention:
    """Return the place that `text` names as a whole; its key is "" if there is none."""
    text = spelled(text).strip()
    mention = _whole(text, names)
    return mention or Mention("", "", text)


def spelled(text: str) -> str:
    """Return a text with all spellings of coasts changed to `/nc`."""
    return _SPELLED.sub(lambda m: f"/{(m[1] or m[2])[0].lower()}c", text)


def unknown(word: str, names: ImportNames | Mapping[str, str]) -> str:
    """Return the message that no province has this name, with the most similar name."""
    keys = names.keys if isinstance(names, ImportNames) else names
    return f'"{word}", which no province is called{hint(word, keys)}'


def add_note(spot: FileLine, notes: Notes, text: str) -> None:
    """Add a note, unless it is there already."""
    note = Note(spot, text)
    if note not in notes:
        notes.append(note)


def _first(words: list[str], names: ImportNames) -> tuple[int, Mention]:
    """Return the number of words of the first province in a list, and the province."""
    for size in range(len(words), 0, -1):
        if mention := _whole(" ".join(words[:size]), names):
            return size, mention
    return 1, Mention("", "", words[0])


def _whole(text: str, names: ImportNames) -> Mention | None:
    """Return the province that `text` names as a whole, or None."""
    if key := names.key(text):
        return Mention(key, "", text)
    name, slash, modifier = text.rpartition("/")
    if slash and " " not in modifier and (key := names.key(name)):
        return Mention(key, modifier.lower(), text)
    return None


OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a program, its place, and the comment before it."""

    kind: str
    text: str
    spot: FileLine
    comment: str = ""


def tokens_of(text: str, pattern: re.Pattern[str], file: str = "") -> Iterator[Token]:
    """Yield the tokens of a program.

    The named groups of `pattern` are the kinds of tokens; those named `gap` and `comment` are
    skipped.
    """
    line, comment = 1, ""
    for match in pattern.finditer(text):
        kind = match.lastgroup or ""
        if kind == "comment":
            comment = match[0].strip("/* \t\n")
        elif kind != "gap":
            yield Token(kind, match[0], FileLine(file, line), comment)
            comment = ""
        line += match[0].count("\n")


def end_of(tokens: Sequence[Token], start: int, stops: Collection[str] = ()) -> int:
    """Return the index of the bracket that closes around token `start`, or of an earlier stop."""
    depth = 0
    for at in range(start, len(tokens)):
        text = tokens[at].text
        if depth == 0 and (text in CLOSING or text in stops):
            return at
        depth += (text in OPENING) - (text in CLOSING)
    return max(start, len(tokens))


def chosen(names: Sequence[str], options: ImportOptions, holder: str) -> int:
    """Return the index of the variant that the options choose; RefusedError if there is no choice.

    `holder` begins the sentence of the error, as "a.xml holds".
    """
    name_wanted = options.variant.casefold()
    if len(names) == 1 and not name_wanted:
        return 0
    for number, name in enumerate(names):
        if name_wanted and name.casefold() == name_wanted:
            return number
    missing = f"no variant {options.variant}" if name_wanted else f"{len(names)} variants"
    raise RefusedError(
        f"{holder} {missing}{hint(name_wanted, names)}. Choose one with --variant: "
        f"{listed(names, 'or')}."
    )
