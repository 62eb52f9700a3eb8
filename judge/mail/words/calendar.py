"""The days of a calendar file (RFC 5545), as lines that say when somebody is away."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.mail.mime import Part, header
from judge.mail.words.repeats import days_of, read_repeat

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
# What asks for something, or answers an invitation, is no list of days.
_ASKS = re.compile(r"^METHOD:(?!PUBLISH\s*$)", re.IGNORECASE | re.MULTILINE)
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_AHEAD = timedelta(days=366)
_BACK = timedelta(days=366 * 5)
_YEARS = range(1990, 3000)
_MOST_EVENTS = 100  # A file with more of them is no list of absences.


@dataclass(frozen=True, slots=True, order=True)
class _Span:
    """From when to when an event lasts, in UTC, or on the clock of whoever wrote it."""

    first: datetime
    last: datetime


def is_calendar(part: Part) -> bool:
    """Return whether a part of a mail is a calendar file, whatever type it is given."""
    named = header(part, "Content-Disposition") + header(part, "Content-Type")
    return part.get_content_type() in _TYPES or _FILE.search(named) is not None


def has_events(text: str) -> bool:
    """Return whether `text` is of a calendar, and tells of anything that is read."""
    return bool(_events(_FOLD.sub("", text)))


def _events(text: str) -> list[str]:
    """Return what stands in each event of a calendar, [] if there are too many.

    An alarm within an event has a length of its own, and is left out.
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

    Those that are over when the mail was `written` are left out, if there are others;
    what is repeated is repeated for a year. An event of some hours is one of its whole
    days, and days that touch are one line.
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
    """Yield `spans` in order, those as one that touch when they are whole days."""
    before: _Span | None = None
    for span in sorted(spans, key=lambda one: (_utc(one.first), _utc(one.last))):
        touches = before is not None and _utc(span.first) <= _utc(before.last) + _DAY
        if before is not None and touches and _alike(before, span):
            before = _Span(before.first, max(before.last, span.last))
            continue
        if before is not None:
            yield before
        before = span
    if before is not None:
        yield before


def _alike(one: _Span, other: _Span) -> bool:
    return (one.first.tzinfo is None) == (other.first.tzinfo is None)


def _utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _spans(event: str, written: datetime | None) -> tuple[list[_Span], str]:
    """Return when an event lasts, each time that it is repeated.

    With it comes how it is repeated where that cannot be read.
    """
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
    """Return the last second of an event; one that is a whole day has no time.

    Where an event ends is no more of it.
    """
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
    """Return a span in UTC where its zone is known; else of whole days."""
    if begins.tzinfo is None or last.tzinfo is None:
        first = begins.replace(hour=0, minute=0, second=0, tzinfo=None)
        return _Span(first, last.replace(hour=0, minute=0, second=0, tzinfo=None))
    return _Span(begins.astimezone(UTC), last.astimezone(UTC))


def _moment(parameters: str, text: str) -> datetime | None:
    """Return a moment of a calendar, without a zone if it names none that is known."""
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
