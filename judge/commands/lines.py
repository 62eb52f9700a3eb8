"""What each line of a letter was meant to be: exactly one thing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from judge.game import Entry, Said


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a letter that belongs to one entry into one game.

    `entry` is None for what stands before the first sign-on: there the reply address
    says which game and power is meant. Nothing of a letter whose sections are `whole`
    is done unless all of it can be.
    """

    entry: Entry | None
    commands: tuple[Said, ...]
    whole: bool = False


def said_in(sections: Iterable[Section]) -> Iterator[Said]:
    """Yield all commands of a letter, the entries into games left out."""
    for section in sections:
        yield from section.commands


class Meaning(Enum):
    """What a line was meant to be; its value says what becomes of it."""

    ORDER = "read as an order of the game it stands in"
    JOINED = "the end of the order above it"
    COMMAND = "obeyed, or answered by its name"
    ARGUMENT = "belongs to the command above it, and comes back where that fails"
    QUESTION = "answered, or the line that does it is offered"
    ELSEWHERE = "for another phase, case, power or game: comes back"
    UNREAD = "meant for the judge where nothing is read: comes back"
    HEADING = "says for whom or when what stands below it is"
    PROSE = "comes back, unless it stands beside what was obeyed"
    GREETING = "is polite, and passed over"
    SIGNATURE = "names its writer, and is passed over"
    QUOTED = "somebody else's, passed over"
    BLANK = "empty, or nothing but a comment"


class ReplyMeant(Enum):
    """What a reply to press is in which a line reads as an order."""

    ASKED = "asked"  # its writer is to say it
    PRESS = "press"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True)
class MeantLine:
    """A line of a letter as it was written, and what it was meant to be."""

    text: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class LetterRead:
    """A letter as it was read: its sections, and what became of each of its lines."""

    sections: tuple[Section, ...]
    lines: tuple[MeantLine, ...]
