"""How lines stand where the language of letters knows better than a mail program.

What stands like the heading of an older mail may be a command, and what a person wrote
himself may be such a heading: that one shows where a unit is ordered above it and
below, for nobody does that in one letter of his own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from judge.commands.grammar.blocks import is_known_field
from judge.commands.grammar.match import find_row
from judge.commands.grammar.passage import is_own
from judge.commands.grammar.words import cleaned
from judge.commands.known import Known, Place, Returned
from judge.commands.own import is_for_judge
from judge.commands.reading.budget import MOST_LOOKED_AT
from judge.engine import Build, Order, PhaseKind, UnitOrder
from judge.letter import REPLY_MARKER, Line, Standing
from judge.notation import Mistake, OrderReader, read_line

_WRAPPERS = (
    (re.compile(r"\s*sign[\s-]*on\b", re.I), re.compile(r"\s*sign[\s-]*off\W*", re.I)),
    (re.compile(r"\s*begin\W*$", re.I), re.compile(r"\s*end\W*", re.I)),
)
BELOW = frozenset({Standing.BELOW_HEADING, Standing.BELOW_SIGNATURE})
MARKED = frozenset({Standing.QUOTED, Standing.ENCLOSED})
# What people write above their orders as in a form; mail programs never begin so.
_OWN_LABEL = re.compile(
    r"\W*(?:game|power|player|nation|phase|season|turn|year)\s*:", re.IGNORECASE
)

_LONGEST_HEADING = 120
_FEWEST_RETURNED = 3
_ABOVE = REPLY_MARKER.strip("= ")
_RULE = re.compile(r"([-_=*~\u2010-\u2015\u2500\u2501])\1{4,}")
_NAME = re.compile(r"[^\W\d_]{3,}")
_COLON = re.compile("[:\uff1a\ufe55\u0589\u2024\u1361\u1366]\\W*\\Z")

# Game, power and province.
_Unit = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Ordered:
    """Where in a letter a line is, and in which place it was read as an order."""

    at: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class OlderMail:
    """Where an older mail begins, and what it orders that stands above it too."""

    at: int
    twice: tuple[str, ...]


def weighed(lines: Sequence[Line], known: Known) -> tuple[Line, ...]:
    """Return `lines` with those their sender's own that read as commands."""
    stood = list(lines)
    for start, end in _headings(lines):
        own = start + _commands(lines, start, end, known)
        below = own
        if own == end:
            below = next((n for n in range(end, len(lines)) if not _is_below(lines[n])), len(lines))
        for at in range(start, below):
            if stood[at].standing not in MARKED:
                stood[at] = replace(stood[at], standing=Standing.OWN)
    return tuple(stood)


def older_mail(lines: Sequence[Line], ordered: Sequence[Ordered], known: Known) -> OlderMail | None:
    """Return the first older mail that the orders of a letter show, if any."""
    may_begin = [at for at in range(len(lines)) if _may_begin(lines, at, known)]
    if not may_begin or not ordered:
        return None
    units = [(order, frozenset(_units(order))) for order in ordered]
    last = {unit: order.at for order, found in units for unit in found}
    first = {unit: order.at for order, found in reversed(units) for unit in found}
    for at in may_begin:
        twice = {unit for unit in first if first[unit] < at < last[unit]}
        if twice:
            below = (one.text for one, found in units if one.at > at and found & twice)
            return OlderMail(at, tuple(dict.fromkeys(below)))
    return None


def with_older_mail(lines: Sequence[Line], start: int) -> tuple[Line, ...]:
    """Return `lines` with those from `start` on as the heading and text of a mail."""
    rest = lines[start:]
    size = len([*takewhile(_may_be_heading, rest)]) or 1
    below = (
        replace(line, standing=Standing.BELOW_HEADING) if _may_be_own(line) else line
        for line in rest[size:]
    )
    heading = (replace(line, standing=Standing.HEADING) for line in rest[:size])
    return (*lines[:start], *heading, *below)


