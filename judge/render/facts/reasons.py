"""What became of one order, and why, in a few words."""

from collections.abc import Iterator
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
    garrison_at,
)
from judge.game import seen_from
from judge.messages import Text, all_of, message
from judge.render.facts.reason_words import OUTCOMES
from judge.render.words import NamedPosition, place_short, unit_and_power, unit_short


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
            unit: by or _victor(unit, board, adjudication) for unit, by in attackers.items()
        }
    return ToldPhase(board, adjudication, attackers, sighted)


def reason_told(phase: ToldPhase, outcome: Outcome) -> Text:
    """Return all that is to be said of one order's outcome, "" where it succeeded."""
    reason = _reason(phase, outcome)
    match outcome.order:
        case Hold(unit) | Move(unit) | SupportHold(unit) | SupportMove(unit):
            fate = _fate(phase, outcome, unit)
        case Convoy(unit):
            fate = _fate(phase, outcome, unit)
        case _:
            return reason
    if not (reason and fate):
        return reason or fate
    return message("{reason}; {fate}", reason=reason, fate=fate)


def _fate(phase: ToldPhase, outcome: Outcome, unit: Unit) -> Text:
    """Return that the unit was dislodged, where the outcome itself does not say it."""
    if unit not in phase.attackers or outcome.reason is Reason.DISLODGED:
        return ""
    attacker = phase.attackers[unit]
    if attacker is None:
        return message("dislodged")
    return message("dislodged by {units}", units=unit_and_power(attacker, phase.board.geography))


def _reason(phase: ToldPhase, outcome: Outcome) -> Text:
    guarded = outcome.reason is Reason.BOUNCED and _guard(phase, outcome)
    by = guarded or _units(phase, outcome.by)
    match outcome.reason:
        case Reason.SUCCEEDED:
            return ""
        case Reason.DISRUPTED:
            return _disrupted(phase, outcome, by)
        case Reason.VOID:
            return message("void: {why}", why=_mismatch(phase, outcome))
        case Reason.OWN_UNIT:
            own = _short_units(phase, outcome.by)
            return message("would have dislodged its own {units}", units=own)
        case Reason.BOUNCED | Reason.CUT | Reason.DISLODGED | Reason.CLASHED if by:
            return _BY[outcome.reason].with_values(units=by)
        case reason:
            return OUTCOMES[reason]


_BY = {
    Reason.BOUNCED: message("bounced with {units}"),
    Reason.CUT: message("support cut by {units}"),
    Reason.DISLODGED: message("dislodged by {units}"),
    Reason.CLASHED: message("met {units} there, disbanded"),
}


def _units(phase: ToldPhase, provinces: tuple[int, ...]) -> Text:
    board = phase.board
    names = []
    for province in provinces:
        unit = _cause(board, province)
        text = place_short(province, board.geography)
        names.append(unit_and_power(unit, board.geography) if unit else text)
    return all_of(names)


def _guard(phase: ToldPhase, outcome: Outcome) -> Text:
    """Return who stopped a move, where a garrison was among them, or nothing."""
    order, board = outcome.order, phase.board
    if not isinstance(order, Move):
        return ""
    target = board.province(order.target)
    if target not in outcome.by or not phase.in_sight(target):
        return ""
    found = garrison_at(board.position, phase.adjudication, target, board.variant)
    if found is None:
        return ""
    others = [place for place in outcome.by if place != target]
    place = place_short(target, board.geography)
    guard: Text = message("the garrison of {place}", place=place)
    unit = board.unit_at(target)
    if unit and not _was_to_leave(phase, unit):
        guard = message("{unit} and the garrison", unit=unit_and_power(unit, board.geography))
    return all_of([_units(phase, tuple(others)), guard]) if others else guard


def _was_to_leave(phase: ToldPhase, unit: Unit) -> bool:
    told = (one for one in phase.adjudication.outcomes if not one.reason.is_illegal)
    orders = (one.order for one in told)
    return any(isinstance(one, Move) and one.unit == unit for one in orders)


def _short_units(phase: ToldPhase, provinces: tuple[int, ...]) -> Text:
    units = filter(None, (_cause(phase.board, province) for province in provinces))
    names = [unit_short(unit, phase.board.geography) for unit in units]
    return all_of(names) or message("unit")


