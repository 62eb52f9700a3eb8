"""The results of a phase: orders with outcome and reason, dislodged units, captures."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.engine import (
    Adjudication,
    Consequence,
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
    power_of,
    units_of_players,
)
from judge.messages import Message, Text, all_of, any_of, message
from judge.notation import Trouble
from judge.render.facts.board import lost, returned, sides_for
from judge.render.words import NamedPosition, order_short, place_short, unit_and_power, unit_short

TROUBLES: Mapping[Trouble, Message] = {
    Trouble.EMPTY: message("nothing to read"),
    Trouble.TOO_LONG: message("too long for an order"),
    Trouble.QUOTED: message("quoted from another mail"),
    Trouble.SEVERAL: message("more than one order, and each needs a line of its own"),
    Trouble.UNKNOWN: message("not understood"),
    Trouble.LEFT_OVER: message("too much after the order"),
    Trouble.OUT_OF_PLACE: message("not where an order has it"),
    Trouble.NO_UNIT_NAMED: message("no unit named"),
    Trouble.NO_VERB: message("not said what to do"),
    Trouble.NO_TARGET: message("not said where"),
    Trouble.NO_UNIT: message("no unit there"),
    Trouble.WRONG_KIND: message("the unit there is of the other kind"),
    Trouble.WRONG_PHASE: message("not an order of this phase"),
    Trouble.OTHER_POWER: message("not your power"),
    Trouble.NO_POWER: message("not said for which power"),
    Trouble.NO_SUCH_COAST: message("no such coast"),
    Trouble.NOT_A_ROUTE: message("not a convoy route"),
    Trouble.QUALIFIED: message("only an order without conditions, doubts or denials is taken"),
}
OUTCOMES: Mapping[Reason, Message] = {
    Reason.BOUNCED: message("bounced"),
    Reason.CUT: message("cut"),
    Reason.DISLODGED: message("dislodged"),
    Reason.CLASHED: message("retreats met, disbanded"),
    Reason.NO_LEAVE: message("no leave was given for it"),
    Reason.NO_CONVOY: message("no convoy was ordered for it"),
    Reason.NO_RETREAT: message("no retreat was ordered"),
    Reason.SURPLUS: message("more than allowed, not done"),
    Reason.CIVIL_DISORDER: message("removed by rule, nothing was ordered"),
    Reason.OUTVOTED: message("no majority wanted it"),
    Reason.WITHHELD: message("no unit of yours went there, so nobody else reads it"),
    Reason.NO_UNIT: message("illegal: no such unit"),
    Reason.FOREIGN_UNIT: message("illegal: not your unit"),
    Reason.WRONG_KIND: message("illegal: wrong kind of unit"),
    Reason.WRONG_PHASE: message("illegal: wrong phase"),
    Reason.NOT_ADJACENT: message("illegal: cannot get there"),
    Reason.NO_ROUTE: message("illegal: no convoy route"),
    Reason.NOT_ON_ROUTE: message("illegal: not on the convoy route"),
    Reason.NEEDED_TO_CONVOY: message("illegal: needed to convoy it"),
    Reason.WRONG_TERRAIN: message("illegal: wrong terrain"),
    Reason.COAST_NEEDED: message("illegal: coast needed"),
    Reason.WRONG_COAST: message("illegal: coast out of reach"),
    Reason.SELF: message("illegal: own province"),
    Reason.CANNOT_CONVOY: message("illegal: cannot convoy"),
    Reason.NO_RETREAT_THERE: message("illegal: no retreat there"),
    Reason.NOT_DISLODGED: message("illegal: not dislodged"),
    Reason.NO_BUILD_THERE: message("illegal: no build there"),
    Reason.OCCUPIED: message("illegal: occupied"),
    Reason.NOT_OWNED: message("illegal: not owned"),
    Reason.NO_CHOICE: message("illegal: nothing to adjust"),
    Reason.FOREIGN_SAYING: message("illegal: not yours to say"),
    Reason.NO_EFFECT: message("illegal: no effect here"),
    Reason.REPLACED: message("illegal: replaced"),
}
"""The words for an outcome that has no details."""

# Sentences about illegal orders; the module of mistakes fills in their gaps.
OF_OTHER: Mapping[Reason, Message] = {
    Reason.NO_UNIT: message("There is no unit in {other}."),
    Reason.WRONG_KIND: message("Only a fleet can convoy, and only an army can be convoyed."),
}
IMPOSSIBLE: Mapping[Reason, Message] = {
    Reason.NO_UNIT: message("You have no unit in {home}."),
    Reason.FOREIGN_UNIT: message("{unit} is not yours."),
    Reason.NO_EFFECT: message("That has no effect here."),
    Reason.FOREIGN_SAYING: message("That is for another power to say."),
    Reason.WRONG_KIND: message("The unit in {home} is not {kind}."),
    Reason.WRONG_PHASE: message("That is not for this phase, {phase}."),
    Reason.NOT_ADJACENT: message("{unit} cannot get to {target}."),
    Reason.NO_ROUTE: message("No chain of fleets leads from {home} to {target}."),
    Reason.NOT_ON_ROUTE: message("{own} is on no route from {home} to {target} that needs it."),
    Reason.NEEDED_TO_CONVOY: message("{unit} gets to {target} only if {own} convoys it."),
    Reason.WRONG_TERRAIN: message("{kind} cannot be in {place}."),
    Reason.COAST_NEEDED: message("{place} has more than one coast, so please say which."),
    Reason.WRONG_COAST: message("{unit} cannot get to {target} from where it is."),
    Reason.SELF: message("{unit} cannot do that with itself or where it stands."),
    Reason.CANNOT_CONVOY: message("Only a fleet at sea can convoy, and only an army."),
    Reason.NO_RETREAT_THERE: message("{unit} cannot retreat to {target}."),
    Reason.NOT_DISLODGED: message("{unit} was not dislodged."),
    Reason.NO_BUILD_THERE: message("{kind} cannot be built in {place}."),
    Reason.OCCUPIED: message("{place} is occupied."),
    Reason.NOT_OWNED: message("{place} is not yours."),
    Reason.NO_CHOICE: message("You have nothing to build or remove."),
    Reason.SURPLUS: message("That is more than you may build or remove."),
}
NOT_POSSIBLE = message("That is not possible.")


@dataclass(frozen=True, slots=True)
class ToldPhase:
    """A finished phase for a reader; `sighted` is the reader's power in a blind game, else None."""

    board: NamedPosition
    adjudication: Adjudication
    attackers: dict[Unit, Unit | None]
    sighted: str | None

    def in_sight(self, province: int) -> bool:
        """Return whether the reader knows what stood in `province`."""
        if self.sighted is None:
            return True
        position = self.board.position
        from judge.game import seen_from  # noqa: PLC0415 - only games have readers

        visible = seen_from(position, self.sighted, self.board.geography)
        return bool(visible >> province & 1)


