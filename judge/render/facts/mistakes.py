"""What was made of order lines, and what to send instead of those not taken."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Hold,
    Move,
    Order,
    Reason,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Vote,
    Waive,
)
from judge.game import LineRead
from judge.messages import Message, Text, all_of, any_of, message
from judge.notation import Trouble, location_name
from judge.render.facts.board import build_lines, dislodged_of, reach, turn_of, units_of
from judge.render.facts.causes import (
    MOST_LINES,
    at_fault,
    is_of_other,
    offered,
    other_place,
    remedies,
    with_coasts,
    with_right_kind,
)
from judge.render.facts.reason_words import IMPOSSIBLE, NOT_POSSIBLE, OF_OTHER, TROUBLES
from judge.render.words import (
    NamedPosition,
    order_long,
    order_short,
    phase_text,
    place_short,
    unit_of,
    unit_short,
)

_KINDS = {UnitKind.ARMY: message("an army"), UnitKind.FLEET: message("a fleet")}
_TWO_BUILDS = message("A double army takes two builds, and so many are not left.")
_NOT_HOME = message(
    "{place} is yours, but no home center of yours, and units are built in those alone."
)
_LONGEST_ECHO = 60
# Words that say the same in every order and may be left out when two are compared.
_SAME = re.compile(
    "to|moves?|h|holds?|s|supports?|c|convoys?|r|retreats?|d|disbands?|remove|b|builds?"
    "|via|by|the|in|at"
)
_LETTERS = {"army": "a", "fleet": "f"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line as it was written, what is wrong, and lines that would be right.

    `problem` is sentences, but may begin with a small letter. Of `lines` one is to be
    sent, or all of them where `together`.
    """

    line: str
    problem: Text
    lines: tuple[str, ...] = ()
    together: bool = False


def mistake_of(read: LineRead, power: str, board: NamedPosition) -> Mistake | None:
    """Return what is wrong with a line, or None when its order was stored.

    An order that a later one replaces was no mistake.
    """
    if read.order is None:
        together = read.trouble is Trouble.SEVERAL
        return Mistake(read.line, _not_read(read), _corrected(read), together)
    if read.reason in (None, Reason.REPLACED):
        return None
    problem, lines = _illegal(read.order, read.reason, power, board)
    return Mistake(read.line, problem, lines or _corrected(read))


def _not_read(read: LineRead) -> Text:
    names = read.meant or [text for text in read.suggestions if not _is_order(text)]
    meant = any_of(names)
    if read.ambiguous:
        several = meant or message("several things")
        return message('"{part}" may mean {names}.', part=read.part, names=several)
    cause = _misread(read)
    if not meant:
        return cause
    return message("{cause} Did you mean {names}?", cause=cause, names=meant)


def _misread(read: LineRead) -> Text:
    part = read.part if read.part != read.line else ""
    if read.trouble in (None, Trouble.UNKNOWN):
        if part:
            return message('"{part}" was not understood.', part=part)
        return message("This line was not understood.")
    trouble = TROUBLES[read.trouble]
    if part:
        return message('"{part}": {trouble}.', part=part, trouble=trouble)
    return message("{trouble}.", trouble=trouble)


def _corrected(read: LineRead) -> tuple[str, ...]:
    """Return lines to send instead: each suggestion, or the line with it in place."""
    lines = []
    most = None if read.trouble is Trouble.SEVERAL else MOST_LINES
    for text in read.suggestions[:most]:
        if _is_order(text):
            lines.append(text)
        elif read.part and read.part in read.line and not read.ambiguous:
            lines.append(read.line.replace(read.part, text, 1).strip())
    return tuple(lines)


def _is_order(text: str) -> bool:
    return text.startswith(("A ", "A2 ", "F ", "WAIVE", "IF "))