def _cause(board: NamedPosition, province: int) -> Unit | None:
    """Return the unit in `province` that had orders in this phase."""
    if board.position.phase.kind is not PhaseKind.RETREAT:
        return board.unit_at(province)
    dislodged = (entry.unit for entry in board.position.dislodged)
    return next((u for u in dislodged if board.province(u.location) == province), None)


def _disrupted(phase: ToldPhase, outcome: Outcome, by: Text) -> Text:
    """Return what disrupted a convoy: lost fleets, or in a paradox an attack alone."""
    fleets = all_of(_lost_fleets(phase, outcome))
    attacked = all_of(_attacked_on_rivers(phase, outcome))
    if fleets and by:
        return message("convoy disrupted: {fleets} dislodged by {units}", fleets=fleets, units=by)
    if fleets:
        return message("convoy disrupted: {fleets} dislodged", fleets=fleets)
    if attacked and by:
        return message(
            "convoy disrupted: {units} attacked {fleets} on a river", fleets=attacked, units=by
        )
    if phase.sighted is not None:
        return message("convoy disrupted")
    if by:
        return message("convoy disrupted: a paradox with the attack by {units}", units=by)
    return message("convoy disrupted: a paradox")


def _lost_fleets(phase: ToldPhase, outcome: Outcome) -> list[str]:
    """Return the fleets that were to carry an army and were dislodged."""
    return [
        unit_short(carrier.unit, phase.board.geography)
        for carrier in _carriers(phase, outcome)
        if carrier.unit in phase.attackers and carrier is not outcome.order
    ]


def is_broken_on_river(phase: ToldPhase, outcome: Outcome) -> bool:
    """Return whether a rule ended the convoy of an army, with no fleet lost for it."""
    return not _lost_fleets(phase, outcome) and bool(_attacked_on_rivers(phase, outcome))


def _attacked_on_rivers(phase: ToldPhase, outcome: Outcome) -> list[str]:
    """Return the fleets whose convoy an attack in vain has ended, by a rule."""
    board = phase.board
    comers = [unit for place in outcome.by if (unit := board.unit_at(place))]
    return [
        unit_short(carrier.unit, board.geography)
        for carrier in _carriers(phase, outcome)
        if any(
            rule.breaks_convoy(comer, carrier.unit, board.province(carrier.target), board.variant)
            for rule in board.variant.rules.special
            for comer in comers
        )
    ]


def _carriers(phase: ToldPhase, outcome: Outcome) -> Iterator[Convoy]:
    """Yield the convoys of an army that was to move, or the one that failed."""
    order, board = outcome.order, phase.board
    if isinstance(order, Convoy):
        yield order
    if not isinstance(order, Move):
        return
    journey = board.province(order.unit.location), board.province(order.target)
    for other in phase.adjudication.outcomes:
        convoy = other.order
        if not isinstance(convoy, Convoy):
            continue
        if (convoy.convoyed, board.province(convoy.target)) == journey:
            yield convoy


def _mismatch(phase: ToldPhase, outcome: Outcome) -> Text:
    match outcome.order:
        case SupportHold(_, province) | SupportMove(_, province) | Convoy(_, province):
            geography, named = phase.board.geography, phase.board.unit_at(province)
            there = place_short(province, geography)
            if not phase.in_sight(province):
                return message("nothing that fits it in {place}", place=there)
            if named is None:
                return message("no unit in {place}", place=there)
            unit = unit_short(named, geography)
            if isinstance(outcome.order, SupportHold):
                return message("{unit} was ordered to move", unit=unit)
            return message("{unit} was not ordered so", unit=unit)
        case _:
            return message("it had no effect")


def attackers_of(board: NamedPosition, adjudication: Adjudication) -> dict[Unit, Unit | None]:
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


def _victor(unit: Unit, board: NamedPosition, adjudication: Adjudication) -> Unit | None:
    """Return who drove `unit` out, as far as one in the dark can tell.

    Where it came from is known only if that was in sight; else it is seen where it is.
    """
    home = board.province(unit.location)
    for entry in adjudication.after.dislodged:
        if entry.unit == unit and entry.attacker_from != home:
            return board.unit_at(entry.attacker_from)
    return NamedPosition(adjudication.after, board.variant).unit_at(home)
