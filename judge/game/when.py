"""Times as people write them, read in a time zone; also hours that clock changes skip or repeat."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.game.settings.values import LONGEST, find_zone, read_length

_DAY = timedelta(days=1)


def local_time(moment: datetime, zone: str) -> datetime:
    """Return `moment` as local time in `zone`, as a datetime without a zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def moment_of(wall: datetime, zone: str) -> datetime:
    """Return the moment of the local time `wall` in `zone`.

    A time that does not exist, because clocks are moved forward, is moved forward too. A time that
    occurs twice means its first occurrence.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def time_by(moment: datetime, clock: time | None, zone: str) -> datetime:
    """Return the local time at `moment`, for computing deadlines on other days.

    If the clocks skipped the time of day `clock` on that day, its deadline was later by that much.
    The result is then `clock` itself, so that later deadlines do not keep the later time of day.
    """
    wall = local_time(moment, zone)
    if clock is None:
        return wall
    # If clocks are moved near midnight, a deadline may fall into the next day.
    for day in (wall.date(), wall.date() - _DAY):
        due = datetime.combine(day, clock)
        moved = local_time(moment_of(due, zone), zone) - due
        if moved and moment_of(wall - moved, zone) == moment:
            return wall - moved
    return wall


def later(moment: datetime, length: timedelta, zone: str, clock: time | None = None) -> datetime:
    """Return the moment `length` after `moment`; whole days keep the time of day.

    Days have 23 or 25 hours when clocks change. `clock` is the deadline's time of day, which that
    change may skip.
    """
    days = timedelta(days=length.days)
    if not days:
        return moment + length
    return moment_of(time_by(moment, clock, zone) + days, zone) + (length - days)


def next_at(moment: datetime, clock: time, zone: str) -> datetime:
    """Return the first moment, from `moment` on, at which it is `clock` in `zone`."""
    day = local_time(moment, zone).date()
    days = (day - _DAY, day, day + _DAY)
    times = (moment_of(datetime.combine(one, clock), zone) for one in days)
    return next(one for one in times if one >= moment)


_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
_UNIT = r"(?:minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)"
_LENGTH = re.compile(
    rf"(?P<sign>\+|in\s)?\s*"
    rf"(?P<length>(?:\d{{1,5}}(?:\.\d)?\s*{_UNIT}[\s,]*(?:and\s+)?)+)"
    rf"|(?P<plus>\+)\s*(?P<hours>\d{{1,4}})"
)
_GLUED = re.compile(r"(?<=\d)t(?=\d\d:)|(?<=:\d\d)(?=z\b|[+-]\d\d:?\d\d$)")
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>[0-5]\d)")
_CLOCK = re.compile(
    r"\b(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?::[0-5]\d)?\s*(?P<half>[ap]m)?(?=\s|$)"
    r"|\b(?P<full>\d{1,2})\s*(?P<full_half>[ap]m)(?=\s|$)|\b(?P<noon>noon)\b"
)
_ISO = re.compile(r"(2\d{3})-(\d\d?)-(\d\d?)", re.ASCII)
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
_FIGURES = re.compile(r"(\d\d?)([./])(\d\d?)(?:\2(2\d{3})|\2)?", re.ASCII)
_MOMENT = re.compile(r"(2\d{3}-\d\d-\d\dt\d\d:\d\d)z", re.ASCII)


# Names of days in other languages, and words in front of a time that change nothing.
_DAYS_ELSEWHERE = {
    "monday": "montag lundi lunes lunedì maandag måndag mandag",
    "tuesday": "dienstag mardi martes martedì dinsdag tisdag tirsdag",
    "wednesday": "mittwoch mercredi miércoles mercoledì woensdag onsdag",
    "thursday": "donnerstag jeudi jueves giovedì donderdag torsdag",
    "friday": "freitag vendredi viernes venerdì vrijdag fredag",
    "saturday": "samstag sonnabend samedi sábado sabato zaterdag lördag lørdag",
    "sunday": "sonntag dimanche domingo domenica zondag söndag søndag",
    "today": "heute hoy oggi vandaag idag",
    "tomorrow": "morgen demain mañana domani imorgon",
}
DAYS_IN_ENGLISH = {word: day for day, words in _DAYS_ELSEWHERE.items() for word in words.split()}
"""The English names of days, by their names in other languages."""
_IN_FRONT = re.compile(
    r"(?:(?:(?:the|new|deadline|to|on|until|till|by|at|is|be|now|moves?|moved|bis|auf|am|um|den|le"
    r"|el)\b|[:=])\s*)+(?=\S)"
)
_OF_DAY = re.compile(r"\b(?:the (?=\d)|of (?=[a-z]))")
_OCLOCK = re.compile(
    r"\b(?P<hour>\d{1,2})(?:[.:](?P<minute>\d\d))?\s*(?:uhr|o\W?clock|h(?P<behind>\d\d)?)\b"
)
_HALF = re.compile(r"\b([ap])\.\s?m\b\.?")
_DAY_FIRST = re.compile(r"\b(\d\d?)\.(\d\d?)\.(2\d{3})(?=.*\buhr\b)", re.ASCII)
_WEEKDAY_IN = re.compile(rf"\b({'|'.join(_DAY_NAMES.split())}|today|tomorrow)\b")


def example_near(text: str) -> str:
    """Return a time to write instead of `text`, which is not understood: on the day it names."""
    named = _WEEKDAY_IN.search(_plain(text))
    return f"{named[1].capitalize() if named else 'Friday'} 21:00"


def _plain(text: str) -> str:
    """Return the words of a time in the one form that is read: in English, without small words."""
    words = " ".join(text.lower().replace(",", " ").split())
    words = " ".join(DAYS_IN_ENGLISH.get(word, word) for word in words.split())
    words = _OF_DAY.sub("", words[found.end() :] if (found := _IN_FRONT.match(words)) else words)
    words = _HALF.sub(r"\1m", _DAY_FIRST.sub(r"\3-\2-\1", words)).replace("midday", "noon")
    return _OCLOCK.sub(
        lambda clock: f"{clock['hour']}:{clock['minute'] or clock['behind'] or '00'}", words
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """The zone of a written time: a named zone, or a fixed distance from UTC."""

    zone: str
    ahead: timedelta = timedelta()


def read_when(text: str, zone: str, now: datetime, before: datetime | None) -> datetime | None:
    """Return the moment that `text` names, or None; a text without a zone is read in `zone`.

    A time with a plus counts from the deadline `before` if that is in the future, else from `now`.
    A day without a time gets the time of day of `before`. A time without a day, or a weekday, is
    the next one after `now`.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if length := _LENGTH.fullmatch(words):
        return _counted(length, zone, now, before)
    words = _plain(words)
    words, place = _without_place(_GLUED.sub(" ", words), zone)
    day, clock = _without_clock(words)
    if place is None or (clock is None and (before is None or _CLOCK.search(words))):
        return None
    if clock is None and before is not None:
        clock = local_time(before, zone).time()
    assert clock is not None
    return _on(day, clock, place, now)


