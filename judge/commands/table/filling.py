"""What is said of who plays: seats that are to change hands, and coming back."""

import re

from judge.commands.entries import sign_on
from judge.commands.passage import Found, Misread, Passage, alone, bare, mail_address
from judge.commands.table.row import Row
from judge.game import (
    AllowPlayer,
    ComeBack,
    Command,
    Confirm,
    DenyPlayer,
    Invite,
    Muster,
    PreferPowers,
    SeekSubstitute,
    ShowGuests,
    TakeOffLists,
    Who,
)

_LONGEST_NAME = 3  # words of the name of a power
_MOST_PREFERRED = 40  # words


def _seek(rest: str) -> Command | None:
    """Return SEEK SUBSTITUTE for the power named, for one's own where none is."""
    power = _power(rest)
    return None if power is None else SeekSubstitute(power)


def _seek_no_more(rest: str) -> Command | None:
    """Return SEEK NO SUBSTITUTE for the power named, or one's own."""
    power = _power(rest)
    return None if power is None else SeekSubstitute(power, wanted=False)


def _power(rest: str) -> str | None:
    name = re.sub(r"^for\s+", "", rest, flags=re.I)
    return name if len(name.split()) <= _LONGEST_NAME else None


def _back(passage: Passage) -> Found | Misread:
    """Return I AM BACK, and the way into the game that is named behind it."""
    rest = re.sub(r"^(?:in|to)\s+", "", passage.rest, flags=re.I)
    if not rest:
        return Found((ComeBack(),))
    entry = sign_on(rest, passage.known.vocabulary)
    if entry is None or len(rest.split()) > 1:
        return Misread()
    return Found((entry, ComeBack()))


def _invite(rest: str) -> Command | None:
    """Return INVITE of the address named, for the power behind it."""
    address, _, power = rest.partition(" ")
    power = re.sub(r"^(?:as|for)\s+", "", power, flags=re.I)
    named = mail_address(address)
    return Invite(named, power) if named and _power(power) is not None else None


def _allow(rest: str) -> Command | None:
    """Return ALLOW PLAYER of the address named; `-` before it takes that back."""
    return _listed(rest, AllowPlayer)


def _deny(rest: str) -> Command | None:
    """Return DENY PLAYER of the address named; `-` before it takes that back."""
    return _listed(rest, DenyPlayer)


def _off(rest: str) -> Command | None:
    address = mail_address(rest)
    return TakeOffLists(address) if address else None


def _listed(rest: str, command: type[AllowPlayer] | type[DenyPlayer]) -> Command | None:
    address = mail_address(rest.removeprefix("-").strip())
    if not address:
        return None
    return TakeOffLists(address) if rest.startswith("-") else command(address)


def _preferred(rest: str) -> Command | None:
    """Return SET PREFERENCE for the powers listed; NONE is as good as a star."""
    words = rest.strip(":= ")
    if words.lower() in ("none", "no", "off", "any", "random"):
        words = "*"
    return PreferPowers(words) if 0 < len(words.split()) <= _MOST_PREFERRED else None


_GUEST = "you@example.org"
FILLING = (
    Row(
        ("INVITE", "APPROVE", "APPROVED", "SET APPROVE", "SET APPROVED"),
        alone(_invite),
        Who.MASTER,
        "invite",
        (f"INVITE {_GUEST}", f"INVITE {_GUEST} FRANCE"),
    ),
    Row(
        ("UNINVITE", "WITHDRAW INVITATION", "FORGET PLAYER"),
        alone(_off),
        Who.MASTER,
        "invite",
        (f"UNINVITE {_GUEST}",),
    ),
    Row(
        ("ALLOW PLAYER", "ALLOW", "SET ALLOW PLAYER", "SET ALLOW"),
        alone(_allow),
        Who.MASTER,
        "invite",
        (f"ALLOW PLAYER {_GUEST}",),
    ),
    Row(
        ("DENY PLAYER", "DENY", "SET DENY PLAYER", "SET DENY"),
        alone(_deny),
        Who.MASTER,
        "invite",
        (f"DENY PLAYER {_GUEST}",),
    ),
    Row(("MUSTER", "CALL MUSTER"), alone(bare(Muster())), Who.MASTER, "muster", ("MUSTER",)),
    Row(
        ("CONFIRM", "I AM HERE", "PRESENT"),
        alone(bare(Confirm())),
        Who.PLAYER,
        "muster",
        ("CONFIRM",),
    ),
    Row(
        (
            *("SET PREFERENCE", "SET PREFERENCES", "PREFERENCE", "PREFERENCES"),
            *("SET PREFERENCE LIST", "SET PREFERENCES LIST", "SET PREF"),
        ),
        alone(_preferred),
        Who.PLAYER,
        "joining",
        ("SET PREFERENCE FRANCE, ENGLAND",),
    ),
    Row(("GUESTS", "INVITATIONS"), alone(bare(ShowGuests())), Who.MASTER, "invite", ("GUESTS",)),
    Row(
        (
            "SEEK SUBSTITUTE",
            "SEEK A SUBSTITUTE",
            "FIND SUBSTITUTE",
            "FIND A SUBSTITUTE",
            "SEEK REPLACEMENT",
            "SEEK A REPLACEMENT",
            "FIND REPLACEMENT",
            "FIND A REPLACEMENT",
            "ADVERTISE",
        ),
        alone(_seek),
        Who.PLAYER,
        "substitute",
        ("SEEK SUBSTITUTE",),
        ("SEEK SUBSTITUTE FOR FRANCE",),
    ),
    Row(
        ("SEEK NO SUBSTITUTE", "SEEK NO REPLACEMENT", "STOP SEEKING"),
        alone(_seek_no_more),
        Who.PLAYER,
        "substitute",
        ("SEEK NO SUBSTITUTE",),
        ("SEEK NO SUBSTITUTE FOR FRANCE",),
    ),
    Row(
        ("I AM BACK", "I'M BACK"), _back, Who.PLAYER, "back", ("I AM BACK", "I AM BACK power@game")
    ),
)
