"""Which lines of a letter are an older mail's, where how they stand leaves it open.

What stands like the heading of an older mail may be a command, and what a person wrote
himself may be such a heading: that one shows where a unit is ordered above it and
below, for nobody does that in one letter of his own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from judge.commands.grammar.blocks import is_known_field
from judge.commands.known import Known, Place
from judge.commands.own import is_for_judge
from judge.engine import Build, Order, PhaseKind, UnitOrder
from judge.letter import Line, Standing
from judge.notation import Mistake, OrderReader, read_line

# What people write above their orders as in a form; mail programs never begin so.
_OWN_LABEL = re.compile(
    r"\W*(?:game|power|player|nation|phase|season|turn|year)\s*:", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ordered:
    """Where in a letter a line is, and in which place it was read as an order."""

    at: int
    text: str
    place: Place


def weighed(lines: Sequence[Line], known: Known) -> tuple[Line, ...]:
    """Return `lines` with those their sender's own that read as commands."""
    stood = list(lines)
    for start, end in _headings(lines):
        own = start + _commands(lines, start, end, known)
        below = own
        if own == end:
            below = next(
                (n for n in range(end, len(lines)) if not _is_below(lines[n])),
                len(lines),
            )
        for at in range(start, below):
            if stood[at].standing is not Standing.QUOTED:
                stood[at] = replace(stood[at], standing=Standing.OWN)
    return tuple(stood)


def older_mail(lines: Sequence[Line], ordered: Sequence[Ordered]) -> int | None:
    """Return where the first older mail begins that ordered units show, if any."""
    for at, line in enumerate(lines):
        if line.standing is Standing.POSSIBLE_HEADING:
            above = {one for order in ordered if order.at < at for one in _units(order)}
            below = {one for order in ordered if order.at > at for one in _units(order)}
            if above & below:
                return at
    return None


def with_older_mail(lines: Sequence[Line], start: int) -> tuple[Line, ...]:
    """Return `lines` with those from `start` on as the heading and text of a mail."""
    rest = lines[start:]
    size = len([*takewhile(_may_be_heading, rest)])
    below = (
        replace(line, standing=Standing.BELOW_HEADING) if _may_be_own(line) else line
        for line in rest[size:]
    )
    heading = (replace(line, standing=Standing.HEADING) for line in rest[:size])
    return (*lines[:start], *heading, *below)


def _headings(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield the first and behind the last of lines that stand as headings together."""
    start = None
    for at, line in enumerate((*lines, Line(""))):
        if line.standing is Standing.HEADING:
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None


def _commands(lines: Sequence[Line], start: int, end: int, known: Known) -> int:
    """Return how many lines at the beginning of a heading are meant for the judge."""
    if _OWN_LABEL.match(lines[start].text) or is_known_field(lines[start]):
        own = takewhile(lambda line: line.text.strip(), lines[start:end])
    else:
        own = takewhile(
            lambda line: is_for_judge(line.text, known, known.place), lines[start:end]
        )
    return len([*own])


def _is_below(line: Line) -> bool:
    return line.standing in (Standing.BELOW_HEADING, Standing.QUOTED)


def _may_be_heading(line: Line) -> bool:
    return line.standing is Standing.POSSIBLE_HEADING


def _may_be_own(line: Line) -> bool:
    return line.standing in (Standing.OWN, Standing.POSSIBLE_HEADING)


def _units(ordered: Ordered) -> Iterator[tuple[str, str, int]]:
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
