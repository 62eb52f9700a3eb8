"""Adjudicate one phase of any kind: outcomes of the orders, and the board at the next phase."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from judge.engine.adjustment import adjustments, check_adjustment, resolve_adjustments
from judge.engine.board import (
    Dislodged,
    PhaseKind,
    Position,
    Season,
    Unit,
    adjustments_after,
    movement_after,
    retreats_after,
)
from judge.engine.geography import Geography, bits, with_ways
from judge.engine.legality import check_movement
from judge.engine.movement.phase import resolve_movement
from judge.engine.orders import (
    LAST_STAND,
    Adjudication,
    Consequence,
    Declare,
    Move,
    Order,
    Outcome,
    Reason,
    Vote,
    power_of,
)
from judge.engine.retreat import check_retreat, resolve_retreats
from judge.engine.rules.neutrals import powers_at
from judge.engine.rules.rule import Victory
from judge.engine.variant import Variant, supply
from judge.messages import Text, counted

Captures = tuple[tuple[int, str | None, str], ...]


def adjudicate(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    """Return the outcome of each order, and the board at the next phase that needs orders.

    Phases without a choice for any power are skipped. A unit without a possible retreat is
    disbanded immediately.
    """
    if variant.rules.special:
        return _adjudicated_with_rules(position, orders, variant)
    return _adjudicated_by_rulebook(position, orders, variant)


def _adjudicated_by_rulebook(
    position: Position, orders: Sequence[Order], variant: Variant
) -> Adjudication:
    """Return the result of a phase by the rulebook, without `Rule.counted` and `Rule.after`."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(position, orders, variant)
        case PhaseKind.RETREAT:
            return _retreat(position, orders, variant)
        case PhaseKind.ADJUSTMENT:
            return _adjustment(position, orders, variant)


def _adjudicated_with_rules(
    position: Position, orders: Sequence[Order], variant: Variant
) -> Adjudication:
    """Return the result of a phase in which the variant's rules act before and after the rulebook.

    Before: each rule may replace orders, add some, set markers and report consequences
    (`Rule.counted`). After: each rule changes the next board (`Rule.after`, `Rule.year_ended`) and
    reports consequences.
    """
    variant = with_ways_of_phase(position, variant)
    # Each entry stands for one order that came in: the order itself, a replacement, or already
    # its outcome. So the outcomes at the end have the sequence of the orders.
    entries: list[Order | Outcome] = [*orders]
    added: list[Order] = []
    consequences: list[Consequence] = []
    board = position
    for rule in variant.rules.special:
        ordered = [entry for entry in entries if not isinstance(entry, Outcome)]
        counted = rule.counted(board, ordered, variant)
        if counted is not None:
            replaced = iter(counted.entries)
            entries = [e if isinstance(e, Outcome) else next(replaced) for e in entries]
            added += counted.added
            consequences += counted.consequences
            if counted.markers is not None:
                board = replace(board, markers=counted.markers)
    entries = [_outcome_without_move(entry, position, variant) for entry in entries]
    ordered = [entry for entry in entries if not isinstance(entry, Outcome)]
    result = _adjudicated_by_rulebook(board, (*ordered, *added), variant)
    resolved = iter(result.outcomes)
    outcomes = [entry if isinstance(entry, Outcome) else next(resolved) for entry in entries]
    result = replace(result, outcomes=(*outcomes, *resolved))
    for rule in variant.rules.special:
        result = replace(result, after=rule.after(board, result, variant))
    spring = result.after.phase.season is Season.SPRING
    if spring and position.phase.season is not Season.SPRING:
        for rule in variant.rules.special:
            result = replace(result, after=rule.year_ended(result.after, variant))
    for rule in variant.rules.special:
        consequences += rule.consequences(board, result, variant)
    return replace(result, consequences=(*consequences, *result.consequences))


