"""Reading the values of options, and wording them for readers."""

import re
from collections.abc import Callable, Mapping
from datetime import time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.game.model import Nmr
from judge.messages import Text, counted, message, series

LONGEST = timedelta(days=90)
NOTHING = frozenset({"none", "no", "off", "false", "-1"})
STANDARD = frozenset({"standard", "default", "variant", "normal"})
AS_IT_IS = message("as the variant has it")
WHOLE = re.compile(r"\d{1,6}")
NMR_WORDS: Mapping[str, Nmr] = MappingProxyType(
    {"hold": Nmr.HOLD, "": Nmr.HOLD, "wait": Nmr.WAIT, "no": Nmr.WAIT, "cd": Nmr.CD}
)
_WEEK = timedelta(weeks=1)
_TOLD = {"private": _WEEK, "all": timedelta(), "public": timedelta()}
_MINUTE = timedelta(minutes=1)
_MOST_REMINDERS = 6
_ALL = 100
_REGIONS = ("Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic")
_DAYS = re.compile(r"(?=.*[A-Za-z])[Ss-][Mm-][Tt-][Ww-][Tt-][Ff-][Ss-]")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})")
_LENGTH = re.compile(
    r"(?<![\d.])(\d{1,5}(?:\.\d{1,3})?)\s*"
    r"(?:(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)?(?![a-z\d.])",
    re.IGNORECASE,
)
_UNITS = {"m": _MINUTE, "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def find_zone(text: str) -> str | None:
    """Return the IANA name of the time zone that `text` names, or None.

    Case does not matter: `europe/paris` is Europe/Paris. A city is enough: `Berlin`.
    """
    titled = "/".join(map(_title, text.split("/")))
    cities = () if "/" in text else (f"{region}/{titled}" for region in _REGIONS)
    for name in (text, text.upper(), titled, *cities):
        try:
            return ZoneInfo(name.replace(" ", "_")).key
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return None


def read_length(text: str) -> timedelta | None:
    """Return the length of time in `text`, such as `48`, `48h`, `2 days`, `1d 12h`, or None.

    A number without a unit counts hours.
    """
    parts = list(_LENGTH.finditer(text))
    rest = _LENGTH.sub("", text).replace("and", "").strip(" ,")
    if not parts or rest:
        return None
    lengths = (
        float(number) * _UNITS["".join(unit for unit in units if unit).lower() or "h"]
        for number, *units in (part.groups() for part in parts)
    )
    return sum(lengths, timedelta())


def length_within(least: timedelta, most: timedelta) -> Callable[[str], timedelta | None]:
    """Return a function that reads a length of time within these limits; NONE is zero."""

    def read(text: str) -> timedelta | None:
        length = timedelta() if text.lower() in NOTHING else read_length(text)
        return length if length is not None and least <= length <= most else None

    return read


read_week = length_within(timedelta(), _WEEK)


def read_late_notices(text: str) -> timedelta | None:
    """Return how long only late players are told; PRIVATE means during all of their grace."""
    if text.lower() in _TOLD:
        return _TOLD[text.lower()]
    return read_week(text)


def show_length(length: timedelta) -> Text:
    """Return `length` in words: `48 hours`, `1 hour 30 minutes`, `none`."""
    hours, minutes = divmod(round(length / _MINUTE), 60)
    whole = counted("{count} hour", "{count} hours", hours)
    rest = counted("{count} minute", "{count} minutes", minutes)
    if hours and minutes:
        return message("{length} {rest}", length=whole, rest=rest)
    return whole if hours else rest if minutes else message("none")


def write_length(span: timedelta) -> str:
    """Return a length of time in the form that SET reads: `48h`, `90m` or `none`."""
    if not span:
        return "none"
    hours, rest = divmod(span, timedelta(hours=1))
    return f"{span // _MINUTE}m" if rest else f"{hours}h"


def write_switch(on: bool) -> str:
    """Return the state of a switch in the form that SET reads."""
    return "on" if on else "off"


def read_clock(text: str) -> tuple[time | None] | None:
    """Return the time of day in a 1-tuple, because it may be None for no time of day.

    A number alone is the minute of the day, as in the older judges. It is refused if it is more
    likely an hour.
    """
    if text.lower() in NOTHING:
        return (None,)
    parts = _CLOCK.fullmatch(text)
    if parts is not None:
        hour, minute = int(parts[1]), int(parts[2])
    elif text.isdecimal() and (text == "0" or int(text) > 24):
        hour, minute = divmod(int(text), 60)
    else:
        return None
    return (time(hour, minute),) if hour < 24 and minute < 60 else None


def show_clock(clock: tuple[time | None]) -> str:
    """Return the time of day as `21:00`, or `none`."""
    return "none" if clock[0] is None else f"{clock[0]:%H:%M}"


def read_days(text: str) -> str | None:
    """Return the mask of days, such as `-MTWTF-`, None for a bad text; case matters."""
    return text if _DAYS.fullmatch(text) else None


def read_reminders(text: str) -> tuple[timedelta, ...] | None:
    """Return the times before the deadline, longest first, None if one is wrong."""
    if text.lower() in NOTHING:
        return ()
    lengths = [read_length(one) for one in text.replace(",", " ").split()]
    if not 0 < len(lengths) <= _MOST_REMINDERS:
        return None
    right = {one for one in lengths if one and _MINUTE <= one <= LONGEST}
    if len(right) < len(set(lengths)):
        return None
    return tuple(sorted(right, reverse=True))


def show_reminders(reminders: tuple[timedelta, ...]) -> Text:
    """Return the times before the deadline in words."""
    return series([show_length(one) for one in reminders]) or message("none")


def read_comment(text: str) -> str:
    """Return the comment, "" for `none`."""
    return "" if text.lower() in NOTHING else text


def show_comment(comment: str) -> str:
    """Return the comment in quotes, to distinguish it from the judge's own words."""
    return '"' + comment.replace('"', "'") + '"' if comment else "none"


def _title(word: str) -> str:
    return "_".join(part.capitalize() for part in word.replace(" ", "_").split("_"))


def read_count(most: int) -> Callable[[str], int | None]:
    """Return a function that reads a number from 0 to `most`; NONE is 0."""

    def read(text: str) -> int | None:
        number = "0" if text.lower() in NOTHING else text.removesuffix(" days")
        return int(number) if WHOLE.fullmatch(number) and int(number) <= most else None

    return read


def read_percent(text: str) -> int | None:
    """Return the number in a text such as "80 %", None if it is not a number from 0 to 100."""
    return read_count(_ALL)(text.removesuffix("%").rstrip())