def _illegal(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[Text, tuple[str, ...]]:
    """Return why an order is not possible, and orders that are."""
    told = _cause(order, reason, board)
    more, lines = _way_out(order, reason, power, board)
    return (message("{cause} {more}", cause=told, more=more) if more else told), lines


def _cause(order: Order, reason: Reason, board: NamedPosition) -> Message:
    """Return the sentence that names the cause."""
    fault = at_fault(order, reason, board)
    there = other_place(order)
    of_other = is_of_other(order, reason, board) and reason in OF_OTHER
    cause = OF_OTHER[reason] if of_other else IMPOSSIBLE.get(reason, NOT_POSSIBLE)
    if isinstance(order, Build):
        cause = _why_not_built(order, reason, board) or cause
    return cause.with_values(
        own=_unit(order, board),
        unit=unit_short(fault, board.geography) if fault else order_short(order, board),
        kind=_KINDS[fault.kind] if there is not None and fault else _kind(order),
        home=location_name(fault.location, board.geography) if fault else "",
        other="" if there is None else location_name(there, board.geography),
        target=_target(order, board),
        place=_target_long(order, board),
        phase=phase_text(board.position.phase, board.variant),
    )


def _why_not_built(order: Build, reason: Reason, board: NamedPosition) -> Message | None:
    """Return what hinders a build of what is allowed elsewhere, or None."""
    if reason is Reason.SURPLUS and order.size > 1:
        return _TWO_BUILDS
    place = board.province(order.location)
    owned = board.position.owners[place] == order.power
    home = place in board.variant.power(order.power).home_centers
    if reason is not Reason.NO_BUILD_THERE or order.size > 1 or home or not owned:
        return None
    return _NOT_HOME if board.variant.rules.builds == "home" else None


def _way_out(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[Text, tuple[str, ...]]:
    """Return what else to say of the reason, and lines that may be sent instead."""
    better = offered(remedies(order, reason, board), board)
    if better:
        return "", better
    match reason:
        case Reason.NO_UNIT | Reason.FOREIGN_UNIT:
            helped = is_of_other(order, reason, board)
            return "" if helped else _own_units(power, board), ()
        case Reason.NOT_ADJACENT | Reason.NO_ROUTE | Reason.WRONG_TERRAIN:
            return _where_to(at_fault(order, reason, board), order, board), ()
        case _:
            return "", _instead(order, reason, power, board)


def _instead(order: Order, reason: Reason, power: str, board: NamedPosition) -> tuple[str, ...]:
    match reason:
        case Reason.WRONG_KIND:
            return offered(with_right_kind(order, board), board)
        case Reason.COAST_NEEDED | Reason.WRONG_COAST:
            return offered(with_coasts(order, board), board)
        case Reason.NO_RETREAT_THERE | Reason.NOT_DISLODGED:
            return _retreats(power, board)
        case Reason.NO_BUILD_THERE | Reason.OCCUPIED | Reason.NOT_OWNED if isinstance(order, Build):
            return build_lines(board, power)[:MOST_LINES]
        case _:
            return ()


def _own_units(power: str, board: NamedPosition) -> Text:
    units = [unit_short(unit, board.geography) for unit in units_of(board, power)]
    return message("Your units are {units}.", units=all_of(units)) if units else ""


def _where_to(unit: Unit | None, order: Order, board: NamedPosition) -> Text:
    """Return where else a unit can go, unless it can go there in another way."""
    places = reach(unit, board) if unit else ()
    goal = _target(order, board).partition("/")[0]
    if not places or goal in {place.partition("/")[0] for place in places}:
        return ""
    return message("It can go to {places}.", places=any_of(places))


def _retreats(power: str, board: NamedPosition) -> tuple[str, ...]:
    turn = turn_of(board, power) if dislodged_of(board, power) else None
    return turn.lines[:MOST_LINES] if turn else ()


def _unit(order: Order, board: NamedPosition) -> str:
    unit = unit_of(order)
    return unit_short(unit, board.geography) if unit else order_short(order, board)


def _kind(order: Order) -> Text:
    match order:
        case Build(kind=kind, size=size):
            return _KINDS[kind] if size == 1 else message("a double army")
        case Vote():
            return _kind(order.order)
        case Waive() | Declare():
            return message("nothing")
        case _:
            return _KINDS[order.unit.kind]


def _target(order: Order, board: NamedPosition) -> str:
    location = _location(order)
    return "" if location is None else place_short(location, board.geography)


def _target_long(order: Order, board: NamedPosition) -> str:
    location = _location(order)
    return "" if location is None else location_name(location, board.geography)


def _location(order: Order) -> int | None:
    match order:
        case Build(location=location):
            return location
        case Move() | SupportMove() | Convoy() | Retreat():
            return order.target
        case SupportHold():
            return order.supported
        case Vote():
            return _location(order.order)
        case Declare(province=province):
            return province
        case Hold() | Disband() | Waive():
            return None


def written_as(order: Order, reads: Sequence[LineRead], board: NamedPosition) -> str:
    """Return the line an order was read from, where it needed some reading."""
    lines = [read.line for read in reads if read.order == order and not read.note]
    line = lines[-1] if lines else ""
    shared = sum(read.line == line for read in reads) > 1
    if not line or shared or len(line) > _LONGEST_ECHO:
        return ""
    forms = (order_short(order, board), order_long(order, board))
    plain = line in forms or any(_words(line) == _words(form) for form in forms)
    return "" if plain else line.strip()


def _words(line: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+", line.lower())
    return [_LETTERS.get(word, word) for word in words if not _SAME.fullmatch(word)]
