"""What a letter tells the judge of its writer."""

import re
from collections.abc import Callable

from judge.commands.blocks import register
from judge.commands.known import hidden
from judge.commands.passage import (
    ASKED_OF_NOBODY,
    Found,
    Misread,
    Passage,
    alone,
    bare,
    is_code,
    mail_address,
)
from judge.commands.table.row import Row
from judge.game import (
    AlsoKnown,
    Block,
    Command,
    ForgetAddress,
    ForgetMe,
    NotUnderstood,
    Register,
    SetAddress,
    SetPassword,
    SetPreference,
    ShowData,
    ShowPreferences,
    ShowReliability,
    Unblock,
    Who,
    WhoIs,
)

_LONGEST_WISH = 8  # words: hours, days and weeks before a deadline
_LONGEST_NAME = 6


def _set_address(rest: str) -> Command | None:
    """Return SET ADDRESS with the address named."""
    address = mail_address(rest)
    return SetAddress(address) if address else None


def _forget(rest: str) -> Command | None:
    """Return FORGET ADDRESS with the address named."""
    address = mail_address(rest)
    return ForgetAddress(address) if address else None


def _also_known(passage: Passage) -> Found | Misread:
    """Return I AM ALSO with the address named, and a password behind it.

    Where that is more than one word, none of it is shown.
    """
    first, _, password = passage.rest.partition(" ")
    address = mail_address(first)
    if not address:
        return Misread()
    if " " in password.strip():
        shown = hidden(f"I AM ALSO {passage.rest}", 4)
        return Found((NotUnderstood(shown, (f"I AM ALSO {address} password",)),))
    return Found((AlsoKnown(address, password.strip() or None),))


def _set_password(passage: Passage) -> Found | Misread:
    """Return SET PASSWORD with its word, which no answer shows, read or not."""
    word = passage.rest.lstrip(":= ")
    if len(word.split()) == 1:
        return Found((SetPassword(word),))
    shown = hidden(f"SET PASSWORD {word}".strip(), 2)
    return Found((NotUnderstood(shown, ("SET PASSWORD word", "HELP ADDRESSES")),))


def _set_name(rest: str) -> Command | None:
    """Return REGISTER with the name alone."""
    name = rest.strip(' :="')
    return Register((("name", name),)) if name else None


def _wanted(option: str) -> Callable[[str], Command | None]:
    """Return what reads the value of a wish; whether it is one is asked later."""

    def read(rest: str) -> Command | None:
        words = rest.split()
        return SetPreference(option, rest) if len(words) <= _LONGEST_WISH else None

    return read


def _remind(rest: str) -> Command | None:
    """Return how long before a deadline one wants to be reminded."""
    found = _BEFORE.fullmatch(rest)
    if found is None:
        return None
    times = re.findall(r"(\d+)\s*([a-z])", found["times"], re.I)
    return SetPreference("REMINDERS", " ".join(f"{n}{unit}" for n, unit in times))


def _who_is(passage: Passage) -> Found | Misread:
    """Return WHOIS with the person named; of a power other questions are asked."""
    who = _person(passage.rest)
    first = who.partition(" ")[0].lower()
    powers = {power.lower() for power in passage.known.vocabulary.powers}
    if not who or first in ASKED_OF_NOBODY or who.lower() in powers:
        return Misread()
    return Found((WhoIs(who),))


def _who_at(passage: Passage) -> Found | Misread:
    """Return WHOIS with the address named: `Who` is a word of English, too."""
    address = mail_address(passage.rest)
    return Found((WhoIs(address),)) if address else Misread()


def _unblock(rest: str) -> Command | None:
    """Return UNBLOCK of the person named."""
    who = _person(rest)
    return Unblock(who) if who else None


def _block(rest: str) -> Command | None:
    """Return BLOCK with the person named, if any."""
    who = _person(rest)
    return Block(who) if who or not rest.strip() else None


def _data(rest: str) -> Command | None:
    """Return MY DATA, or the part of it that is named."""
    return ShowData(int(rest or 1)) if re.fullmatch(r"(?:\d{1,3})?", rest) else None


def _forget_me(rest: str) -> Command | None:
    """Return FORGET ME with the code behind it."""
    return ForgetMe(rest) if is_code(rest) else None


def _person(text: str) -> str:
    """Return the name or the address that `text` is, "" if it is too long for one."""
    text = text.strip(" ?.!,")
    named = len(text.split()) <= _LONGEST_NAME
    return mail_address(text) or (text.strip("\"'\u201c\u201d") if named else "")


