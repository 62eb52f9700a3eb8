"""One phase adjudicated, whatever its kind, and the board as the next one finds it."""

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
    """Return what became of each order, and the board at the next phase with orders.

    Phases in which nobody has anything to order are passed over, and a unit that has
    nowhere to retreat to is disbanded at once.
    """
    if variant.rules.special:
        return _by_rules(position, orders, variant)
    return _resolved(position, orders, variant)


def _resolved(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(position, orders, variant)
        case PhaseKind.RETREAT:
            return _retreat(position, orders, variant)
        case PhaseKind.ADJUSTMENT:
            return _adjustment(position, orders, variant)


def _by_rules(position: Position, orders: Sequence[Order], variant: Variant) -> Adjudication:
    """Adjudicate a phase in which rules of the variant act before and after the rulebook."""
    variant = _widened(position, variant)
    given: list[Order | Outcome] = [*orders]
    added: list[Order] = []
    noted: list[Consequence] = []
    board = position
    for rule in variant.rules.special:
        ordered = [one for one in given if not isinstance(one, Outcome)]
        counted = rule.counted(board, ordered, variant)
        if counted is not None:
            meant = iter(counted.given)
            given = [o if isinstance(o, Outcome) else next(meant) for o in given]
            added += counted.added
            noted += counted.consequences
            if counted.markers is not None:
                board = replace(board, markers=counted.markers)
    given = [_as_said(one, position, variant) for one in given]
    ordered = [one for one in given if not isinstance(one, Outcome)]
    done = _resolved(board, (*ordered, *added), variant)
    told = iter(done.outcomes)
    first = [one if isinstance(one, Outcome) else next(told) for one in given]
    done = replace(done, outcomes=(*first, *told))
    for rule in variant.rules.special:
        done = replace(done, after=rule.after(board, done, variant))
    spring = done.after.phase.season is Season.SPRING
    if spring and position.phase.season is not Season.SPRING:
        for rule in variant.rules.special:
            done = replace(done, after=rule.year_ended(done.after, variant))
    for rule in variant.rules.special:
        noted += rule.consequences(board, done, variant)
    return replace(done, consequences=(*noted, *done.consequences))


def _widened(position: Position, variant: Variant) -> Variant:
    """Return the variant with the ways that its rules open in this phase."""
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return variant
    ways = [rule.ways(position, variant) for rule in variant.rules.special]
    army = [way for some in ways for way in some.army]
    fleet = [way for some in ways for way in some.fleet]
    if not army and not fleet:
        return variant
    return replace(variant, geography=with_ways(variant.geography, army, fleet))


def _as_said(order: Order | Outcome, position: Position, variant: Variant) -> Order | Outcome:
    """Return the outcome of a saying or a vote, which move nothing; any other order as it is."""
    if not isinstance(order, Declare | Vote):
        return order
    reason = check_order(order, order.power, position, variant)
    return Outcome(order, reason or Reason.SUCCEEDED)


def check_order(order: Order, power: str, position: Position, variant: Variant) -> Reason | None:
    """Return why `power` may not give this order now, or None when it may."""
    match order:
        case Declare():
            reason = _check_saying(order, power, position, variant)
        case Vote(order=voted):
            reason = _check_vote(order, power, position, variant)
            reason = reason or check_order(voted, power_of(voted), position, variant)
        case _:
            wide = _widened(position, variant)
            reason = _check_order(order, power, position, wide)
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
    """Return whether everybody reads this order with the results of its phase."""
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
    """Return all units dislodged in a movement phase, also those disbanded at once.

    These have nowhere to retreat to.
    """
    if not adjudication.disbanded:
        return adjudication.after.dislodged
    province_of = geography.province_of
    origins = {
        province_of[one.order.target]: province_of[one.order.unit.location]
        for one in adjudication.outcomes
        if one.succeeded and isinstance(one.order, Move)
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
    stood = tuple(Consequence(LAST_STAND, place) for place in movement.reinforced)
    waiting = tuple(one for one in movement.dislodged if _may_retreat(one, variant))
    gone = tuple(one.unit for one in movement.dislodged if one not in waiting)
    if waiting:
        after = Position(
            retreats_after(position.phase),
            movement.units,
            position.owners,
            waiting,
            position.markers,
        )
        captures: Captures = ()
    else:
        after, captures = _season_ended(position, movement.units, variant)
    return Adjudication(movement.outcomes, after, gone, movement.standoffs, captures, stood)


def _may_retreat(dislodged: Dislodged, variant: Variant) -> bool:
    return bool(dislodged.retreats) and all(
        rule.may_retreat(dislodged.unit, variant) for rule in variant.rules.special
    )


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
    """Return the board at the next phase, after Fall with the new owners of centers."""
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
    wanted = any(rule.wants_winter(after, variant) for rule in special)
    if not wanted and not adjustments(after, variant):
        spring = movement_after(position.phase, variant.rules.turn_years)
        after = replace(after, phase=spring)
    return after, captures


def _captures(position: Position, units: Sequence[Unit], variant: Variant) -> Captures:
    geography, special = variant.geography, variant.rules.special
    owners = position.owners
    standing = {
        province: unit.power
        for province, unit in ((geography.province_of[u.location], u) for u in units)
        if all(rule.captures(unit, province, position, variant) for rule in special)
    }
    return tuple(
        (center, owners[center], standing[center])
        for center in bits(geography.centers)
        if center in standing and owners[center] != standing[center]
    )


def _by_province(units: Sequence[Unit], geography: Geography) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: geography.province_of[unit.location]))


def ending(position: Position, variant: Variant) -> Victory | None:
    """Return how the game is over, or None while it goes on.

    By the rulebook a power has won when it owns at least as many centers as the variant
    asks for, and more than any other. A side without a player never wins.
    """
    for rule in variant.rules.special:
        told = rule.ending(position, variant)
        if told is not None:
            return told if isinstance(told, Victory) else None
    counts = supply(position, variant)
    played = {power.name: counts[power.name] for power in powers_at(position, variant)}
    best = Counter(played).most_common(2)
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
    """Return what wins, in the words of lists: `18 centers`."""
    for rule in variant.rules.special:
        if told := rule.goal(variant):
            return told
    return counted("{count} center", "{count} centers", variant.victory)


def winner(position: Position, variant: Variant) -> str | None:
    """Return the power that has won alone, or None."""
    over = ending(position, variant)
    return over.winners[0] if over and len(over.winners) == 1 else None
