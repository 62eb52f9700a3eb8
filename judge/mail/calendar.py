"""The days of a calendar file (RFC 5545), as lines that say when somebody is away."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.mail.mime import Part, header

_DAY = timedelta(days=1)
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_READ = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST"})
_NUMBER = re.compile(r"[1-9]\d{0,3}", re.ASCII)
_UNTIL = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Repeat:
    """How an event is repeated: every `interval` days, weeks, months or years.

    If no weekdays, days or months are named, those of the first event count.
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
    """Return the repetition of an RRULE, None if it has parts that are not read here."""
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
    """Yield the days from `first` to `last` on which a repeated event begins."""
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


_TYPES = frozenset({"text/calendar", "application/ics"})
_FILE = re.compile(r"\.ics\b", re.IGNORECASE)
_EVENT = "VEVENT"
_FOLD = re.compile(r"\r?\n[ \t]")
_PROPERTY = re.compile(r"^(DTSTART|DTEND|DURATION|STATUS|RRULE)\b([^:\n]*):(.*)$", re.I | re.M)
_LEFT_OUT = re.compile(r"^EXDATE\b[^:\n]*:(.*)$", re.I | re.M)
_ZONE = re.compile(r";TZID=\"?([^;\"]+)", re.IGNORECASE)
_LENGTH = re.compile(
    r"\+?P(?:(?P<weeks>\d{1,3})W)?(?:(?P<days>\d{1,3})D)?"
    r"(?:T(?:(?P<hours>\d{1,4})H)?(?:(?P<minutes>\d{1,5})M)?(?:\d{1,6}S)?)?",
    re.I | re.A,
)
# The deadlines that the judge itself put into somebody's calendar.
_OURS = re.compile(r"^UID:.*@judge\s*$", re.IGNORECASE | re.MULTILINE)
# A file that asks for something or answers an invitation is no list of days.
_ASKS = re.compile(r"^METHOD:(?!PUBLISH\s*$)", re.IGNORECASE | re.MULTILINE)
_SECOND = timedelta(seconds=1)
_AHEAD = timedelta(days=366)
_BACK = timedelta(days=366 * 5)
_YEARS = range(1990, 3000)
_MOST_EVENTS = 100  # A file with more of them is no list of absences.


@dataclass(frozen=True, slots=True, order=True)
class _Span:
    """The period of an event, in UTC, or on its writer's clock without a zone."""

    first: datetime
    last: datetime


def is_calendar(part: Part) -> bool:
    """Return whether a part of a mail is a calendar file, by its type or its name."""
    named = header(part, "Content-Disposition") + header(part, "Content-Type")
    return part.get_content_type() in _TYPES or _FILE.search(named) is not None


def has_events(text: str) -> bool:
    """Return whether a calendar file has events that are read."""
    return bool(_events(_FOLD.sub("", text)))


def _events(text: str) -> list[str]:
    """Return the lines of each event of a calendar, [] if there are too many.

    Alarms within an event are left out, because they have a DURATION of their own.
    """
    events: list[str] = []
    lines: list[str] = []
    within: list[str] = []
    for line in text.splitlines():
        word = line.strip().upper()
        if word.startswith("BEGIN:"):
            within.append(word.removeprefix("BEGIN:"))
        elif word.startswith("END:") and within:
            if within.pop() == _EVENT:
                events.append("\n".join(lines))
                lines = []
        elif within[-1:] == [_EVENT]:
            lines.append(line)
    return events if len(events) <= _MOST_EVENTS else []


def absences_in(text: str, written: datetime | None) -> str:
    """Return a line SET ABSENCE for each event of a calendar file, "" for none.

    Events that were over when the mail was `written` are left out, if there are others.
    A repeated event is repeated for a year. An event without a known zone covers its
    whole days, and adjoining whole days become one line.
    """
    text = _FOLD.sub("", text)
    if _ASKS.search(text):
        return ""
    now = written or datetime.min.replace(tzinfo=UTC)
    lines: list[str] = []
    spans: list[_Span] = []
    for event in _events(text):
        some, rule = _spans(event, written)
        spans += some
        if rule:
            lines.append(f"SET ABSENCE {some[0].first.date()} {rule}")
    ahead = [span for span in spans if _utc(span.last) + _DAY > now]
    return "\n".join([*map(_line, _merged(ahead or spans[-1:])), *lines])


