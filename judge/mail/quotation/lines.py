"""How each line of a mail stands: its sender's own, quoted, or below a signature.

What a line means is not asked here. A heading or a signature that turns out to stand
inside a message is only that message's text: whoever reads commands decides it.
"""

import re
from dataclasses import dataclass, field
from enum import Enum

from judge.letter import REPLY_MARKER, Line, Standing
from judge.mail.quotation.armor import without_armor
from judge.mail.quotation.attribution import attribution_at, between_arrows
from judge.mail.quotation.heading import Heading, is_quoted
from judge.mail.quotation.phrases import MAX_LINE, MOBILE_SIGNATURE, SIGNATURE
from judge.mail.quotation.table import ruled_at, table_at

# A line of its own where the structure of a page says that an older mail begins.
OLDER_MAIL = "\ue002"
# Before a quoted line that what is around the whole older mail shows to be one.
ENCLOSED = "\ue003"

_MARKER_WORDS = r"\s+".join(re.findall(r"\w+", REPLY_MARKER))
_MARKER_BEGINS = re.compile(_MARKER_WORDS.partition("\\")[0], re.IGNORECASE)
_MARKER = re.compile(
    rf"(?:.*[=\u2017\u2550]{{2,}}\s*{_MARKER_WORDS}|[\s>|*_=-]*{_MARKER_WORDS}\W*$)", re.IGNORECASE
)
_LONGEST_SIGNATURE = 120
# The marker stands near the top of the mail that holds it.
_NEAR = 25
_CLOSE = 8
_LONGEST_HEADING = 12


class _Mode(Enum):
    """How a plain line stands that nothing else is known of."""

    READ = Standing.OWN
    # After "Sent from my phone", until a quotation has come between.
    SKIP = "skip"
    BELOW_SIGNATURE = Standing.BELOW_SIGNATURE
    BELOW_HEADING = Standing.BELOW_HEADING
    # Between the heading of our own mail and its marker.
    ABOVE_MARKER = "above marker"

    @property
    def standing(self) -> Standing:
        match self:
            case _Mode.SKIP:
                return Standing.BELOW_SIGNATURE
            case _Mode.ABOVE_MARKER:
                return Standing.BELOW_HEADING
            case _:
                return Standing(self.value)


@dataclass(slots=True)
class _Sorting:
    """The lines above the marker, and how those stand that were looked at."""

    lines: list[str]
    edge: int
    subject: str
    mode: _Mode = _Mode.READ
    found: list[Standing] = field(default_factory=list)


def lines_of(text: str, subject: str = "") -> tuple[Line, ...]:
    """Return the lines of `text`, each with how it stands.

    `subject` is that of the mail, by which one that it quotes is known.
    """
    marked = text.split("\n")
    lines = [line.removeprefix(ENCLOSED) for line in marked]
    end = _marker(lines)
    above = lines[:end]
    edge = _edge(above, subject) if end < len(lines) else end
    sorting = _Sorting(above, edge, subject)
    while len(sorting.found) < end:
        _sort_next(sorting)
    cut = [Standing.CUT] * (len(lines) - end)
    stood = [
        Standing.ENCLOSED if line.startswith(ENCLOSED) else standing
        for line, standing in zip(marked, (*sorting.found, *cut), strict=True)
    ]
    shown = ("" if line == OLDER_MAIL else line for line in lines)
    return without_armor(tuple(map(Line, shown, stood)))


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


def _edge(lines: list[str], subject: str) -> int:
    """Return where the mail begins that holds the marker below these lines.

    That is at the last heading, or at the marker itself. One that is not certain must
    be close: it may be a person's own line.
    """
    for index in reversed(range(max(len(lines) - _NEAR, 0), len(lines))):
        end = _heading_end(lines, index, subject)
        if end is not None:
            starts = range(max(index - _LONGEST_HEADING, 0), index + 1)
            return next(n for n in starts if _heading_end(lines, n, subject) == end)
    return len(lines)


def _heading_end(lines: list[str], index: int, subject: str) -> int | None:
    heading = _heading(lines, index, subject)
    near = heading and (heading.certain or len(lines) - index < _CLOSE)
    return index + heading.length if heading and near else None


def _sort_next(sorting: _Sorting) -> None:
    """Say of the next line, or of the lines of a heading, how they stand."""
    index = len(sorting.found)
    line = sorting.lines[index]
    if line == OLDER_MAIL or _heads_unmarked(sorting.lines, index):
        _begin(sorting, _Mode.BELOW_HEADING, Standing.HEADING)
    elif is_quoted(line):
        if sorting.mode is _Mode.SKIP:
            sorting.mode = _Mode.READ
        sorting.found.append(Standing.QUOTED)
    elif SIGNATURE.fullmatch(line):
        _begin(sorting, _Mode.BELOW_SIGNATURE, Standing.SIGNATURE)
    elif _is_mobile_signature(line):
        _begin(sorting, _Mode.SKIP, Standing.SIGNATURE)
    else:
        _sort_plain(sorting, index)


def _heads_unmarked(lines: list[str], index: int) -> bool:
    return between_arrows(lines[index]) and not _is_quoted_after(lines, index + 1)


def _begin(sorting: _Sorting, mode: _Mode, standing: Standing) -> None:
    """Note a line from which on the lines stand otherwise.

    What stands below a heading stays there.
    """
    if sorting.mode in (_Mode.BELOW_HEADING, _Mode.ABOVE_MARKER):
        mode = sorting.mode
    sorting.mode = mode
    sorting.found.append(standing)


def _sort_plain(sorting: _Sorting, index: int) -> None:
    heading = _heading(sorting.lines, index, sorting.subject)
    if heading is None:
        sorting.found.append(sorting.mode.standing)
    elif _is_quoted_after(sorting.lines, index + heading.length):
        sorting.found.extend([Standing.QUOTED] * heading.length)
    elif index == sorting.edge:
        sorting.mode = _Mode.ABOVE_MARKER
        sorting.found.extend([Standing.HEADING] * heading.length)
    elif heading.certain and sorting.mode is not _Mode.ABOVE_MARKER:
        sorting.mode = _Mode.BELOW_HEADING
        sorting.found.extend([Standing.HEADING] * heading.length)
    elif sorting.mode is _Mode.READ:
        sorting.found.extend([Standing.POSSIBLE_HEADING] * heading.length)
    else:
        sorting.found.append(sorting.mode.standing)


def _is_mobile_signature(line: str) -> bool:
    return len(line) <= _LONGEST_SIGNATURE and MOBILE_SIGNATURE.match(line) is not None


def _is_quoted_after(lines: list[str], index: int) -> bool:
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index < len(lines) and is_quoted(lines[index])


def _heading(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return what announces an older mail here, None if nothing does."""
    return (
        ruled_at(lines, index, subject)
        or table_at(lines, index, subject)
        or attribution_at(lines, index)
    )
