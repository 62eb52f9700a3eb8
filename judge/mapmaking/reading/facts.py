"""What maps of other programs are read from and into: their files, names, XML and facts.

All formats share this. A reader makes a `Reading` of files; `settle` makes `Facts` of it.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import PurePosixPath
from xml.parsers.expat import ExpatError, ParserCreate

from judge.boards import hint, listed, nearest
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind

# A province, or a named coast of it; the coast is empty where there is none to name.
Place = tuple[str, str]
Pair = tuple[str, str]
Shore = tuple[Place, Place]

FIRST_PHASE = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)


class RefusedError(Exception):
    """Nothing can be imported; the message says why, and what would help."""


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
    """Return the year so many years before; there is no year 0."""
    before = year - years
    return before - 1 if before <= 0 < year else before


@dataclass(frozen=True, slots=True)
class ProvinceFact:
    """A province; `words` are its abbreviation and its further names.

    Without a terrain it is dry land, and its edges tell whether it has a shore.
    """

    key: str
    name: str
    words: tuple[str, ...]
    terrain: Terrain | None
    spot: FileLine
    center: bool = False
    convoys: bool = False
    coasts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A move that a file gives: one direction of an edge."""

    kind: UnitKind
    start: Place
    end: Place
    spot: FileLine

    @property
    def back(self) -> tuple[UnitKind, Place, Place]:
        """Return what the other direction is."""
        return self.kind, self.end, self.start


@dataclass(frozen=True, slots=True)
class UnitFact:
    """A unit at the start."""

    kind: UnitKind
    place: Place
    spot: FileLine


@dataclass(frozen=True, slots=True)
class PowerFact:
    """A power; what the file does not tell is empty.

    `owned` are the centers it owns at the start, None where those are its homes.
    Where its armies `come_back`, they are built anew in centers that are free again.
    """

    name: str
    adjective: str
    letter: str
    spot: FileLine
    homes: tuple[str, ...] = ()
    owned: tuple[str, ...] | None = None
    units: tuple[UnitFact, ...] = ()
    played: bool = True
    color: str = ""
    come_back: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the files of one variant say; its moves are as the files list them.

    `closed` are moves that are missing on purpose. `story` is what its author wrote
    for players. Without a victory half of the centers and one more win. `positions`
    are where provinces lie on the picture of the file, by key, downwards.
    `starts_otherwise` tells that not all with which games begin can be imported.
    """

    name: str
    title: str
    spot: FileLine
    provinces: tuple[ProvinceFact, ...]
    steps: tuple[Step, ...]
    powers: tuple[PowerFact, ...]
    notes: tuple[Note, ...]
    start: Phase = FIRST_PHASE
    victory: int | None = None
    builds: str = "home"
    turn_years: int = 0
    seasons: tuple[tuple[str, str], ...] = ()
    closed: frozenset[tuple[UnitKind, Place, Place]] = frozenset()
    version: str = ""
    designer: str = ""
    story: str = ""
    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    starts_otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """A variant as it was found: each province with its terrain, each edge once.

    `start_differs` tells that games begin in another way than the file says; `same_as`
    is the variant whose board this one is, up to names.
    """

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
    start_differs: bool
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person who imports asks for.

    `variant` chooses one of a pack; with `duality` fleets convoy in the provinces that
    njudge marks so for games with that option.
    """

    variant: str = ""
    duality: bool = False


_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = (b"\xff\xfe", b"\xfe\xff")
_PICTURES = (".gif", ".png", ".jpg", ".jpeg", ".bmp", ".pdf", ".ps", ".ico")
# No map is larger; a pack that claims more is not one, or wants to fill the memory.
_MOST_BYTES = 8_000_000
_MOST_FILES = 400


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is read: its name as the person knows it, and its bytes."""

    name: str
    raw: bytes

    @property
    def base(self) -> str:
        """Return the file's own name, without its folders."""
        return PurePosixPath(self.name.replace("\\", "/")).name


@dataclass(frozen=True, slots=True)
class Files:
    """The files of an import; `beside(name, near)` looks in the folder of a file."""

    given: tuple[Source, ...]
    beside: Callable[[str, str], Source | None]

    def find(self, wanted: str, near: Source) -> Source | None:
        """Return the file that another one names: from beside it, or as given."""
        found = self.beside(wanted, near.name)
        base = PurePosixPath(wanted.replace("\\", "/")).name.casefold()
        named = [one for one in self.given if one.base.casefold() == base]
        tail = wanted.replace("\\", "/").casefold()
        named.sort(key=lambda one: not one.name.casefold().endswith(f"/{tail}"))
        return found or next(iter(named), None)


