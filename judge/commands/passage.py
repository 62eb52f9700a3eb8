"""Types for reading a letter: a command word with its lines, the result of a line, sections."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import overload

from judge.commands.known import Known, Place, Vocabulary, cleaned, is_order
from judge.game import Aside, Command, Entry, Said, SetOption, proxies
from judge.letter import Line, Standing
from judge.notation import find_power, words_of


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a letter that belongs to one entry into one game.

    `entry` is None for the part before the first sign-on: there the reply address tells game and
    power. If a section is `whole`, the letter is carried out only if all of it can be carried out.
    """

    entry: Entry | None
    commands: tuple[Said, ...]
    whole: bool = False


def said_in(sections: Iterable[Section]) -> Iterator[Said]:
    """Yield all commands of a letter, without the entries into games."""
    for section in sections:
        yield from section.commands


class Meaning(Enum):
    """The meaning of a line; its value describes the effect."""

    ORDER = "read as an order of the letter's game"
    JOINED = "the end of the order above it"
    COMMAND = "obeyed, or answered by its name"
    ARGUMENT = "belongs to the command above it, and is returned if that fails"
    QUESTION = "answered, or a command line is offered"
    ELSEWHERE = "for another phase, case, power or game: is returned"
    UNREAD = "meant for the judge, but outside of the text that is read: is returned"
    HEADING = "tells the power, phase or case of the lines below it"
    PROSE = "is returned, unless other lines of the letter were obeyed"
    GREETING = "only polite: is skipped"
    SIGNATURE = "the writer's name: is skipped"
    QUOTED = "somebody else's: is skipped"
    BLANK = "empty, or only a comment"


class ReplyMeant(Enum):
    """The meaning of a reply to press in which a line reads as an order."""

    ASKED = "asked"  # the judge asks its writer
    PRESS = "press"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True)
class MeantLine:
    """A line of a letter as it was written, and its meaning."""

    text: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class LetterRead:
    """The result of reading a letter: its sections, and each line with its meaning."""

    sections: tuple[Section, ...]
    lines: tuple[MeantLine, ...]


_BROKEN_OFF = re.compile(r"^$|\s(?:passw(?:or)?d|pwd?)\s*[:=]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Following(Sequence[Line]):
    """The lines of a letter from `start` on, as a view: copying them for each line is slow."""

    lines: tuple[Line, ...]
    start: int

    def __len__(self) -> int:
        return len(self.lines) - self.start

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Line, ...]: ...

    def __getitem__(self, at: int | slice) -> Line | tuple[Line, ...]:
        indices = range(self.start, len(self.lines))
        if isinstance(at, slice):
            return tuple(self.lines[index] for index in indices[at])
        return self.lines[indices[at]]

    def __iter__(self) -> Iterator[Line]:
        return map(self.lines.__getitem__, range(self.start, len(self.lines)))


@dataclass(frozen=True, slots=True)
class Passage:
    """The words after a command word, all following lines, and the known facts.

    `begun` is true if an earlier line of the letter has content.
    """

    rest: str
    following: Sequence[Line]
    known: Known
    place: Place
    begun: bool = False

    def next_own(self) -> str:
        """Return the text of the next line, or "" if it is not the sender's own."""
        match self.following[:1]:
            case (Line(text, Standing.OWN),):
                return text
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Stop:
    """The letter ends here; the lines below are not read."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The letter is carried out only if all of it can be carried out."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line above orders that says for which phase, case or power they are.

    `why` is the reason why the orders below are not obeyed now; None if they are. A heading of a
    case ends at the next empty line or command. `whose` may name the power of the orders. Orders
    for a `phase` (`F1901M`) are stored until it comes.
    """

    why: Aside | None
    whose: str = ""
    phase: str = ""


Step = Command | Stop | Whole | Heading


@dataclass(frozen=True, slots=True)
class Found:
    """The meaning of a line, the steps to take, and the meanings of the next lines.

    `inside` has one meaning for each following line that belongs to this line. If the line is
    `unclear`, the letter's orders are incomplete.
    """

    steps: tuple[Step, ...] = ()
    inside: tuple[Meaning, ...] = ()
    meaning: Meaning = Meaning.COMMAND
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Misread:
    """The words after the command are wrong; the lines of `inside` belong to it anyway."""

    inside: tuple[Meaning, ...] = ()


Read = Callable[[Passage], Found | Misread]


def alone(build: Callable[[str], Command | None]) -> Read:
    """Return a reader of a command on one line; `build` returns None if the rest is wrong."""

    def read(passage: Passage) -> Found | Misread:
        command = build(passage.rest)
        return Misread() if command is None else Found((command,))

    return read


def only(*steps: Step) -> Read:
    """Return a reader of a command without further words."""
    return lambda passage: Misread() if passage.rest else Found(steps)


def entering(build: Callable[[str, Vocabulary], Command | None]) -> Read:
    """Return a reader of an entry into a game, which may be wrapped into two lines."""

    def read(passage: Passage) -> Found | Misread:
        rest = passage.rest.lstrip(": ")
        inside: tuple[Meaning, ...] = ()
        more = cleaned(passage.next_own())
        if _BROKEN_OFF.search(rest) and more and not is_order(more, passage.place):
            rest, inside = f"{rest} {more}".strip(), (Meaning.ARGUMENT,)
        command = build(rest, passage.known.vocabulary)
        return Misread(inside) if command is None else Found((command,), inside)

    return read


def is_own(line: Line) -> bool:
    """Return whether the sender wrote `line`, as far as its standing tells."""
    return line.standing is Standing.OWN


_SPLIT = re.compile(r"\s+and\s+|[\s,;&+]+", re.I)

