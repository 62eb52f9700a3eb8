"""Reads a calendar file (RFC 5545): each event becomes a line SET ABSENCE."""

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
    """The rule by which an event is repeated: every `interval` days, weeks, months or years.

    Without weekdays, days or months, those of the first event count.
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
    """Return the repetition in an RRULE, or None if the rule has unsupported parts."""
    pairs = (part.partition("=") for part in rule.upper().split(";") if part)
    parts = {name.strip(): value.strip() for name, _, value in pairs}
    frequency = parts.get("FREQ", "")
    try:
        repeat = Repeat(
            frequency,
            _number(parts.get("INTERVAL", "1")),
            _number(parts["COUNT"]) if "COUNT" in parts else None,
            _day(parts["UNTIL"]) if "UNTIL" in parts else date.max,
            frozenset(map(_DAYS.index, _several(parts, "BYDAY"))),
            frozenset(map(_number, _several(parts, "BYMONTHDAY"))),
            frozenset(map(_number, _several(parts, "BYMONTH"))),
            _DAYS.index(parts.get("WKST", "MO")),
        )
    except ValueError:
        return None
    by_month = frequency in ("MONTHLY", "YEARLY")
    fits = by_month if repeat.days else not (by_month and repeat.weekdays)
    known = frequency in ("DAILY", "WEEKLY") or by_month
    return repeat if known and fits and parts.keys() <= _READ else None


def days_of(repeat: Repeat, first: date, last: date) -> Iterator[date]:
    """Yield the days from `first` to `last` on which a repeated event begins."""
    ordinals = range(first.toordinal(), min(last, repeat.until).toordinal() + 1)
    matching = (day for day in map(date.fromordinal, ordinals) if _is_on(repeat, first, day))
    for number, day in enumerate(matching):
        if number == repeat.count:
            return
        yield day


def _is_on(repeat: Repeat, first: date, day: date) -> bool:
    passed, falls = _passed(repeat, first, day)
    in_month = not repeat.months or day.month in repeat.months
    return falls and in_month and passed % repeat.interval == 0


def _passed(repeat: Repeat, first: date, day: date) -> tuple[int, bool]:
    """Return how many periods `day` is after `first`, and whether the event falls on `day`.

    A period is a day, week, month or year, as the frequency says.
    """
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
    """Return the ordinal of the first day of the week of `day`."""
    return day.toordinal() - (day.weekday() - repeat.week_begins) % 7


def _several(parts: dict[str, str], name: str) -> list[str]:
    return parts[name].split(",") if name in parts else []


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _day(text: str) -> date:
    match = _UNTIL.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return date(*map(int, match.groups()))


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
# The judge's own deadlines, which people import into their calendars.
_OURS = re.compile(r"^UID:.*@judge\s*$", re.IGNORECASE | re.MULTILINE)
# A file with a request, or with an answer to an invitation, is no list of absences.
_ASKS = re.compile(r"^METHOD:(?!PUBLISH\s*$)", re.IGNORECASE | re.MULTILINE)
_SECOND = timedelta(seconds=1)
_AHEAD = timedelta(days=366)
_BACK = timedelta(days=366 * 5)
_YEARS = range(1990, 3000)
_MOST_EVENTS = 100  # A larger file is no list of absences.


@dataclass(frozen=True, slots=True, order=True)
class _Span:
    """The period of an event: in UTC, or in its writer's local time if the zone is unknown."""

    first: datetime
    last: datetime


def is_calendar(part: Part) -> bool:
    """Return whether a part of a mail is a calendar file, by its media type or its file name."""
    named = header(part, "Content-Disposition") + header(part, "Content-Type")
    return part.get_content_type() in _TYPES or _FILE.search(named) is not None


def has_events(text: str) -> bool:
    """Return whether a calendar file has readable events."""
    return bool(_events(_FOLD.sub("", text)))


