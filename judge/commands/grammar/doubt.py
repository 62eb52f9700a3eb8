"""Lines that are no command: orders, prose, and commands written wrong.

Of a line that may hold a password no more is kept than the words in front of it.
"""

import re

from judge.commands.grammar.entry import NOWHERE
from judge.commands.grammar.match import similar_row
from judge.commands.grammar.words import cleaned, count_words, hidden, looks_like_order
from judge.commands.model import Command, NotUnderstood, SubmitOrders
from judge.commands.table import ENTRIES, Row

_SIGN_ON, *_OTHER_ENTRIES = ENTRIES
_SECRET = re.compile(
    r"\bpass\W?(?:words?|wort|wd|code|phrase)\b|\bpasswd\b|\bpwd\b", re.I
)
# The end of the match is where a password may begin.
_SIGN_ON_LIKE = (
    re.compile(r"^s\W?i\W?g\W?n\W?o\W?n(?:\S+|\s+\S+|$)", re.I),
    re.compile(r"^(?:sign|log)[\s_-]?(?:in|on|up)\s+\S+", re.I),
    re.compile(r"^(?:sign|login|logon)\s+\S+(?=\s+\S+$)", re.I),
    re.compile(r"^.*\bsign[\s_-]?on\s+\S+(?=(?:\s+\S+){1,2}$)", re.I),
)
_PROSE = 5  # A line of so many words is not one of the short commands.


def misread(written: str, rest: str, row: Row) -> tuple[Command, ...]:
    """Return what to make of a line whose words are those of `row` but for `rest`."""
    line = cleaned(written)
    words = count_words(line) - count_words(rest)
    if row in ENTRIES:
        return _entered_nowhere(hidden(line, words + 1), row)
    if not row.topic:
        shown = f"{line.removesuffix(rest).strip()} …" if rest else line
        return (NotUnderstood(shown, row.usage),)
    if line.endswith(":") or looks_like_order(line) or count_words(line) >= _PROSE:
        return (SubmitOrders((written.strip(),)),)
    return (NotUnderstood(_without_secret(line), row.usage),)


def unknown(written: str) -> tuple[Command, ...]:
    """Return what to make of a line that begins with no command's words."""
    line = cleaned(written)
    for form in _SIGN_ON_LIKE:
        if found := form.match(line):
            shown = hidden(line, count_words(found[0]))
            return _entered_nowhere(shown, _SIGN_ON)
    if _SECRET.search(written):
        return (NotUnderstood(_without_secret(written.strip())),)
    row, words = similar_row(line) or (None, 0)
    if row is _SIGN_ON and count_words(line) > words:
        return _entered_nowhere(hidden(line, words + 1), row)
    if row is None or looks_like_order(line) or count_words(line) >= _PROSE:
        return (SubmitOrders((written.strip(),)),)
    if row in ENTRIES:
        return _entered_nowhere(hidden(line, words + 1), row)
    return (NotUnderstood(line, row.usage),)


def _entered_nowhere(shown: str, row: Row) -> tuple[Command, ...]:
    return NOWHERE, NotUnderstood(shown, row.usage)


def _without_secret(line: str) -> str:
    found = _SECRET.search(line)
    return f"{line[: found.end()]} …" if found else line