def read_day(text: str, zone: str, now: datetime) -> date | None:
    """Return the day that `text` names in `zone`, or None.

    A day without a year is the next such day, today included. A number alone is a day of this month
    or the next. A moment in UTC, as in calendars, means the day at that moment in `zone`.
    """
    if moment := _MOMENT.fullmatch(text.lower().strip()):
        return _day_of(moment[1], zone)
    words = text.lower().replace(",", " ").split()
    today = local_time(now, zone).date()
    found = list(_days_of(words, today)) if words else []
    ahead = [day for day in found if day >= today]
    return next(iter(ahead or found), None)


def _day_of(moment: str, zone: str) -> date | None:
    try:
        utc = datetime.strptime(f"{moment}+0000", "%Y-%m-%dt%H:%M%z")
    except ValueError:
        return None
    return local_time(utc, zone).date()


def _days_of(words: list[str], today: date) -> Iterator[date]:
    number = _NUMBER.fullmatch(words[0]) if len(words) == 1 else None
    if number is None:
        yield from _days(words, today)
        return
    soon = (today + n * _DAY for n in range(62))
    yield from (day for day in soon if day.day == int(number[1]))


def _counted(
    found: re.Match[str], zone: str, now: datetime, before: datetime | None
) -> datetime | None:
    length = read_length(found["length"] or found["hours"])
    if not length or length > LONGEST:
        return None
    extends = found["plus"] or found["sign"] == "+"
    begin = max(now, before) if before is not None and extends else now
    return later(begin, length, zone)


