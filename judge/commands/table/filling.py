"""Commands about the players of a game: substitutes, invitations, preferences, the muster."""

import re
from collections.abc import Callable

from judge.commands.entries import sign_on
from judge.commands.passage import Found, Misread, Passage, addressed, alone, mail_address, only
from judge.commands.table.row import row_of
from judge.game import Command, Who, guests, starting, substitutes

_LONGEST_NAME = 3  # words of the name of a power
_MOST_PREFERRED = 40  # words


def _sought(*, wanted: bool) -> Callable[[str], Command | None]:
    """Return a reader of SEEK SUBSTITUTE or SEEK NO SUBSTITUTE, with or without a power."""

    def read(rest: str) -> Command | None:
        power = _power(rest)
        return None if power is None else substitutes.SeekSubstitute(power, wanted=wanted)

    return read


def _power(rest: str) -> str | None:
    """Return the power in `rest`, "" without one, or None if it is too long for a name."""
    name = re.sub(r"^for\s+", "", rest, flags=re.I)
    return name if len(name.split()) <= _LONGEST_NAME else None


def _back(passage: Passage) -> Found | Misread:
    """Return the command I AM BACK; if it names a game, an entry into the game comes before it."""
    rest = re.sub(r"^(?:in|to)\s+", "", passage.rest, flags=re.I)
    if not rest:
        return Found((substitutes.ComeBack(),))
    entry = sign_on(rest, passage.known.vocabulary)
    if entry is None or len(rest.split()) > 1:
        return Misread()
    return Found((entry, substitutes.ComeBack()))


# A name in front of an address.
_NAMED = re.compile(r"(^|[,;]|\band\b)[^,;@<>]*<([^<>\s]+@[^<>\s]+)>", re.I)


def _invite(passage: Passage) -> Found | Misread:
    """Return the command INVITE for each address, with a power if one follows it."""
    invited: list[tuple[str, list[str]]] = []
    rest = _NAMED.sub(r"\1 \2", passage.rest)
    for word in re.split(r"[\s,;]+", rest.strip(" ,;:")):
        if address := mail_address(word):
            invited.append((address, []))
        elif not invited:
            return Misread()
        elif word.lower() not in ("as", "for", "and", "&"):
            invited[-1][1].append(word)
    if any(len(power) > _LONGEST_NAME for _, power in invited):
        return Misread()
    return Found(tuple(guests.Invite(address, " ".join(power)) for address, power in invited))


def _listed(build: Callable[[str], Command]) -> Callable[[str], Command | None]:
    """Return a reader of a command with an address; `-` before it removes it from the list."""

    def read(rest: str) -> Command | None:
        address = mail_address(rest.removeprefix("-").strip())
        if not address:
            return None
        return guests.TakeOffLists(address) if rest.startswith("-") else build(address)

    return read


def _preferred(rest: str) -> Command | None:
    """Return the command SET PREFERENCE with a list of powers; NONE or `*` means any power."""
    words = rest.strip(":= ")
    if words.lower() in ("none", "no", "off", "any", "random"):
        words = "*"
    return starting.PreferPowers(words) if 0 < len(words.split()) <= _MOST_PREFERRED else None


_GUEST = "you@example.org"
FILLING = (
    row_of(
        guests.Invite,
        ("INVITE", "APPROVE", "APPROVED", "SET APPROVE", "SET APPROVED"),
        _invite,
        "invite",
        (f"INVITE {_GUEST}", f"INVITE {_GUEST} FRANCE"),
    ),
    row_of(
        guests.TakeOffLists,
        ("UNINVITE", "WITHDRAW INVITATION", "FORGET PLAYER"),
        alone(addressed(guests.TakeOffLists)),
        "invite",
        (f"UNINVITE {_GUEST}",),
    ),
    row_of(
        guests.AllowPlayer,
        ("ALLOW PLAYER", "ALLOW", "SET ALLOW PLAYER", "SET ALLOW"),
        alone(_listed(guests.AllowPlayer)),
        "invite",
        (f"ALLOW PLAYER {_GUEST}",),
    ),
    row_of(
        guests.DenyPlayer,
        ("DENY PLAYER", "DENY", "SET DENY PLAYER", "SET DENY"),
        alone(_listed(guests.DenyPlayer)),
        "invite",
        (f"DENY PLAYER {_GUEST}",),
    ),
    row_of(
        starting.Muster, ("MUSTER", "CALL MUSTER"), only(starting.Muster()), "muster", ("MUSTER",)
    ),
    row_of(
        starting.Confirm,
        ("CONFIRM", "I AM HERE", "PRESENT"),
        only(starting.Confirm()),
        "muster",
        ("CONFIRM",),
    ),
    row_of(
        starting.PreferPowers,
        (
            *("SET PREFERENCE", "SET PREFERENCES", "PREFERENCE", "PREFERENCES"),
            *("SET PREFERENCE LIST", "SET PREFERENCES LIST", "SET PREF"),
        ),
        alone(_preferred),
        "joining",
        ("SET PREFERENCE FRANCE, ENGLAND",),
    ),
    row_of(
        guests.ShowGuests,
        ("GUESTS", "INVITATIONS"),
        only(guests.ShowGuests()),
        "invite",
        ("GUESTS",),
    ),
    row_of(
        substitutes.SeekSubstitute,
        (
            *("SEEK SUBSTITUTE", "SEEK A SUBSTITUTE", "FIND SUBSTITUTE", "FIND A SUBSTITUTE"),
            *("SEEK REPLACEMENT", "SEEK A REPLACEMENT", "FIND REPLACEMENT"),
            *("FIND A REPLACEMENT", "ADVERTISE", "SUBSTITUTE WANTED", "REPLACEMENT WANTED"),
        ),
        alone(_sought(wanted=True)),
        "substitute",
        ("SEEK SUBSTITUTE",),
        listed=Who.PLAYER,
        masters=("SEEK SUBSTITUTE FOR FRANCE",),
    ),
    row_of(
        substitutes.SeekSubstitute,
        ("SEEK NO SUBSTITUTE", "SEEK NO REPLACEMENT", "STOP SEEKING"),
        alone(_sought(wanted=False)),
        "substitute",
        ("SEEK NO SUBSTITUTE",),
        listed=Who.PLAYER,
        masters=("SEEK NO SUBSTITUTE FOR FRANCE",),
    ),
    row_of(
        substitutes.ComeBack,
        ("I AM BACK", "I'M BACK"),
        _back,
        "back",
        ("I AM BACK", "I AM BACK power@game"),
        # A person who has lost a seat may give this command too, but the help lists it for players.
        listed=Who.PLAYER,
    ),
)