def _line(span: _Span) -> str:
    return f"SET ABSENCE {_written(span.first)} TO {_written(span.last)}"


def _written(moment: datetime) -> str:
    if moment.tzinfo is None:
        return moment.date().isoformat()
    return moment.strftime("%Y-%m-%dT%H:%MZ")


def _merged(spans: Iterable[_Span]) -> Iterator[_Span]:
    """Yield `spans` in order, adjoining ones of a kind as one."""
    before: _Span | None = None
    for span in sorted(spans, key=lambda one: (_utc(one.first), _utc(one.last))):
        if (
            before is not None
            and _utc(span.first) <= _utc(before.last) + _DAY
            and (before.first.tzinfo is None) == (span.first.tzinfo is None)
        ):
            before = _Span(before.first, max(before.last, span.last))
            continue
        if before is not None:
            yield before
        before = span
    if before is not None:
        yield before


def _utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _spans(event: str, written: datetime | None) -> tuple[list[_Span], str]:
    """Return the periods of an event, and its RRULE if that cannot be read."""
    said = {found[1].upper(): (found[2], found[3].strip()) for found in _PROPERTY.finditer(event)}
    begins = _moment(*said.get("DTSTART", ("", "")))
    status = said.get("STATUS", ("", ""))[1].upper()
    if begins is None or status == "CANCELLED" or _OURS.search(event):
        return [], ""
    last = _last(begins, said)
    rule = said.get("RRULE", ("", ""))[1]
    if not rule:
        return [_as_span(begins, last)], ""
    days = _repeated(rule, begins.date(), written)
    if days is None:
        return [_as_span(begins, last)], rule
    out = {day[:8] for line in _LEFT_OUT.findall(event) for day in line.split(",")}
    moved = (day - begins.date() for day in days if f"{day:%Y%m%d}" not in out)
    return [_as_span(begins + by, last + by) for by in moved], ""


def _repeated(rule: str, first: date, written: datetime | None) -> list[date] | None:
    repeat = read_repeat(rule)
    since = max(first, written.date()) if written else first
    if repeat is None or since - first > _BACK:
        return None
    days = (day for day in days_of(repeat, first, since + _AHEAD))
    late = (day for day in days if day >= since - _AHEAD)
    return list(islice(late, 2 * _AHEAD.days))


def _last(begins: datetime, said: dict[str, tuple[str, str]]) -> datetime:
    """Return the last second of an event; its end is not part of it."""
    is_day = "T" not in said["DTSTART"][1].upper()
    length = _LENGTH.fullmatch(said.get("DURATION", ("", ""))[1])
    ends = _moment(*said.get("DTEND", ("", "")))
    if ends is None and length is not None:
        parts = {name: int(n) for name, n in length.groupdict().items() if n}
        ends = begins + timedelta(**parts)
    if ends is None:
        ends = begins + _DAY if is_day else begins
    return max(begins, ends - _SECOND)


def _as_span(begins: datetime, last: datetime) -> _Span:
    """Return a period in UTC if its zone is known, else one of whole days."""
    if begins.tzinfo is None or last.tzinfo is None:
        first = begins.replace(hour=0, minute=0, second=0, tzinfo=None)
        return _Span(first, last.replace(hour=0, minute=0, second=0, tzinfo=None))
    return _Span(begins.astimezone(UTC), last.astimezone(UTC))


def _moment(parameters: str, text: str) -> datetime | None:
    """Return a moment of a calendar, without a zone if it names no known one."""
    zone = _ZONE.search(parameters)
    for form in ("%Y%m%d", "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ"):
        try:
            moment = datetime.strptime(text.upper(), form)  # noqa: DTZ007 - see above
        except ValueError:
            continue
        if moment.year not in _YEARS:
            return None
        if form.endswith("Z"):
            return moment.replace(tzinfo=UTC)
        named = _zone(zone[1].strip()) if zone and "T" in form else None
        return moment.replace(tzinfo=named)
    return None


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
