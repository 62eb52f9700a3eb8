"""The state while a letter is read: its sections, its limits, and the standing of each line.

A line's `Standing` says whether the sender wrote it, quoted it, or attached it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from msgspec import structs

from judge.commands.blocks import is_known_field
from judge.commands.doubts import OFFERS_ANOTHER
from judge.commands.known import Known, Place, Returned, Role, cleaned, is_order
from judge.commands.match import find_row, masked
from judge.commands.own import is_for_judge
from judge.commands.passage import Meaning, Passage, Section, is_own
from judge.commands.talk import is_name, is_name_of, is_small_talk
from judge.engine import Build, Disband, Order, PhaseKind, Retreat, UnitOrder, adjustments, power_of
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
    diaries,
    filing,
    inquiry,
    press,
    votes,
)
from judge.letter import REPLY_MARKER, Line, Standing
from judge.notation import (
    BEGINS_WITH_UNIT,
    Mistake,
    OrderReader,
    find_exactly,
    is_legal,
    read_line,
    words_of,
)

MOST_COMMANDS = 200
MOST_CHARACTERS = 20_000
# The least length that counts for a line, so that there are not too many lines: nobody writes a
# letter of ten thousand lines with a comma each.
_LEAST_OF_LINE = 8
# Each entry into a game is a section with an answer of its own, and mostly with a password, which
# takes a tenth of a second to check.
MOST_ENTRIES = 12
MOST_CREATED = 3
# Each message is mailed to all its recipients; a person may write to six others in four games.
MOST_MESSAGES = 24
# Each inquiry may be about another game, which is loaded whole.
MOST_INQUIRIES = 30
MOST_REGISTERED = 2
# All entries, each with two possible games, and all inquiries.
MOST_GAMES = 2 * MOST_ENTRIES + MOST_INQUIRIES
# The number of lines that are checked below a signature or an old mail.
MOST_LOOKED_AT = 1_000

_MOST = (
    (SignOn | CreateGame | Observe, MOST_ENTRIES),
    (CreateGame, MOST_CREATED),
    (press.SendPress, MOST_MESSAGES),
    (inquiry.Inquiry, MOST_INQUIRIES),
    (inquiry.Register, MOST_REGISTERED),
)


def is_beyond(steps: Sequence[object], commands: Sequence[object]) -> bool:
    """Return whether a letter with `commands` would exceed a limit with the further `steps`."""
    return any(
        any(isinstance(step, kind) for step in steps)
        and sum(isinstance(item, kind) for item in (*commands, *steps)) > most
        for kind, most in _MOST
    )


def lines_read(lines: Sequence[Line]) -> int:
    """Return the number of lines that are read: the sender's own text has a limited length."""
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
    """A line that makes the orders of its section incomplete."""

    line: str


_BESIDE_ORDERS = (
    *(filing.PlanOrders, votes.SetWait, votes.VoteDraw, votes.WithdrawDraw, press.SendPress),
    *(inquiry.Inquiry, diaries.RecordNote, absences.SetAbsence),
    *(NotUnderstood, NotObeyed, Wish, Unclear),
)
# The commands between two sets of orders, or between two parts of a plan, that do not part them.
_BESIDE: Mapping[type, tuple[type, ...]] = {
    filing.SubmitOrders: _BESIDE_ORDERS,
    filing.PlanOrders: (*_BESIDE_ORDERS, filing.SubmitOrders, Remark),
}


def add(commands: list[Command | Unclear], command: Command) -> None:
    """Add `command`, merged with the command before it if they belong together.

    Orders before and after commands that do not concern them are one set, with one receipt.
    """
    at = last = len(commands) - 1
    kind = type(command)
    beside = _BESIDE.get(kind, ())
    while at > 0 and isinstance(commands[at], beside) and not isinstance(commands[at], kind):
        at -= 1
    at = at if commands and isinstance(commands[at], kind) else last
    merged = _as_one(commands[at], command) if commands else None
    if merged is None:
        commands.append(command)
    else:
        commands[at] = merged


def _as_one(before: Command | Unclear, command: Command) -> Command | None:
    """Return two successive commands merged into one, or None if they stay separate."""
    match before, command:
        case filing.SubmitOrders(), filing.SubmitOrders(lines, aside, replaces=False, let_go=gone):
            lines, aside = before.lines + lines, before.aside + aside
            return structs.replace(before, lines=lines, aside=aside, let_go=before.let_go + gone)
        case filing.PlanOrders(phase, earlier), filing.PlanOrders(again, lines) if phase == again:
            return filing.PlanOrders(phase, earlier + lines)
        case filing.SubmitOrders(), Remark(lines):
            return structs.replace(before, aside=before.aside + lines)
        case Remark(lines), filing.SubmitOrders():
            return structs.replace(command, aside=lines + command.aside)
        case Remark(lines), Remark(more):
            return Remark(lines + more)
        case absences.SetAbsence(spans), absences.SetAbsence(more):
            return absences.SetAbsence(spans + more)
        case NotObeyed(why), NotObeyed(other_why) if why is other_why:
            count = before.count + command.count
            return NotObeyed(why, before.lines + command.lines, count)
        case _:
            return None


