"""Reads mails like programs that were made for the older judges.

It knows the public form of these mails (the `::` header, titles, lines of orders, of dislodged
units, of centers) and the names on a map, and nothing of our judge.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_JUDGE = re.compile(r":: Judge: (\S+)  Game: (\S+)  Variant: (\S.*)")
_DEADLINE = re.compile(
    r":: Deadline: ([SFW]-?\d+[MRBX]) "
    r"([A-Z]\w\w [A-Z]\w\w \d\d \d{4} \d\d:\d\d:\d\d [+-]\d{4})"
)
_TITLE = re.compile(
    r"(Movement|Retreat|Adjustment) (results|orders) for (\w+) of (-?\d+)\. +"
    r"\((.+)\.(\d{3,})\)"
)
_START = re.compile(r"Starting position for (\w+) of (-?\d+)\. +\((.+)\.(\d{3,})\)")
_STATUS = re.compile(
    r"Status of the (Movement|Retreat|Adjustment) phase for (\w+) of (-?\d+)\. +"
    r"\((.+)\.(\d{3,})\)"
)
_ORDER = re.compile(r"(\w[^:]*): +(Army|Fleet) +(\S.*?)\.(?: +\(\*([a-z ,]+)\*\))?")
_ADJUSTMENT = re.compile(
    r"(\w[^:]*): +(Builds|Removes|Defaults, removing) (?:an|a|the) (army|fleet) in "
    r"(\S.*)\."
)
_WAIVED = re.compile(r"(\w[^:]*): +Build waived\.")
_PENDING = re.compile(r"(\w[^:]*): +(\d+) (?:build|removal)s? pending\.")
_DISLODGED = re.compile(
    r"The (\S.*) (Army|Fleet) in (\S.*?) "
    r"(?:can retreat to (\S.*)|with no valid retreats was destroyed)\."
)
_OWNED = re.compile(r"(\w[^:]*): +(\S.*)\.")
_BALANCE = re.compile(
    r"(\w[^:]*): +(\d+) Supply centers?, +(\d+) Units?: +"
    r"(Builds|Removes) +(\d+) units?\."
)
_NEXT = re.compile(r"The next phase of '(.+)' will be (\w+) for (\w+) of (-?\d+)\.")
_DUE = re.compile(r"The deadline for orders will be (\S.*)\.")
_MARKS = {"bounce", "cut", "no convoy", "dislodged", "destroyed", "void"}
_LETTERS = {"Army": "A", "Fleet": "F", "army": "A", "fleet": "F"}

_Found = re.Match[str]
Piece = tuple[str, str, str]
"""A power, `A` or `F`, and a place of the map."""


@dataclass
class Ordered:
    """The line of a unit: its target if it moves, and the result."""

    unit: Piece
    way: tuple[str, ...]
    words: str
    marks: tuple[str, ...]


@dataclass
class Log:
    """The facts that a program learns from one mail."""

    judge: str = ""
    game: str = ""
    variant: str = ""
    subject: str = ""
    phase: str = ""
    deadline: str = ""
    start: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    titles: list[tuple[str, ...]] = field(default_factory=list)
    orders: list[Ordered] = field(default_factory=list)
    adjusted: list[tuple[str, Piece]] = field(default_factory=list)
    waived: list[str] = field(default_factory=list)
    pending: dict[str, int] = field(default_factory=dict)
    dislodged: dict[str, tuple[str, ...]] = field(default_factory=dict)
    owned: dict[str, tuple[str, ...]] = field(default_factory=dict)
    balance: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    coming: tuple[str, ...] = ()
    due: str = ""
    over: bool = False

    def after(self, units: set[Piece], driven: set[Piece]) -> set[Piece]:
        """Return the units on the board after this phase, without dislodged ones."""
        gone = {one.unit for one in self.orders if "dislodged" in one.marks}
        moved = {one.unit: one.way[-1] for one in self.orders if one.way and not one.marks}
        retreating = any(title[0] == "Retreat" for title in self.titles)
        stay = units if retreating else units - gone - moved.keys()
        assert moved.keys() <= (driven if retreating else units)
        after = stay | {(unit[0], unit[1], to) for unit, to in moved.items()}
        for deed, unit in self.adjusted:
            if deed == "Builds":
                after |= {unit}
            else:
                assert unit in after
                after -= {unit}
        return after


def read_log(text: str, places: Mapping[str, str]) -> Log:
    """Return the facts in a mail; `places` are the map's provinces by name in lower case."""
    lines = text.splitlines()
    log = Log()
    first, second = _JUDGE.fullmatch(lines[0]), _DEADLINE.fullmatch(lines[1])
    assert first is not None, lines[0]
    assert second is not None, lines[1]
    log.judge, log.game, log.variant = first.groups()
    log.phase, log.deadline = second.groups()
    _read_lines(lines, log, places)
    return log


