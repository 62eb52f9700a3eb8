"""Days as people write them in a sentence, in the words that commands take.

What can be read in two ways, as `3/4` or `next Friday`, is not read at all.
"""

import re
from collections.abc import Iterator

_MONTHS = (*("Jan", "Feb", "Mar", "Apr", "May", "Jun"), *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"))
_KINDS = (*("iso", "dotted", "slashed", "before", "after"), *("number", "weekday", "near"))
# How other languages begin months, where that differs.
_ALSO = {"dez": "Dec", "dic": "Dec", "dé": "Dec", "okt": "Oct", "out": "Oct"}
_ALSO |= {"mai": "May", "mag": "May", "mär": "Mar", "fév": "Feb", "avr": "Apr"}
_MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|mär(?:z)?|apr(?:il)?|may|mai"
    r"|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?"
    r"|nov(?:ember)?|de[cz](?:ember)?)\b\.?"
)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,?\s*(?P<{0}>2\d{{3}}))?"
_DAY = (
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
    r"\s*(?:\b(?:to|un(?:til|till)|till?|through|thru|bis|up to|and including)\b"
    r"|[-\u2013\u2014])(?:\s+(?:and including|including|on))?\s*"
)
_AND = r"\s+and\s+"
_UNTIL = r"(?:\b(?:until|till?|through|thru|bis|back(?: again)?(?: on)?|up to)\s+)"


def _day(name: str) -> str:
    return _DAY.format(
        name,
        weekday=_WEEKDAY,
        month=_MONTH,
        number=_NUMBER,
        year=_YEAR.format(f"year{name}"),
        later=_YEAR.format(f"later{name}"),
        then=_YEAR.format(f"then{name}"),
    )


_SPAN = re.compile(rf"(?<![\w/.-]){_day('1')}{_TO}{_day('2')}(?!\w)", re.I)
_BETWEEN = re.compile(rf"\bbetween\s+{_day('1')}{_AND}{_day('2')}(?!\w)", re.I)
_LAST = re.compile(rf"{_UNTIL}{_day('1')}(?!\w)", re.I)
_ALONE = re.compile(rf"(?<![\w/.-]){_day('1')}(?!\w)", re.I)
_OPEN = re.compile(r"\b(?:from|since|starting|as of|after|before|by|next)\W+$", re.I)
_BESIDE = re.compile(rf"\b{_WEEKDAY},?\s+\w", re.I)
_NEXT = re.compile(r"\bnext\s+", re.I)


def days_in(text: str) -> tuple[str, str] | None:
    """Return the first and the last day that `text` names, None if that is not clear.

    They are as SET ABSENCE takes them; where only the last one is named, the first is
    `today`.
    """
    if _NEXT.search(text):
        return None
    if found := _SPAN.search(text) or _BETWEEN.search(text):
        return _both(found)
    if found := _LAST.search(text):
        last = _written(found, "1")
        return ("today", last) if last else None
    found = _ALONE.search(text)
    if found is None or _OPEN.search(text[: found.start()]):
        return None
    alone = _written(found, "1")
    others = _ALONE.search(text, found.end())
    return (alone, alone) if alone and others is None else None


def days_of(text: str) -> tuple[str, str] | None:
    """Return the first and the last day that `text` is, None if it is anything else.

    What a day of the week tells beside a date is not looked at, so it is none.
    """
    found = _SPAN.fullmatch(text)
    days = _both(found) if found else None
    return None if _BESIDE.search(text) else days


def _both(found: re.Match[str]) -> tuple[str, str] | None:
    """Return both days of a span; a number alone is of the month of the other one."""
    first, last = _written(found, "1", "2"), _written(found, "2", "1")
    return (first, last) if first and last else None


def _written(found: re.Match[str], which: str, other: str = "") -> str:
    """Return a day as commands take it, "" for what is none.

    It may be of the month and year of the `other` one.
    """
    return next(_readings(found, which, other), "")


def _readings(found: re.Match[str], which: str, other: str) -> Iterator[str]:
    said = {name: found[f"{name}{which}"] or "" for name in _KINDS}
    if said["iso"]:
        yield said["iso"]
    elif said["weekday"]:
        yield said["weekday"].capitalize()
    elif said["near"]:
        yield "tomorrow" if said["near"].lower() == "tomorrow" else "today"
    elif said["dotted"] or said["slashed"]:
        yield from _numeric(said["dotted"], said["slashed"])
    else:
        number = said["before"] or said["after"] or said["number"]
        its = which if _month_of(found, which) or not other else other
        if month := _month_of(found, its):
            year = _year_of(found, which) or _year_of(found, its)
            yield _on(int(re.sub(r"\D", "", number)), month, year)


def _month_of(found: re.Match[str], which: str) -> str:
    word = (found[f"month{which}"] or found[f"named{which}"] or "").lower()
    also = (name for start, name in _ALSO.items() if word.startswith(start))
    return next(also, word[:3].capitalize())


def _year_of(found: re.Match[str], which: str) -> str:
    kinds = (f"{kind}{which}" for kind in ("year", "later", "then"))
    return next((found[kind] for kind in kinds if found[kind]), "")


def _numeric(dotted: str, slashed: str) -> Iterator[str]:
    """Yield a day of numbers: `24.12.` has the day first, `24/12` can have no other."""
    numbers = [int(one) for one in re.findall(r"\d+", dotted or slashed)]
    day, month = numbers[:2]
    if slashed and (day > 12) == (month > 12):
        return
    if slashed and month > 12:
        day, month = month, day
    if 1 <= month <= 12:
        yield _on(day, _MONTHS[month - 1], "".join(map(str, numbers[2:])))


def _on(day: int, month: str, year: str) -> str:
    return f"{day} {month} {year}".strip() if 1 <= day <= 31 else ""
