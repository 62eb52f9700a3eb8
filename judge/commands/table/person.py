"""Commands about the letter's writer and about other persons."""

import re
from collections.abc import Callable

from judge.commands.blocks import register
from judge.commands.known import hidden
from judge.commands.passage import (
    ASKED_OF_NOBODY,
    Found,
    Misread,
    Passage,
    addressed,
    alone,
    coded,
    mail_address,
    only,
)
from judge.commands.table.row import row_of
from judge.game import Command, NotUnderstood, base, inquiry, profiles

_LONGEST_WISH = 8  # words: hours, days and weeks before a deadline
_LONGEST_NAME = 6


def _also_known(passage: Passage) -> Found | Misread:
    """Return the command I AM ALSO with an address, and with a password if one follows.

    Several words after the address are not understood, and the answer does not repeat them.
    """
    first, _, password = passage.rest.partition(" ")
    address = mail_address(first)
    if not address:
        return Misread()
    if " " in password.strip():
        shown = hidden(f"I AM ALSO {passage.rest}", 4)
        return Found((NotUnderstood(shown, (f"I AM ALSO {address} password",)),))
    secret = base.Secret(password.strip()) if password.strip() else None
    return Found((profiles.AlsoKnown(address, secret),))


def _set_password(passage: Passage) -> Found | Misread:
    """Return the command SET PASSWORD with its word.

    No answer shows the word, even if the line is not understood.
    """
    word = passage.rest.lstrip(":= ")
    if len(word.split()) == 1:
        return Found((profiles.SetPassword(base.Secret(word)),))
    shown = hidden(f"SET PASSWORD {word}".strip(), 2)
    return Found((NotUnderstood(shown, ("SET PASSWORD word", "HELP ADDRESSES")),))


def _set_name(rest: str) -> Command | None:
    """Return the command REGISTER with only a name, or None without a name."""
    name = rest.strip(' :="')
    return inquiry.Register((("name", name),)) if name else None


def _wanted(option: str) -> Callable[[str], Command | None]:
    """Return a reader of the value of a preference; `judge.game` checks the value later."""

    def read(rest: str) -> Command | None:
        words = rest.split()
        return profiles.SetPreference(option, rest) if len(words) <= _LONGEST_WISH else None

    return read


def _remind(rest: str) -> Command | None:
    """Return the command REMIND ME with the times before a deadline, or None."""
    match = _BEFORE.fullmatch(rest)
    if match is None:
        return None
    times = re.findall(r"(\d+)\s*([a-z])", match["times"], re.I)
    return profiles.SetPreference("REMINDERS", " ".join(f"{n}{unit}" for n, unit in times))


def _who_is(passage: Passage) -> Found | Misread:
    """Return the command WHOIS for a person; `Who is France?` and `Who is late?` mean others."""
    who = _person(passage.rest)
    first = who.partition(" ")[0].lower()
    powers = {power.lower() for power in passage.known.vocabulary.powers}
    if not who or first in ASKED_OF_NOBODY or who.lower() in powers:
        return Misread()
    return Found((profiles.WhoIs(who),))


def _who_at(passage: Passage) -> Found | Misread:
    """Return the command WHOIS for a line `WHO address`; `Who` and a name may begin a sentence."""
    address = mail_address(passage.rest)
    return Found((profiles.WhoIs(address),)) if address else Misread()


def _unblock(rest: str) -> Command | None:
    """Return the command UNBLOCK for a person, or None without one."""
    who = _person(rest)
    return profiles.Unblock(who) if who else None


def _block(rest: str) -> Command | None:
    """Return the command BLOCK for a person, or without one to show all blocks; or None."""
    who = _person(rest)
    return profiles.Block(who) if who or not rest.strip() else None


def _data(rest: str) -> Command | None:
    """Return the command MY DATA with the number of a part (default 1); or None."""
    return profiles.ShowData(int(rest or 1)) if re.fullmatch(r"(?:\d{1,3})?", rest) else None


def _person(text: str) -> str:
    """Return the mail address or name in `text`, or "" if it is too long for a name."""
    text = text.strip(" ?.!,")
    named = len(text.split()) <= _LONGEST_NAME
    return mail_address(text) or (text.strip("\"'\u201c\u201d") if named else "")


