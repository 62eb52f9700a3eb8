"""What a command is read from: the rest of its line, and the lines behind it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from judge.commands.grammar.words import Vocabulary, cleaned, looks_like_order
from judge.commands.model import Command

_BROKEN_OFF = re.compile(r"^$|\s(?:passw(?:or)?d|pwd?)\s*[:=]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Passage:
    """The words behind a command word, and all the lines that follow its line."""

    rest: str
    following: tuple[str, ...]
    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True)
class Stop:
    """The letter ends here, whatever follows."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was read, None if the words are wrong, and the lines that are left."""

    command: Command | Stop | None
    left: tuple[str, ...]


Read = Callable[[Passage], Found]


def alone(build: Callable[[str], Command | None]) -> Read:
    """Return what reads a command that has its line for itself."""
    return lambda passage: Found(build(passage.rest), passage.following)


def entering(build: Callable[[str, Vocabulary], Command | None]) -> Read:
    """Return what reads a way into a game, on two lines if the first breaks off."""

    def read(passage: Passage) -> Found:
        rest, left = passage.rest.lstrip(": "), passage.following
        if _BROKEN_OFF.search(rest) and left and not looks_like_order(left[0]):
            rest, left = f"{rest} {cleaned(left[0])}".strip(), left[1:]
        return Found(build(rest, passage.vocabulary), left)

    return read
