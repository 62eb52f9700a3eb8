"""Reads days and numbers in a text, in the forms in which people write them."""

import re

from judge.game import DAYS_IN_ENGLISH

#: Numbers in words.
COUNTS = {"a": 1, "an": 1, "another": 1, "one": 1, "two": 2, "three": 3, "four": 4}
COUNTS |= {"five": 5, "six": 6, "seven": 7, "ten": 10}
COUNTS |= {"zwei": 2, "drei": 3, "deux": 2, "trois": 3, "dos": 2, "tres": 3}
_MONTHS = (*("Jan", "Feb", "Mar", "Apr", "May", "Jun"), *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"))
_KINDS = (*("iso", "dotted", "slashed", "before", "after"), *("number", "weekday", "near"))
# Beginnings of months in other languages, if they differ.
_ALSO = {"dez": "Dec", "dic": "Dec", "dé": "Dec", "okt": "Oct", "out": "Oct"}
_ALSO |= {"mai": "May", "mag": "May", "mär": "Mar", "fév": "Feb", "avr": "Apr"}
_MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|mär(?:z)?|apr(?:il)?|may|mai"
    r"|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?"
    r"|nov(?:ember)?|de[cz](?:ember)?)\b\.?"
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = rf"(?:{'|'.join(_WEEKDAYS)})"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,?\s*(?P<{0}>2\d{{3}}))?"
_DAY_FORM = (
    r"(?:(?:the|{weekday}),?\s+)*(?:"
    r"(?P<iso{0}>2\d{{3}}-\d\d?-\d\d?)"
    r"|(?P<dotted{0}>\d{{1,2}}\.\s?\d{{1,2}}(?:\.(?:\s?2\d{{3}})?|(?![\d.:])))"
    r"|(?P<slashed{0}>\d{{1,2}}/\d{{1,2}})(?![/\d])"
    r"|(?P<before{0}>{number})\s*(?:of\s+)?(?P<month{0}>{month}){year}"
    r"|(?P<named{0}>{month})\s*(?:the\s+)?(?P<after{0}>{number})(?![\d:]){later}"
    r"|(?P<weekday{0}>{weekday})|(?P<near{0}>today|tonight|tomorrow)"
    r"|(?P<number{0}>{number})(?![\d:/]){then})"
)
_TO = (
    r"\s*(?:\b(?:to|un(?:til|till)|till?|through|thru|bis|à|au|al?|hasta|tot|up to"
    r"|and including)\b"
    r"|[-\u2013\u2014])(?:\s+(?:and including|including|on|el|le|il))?\s*"
)
_AND = r"\s+and\s+"
#: `Until` in languages in which it is one word, or two.
UNTIL_ELSEWHERE = r"jusqu\W(?:à|au)|hasta(?: el)?|fino a|tot"
_UNTIL = (
    rf"(?:\b(?:until|till?|through|thru|bis|{UNTIL_ELSEWHERE}"
    r"|back(?: again)?(?: on)?|up to)\s+)"
)


def _day(name: str) -> str:
    return _DAY_FORM.format(
        name,
        weekday=_WEEKDAY,
        month=_MONTH,
        number=_NUMBER,
        year=_YEAR.format(f"year{name}"),
        later=_YEAR.format(f"later{name}"),
        then=_YEAR.format(f"then{name}"),
    )


_ELSEWHERE = re.compile(rf"\b(?:{'|'.join(DAYS_IN_ENGLISH)})\b", re.I)
_SHORT_DAY = r"(?:mon|tues?|wed|thur?s?|fri|sat|sun)"
# Only beside other words of time a short name is a day: `The sun shines`.
_SHORT = re.compile(
    r"(?:(?P<before>\b(?:to|on|until|till?|by|from|through|next|bis|auf)\s+(?:next\s+)?|-\s?)"
    r"|(?<!\w))"
    rf"(?P<day>{_SHORT_DAY})\b\.?"
    rf"(?P<behind>(?=\s*-\s?{_SHORT_DAY}\b|\s+(?:\d|at\b|noon|midnight|until\b|till\b|to\b)))?",
    re.I,
)
_FROM_TO = re.compile(rf"(?<![\w/.-]){_day('1')}{_TO}{_day('2')}(?!\w)", re.I)
_BETWEEN = re.compile(rf"\bbetween\s+{_day('1')}{_AND}{_day('2')}(?!\w)", re.I)
_LAST = re.compile(rf"{_UNTIL}{_day('1')}(?!\w)", re.I)
_ALONE = re.compile(rf"(?<![\w/.:-]){_day('1')}(?!\w)", re.I)
_OPEN = re.compile(r"\b(?:from|since|starting|as of|after|before|by|next)\W+$", re.I)
_BESIDE = re.compile(rf"\b{_WEEKDAY},?\s+\w", re.I)
_NEXT = re.compile(r"\bnext\s+", re.I)