def with_ways_of_phase(position: Position, variant: Variant) -> Variant:
    """Return the variant with the extra connections (`Ways`) that its rules open in this phase."""
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return variant
    ways = [rule.ways(position, variant) for rule in variant.rules.special]
    army = [way for rule_ways in ways for way in rule_ways.army]
    fleet = [way for rule_ways in ways for way in rule_ways.fleet]
    if not army and not fleet:
        return variant
    return replace(variant, geography=with_ways(variant.geography, army, fleet))


def _outcome_without_move(
    order: Order | Outcome, position: Position, variant: Variant
) -> Order | Outcome:
    """Return the outcome of a `Declare` or a `Vote`; any other order is returned unchanged."""
    if not isinstance(order, Declare | Vote):
        return order
    reason = check_order(order, order.power, position, variant)
    return Outcome(order, reason or Reason.SUCCEEDED)


def check_order(order: Order, power: str, position: Position, variant: Variant) -> Reason | None:
    """Return why `power` may not give `order` now, or None if it may."""
    match order:
        case Declare():
            reason = _check_saying(order, power, position, variant)
        case Vote(order=voted):
            reason = _check_vote(order, power, position, variant)
            reason = reason or check_order(voted, power_of(voted), position, variant)
        case _:
            variant_now = with_ways_of_phase(position, variant)
            reason = _check_order(order, power, position, variant_now)
    for rule in variant.rules.special:
        reason = reason or rule.forbids(order, power, position, variant)
    return reason


def _check_saying(
    order: Declare, power: str, position: Position, variant: Variant
) -> Reason | None:
    sayings = {s.pattern: s for rule in variant.rules.special for s in rule.sayings}
    saying = sayings.get(order.pattern)
    if saying is None or position.phase.kind not in saying.phases:
        return Reason.WRONG_PHASE
    if order.power != power or (saying.powers and power not in saying.powers):
        return Reason.FOREIGN_SAYING
    return None


def _check_vote(order: Vote, power: str, position: Position, variant: Variant) -> Reason | None:
    special = variant.rules.special
    if order.power != power:
        return Reason.FOREIGN_UNIT
    allowed = any(rule.may_order(order, power, position, variant) for rule in special)
    return None if allowed else Reason.FOREIGN_UNIT


def _check_order(order: Order, power: str, position: Position, variant: Variant) -> Reason | None:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return check_movement(order, power, position, variant)
        case PhaseKind.RETREAT:
            return check_retreat(order, power, position, variant.geography)
        case PhaseKind.ADJUSTMENT:
            return check_adjustment(order, power, position, variant)


def is_public(outcome: Outcome, variant: Variant) -> bool:
    """Return whether all players see this order in the results of its phase."""
    match outcome.order:
        case Vote():
            return False
        case Declare() if outcome.reason is Reason.WITHHELD:
            return False
        case Declare(pattern=pattern):
            sayings = (s for rule in variant.rules.special for s in rule.sayings)
            return any(s.pattern == pattern and s.public for s in sayings)
        case _:
            return True


def dislodgements(adjudication: Adjudication, geography: Geography) -> tuple[Dislodged, ...]:
    """Return all units dislodged in a movement phase, even those that were disbanded immediately.

    A unit that was disbanded immediately has no `retreats`.
    """
    if not adjudication.disbanded:
        return adjudication.after.dislodged
    province_of = geography.province_of
    origins = {
        province_of[outcome.order.target]: province_of[outcome.order.unit.location]
        for outcome in adjudication.outcomes
        if outcome.succeeded and isinstance(outcome.order, Move)
    }
    lost = [
        Dislodged(unit, origins[province_of[unit.location]], ()) for unit in adjudication.disbanded
    ]
    return (*adjudication.after.dislodged, *lost)


