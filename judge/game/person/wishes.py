"""The table of what a person may want of his mail, and how its values are read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import time, timedelta
from types import MappingProxyType
from typing import TypeAlias

from judge.game.model import Digest, Format, Pictures, Player, Preferences, WhoisPart
from judge.game.refusals import WrongValue
from judge.game.settings.values import NOTHING, find_zone, read_clock, read_length, read_reminders
from judge.messages import Text, message

_LONGEST_BATCH = timedelta(hours=12)
_AS_OTHERS = frozenset({"game", "as the game", "default", "usual"})
_SPAN = re.compile(r"(?:from\s+)?([\d:.]+)\s*(?:-|\u2013|to|until|till)\s*([\d:.]+)", re.I)
_FORMATS = {
    "html": Format.HTML,
    "plain": Format.PLAIN,
    "text": Format.PLAIN,
    "compat": Format.COMPAT,
    "compatible": Format.COMPAT,
}
_PICTURES = {
    "yes": Pictures.YES,
    "on": Pictures.YES,
    "": Pictures.YES,
    "small": Pictures.SMALL,
} | dict.fromkeys(NOTHING, Pictures.NO)
_PARTS = {
    "address": WhoisPart.ADDRESS,
    "mail": WhoisPart.ADDRESS,
    "zone": WhoisPart.ZONE,
    "games": WhoisPart.GAMES,
}
_EACH_WEEK = frozenset({"", "weekly", "week", "on", "yes"})
_HOUR = re.compile(r"\d{1,2}")

_Change: TypeAlias = Callable[[Preferences, str], Preferences | None]


@dataclass(frozen=True, slots=True)
class Preference:
    """A wish: an example, what a value makes of all wishes, and which there are.

    `change` gives None for a text that is no value.
    """

    example: str
    change: _Change
    allowed: Text = ""


@dataclass(frozen=True, slots=True)
class Wished:
    """The person as he is after he said what he wants."""

    person: Player


def wished(person: Player, option: str, value: str) -> Wished | WrongValue:
    """Return `person` with `value` for what is called `option`, or why he stays so."""
    value = value.strip(" .!=:")
    if option == "ZONE":
        zone = find_zone(value)
        if zone is None:
            return WrongValue("ZONE", value, "SET MY ZONE Europe/Paris")
        return Wished(replace(person, zone=zone))
    preference = PREFERENCES[option]
    changed = preference.change(person.preferences, value.lower())
    if changed is None:
        return WrongValue(option, value, preference.example, preference.allowed)
    return Wished(replace(person, preferences=changed))


def _format(wishes: Preferences, text: str) -> Preferences | None:
    found = _FORMATS.get(text)
    return None if found is None else replace(wishes, format=found)


def _pictures(wishes: Preferences, text: str) -> Preferences | None:
    found = _PICTURES.get(text)
    return None if found is None else replace(wishes, pictures=found)


def _json(wishes: Preferences, text: str) -> Preferences | None:
    if text in ("on", "yes", ""):
        return replace(wishes, json=True)
    return replace(wishes, json=False) if text in NOTHING else None


def _digest(wishes: Preferences, text: str) -> Preferences | None:
    """Return the wishes with a digest: `day`, `day 20:00`, `phase` or `off`."""
    word, _, rest = text.partition(" ")
    at = _time(rest.removeprefix("at ")) if rest else wishes.digest_at
    if word in ("day", "daily") and at is not None:
        return replace(wishes, digest=Digest.DAY, digest_at=at)
    if word == "phase" and not rest:
        return replace(wishes, digest=Digest.PHASE)
    return replace(wishes, digest=Digest.OFF) if text in NOTHING else None


def _batch(wishes: Preferences, text: str) -> Preferences | None:
    """Return the wishes with how long press waits; a number alone counts minutes."""
    written = f"{text}m" if text.isdecimal() else text
    length = timedelta() if text in NOTHING else read_length(written)
    right = length is not None and length <= _LONGEST_BATCH
    return replace(wishes, batch=length) if length is not None and right else None


def _quiet(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, quiet=None)
    found = _SPAN.fullmatch(text.removeprefix("hours").strip())
    if found is None:
        return None
    begins, ends = _time(found[1]), _time(found[2])
    if begins is None or ends is None or begins == ends:
        return None
    return replace(wishes, quiet=(begins, ends))


def _reminders(wishes: Preferences, text: str) -> Preferences | None:
    own = None if text in _AS_OTHERS else read_reminders(text)
    known = own is not None or text in _AS_OTHERS
    return replace(wishes, reminders=own) if known else None


def _shown(wishes: Preferences, text: str) -> Preferences | None:
    words = text.replace(",", " ").replace(" and ", " ").split()
    if words in (["name"], ["nothing"]) or text in NOTHING:
        return replace(wishes, shown=())
    words = [one for one in words if one != "name"]
    if not words or not {*words} <= _PARTS.keys():
        return None
    wanted = {_PARTS[one] for one in words}
    return replace(wishes, shown=tuple(one for one in WhoisPart if one in wanted))


def _openings(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, openings=False)
    return replace(wishes, openings=True) if text in _EACH_WEEK else None


def _monitor(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, monitor=False)
    return replace(wishes, monitor=True) if text in ("all", "on", "yes") else None


def _time(text: str) -> time | None:
    """Return a time of day: `22:00`, or `22` for it."""
    found = read_clock(f"{text}:00" if _HOUR.fullmatch(text) else text)
    return found[0] if found else None


PREFERENCES: Mapping[str, Preference] = MappingProxyType(
    {
        "FORMAT": Preference("SET FORMAT PLAIN", _format, message("HTML, PLAIN or COMPAT")),
        "PICTURE": Preference("SET PICTURE SMALL", _pictures, message("YES, SMALL or NO")),
        "JSON": Preference("SET JSON ON", _json, message("ON or OFF")),
        "DIGEST": Preference(
            "SET DIGEST DAY 18:00", _digest, message("DAY, with a time of day; PHASE; or OFF")
        ),
        "BATCH": Preference("SET BATCH 30", _batch, message("minutes, up to 12 hours, or OFF")),
        "QUIET": Preference(
            "SET QUIET 22:00-07:00", _quiet, message("from when until when, or OFF")
        ),
        "REMINDERS": Preference(
            "SET MY REMINDERS 48h 6h",
            _reminders,
            message("times before the deadline; GAME, for those of the game; or OFF"),
        ),
        "WHOIS": Preference(
            "SET MY WHOIS GAMES ZONE",
            _shown,
            message("some of ADDRESS, ZONE and GAMES; or NAME, for your name alone"),
        ),
        "OPENINGS": Preference("SET OPENINGS WEEKLY", _openings, message("WEEKLY or OFF")),
        "MONITOR": Preference("MONITOR ALL", _monitor, message("ALL or OFF")),
    }
)
