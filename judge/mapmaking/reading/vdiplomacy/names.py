"""What the names of territories tell: whose coast one is, and abbreviations."""

import re
from collections.abc import Sequence

from judge.mapmaking.reading.names import coast_of, folded

_COAST = re.compile(r"(.+?)\s*\(\s*([^()]+?)\s*\)\s*")
# An abbreviation may stand behind the name.
_MARKED = re.compile(r"(?<=\S)\s*(?:\(([A-Z0-9]{2,6}|[a-z]{3})\)|\{([A-Za-z0-9]{2,6})\})$")


def province_of(name: str, dry: set[str]) -> tuple[str, str] | None:
    """Return the province whose coast a territory is, and the coast.

    None for a province itself; `dry` are the folded names of all that are no seas.
    """
    found = _COAST.fullmatch(name)
    if found is None or folded(found[1]) not in dry:
        return None
    return found[1], found[2]


def without_mark(name: str) -> str:
    """Return a name without the abbreviation behind it."""
    return _MARKED.sub("", name)


def marks(name: str) -> tuple[str, ...]:
    """Return the abbreviation behind a name, if there is one."""
    found = _MARKED.search(name)
    return (found[1] or found[2],) if found else ()


def coast_name(words: str) -> str:
    """Return the name of a coast, "" where it is no more than its letters."""
    return words if "coast" in words.lower() or len(words) > 2 else ""


def coast_code(words: str, taken: Sequence[str]) -> str:
    """Return two letters for a coast: by the compass if it says so."""
    compass = coast_of(words)
    first = "".join(sign for sign in words.lower() if sign.isascii() and sign.isalpha())
    choices = [compass, f"{first[:1]}c", *(f"{first[:1]}{sign}" for sign in first[1:])]
    choices += [f"{one}c" for one in "abdfghijklmopqrtuvxyz"]
    return next(one for one in choices if len(one) == 2 and one not in taken)
