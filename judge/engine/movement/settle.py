"""The orders that need no thought: most supports, and moves that nobody disturbs.

What is settled here holds whatever becomes of the rest.
"""

from itertools import chain

from judge.engine.legality import check_support_hold, check_support_move
from judge.engine.movement.board import Board
from judge.engine.movement.strength import clash, force
from judge.engine.orders import SupportHold, SupportMove
from judge.engine.outcome import Reason
from judge.engine.position import UnitKind

_ARMY = UnitKind.ARMY
_BOUNCED = Reason.BOUNCED
_CUT = Reason.CUT
_VOID = Reason.VOID


def settle(board: Board) -> list[int]:
    """Note the fates that are plain at once; return where they are still open."""
    still_open: list[int] = []
    attacked: list[int] = []
    if board.supports:
        _match_supports(board, attacked)
    if board.holds:
        _match_holds(board, attacked)
    for origin in attacked:
        _settle_attacked(board, origin, still_open)
    _settle_convoys(board, still_open)
    if board.reinforced:
        # A unit without help is not always of strength 1, so no move is settled here.
        board.contested += [at for at, some in board.comers.items() if len(some) > 1]
        return [*still_open, *chain.from_iterable(board.comers.values())]
    _settle_moves(board, still_open)
    return still_open


def _settle_convoys(board: Board, still_open: list[int]) -> None:
    for fleet in board.convoys:
        if fleet in board.broken:
            board.fates[fleet] = False
            board.failed.append(fleet)
        elif fleet in board.comers:
            still_open.append(fleet)
        else:
            board.fates[fleet] = True


