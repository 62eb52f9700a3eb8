"""What one person wrote, cut out of a mail that also quotes, signs and advertises.

The rules never guess in silence: a cut line that reads like an order or a command is
handed back, unless it was quoted or stood below `REPLY_MARKER`.
"""

import re
from dataclasses import dataclass, field
from enum import Enum

from judge.letter import REPLY_MARKER
from judge.mail.phrases import (
    ATTRIBUTION,
    ATTRIBUTION_PROOF,
    ATTRIBUTION_START,
    LABELS,
    MAX_LINE,
    MOBILE_SIGNATURE,
    ORIGINAL,
    RULE,
    SIGNATURE,
)

_MARKER_WORDS = r"\s+".join(re.findall(r"\w+", REPLY_MARKER))
_MARKER_BEGINS = re.compile(_MARKER_WORDS.partition("\\")[0], re.IGNORECASE)
_MARKER = re.compile(
    rf"(?:.*[=\u2017\u2550]{{2,}}\s*{_MARKER_WORDS}|[\s>|*_=-]*{_MARKER_WORDS}\W*$)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\s*(?:[>|\u00bb\uff1e]|&gt;)")

_PRESS = re.compile(r"\s*(?:postal\s+)?(?:press|broadcast)\b", re.IGNORECASE)
_END_PRESS = re.compile(r"\s*end\s?(?:press|broadcast)\W*$", re.IGNORECASE)
_WRAPPERS = (
    (
        re.compile(r"\s*begin\W*$", re.IGNORECASE),
        re.compile(r"\s*end\W*$", re.IGNORECASE),
    ),
    (
        re.compile(r"\s*sign\s?on\b", re.IGNORECASE),
        re.compile(r"\s*sign\s?off\W*$", re.IGNORECASE),
    ),
)

_DASH = "\\-\u2010-\u2015\u2212\u2192\u21d2\u27a1"
_BULLET = r"\s*(?:[-*\u2022\u00b7]\s*|\(?\d{1,2}[.)]\s*)?"
_ORDER = re.compile(
    _BULLET + r"(?:"
    rf"(?:a|f|army|fleet)\.?\s+\w.{{0,60}}?(?:\s[{_DASH}]|[{_DASH}]>|-\w|\s(?:to|via|s|"
    r"supports?|h|holds?|c|convoys?|r|retreats?|d|disbands?|b|builds?)\b)"
    rf"|[^\W\d_]{{3,20}}\s?(?:[{_DASH}]|->)\s?[^\W\d_]{{3,20}}$"
    r"|(?:build|remove|disband|retreat)\s+(?:a|f|army|fleet)?\b\s*\w{3,}"
    r"|waive\W*$)",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    _BULLET + r"(?:sign\s?(?:on|off)\b|(?:observe|create)\s+\S+(?:\s\S+)?$|"
    r"register\W*$|press\s+to\b|broadcast\W*$|end\s?(?:press|broadcast)\b|"
    r"set\s+(?:no)?(?:wait|draw|concede|password|address|deadline|absence|vacation)\b|"
    r"(?:resign|withdraw|clear|help|list|summary|history)\W*$|process\b.{0,12}$)",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"(\s*(?:sign\s?on|observe|create|set\s+password)\b)\s*\S.*", re.IGNORECASE
)
_MOST_LEFT_OUT = 20
_LONGEST_LEFT_OUT = 120
# The marker stands near the top of the mail that holds it.
_NEAR = 25
_LONGEST_HEADING = 12


class _Mode(Enum):
    READ = "read"
    # After "Sent from my phone": nothing, until a quotation has come between.
    SKIP = "skip"
    CUT = "cut"


@dataclass(slots=True)
class _Cut:
    """The answer's lines and what is known of each, while they are being sorted."""

    lines: list[str]
    press: set[int]
    wrapped: set[int]
    mode: _Mode = _Mode.READ
    kept: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


