"""Which row of the table a line belongs to, and which one it resembles."""

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract_iter

from judge.commands.elsewhere import ELSEWHERE
from judge.commands.grammar.passage import Found, Misread, Passage
from judge.commands.grammar.words import compact
from judge.commands.known import Known, Place
from judge.commands.table import TABLE, Row


def _pattern(form: str) -> re.Pattern[str]:
    words = r"[\s_-]*".join(map(re.escape, re.split(r"[\s-]", form)))
    end = r"(?!\w)" if form[-1].isalnum() else r"(?!\S)"
    return re.compile(rf"{words}{end}[\s,]*", re.IGNORECASE)


def _patterns() -> dict[str, tuple[tuple[re.Pattern[str], Row], ...]]:
    """Return the patterns of all forms by their first letter, the longest first."""
    forms = [(form, row) for row in (*TABLE, *ELSEWHERE) for form in row.forms]
    forms.sort(key=lambda pair: -len(pair[0]))
    letters = {form[0].lower() for form, _ in forms}
    return {
        letter: tuple((_pattern(form), row) for form, row in forms if form[0].lower() == letter)
        for letter in letters
    }


_PATTERNS = _patterns()
_FORMS = tuple((compact(form), row) for row in TABLE for form in row.forms)
_SHORTEST = 4  # Fewer letters resemble too much.
_MOST_WRONG = 2
# English words, names and provinces that are a letter or two away from a command.
_INNOCENT_WORDS = """
batch black blocks catch clean clears coin created creates cress crete drawn draws
dress drew
hatch helps joan john joins joint kelp last latch lend lint lis lisp lists loin lost
mait match order patch resigns sand seed sent sind stark stars starts states ternate
victory waits want watt president
"""
INNOCENT = frozenset(_INNOCENT_WORDS.split())


def find_row(line: str) -> tuple[Row, str] | None:
    """Return the row whose words begin `line`, and the rest of the line."""
    for pattern, row in _PATTERNS.get(line[:1].lower(), ()):
        if found := pattern.match(line):
            return row, line[found.end() :]
    return None


def read_alone(words: str, known: Known, place: Place) -> tuple[Row, Found | Misread] | None:
    """Return the row whose words begin `words`, and what they say; None without one.

    What stands around them is not looked at.
    """
    matched = find_row(words)
    if matched is None:
        return None
    row, rest = matched
    return row, row.read(Passage(rest, (), known, place))


def similar_row(line: str, innocent: Collection[str] = INNOCENT) -> tuple[Row, int] | None:
    """Return the row that `line` seems to begin with, and in how many words.

    None of the `innocent` words is taken for a command that was badly written.
    """
    found = [
        (distance, words, row)
        for words, start in _beginnings(line, innocent)
        if start not in innocent
        for distance, row in _rows_near(start)
    ]
    _, words, row = min(found, key=lambda entry: entry[:2], default=(0, 0, None))
    return (row, words) if row else None


@lru_cache(maxsize=4096)
def _rows_near(start: str) -> tuple[tuple[int, Row], ...]:
    """Return the rows that a word resembles, with how many letters are wrong."""
    forms = _forms_of_length(len(start))
    near = extract_iter(
        start, [form for form, _ in forms], scorer=OSA.distance, score_cutoff=_MOST_WRONG
    )
    return tuple(
        (distance, forms[number][1])
        for form, distance, number in near
        if distance <= _tolerance(start, form)
    )


@lru_cache(maxsize=64)
def _forms_of_length(length: int) -> tuple[tuple[str, Row], ...]:
    """Return the forms that a word of this length may be one of, with some letters wrong."""
    return tuple(pair for pair in _FORMS if abs(len(pair[0]) - length) <= _MOST_WRONG)


def mistyped_row(line: str, row: Row) -> Row | None:
    """Return the row of which `line` is one letter away though it is read as `row`.

    That can be with SET alone, which takes any words: `SET WIAT`.
    """
    near = (
        other
        for form, other in _FORMS
        if row.topic == "set" != other.topic
        and form.startswith("set")
        and OSA.distance(compact(line), form) == 1
    )
    return next(near, None)


def _beginnings(line: str, innocent: Collection[str]) -> list[tuple[int, str]]:
    """Return the first word, the first two as one, and a short line as one."""
    words = line.split(maxsplit=3)
    if not words or compact(words[0]) in innocent:
        return []
    sizes = {1, 2, 3 if len(words) <= 3 else 2}
    starts = [(size, compact("".join(words[:size]))) for size in sizes]
    return [
        (size, start)
        for size, start in starts
        if size <= len(words) and min(len(start), 3 * len(words[0])) >= _SHORTEST
    ]


def _tolerance(start: str, form: str) -> int:
    """Return how many letters may be wrong, or -1 where nothing may be compared."""
    if len(form) < _SHORTEST:
        return -1
    return _MOST_WRONG if min(len(start), len(form)) >= 7 else 1
