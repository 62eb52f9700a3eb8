"""What the keeper tells the judge: what is made of the words behind ADMIN."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from judge.commands.known import hidden
from judge.commands.passage import Found, Misread, Passage
from judge.commands.table.row import Row
from judge.game import (
    BlockAddress,
    Command,
    EraseEntry,
    HandOverGame,
    Help,
    ListAllGames,
    ListBlocks,
    ListLetters,
    ListNotices,
    ListPeople,
    MoveMail,
    NotUnderstood,
    RetryLetter,
    RetryNotice,
    SetMessage,
    ShowAlarms,
    ShowPerson,
    ShowRates,
    ShowTrail,
    UnblockAddress,
    Who,
)

_ADDRESS = r"<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?"
_BLOCKED = r"<?([^\s<>,;:\"'()\[\]\\@]*@[\w.-]+\.\w+)>?"
_NUMBER = r"#?(\d{1,9})"
_Build = Callable[[str], Command | None]


def read_admin(rest: str) -> Command | None:
    """Return what the words behind ADMIN mean, None where they mean nothing."""
    words = rest.split()
    for count in (2, 1):
        build = _VERBS.get(" ".join(words[:count]).upper())
        if build is not None and len(words) >= count:
            return build(rest.split(None, count)[count] if words[count:] else "")
    return None if words else Help("admin")


def _of(pattern: str, build: Callable[..., Command]) -> _Build:
    """Return what builds a command of the parts of `pattern` in lower case."""
    shape = re.compile(pattern, re.IGNORECASE)

    def read(rest: str) -> Command | None:
        found = shape.fullmatch(rest.strip())
        return build(*(part.lower() for part in found.groups())) if found else None

    return read


def _block(rest: str) -> Command | None:
    """Return BLOCK of an address, with the reason as it was written."""
    reason = r"(?:[\s,;]+(?:because\b(?! of\b):?)?\s*(.*))?"
    found = re.fullmatch(_BLOCKED + reason, rest, re.I)
    return BlockAddress(found[1].lower(), (found[2] or "").strip()) if found else None


def _message(rest: str) -> Command | None:
    return SetMessage(" ".join(rest.split())) if rest.strip() else None


def _numbered(build: Callable[[int], Command]) -> _Build:
    return _of(_NUMBER, lambda number: build(int(number)))


_TWO = rf"{_ADDRESS}\s+(?:to\s+)?{_ADDRESS}"
_VERBS: Mapping[str, _Build] = {
    "PEOPLE": lambda rest: ListPeople(rest.strip().lower()),
    "PERSON": _of(_ADDRESS, ShowPerson),
    "MOVE": _of(_TWO, MoveMail),
    "GAMES": lambda rest: ListAllGames(rest.strip().lower()),
    "GIVE": _of(rf"([\w.+-]+)\s+(?:to\s+)?{_ADDRESS}", HandOverGame),
    "BLOCK": _block,
    "UNBLOCK": _of(_BLOCKED, UnblockAddress),
    "BLOCKS": _of("", ListBlocks),
    "MESSAGE": _message,
    "NO MESSAGE": _of("", lambda: SetMessage("")),
    "LETTERS": _of("", ListLetters),
    "RETRY LETTER": _numbered(RetryLetter),
    "NOTICES": _of("", ListNotices),
    "RETRY NOTICE": _numbered(RetryNotice),
    "RATES": _of("", ShowRates),
    "ALARMS": _of("", ShowAlarms),
    "AUDIT": _of(r"([\w.+-]*)", ShowTrail),
    "ERASE": _numbered(EraseEntry),
}
_USAGE: Mapping[str, str] = MappingProxyType(
    {
        "PERSON": "ADMIN PERSON address",
        "MOVE": "ADMIN MOVE old TO new",
        "GIVE": "ADMIN GIVE game TO address",
        "BLOCK": "ADMIN BLOCK address because reason",
        "UNBLOCK": "ADMIN UNBLOCK address",
        "MESSAGE": "ADMIN MESSAGE text",
        "LETTER": "ADMIN RETRY LETTER number",
        "NOTICE": "ADMIN RETRY NOTICE number",
        "ERASE": "ADMIN ERASE number",
    }
)


def _admin(passage: Passage) -> Found | Misread:
    """Return what the keeper wants; of what is no such, how it would be right."""
    command = read_admin(passage.rest)
    if command is not None:
        return Found((command,))
    words = passage.rest.upper().split()[:2]
    usage = next((_USAGE[word] for word in words if word in _USAGE), None)
    if usage is None:
        return Misread()
    # What stands behind it may be an address.
    shown = hidden(f"ADMIN {passage.rest}", 2)
    return Found((NotUnderstood(shown, (usage, "HELP ADMIN")),))


KEEPER = (
    Row(
        ("ADMIN", "KEEPER"),
        _admin,
        Who.KEEPER,
        "admin",
        ("ADMIN PEOPLE", "ADMIN GAMES", "HELP ADMIN"),
    ),
)