def says_anything(commands: Sequence[Command | Unclear]) -> bool:
    """Return whether the letter itself contains anything to carry out or to answer."""
    idle = (Remark, Unclear, NotUnderstood, Wish)
    return any(
        not isinstance(command, idle)
        and not (isinstance(command, NotObeyed) and command.why in (Aside.ATTACHED, Aside.FORMS))
        for command in commands
    )


def sections_of(items: Sequence[Command | Unclear]) -> tuple[Section, ...]:
    """Return a letter's commands in sections; prose before an entry belongs to its section."""
    drafts: list[tuple[Entry | None, list[Command | Unclear]]] = []
    for command in items:
        match command:
            case SignOn() | CreateGame() | Observe():
                before: list[Command | Unclear] = []
                if drafts and drafts[-1][0] is None:
                    is_prose = all(isinstance(item, Remark) for item in drafts[-1][1])
                    _, before = drafts.pop() if is_prose else (None, [])
                drafts.append((command, before))
            case _:
                if not drafts:
                    drafts.append((None, []))
                drafts[-1][1].append(command)
    return tuple(_section(entry, commands) for entry, commands in drafts)


def _section(entry: Entry | None, items: list[Command | Unclear]) -> Section:
    """Return a section; its unclear lines are attached to its last orders.

    Lines that are returned to the writer come last, so that the orders around them are one set.
    """
    unclear = tuple(item.line for item in items if isinstance(item, Unclear))
    commands: list[Command | Unclear] = []
    for command in sorted(items, key=_is_handed_back):
        if not isinstance(command, Unclear):
            add(commands, command)
    last = [n for n, item in enumerate(commands) if isinstance(item, filing.SubmitOrders)][-1:]
    with_unclear = (
        structs.replace(item, unclear=unclear)
        if isinstance(item, filing.SubmitOrders) and [number] == last
        else item
        for number, item in enumerate(commands)
    )
    return Section(
        entry, tuple(item for item in with_unclear if not isinstance(item, Entry | Unclear))
    )


def _is_handed_back(item: Command | Unclear) -> bool:
    return isinstance(item, NotObeyed) and item.why in _HANDED_BACK


_HANDED_BACK = (
    Aside.RETURNED,
    Aside.STRUCK,
    Aside.DOUBT,
    Aside.BELOW,
    Aside.ATTACHED,
    Aside.FORMS,
    Aside.CHOICE,
    Aside.COMMAND,
)
_WRAPPERS = (
    (re.compile(r"\s*sign[\s-]*on\b", re.I), re.compile(r"\s*sign[\s-]*off\W*", re.I)),
    (re.compile(r"\s*begin\W*$", re.I), re.compile(r"\s*end\W*", re.I)),
)
BELOW = frozenset({Standing.BELOW_HEADING, Standing.BELOW_SIGNATURE})
MARKED = frozenset({Standing.QUOTED, Standing.ENCLOSED})
_OF_HEADING = MARKED | {Standing.BELOW_HEADING}
_IN_LETTER = MARKED | BELOW | {Standing.OWN}
# Labels above orders in a form; headings of mail programs never begin so.
OWN_LABEL = re.compile(
    r"\W*(?:game|power|player|nation|phase|season|turn|year|spiel|macht|land|jahr|jeu|puissance|pays"
    r"|juego|potencia|país|gioco|potenza|spel|spil|jogo)\s*:",
    re.IGNORECASE,
)

_LONGEST_HEADING = 120
_OF_BLOCK = {Meaning.ORDER, Meaning.JOINED, Meaning.BLANK}
# Lines of cases and of preferences.
_OF_CASE = re.compile(r"\s*(?:if|else|end\s?if|prefer)\b", re.I)
_FEWEST_RETURNED = 3
_ABOVE = REPLY_MARKER.strip("= ")
_RULE = re.compile(r"([-_=*~\u2010-\u2015\u2500\u2501])\1{4,}")
_NAME = re.compile(r"[^\W\d_]{3,}")
_COLON = re.compile("[:\uff1a\ufe55\u0589\u2024\u1361\u1366]\\W*\\Z")

# Game, power and province.
_Unit = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Ordered:
    """A line that was read as an order: its index, its text, and its place."""

    at: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class OlderMail:
    """The index at which an older mail begins, and its orders to units that also have one above."""

    at: int
    twice: tuple[str, ...]


def weighed(lines: Sequence[Line], known: Known) -> tuple[Line, ...]:
    """Return `lines`; possible headings that read as commands are marked as the sender's own."""
    sorted_lines = list(lines)
    for start, end in _headings(lines):
        commands_end = start + _commands(lines, start, end, known)
        below = commands_end
        if commands_end == end:
            rest = takewhile(lambda line: line.standing in _OF_HEADING, lines[end:])
            below = end + len([*rest])
        for at in range(start, below):
            if sorted_lines[at].standing not in MARKED:
                sorted_lines[at] = replace(sorted_lines[at], standing=Standing.OWN)
    return tuple(sorted_lines)


