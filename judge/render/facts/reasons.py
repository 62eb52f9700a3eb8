"""What became of one order, and why, in a few words."""

from dataclasses import dataclass

from judge.engine import (
    Adjudication,
    Convoy,
    Hold,
    Move,
    Outcome,
    PhaseKind,
    Position,
    Reason,
    SupportHold,
    SupportMove,
    Unit,
    Variant,
)
from judge.game import seen_from
from judge.render.filters import listed
from judge.render.words import (
    NamedPosition,
    place_short,
    unit_and_power,
    unit_short,
)


@dataclass(frozen=True, slots=True)
class ToldPhase:
    """A phase as it is told; `sighted` is the power that sees it, None for all."""

    board: NamedPosition
    adjudication: Adjudication
    attackers: dict[Unit, Unit | None]
    sighted: str | None

    def in_sight(self, province: int) -> bool:
        """Return whether what stood in `province` is known to the reader."""
        if self.sighted is None:
            return True
        position = self.board.position
        seen = seen_from(position, self.sighted, self.board.geography)
        return bool(seen >> province & 1)


def told_phase(
    before: Position, adjudication: Adjudication, variant: Variant, sighted: str | None
) -> ToldPhase:
    """Return a phase with who drove out whom, as far as `sighted` can tell."""
    board = NamedPosition(before, variant)
    attackers = attackers_of(board, adjudication)
    if sighted is not None:
        attackers = {
            unit: by or _victor(unit, board, adjudication)
            for unit, by in attackers.items()
        }
    return ToldPhase(board, adjudication, attackers, sighted)


def reason_told(phase: ToldPhase, outcome: Outcome) -> str:
    """Return all that is to be said of one order's outcome."""
    reason = _reason(phase, outcome)
    match outcome.order:
        case Hold(unit) | Move(unit) | SupportHold(unit) | SupportMove(unit):
            return _with_fate(phase, reason, unit)
        case Convoy(unit):
            return _with_fate(phase, reason, unit)
        case _:
            return reason


def _with_fate(phase: ToldPhase, reason: str, unit: Unit) -> str:
    if unit not in phase.attackers or reason.startswith("dislodged"):
        return reason
    attacker = phase.attackers[unit]
    by = f" by {unit_and_power(attacker, phase.board.geography)}" if attacker else ""
    return f"{reason}; dislodged{by}" if reason else f"dislodged{by}"


def _reason(phase: ToldPhase, outcome: Outcome) -> str:
    by = _units(phase, outcome.by)
    match outcome.reason:
        case Reason.DISRUPTED:
            breach = _breach(phase, outcome, by)
            return f"convoy disrupted: {breach}" if breach else "convoy disrupted"
        case Reason.VOID:
            return f"void: {_mismatch(phase, outcome)}"
        case Reason.OWN_UNIT:
            return f"would have dislodged its own {_short_units(phase, outcome.by)}"
        case Reason.BOUNCED | Reason.CUT | Reason.DISLODGED:
            return f"{_WITH_CAUSE[outcome.reason]} {by}" if by else outcome.reason.value
        case Reason.CLASHED:
            return f"met {by} there, disbanded" if by else "retreats met, disbanded"
        case reason:
            return _PLAIN.get(reason, f"illegal: {reason.value}")


_WITH_CAUSE = {
    Reason.BOUNCED: "bounced with",
    Reason.CUT: "support cut by",
    Reason.DISLODGED: "dislodged by",
}
_PLAIN = {
    Reason.SUCCEEDED: "",
    Reason.NO_LEAVE: "no leave was given for it",
    Reason.NO_CONVOY: "no convoy was ordered for it",
    Reason.NO_RETREAT: "no retreat was ordered",
    Reason.SURPLUS: "more than allowed, not done",
    Reason.CIVIL_DISORDER: "removed by rule, nothing was ordered",
}


def _units(phase: ToldPhase, provinces: tuple[int, ...]) -> str:
    board = phase.board
    names = []
    for province in provinces:
        unit = _cause(board, province)
        text = place_short(province, board.geography)
        names.append(unit_and_power(unit, board.geography) if unit else text)
    return listed(names)


def _short_units(phase: ToldPhase, provinces: tuple[int, ...]) -> str:
    units = filter(None, (_cause(phase.board, province) for province in provinces))
    names = [unit_short(unit, phase.board.geography) for unit in units]
    return listed(names) or "unit"


def _cause(board: NamedPosition, province: int) -> Unit | None:
    """Return the unit in `province` that had orders in this phase."""
    if board.position.phase.kind is not PhaseKind.RETREAT:
        return board.unit_at(province)
    dislodged = (entry.unit for entry in board.position.dislodged)
    return next((u for u in dislodged if board.province(u.location) == province), None)


def _breach(phase: ToldPhase, outcome: Outcome, by: str) -> str:
    """Return what disrupted a convoy: lost fleets, or in a paradox an attack alone."""
    fleets = _lost_fleets(phase, outcome)
    if not fleets and phase.sighted is not None:
        return ""
    if not fleets:
        return f"a paradox with the attack by {by}" if by else "a paradox"
    lost = f"{listed(fleets)} dislodged"
    return f"{lost} by {by}" if by else lost


def _lost_fleets(phase: ToldPhase, outcome: Outcome) -> list[str]:
    """Return the fleets that were to carry an army and were dislodged."""
    order, board = outcome.order, phase.board
    if not isinstance(order, Move):
        return []
    origin, target = board.province(order.unit.location), board.province(order.target)
    return [
        unit_short(other.order.unit, board.geography)
        for other in phase.adjudication.outcomes
        if isinstance(other.order, Convoy)
        and other.order.unit in phase.attackers
        and (other.order.convoyed, board.province(other.order.target))
        == (origin, target)
    ]


def _mismatch(phase: ToldPhase, outcome: Outcome) -> str:
    match outcome.order:
        case SupportHold(_, province) | SupportMove(_, province) | Convoy(_, province):
            unit = phase.board.unit_at(province)
            geography = phase.board.geography
            if not phase.in_sight(province):
                return f"nothing that fits it in {place_short(province, geography)}"
            if unit is None:
                return f"no unit in {place_short(province, geography)}"
            if isinstance(outcome.order, SupportHold):
                return f"{unit_short(unit, geography)} was ordered to move"
            return f"{unit_short(unit, geography)} was not ordered so"
        case _:
            return "it had no effect"


def attackers_of(
    board: NamedPosition, adjudication: Adjudication
) -> dict[Unit, Unit | None]:
    """Return each unit dislodged in this phase, and the unit that drove it out."""
    if board.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    lost = {entry.unit for entry in adjudication.after.dislodged}
    lost |= {unit for unit in adjudication.disbanded if unit in board.position.units}
    arrived = {
        board.province(outcome.order.target): outcome.order.unit
        for outcome in adjudication.outcomes
        if isinstance(outcome.order, Move) and outcome.succeeded
    }
    return {unit: arrived.get(board.province(unit.location)) for unit in lost}


def _victor(
    unit: Unit, board: NamedPosition, adjudication: Adjudication
) -> Unit | None:
    """Return who drove `unit` out, as far as one in the dark can tell.

    Where it came from is known only if that was in sight; else it is seen where it is.
    """
    home = board.province(unit.location)
    for entry in adjudication.after.dislodged:
        if entry.unit == unit and entry.attacker_from != home:
            return board.unit_at(entry.attacker_from)
    return NamedPosition(adjudication.after, board.variant).unit_at(home)
