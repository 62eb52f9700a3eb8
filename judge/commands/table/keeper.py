"""Commands of the keeper (the person who runs the judge); all begin with ADMIN."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from judge.commands.known import hidden
from judge.commands.passage import Found, Misread, Passage
from judge.commands.table.row import row_of
from judge.game import Command, NotUnderstood, admin, inquiry

_ADDRESS = r"<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?"
_BLOCKED = r"<?([^\s<>,;:\"'()\[\]\\@]*@[\w.-]+\.\w+)>?"
_NUMBER = r"#?(\d{1,9})"
_Build = Callable[[str], Command | None]


def read_admin(rest: str) -> Command | None:
    """Return the command in the words after ADMIN, or None if there is none."""
    words = rest.split()
    for count in (2, 1):
        build = _VERBS.get(" ".join(words[:count]).upper())
        if build is not None and len(words) >= count:
            return build(rest.split(None, count)[count] if words[count:] else "")
    return None if words else inquiry.Help("admin")


def _of(pattern: str, build: Callable[..., Command]) -> _Build:
    """Return a reader that builds a command from the groups of `pattern`, in lower case."""
    shape = re.compile(pattern, re.IGNORECASE)

    def read(rest: str) -> Command | None:
        match = shape.fullmatch(rest.strip())
        return build(*(part.lower() for part in match.groups())) if match else None

    return read


def _block(rest: str) -> Command | None:
    """Return the command ADMIN BLOCK for an address, with the reason as written; or None."""
    reason = r"(?:[\s,;]+(?:because\b(?! of\b):?)?\s*(.*))?"
    match = re.fullmatch(_BLOCKED + reason, rest, re.I)
    return admin.BlockAddress(match[1].lower(), (match[2] or "").strip()) if match else None


def _message(rest: str) -> Command | None:
    return admin.SetMessage(" ".join(rest.split())) if rest.strip() else None


def _numbered(build: Callable[[int], Command]) -> _Build:
    """Return a reader of a command with a number."""
    return _of(_NUMBER, lambda number: build(int(number)))


_TWO = rf"{_ADDRESS}\s+(?:to\s+)?{_ADDRESS}"
_VERBS: Mapping[str, _Build] = {
    "PEOPLE": lambda rest: admin.ListPeople(rest.strip().lower()),
    "PERSON": _of(_ADDRESS, admin.ShowPerson),
    "MOVE": _of(_TWO, admin.MoveMail),
    "GAMES": lambda rest: admin.ListAllGames(rest.strip().lower()),
    "GIVE": _of(rf"([\w.+-]+)\s+(?:to\s+)?{_ADDRESS}", admin.HandOverGame),
    "BLOCK": _block,
    "UNBLOCK": _of(_BLOCKED, admin.UnblockAddress),
    "BLOCKS": _of("", admin.ListBlocks),
    "MESSAGE": _message,
    "NO MESSAGE": _of("", lambda: admin.SetMessage("")),
    "LETTERS": _of("", admin.ListLetters),
    "RETRY LETTER": _numbered(admin.RetryLetter),
    "NOTICES": _of("", admin.ListNotices),
    "RETRY NOTICE": _numbered(admin.RetryNotice),
    "RATES": _of("", admin.ShowRates),
    "ALARMS": _of("", admin.ShowAlarms),
    "AUDIT": _of(r"([\w.+-]*)", admin.ShowTrail),
    "ERASE": _numbered(admin.EraseEntry),
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
    """Return the keeper's command; for a known verb with a wrong rest, its right form."""
    command = read_admin(passage.rest)
    if command is not None:
        return Found((command,))
    words = passage.rest.upper().split()[:2]
    usage = next((_USAGE[word] for word in words if word in _USAGE), None)
    if usage is None:
        return Misread()
    # The words after the verb may contain an address.
    shown = hidden(f"ADMIN {passage.rest}", 2)
    return Found((NotUnderstood(shown, (usage, "HELP ADMIN")),))


KEEPER = (
    row_of(
        admin.KeeperCommand,
        ("ADMIN", "KEEPER"),
        _admin,
        "admin",
        ("ADMIN PEOPLE", "ADMIN GAMES", "HELP ADMIN"),
    ),
)
