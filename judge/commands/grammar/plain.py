"""What commands of one line have in common."""

import re
from collections.abc import Callable

from judge.commands.model import Command

_SPLIT = re.compile(r"\s+and\s+|[\s,;&+]+", re.I)

# What prose says behind `Who is`.
_ASKED = """
a an ahead behind coming going he here his in it late leading left losing missing my
next not on out playing she still that the their there this to up who winning with you
your
"""
ASKED_OF_NOBODY = frozenset(_ASKED.split())
_ADDRESS = re.compile(r"(?:mailto:)?<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?", re.I)

CODE = re.compile(r"[b-df-hj-np-tv-xz]{4,}", re.I)  # No name lacks all vowels.


def bare(command: Command) -> Callable[[str], Command | None]:
    """Return what reads `command` where no words stand behind it."""
    return lambda rest: None if rest else command


def names_in(text: str) -> tuple[str, ...] | None:
    """Return the words of a list of powers in capitals, None if it is not a list."""
    words = tuple(word.upper() for word in _SPLIT.split(text) if word)
    if all(word.replace("-", "").replace("'", "").isalnum() for word in words):
        return words
    return None


def mail_address(text: str) -> str:
    """Return the mail address that `text` is, in lower case, "" if it is none."""
    found = _ADDRESS.fullmatch(text.strip())
    return found[1].lower() if found else ""


def is_code(rest: str) -> bool:
    """Return whether `rest` is a code that was asked for, or nothing."""
    return not rest or CODE.fullmatch(rest) is not None