def decoded(raw: bytes) -> str:
    """Return the text of a file: UTF-8, or Latin-1 where it cannot be that."""
    if raw.startswith(_BOMS):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def text_of(source: Source) -> str:
    """Return the text of a file, its lines ended by a line feed alone."""
    return _LINE_END.sub("\n", decoded(source.raw))


def is_text(source: Source) -> bool:
    """Return whether a file is a text, and no picture or program."""
    return b"\0" not in source.raw[:1024] or source.raw.startswith(_BOMS)


def lines_of(source: Source) -> list[tuple[int, str]]:
    """Return the lines of a file, numbered, without line ends and blanks behind."""
    lines = _LINE_END.split(decoded(source.raw).replace("\x1a", ""))
    return [(number, line.rstrip()) for number, line in enumerate(lines, 1)]


def unpacked(source: Source) -> tuple[Source, ...]:
    """Return the files in a ZIP, or the file itself when it is none."""
    if not source.raw.startswith(b"PK"):
        return (source,)
    try:
        with zipfile.ZipFile(BytesIO(source.raw)) as pack:
            return tuple(_members(source.name, pack))
    # The zipfile module says by all of these that an archive is damaged or locked.
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
    room = _MOST_BYTES
    for member in pack.infolist()[:_MOST_FILES]:
        path = member.filename.casefold()
        if member.is_dir() or path.endswith(_PICTURES) or path.startswith("__macosx"):
            continue
        # A drawing tells positions, which a map can do without.
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
    """An element of an XML file; the names of its attributes are in small letters.

    `text` is what it says itself, without what is inside of its elements.
    """

    tag: str
    attributes: dict[str, str]
    spot: FileLine
    children: "list[Element]" = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> "Iterator[Element]":
        """Yield the elements of that tag inside, at any depth."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def first(self, tag: str) -> "Element | None":
        """Return the first element of that tag inside."""
        return next(self.all(tag), None)

    def get(self, *names: str) -> str:
        """Return an attribute by any of its spellings, or nothing."""
        found = (self.attributes.get(name.lower(), "") for name in names)
        return next(filter(None, found), "").strip()


@dataclass(slots=True)
class _Tree:
    """The elements read so far; `skipped` are the lines before those of the parser."""

    file: str
    skipped: int
    roots: list[Element] = field(default_factory=list)
    path: list[Element] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """Add an element inside of those that are open."""
        small = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.upper(), small, FileLine(self.file, line + self.skipped))
        (self.path[-1].children if self.path else self.roots).append(element)
        self.path.append(element)
        if len(self.path) > _DEEPEST:
            raise RefusedError(f"{element.spot}: is nested deeper than any map.")

    def said(self, text: str) -> None:
        """Add text to the element that is open."""
        self.path[-1].text += text

    def entity(self, _: str, of_types: bool, value: str | None, *__: object) -> None:
        """Refuse what could name other files, or grow without end.

        Pictures of jDip define entities for the document type alone, of plain words.
        """
        if not of_types or value is None or set("%&<") & set(value):
            raise RefusedError(f"{self.file} defines entities, which no map needs.")


def tree_of(source: Source) -> Element:
    """Return the root of an XML file; RefusedError when it is broken."""
    whole = decoded(source.raw)
    text = _DECLARATION.sub("", whole, count=1)
    tree = _Tree(source.base, whole[: len(whole) - len(text)].count("\n"))
    parser = ParserCreate("utf-8")
    parser.specified_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: tree.start(
        tag, attributes, parser.CurrentLineNumber
    )
    parser.CharacterDataHandler = tree.said
    parser.EndElementHandler = lambda _: tree.path.pop()
    parser.EntityDeclHandler = tree.entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except ExpatError as error:
        line = error.lineno + tree.skipped
        what = str(error).partition(":")[0]
        raise RefusedError(f"{source.base}:{line}: is broken XML: {what}.") from error
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
    """A word of a list: the province it means, or "" for none, and its modifier."""

    key: str
    modifier: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportNames:
    """Which province each word means, and how each province is called."""

    keys: dict[str, str] = field(default_factory=dict)
    display: dict[str, str] = field(default_factory=dict)

    def key(self, text: str) -> str:
        """Return the province of that name, or nothing."""
        return self.keys.get(folded(text), "")


def folded(text: str) -> str:
    """Return a name as it is compared: without case, blanks and dots as one blank."""
    return _GAPS.sub(" ", text).strip().casefold()


def names_of(provinces: Iterable[ProvinceFact]) -> ImportNames:
    """Return the words of all provinces; of two that claim one the earlier has it."""
    names = ImportNames()
    for province in provinces:
        names.display[province.key] = province.name
        for word in (*province.words, province.name):
            names.keys.setdefault(folded(word), province.key)
    return names


def coast_of(letter: str) -> str:
    """Return the coast that a compass letter begins, `nc` for `n`; else nothing."""
    return _COMPASS.get(letter[:1].lower(), "")


def mentions(text: str, names: ImportNames) -> Iterator[Mention]:
    """Yield the provinces of a list; the longest name that fits is taken.

    Only the last word of a name may carry a modifier, and it ends with its word.
    """
    words = [word for word in _BETWEEN.split(spelled(text)) if word]
    most = max((name.count(" ") + 1 for name in names.keys), default=1)
    while words:
        size, found = _first(words[:most], names)
        yield found
        words = words[size:]


def place(text: str, names: ImportNames) -> Mention:
    """Return the one place that `text` names, if it names just one."""
    text = spelled(text).strip()
    found = _whole(text, names)
    return found or Mention("", "", text)


def spelled(text: str) -> str:
    """Return a text with its coasts written `/nc`, however they are written."""
    return _SPELLED.sub(lambda m: f"/{(m[1] or m[2])[0].lower()}c", text)


def unknown(word: str, names: ImportNames | Mapping[str, str]) -> str:
    """Return that no province has that name, and the one that may be meant."""
    keys = names.keys if isinstance(names, ImportNames) else names
    meant = nearest(word, {key: key for key in keys})
    end = f'; did you mean "{meant}"?' if meant else ""
    return f'"{word}", which no province is called{end}'


def told(spot: FileLine, notes: Notes, text: str) -> None:
    """Add a note, unless it is there already."""
    note = Note(spot, text)
    if note not in notes:
        notes.append(note)


def _first(words: list[str], names: ImportNames) -> tuple[int, Mention]:
    for size in range(len(words), 0, -1):
        if found := _whole(" ".join(words[:size]), names):
            return size, found
    return 1, Mention("", "", words[0])


def _whole(text: str, names: ImportNames) -> Mention | None:
    if key := names.key(text):
        return Mention(key, "", text)
    name, slash, modifier = text.rpartition("/")
    if slash and " " not in modifier and (key := names.key(name)):
        return Mention(key, modifier.lower(), text)
    return None


OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a program, where it stands, and the comment before it."""

    kind: str
    text: str
    spot: FileLine
    comment: str = ""


