"""Reading on through a letter: how its lines stand, how many it may hold, its sections."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from msgspec import structs

from judge.commands.blocks import is_known_field
from judge.commands.known import Known, Place, Returned, cleaned
from judge.commands.match import find_row, masked
from judge.commands.own import is_for_judge
from judge.commands.passage import Meaning, Section, is_own
from judge.engine import Build, Order, PhaseKind, UnitOrder
from judge.game import (
    Aside,
    Command,
    CreateGame,
    Entry,
    NotObeyed,
    NotUnderstood,
    Observe,
    Remark,
    SignOn,
    Wish,
    absences,
    filing,
    inquiry,
    press,
)
from judge.letter import REPLY_MARKER, Line, Standing
from judge.notation import Mistake, OrderReader, read_line

MOST_COMMANDS = 200
MOST_CHARACTERS = 20_000
# A line that says anything counts for so many at least, so that there are not too many of
# them: of a letter of ten thousand lines with a comma each none is anybody's.
_LEAST_OF_LINE = 8
# Each way into a game is a section of its own, with an answer of its own and mostly
# with a password, which takes a tenth of a second to try.
MOST_ENTRIES = 12
MOST_CREATED = 3
# Each goes out to all whom it is for; somebody may write to six others in four games.
MOST_MESSAGES = 24
# Each may be about another game, which is read from its beginning.
MOST_INQUIRIES = 30
MOST_REGISTERED = 2
# As many as all ways into a game may mean, which may be two each, and questions.
MOST_GAMES = 2 * MOST_ENTRIES + MOST_INQUIRIES
# Of what stands below a signature or an old mail so many lines are looked at.
MOST_LOOKED_AT = 1_000

_MOST = (
    (SignOn | CreateGame | Observe, MOST_ENTRIES),
    (CreateGame, MOST_CREATED),
    (press.SendPress, MOST_MESSAGES),
    (inquiry.Inquiry, MOST_INQUIRIES),
    (inquiry.Register, MOST_REGISTERED),
)


def is_beyond(steps: Sequence[object], commands: Sequence[object]) -> bool:
    """Return whether `steps` are more than a letter may hold beside `commands`."""
    return any(
        any(isinstance(step, kind) for step in steps)
        and sum(isinstance(one, kind) for one in (*commands, *steps)) > most
        for kind, most in _MOST
    )


def lines_read(lines: Sequence[Line]) -> int:
    """Return how many lines are read: the sender's own may not be too long."""
    length = 0
    for index, line in enumerate(lines):
        if is_own(line):
            least = _LEAST_OF_LINE if line.text.strip() else 0
            length += max(len(line.text), least) + 1
        if length > MOST_CHARACTERS:
            return index
    return len(lines)


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that keeps the orders of its section from being complete."""

    line: str


def add(commands: list[Command | Unclear], command: Command) -> None:
    """Add `command`, as part of the one before it where they are one thing."""
    match commands[-1:], command:
        case [filing.SubmitOrders() as orders], filing.SubmitOrders(lines, replaces=False):
            commands[-1] = structs.replace(orders, lines=orders.lines + lines)
        case [filing.PlanOrders()], filing.SubmitOrders(lines, replaces=False):
            _add_around(commands, lines)
        case [filing.PlanOrders(phase, before)], filing.PlanOrders(again, lines) if phase == again:
            commands[-1] = filing.PlanOrders(phase, before + lines)
        case [before], _ if (one := _as_one(before, command)) is not None:
            commands[-1] = one
        case _:
            commands.append(command)


def _as_one(before: Command | Unclear, command: Command) -> Command | None:
    """Return what two commands behind each other are together, None if they are two."""
    match before, command:
        case filing.SubmitOrders(), Remark(lines):
            return structs.replace(before, aside=before.aside + lines)
        case Remark(lines), filing.SubmitOrders():
            return structs.replace(command, aside=lines + command.aside)
        case Remark(lines), Remark(more):
            return Remark(lines + more)
        case absences.SetAbsence(spans), absences.SetAbsence(more):
            return absences.SetAbsence(spans + more)
        case NotObeyed(why), NotObeyed(again) if why is again:
            count = before.count + command.count
            return NotObeyed(why, before.lines + command.lines, count)
        case _:
            return None


def _add_around(commands: list[Command | Unclear], lines: tuple[str, ...]) -> None:
    """Add order lines to those before a plan, so that all of them are one set."""
    match commands[-2:]:
        case [filing.SubmitOrders() as orders, _]:
            commands[-2] = structs.replace(orders, lines=orders.lines + lines)
        case _:
            commands.append(filing.SubmitOrders(lines))


def says_anything(found: Sequence[Command | Unclear]) -> bool:
    """Return whether anything in the letter itself can be done or answered."""
    idle = (Remark, Unclear, NotUnderstood, Wish)
    return any(
        not isinstance(one, idle) and not (isinstance(one, NotObeyed) and one.why is Aside.ATTACHED)
        for one in found
    )


def sections_of(found_in: Sequence[Command | Unclear]) -> tuple[Section, ...]:
    """Return the sections; prose in front of a way into a game stands behind it."""
    found: list[tuple[Entry | None, list[Command | Unclear]]] = []
    for command in found_in:
        match command:
            case SignOn() | CreateGame() | Observe():
                before = found.pop()[1] if found and _is_prose(found[-1]) else []
                found.append((command, before))
            case _:
                if not found:
                    found.append((None, []))
                found[-1][1].append(command)
    return tuple(_section(entry, commands) for entry, commands in found)


def _is_prose(section: tuple[Entry | None, list[Command | Unclear]]) -> bool:
    entry, commands = section
    return entry is None and all(isinstance(one, Remark) for one in commands)


def _section(entry: Entry | None, found: list[Command | Unclear]) -> Section:
    """Return a section; what is unclear in it goes along with its last orders."""
    unclear = tuple(one.line for one in found if isinstance(one, Unclear))
    commands: list[Command | Unclear] = []
    for command in found:
        if not isinstance(command, Unclear):
            add(commands, command)
    last = [n for n, one in enumerate(commands) if isinstance(one, filing.SubmitOrders)][-1:]
    told = (
        structs.replace(one, unclear=unclear)
        if isinstance(one, filing.SubmitOrders) and [number] == last
        else one
        for number, one in enumerate(commands)
    )
    return Section(entry, tuple(one for one in told if not isinstance(one, Entry | Unclear)))


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


# Of an old mail that was not marked as quoted so many lines are named, so much of each.
MOST_BELOW = 20
_LONGEST_BELOW = 120
_LONGEST_MASKED = 1_000  # far more than what may show that a password is in the first ones

_PASSED_OVER = {
    Standing.QUOTED: Meaning.QUOTED,
    Standing.ENCLOSED: Meaning.QUOTED,
    Standing.HEADING: Meaning.QUOTED,
    Standing.BELOW_HEADING: Meaning.QUOTED,
    Standing.CUT: Meaning.QUOTED,
    Standing.ATTACHED: Meaning.QUOTED,
    Standing.SIGNATURE: Meaning.SIGNATURE,
    Standing.BELOW_SIGNATURE: Meaning.SIGNATURE,
    Standing.OWN: Meaning.SIGNATURE,
}


@dataclass(slots=True)
class Walk:
    """How far a letter was read, and what was found so far.

    `over` says why the orders that follow are handed back, `whose` they are the power
    that was named above them; those for a `phase` to come are kept. `below` is how many
    lines were meant for the judge where nothing is read. Where the letter is `full`
    nothing more is read; what is left then are the lines `beyond`. `older` is a mail
    that orders the same units. Of a `whole` letter nothing is done unless all is. So many
    lines above the first that says anything are `silent`.
    """

    known: Known
    place: Place
    returned: Returned
    older: OlderMail | None = None
    over: Aside | None = None
    ended: bool = False
    whole: bool = False
    below: int = 0
    whose: str = ""
    phase: str = ""
    full: bool = False
    beyond: list[str] = field(default_factory=list)
    silent: int = 0
    commands: list[Command | Unclear] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)
    ordered: list[Ordered] = field(default_factory=list)


def named(line: str, walk: Walk) -> str:
    """Return so much of a line as is given back, without what is secret in it."""
    near = len(walk.beyond) < MOST_BELOW
    return masked(line.strip()[:_LONGEST_MASKED], walk.place)[:_LONGEST_BELOW] if near else ""


def pass_over(walk: Walk, line: Line) -> None:
    """Take a line where nothing is read; one that was meant for the judge comes back.

    What is quoted was not.
    """
    why = _begin_older_mail(walk, line)
    near = len(walk.meanings) < MOST_LOOKED_AT
    text = line.text
    if line.standing is Standing.ENCLOSED:
        text = text.removeprefix("> ")
    own = near and _may_be_added(walk, line)
    if own and is_for_judge(text, walk.known, walk.place):
        walk.meanings.append(Meaning.UNREAD)
        walk.below += 1
        shown = named(text, walk)
        if walk.below > MOST_BELOW:
            add(walk.commands, NotObeyed(why, count=1))
        else:
            add(walk.commands, NotObeyed(why, (shown,)))
    else:
        walk.meanings.append(_PASSED_OVER[line.standing])


def _begin_older_mail(walk: Walk, line: Line) -> Aside:
    """Return why `line` is not obeyed; what an older mail orders again stays open."""
    at = len(walk.meanings)
    if walk.older is None or at < walk.older.at:
        return Aside.ATTACHED if is_attached(line) else Aside.BELOW
    if at == walk.older.at:
        walk.commands += map(Unclear, walk.older.twice)
        add(walk.commands, NotObeyed(Aside.QUOTED, (line.text.strip(),)))
    return Aside.QUOTED


def _may_be_added(walk: Walk, line: Line) -> bool:
    if line.standing in (Standing.CUT, Standing.ENCLOSED):
        return walk.returned.is_added(line.text)
    return line.standing in BELOW or is_attached(line) or is_own(line)
