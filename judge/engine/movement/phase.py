"""The movement phase: final places of the units, dislodged units, and reasons of failed orders."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from judge.engine.board import Dislodged, Position, Unit, UnitKind
from judge.engine.geography import has_route, is_useful, mask_of
from judge.engine.movement.resolve import arrives, clash, force, prevention, resolve_residue, settle
from judge.engine.movement.tables import PhaseTables, break_convoys, cuts, match_convoys, set_up
from judge.engine.orders import Hold, Order, Outcome, Reason
from judge.engine.variant import Variant

# A member bound to a module constant: its lookup in the enum class costs more than the test itself.
_ARMY: Final = UnitKind.ARMY


class Movement(Struct, frozen=True, gc=False):
    """The result of a movement phase."""

    #: One for each order, and a hold for each unit without an order.
    outcomes: tuple[Outcome, ...]
    #: The units after the phase, by province, without the dislodged ones.
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    #: The provinces that a bounce left empty.
    standoffs: tuple[int, ...]
    #: The provinces whose units a variant's rule made stronger.
    reinforced: tuple[int, ...] = ()


def resolve_movement(position: Position, orders: Sequence[Order], variant: Variant) -> Movement:
    """Return the result of a movement phase (DATC 5.B).

    An illegal order is a hold (DATC 4.E.1). Of several legal orders to a unit the last one counts
    (DATC 4.D.3).
    """
    movement = _resolve(position, orders, variant, frozenset())
    if variant.rules.special and movement.dislodged:
        return _resolve_with_reinforcements(movement, position, orders, variant)
    return movement


def _resolve_with_reinforcements(
    movement: Movement, position: Position, orders: Sequence[Order], variant: Variant
) -> Movement:
    """Return the result of the phase after the variant's rules have reinforced units.

    The rules look at the dislodged units, and reinforcements change these. So the phase is resolved
    again until no rule reinforces a further unit.
    """
    reinforced: frozenset[int] = frozenset()
    while True:
        enlarged = reinforced.union(
            *(
                rule.reinforced(position, movement.dislodged, variant)
                for rule in variant.rules.special
            )
        )
        if enlarged == reinforced:
            return replace(movement, reinforced=tuple(sorted(reinforced)))
        reinforced = enlarged
        movement = _resolve(position, orders, variant, reinforced)


def _resolve(
    position: Position, orders: Sequence[Order], variant: Variant, reinforced: frozenset[int]
) -> Movement:
    """Return the result of a movement phase in which the units in `reinforced` are stronger."""
    board = set_up(position, orders, variant)
    if variant.rules.special:
        # Only few variants have units or provinces whose strength is not one.
        board.reinforced = reinforced
        province_of = board.geography.province_of
        board.weights = {
            province_of[unit.location]: unit.size for unit in position.units if unit.size > 1
        }
    if board.convoy_orders or board.carriers:
        match_convoys(board)
        if variant.rules.special:
            break_convoys(board, variant)
    still_open = settle(board)
    if still_open:
        resolve_residue(board, still_open)
        for province in still_open:
            if not board.fates[province]:
                board.failed.append(province)
            elif board.targets[province] >= 0:
                board.winners.append(province)
    return _conclude(board)


def _conclude(board: PhaseTables) -> Movement:
    occupants, victors = _occupants_after(board)
    if board.failed or victors:
        explain(board, victors)
    standoffs = _standoffs(board, occupants) if board.rivals else ()
    dislodged = _dislodged(board, occupants, victors, standoffs) if victors else ()
    outcomes = (*map(Outcome, board.orders, board.reasons, board.causes),)
    return Movement(outcomes, (*filter(None, occupants),), dislodged, standoffs)


def _occupants_after(board: PhaseTables) -> tuple[list[Unit | None], dict[int, int]]:
    """Return the occupant of each province after the moves, and the victors.

    The victors map the province of each dislodged unit to the province from which it was attacked.
    """
    targets, goals, unit_at = board.targets, board.goals, board.unit_at
    occupants = unit_at.copy()
    victors = {}
    # All movers leave before any arrives: a unit is dislodged only if it is still in its province.
    for mover in board.winners:
        occupants[mover] = None
    for mover in board.winners:
        target = targets[mover]
        if occupants[target] is not None:
            victors[target] = mover
        unit = unit_at[mover]
        assert unit is not None
        occupants[target] = Unit(unit.power, unit.kind, goals[mover], unit.size)
    return occupants, victors


def _standoffs(board: PhaseTables, occupants: Sequence[Unit | None]) -> tuple[int, ...]:
    """Return the provinces left empty because rivals bounced there."""
    standoffs = []
    for province, rivals in board.rivals.items():
        if occupants[province] is None:
            for rival in rivals:
                if prevention(board, rival, province)[0]:
                    standoffs.append(province)
                    break
    return tuple(sorted(standoffs))


def _dislodged(
    board: PhaseTables,
    occupants: Sequence[Unit | None],
    victors: Mapping[int, int],
    standoffs: tuple[int, ...],
) -> tuple[Dislodged, ...]:
    """Return the dislodged units by province, each with its possible retreats.

    They may retreat to the origin of a convoyed attacker (DATC 4.A.5).
    """
    province_of = board.geography.province_of
    army_steps, fleet_steps = board.geography.army_steps, board.geography.fleet_steps
    dislodged = []
    for province, victor in sorted(victors.items()):
        unit = board.unit_at[province]
        assert unit is not None
        steps = (army_steps if unit.kind is _ARMY else fleet_steps)[unit.location]
        closed = standoffs if victor in board.carriers else (*standoffs, victor)
        if board.garrisons:
            # A garrison closes its province to retreats, as a unit does.
            garrisoned = [n for n, g in board.garrisons.items() if g.power != unit.power]
            closed = (*closed, *garrisoned)
        retreats = [
            step
            for step in sorted(steps)
            if occupants[province_of[step]] is None
            and province_of[step] not in closed
            and (unit.location, step) not in board.geography.ways
        ]
        dislodged.append(Dislodged(unit, victor, tuple(retreats)))
    return tuple(dislodged)


_BOUNCED: Final = Reason.BOUNCED
_CUT: Final = Reason.CUT
_DISLODGED: Final = Reason.DISLODGED


def explain(board: PhaseTables, victors: Mapping[int, int]) -> None:
    """Record the reasons of the orders in `board.failed`, and of orders lost by a dislodgement.

    `victors` is the second result of `_occupants_after`.
    """
    for province in board.failed:
        if board.targets[province] >= 0:
            reason, causes = _why_move_failed(board, province, victors)
        elif province in board.aims:
            reason, causes = _CUT, _cutters(board, province)
        else:
            # The fleet was not dislodged: a variant's rule ended the convoy (`broken`), or a
            # paradox did. In a paradox the attackers of the fleet are the cause.
            causes = list(board.broken.get(province) or board.comers(province))
            reason = Reason.DISRUPTED
        causes.sort()
        board.set_reason(province, reason, tuple(causes))
    # Supports, convoys and holds of a dislodged unit are lost; a move keeps its own reason.
    for province, victor in victors.items():
        holds = isinstance(board.order_of(province), Hold)
        if holds or province in board.aims or province in board.convoys:
            board.set_reason(province, _DISLODGED, (victor,))


def _cutters(board: PhaseTables, supporter: int) -> list[int]:
    """Return the provinces whose attacks cut the support."""
    return [
        rival
        for rival in board.comers(supporter)
        if cuts(board, rival, supporter) and arrives(board, rival)
    ]


def _why_move_failed(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    """Return the reason of a failed move, and the provinces that caused it."""
    if mover in board.carriers and not arrives(board, mover):
        return _why_convoy_failed(board, mover, victors)
    target = board.targets[mover]
    stoppers = _stoppers(board, mover, target)
    # No unit is strong enough to stop the mover, so it must not dislodge a unit of its own power.
    return (_BOUNCED, stoppers) if stoppers else (Reason.OWN_UNIT, [target])


def _stoppers(board: PhaseTables, mover: int, target: int) -> list[int]:
    """Return the provinces of the units that are at least as strong as the mover."""
    occupant = board.unit_at[target]
    (strength, _), (resistance, _) = clash(board, mover, target)
    # An attack on a unit of the mover's own power has strength 0, and every rival is at least as
    # strong. With its strength without that rule, only the rivals that matter are named.
    if occupant is not None and occupant.power == board.power_at(mover):
        strength, _ = force(board, mover)
    stoppers = [
        rival
        for rival in board.comers(target)
        if rival != mover and prevention(board, rival, target)[0] >= strength
    ]
    is_defended = occupant is not None or target in board.garrisons
    if is_defended and resistance >= strength:
        stoppers.append(target)
    return stoppers


def _why_convoy_failed(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    """Return why an army did not arrive by sea, and the provinces that caused it."""
    geography, target = board.geography, board.targets[mover]
    fleets = board.carriers[mover]
    chain = mask_of(fleets)
    if not has_route(geography, mover, target, chain):
        return Reason.NO_CONVOY, []
    broken_fleets = [
        fleet
        for fleet in fleets
        if not board.fates[fleet] and is_useful(geography, fleet, mover, target, chain)
    ]
    breakers = set()
    for fleet in broken_fleets:
        breakers |= _breakers(board, fleet, victors)
    return Reason.DISRUPTED, list(breakers)


def _breakers(board: PhaseTables, fleet: int, victors: Mapping[int, int]) -> set[int]:
    """Return the provinces whose attack ended the convoy of `fleet`."""
    if fleet in victors:
        return {victors[fleet]}
    return {*(board.broken.get(fleet) or board.comers(fleet))}