def told_phase(
    before: Position, adjudication: Adjudication, variant: Variant, sighted: str | None
) -> ToldPhase:
    """Return a phase with the attacker of each dislodged unit, as far as `sighted` can tell."""
    board = NamedPosition(before, variant)
    attackers = attackers_of(board, adjudication)
    if sighted is not None:
        attackers = {
            unit: by or _victor(unit, board, adjudication) for unit, by in attackers.items()
        }
    return ToldPhase(board, adjudication, attackers, sighted)


def reason_told(phase: ToldPhase, outcome: Outcome) -> Text:
    """Return the whole reason for one order's outcome, "" if the order succeeded."""
    reason, order = _reason(phase, outcome), outcome.order
    if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy):
        return reason
    if order.unit not in phase.attackers or outcome.reason is Reason.DISLODGED:
        return reason
    attacker = phase.attackers[order.unit]
    fate = message("dislodged")
    if attacker is not None:
        by = unit_and_power(attacker, phase.board.geography)
        fate = message("dislodged by {units}", units=by)
    return message("{reason}; {fate}", reason=reason, fate=fate) if reason else fate


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
            board = phase.board
            units = filter(None, (_cause(board, province) for province in outcome.by))
            own = all_of([unit_short(unit, board.geography) for unit in units])
            return message("would have dislodged its own {units}", units=own or message("unit"))
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
    """Return who stopped a move if a garrison was among them, otherwise ""."""
    order, board = outcome.order, phase.board
    if not isinstance(order, Move):
        return ""
    target = board.province(order.target)
    if target not in outcome.by or not phase.in_sight(target):
        return ""
    garrison = garrison_at(board.position, phase.adjudication, target, board.variant)
    if garrison is None:
        return ""
    others = [place for place in outcome.by if place != target]
    place = place_short(target, board.geography)
    guard: Text = message("the garrison of {place}", place=place)
    unit = board.unit_at(target)
    if unit and not _was_to_leave(phase, unit):
        guard = message("{unit} and the garrison", unit=unit_and_power(unit, board.geography))
    return all_of([_units(phase, tuple(others)), guard]) if others else guard