_MOVE = ("SET ADDRESS you@new.example.org", "HELP ADDRESSES")
_SET = ("SET PASSWORD word",)
_ALSO = ("I AM ALSO you@old.example.org", "I AM ALSO you@old.example.org password")
_FORGET = ("FORGET ADDRESS you@old.example.org",)
_WISHES = {
    "FORMAT": (("SET FORMAT", "SET MY FORMAT"), "SET FORMAT PLAIN"),
    "PICTURE": (
        ("SET PICTURE", "SET PICTURES", "SET MY PICTURE", "SET MY PICTURES"),
        "SET PICTURE SMALL",
    ),
    "JSON": (("SET JSON", "SET MY JSON"), "SET JSON ON"),
    "DIGEST": (("SET DIGEST", "SET MY DIGEST"), "SET DIGEST DAY 18:00"),
    "BATCH": (("SET BATCH", "SET MY BATCH"), "SET BATCH 30"),
    "QUIET": (
        ("SET QUIET", "SET QUIET HOURS", "SET MY QUIET", "SET MY QUIET HOURS"),
        "SET QUIET 22:00-07:00",
    ),
    "REMINDERS": (("SET MY REMINDERS", "SET MY REMINDER"), "SET MY REMINDERS 48h 6h"),
    "ZONE": (("SET MY ZONE", "SET MY TIME ZONE"), "SET MY ZONE Europe/Paris"),
    "WHOIS": (("SET MY WHOIS", "SET WHOIS"), "SET MY WHOIS GAMES ZONE"),
    "MONITOR": (("SET MONITOR", "SET MY MONITOR"), "MONITOR ALL"),
    "OPENINGS": (("SET OPENINGS", "SET MY OPENINGS"), "SET OPENINGS WEEKLY"),
}
_BEFORE = re.compile(
    r"(?P<times>(?:\d{1,3}\s*(?:h|hrs?|hours?|d|days?|m|mins?|minutes?)\b"
    r"[\s,]*(?:and\s+)?)+)(?:before(?:\s+(?:the|each|a|every|deadlines?))*)?",
    re.I,
)
PERSON = (
    Row(("REGISTER",), register, Who.ANYBODY, "register", ("REGISTER Your Name",)),
    Row(("SET NAME",), alone(_set_name), Who.ANYBODY, "register", ("SET NAME Your Name",)),
    Row(("SET ADDRESS",), alone(_set_address), Who.ANYBODY, "addresses", _MOVE),
    Row(("I AM ALSO",), _also_known, Who.ANYBODY, "addresses", _ALSO),
    Row(("FORGET ADDRESS",), alone(_forget), Who.ANYBODY, "addresses", _FORGET),
    Row(("SET PASSWORD",), _set_password, Who.ANYBODY, "addresses", _SET),
    *(
        Row(forms, alone(_wanted(option)), Who.ANYBODY, "my", (example, "HELP MY"))
        for option, (forms, example) in _WISHES.items()
    ),
    *(
        Row(forms, alone(bare(SetPreference("MONITOR", value))), Who.ANYBODY, "monitor", (example,))
        for value, example, forms in (
            ("ALL", "MONITOR ALL", ("MONITOR ALL", "MONITOR ALL GAMES")),
            ("OFF", "NO MONITOR", ("NO MONITOR", "MONITOR OFF", "STOP MONITOR")),
        )
    ),
    Row(("REMIND ME",), alone(_remind), Who.ANYBODY, "my", ("REMIND ME 3h",)),
    Row(
        ("MY SETTINGS", "SHOW MY SETTINGS", "MY PREFERENCES"),
        alone(bare(ShowPreferences())),
        Who.ANYBODY,
        "my",
        ("MY SETTINGS",),
    ),
    Row(
        ("RELIABILITY", "MY RELIABILITY", "SHOW RELIABILITY", "DEDICATION"),
        alone(bare(ShowReliability())),
        Who.ANYBODY,
        "reliability",
        ("RELIABILITY",),
    ),
    Row(("WHO IS", "INFO PLAYER"), _who_is, Who.ANYBODY, "whois", ("WHOIS name", "SUMMARY game")),
    Row(("WHO",), _who_at, Who.ANYBODY, "whois", ("WHOIS name", "SUMMARY game", "LIST game")),
    Row(("BLOCK",), alone(_block), Who.ANYBODY, "block", ("BLOCK name", "BLOCK")),
    Row(("UNBLOCK",), alone(_unblock), Who.ANYBODY, "block", ("UNBLOCK name",)),
    Row(
        ("MY DATA", "SEND MY DATA", "SHOW MY DATA"),
        alone(_data),
        Who.ANYBODY,
        "mydata",
        ("MY DATA",),
    ),
    Row(("FORGET ME", "DELETE ME"), alone(_forget_me), Who.ANYBODY, "forgetme", ("FORGET ME",)),
)