def as_read(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines` with what may be a heading read as its sender's own."""
    return _owned(lines, 0, len(lines), frozenset({Standing.POSSIBLE_HEADING}))


def is_attached(line: Line) -> bool:
    """Return whether `line` stands in a file or second form of the mail."""
    return line.standing is Standing.ATTACHED


def with_attached(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines` with what is attached read as its sender's own."""
    return _owned(lines, 0, len(lines), frozenset({Standing.ATTACHED}))


def typed_below(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines` with those own that stand below all of a mail of ours.

    Where the mail is not known, or less of it than a few lines comes back, none are.
    """
    returned, ours = Returned(known.answered), []
    for at, line in enumerate(lines[:MOST_LOOKED_AT]):
        cut = line.standing is Standing.CUT and re.search(r"\w", line.text)
        if cut and not returned.is_added(line.text):
            ours.append(at)
    if not known.answered or len(ours) < _FEWEST_RETURNED:
        return lines
    if any(_ABOVE in line.text for line in lines[ours[-1] + 1 :]):
        return lines  # there is another mail of ours, which is not known
    return _owned(lines, ours[-1] + 1, len(lines), frozenset({Standing.CUT}))


def own_again(lines: tuple[Line, ...], at: int) -> tuple[Line, ...]:
    """Return `lines` as they stand from `at` on, behind a block.

    What a mail takes for a signature or a heading inside a message is the message's:
    behind its end the lines are the sender's, up to the next signature or heading.
    """
    if not at or lines[at - 1].standing not in BELOW:
        return lines
    end = at
    while end < len(lines) and lines[end].standing in (*BELOW, *MARKED):
        end += 1
    return _owned(lines, at, end, BELOW)


def as_wrapped(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines` with those own that stand between SIGN ON and SIGN OFF.

    A signature there is none; a quoted mail is.
    """
    for opening, closing in _WRAPPERS:
        start = None
        for at, line in enumerate(lines):
            if line.standing in (Standing.HEADING, Standing.CUT):
                break
            if start is None and is_own(line) and opening.match(line.text):
                start = at
            elif start is not None and closing.fullmatch(line.text):
                below = frozenset({Standing.BELOW_SIGNATURE})
                end = next((n for n in range(at, len(lines)) if _parts(lines[n])), 0)
                return _owned(lines, start, end or len(lines), below)
    return lines


def _headings(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield the first and behind the last of lines that stand as headings together."""
    start = None
    for at, line in enumerate((*lines[:MOST_LOOKED_AT], Line(""))):
        if line.standing is Standing.HEADING:
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None


def _commands(lines: Sequence[Line], start: int, end: int, known: Known) -> int:
    """Return how many lines at the beginning of a heading are meant for the judge."""
    heading = lines[start:end]
    if _OWN_LABEL.match(heading[0].text) or is_known_field(heading[0]):
        return len([*takewhile(lambda line: line.text.strip(), heading)])
    return len([*takewhile(lambda line: _is_command(line.text, known), heading)])


def _is_command(line: str, known: Known) -> bool:
    """Return whether `line` is a command, or an order, in which no address stands."""
    addressed = "@" in line and find_row(cleaned(line)) is None
    return not addressed and is_for_judge(line, known, known.place)


def _is_below(line: Line) -> bool:
    return line.standing in (Standing.BELOW_HEADING, *MARKED)


def _may_begin(lines: Sequence[Line], at: int, known: Known) -> bool:
    """Return whether an older mail may begin here, if the orders show that one does.

    Beside what mail programs write that may be a line drawn across the letter, or one
    that names its sender and ends in a colon, whatever its words.
    """
    line = lines[at]
    if _may_be_heading(line):
        return True
    text = line.text.strip()
    if line.standing is not Standing.OWN or not text or len(text) > _LONGEST_HEADING:
        return False
    return _RULE.fullmatch(text) is not None or _names_sender(text, known.sender)


def _names_sender(text: str, sender: str) -> bool:
    names = {*_NAME.findall(sender.partition("@")[0].casefold())}
    said = _NAME.findall(text.casefold())
    return _COLON.search(text) is not None and len(said) > 1 and not names.isdisjoint(said)


def _may_be_heading(line: Line) -> bool:
    return line.standing is Standing.POSSIBLE_HEADING


def _may_be_own(line: Line) -> bool:
    return line.standing in (Standing.OWN, Standing.POSSIBLE_HEADING)


def _units(ordered: Ordered) -> Iterator[_Unit]:
    """Yield what a line orders, as game, power and province."""
    place = ordered.place
    if place.reader is not None:
        for one in read_line(ordered.text, place.reader):
            if not isinstance(one.result, Mistake):
                yield place.game, place.power, _province(one.result, place.reader)


def _province(order: Order, reader: OrderReader) -> int:
    """Return the province of the unit, -1 for whatever an adjustment changes."""
    adjusts = reader.position.phase.kind is PhaseKind.ADJUSTMENT
    if isinstance(order, UnitOrder) and not adjusts and not isinstance(order, Build):
        return reader.geography.province_of[order.unit.location]
    return -1


def _parts(line: Line) -> bool:
    return line.standing not in (*BELOW, Standing.OWN, *MARKED)


def _owned(
    lines: tuple[Line, ...], start: int, end: int, which: frozenset[Standing]
) -> tuple[Line, ...]:
    changed = (
        replace(line, standing=Standing.OWN) if line.standing in which else line
        for line in lines[start:end]
    )
    return (*lines[:start], *changed, *lines[end:])