def _was_to_leave(phase: ToldPhase, unit: Unit) -> bool:
    legal_outcomes = (item for item in phase.adjudication.outcomes if not item.reason.is_illegal)
    orders = (item.order for item in legal_outcomes)
    return any(isinstance(item, Move) and item.unit == unit for item in orders)


def _cause(board: NamedPosition, province: int) -> Unit | None:
    """Return the unit in `province` that had orders in this phase."""
    if board.position.phase.kind is not PhaseKind.RETREAT:
        return board.unit_at(province)
    dislodged = (entry.unit for entry in board.position.dislodged)
    return next((unit for unit in dislodged if board.province(unit.location) == province), None)


def _disrupted(phase: ToldPhase, outcome: Outcome, by: Text) -> Text:
    """Return what disrupted a convoy: lost fleets, or in a paradox an attack without success."""
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
    """Return the fleets that convoyed an army and were dislodged."""
    return [
        unit_short(carrier.unit, phase.board.geography)
        for carrier in _carriers(phase, outcome)
        if carrier.unit in phase.attackers and carrier is not outcome.order
    ]


def is_broken_on_river(phase: ToldPhase, outcome: Outcome) -> bool:
    """Return whether an army's convoy on a river was broken by a rule, without a lost fleet."""
    return not _lost_fleets(phase, outcome) and bool(_attacked_on_rivers(phase, outcome))


def _attacked_on_rivers(phase: ToldPhase, outcome: Outcome) -> list[str]:
    """Return the fleets whose convoy a rule broke because of an unsuccessful attack."""
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
    """Yield the convoys of an army that was ordered to move, or the one that failed."""
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
    """Return each unit dislodged in this phase, with the unit that dislodged it."""
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
    """Return the unit that dislodged `unit`, as far as a reader with limited sight can tell.

    If its origin was out of sight, it is recognized in its new place.
    """
    home = board.province(unit.location)
    for entry in adjudication.after.dislodged:
        if entry.unit == unit and entry.attacker_from != home:
            return board.unit_at(entry.attacker_from)
    return NamedPosition(adjudication.after, board.variant).unit_at(home)


@dataclass(frozen=True, slots=True)
class PowerResults:
    """The orders of one power, each with its result ("" if it succeeded)."""

    power: str
    rows: tuple[tuple[str, Text], ...]
    absent: bool


@dataclass(frozen=True, slots=True)
class Results:
    """The results of one phase, ready for a template."""

    powers: tuple[PowerResults, ...]
    #: A row for each unit: the unit and its attacker, and its possible retreats.
    dislodged: tuple[tuple[str, Text], ...]
    #: A row for each power: the centers that it took, and from whom.
    captures: tuple[tuple[str, Text], ...]
    #: A row for each side without a player: the places where its units returned.
    returned: tuple[tuple[str, str], ...]
    #: Sentences: effects of the variant's rules, and powers that are out of the game.
    consequences: tuple[Text, ...]

    @property
    def rows(self) -> tuple[tuple[str, Text], ...]:
        """Return the orders of all powers, each with its result."""
        return tuple(row for power in self.powers for row in power.rows)


def results_of(
    before: Position,
    adjudication: Adjudication,
    absent: tuple[str, ...],
    variant: Variant,
    sighted: str | None = None,
    *,
    first: str = "",
) -> Results:
    """Return the results of the phase that began at `before`, those of the power `first` first.

    `sighted` is the reader's power in a blind game; the arguments are redacted for it.
    """
    phase = told_phase(before, adjudication, variant, sighted)
    by_power = tuple(
        PowerResults(power.name, rows, power.name in absent)
        for power in sides_for(variant, first)
        if (rows := tuple(_rows(phase, power.name))) or power.name in absent
    )
    # A reader with limited sight cannot tell whether a unit newly in sight was there before.
    back = () if sighted else returned(before, adjudication, variant)
    sentences = rule_sentences(adjudication.consequences, variant)
    sentences = (*sentences, *(() if sighted else _out(phase)))
    return Results(by_power, _dislodged(phase, first), _captures(phase, first), back, sentences)


