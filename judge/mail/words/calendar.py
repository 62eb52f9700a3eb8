"""The days of a calendar file (RFC 5545), as lines that say when somebody is away."""

import re
from datetime import date, datetime, timedelta

_FOLD = re.compile(r"\r?\n[ \t]")
_EVENT = re.compile(r"BEGIN:VEVENT\b(.*?)END:VEVENT\b", re.DOTALL | re.IGNORECASE)
_PROPERTY = re.compile(r"^(DTSTART|DTEND|STATUS)[^:\n]*:(.*)$", re.I | re.MULTILINE)
# What asks for something, or answers an invitation, is no list of days.
_ASKS = re.compile(r"^METHOD:(?!PUBLISH\s*$)", re.IGNORECASE | re.MULTILINE)
_MOST = 20
_SECOND = timedelta(seconds=1)


def absences_in(text: str) -> str:
    """Return a line SET ABSENCE for each event of a calendar file, "" for none.

    An event of some hours is one of its whole days.
    """
    text = _FOLD.sub("", text)
    if _ASKS.search(text):
        return ""
    spans = (_span(found[1]) for found in _EVENT.finditer(text))
    lines = (f"SET ABSENCE {first} TO {last}" for first, last in filter(None, spans))
    return "\n".join(line for line, _ in zip(lines, range(_MOST), strict=False))


def _span(event: str) -> tuple[date, date] | None:
    """Return the first and the last day of an event, None where it tells none."""
    said = {name.upper(): value.strip() for name, value in _PROPERTY.findall(event)}
    begins, ends = (_moment(said.get(name, "")) for name in ("DTSTART", "DTEND"))
    if begins is None or said.get("STATUS", "").upper() == "CANCELLED":
        return None
    # Where an event ends is no more of it; a day alone has no end.
    last = begins if ends is None else max(begins, ends - _SECOND)
    return begins.date(), last.date()


def _moment(text: str) -> datetime | None:
    """Return a moment of a calendar on the clock of whoever wrote it."""
    for form in ("%Y%m%d", "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ"):
        try:
            return datetime.strptime(text, form)  # noqa: DTZ007 - a time on a wall
        except ValueError:
            continue
    return None
