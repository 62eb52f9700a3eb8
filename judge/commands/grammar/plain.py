"""What commands of one line have in common."""

import re
from collections.abc import Callable

from judge.commands.known import Place
from judge.game import Command, GiveProxy
from judge.notation import find_power, words_of

_SPLIT = re.compile(r"\s+and\s+|[\s,;&+]+", re.I)

# What prose says behind `Who is`.
_ASKED = """
a an ahead behind coming going he here his in it late leading left losing missing my
next not on out playing she still that the their there this to up who winning with you
your
"""
ASKED_OF_NOBODY = frozenset(_ASKED.split())
_ADDRESS = re.compile(r"(?:mailto:)?<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?", re.I)

_UNTIL = r"(?:\W+(?:until|till|through|up\s+to)\s+(?P<until>\S.*?))?\W*"
_TO_POWER = re.compile(rf"(?:(?P<unit>\S.*?)\s+)??to\s+(?P<power>\S.*?){_UNTIL}", re.I)
_AS_ORDER = re.compile(
    rf"\W*(?P<unit>\S.*?)\s+(?:proxy|p)(?:\s+to)?\s+(?P<power>\S.*?){_UNTIL}", re.I
)
_LONGEST_ORDER = 200  # a unit, a power and a date, each in long form
_ALL_UNITS = re.compile(r"(?:(?:all|my|of|the|units?|orders?|power|everything|whole)\b\s*)+|", re.I)

CODE = re.compile(r"[b-df-hj-np-tv-xz]{4,}", re.I)  # No name lacks all vowels.


def bare(command: Command) -> Callable[[str], Command | None]:
    """Return what reads `command` where no words stand behind it."""
    return lambda rest: None if rest else command


def names_in(text: str) -> tuple[str, ...] | None:
    """Return the words of a list of powers in capitals, None if it is not a list."""
    words = tuple(word.upper() for word in _SPLIT.split(text) if word)
    if all(word.replace("-", "").replace("'", "").isalnum() for word in words):
        return words
    return None


def mail_address(text: str) -> str:
    """Return the mail address that `text` is, in lower case, "" if it is none."""
    found = _ADDRESS.fullmatch(text.strip())
    return found[1].lower() if found else ""


def is_code(rest: str) -> bool:
    """Return whether `rest` is a code that was asked for, or nothing."""
    return not rest or CODE.fullmatch(rest) is not None


def proxy(rest: str) -> Command | None:
    """Return PROXY of a unit, or of all, to the power named."""
    found = _TO_POWER.fullmatch(rest)
    return None if found is None else _given(found)


def proxy_as_order(line: str, place: Place) -> Command | None:
    """Return PROXY as older judges have it, as an order to a unit; None if it is none.

    `A PAR PROXY GERMANY`, where the last word has to be a power.
    """
    if place.names is None or not place.power or len(line) > _LONGEST_ORDER:
        return None
    found = _AS_ORDER.fullmatch(line.strip())
    if found is None:
        return None
    return _given(found) if find_power(words_of(found["power"]), place.names) else None


def unit_of_proxy(rest: str) -> str:
    """Return the words of the unit that is named, "" where all are meant."""
    named = re.sub(r"^(?:for|of)\s+", "", rest.strip(" ?"), flags=re.I)
    return "" if _ALL_UNITS.fullmatch(named) else named


def _given(found: re.Match[str]) -> GiveProxy:
    unit = unit_of_proxy(found["unit"] or "")
    return GiveProxy(found["power"], unit, found["until"] or "")
