"""The table of options that a Master may set, and how their values are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import time, timedelta
from types import MappingProxyType
from typing import TypeVar

from judge.game.model import Early, Nmr, PressRule, Settings, Timing
from judge.game.settings.values import (
    LONGEST,
    NOTHING,
    find_zone,
    read_clock,
    read_comment,
    read_days,
    read_length,
    read_reminders,
    show_clock,
    show_length,
    show_reminders,
)

Change = Callable[[Settings, str], tuple[Settings, str] | None]
_Value = TypeVar("_Value")

_SHORTEST_PHASE = timedelta(minutes=1)
_YES = frozenset({"", "on", "yes", "true"})


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, an example of its use, and what a value changes.

    `change` takes the text of a value and gives the new settings and the value as it
    is shown, or None when the text is no value of this option.
    """

    name: str
    example: str
    change: Change


def _change(
    read: Callable[[str], _Value | None],
    put: Callable[[Settings, _Value], Settings],
    show: Callable[[_Value], str],
) -> Change:
    def change(settings: Settings, text: str) -> tuple[Settings, str] | None:
        value = read(text)
        return None if value is None else (put(settings, value), show(value))

    return change


def _timed(put: Callable[[Timing, timedelta], Timing], *, least: timedelta) -> Change:
    """Return the change of one length of time, between `least` and 90 days."""

    def read(text: str) -> timedelta | None:
        length = timedelta() if text.lower() in NOTHING else read_length(text)
        right = length is not None and least <= length <= LONGEST
        return length if right else None

    return _change(read, lambda s, v: replace(s, timing=put(s.timing, v)), show_length)


def _worded(
    words: Mapping[str, _Value], put: Callable[[Settings, _Value], Settings]
) -> Change:
    """Return the change to one of a few values; the first word for each is shown."""
    shown = {value: word for word, value in reversed(list(words.items()))}
    return _change(lambda text: words.get(text.lower()), put, lambda v: shown[v])


def _switch(put: Callable[[Settings, bool], Settings]) -> Change:
    """Return the change of what is on or off; on without a value."""

    def read(text: str) -> bool | None:
        if text.lower() in _YES:
            return True
        return False if text.lower() in NOTHING else None

    return _change(read, put, lambda value: "on" if value else "off")


def _put_clock(settings: Settings, clock: tuple[time | None]) -> Settings:
    return replace(settings, timing=replace(settings.timing, clock=clock[0]))


def _put_days(settings: Settings, days: str) -> Settings:
    return replace(settings, timing=replace(settings.timing, days=days))


def _put_zone(settings: Settings, zone: str) -> Settings:
    return replace(settings, timing=replace(settings.timing, zone=zone))


def _put_reminders(settings: Settings, reminders: tuple[timedelta, ...]) -> Settings:
    return replace(settings, timing=replace(settings.timing, reminders=reminders))


def _put_early(settings: Settings, early: Early) -> Settings:
    return replace(settings, timing=replace(settings.timing, early=early))


_NMR = {"hold": Nmr.HOLD, "": Nmr.HOLD, "wait": Nmr.WAIT, "no": Nmr.WAIT}
_EARLY = {"rolling": Early.ROLLING, "fixed": Early.FIXED, "never": Early.NEVER}
_PRESS = {
    "full": PressRule.FULL,
    "white": PressRule.FULL,
    "all": PressRule.FULL,
    "broadcast": PressRule.BROADCAST,
    "public": PressRule.BROADCAST,
    "none": PressRule.NONE,
    "no": PressRule.NONE,
}

OPTIONS = (
    Option(
        "MOVE NEXT",
        "SET MOVE NEXT 48",
        _timed(lambda t, v: replace(t, movement=v), least=_SHORTEST_PHASE),
    ),
    Option(
        "RETREAT NEXT",
        "SET RETREAT NEXT 24",
        _timed(lambda t, v: replace(t, retreat=v), least=_SHORTEST_PHASE),
    ),
    Option(
        "ADJUST NEXT",
        "SET ADJUST NEXT 24",
        _timed(lambda t, v: replace(t, adjustment=v), least=_SHORTEST_PHASE),
    ),
    Option("CLOCK", "SET CLOCK 21:00", _change(read_clock, _put_clock, show_clock)),
    Option("DAYS", "SET DAYS -MTWTF-", _change(read_days, _put_days, str)),
    Option("ZONE", "SET ZONE Europe/Paris", _change(find_zone, _put_zone, str)),
    Option(
        "GRACE",
        "SET GRACE 24",
        _timed(lambda t, v: replace(t, grace=v), least=timedelta()),
    ),
    Option(
        "DELAY",
        "SET DELAY 30m",
        _timed(lambda t, v: replace(t, delay=v), least=timedelta()),
    ),
    Option(
        "REMINDERS",
        "SET REMINDERS 24h 4h",
        _change(read_reminders, _put_reminders, show_reminders),
    ),
    Option("EARLY", "SET EARLY ROLLING", _worded(_EARLY, _put_early)),
    Option("NMR", "SET NMR WAIT", _worded(_NMR, lambda s, v: replace(s, nmr=v))),
    Option(
        "PRESS",
        "SET PRESS BROADCAST",
        _worded(_PRESS, lambda s, v: replace(s, press=v)),
    ),
    Option(
        "DIAS",
        "SET DIAS",
        _switch(lambda s, v: replace(s, draw_in_all_survivors=v)),
    ),
    Option(
        "CONVOY FALLBACK",
        "SET CONVOY FALLBACK ON",
        _switch(lambda s, v: replace(s, convoy_fallback=v)),
    ),
    Option("LIST", "SET LIST", _switch(lambda s, v: replace(s, listed=v))),
    Option(
        "COMMENT",
        "SET COMMENT Newcomers are welcome",
        _change(read_comment, lambda s, v: replace(s, comment=v), str),
    ),
)

_KINDS = {
    "MOVE NEXT": ("MOVE", "MOVEMENT"),
    "RETREAT NEXT": ("RETREAT", "RETREATS"),
    "ADJUST NEXT": ("ADJUST", "ADJUSTMENT", "ADJUSTMENTS", "BUILD", "BUILDS"),
}
# The clock, the days, the grace and the delay are one for all kinds of phases.
ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "TIME ZONE": "ZONE",
        "REMINDER": "REMINDERS",
        "REMIND": "REMINDERS",
        "WARN": "REMINDERS",
        "CD": "NMR",
        "FALLBACK": "CONVOY FALLBACK",
        "LISTED": "LIST",
        "PUBLIC": "LIST",
    }
    | {
        f"{word} {field}".strip(): name
        for name, words in _KINDS.items()
        for word in words
        for field in ("", "NEXT", "LENGTH")
    }
    | {
        f"{word} {field}": field
        for words in _KINDS.values()
        for word in words
        for field in ("CLOCK", "DAYS", "GRACE", "DELAY")
    }
)