def cuts(board: Board, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    Not one by its own power, nor one from where the support is aimed (DATC 4.A.4).
    """
    if rival == board.aims[supporter]:
        return False
    return board.power_at(rival) != board.power_at(supporter)


def _match_supports(  # noqa: PLR0912, PLR0915 - a hot loop
    board: Board, attacked: list[int]
) -> None:
    """Give each unit those who help it move; supports of what is not ordered are void.

    Most are seen to be legal here, without a call; a doubt goes to the check. A support
    that nobody attacks succeeds; the others are noted in `attacked`.
    """
    geography = board.geography
    province_of, beside = geography.province_of, geography.fleet_beside
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, targets, goals = board.unit_at, board.targets, board.goals
    comers, fates, carriers = board.comers, board.fates, board.carriers
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
            if origin in comers:
                attacked.append(origin)
            else:
                fates[origin] = True


def _match_holds(board: Board, attacked: list[int]) -> None:
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
            if origin in board.comers:
                attacked.append(origin)
            else:
                board.fates[origin] = True


def _is_good(board: Board, order: SupportHold | SupportMove, origin: int) -> bool:
    """Return whether a support that is not plain is legal and not void."""
    if isinstance(order, SupportHold):
        reason = check_support_hold(order, order.unit, board.ground())
        meets = board.targets[order.supported] < 0
    else:
        reason = check_support_move(order, order.unit, board.ground())
        meets = reason is None and _meets(board, order)
    if reason is None:
        if meets:
            return True
        reason = _VOID
    board.reasons[board.numbers[origin]] = reason
    return False


def _meets(board: Board, order: SupportMove) -> bool:
    """Return whether the supported unit was ordered to that target.

    A coast that is named must be the fleet's (DATC 6.B.9); armies have none.
    """
    supported, target = order.supported, order.target
    province = board.geography.province_of[target]
    if board.targets[supported] != province:
        return False
    unit = board.unit_at[supported]
    return target in (province, board.goals[supported]) or (
        unit is not None and unit.kind is _ARMY
    )


def _settle_attacked(board: Board, supporter: int, still_open: list[int]) -> None:
    """Cut the support if an attack on it surely arrives that may cut it."""
    cutters = [one for one in board.comers[supporter] if cuts(board, one, supporter)]
    at_sea = board.carriers.keys() & cutters if board.carriers else ()
    if len(cutters) == len(at_sea):
        still_open.append(supporter)
        return
    board.fates[supporter] = False
    if at_sea:
        board.failed.append(supporter)
    else:
        cutters.sort()
        board.tell(supporter, _CUT, tuple(cutters))


def _settle_moves(  # noqa: C901, PLR0912, PLR0915 - a hot loop
    board: Board, still_open: list[int]
) -> None:
    fates, carriers, helpers = board.fates, board.carriers, board.helpers
    targets, unit_at, numbers = board.targets, board.unit_at, board.numbers
    winners = board.winners
    attackers, followers = [], set()
    for target, rivals in board.comers.items():
        if len(rivals) > 1:
            _settle_contest(board, target, rivals, still_open)
            continue
        origin = rivals[0]
        if origin in carriers:
            still_open.append(origin)
        elif unit_at[target] is None:
            fates[origin] = True
            winners.append(origin)
        elif origin in helpers:
            attackers.append(origin)
        elif targets[target] < 0 or fates[target] is False:
            fates[origin] = False
            number = numbers[origin]
            board.reasons[number] = _BOUNCED
            board.causes[number] = (target,)
        elif fates[target] and targets[target] != origin:
            fates[origin] = True
            winners.append(origin)
        else:
            followers.add(origin)
    for origin in attackers:
        _settle_attack(board, origin, still_open)
    if followers:
        _settle_followers(board, followers, still_open)


def _settle_attack(board: Board, attacker: int, still_open: list[int]) -> None:
    """Let in, or stop, an attacker with helpers and without rivals if that is sure."""
    target = board.targets[attacker]
    (low, high), (least, most) = clash(board, attacker, target)
    if low > most:
        board.fates[attacker] = True
        board.winners.append(attacker)
    elif high > least:
        still_open.append(attacker)
    else:
        board.fates[attacker] = False
        # A unit of its own power, which it cannot dislodge, may be too strong as well.
        low, high = (high, high) if high else force(board, attacker)
        if high <= least:
            board.tell(attacker, _BOUNCED, (target,))
        elif low > most:
            board.tell(attacker, Reason.OWN_UNIT, (target,))
        else:
            board.failed.append(attacker)


def _settle_contest(
    board: Board, target: int, rivals: list[int], still_open: list[int]
) -> None:
    """Stop each mover without help that others, or who stays there, surely stop."""
    board.contested.append(target)
    at_sea = board.carriers and not board.carriers.keys().isdisjoint(rivals)
    if at_sea or board.targets[target] >= 0:
        _settle_unclear_contest(board, target, rivals, still_open)
        return
    stoppers = rivals if board.unit_at[target] is None else [*rivals, target]
    for origin in rivals:
        if origin in board.helpers:
            still_open.append(origin)
        else:
            board.fates[origin] = False
            others = sorted(stoppers)
            others.remove(origin)
            number = board.numbers[origin]
            board.reasons[number] = _BOUNCED
            board.causes[number] = tuple(others)


def _settle_unclear_contest(
    board: Board, target: int, rivals: list[int], still_open: list[int]
) -> None:
    """Do the same where some may have no say about it.

    Those are a rival that meets a unit from the target head on, and one at sea.
    """
    leaves = board.targets[target]
    stays = leaves < 0 and board.unit_at[target] is not None
    sure = [
        rival for rival in rivals if rival not in board.carriers and rival != leaves
    ]
    for origin in rivals:
        alone = not stays and (not sure or sure == [origin])
        if alone or origin in board.helpers or origin in board.carriers:
            still_open.append(origin)
        else:
            board.fates[origin] = False
            board.failed.append(origin)


def _settle_followers(board: Board, followers: set[int], still_open: list[int]) -> None:
    """Let each follower share the fate of the unit that it follows.

    It gets in if and only if that one leaves; in a closed circle all do, but not two
    that meet head on.
    """
    targets, fates = board.targets, board.fates
    while followers:
        row = [followers.pop()]
        ahead = targets[row[-1]]
        while ahead in followers:
            followers.remove(ahead)
            row.append(ahead)
            ahead = targets[ahead]
        if targets[ahead] == row[-1] and ahead not in board.carriers:
            fate: bool | None = False
        else:
            fate = True if ahead == row[0] else fates[ahead]
        if fate is None:
            still_open += row
            continue
        for follower in row:
            fates[follower] = fate
            if fate:
                board.winners.append(follower)
            else:
                board.tell(follower, _BOUNCED, (targets[follower],))
