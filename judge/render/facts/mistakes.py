"""Order lines that were not taken: what is wrong, and what to send instead."""

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
from judge.notation import location_name
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
from judge.render.filters import first_upper, listed
from judge.render.words import (
    NamedPosition,
    order_short,
    phase_text,
    place_short,
    unit_of,
    unit_short,
)

_KINDS = {UnitKind.ARMY: "an army", UnitKind.FLEET: "a fleet"}
# The value of `notation.Trouble.UNKNOWN`.
_UNKNOWN = "not understood"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line as it was written, what is wrong, and lines that would be right."""

    line: str
    problem: str
    lines: tuple[str, ...] = ()


def mistake_of(read: LineRead, power: str, board: NamedPosition) -> Mistake | None:
    """Return what is wrong with a line, or None when its order was stored.

    An order that a later one replaces was no mistake.
    """
    if read.order is None:
        return Mistake(read.line, _not_read(read), _corrected(read))
    if read.reason in (None, Reason.REPLACED):
        return None
    problem, lines = _illegal(read.order, read.reason, power, board)
    return Mistake(read.line, problem, lines or _corrected(read))


def _not_read(read: LineRead) -> str:
    part = read.part if read.part != read.line else ""
    names = read.meant or [text for text in read.suggestions if not _is_order(text)]
    meant = f" Did you mean {listed(names, 'or')}?" if names else ""
    if read.ambiguous:
        return f'"{read.part}" may mean {listed(names, "or") or "several things"}.'
    if read.trouble in ("", _UNKNOWN):
        what = f'"{part}"' if part else "This line"
        return f"{what} was not understood.{meant}"
    cause = f'"{part}": {read.trouble}.' if part else f"{first_upper(read.trouble)}."
    return cause + meant


def _corrected(read: LineRead) -> tuple[str, ...]:
    """Return lines to send instead: each suggestion, or the line with it in place."""
    lines = []
    for text in read.suggestions[:MOST_LINES]:
        if _is_order(text):
            lines.append(text)
        elif read.part and read.part in read.line and not read.ambiguous:
            lines.append(read.line.replace(read.part, text, 1).strip())
    return tuple(lines)


def _is_order(text: str) -> bool:
    return text.startswith(("A ", "A2 ", "F ", "WAIVE"))


def _illegal(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[str, tuple[str, ...]]:
    """Return why an order is not possible, and orders that are."""
    fault = at_fault(order, reason, board)
    there = other_place(order)
    told = _cause(order, reason, board).format(
        own=_unit(order, board),
        unit=unit_short(fault, board.geography) if fault else order_short(order, board),
        kind=_KINDS[fault.kind] if there is not None and fault else _kind(order),
        home=location_name(fault.location, board.geography) if fault else "",
        other="" if there is None else location_name(there, board.geography),
        target=_target(order, board),
        place=_target_long(order, board),
        phase=phase_text(board.position.phase, board.variant),
    )
    extra, lines = _way_out(order, reason, power, board)
    return first_upper(f"{told} {extra}".strip()), lines


def _cause(order: Order, reason: Reason, board: NamedPosition) -> str:
    """Return the sentence that names the cause, with gaps for its names."""
    if is_of_other(order, reason, board) and reason in _REASONS_OF_OTHER:
        return _REASONS_OF_OTHER[reason]
    return _REASONS.get(reason, f"Not possible: {reason.value}.")


_REASONS_OF_OTHER = {
    Reason.NO_UNIT: "There is no unit in {other}.",
    Reason.WRONG_KIND: "Only a fleet can convoy, and only an army can be convoyed.",
}
_REASONS = {
    Reason.NO_UNIT: "You have no unit in {home}.",
    Reason.FOREIGN_UNIT: "{unit} is not yours.",
    Reason.NO_EFFECT: "That has no effect here.",
    Reason.FOREIGN_SAYING: "That is for another power to say.",
    Reason.WRONG_KIND: "The unit in {home} is not {kind}.",
    Reason.WRONG_PHASE: "That is not for this phase, {phase}.",
    Reason.NOT_ADJACENT: "{unit} cannot get to {target}.",
    Reason.NO_ROUTE: "No chain of fleets leads from {home} to {target}.",
    Reason.NOT_ON_ROUTE: "{own} is on no route from {home} to {target} that needs it.",
    Reason.NEEDED_TO_CONVOY: "{unit} gets to {target} only if {own} convoys it.",
    Reason.WRONG_TERRAIN: "{kind} cannot be in {place}.",
    Reason.COAST_NEEDED: "{place} has more than one coast, so please say which.",
    Reason.WRONG_COAST: "{target} is not a coast that is needed or known here.",
    Reason.SELF: "{unit} cannot do that with itself or where it stands.",
    Reason.CANNOT_CONVOY: "Only a fleet at sea can convoy, and only an army.",
    Reason.NO_RETREAT_THERE: "{unit} cannot retreat to {target}.",
    Reason.NOT_DISLODGED: "{unit} was not dislodged.",
    Reason.NO_BUILD_THERE: "{kind} cannot be built in {place}.",
    Reason.OCCUPIED: "{place} is occupied.",
    Reason.NOT_OWNED: "{place} is not yours.",
    Reason.NO_CHOICE: "You have nothing to build or remove.",
    Reason.SURPLUS: "That is more than you may build or remove.",
}


def _way_out(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[str, tuple[str, ...]]:
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


def _instead(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[str, ...]:
    match reason:
        case Reason.WRONG_KIND:
            return offered(with_right_kind(order, board), board)
        case Reason.COAST_NEEDED | Reason.WRONG_COAST:
            return offered(with_coasts(order, board), board)
        case Reason.NO_RETREAT_THERE | Reason.NOT_DISLODGED:
            return _retreats(power, board)
        case Reason.NO_BUILD_THERE | Reason.OCCUPIED | Reason.NOT_OWNED:
            return build_lines(board, power)[:MOST_LINES]
        case _:
            return ()


def _own_units(power: str, board: NamedPosition) -> str:
    units = [unit_short(unit, board.geography) for unit in units_of(board, power)]
    return f"Your units are {listed(units)}." if units else ""


def _where_to(unit: Unit | None, order: Order, board: NamedPosition) -> str:
    """Return where else a unit can go, unless it can go there in another way."""
    places = reach(unit, board) if unit else ()
    goal = _target(order, board).partition("/")[0]
    if not places or goal in {place.partition("/")[0] for place in places}:
        return ""
    return f"It can go to {listed(places, 'or')}."


def _retreats(power: str, board: NamedPosition) -> tuple[str, ...]:
    turn = turn_of(board, power) if dislodged_of(board, power) else None
    return turn.lines[:MOST_LINES] if turn else ()


def _unit(order: Order, board: NamedPosition) -> str:
    unit = unit_of(order)
    return unit_short(unit, board.geography) if unit else order_short(order, board)


def _kind(order: Order) -> str:
    match order:
        case Build(kind=kind, size=size):
            return _KINDS[kind] if size == 1 else "a double army"
        case Vote():
            return _kind(order.order)
        case Waive() | Declare():
            return "nothing"
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
