"""The calendar of a variant: its first year, how fast years pass, and its seasons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from judge.mapmaking.reading.facts import FileLine, Note, Notes
from judge.mapmaking.reading.vdiplomacy.heads import Php

_DATE = "turnAsDate"
_TURNS = r"floor\s*\(\s*\$turn\s*/\s*2\s*\)"
_YEAR = re.compile(rf"{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?\+\s*(\d{{1,5}})")
_YEAR_BEFORE = re.compile(
    rf"(\d{{1,5}})\s*-\s*{_TURNS}|{_TURNS}\s*(?:\*\s*\d+\s*\)?\s*)?-\s*(\d{{1,5}})"
)
_YEAR_STEP = re.compile(rf"{_TURNS}\s*\*\s*(\d+)")
_NO_YEAR = re.compile(rf"\.\s*\(?\s*{_TURNS}\s*\)?\s*[;.]")
_SAID = r"(?:l_t\s*\(\s*)?['\"]([^'\"]+)['\"]\s*\)?(?:\s*\.\s*['\"][^'\"]*['\"])?\s*"
_SEASONS = re.compile(rf"%\s*2\s*\)?\s*\?\s*{_SAID}:\s*{_SAID}")
# Each turn takes so many years.
_PACE = re.compile(r"\$turn\s*\*\s*(\d{1,3})\s*\)?\s*\+\s*(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The year of the first turn, the years of a turn or 0, and names of seasons."""

    year: int
    turn_years: int
    seasons: tuple[tuple[str, str], ...]


def calendar_of(heads: Sequence[Php], notes: Notes) -> Calendar:
    """Return the calendar of the first head that has one."""
    head = next((one for one in heads if _DATE in one.text), heads[0])
    body = head.text.partition(_DATE)[2].partition("turnAsDateJS")[0]
    year = _first_year(body)
    if year is None:
        text = "the first year could not be read; the game starts in 1901"
        notes.append(Note(FileLine(head.name), text))
    elif (step := _YEAR_STEP.search(body)) and step[1] != "1":
        text = f"a year of the game takes {step[1]} of the calendar; years count by one"
        notes.append(Note(FileLine(head.name), text))
    named = _SEASONS.search(body)
    words = map(unescape, named.groups()) if named else ("", "")
    fall, spring = (word.strip(" ,.") for word in words)
    own = (("Spring", spring, ("Spring", "")), ("Fall", fall, ("Autumn", "Fall", "")))
    seasons = tuple((key, word) for key, word, usual in own if word not in usual)
    pace = _PACE.search(body)
    return Calendar(1901 if year is None else year, int(pace[1]) if pace else 0, seasons)


def _first_year(body: str) -> int | None:
    """Return the year of the first turn, that is turn 0; before Christ less than 0."""
    if found := _YEAR_BEFORE.search(body):
        return -int(found[1] or found[2])
    if found := _YEAR.search(body):
        return int(found[1])
    if found := _PACE.search(body):
        return int(found[2])
    return 0 if _NO_YEAR.search(body) else None
