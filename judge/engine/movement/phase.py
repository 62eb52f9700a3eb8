"""The movement phase: who went where, who was dislodged, and why orders failed."""

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

# To look a member up in its class costs more than the test it is needed for.
_ARMY: Final = UnitKind.ARMY


class Movement(Struct, frozen=True, gc=False):
    """The result of a movement phase.

    `outcomes` has one entry an order, and a hold for each unit without one. `units`
    stand, by province, where they are now; `standoffs` are the provinces left empty by
    a bounce; `reinforced` those whose units a rule of the variant made stronger.
    """

    outcomes: tuple[Outcome, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[int, ...]
    reinforced: tuple[int, ...] = ()


def resolve_movement(position: Position, orders: Sequence[Order], variant: Variant) -> Movement:
    """Resolve a movement phase (DATC 5.B).

    An illegal order is a hold (DATC 4.E.1). Of several legal ones to a unit the last
    counts (DATC 4.D.3).
    """
    movement = _resolve_once(position, orders, variant, frozenset())
    if variant.rules.special and movement.dislodged:
        return _reinforced(movement, position, orders, variant)
    return movement


def _reinforced(
    movement: Movement, position: Position, orders: Sequence[Order], variant: Variant
) -> Movement:
    """Return the movement with all units reinforced that rules of the variant find."""
    strong: frozenset[int] = frozenset()
    while True:
        found = strong.union(
            *(
                rule.reinforced(position, movement.dislodged, variant)
                for rule in variant.rules.special
            )
        )
        if found == strong:
            return replace(movement, reinforced=tuple(sorted(strong)))
        strong = found
        movement = _resolve_once(position, orders, variant, strong)


def _resolve_once(
    position: Position, orders: Sequence[Order], variant: Variant, strong: frozenset[int]
) -> Movement:
    board = set_up(position, orders, variant)
    if variant.rules.special:
        _strengthen(board, strong, position, variant)
    return _resolve(board, variant)


def _strengthen(
    board: PhaseTables, strong: frozenset[int], position: Position, variant: Variant
) -> None:
    """Note what makes units stronger than one, which few variants have."""
    board.reinforced = strong
    province_of = board.geography.province_of
    board.weights = {
        province_of[unit.location]: unit.size for unit in position.units if unit.size > 1
    }


def _resolve(board: PhaseTables, variant: Variant) -> Movement:
    if board.ferries or board.carriers:
        match_convoys(board)
        if variant.rules.special:
            break_convoys(board, variant)
    still_open = settle(board)
    if still_open:
        resolve_residue(board, still_open)
        for one in still_open:
            if not board.fates[one]:
                board.failed.append(one)
            elif board.targets[one] >= 0:
                board.winners.append(one)
    return _conclude(board)


def _conclude(board: PhaseTables) -> Movement:
    stands, victors = _moved(board)
    if board.failed or victors:
        explain(board, victors)
    standoffs = _standoffs(board, stands) if board.rivals else ()
    dislodged = _dislodged(board, stands, victors, standoffs) if victors else ()
    outcomes = (*map(Outcome, board.orders, board.reasons, board.causes),)
    return Movement(outcomes, (*filter(None, stands),), dislodged, standoffs)


def _moved(board: PhaseTables) -> tuple[list[Unit | None], dict[int, int]]:
    """Return who stands where now, and where each dislodged unit's victor came from."""
    targets, goals, unit_at = board.targets, board.goals, board.unit_at
    stands = unit_at.copy()
    victors = {}
    for mover in board.winners:
        stands[mover] = None
    for mover in board.winners:
        target = targets[mover]
        if stands[target] is not None:
            victors[target] = mover
        unit = unit_at[mover]
        assert unit is not None
        stands[target] = Unit(unit.power, unit.kind, goals[mover], unit.size)
    return stands, victors


def _standoffs(board: PhaseTables, stands: Sequence[Unit | None]) -> tuple[int, ...]:
    """Return the provinces that rivals kept one another out of."""
    standoffs = []
    for province, rivals in board.rivals.items():
        if stands[province] is None:
            for rival in rivals:
                if prevention(board, rival, province)[0]:
                    standoffs.append(province)
                    break
    return tuple(sorted(standoffs))


def _dislodged(
    board: PhaseTables,
    stands: Sequence[Unit | None],
    victors: Mapping[int, int],
    standoffs: tuple[int, ...],
) -> tuple[Dislodged, ...]:
    """Return the dislodged units, by province, with where they may go.

    The province a convoyed attacker came from is open to them (DATC 4.A.5).
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
            # One holds its province against retreats as a unit would.
            shut = [n for n, one in board.garrisons.items() if one.power != unit.power]
            closed = (*closed, *shut)
        retreats = [
            step
            for step in sorted(steps)
            if stands[province_of[step]] is None
            and province_of[step] not in closed
            and (unit.location, step) not in board.geography.ways
        ]
        dislodged.append(Dislodged(unit, victor, tuple(retreats)))
    return tuple(dislodged)


_BOUNCED: Final = Reason.BOUNCED
_CUT: Final = Reason.CUT
_DISLODGED: Final = Reason.DISLODGED


def explain(board: PhaseTables, victors: Mapping[int, int]) -> None:
    """Note why the orders in `board.failed` did, and which units cannot hold.

    `victors` has, by the province of each dislodged unit, where its attacker came from.
    """
    for province in board.failed:
        if board.targets[province] >= 0:
            reason, causes = _why_it_stays(board, province, victors)
        elif province in board.aims:
            reason, causes = _CUT, _cutters(board, province)
        else:
            # A rule ends the convoy; or it is part of a paradox, of which those who
            # attack it are the other part.
            causes = list(board.broken.get(province) or board.comers(province))
            reason = Reason.DISRUPTED
        causes.sort()
        board.tell(province, reason, tuple(causes))
    for province, victor in victors.items():
        stays = isinstance(board.order_of(province), Hold)
        if stays or province in board.aims or province in board.convoys:
            board.tell(province, _DISLODGED, (victor,))


def _cutters(board: PhaseTables, supporter: int) -> list[int]:
    return [
        rival
        for rival in board.comers(supporter)
        if cuts(board, rival, supporter) and arrives(board, rival)
    ]


def _why_it_stays(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    if mover in board.carriers and not arrives(board, mover):
        return _why_it_does_not_sail(board, mover, victors)
    target = board.targets[mover]
    stoppers = _stoppers(board, mover, target)
    # When nobody is strong enough to stop it, a unit of its own power stands there.
    return (_BOUNCED, stoppers) if stoppers else (Reason.OWN_UNIT, [target])


def _stoppers(board: PhaseTables, mover: int, target: int) -> list[int]:
    """Return where the units stand that are as strong as a mover that arrives."""
    there = board.unit_at[target]
    (strength, _), (resistance, _) = clash(board, mover, target)
    if there is not None and there.power == board.power_at(mover):
        strength, _ = force(board, mover)
    stoppers = [
        rival
        for rival in board.comers(target)
        if rival != mover and prevention(board, rival, target)[0] >= strength
    ]
    held = there is not None or target in board.garrisons
    if held and resistance >= strength:
        stoppers.append(target)
    return stoppers


def _why_it_does_not_sail(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    geography, target = board.geography, board.targets[mover]
    fleets = board.carriers[mover]
    chain = mask_of(fleets)
    if not has_route(geography, mover, target, chain):
        return Reason.NO_CONVOY, []
    broken = [
        fleet
        for fleet in fleets
        if not board.fates[fleet] and is_useful(geography, fleet, mover, target, chain)
    ]
    breakers = set()
    for fleet in broken:
        breakers |= _breakers(board, fleet, victors)
    return Reason.DISRUPTED, list(breakers)


def _breakers(board: PhaseTables, fleet: int, victors: Mapping[int, int]) -> set[int]:
    if fleet in victors:
        return {victors[fleet]}
    return {*(board.broken.get(fleet) or board.comers(fleet))}
