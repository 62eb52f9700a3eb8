"""What a command is read from: the rest of its line, and the lines behind it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from judge.commands.grammar.words import Vocabulary, cleaned
from judge.commands.known import Known, Place, is_order
from judge.commands.lines import Meaning
from judge.game import Aside, Command
from judge.letter import Line, Standing

_BROKEN_OFF = re.compile(r"^$|\s(?:passw(?:or)?d|pwd?)\s*[:=]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Following(Sequence[Line]):
    """The lines of a letter from one on, which are not copied for each line above them."""

    lines: tuple[Line, ...]
    start: int

    def __len__(self) -> int:
        return len(self.lines) - self.start

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Line, ...]: ...

    def __getitem__(self, at: int | slice) -> Line | tuple[Line, ...]:
        every = range(self.start, len(self.lines))
        if isinstance(at, slice):
            return tuple(self.lines[one] for one in every[at])
        return self.lines[every[at]]

    def __iter__(self) -> Iterator[Line]:
        return map(self.lines.__getitem__, range(self.start, len(self.lines)))


@dataclass(frozen=True, slots=True)
class Passage:
    """The words behind a command word, all lines that follow, and what is known.

    `begun` tells that the letter has said something before this line.
    """

    rest: str
    following: Sequence[Line]
    known: Known
    place: Place
    begun: bool = False

    def next_own(self) -> str:
        """Return the text of the next line, "" where it is not its sender's."""
        match self.following[:1]:
            case (Line(text, Standing.OWN),):
                return text
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Stop:
    """The letter ends here, whatever follows."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Nothing of the letter is to be done unless all of it can be."""


@dataclass(frozen=True, slots=True)
class Heading:
    """From here on the lines are for another phase, case or power; None: for now.

    One for a case holds up to the next empty line or command. `whose` they are it may
    tell, too; orders for a `phase` (`F1901M`) are kept until it comes.
    """

    why: Aside | None
    whose: str = ""
    phase: str = ""


Step = Command | Stop | Whole | Heading


@dataclass(frozen=True, slots=True)
class Found:
    """What a line was meant to be, what to do for it, and what the next lines are.

    `inside` are the meanings of as many lines behind it as belong to it. While it is
    `unclear` no orders beside it are complete.
    """

    steps: tuple[Step, ...] = ()
    inside: tuple[Meaning, ...] = ()
    meaning: Meaning = Meaning.COMMAND
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Misread:
    """The words behind the command are wrong; `inside` belongs to it all the same."""

    inside: tuple[Meaning, ...] = ()


Read = Callable[[Passage], Found | Misread]


def alone(build: Callable[[str], Command | None]) -> Read:
    """Return what reads a command that has its line for itself."""

    def read(passage: Passage) -> Found | Misread:
        command = build(passage.rest)
        return Misread() if command is None else Found((command,))

    return read


def entering(build: Callable[[str, Vocabulary], Command | None]) -> Read:
    """Return what reads a way into a game, on two lines if the first breaks off."""

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
    """Return whether `line` is its sender's own."""
    return line.standing is Standing.OWN