# Words that follow `Who is` in prose.
_ASKED = """
a an ahead behind coming going he here his in it late leading left losing missing my
next not on out playing she still that the their there this to up who winning with you
your
"""
ASKED_OF_NOBODY = frozenset(_ASKED.split())
_ADDRESS = re.compile(r"(?:mailto:)?<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?", re.I)

_UNTIL = r"(?:\W+(?:until|till|through|up\s+to)\s+(?P<until>\S.*?))?\W*"
_TO_POWER = re.compile(rf"(?:(?P<unit>\S.*?)\s+)??to\s+(?P<power>\S.*?){_UNTIL}", re.I)
_AS_ORDER = re.compile(
    rf"\W*(?P<unit>\S.*?)\s+(?:proxy|p)(?:\s+to)?\s+(?P<power>\S.*?){_UNTIL}", re.I
)
_LONGEST_ORDER = 200  # a unit, a power and a date, each in long form
_ALL_UNITS = re.compile(r"(?:(?:all|my|of|the|units?|orders?|power|everything|whole)\b\s*)+|", re.I)

CODE = re.compile(r"[b-df-hj-np-tv-xz]{4,}", re.I)  # No name lacks all vowels.


def coded(build: Callable[[str], Command]) -> Callable[[str], Command | None]:
    """Return a reader of a command that may be followed by a code, and by nothing else."""
    return lambda rest: build(rest) if is_code(rest) else None


def worded(build: Callable[[str], Command], most: int) -> Callable[[str], Command | None]:
    """Return a reader of a command with a name of one to `most` words."""
    return lambda rest: build(rest) if 0 < len(rest.split()) <= most else None


def addressed(build: Callable[[str], Command]) -> Callable[[str], Command | None]:
    """Return a reader of a command with a mail address."""

    def read(rest: str) -> Command | None:
        address = mail_address(rest)
        return build(address) if address else None

    return read


def names_in(text: str) -> tuple[str, ...] | None:
    """Return the words of a list of powers in capitals, or None if it is no list."""
    words = tuple(word.upper() for word in _SPLIT.split(text) if word)
    if all(word.replace("-", "").replace("'", "").isalnum() for word in words):
        return words
    return None


def mail_address(text: str) -> str:
    """Return the mail address in `text` in lower case, or "" if it is none."""
    match = _ADDRESS.fullmatch(text.strip())
    return match[1].lower() if match else ""


def is_code(rest: str) -> bool:
    """Return whether `rest` is a code, or empty."""
    return not rest or CODE.fullmatch(rest) is not None


def proxy(rest: str) -> Command | None:
    """Return the command PROXY for a unit, or for all units, to the named power; or None."""
    match = _TO_POWER.fullmatch(rest)
    return None if match is None else _given(match)


def proxy_as_order(line: str, place: Place) -> Command | None:
    """Return the command PROXY for a line in the form of an order, as in older judges; or None.

    In `A PAR PROXY GERMANY` the last word must be a power.
    """
    if place.names is None or not place.power or len(line) > _LONGEST_ORDER:
        return None
    match = _AS_ORDER.fullmatch(line.strip())
    if match is None:
        return None
    return _given(match) if find_power(words_of(match["power"]), place.names) else None


def unit_of_proxy(rest: str) -> str:
    """Return the words of the named unit, or "" if all units are meant."""
    unit_words = re.sub(r"^(?:for|of)\s+", "", rest.strip(" ?"), flags=re.I)
    return "" if _ALL_UNITS.fullmatch(unit_words) else unit_words


def _given(match: re.Match[str]) -> proxies.GiveProxy:
    unit = unit_of_proxy(match["unit"] or "")
    return proxies.GiveProxy(match["power"], unit, match["until"] or "")


_KINDS = {
    "move": "MOVE",
    "movement": "MOVE",
    "retreat": "RETREAT",
    "retreats": "RETREAT",
    "adjust": "ADJUST",
    "adjustment": "ADJUST",
    "adjustments": "ADJUST",
    "build": "ADJUST",
    "builds": "ADJUST",
}
# Excludes `Set holds` and the like, because some maps have a province called Set.
_NAME = re.compile(
    r"(?!(?:to|holds?|moves|supports?|convoys?)$)[a-z]{2,}\d?(?:[/_-][a-z]+)*:?", re.I
)
# Words that follow `Set` in prose: Set your clocks, everybody.
_TALK = frozenset(
    [
        "a",
        "his",
        "in",
        "it",
        "my",
        "off",
        "our",
        "out",
        "sail",
        "that",
        "the",
        "their",
        "this",
        "to",
        "up",
        "your",
    ]
)
_PLACES = frozenset({"build", "builds"})
_FIELDS = (*("clock", "next", "min", "grace", "delay", "days", "length"), *("nmr", "review"))
_PAIRS = ("convoy fallback", "time zone")


def set_option(rest: str) -> Command | None:
    """Return the command SET, its option in capitals and its value as written; None for prose."""
    words = rest.replace("=", " ", 1).split()
    if not words or words[0].lower() in _TALK:
        return None
    first, second = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    is_paired = f"{first} {second}" in _PAIRS
    is_timed = second in _FIELDS or second[:1].isdigit()
    # `Set move a par - bur` says where a unit moves.
    if first == "move" and second and not is_timed:
        return None
    if not is_paired and not _NAME.fullmatch(words[0]):
        return None
    # Builds have a length, as other kinds of phases, and places.
    name = first if first in _PLACES and not is_timed else _KINDS.get(first, first)
    has_field = first in _KINDS and second in _FIELDS
    size = 2 if has_field or is_paired or (first == "no" and second) else 1
    option = " ".join(map(str.upper, (name, *words[1:size])))
    value = re.sub(r"^to\s+(?=\S)", "", " ".join(words[size:]), flags=re.I)
    return SetOption(option.rstrip(":"), value)
