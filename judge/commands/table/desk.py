"""What the Master tells the judge of who leads the game, and of its beginning."""

import re
from itertools import takewhile

from judge.commands.grammar.passage import Found, Misread, Passage, alone, is_own
from judge.commands.grammar.plain import is_code
from judge.commands.lines import Meaning
from judge.commands.model import (
    ChangeSettings,
    Command,
    Promote,
    ShowSettings,
    Unstart,
)
from judge.commands.table.row import Row, Who

_PAIR = re.compile(
    r"\s*[\"']?(?P<name>[a-z][a-z _-]{0,30}?)[\"']?\s*=\s*(?P<value>.*\S)\s*", re.I
)
_PASSED = re.compile(r"\s*(?:[#\[].*)?")
_END = re.compile(r"\s*end(?:\s*settings)?\W*", re.I)
_QUOTED = re.compile(r"(?P<open>[\"'“„”«])(?P<text>.*?)[\"'”“»]\s*(?:#.*)?")


def _settings(passage: Passage) -> Found | Misread:
    """Return SETTINGS: what stands behind it is set, and if nothing does it is shown.

    The lines are those of a TOML table, up to an END or to one that is none of them.
    """
    values, size = [], 0
    for line in takewhile(is_own, passage.following):
        pair = _PAIR.fullmatch(line.text)
        if pair is None and not _PASSED.fullmatch(line.text):
            break
        size += 1
        if pair is not None:
            values.append((_name(pair["name"]), _value(pair["value"])))
    if not values:
        found = re.fullmatch(r"(?:of\s+|for\s+)?([\w.+-]*)", passage.rest, re.I)
        return Found((ShowSettings(found[1].lower()),)) if found else Misread()
    if not is_code(passage.rest):
        return Misread()
    ends = [line.text for line in passage.following[size : size + 1]]
    closed = bool(ends) and _END.fullmatch(ends[0]) is not None
    inside = (*[Meaning.ARGUMENT] * size, *[Meaning.COMMAND] * closed)
    return Found((ChangeSettings(tuple(values), passage.rest),), inside)


def _name(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.upper()))


def _value(text: str) -> str:
    """Return the value of a TOML line, whatever quotes a mail program put there."""
    quoted = _QUOTED.fullmatch(text)
    if quoted is not None:
        return quoted["text"]
    words = re.sub(r"\s+#.*", "", text)
    return {"true": "on", "false": "off"}.get(words.lower(), words)


def _promote(rest: str) -> Command | None:
    """Return PROMOTE of the person named."""
    return Promote(rest) if len(rest.split()) == 1 else None


def _unstart(rest: str) -> Command | None:
    """Return UNSTART with the code behind it."""
    return Unstart(rest) if is_code(rest) else None


DESK = (
    Row(
        ("SETTINGS", "SHOW SETTINGS", "CHANGE SETTINGS"),
        _settings,
        Who.ANYBODY,
        "settings",
        ("SETTINGS", "SETTINGS game"),
    ),
    Row(
        ("PROMOTE", "MAKE MASTER", "ADD MASTER"),
        alone(_promote),
        Who.MASTER,
        "promote",
        ("PROMOTE address",),
    ),
    Row(
        ("UNSTART", "UNSTART GAME"),
        alone(_unstart),
        Who.MASTER,
        "unstart",
        ("UNSTART",),
    ),
)