def with_edits(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines`; orders that were edited in a quoted mail are marked as the sender's own.

    They count only if nothing else may be meant. The quoted mail must be the judge's newest one
    about the running phase, with the power's orders as they are stored, and all its other lines
    must be unchanged. No unit may be ordered twice. The lines above the quotation must be only
    orders, greetings, and words such as `My changes are below`. Mail programs wrap lines and change
    dashes, so orders are compared instead of texts.
    """
    place = known.place
    reader = place.reader
    sheet = f"Orders of {place.power}"
    if not known.is_current or reader is None or not place.power:
        return lines
    # The first mail of a phase has no sheet yet, only sample lines.
    returned, within = Returned(known.answered), sheet not in known.answered
    edits: dict[int, str] = {}
    ordered: Counter[_Unit] = Counter()
    for at, line in enumerate(lines):
        text = _QUOTE_MARKS.sub("", line.text)
        if line.standing in _RETURNS and text:
            added = returned.is_added(line.text)
            if added and within and (orders_own_unit(text, place) or names_own_unit(text, reader)):
                edits[at] = text
                ordered.update(_units(text, place))
            elif added and not text.endswith(":"):
                return lines
            within |= sheet in text
    # Most replies edit nothing; the checks below are only for the others.
    if not edits:
        return lines
    above: list[str] = []
    for line in lines:
        if is_own(line) and line.text.strip():
            units = [*_units(line.text, place)]
            ordered.update(units)
            above += () if units else (line.text,)
    if not _lead_to_edits(above, known):
        return lines
    sent = {order for line in known.answered.splitlines() for order in _orders_on(line, reader)}
    edited = list(lines)
    for at, text in edits.items():
        alone = all(ordered[unit] == 1 for unit in _units(text, place))
        orders = frozenset(_orders_on(text, reader))
        if alone and (not orders or not orders <= sent):
            edited[at] = Line(text)
    return tuple(edited)


def _lead_to_edits(texts: Iterable[str], known: Known) -> bool:
    """Return whether lines are only greetings, the writer's name, or say that edits are below.

    Any name may stand below such words; elsewhere it may be a word such as `Draft`.
    """
    points_below = False
    for text in texts:
        is_signature = is_name_of(text, known.sender) or (points_below and is_name(text))
        words = {*re.findall(r"[^\W\d_]+", text.casefold())}
        points_below = words <= _ABOVE_EDITS and "?" not in text
        if not (points_below or is_signature or is_small_talk(text)):
            return False
    return True


def shows_orders(text: str, orders: Collection[Order], place: Place) -> bool:
    """Return whether a mail of the judge with this `text` shows just these stored orders."""
    reader = place.reader
    if reader is None or not place.power:
        return False
    lines = text.splitlines()
    title = f"Orders of {place.power}"
    at = next((at for at, line in enumerate(lines, 1) if line.strip() == title), len(lines))
    sheet = takewhile(str.strip, lines[at:])
    # A remark follows the order after a gap, or on lines of its own in lower case.
    shown = (_GAP.split(line.strip(), maxsplit=1)[0] for line in sheet)
    read = {one for line in shown if line[:1].isupper() for one in _orders_on(line, reader)}
    return read == {*orders}


def with_wrapped_lines(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines`; the rests of quoted lines that a mail program wrapped are marked as quoted.

    Some programs put their mark only before the first part of a line.
    """
    if not known.answered:
        return lines
    text = Returned(known.answered)
    ours = [Returned(line) for line in known.answered.splitlines() if line.strip()]
    marked_lines = list(lines)
    for at, line in enumerate(lines[1:MOST_LOOKED_AT], 1):
        before = marked_lines[at - 1]
        if not is_own(line) or not line.text.strip() or before.standing is not Standing.QUOTED:
            continue
        first = _QUOTE_MARKS.sub("", before.text)
        whole = f"{first} {line.text}"
        # The whole text is asked first, because asking each line takes longer.
        if first and text.holds(whole) and any(one.holds(whole) for one in ours):
            marked_lines[at] = replace(line, standing=Standing.QUOTED)
    return tuple(marked_lines)


def _orders_on(line: str, reader: OrderReader) -> Iterator[Order]:
    for order in read_line(line.strip(), reader):
        if not isinstance(order.result, Mistake):
            yield order.result


def older_mail(
    lines: Sequence[Line], ordered: Sequence[Ordered], known: Known, meanings: Sequence[Meaning]
) -> OlderMail | None:
    """Return the first older mail that repeated orders reveal, or None.

    Any line that was read as prose may be its heading.
    """
    prose = {at for at, meaning in enumerate(meanings) if meaning is Meaning.PROSE}
    may_begin = [at for at in range(len(lines)) if at in prose or _may_begin(lines, at, known)]
    if not may_begin or not ordered:
        return None
    units = [(order, frozenset(_units(order.text, order.place))) for order in ordered]
    last = {unit: order.at for order, order_units in units for unit in order_units}
    first = {unit: order.at for order, order_units in reversed(units) for unit in order_units}
    for at in may_begin:
        twice = {unit for unit in first if first[unit] < at < last[unit]}
        if twice:
            below = (
                item.text for item, order_units in units if item.at > at and order_units & twice
            )
            return OlderMail(at, tuple(dict.fromkeys(below)))
    return None


def with_older_mail(lines: Sequence[Line], start: int) -> tuple[Line, ...]:
    """Return `lines`; the lines from `start` on are marked as heading and text of an older mail."""
    rest = lines[start:]
    size = len([*takewhile(_may_be_heading, rest)]) or 1
    own = (Standing.OWN, Standing.POSSIBLE_HEADING)
    below = (
        replace(line, standing=Standing.BELOW_HEADING) if line.standing in own else line
        for line in rest[size:]
    )
    heading = (replace(line, standing=Standing.HEADING) for line in rest[:size])
    return (*lines[:start], *heading, *below)


def as_read(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines`; possible headings are marked as the sender's own."""
    return _owned(lines, 0, len(lines), frozenset({Standing.POSSIBLE_HEADING}))


def is_attached(line: Line) -> bool:
    """Return whether `line` is in an attached file or in a second form of the mail."""
    return line.standing in (Standing.ATTACHED, Standing.SECOND_FORM)


def with_attached(lines: tuple[Line, ...], places: Sequence[Place] = ()) -> tuple[Line, ...]:
    """Return `lines`; attached lines are marked as the sender's own, except for contested ones.

    `places` has the place of each line; without places nothing is contested.
    """
    owned = _owned(lines, 0, len(lines), frozenset({Standing.ATTACHED, Standing.SECOND_FORM}))
    contested = _contested(lines, places)
    return tuple(
        before if at in contested else line
        for at, (before, line) in enumerate(zip(lines, owned, strict=True))
    )


def with_forms_compared(lines: tuple[Line, ...], places: Sequence[Place]) -> tuple[Line, ...]:
    """Return `lines`; an order that the mail's second form contradicts is marked as part of it.

    Nothing tells which of the two forms the writer saw, so both are asked about.
    """
    contested = _contested(lines, places)
    return tuple(
        replace(line, standing=Standing.SECOND_FORM) if at in contested else line
        for at, line in enumerate(lines)
    )


def _contested(lines: Sequence[Line], places: Sequence[Place]) -> frozenset[int]:
    """Return the indices of lines that order a unit for which both forms differ."""
    if all(line.standing is not Standing.SECOND_FORM for line in lines):
        return frozenset()
    own: dict[_Unit, set[Order]] = {}
    second: dict[_Unit, set[Order]] = {}
    ordering: dict[_Unit, list[int]] = {}
    for at, (line, place) in enumerate(zip(lines[:MOST_LOOKED_AT], places, strict=False)):
        if place.reader and (is_own(line) or line.standing is Standing.SECOND_FORM):
            form = own if is_own(line) else second
            for order in _orders_on(line.text, place.reader):
                unit = place.game, place.power, _province(order, place.reader)
                form.setdefault(unit, set()).add(order)
                ordering.setdefault(unit, []).append(at)
    return frozenset(
        at
        for unit, orders in second.items()
        if len(orders) > 1 or not orders <= own.get(unit, orders)
        for at in ordering[unit]
    )


def typed_below(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines`; lines below a quoted mail of the judge are marked as the sender's own.

    If the judge's mail is unknown, or not all of it came back, `lines` is returned unchanged.
    """
    returned, ours = Returned(known.answered), []
    for at, line in enumerate(lines[:MOST_LOOKED_AT]):
        cut = line.standing is Standing.CUT and re.search(r"\w", line.text)
        if cut and not returned.is_added(line.text):
            ours.append(at)
    if not known.answered or len(ours) < _FEWEST_RETURNED:
        return lines
    if quotes_us(lines[ours[-1] + 1 :]):
        return lines  # another mail of the judge follows, which is unknown here
    return _owned(lines, ours[-1] + 1, len(lines), frozenset({Standing.CUT}))


def quotes_us(lines: Sequence[Line]) -> bool:
    """Return whether `lines` contain a mail of the judge, known by its marker."""
    return any(_ABOVE in line.text for line in lines)


def own_again(lines: tuple[Line, ...], at: int) -> tuple[Line, ...]:
    """Return `lines`; the lines after a block, from index `at` on, are marked as the sender's own.

    A signature or heading inside a message belongs to the message. After the message the lines are
    the sender's own up to the next signature or heading.
    """
    if not at or lines[at - 1].standing not in BELOW:
        return lines
    end = at
    while end < len(lines) and lines[end].standing in (*BELOW, *MARKED):
        end += 1
    return _owned(lines, at, end, BELOW)


def as_wrapped(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines`; the lines between SIGN ON and SIGN OFF are marked as the sender's own.

    A signature there is a part of the letter; a quoted mail is not.
    """
    for opening, closing in _WRAPPERS:
        start = None
        for at, line in enumerate(lines):
            if line.standing in (Standing.HEADING, Standing.CUT):
                break
            if start is None and is_own(line) and opening.match(line.text):
                start = at
            elif start is not None and closing.fullmatch(line.text):
                rest = takewhile(lambda line: line.standing in _IN_LETTER, lines[at:])
                end = at + len([*rest])
                return _owned(lines, start, end, frozenset({Standing.BELOW_SIGNATURE}))
    return lines


def _headings(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield the first index of each run of heading lines, and the index after its last."""
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
    if OWN_LABEL.match(heading[0].text) or is_known_field(heading[0]):
        return len([*takewhile(lambda line: line.text.strip(), heading)])
    return len([*takewhile(lambda line: _is_command(line.text, known), heading)])


def _is_command(line: str, known: Known) -> bool:
    """Return whether `line` is a command, or an order without a mail address."""
    addressed = "@" in line and find_row(cleaned(line)) is None
    return not addressed and is_for_judge(line, known, known.place)


def _may_begin(lines: Sequence[Line], at: int, known: Known) -> bool:
    """Return whether an older mail may begin here, if the orders show that there is one.

    It may begin with the heading of a mail program, with a ruled line, or with a line in any words
    that names its sender and ends with a colon.
    """
    line = lines[at]
    if _may_be_heading(line):
        return True
    text = line.text.strip()
    if line.standing is not Standing.OWN or not text or len(text) > _LONGEST_HEADING:
        return False
    if _RULE.fullmatch(text):
        return True
    names = {*_NAME.findall(known.sender.partition("@")[0].casefold())}
    words = _NAME.findall(text.casefold())
    return _COLON.search(text) is not None and len(words) > 1 and not names.isdisjoint(words)


def _may_be_heading(line: Line) -> bool:
    return line.standing is Standing.POSSIBLE_HEADING


def _units(line: str, place: Place) -> Iterator[_Unit]:
    """Yield each unit that a line orders, as game, power and province."""
    if place.reader is not None:
        for order in read_line(line, place.reader):
            if not isinstance(order.result, Mistake):
                yield place.game, place.power, _province(order.result, place.reader)


def _province(order: Order, reader: OrderReader) -> int:
    """Return the province of the unit, or -1 for an adjustment."""
    adjusts = reader.position.phase.kind is PhaseKind.ADJUSTMENT
    if isinstance(order, UnitOrder) and not adjusts and not isinstance(order, Build):
        return reader.geography.province_of[order.unit.location]
    return -1


def _owned(
    lines: tuple[Line, ...], start: int, end: int, which: frozenset[Standing]
) -> tuple[Line, ...]:
    changed = (
        replace(line, standing=Standing.OWN) if line.standing in which else line
        for line in lines[start:end]
    )
    return (*lines[:start], *changed, *lines[end:])


_LONGEST_PLACE = 4  # words
_GAP = re.compile(r"\s{3,}")
# Words of lines that lead to the edits below them.
_ABOVE_EDITS_TEXT = """
a all and answer answers are as below change changed changes correct corrected correction
corrections edit edited edits find follows for here hereby i in inline inserted is it just line
lines made mail marked moves move my new now order orders our please quoted replies reply revised
see sheet text the their them these this turn update updated updates with within fixed ok okay
you go voir plus bas
antwort antworten befehle befehl änderung änderungen hier im meine neue siehe unten züge
ci dessous changements dans le les mes modifications nouveaux ordres réponses texte voici voir
abajo aquí cambios mis órdenes ver ecco miei modifiche ordini sotto
"""
_ABOVE_EDITS = frozenset(_ABOVE_EDITS_TEXT.split())
_QUOTE_MARKS = re.compile(r"^[>|\s]+|[|\s]+$")
_WITH_MARKS = MARKED | {Standing.HEADING, Standing.STRUCK}
# Standings of the lines of a judge's mail that came back with a reply.
_RETURNS = frozenset({Standing.QUOTED, Standing.CUT, Standing.ENCLOSED})
# Standings of lines that somebody else may have written, or that the sender struck out.
_RETURNED = frozenset({Standing.QUOTED, Standing.HEADING, Standing.STRUCK})
# Limits for an old mail that is not marked as quoted: lines shown, and characters of each.
MOST_BELOW = 20
_LONGEST_BELOW = 120
_LONGEST_MASKED = 1_000  # much more than is needed to see a password in the characters shown

_PASSED_OVER = {
    Standing.QUOTED: Meaning.QUOTED,
    Standing.ENCLOSED: Meaning.QUOTED,
    Standing.HEADING: Meaning.QUOTED,
    Standing.BELOW_HEADING: Meaning.QUOTED,
    Standing.CUT: Meaning.QUOTED,
    Standing.ATTACHED: Meaning.QUOTED,
    Standing.SECOND_FORM: Meaning.QUOTED,
    Standing.STRUCK: Meaning.QUOTED,
    Standing.SIGNATURE: Meaning.SIGNATURE,
    Standing.BELOW_SIGNATURE: Meaning.SIGNATURE,
    Standing.OWN: Meaning.SIGNATURE,
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt whether the orders below a line are meant, and what the line says of them."""

    #: Whether none of these orders was read yet.
    waits: bool = True
    #: Whether an empty line stands below them; words then end the doubt.
    lapsed: bool = False
    #: Whether known words say so, such as `Tom proposes:`, and not only the form of the line.
    firm: bool = False
    #: Whether the line says that the orders are not meant.
    denied: bool = False
    #: Whether the doubt is about orders alone, and not about commands.
    of_orders: bool = False
    #: The index below a line such as `Gerd wrote:`.
    quoted_below: int | None = None


@dataclass(slots=True)
class Walk:
    """How far a letter was read, and the results so far."""

    known: Known
    place: Place
    returned: Returned
    #: A mail that orders the same units; from its start nothing is obeyed.
    older: OlderMail | None = None
    #: Why the following orders are returned to the writer, if they are; a doubt as a `Doubt`.
    over: Aside | Doubt | None = None
    #: Whether the letter has orders of another power below its name.
    planned: bool = False
    #: Whether no order was read yet below the heading of a case.
    waiting: bool = False
    #: Whether an empty line stands between all lines of the letter, as Outlook writes them.
    spaced: bool = False
    #: Whether a mail that was passed on has begun.
    passed_on: bool = False
    #: Whether the letter quotes a mail of ours.
    quotes_us: bool = False
    #: Whether the rest of the letter is not read.
    ended: bool = False
    #: Whether the letter is carried out only if all of it can be carried out.
    whole: bool = False
    #: The number of lines that were meant for the judge outside of the text that is read.
    below: int = 0
    #: The power in the heading above the following orders.
    whose: str = ""
    #: The later phase for which the following orders are stored.
    phase: str = ""
    #: Whether a limit of the letter was reached; the lines after it go to `beyond`.
    full: bool = False
    beyond: list[str] = field(default_factory=list)
    #: The number of lines before the first one with content.
    silent: int = 0
    commands: list[Command | Unclear] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)
    ordered: list[Ordered] = field(default_factory=list)
    #: The last command that changes something, and its lines, while no other words stand below it.
    done: tuple[Command, tuple[str, ...]] | None = None

    @property
    def doubt(self) -> Doubt | None:
        """Return the doubt about the following orders, if there is one."""
        return self.over if isinstance(self.over, Doubt) else None

    @property
    def plans(self) -> bool:
        """Return whether lines for a later phase were read."""
        return any(isinstance(item, filing.PlanOrders) for item in self.commands)


def named(line: str, walk: Walk) -> str:
    """Return a line in the form for the answer: shortened, and without possible passwords."""
    near = len(walk.beyond) < MOST_BELOW
    return masked(line.strip()[:_LONGEST_MASKED], walk.place)[:_LONGEST_BELOW] if near else ""


def pass_over(walk: Walk, line: Line) -> None:
    """Skip a line outside of the text that is read; return it to its writer if it is for the judge.

    Quoted lines are not for the judge.
    """
    why = _begin_older_mail(walk, line)
    near = len(walk.meanings) < MOST_LOOKED_AT
    text = line.text
    if line.standing in _WITH_MARKS:
        text = _QUOTE_MARKS.sub("", text).replace("|", " ")
    if not near:
        meant = False
    elif line.standing in _RETURNED:
        # In a quoted mail only orders to the writer's own units matter; in a mail of the judge only
        # those that the judge did not write.
        known, reader = bool(walk.known.answered), walk.place.reader
        is_ours = not walk.returned.is_added(line.text) if known else walk.quotes_us
        edited = known and reader is not None and names_own_unit(text, reader)
        meant = not is_ours and (edited or orders_own_unit(text, walk.place))
        why = Aside.STRUCK if line.standing is Standing.STRUCK else Aside.RETURNED
    else:
        meant = _may_be_added(walk, line) and is_for_judge(text, walk.known, walk.place)
        if walk.passed_on and line.standing is Standing.BELOW_HEADING:
            why = Aside.DOUBT
    if meant:
        walk.meanings.append(Meaning.UNREAD)
        walk.below += 1
        shown = named(text, walk)
        if walk.below > MOST_BELOW:
            add(walk.commands, NotObeyed(why, count=1))
        else:
            add(walk.commands, NotObeyed(why, (shown,)))
    else:
        walk.meanings.append(_PASSED_OVER[line.standing])


def take_back(walk: Walk) -> None:
    """Return the orders read so far to their writer, whose words below take them back.

    Orders above an entry into a game belong to another section and stay.
    """
    last_entry = max(
        (at for at, item in enumerate(walk.commands) if isinstance(item, Entry)), default=-1
    )
    above, below = walk.commands[: last_entry + 1], walk.commands[last_entry + 1 :]
    walk.commands[:] = above
    for item in below:
        if isinstance(item, filing.SubmitOrders):
            for ordered in walk.ordered:
                if ordered.text in item.lines:
                    walk.meanings[ordered.at] = Meaning.ELSEWHERE
            walk.commands += [Remark(item.aside)] if item.aside else []
            walk.commands += [NotObeyed(Aside.DOUBT, item.lines)] if item.lines else []
        elif isinstance(item, filing.PlanOrders):
            phase = f"PHASE {item.phase} " if item.phase else ""
            lines = tuple(f"{phase}{line}" for line in item.lines)
            walk.commands.append(NotObeyed(Aside.DOUBT, lines))
        else:
            walk.commands.append(item)
    walk.ordered.clear()


def ask_for_choice(walk: Walk, lines: Sequence[Line]) -> None:
    """Return orders to their writer if only some of them can be meant.

    These are all sample lines of a retreat or of builds, and orders of one unit in a numbered list
    or with a line such as `or` between them. A plan of two powers is asked about as a whole.
    Otherwise a later order of a unit replaces an earlier one.
    """
    is_players = walk.known.place.role is Role.PLAYER
    if is_players and not walk.known.are_orders and _orders_for_several(walk):
        take_back(walk)
    asked = {one.at: one.text for one in (*_contradictory(walk), *_numbered_choices(walk, lines))}
    # The text of a message is for people.
    offers = [
        (at, offer)
        for at, (line, meaning) in enumerate(zip(lines, walk.meanings, strict=False))
        if is_own(line) and meaning is not Meaning.ARGUMENT
        if (offer := OFFERS_ANOTHER.fullmatch(line.text[:_LONGEST_HEADING]))
    ]
    # Few letters have such a line, and reading the orders again takes long.
    ordered = [(one, {*_units(one.text, one.place)}) for one in walk.ordered if offers]
    for at, offer in offers:
        above = [(one, units) for one, units in ordered if one.at < at]
        if above:
            place = above[-1][0].place
            below = _orders_below(lines, at, (offer["order"] or "").strip(" ()"), place)
            wanted = {unit for text in below.values() for unit in _units(text, place)}
            same = [one for one, units in above if not units.isdisjoint(wanted)]
            asked |= {one.at: one.text for one in same} | (below if same else {})
    if not asked:
        return
    read = {one.at: one.text for one in walk.ordered}
    shown = {read.get(at, lines[at].text.strip()): text for at, text in sorted(asked.items())}
    for at in (*asked, *(one.at for one in walk.ordered if one.text in shown)):
        walk.meanings[at] = Meaning.ELSEWHERE
    items, walk.commands = walk.commands, []
    for item in items:
        if not isinstance(item, filing.SubmitOrders | NotObeyed):
            walk.commands.append(item)
            continue
        left = tuple(line for line in item.lines if line not in shown)
        if left == item.lines:
            walk.commands.append(item)
            continue
        if isinstance(item, NotObeyed):
            walk.commands += [replace(item, lines=left)] if left else []
        elif left:
            walk.commands.append(structs.replace(item, lines=left))
        elif item.aside:
            walk.commands.append(Remark(item.aside))
        excluded = (shown[line] for line in item.lines if line in shown)
        walk.commands.append(NotObeyed(Aside.CHOICE, tuple(excluded)))


# The numbers or letters of a list, as in `1. A PAR - PIC`.
_LISTED = re.compile(r"\s*\(?(?:\d{1,2}|[b-e])[.):]\s")


def _numbered_choices(walk: Walk, lines: Sequence[Line]) -> Iterator[Ordered]:
    """Yield orders of one unit that stand in a list of numbered lines."""
    listed = [one for one in walk.ordered if _LISTED.match(lines[one.at].text)]
    by_unit: dict[_Unit, list[Ordered]] = defaultdict(list)
    for one in listed if len(listed) > 1 else ():
        for unit in _units(one.text, one.place):
            by_unit[unit].append(one)
    for same in by_unit.values():
        if len({one.text for one in same}) > 1:
            yield from same


def _contradictory(walk: Walk) -> Iterator[Ordered]:
    """Yield orders that exclude each other, of each block without words between them."""
    block: list[Ordered] = []
    for one in walk.ordered:
        if _OF_CASE.match(one.text):
            continue
        between = walk.meanings[block[-1].at : one.at] if block else ()
        if block and (block[-1].place is not one.place or not {*between} <= _OF_BLOCK):
            yield from _excluding(block)
            block = []
        block.append(one)
    yield from _excluding(block)


def _excluding(block: Sequence[Ordered]) -> Iterator[Ordered]:
    """Yield the orders of a block that exclude each other, if units retreat or are adjusted."""
    reader = block[0].place.reader if block else None
    if reader is None or reader.position.phase.kind is PhaseKind.MOVEMENT:
        return
    province_of = reader.geography.province_of
    orders: dict[Build | Retreat | Disband, list[Ordered]] = defaultdict(list)
    for one in block:
        for order in _orders_on(one.text, reader):
            if isinstance(order, Build | Retreat | Disband) and is_legal(order, reader):
                orders[order].append(one)
    places = {
        order: province_of[order.location if isinstance(order, Build) else order.unit.location]
        for order in orders
    }
    taken = Counter(places.values())
    if reader.position.phase.kind is PhaseKind.RETREAT:
        yield from (one for order in orders if taken[places[order]] > 1 for one in orders[order])
        return
    owed = adjustments(reader.position, reader.variant)
    given = Counter(map(power_of, orders))
    too_many = any(given[power] > abs(owed.get(power, 0)) > 0 for power in given)
    if too_many or any(count > 1 for count in taken.values()):
        yield from block


def _orders_below(lines: Sequence[Line], at: int, order: str, place: Place) -> dict[int, str]:
    """Return the `order` on a line such as `or A PAR - PIC`, else those below it, by index."""
    if order:
        return {at: order} if is_order(order, place) else {}
    below = takewhile(
        lambda one: is_own(one[1]) and (not one[1].text.strip() or is_order(one[1].text, place)),
        enumerate(lines[at + 1 :], at + 1),
    )
    return {number: line.text.strip() for number, line in below if line.text.strip()}


def corrects(walk: Walk, passage: Passage) -> bool:
    """Return whether the lines above and below a line are orders of the same unit."""
    below = next((line for line in passage.following[:2] if line.text.strip()), None)
    if not walk.ordered or below is None or not is_own(below):
        return False
    last, blanks = walk.ordered[-1], walk.meanings[walk.ordered[-1].at + 1 :]
    if {*blanks} - {Meaning.BLANK, Meaning.JOINED}:
        return False
    units = {*_units(last.text, last.place)}
    return not units.isdisjoint(_units(below.text, walk.place))


def orders_same_unit(ordered: Ordered, line: str) -> bool:
    """Return whether `line` orders only units that another line orders."""
    units = {*_units(line, ordered.place)}
    return bool(units) and units <= {*_units(ordered.text, ordered.place)}


_FEWEST_FOREIGN = 2
_LONGEST_PLAN = 40  # orders of two powers


def _orders_for_several(walk: Walk) -> bool:
    """Return whether a letter orders units of its writer and several of one other power.

    It is then a plan of two powers, such as an ally's letter. A single foreign unit is a slip.
    """
    if len(walk.ordered) > _LONGEST_PLAN:
        return False
    foreign: Counter[str] = Counter()
    orders_own = False
    for one in walk.ordered:
        reader = one.place.reader
        if reader is None or not reader.power or one.place.lent:
            return False
        for order in _orders_on(one.text, replace(reader, power=None)):
            power = power_of(order)
            orders_own |= power == reader.power
            foreign.update([power] if power != reader.power else [])
    return orders_own and max(foreign.values(), default=0) >= _FEWEST_FOREIGN


def orders_own_unit(line: str, place: Place) -> bool:
    """Return whether all of `line` reads as orders of the writer's own units."""
    reader = place.reader
    if reader is None or not reader.power:
        return False
    orders = [order.result for order in read_line(line, reader)]
    return bool(orders) and all(
        not isinstance(order, Mistake) and power_of(order) == reader.power for order in orders
    )


def names_own_unit(line: str, reader: OrderReader) -> bool:
    """Return whether an unreadable line begins with a unit that is not another power's."""
    begun = BEGINS_WITH_UNIT.match(line)
    if begun is None:
        return False
    words = words_of(line[begun.end() :])
    for size in range(_LONGEST_PLACE, 0, -1):
        for location in find_exactly(words[:size], reader.names):
            unit = reader.units.get(reader.geography.province_of[location])
            return unit is None or unit.power == reader.power
    return True


def _begin_older_mail(walk: Walk, line: Line) -> Aside:
    """Return why `line` is not obeyed.

    At the first line of an older mail, the orders that it repeats are noted as unclear.
    """
    at = len(walk.meanings)
    if walk.older is None or at < walk.older.at:
        if line.standing is Standing.SECOND_FORM:
            return Aside.FORMS
        return Aside.ATTACHED if is_attached(line) else Aside.BELOW
    if at == walk.older.at:
        walk.commands += map(Unclear, walk.older.twice)
        add(walk.commands, NotObeyed(Aside.QUOTED, (line.text.strip(),)))
    return Aside.QUOTED


def _may_be_added(walk: Walk, line: Line) -> bool:
    if line.standing in (Standing.CUT, Standing.ENCLOSED):
        return walk.returned.is_added(line.text)
    return line.standing in BELOW or is_attached(line) or is_own(line)
