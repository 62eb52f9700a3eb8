"""Order lines that were not taken: what is wrong, and what to send instead."""

from dataclasses import dataclass

from msgspec.structs import replace

from judge.engine.board.position import UnitKind
from judge.engine.orders import (
    Build,
    Convoy,
    Declare,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
    Vote,
    Waive,
)
from judge.engine.outcome import Reason
from judge.game.events import LineRead
from judge.notation.long import location_name
from judge.render.facts.board import build_lines, dislodged_of, reach, turn_of, units_of
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
_MOST_LINES = 4
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
    for text in read.suggestions[:_MOST_LINES]:
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
    text = _REASONS.get(reason, f"Not possible: {reason.value}.")
    told = text.format(
        unit=_unit(order, board),
        kind=_kind(order),
        home=_home(order, board),
        target=_target(order, board),
        place=_target_long(order, board),
        phase=phase_text(board.position.phase, board.variant),
    )
    extra, lines = _way_out(order, reason, power, board)
    return first_upper(f"{told} {extra}".strip()), lines


_REASONS = {
    Reason.NO_UNIT: "You have no unit in {home}.",
    Reason.FOREIGN_UNIT: "{unit} is not yours.",
    Reason.NO_EFFECT: "That has no effect here.",
    Reason.FOREIGN_SAYING: "That is for another power to say.",
    Reason.WRONG_KIND: "The unit in {home} is not {kind}.",
    Reason.WRONG_PHASE: "That is not for this phase, {phase}.",
    Reason.NOT_ADJACENT: "{unit} cannot get to {target}.",
    Reason.NO_ROUTE: "No chain of seas leads from {home} to {target}.",
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
    match reason:
        case Reason.NO_UNIT | Reason.FOREIGN_UNIT:
            return _own_units(power, board), ()
        case Reason.NOT_ADJACENT | Reason.NO_ROUTE | Reason.WRONG_TERRAIN:
            return _where_to(order, board), ()
        case _:
            return "", _instead(order, reason, power, board)


def _instead(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[str, ...]:
    match reason:
        case Reason.WRONG_KIND:
            return _with_right_kind(order, board)
        case Reason.COAST_NEEDED | Reason.WRONG_COAST:
            return _with_coasts(order, board)
        case Reason.NO_RETREAT_THERE | Reason.NOT_DISLODGED:
            return _retreats(power, board)
        case Reason.NO_BUILD_THERE | Reason.OCCUPIED | Reason.NOT_OWNED:
            return build_lines(board, power)[:_MOST_LINES]
        case _:
            return ()


def _own_units(power: str, board: NamedPosition) -> str:
    units = [unit_short(unit, board.geography) for unit in units_of(board, power)]
    return f"Your units are {listed(units)}." if units else ""


def _with_right_kind(order: Order, board: NamedPosition) -> tuple[str, ...]:
    unit = unit_of(order)
    real = unit and board.unit_at(board.province(unit.location))
    if real is None or not isinstance(order, UnitOrder):
        return ()
    return (order_short(replace(order, unit=real), board),)


def _where_to(order: Order, board: NamedPosition) -> str:
    unit = unit_of(order)
    if unit is None:
        return ""
    return f"It can go to {listed(reach(unit, board), 'or')}."


def _with_coasts(order: Order, board: NamedPosition) -> tuple[str, ...]:
    geography = board.geography
    if isinstance(order, Build):
        coasts = geography.coasts_of[board.province(order.location)]
        return tuple(
            order_short(replace(order, location=coast), board) for coast in coasts
        )
    if not isinstance(order, Move | Retreat):
        return ()
    coasts = geography.coasts_of[board.province(order.target)]
    near = reach(order.unit, board)
    return tuple(
        order_short(replace(order, target=coast), board)
        for coast in coasts
        if place_short(coast, geography) in near
    )


def _retreats(power: str, board: NamedPosition) -> tuple[str, ...]:
    turn = turn_of(board, power) if dislodged_of(board, power) else None
    return turn.lines[:_MOST_LINES] if turn else ()


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


def _home(order: Order, board: NamedPosition) -> str:
    unit = unit_of(order)
    return location_name(unit.location, board.geography) if unit else ""


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