def dislodged_units(
    before: Position, adjudication: Adjudication, variant: Variant
) -> tuple[Unit, ...]:
    """Return the units that a movement phase dislodged."""
    return tuple(attackers_of(NamedPosition(before, variant), adjudication))


def rule_sentences(consequences: Iterable[Consequence], variant: Variant) -> tuple[Text, ...]:
    """Return the effects of the variant's rules on a phase, as sentences."""
    sentences = (
        rule.consequence_text(consequence, variant)
        for consequence in consequences
        for rule in variant.rules.special
    )
    return tuple(filter(None, sentences))


def _rows(phase: ToldPhase, power: str) -> Iterator[tuple[str, Text]]:
    variant = phase.board.variant
    nobody = any(side.name == power for side in variant.neutrals)
    for outcome in phase.adjudication.outcomes:
        if power_of(outcome.order) == power:
            route, told = _route(phase, outcome), reason_told(phase, outcome)
            if route and told:
                told = message("{route}; {result}", route=route, result=told)
            # Nobody wrote the holds of a side without a player.
            if told or not (nobody and isinstance(outcome.order, Hold)):
                yield order_short(outcome.order, phase.board), told or route


def _route(phase: ToldPhase, outcome: Outcome) -> Text:
    """Return the fleets that carried an army, or "" if none did."""
    order, board = outcome.order, phase.board
    if not isinstance(order, Move) or outcome.reason in (Reason.DISRUPTED, Reason.NO_CONVOY):
        return ""
    succeeded = (item.order for item in phase.adjudication.outcomes if item.succeeded)
    return route_text(order, (done for done in succeeded if isinstance(done, Convoy)), board)


def route_text(move: Move, convoys: Iterable[Convoy], board: NamedPosition) -> Text:
    """Return the fleets of the `convoys` that carry `move`, in the order of its way, or ""."""
    geography = board.geography
    home, goal = board.province(move.unit.location), board.province(move.target)
    left = [
        convoy.unit
        for convoy in convoys
        if (convoy.convoyed, board.province(convoy.target)) == (home, goal)
    ]
    way: list[Unit] = []
    reached = [home]
    for place in reached:
        near = [fleet for fleet in left if geography.fleet_reach[fleet.location] >> place & 1]
        way += near
        reached += [board.province(fleet.location) for fleet in near]
        left = [fleet for fleet in left if fleet not in near]
    fleets = [unit_short(fleet, geography) for fleet in (*way, *left)]
    return message("by {fleets}", fleets=all_of(fleets)) if fleets else ""


def _out(phase: ToldPhase) -> Iterator[Text]:
    """Yield the powers that were in the game before the phase and are out of it now."""
    variant = phase.board.variant
    remaining = units_of_players(phase.adjudication.after, variant)
    for power in units_of_players(phase.board.position, variant):
        if power not in remaining:
            yield message(
                "{power} has neither unit nor center left and is out of the game.", power=power
            )


def _dislodged(phase: ToldPhase, first: str) -> tuple[tuple[str, Text], ...]:
    geography = phase.board.geography
    open_to = {entry.unit: entry.retreats for entry in phase.adjudication.after.dislodged}
    rows = []
    for unit in sorted(phase.board.position.units, key=lambda unit: unit.power != first):
        if unit in phase.attackers:
            places = [place_short(target, geography) for target in open_to.get(unit, ())]
            fate = lost(unit, phase.board.variant)
            if places:
                fate = message("may go to {places}, or disband", places=any_of(places))
            known = phase.sighted in (None, unit.power)
            rows.append((unit_and_power(unit, geography), fate if known else ""))
    return tuple(rows)


def _captures(phase: ToldPhase, first: str) -> tuple[tuple[str, Text], ...]:
    taken: dict[str, list[str]] = {}
    for province, owner, power in phase.adjudication.captures:
        center = place_short(province, phase.board.geography)
        taken.setdefault(power, []).append(f"{center} ({owner})" if owner else center)
    in_order = sorted(taken.items(), key=lambda item: item[0] != first)
    return tuple((power, all_of(centers)) for power, centers in in_order)
