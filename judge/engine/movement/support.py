"""The supports: which are void, which surely stand, and which are surely cut."""

from typing import Final

from judge.engine.board.position import UnitKind
from judge.engine.legality import check_support_hold, check_support_move
from judge.engine.movement.garrison import match_guards
from judge.engine.movement.tables import NOBODY, PhaseTables
from judge.engine.orders import SupportHold, SupportMove
from judge.engine.outcome import Reason

_ARMY: Final = UnitKind.ARMY
_CUT: Final = Reason.CUT
_VOID: Final = Reason.VOID


def match_supports(board: PhaseTables) -> list[int]:
    """Give each unit its helpers; return which of these are attacked.

    A support that nobody attacks succeeds.
    """
    attacked: list[int] = []
    if board.supports:
        _match_supports(board, attacked)
    if board.holds:
        _match_holds(board, attacked)
        if board.garrisons:
            match_guards(board, attacked)
    return attacked


def cuts(board: PhaseTables, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    Not one by its own power, nor one from where the support is aimed (DATC 4.A.4).
    """
    if rival == board.aims[supporter]:
        return False
    return board.power_at(rival) != board.power_at(supporter)


def settle_attacked(board: PhaseTables, supporter: int, still_open: list[int]) -> None:
    """Cut the support if an attack on it surely arrives that may cut it."""
    comers = board.comers(supporter)
    cutters = [one for one in comers if cuts(board, one, supporter)]
    at_sea = board.carriers.keys() & cutters if board.carriers else ()
    if len(cutters) > len(at_sea):
        board.fates[supporter] = False
        if at_sea:
            board.failed.append(supporter)
        else:
            cutters.sort()
            board.tell(supporter, _CUT, tuple(cutters))
    elif at_sea or board.weights or not board.helpers.keys().isdisjoint(comers):
        still_open.append(supporter)
    else:
        # Whoever attacks it may not cut it, and alone cannot dislodge it.
        board.fates[supporter] = True


def _match_supports(board: PhaseTables, attacked: list[int]) -> None:
    """Give each unit those who help it move; supports of what is not ordered are void.

    Most are seen to be legal here, without a call; a doubt goes to the check. A support
    that nobody attacks succeeds; the others are noted in `attacked`.
    """
    geography = board.geography
    province_of, beside = geography.province_of, geography.fleet_beside
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, targets, goals = board.unit_at, board.targets, board.goals
    comer, fates, carriers = board.comer, board.fates, board.carriers
    aims, helpers = board.aims, board.helpers
    for order in board.supports:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported, goal = order.supported, order.target
        aim = province_of[goal]
        near = aim in (army_steps if unit.kind is _ARMY else beside)[location]
        if targets[supported] != aim:
            other = unit_at[supported]
            if near and other is not None and supported != origin:
                steps = army_steps if other.kind is _ARMY else fleet_steps
                if goal in steps[other.location]:
                    board.reasons[board.numbers[origin]] = _VOID
                    continue
            plain = False
        else:
            plain = near and (goal == aim or goal == goals[supported])
        if (plain and supported not in carriers) or _is_good(board, order, origin):
            aims[origin] = aim
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]
            if comer[origin] == NOBODY:
                fates[origin] = True
            else:
                attacked.append(origin)


def _match_holds(board: PhaseTables, attacked: list[int]) -> None:
    """Do the same for the supports of units that stay."""
    geography = board.geography
    province_of, helpers = geography.province_of, board.helpers
    army_steps, beside = geography.army_steps, geography.fleet_beside
    for order in board.holds:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported = order.supported
        near = supported in (army_steps if unit.kind is _ARMY else beside)[location]
        if near and board.targets[supported] >= 0:
            board.reasons[board.numbers[origin]] = _VOID
        elif (near and board.unit_at[supported]) or _is_good(board, order, origin):
            board.aims[origin] = -1
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]
            if board.comer[origin] == NOBODY:
                board.fates[origin] = True
            else:
                attacked.append(origin)


def _is_good(board: PhaseTables, order: SupportHold | SupportMove, origin: int) -> bool:
    """Return whether a support that is not plain is legal and not void."""
    if isinstance(order, SupportHold):
        reason = check_support_hold(order, order.unit, board.occupancy())
        meets = board.targets[order.supported] < 0
    else:
        reason = check_support_move(order, order.unit, board.occupancy())
        meets = reason is None and _meets(board, order)
    if reason is None:
        if meets:
            return True
        reason = _VOID
    board.reasons[board.numbers[origin]] = reason
    return False


def _meets(board: PhaseTables, order: SupportMove) -> bool:
    """Return whether the supported unit was ordered to that target.

    A coast that is named must be the fleet's (DATC 6.B.9); armies have none.
    """
    supported, target = order.supported, order.target
    province = board.geography.province_of[target]
    if board.targets[supported] != province:
        return False
    unit = board.unit_at[supported]
    return target in (province, board.goals[supported]) or (unit is not None and unit.kind is _ARMY)