def strip_quotes(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the person's own words, and the cut lines that read like commands."""
    lines = text.split("\n")
    lines = lines[: _marker(lines)]
    press = _blocks(lines, _PRESS, _END_PRESS, set())
    wrapped: set[int] = set()
    for opening, closing in _WRAPPERS:
        wrapped |= _blocks(lines, opening, closing, press)
    if len(lines) < text.count("\n") + 1:
        lines = lines[: _edge(lines, press | wrapped)]
    cut = _Cut(lines, press, wrapped)
    index = 0
    while index < len(lines):
        index += _sort_line(cut, index)
    return "\n".join(cut.kept).strip("\n"), _worth_telling(cut.cut)


def is_quoted(line: str) -> bool:
    """Return whether a mail program marked this line as somebody else's."""
    return _QUOTED.match(line) is not None


def reads_like_a_command(line: str) -> bool:
    """Return whether a person who wrote this line may have meant it for the judge."""
    line = line[:MAX_LINE]
    return bool(_ORDER.match(line) or _COMMAND.match(line))


def _marker(lines: list[str]) -> int:
    """Return the index of the marker where it is not quoted, or the number of lines.

    A quoted marker needs no cut: its lines go one by one, and what is written
    below the quotation is read.
    """
    for index, line in enumerate(lines):
        if not _MARKER_BEGINS.search(line) or is_quoted(line):
            continue
        pair = " ".join(lines[index : index + 2])
        if _MARKER.match(line[:MAX_LINE]) or _MARKER.match(pair[:MAX_LINE]):
            return index
    return len(lines)


def _edge(lines: list[str], inside: set[int]) -> int:
    """Return where the mail begins that holds the marker below these lines.

    That is at the last heading, or at the marker itself.
    """
    for index in reversed(range(max(len(lines) - _NEAR, 0), len(lines))):
        end = _heading_end(lines, index)
        if end is not None and index not in inside:
            starts = range(max(index - _LONGEST_HEADING, 0), index + 1)
            return next(n for n in starts if _heading_end(lines, n) == end)
    return len(lines)


def _heading_end(lines: list[str], index: int) -> int | None:
    length, _proved = _heading(lines, index)
    return index + length if length else None


def _blocks(
    lines: list[str], opening: re.Pattern[str], closing: re.Pattern[str], but: set[int]
) -> set[int]:
    """Return the lines of all blocks that the person opened and closed."""
    inside: set[int] = set()
    start: int | None = None
    for index, line in enumerate(lines):
        if index in but or is_quoted(line):
            continue
        if start is None and opening.match(line):
            start = index
        elif start is not None and closing.match(line):
            inside.update(range(start, index + 1))
            start = None
    return inside


def _sort_line(cut: _Cut, index: int) -> int:
    """Put one line, or the lines above a quotation, where they belong; say how many."""
    line = cut.lines[index]
    if index in cut.press or (index in cut.wrapped and not is_quoted(line)):
        cut.kept.append(line)
        return 1
    if not line.strip() and not "".join(cut.kept[-1:]).strip():
        return 1
    if is_quoted(line):
        cut.mode = _Mode.READ if cut.mode is _Mode.SKIP else cut.mode
        return 1
    if cut.mode is not _Mode.READ:
        cut.cut.append(line)
        return 1
    return _sort_plain_line(cut, index)


def _sort_plain_line(cut: _Cut, index: int) -> int:
    line = cut.lines[index]
    if SIGNATURE.fullmatch(line):
        cut.mode = _Mode.CUT
        return 1
    if _is_mobile_signature(line):
        cut.mode = _Mode.SKIP
        return 1
    length, proved = _heading(cut.lines, index)
    if length and _is_quoted_after(cut.lines, index + length):
        return length
    if proved and not _is_in_press(cut, index):
        cut.mode = _Mode.CUT
        return length
    cut.kept.append(line)
    return 1


def _is_mobile_signature(line: str) -> bool:
    return len(line) <= 120 and MOBILE_SIGNATURE.match(line) is not None


def _is_quoted_after(lines: list[str], index: int) -> bool:
    following = (line for line in lines[index:] if line.strip())
    return is_quoted(next(following, ""))


def _is_in_press(cut: _Cut, index: int) -> bool:
    """Return whether a message that is not closed was begun above.

    In it, someone may tell another what a third one wrote.
    """
    return any(
        _PRESS.match(line)
        for number, line in enumerate(cut.lines[:index])
        if number not in cut.press
    )


def _heading(lines: list[str], index: int) -> tuple[int, bool]:
    """Return how many lines here announce a quoted mail, and whether that is proved."""
    length = _ruled_heading(lines, index) or _table_heading(lines, index)
    if length:
        return length, True
    return _attribution(lines, index)


def _ruled_heading(lines: list[str], index: int) -> int:
    line = lines[index][:MAX_LINE]
    below = index + 1
    while below < len(lines) and not lines[below].strip():
        below += 1
    table = _table_heading(lines, below)
    if ORIGINAL.fullmatch(line) or (RULE.fullmatch(line) and table):
        return below - index + table
    return 0


def _table_heading(lines: list[str], index: int) -> int:
    """Return the length of a block of From, Sent, To and Subject that begins here."""
    found: dict[str, str] = {}
    length = 0
    for offset, line in enumerate(lines[index : index + 12]):
        label = _label(line)
        if label is not None:
            found.setdefault(*label)
            length = offset + 1
        elif line.strip() and (not found or offset > length):
            break
    proved = "@" in found.get("from", "") or re.search(r"\d", found.get("sent", ""))
    return length if proved and "from" in found and len(found) > 1 else 0


def _label(line: str) -> tuple[str, str] | None:
    for kind, label in LABELS.items():
        match = label.match(line[:MAX_LINE])
        if match:
            return kind, match[1]
    return None


def _attribution(lines: list[str], index: int) -> tuple[int, bool]:
    """Return the length of a line such as "On Monday you wrote:", wrapped or not."""
    longest = 4 if ATTRIBUTION_START.match(lines[index][:MAX_LINE]) else 1
    joined = ""
    for length in range(1, longest + 1):
        line = "".join(lines[index + length - 1 : index + length])
        if not line.strip() or is_quoted(line):
            break
        joined = f"{joined} {line.strip()}".strip()[:MAX_LINE]
        if joined.endswith((":", "\uff1a")) and ATTRIBUTION.fullmatch(joined):
            return length, ATTRIBUTION_PROOF.search(joined) is not None
    return 0, False


def _worth_telling(cut: list[str]) -> tuple[str, ...]:
    lines = (line.strip() for line in cut if reads_like_a_command(line))
    told = dict.fromkeys(_without_secret(line)[:_LONGEST_LEFT_OUT] for line in lines)
    return tuple(told)[:_MOST_LEFT_OUT]


def _without_secret(line: str) -> str:
    return _SECRET.sub(r"\1 ...", line)
