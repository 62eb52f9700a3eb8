"""The words around a command: cleaning a line, and hiding what is secret in it."""

import re
from dataclasses import dataclass

from judge.notation import password_word

# A sign before a number, at the beginning of a line, numbers it.
_COMMENT = re.compile(r"(?:^|\s)(?://|#(?!\d)).*$|(?<=\S)\s#.*$")
# Robots on other sites take a full stop before a command.
_BULLET = re.compile(r"^(?:(?:[*•·]|\d{1,3}[.)]|#\d{1,3}[.:)]?)\s+|\.(?=[a-z]))", re.I)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that decide how a sign-on is read: of powers and of variants."""

    powers: frozenset[str]
    variants: frozenset[str]


def cleaned(line: str) -> str:
    """Return `line` without comment, bullet or number, full stop and spare blanks."""
    words = " ".join(_COMMENT.sub("", line.replace("\ufeff", "")).split())
    return _BULLET.sub("", words).rstrip(" .;")


def compact(text: str) -> str:
    """Return the letters and digits of `text` alone, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())


def without_secret(line: str) -> str:
    """Return `line` up to a word for a password, and a dot-dot-dot for what follows."""
    found = password_word(line)
    return f"{line[: found.end()]} …" if found else line


def hidden(line: str, words: int) -> str:
    """Return the first `words` words of `line`, and a dot-dot-dot for all the rest."""
    kept = line.split()[:words]
    return " ".join((*kept, "…") if len(line.split()) > words else kept)


def count_words(line: str) -> int:
    """Return how many words `line` has."""
    return len(line.split())