_MOVE = ("SET ADDRESS you@new.example.org", "HELP ADDRESSES")
_SET = ("SET PASSWORD word",)
_ALSO = ("I AM ALSO you@old.example.org", "I AM ALSO you@old.example.org password")
_FORGET = ("FORGET ADDRESS you@old.example.org",)
_WISHES = {
    "FORMAT": (("SET FORMAT", "SET MY FORMAT"), "SET FORMAT PLAIN"),
    "MAP": (
        (
            *("SET MAP", "SET MAPS", "SET MY MAP", "SET MY MAPS"),
            *("SET PICTURE", "SET PICTURES", "SET MY PICTURE", "SET MY PICTURES"),
        ),
        "SET MAP WHOLE",
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
    "WEB": (("SET MY WEB",), "SET MY WEB NO"),
    "MONITOR": (("SET MONITOR", "SET MY MONITOR"), "MONITOR ALL"),
    "OPENINGS": (("SET OPENINGS", "SET MY OPENINGS"), "SET OPENINGS WEEKLY"),
}
_BEFORE = re.compile(
    r"(?P<times>(?:\d{1,3}\s*(?:h|hrs?|hours?|d|days?|m|mins?|minutes?)\b"
    r"[\s,]*(?:and\s+)?)+)(?:before(?:\s+(?:the|each|a|every|deadlines?))*)?",
    re.I,
)
PERSON = (
    row_of(inquiry.Register, ("REGISTER",), register, "register", ("REGISTER Your Name",)),
    row_of(inquiry.Register, ("SET NAME",), alone(_set_name), "register", ("SET NAME Your Name",)),
    row_of(
        profiles.SetAddress,
        ("SET ADDRESS",),
        alone(addressed(profiles.SetAddress)),
        "addresses",
        _MOVE,
    ),
    row_of(profiles.AlsoKnown, ("I AM ALSO",), _also_known, "addresses", _ALSO),
    row_of(
        profiles.ForgetAddress,
        ("FORGET ADDRESS",),
        alone(addressed(profiles.ForgetAddress)),
        "addresses",
        _FORGET,
    ),
    row_of(
        profiles.SetPassword, ("SET PASSWORD", "SET MY PASSWORD"), _set_password, "addresses", _SET
    ),
    *(
        row_of(profiles.SetPreference, forms, alone(_wanted(option)), "my", (example, "HELP MY"))
        for option, (forms, example) in _WISHES.items()
    ),
    *(
        row_of(
            profiles.SetPreference,
            forms,
            only(profiles.SetPreference("MONITOR", value)),
            "monitor",
            (example,),
        )
        for value, example, forms in (
            ("ALL", "MONITOR ALL", ("MONITOR ALL", "MONITOR ALL GAMES")),
            ("OFF", "NO MONITOR", ("NO MONITOR", "MONITOR OFF", "STOP MONITOR")),
        )
    ),
    row_of(profiles.SetPreference, ("REMIND ME",), alone(_remind), "my", ("REMIND ME 3h",)),
    row_of(
        profiles.ShowPreferences,
        ("MY SETTINGS", "SHOW MY SETTINGS", "MY PREFERENCES"),
        only(profiles.ShowPreferences()),
        "my",
        ("MY SETTINGS",),
    ),
    row_of(
        profiles.ShowReliability,
        ("RELIABILITY", "MY RELIABILITY", "SHOW RELIABILITY", "DEDICATION"),
        only(profiles.ShowReliability()),
        "reliability",
        ("RELIABILITY",),
    ),
    row_of(
        profiles.WhoIs, ("WHO IS", "INFO PLAYER"), _who_is, "whois", ("WHOIS name", "SUMMARY game")
    ),
    row_of(profiles.WhoIs, ("WHO",), _who_at, "whois", ("WHOIS name", "SUMMARY game", "LIST game")),
    row_of(profiles.Block, ("BLOCK",), alone(_block), "block", ("BLOCK name", "BLOCK")),
    row_of(profiles.Unblock, ("UNBLOCK",), alone(_unblock), "block", ("UNBLOCK name",)),
    row_of(
        profiles.ShowData,
        ("MY DATA", "SEND MY DATA", "SHOW MY DATA"),
        alone(_data),
        "mydata",
        ("MY DATA",),
    ),
    row_of(
        profiles.AskForKey,
        ("WEB", "WEB KEY", "SEND WEB KEY", "WEB ON"),
        only(profiles.AskForKey()),
        "web",
        ("WEB",),
    ),
    row_of(
        profiles.ShutBrowsers,
        ("WEB OFF", "SHUT BROWSERS"),
        only(profiles.ShutBrowsers()),
        "web",
        ("WEB OFF",),
    ),
    row_of(
        profiles.ForgetMe,
        ("FORGET ME", "DELETE ME"),
        alone(coded(profiles.ForgetMe)),
        "forgetme",
        # It cannot be taken back, so an answer to other words never offers it.
        ("HELP FORGETME",),
    ),
)
