"""Reading what came for a diary: all of it is a note, whatever it says.

Only a letter of nothing but commands on the diary is obeyed.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import filterfalse

from judge.commands.grammar.match import read_alone
from judge.commands.grammar.passage import Found, is_own
from judge.commands.grammar.words import cleaned
from judge.commands.known import Known
from judge.commands.lines import LetterRead, Meaning, MeantLine, Section
from judge.commands.reading.standing import as_read
from judge.game import Help, SignOn, diaries
from judge.letter import REPLY_MARKER, Line

# How mail programs begin the subject of a mail that is passed on, and of a reply.
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|enc|vb|vs|i|doorst|pd|ilt)\s*:", re.I)
_MARKED = re.compile(r"^(?:\s*[a-z]{1,6}\s*:)+", re.I)
_Asked = diaries.ListNotes | diaries.ReadNotes | diaries.DropNotes | Help


def read_note(lines: Sequence[Line], subject: str, known: Known) -> LetterRead:
    """Return a letter as a note for the diary that it came for.

    Of a mail that is passed on, or has no words of its writer's own, all is kept; of
    any other his own words; of one without words its subject.
    """
    stood = as_read(tuple(lines))
    own = [line.text.rstrip() for line in stood if is_own(line)]
    asked = _asked([*filter(None, own)], known)
    note = diaries.RecordNote(_text(stood, own, subject), mailed=True)
    entry = SignOn((("", known.diary),)) if known.diary else None
    meant = tuple(
        MeantLine(line.text, Meaning.ARGUMENT if is_own(line) else Meaning.QUOTED) for line in stood
    )
    return LetterRead((Section(entry, asked or (note,)),), meant)


def _text(lines: Sequence[Line], own: Sequence[str], subject: str) -> str:
    said = "\n".join(own).strip()
    if said and not _FORWARDED.match(subject):
        return said
    passed_on = (line.text.rstrip() for line in lines)
    whole = "\n".join(filterfalse(_is_marker, passed_on)).strip()
    return whole or _MARKED.sub("", subject).strip()


def _is_marker(line: str) -> bool:
    return REPLY_MARKER in line


def _asked(lines: Sequence[str], known: Known) -> tuple[_Asked, ...]:
    """Return the commands on the diary that `lines` are, () if one is none."""
    found = tuple(one for line in lines for one in _command(line, known))
    return found if len(found) == len(lines) else ()


def _command(line: str, known: Known) -> Iterator[_Asked]:
    match read_alone(cleaned(line), known, known.place):
        case (row, Found(steps=steps)) if row.topic in ("diary", "help"):
            yield from (step for step in steps if isinstance(step, _Asked))
