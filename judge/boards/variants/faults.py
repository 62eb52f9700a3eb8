"""What is wrong in a variant's file, said to the person who draws the map."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA

Where = tuple[str, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(\"[^\"]+\"|'[^']+'|[\w-]+)\s*=")
_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at a key, such as `("powers", "#2", "units")`, and what to do."""

    where: Where
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault as it is shown: the file, the line where that is known, the key."""

    file: str
    line: int | None
    key: str
    text: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.text}" if self.key else f"{place}: {self.text}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def hint(word: str, known: Collection[str]) -> str:
    """Return `; did you mean "BIR"?` when one of `known` is like `word`, or nothing."""
    found = nearest(word, {one: one for one in known})
    return f'; did you mean "{found}"?' if found else ""


def nearest(word: str, known: Mapping[str, str]) -> str:
    """Return what the key most like `word` stands for in `known`, or nothing."""
    best = process.extractOne(
        word.casefold(),
        {key: key.casefold() for key in known},
        scorer=OSA.normalized_similarity,
        score_cutoff=_ALIKE,
    )
    return known[best[2]] if best else ""


def lines_of(text: str) -> dict[Where, int]:
    """Return the line on which each table and key of a TOML text stands.

    The tables of a list are numbered: `("powers", "#2", "units")`.
    """
    lines: dict[Where, int] = {}
    table: Where = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(part.strip(" \"'") for part in header[2].split("."))
            if header[1] == "[[":
                table = (*table, f"#{_count(lines, table) + 1}")
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault((*table, key[1].strip("\"'")), number)
    return lines


def line_of(where: Where, lines: Mapping[Where, int]) -> int | None:
    """Return the line of a key, or of the table that it is in, or should be."""
    for size in range(len(where), 0, -1):
        if where[:size] in lines:
            return lines[where[:size]]
    return None


def _count(lines: Iterable[Where], table: Where) -> int:
    return sum(one[:-1] == table and one[-1].startswith("#") for one in lines)