def _movement(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    movement = resolve_movement(position, orders, variant)
    for rule in variant.rules.special:
        units, outcomes = movement.units, movement.outcomes
        markers = rule.moved(position, outcomes, units, variant)
        position = replace(position, markers=markers)
    last_stands = tuple(Consequence(LAST_STAND, place) for place in movement.reinforced)
    retreating = tuple(
        unit
        for unit in movement.dislodged
        if (
            bool(unit.retreats)
            and all(rule.may_retreat(unit.unit, variant) for rule in variant.rules.special)
        )
    )
    gone = tuple(lost.unit for lost in movement.dislodged if lost not in retreating)
    if retreating:
        after = Position(
            retreats_after(position.phase),
            movement.units,
            position.owners,
            retreating,
            position.markers,
        )
        captures: Captures = ()
    else:
        after, captures = _season_ended(position, movement.units, variant)
    return Adjudication(movement.outcomes, after, gone, movement.standoffs, captures, last_stands)


def _retreat(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    retreats = resolve_retreats(position, orders, variant.geography)
    units = _by_province((*position.units, *retreats.retreated), variant.geography)
    after, captures = _season_ended(position, units, variant)
    return Adjudication(retreats.outcomes, after, retreats.disbanded, captures=captures)


def _adjustment(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    adjusted = resolve_adjustments(position, orders, variant)
    units = _by_province(adjusted.units, variant.geography)
    spring = movement_after(position.phase, variant.rules.turn_years)
    after = replace(position, phase=spring, units=units)
    return Adjudication(adjusted.outcomes, after, adjusted.disbanded)


def _season_ended(
    position: Position, units: tuple[Unit, ...], variant: Variant
) -> tuple[Position, Captures]:
    """Return the board at the next phase, and the captures: centers change hands after Fall.

    The adjustment phase is skipped if no power has anything to order in it.
    """
    markers = position.markers
    if position.phase.season is not Season.FALL:
        phase = movement_after(position.phase, variant.rules.turn_years)
        return Position(phase, units, position.owners, (), markers), ()
    captures = _captures(position, units, variant)
    taken = {center: power for center, _, power in captures}
    owners = [taken.get(place, owner) for place, owner in enumerate(position.owners)]
    winter = adjustments_after(position.phase)
    after = Position(winter, units, tuple(owners), (), markers)
    special = variant.rules.special
    needs_winter = any(rule.wants_winter(after, variant) for rule in special)
    if not needs_winter and not adjustments(after, variant):
        spring = movement_after(position.phase, variant.rules.turn_years)
        after = replace(after, phase=spring)
    return after, captures


def _captures(position: Position, units: Sequence[Unit], variant: Variant) -> Captures:
    """Return the centers taken after Fall, as in `Adjudication.captures`."""
    geography, special = variant.geography, variant.rules.special
    owners = position.owners
    occupiers = {
        province: unit.power
        for province, unit in ((geography.province_of[u.location], u) for u in units)
        if all(rule.captures(unit, province, position, variant) for rule in special)
    }
    return tuple(
        (center, owners[center], occupiers[center])
        for center in bits(geography.centers)
        if center in occupiers and owners[center] != occupiers[center]
    )


def _by_province(units: Sequence[Unit], geography: Geography) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: geography.province_of[unit.location]))


def ending(position: Position, variant: Variant) -> Victory | None:
    """Return how the game is over, or None if it goes on.

    By the rulebook a power wins if it owns at least `Variant.victory` centers, and more than any
    other power. A power without a player never wins.
    """
    for rule in variant.rules.special:
        answer = rule.ending(position, variant)
        if answer is not None:
            return answer if isinstance(answer, Victory) else None
    counts = supply(position, variant)
    counts_of_players = {power.name: counts[power.name] for power in powers_at(position, variant)}
    best = Counter(counts_of_players).most_common(2)
    if not best or best[0][1] < variant.victory:
        return None
    if len(best) == 2 and best[0][1] == best[1][1]:
        return None
    power, centers = best[0]
    reason = counted(
        "{power} owns {count} center", "{power} owns {count} centers", centers, power=power
    )
    return Victory((power,), reason)


def goal(variant: Variant) -> Text:
    """Return the condition of victory in a few words, for lists: `18 centers`."""
    for rule in variant.rules.special:
        if text := rule.goal(variant):
            return text
    return counted("{count} center", "{count} centers", variant.victory)


def winner(position: Position, variant: Variant) -> str | None:
    """Return the power that has won alone, or None if no power has."""
    victory = ending(position, variant)
    return victory.winners[0] if victory and len(victory.winners) == 1 else None
