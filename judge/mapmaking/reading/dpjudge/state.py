"""What the lines of a map have said so far."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.engine import UnitKind
from judge.mapmaking.reading.facts import FileLine, Note, Notes
from judge.mapmaking.reading.names import folded

_SINGLE = re.compile(r"(?<![^+])([A-Za-z])\+(?=[A-Za-z](?:\+|$))")
_LINKS = ("Of", "The", "And", "De", "Du", "Van", "Von")


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line: its words, and the first one in capitals."""

    words: tuple[str, ...]
    spot: FileLine

    @property
    def first(self) -> str:
        """Return the first word in capitals."""
        return self.words[0].upper()

    @property
    def rest(self) -> tuple[str, ...]:
        """Return the other words."""
        return self.words[1:]

    @property
    def text(self) -> str:
        """Return the line with one blank between its words."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A neighbor as it is spelled; to a closed one nobody moves from here."""

    place: str
    spot: FileLine
    closed: bool = False


@dataclass(slots=True)
class TerrainEntry:
    """The terrain of a place and its neighbors."""

    terrain: str
    neighbors: list[Neighbor]
    spot: FileLine


@dataclass(slots=True)
class PlaceNames:
    """The name of a place and its aliases."""

    name: str
    aliases: list[str]
    spot: FileLine


@dataclass(slots=True)
class StartUnit:
    """A unit at the start."""

    kind: UnitKind
    place: str
    spot: FileLine


@dataclass(slots=True)
class Side:
    """A power; `afresh` lets its next line begin its homes anew."""

    word: str
    spot: FileLine
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    owned: list[str] | None = None
    units: list[StartUnit] = field(default_factory=list)
    inhabits: bool = False
    afresh: bool = False

    @property
    def shown(self) -> str:
        """Return the name; a leading `_` is only there for sorting."""
        return shown(self.word.lstrip("_"))


@dataclass(slots=True)
class MapState:
    """All that was said; places are keys in capitals, powers their names joined."""

    notes: Notes = field(default_factory=list)
    names: dict[str, PlaceNames] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    entries: dict[str, TerrainEntry] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    dummies: dict[str, None] = field(default_factory=dict)
    unowned: dict[str, FileLine] = field(default_factory=dict)
    current: str = ""
    victory: int | None = None
    begin: StatusLine | None = None
    flow: list[str] | None = None
    flow_spot: FileLine | None = None
    rules: dict[str, FileLine] = field(default_factory=dict)
    timed: bool = False

    def note(self, spot: FileLine, text: str) -> None:
        """Add a note."""
        self.notes.append(Note(spot, text))

    def place(self, word: str) -> str:
        """Return the place that a word means; the word in capitals if none is known."""
        key = word.upper()
        if key in self.names or self.has_entry(key):
            return key
        return self.aliases.get(folded(word.replace("+", " ")), key)

    def has_entry(self, key: str) -> bool:
        """Return whether there is a terrain of that place, in either spelling."""
        return key in self.entries or key.lower() in self.entries

    def side(self) -> Side | None:
        """Return the current power."""
        return self.sides.get(self.current)


def identity(word: str) -> str:
    """Return a power's name as names of powers are compared."""
    return "".join(sign for sign in word.upper() if sign not in "+-,.:_ ")


def plain_list(words: Sequence[str]) -> list[str]:
    """Return words without the commas between them."""
    return [word for one in words for word in one.split(",") if word]


def shown(word: str) -> str:
    """Return a name as it is shown: `NEW+YORK` as New York, `U+S+A` as USA."""
    text = _SINGLE.sub(r"\1", word)
    text = " ".join(text.replace("+", " ").split())
    if text != text.upper() or (text != word and " " not in text):
        return text
    words = [re.sub(r"[^\W\d_]+", lambda m: m[0].capitalize(), w) for w in text.split()]
    return " ".join(w.lower() if n and w in _LINKS else w for n, w in enumerate(words))