def _events(text: str) -> list[str]:
    """Return the lines of each event of a calendar, or [] if there are too many events.

    Alarms inside an event are left out, because they have a DURATION of their own.
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
    """Return a line SET ABSENCE for each event of a calendar file, or "" if there is none.

    Events that were over when the mail was `written` are left out if there are later ones. A
    repeated event is repeated for a year. An event without a known zone covers its whole days;
    adjoining whole days become one line.
    """
    text = _FOLD.sub("", text)
    if _ASKS.search(text):
        return ""
    now = written or datetime.min.replace(tzinfo=UTC)
    lines: list[str] = []
    spans: list[_Span] = []
    for event in _events(text):
        event_spans, rule = _spans(event, written)
        spans += event_spans
        if rule:
            lines.append(f"SET ABSENCE {event_spans[0].first.date()} {rule}")
    ahead = [span for span in spans if _utc(span.last) + _DAY > now]
    absences = (
        f"SET ABSENCE {_written(span.first)} TO {_written(span.last)}"
        for span in _merged(ahead or spans[-1:])
    )
    return "\n".join([*absences, *lines])


def _written(moment: datetime) -> str:
    if moment.tzinfo is None:
        return moment.date().isoformat()
    return moment.strftime("%Y-%m-%dT%H:%MZ")


def _merged(spans: Iterable[_Span]) -> Iterator[_Span]:
    """Yield `spans` in order; adjoining spans of the same kind are joined."""
    before: _Span | None = None
    for span in sorted(spans, key=lambda item: (_utc(item.first), _utc(item.last))):
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
    """Return the periods of an event, and its RRULE if this is unreadable, otherwise ""."""
    properties = {
        match[1].upper(): (match[2], match[3].strip()) for match in _PROPERTY.finditer(event)
    }
    begins = _moment(*properties.get("DTSTART", ("", "")))
    status = properties.get("STATUS", ("", ""))[1].upper()
    if begins is None or status == "CANCELLED" or _OURS.search(event):
        return [], ""
    last = _last(begins, properties)
    rule = properties.get("RRULE", ("", ""))[1]
    if not rule:
        return [_as_span(begins, last)], ""
    days = _repeated(rule, begins.date(), written)
    if days is None:
        return [_as_span(begins, last)], rule
    excluded = {day[:8] for line in _LEFT_OUT.findall(event) for day in line.split(",")}
    moved = (day - begins.date() for day in days if f"{day:%Y%m%d}" not in excluded)
    return [_as_span(begins + shift, last + shift) for shift in moved], ""


def _repeated(rule: str, first: date, written: datetime | None) -> list[date] | None:
    repeat = read_repeat(rule)
    since = max(first, written.date()) if written else first
    if repeat is None or since - first > _BACK:
        return None
    days = (day for day in days_of(repeat, first, since + _AHEAD))
    late = (day for day in days if day >= since - _AHEAD)
    return list(islice(late, 2 * _AHEAD.days))


def _last(begins: datetime, properties: dict[str, tuple[str, str]]) -> datetime:
    """Return the last second of an event, which ends one second before its DTEND."""
    is_day = "T" not in properties["DTSTART"][1].upper()
    length = _LENGTH.fullmatch(properties.get("DURATION", ("", ""))[1])
    ends = _moment(*properties.get("DTEND", ("", "")))
    if ends is None and length is not None:
        parts = {name: int(n) for name, n in length.groupdict().items() if n}
        ends = begins + timedelta(**parts)
    if ends is None:
        ends = begins + _DAY if is_day else begins
    return max(begins, ends - _SECOND)


def _as_span(begins: datetime, last: datetime) -> _Span:
    """Return the period in UTC if both zones are known, otherwise as whole days."""
    if begins.tzinfo is None or last.tzinfo is None:
        first = begins.replace(hour=0, minute=0, second=0, tzinfo=None)
        return _Span(first, last.replace(hour=0, minute=0, second=0, tzinfo=None))
    return _Span(begins.astimezone(UTC), last.astimezone(UTC))


def _moment(parameters: str, text: str) -> datetime | None:
    """Return a moment of a calendar, without a zone if its zone is unknown; None if unreadable."""
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
        zone_info = _zone(zone[1].strip()) if zone and "T" in form else None
        return moment.replace(tzinfo=zone_info)
    return None


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
