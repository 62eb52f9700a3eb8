"""The days on which an event of a calendar is repeated (RFC 5545, 3.3.10)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

_DAY = timedelta(days=1)
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_READ = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST"})
_NUMBER = re.compile(r"[1-9]\d{0,3}", re.ASCII)
_UNTIL = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Repeat:
    """How an event is repeated: each so many days, weeks, months or years.

    Where no weekdays, days or months are named, those of the first event count.
    """

    frequency: str
    interval: int = 1
    count: int | None = None
    until: date = date.max
    weekdays: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    week_begins: int = 0


def read_repeat(rule: str) -> Repeat | None:
    """Return what `rule` says, None where it says what is not read here."""
    pairs = (part.partition("=") for part in rule.upper().split(";") if part)
    said = {name.strip(): value.strip() for name, _, value in pairs}
    frequency = said.get("FREQ", "")
    try:
        repeat = Repeat(
            frequency,
            _number(said.get("INTERVAL", "1")),
            _number(said["COUNT"]) if "COUNT" in said else None,
            _day(said["UNTIL"]) if "UNTIL" in said else date.max,
            frozenset(map(_DAYS.index, _several(said, "BYDAY"))),
            frozenset(map(_number, _several(said, "BYMONTHDAY"))),
            frozenset(map(_number, _several(said, "BYMONTH"))),
            _DAYS.index(said.get("WKST", "MO")),
        )
    except ValueError:
        return None
    by_month = frequency in ("MONTHLY", "YEARLY")
    fits = by_month if repeat.days else not (by_month and repeat.weekdays)
    known = frequency in ("DAILY", "WEEKLY") or by_month
    return repeat if known and fits and said.keys() <= _READ else None


def days_of(repeat: Repeat, first: date, last: date) -> Iterator[date]:
    """Yield the days up to `last` on which an event begins that began on `first`."""
    ordinals = range(first.toordinal(), min(last, repeat.until).toordinal() + 1)
    on_it = (day for day in map(date.fromordinal, ordinals) if _is_on(repeat, first, day))
    for found, day in enumerate(on_it):
        if found == repeat.count:
            return
        yield day


def _is_on(repeat: Repeat, first: date, day: date) -> bool:
    passed, falls = _passed(repeat, first, day)
    in_month = not repeat.months or day.month in repeat.months
    return falls and in_month and passed % repeat.interval == 0


def _passed(repeat: Repeat, first: date, day: date) -> tuple[int, bool]:
    """Return how many days, weeks, months or years later `day` is, and if it counts."""
    months = (day.year - first.year) * 12 + day.month - first.month
    in_month = day.day in (repeat.days or {first.day})
    match repeat.frequency:
        case "DAILY":
            fits = not repeat.weekdays or day.weekday() in repeat.weekdays
            return (day - first).days, fits
        case "WEEKLY":
            weeks = _week(repeat, day) - _week(repeat, first)
            return weeks // 7, day.weekday() in (repeat.weekdays or {first.weekday()})
        case "MONTHLY":
            return months, in_month
        case _:
            fits = bool(repeat.months) or day.month == first.month
            return day.year - first.year, in_month and fits


def _week(repeat: Repeat, day: date) -> int:
    """Return the number of the day on which the week of `day` begins."""
    return day.toordinal() - (day.weekday() - repeat.week_begins) % 7


def _several(said: dict[str, str], name: str) -> list[str]:
    return said[name].split(",") if name in said else []


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _day(text: str) -> date:
    found = _UNTIL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return date(*map(int, found.groups()))