def _without_place(words: str, zone: str) -> tuple[str, _Place | None]:
    """Return `words` without the zone at their end, and that zone.

    If a word looks like a zone but is none, the zone is None.
    """
    rest, _, last = words.rpartition(" ")
    if offset := _OFFSET.fullmatch(last):
        ahead = timedelta(hours=int(offset["hours"]), minutes=int(offset["minutes"]))
        return rest, _Place("UTC", -ahead if offset["sign"] == "-" else ahead)
    if last in ("z", "utc", "gmt"):
        return rest, _Place("UTC")
    if "/" in last:
        named = find_zone(last)
        return rest, _Place(named) if named else None
    known = find_zone(last) if rest and last.isalpha() else None
    return (rest, _Place(known)) if known else (words, _Place(zone))


def _without_clock(words: str) -> tuple[str, time | None]:
    found = _CLOCK.search(words)
    if found is None:
        return words, None
    rest = f"{words[: found.start()]} {words[found.end() :]}".split()
    return " ".join(word for word in rest if word not in ("at", "on")), _clock(found)


def _clock(found: re.Match[str]) -> time | None:
    if found["noon"]:
        return time(12)
    hour, minute = int(found["hour"] or found["full"]), int(found["minute"] or 0)
    half = found["half"] or found["full_half"]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute) if hour < 24 else None


def _on(day: str, clock: time, place: _Place, now: datetime) -> datetime | None:
    """Return the first moment after `now` at `clock` on `day`, None if `day` is no day."""
    here = now + place.ahead
    if not day:
        moment = next_at(here + timedelta(seconds=1), clock, place.zone)
        return moment - place.ahead
    moments = [
        moment_of(datetime.combine(each, clock), place.zone) - place.ahead
        for each in _days(day.split(), local_time(here, place.zone).date())
    ]
    ahead = [moment for moment in moments if moment > now]
    return next(iter(ahead or moments), None)


def _days(words: list[str], today: date) -> Iterator[date]:
    """Yield the days that `words` may mean, the earliest first."""
    if words in (["today"], ["tomorrow"]):
        yield today + _DAY * (words == ["tomorrow"])
    elif len(words) == 1 and (weekday := _weekday(words[0])) is not None:
        first = today + _DAY * ((weekday - today.weekday()) % 7)
        yield from (first, first + 7 * _DAY)
    else:
        yield from _dates(words, today)


def _dates(words: list[str], today: date) -> Iterator[date]:
    weekday = _weekday(words[0])
    if weekday is not None:
        words = words[1:]
    for year, month, day in _numbers(words, today):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if weekday in (None, found.weekday()):
            yield found


def _numbers(words: list[str], today: date) -> Iterator[tuple[int, int, int]]:
    """Yield year, month and day of `2030-01-15`, `Jan 15 2030` and `15 January`."""
    if len(words) == 1:
        yield from _figures(words[0], today)
    if len(words) not in (2, 3):
        return
    first, second, *years = words
    month, number = _month(first), _NUMBER.fullmatch(second)
    if month is None:
        month, number = _month(second), _NUMBER.fullmatch(first)
    if month is None or number is None or not all(map(_is_year, years)):
        return
    for year in map(int, years or (today.year, today.year + 1)):
        yield year, month, int(number[1])


def _figures(word: str, today: date) -> Iterator[tuple[int, int, int]]:
    """Yield year, month and day of `2030-01-15`, `15.1.2030`, `15.1.` and `1/15/2030`.

    If the year does not come first, only one of the other two may be a month.
    """
    if iso := _ISO.fullmatch(word):
        yield int(iso[1]), int(iso[2]), int(iso[3])
    if found := _FIGURES.fullmatch(word):
        month, day = sorted((int(found[1]), int(found[3])))
        if month <= 12 < day or month == day:
            for year in (int(found[4]),) if found[4] else (today.year, today.year + 1):
                yield year, month, day


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal() and word.startswith("2")


def _weekday(word: str) -> int | None:
    return _place_among(word, _DAY_NAMES.split())


def _month(word: str) -> int | None:
    found = _place_among(word, _MONTH_NAMES.split())
    return None if found is None else found + 1


def _place_among(word: str, names: list[str]) -> int | None:
    """Return the index of the name that begins with `word`; three letters are enough."""
    word = word.rstrip(".")
    begun = (n for n, name in enumerate(names) if name.startswith(word))
    return next(begun, None) if len(word) >= 3 else None