def read_history(text: str, places: Mapping[str, str]) -> list[Log]:
    """Return the facts in a mail about several phases, phase by phase."""
    logs = []
    for part in re.split(r"^(?=Date: .*\nSubject: )", text, flags=re.MULTILINE)[1:]:
        log = Log()
        lines = part.splitlines()
        log.subject = lines[1].removeprefix("Subject: ")
        _read_lines(lines, log, places)
        logs.append(log)
    return logs


def _read_lines(lines: list[str], log: Log, places: Mapping[str, str]) -> None:
    for line in lines:
        _read_line(line, log, places)
    for power, centers in _owned_in(lines):
        log.owned[power] = tuple(places[one.lower()] for one in centers.split(", "))


def _owned_in(lines: list[str]) -> Iterator[tuple[str, str]]:
    if "Ownership of supply centers:" not in lines:
        return
    rest = lines[lines.index("Ownership of supply centers:") + 1 :]
    block = rest[1:] if rest[0] == "" else rest
    for line in block[: block.index("")]:
        found = _OWNED.fullmatch(line)
        assert found is not None, line
        yield found[1], found[2]


def _read_line(line: str, log: Log, places: Mapping[str, str]) -> None:
    """Record the facts of a line, by the first form that fits it."""
    log.over |= line.startswith("The game is over.")
    for form, note in _FORMS.items():
        if found := form.fullmatch(line):
            note(found, log, places)
            return


def _note_title(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.titles.append(found.groups())


def _note_start(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.start = found.groups()


def _note_status(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.status = found.groups()


def _note_next(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.coming = found.groups()


def _note_due(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.due = found[1]


def _note_dislodged(found: _Found, log: Log, places: Mapping[str, str]) -> None:
    retreats = found[4].split(" or ") if found[4] else ()
    told = tuple(places[one.lower()] for one in retreats)
    log.dislodged[places[found[3].lower()]] = told


def _note_balance(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    count = int(found[5]) * (1 if found[4] == "Builds" else -1)
    log.balance[found[1]] = int(found[2]), int(found[3]), count


def _note_adjustment(found: _Found, log: Log, places: Mapping[str, str]) -> None:
    unit = found[1], _LETTERS[found[3]], places[found[4].lower()]
    log.adjusted.append((found[2], unit))


def _note_waived(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.waived.append(found[1])


def _note_pending(found: _Found, log: Log, _: Mapping[str, str]) -> None:
    log.pending[found[1]] = int(found[2])


def _note_order(found: _Found, log: Log, places: Mapping[str, str]) -> None:
    log.orders.append(_ordered(found, places))


_FORMS = {
    _TITLE: _note_title,
    _START: _note_start,
    _STATUS: _note_status,
    _NEXT: _note_next,
    _DUE: _note_due,
    _DISLODGED: _note_dislodged,
    _BALANCE: _note_balance,
    _ADJUSTMENT: _note_adjustment,
    _WAIVED: _note_waived,
    _PENDING: _note_pending,
    _ORDER: _note_order,
}


def _ordered(found: _Found, places: Mapping[str, str]) -> Ordered:
    power, kind, told, marks = found.groups()
    split = re.split(r" (?=SUPPORT |CONVOY |HOLD$|DISBAND$|-> )|(?=, No Order)", told, maxsplit=1)
    place, words = split[0], split[1] if len(split) > 1 else ""
    way = ()
    if words.startswith("-> "):
        way = tuple(places[one.lower()] for one in words[3:].split(" -> "))
    unit = power, _LETTERS[kind], places[place.lower()]
    known = tuple(marks.split(", ")) if marks else ()
    assert set(known) <= _MARKS, told
    return Ordered(unit, way, words, known)