def tokens_of(text: str, pattern: re.Pattern[str], file: str = "") -> Iterator[Token]:
    """Yield the tokens of a program.

    The named groups of `pattern` are their kinds; `gap` and `comment` are no tokens.
    """
    line, comment = 1, ""
    for found in pattern.finditer(text):
        kind = found.lastgroup or ""
        if kind == "comment":
            comment = found[0].strip("/* \t\n")
        elif kind != "gap":
            yield Token(kind, found[0], FileLine(file, line), comment)
            comment = ""
        line += found[0].count("\n")


def end_of(tokens: Sequence[Token], start: int, stops: Collection[str] = ()) -> int:
    """Return where the bracket closes around a token, or where one of `stops` stands first."""
    depth = 0
    for at in range(start, len(tokens)):
        text = tokens[at].text
        if depth == 0 and (text in CLOSING or text in stops):
            return at
        depth += (text in OPENING) - (text in CLOSING)
    return max(start, len(tokens))


def chosen(names: Sequence[str], options: ImportOptions, holder: str) -> int:
    """Return which of several variants is meant; RefusedError, with their names, if none is.

    `holder` begins that sentence, as "a.xml holds".
    """
    wanted = options.variant.casefold()
    if len(names) == 1 and not wanted:
        return 0
    for number, name in enumerate(names):
        if wanted and name.casefold() == wanted:
            return number
    missing = f"no variant {options.variant}" if wanted else f"{len(names)} variants"
    raise RefusedError(
        f"{holder} {missing}{hint(wanted, names)}. Choose one with --variant: "
        f"{listed(names, 'or')}."
    )