def with_days_in_english(text: str) -> str:
    """Return `text` with the English names of days of the week, which may be short or foreign."""

    def full(match: re.Match[str]) -> str:
        if match["before"] is None and match["behind"] is None:
            return match[0]
        name = next(day for day in _WEEKDAYS if day.startswith(match["day"].lower()[:3]))
        return f"{match['before'] or ''}{name}"

    english = _ELSEWHERE.sub(lambda match: DAYS_IN_ENGLISH[match[0].lower()], text)
    return _SHORT.sub(full, english)


def days_in(text: str) -> tuple[str, str] | None:
    """Return the first and the last day in `text`, or None if that is not clear.

    The days have the form that SET ABSENCE takes. If only the last day is named, the first is
    `today`.
    """
    if _NEXT.search(text):
        return None
    if match := _FROM_TO.search(text) or _BETWEEN.search(text):
        return _both(match)
    if match := _LAST.search(text):
        last = _written(match, "1")
        return ("today", last) if last else None
    match = _ALONE.search(text)
    if match is None or _OPEN.search(text[: match.start()]):
        return None
    alone = _written(match, "1")
    others = _ALONE.search(text, match.end())
    return (alone, alone) if alone and others is None else None


def days_of(text: str) -> tuple[str, str] | None:
    """Return the first and the last day if `text` is nothing but two days, otherwise None.

    A day of the week beside a date is not checked, so such a text gives None.
    """
    match = _FROM_TO.fullmatch(text)
    days = _both(match) if match else None
    return None if _BESIDE.search(text) else days


def _both(match: re.Match[str]) -> tuple[str, str] | None:
    """Return both days of a span; a day without a month gets the month of the other day."""
    first, last = _written(match, "1", "2"), _written(match, "2", "1")
    return (first, last) if first and last else None


def _written(match: re.Match[str], which: str, other: str = "") -> str:
    """Return a day in the form that commands take, or "" if it is invalid.

    Its month and year may come from the `other` day.
    """
    part_of = {name: match[f"{name}{which}"] or "" for name in _KINDS}
    if part_of["iso"]:
        return part_of["iso"]
    if part_of["weekday"]:
        return part_of["weekday"].capitalize()
    if part_of["near"]:
        return "tomorrow" if part_of["near"].lower() == "tomorrow" else "today"
    if part_of["dotted"] or part_of["slashed"]:
        return _numeric(part_of["dotted"], part_of["slashed"])
    number = part_of["before"] or part_of["after"] or part_of["number"]
    its = which if _month_of(match, which) or not other else other
    month = _month_of(match, its)
    year = _year_of(match, which) or _year_of(match, its)
    return _on(int(re.sub(r"\D", "", number)), month, year) if month else ""


def _month_of(match: re.Match[str], which: str) -> str:
    word = (match[f"month{which}"] or match[f"named{which}"] or "").lower()
    also = (name for start, name in _ALSO.items() if word.startswith(start))
    return next(also, word[:3].capitalize())


def _year_of(match: re.Match[str], which: str) -> str:
    kinds = (f"{kind}{which}" for kind in ("year", "later", "then"))
    return next((match[kind] for kind in kinds if match[kind]), "")


def _numeric(dotted: str, slashed: str) -> str:
    """Return a day written in figures, or "" if it has two readings.

    In `24.12.` the day comes first. `24/12` has one reading, `5/12` has two.
    """
    numbers = [int(digits) for digits in re.findall(r"\d+", dotted or slashed)]
    day, month = numbers[:2]
    if slashed and (day > 12) == (month > 12):
        return ""
    if slashed and month > 12:
        day, month = month, day
    if not 1 <= month <= 12:
        return ""
    return _on(day, _MONTHS[month - 1], "".join(map(str, numbers[2:])))


def _on(day: int, month: str, year: str) -> str:
    return f"{day} {month} {year}".strip() if 1 <= day <= 31 else ""
