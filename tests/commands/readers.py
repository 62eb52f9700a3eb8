"""Functions that read letters; they know the standard variant, and others only if named."""

from judge.commands import Conversation, Known, LetterRead, Section, known_names, read_letter
from judge.letter import Line
from tests.kinds import replace

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def read(
    body: str,
    subject: str = "",
    *,
    powers: tuple[str, ...] = POWERS,
    variants: tuple[str, ...] = ("standard",),
) -> tuple[Section, ...]:
    return read_lines(body, subject, powers=powers, variants=variants).sections


def read_reply(body: str, powers: tuple[str, ...]) -> tuple[Section, ...]:
    """Return the sections of a reply to press that France wrote."""
    lines = tuple(map(Line, body.splitlines()))
    known = Known(known_names(powers, ("standard",)))
    to_france = replace(known, conversation=Conversation("France"))
    return read_letter(lines, "", to_france).sections


def read_lines(
    body: str,
    subject: str = "",
    *,
    powers: tuple[str, ...] = POWERS,
    variants: tuple[str, ...] = ("standard",),
) -> LetterRead:
    lines = tuple(map(Line, body.splitlines()))
    return read_letter(lines, subject, Known(known_names(powers, variants)))
