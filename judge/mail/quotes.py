"""How each line of a mail stands: its sender's own, quoted, or below a signature.

What a line means is not asked here. A heading or a signature that turns out to stand
inside a message is only that message's text: whoever reads commands decides it.
"""

import re
from dataclasses import dataclass, field
from enum import Enum

from judge.letter import REPLY_MARKER, Line, Standing
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
_LONGEST_SIGNATURE = 120
# The marker stands near the top of the mail that holds it.
_NEAR = 25
_LONGEST_HEADING = 12


class _Mode(Enum):
    """How a plain line stands that nothing else is known of."""

    READ = Standing.OWN
    # After "Sent from my phone", until a quotation has come between.
    SKIP = "skip"
    BELOW_SIGNATURE = Standing.BELOW_SIGNATURE
    BELOW_HEADING = Standing.BELOW_HEADING
    # Between the heading of our own mail and its marker.
    ABOVE_MARKER = Standing.HEADING

    @property
    def standing(self) -> Standing:
        return Standing.BELOW_SIGNATURE if self is _Mode.SKIP else Standing(self.value)


@dataclass(slots=True)
class _Sorting:
    """The lines above the marker, and how those stand that were looked at."""

    lines: list[str]
    edge: int
    mode: _Mode = _Mode.READ
    found: list[Standing] = field(default_factory=list)


def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines of `text`, each with how it stands."""
    lines = text.split("\n")
    end = _marker(lines)
    above = lines[:end]
    sorting = _Sorting(above, _edge(above) if end < len(lines) else end)
    while len(sorting.found) < end:
        _sort_next(sorting)
    cut = [Standing.CUT] * (len(lines) - end)
    return tuple(map(Line, lines, (*sorting.found, *cut)))


def is_quoted(line: str) -> bool:
    """Return whether a mail program marked this line as somebody else's."""
    return _QUOTED.match(line) is not None


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


def _edge(lines: list[str]) -> int:
    """Return where the mail begins that holds the marker below these lines.

    That is at the last heading, proved or not, or at the marker itself.
    """
    for index in reversed(range(max(len(lines) - _NEAR, 0), len(lines))):
        end = _heading_end(lines, index)
        if end is not None:
            starts = range(max(index - _LONGEST_HEADING, 0), index + 1)
            return next(n for n in starts if _heading_end(lines, n) == end)
    return len(lines)


def _heading_end(lines: list[str], index: int) -> int | None:
    length, _proved = _heading(lines, index)
    return index + length if length else None


def _sort_next(sorting: _Sorting) -> None:
    """Say of the next line, or of the lines of a heading, how they stand."""
    index = len(sorting.found)
    line = sorting.lines[index]
    if is_quoted(line):
        if sorting.mode is _Mode.SKIP:
            sorting.mode = _Mode.READ
        sorting.found.append(Standing.QUOTED)
    elif SIGNATURE.fullmatch(line):
        _begin(sorting, _Mode.BELOW_SIGNATURE, Standing.SIGNATURE)
    elif _is_mobile_signature(line):
        _begin(sorting, _Mode.SKIP, Standing.SIGNATURE)
    else:
        _sort_plain(sorting, index)


def _begin(sorting: _Sorting, mode: _Mode, standing: Standing) -> None:
    """Note a line from which on the lines stand otherwise.

    What stands below a heading stays there.
    """
    if sorting.mode in (_Mode.BELOW_HEADING, _Mode.ABOVE_MARKER):
        mode = sorting.mode
    sorting.mode = mode
    sorting.found.append(standing)


def _sort_plain(sorting: _Sorting, index: int) -> None:
    length, proved = _heading(sorting.lines, index)
    if length and _is_quoted_after(sorting.lines, index + length):
        sorting.found.extend([Standing.QUOTED] * length)
    elif length and index == sorting.edge:
        sorting.mode = _Mode.ABOVE_MARKER
        sorting.found.extend([Standing.HEADING] * length)
    elif proved and sorting.mode is not _Mode.ABOVE_MARKER:
        sorting.mode = _Mode.BELOW_HEADING
        sorting.found.extend([Standing.HEADING] * length)
    else:
        sorting.found.append(sorting.mode.standing)


def _is_mobile_signature(line: str) -> bool:
    return len(line) <= _LONGEST_SIGNATURE and MOBILE_SIGNATURE.match(line) is not None


def _is_quoted_after(lines: list[str], index: int) -> bool:
    following = (line for line in lines[index:] if line.strip())
    return is_quoted(next(following, ""))


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
