"""The block of From, Sent, To and Subject that Outlook and others put above a mail.

What makes one is three labels, in any language, and beside one of them a mail address
or the subject of a mail of the judge.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from judge.mail.quotation.attribution import ADDRESS, DATE
from judge.mail.quotation.heading import Heading, is_quoted
from judge.mail.quotation.phrases import LABELS, MAX_LINE, ORIGINAL, RULE

_LONGEST = 12
_FEWEST = 3
_ROW = re.compile(r"[\s*_]*([^\W\d_][^:\uff1a\d]{0,30}?)[\s*_]*[:\uff1a][\s*_]*(.*)")
_LONGEST_LABEL = 4  # words
# Subjects of the judge's mails begin with the game: `Re: [smp] S1901M results`.
_OUR_SUBJECT = re.compile(r"(?:[^\W\d_]{1,4}\s?:\s*)*\[[\w-]+\] \S")
_REPLY = re.compile(r"(?:[^\W\d_]{1,4}\s?[:\uff1a]\s*)+")
# "------ Original Message ------", whatever its words.
_DASHED = re.compile(r"\s*[-_=*\u2010-\u2015]{4,}\s*\w.{0,60}\w\W*[-_=*\u2010-\u2015]{4,}\s*")
_NEAR = 3
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class _Row:
    """A line `label: value`; `kind` is what the label says, where that is known.

    `subject` is the value as a subject without Re:, and `proves` tells that the value
    holds an address or is the subject of a mail of ours.
    """

    kind: str
    value: str
    subject: str
    proves: bool


def table_at(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return the block that begins here; `subject` is that of the mail it stands in."""
    rows: list[_Row] = []
    length = 0
    for offset, line in enumerate(lines[index : index + _LONGEST]):
        row = _row(line)
        if row is not None:
            rows.append(row)
            length = offset + 1
        elif not rows or not _may_go_on(line, rows, offset - length):
            break
    if not rows or not rows[0].value:
        return None
    certain = _is_certain(rows, subject)
    if not certain and not _is_possible(rows):
        return None
    return Heading(length, certain)


def ruled_at(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return the rule, or the words between dashes, that begins here and what follows.

    Between dashes may be a person's own words, if no address stands below.
    """
    line = lines[index][:MAX_LINE]
    if not (ORIGINAL.fullmatch(line) or RULE.fullmatch(line) or _DASHED.fullmatch(line)):
        return None
    below = index + 1
    while below < len(lines) and not lines[below].strip():
        below += 1
    table = table_at(lines, below, subject) if below < len(lines) else None
    if table is not None:
        return Heading(below - index + table.length, certain=True)
    if ORIGINAL.fullmatch(line):
        return Heading(below - index, certain=True)
    if RULE.fullmatch(line):
        return None
    return _below_dashes(lines, index, below)


def _below_dashes(lines: list[str], index: int, below: int) -> Heading:
    """Return the heading of eM Client, whose labels have no colons."""
    end = below
    while end < min(len(lines), below + _LONGEST) and lines[end].strip():
        if is_quoted(lines[end]):
            break
        end += 1
    near = lines[below : min(end, below + _NEAR)]
    if any("@" in line and ADDRESS.search(line[:MAX_LINE]) for line in near):
        return Heading(end - index, certain=True)
    return Heading(1, certain=False)


@lru_cache(maxsize=4 * _LONGEST)
def _row(line: str) -> _Row | None:
    if ":" not in line and "\uff1a" not in line:
        return None
    found = _ROW.fullmatch(line[:MAX_LINE])
    if found is None or len(found[1].split()) > _LONGEST_LABEL:
        return None
    value = found[2].strip()
    addressed = "@" in value and ADDRESS.search(value) is not None
    ours = _OUR_SUBJECT.match(value) is not None
    return _Row(_kind(line), value, _without_reply_mark(value), addressed or ours)


def _without_reply_mark(subject: str) -> str:
    return _REPLY.sub("", subject, count=1)


def _kind(line: str) -> str:
    known = (kind for kind, label in LABELS.items() if label.match(line[:MAX_LINE]))
    return next(known, "")


def _may_go_on(line: str, rows: list[_Row], since: int) -> bool:
    """Return whether `line` may stand in a block: an empty one, or a wrapped value."""
    if not line.strip():
        return since == 0
    wrapped = line[:1] in " \t" or rows[-1].value.endswith((",", ";")) or "@" in line
    return wrapped and since == 0 and not is_quoted(line)


def _is_certain(rows: list[_Row], subject: str) -> bool:
    found = {row.kind: row.value for row in reversed(rows) if row.kind}
    if "from" in found and len(found) > 1:
        dated = re.search(r"\d", found.get("sent", ""))
        if "@" in found["from"] or dated:
            return True
    if len(rows) < _FEWEST:
        return False
    answered = _without_reply_mark(subject)
    same = len(answered) > _SHORTEST and any(row.subject == answered for row in rows)
    return same or any(row.proves for row in rows)


def _is_possible(rows: list[_Row]) -> bool:
    kinds = {row.kind for row in rows if row.kind}
    if "from" in kinds and len(kinds) > 1:
        return True
    return len(rows) >= _FEWEST and any(DATE.search(row.value) for row in rows)
