"""The orders that need no thought: most supports, and moves that nobody disturbs.

What is settled here holds whatever becomes of the rest.
"""

from bisect import insort

from judge.engine.legality import check_support_hold, check_support_move
from judge.engine.movement.board import Board
from judge.engine.orders import SupportHold, SupportMove
from judge.engine.outcome import Reason
from judge.engine.position import UnitKind

_ARMY = UnitKind.ARMY
_BOUNCED = Reason.BOUNCED
_VOID = Reason.VOID


def settle(board: Board) -> list[int]:
    """Note the fates that are plain at once; return where they are still open."""
    still_open: list[int] = []
    if board.supports:
        _match_supports(board)
        _settle_supports(board, still_open)
    for fleet in board.convoys:
        if fleet in board.comers:
            still_open.append(fleet)
        else:
            board.fates[fleet] = True
    _settle_moves(board, still_open)
    return still_open


def cuts(board: Board, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    Not one by its own power, nor one from where the support is aimed (DATC 4.A.4).
    """
    return rival != board.aims[supporter] and (
        board.power_at(rival) != board.power_at(supporter)
    )


def _match_supports(board: Board) -> None:  # noqa: C901, PLR0912, PLR0915 - hot loop
    """Give each unit its helpers; supports of what is not ordered are void.

    Most are seen to be legal here, without a call; a doubt goes to the check.
    """
    geography = board.geography
    province_of, fleet_reach = geography.province_of, geography.fleet_reach
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    army_edges = geography.army_edges
    orders, numbers, unit_at = board.orders, board.numbers, board.unit_at
    targets, goals, carriers = board.targets, board.goals, board.carriers
    aims, helpers = board.aims, board.helpers
    for origin in board.supports:
        order = orders[numbers[origin]]
        unit = order.unit
        reach = (army_edges if unit.kind is _ARMY else fleet_reach)[unit.location]
        if type(order) is SupportMove:
            supported = order.supported
            goal = order.target
            aim = province_of[goal]
            meets = targets[supported] == aim and (
                goal == aim or goal == goals[supported]
            )
            if not reach >> aim & 1 or supported == origin:
                plain = False
            elif meets:
                plain = supported not in carriers
            else:
                other = unit_at[supported]
                if other is None:
                    plain = False
                else:
                    steps = army_steps if other.kind is _ARMY else fleet_steps
                    plain = goal in steps[other.location]
        else:
            assert type(order) is SupportHold
            supported = order.supported
            aim = -1
            meets = targets[supported] < 0
            plain = unit_at[supported] is not None and reach >> supported & 1 == 1
        if not plain:
            meets = _is_good(board, order, origin)
        elif not meets:
            board.reasons[numbers[origin]] = _VOID
        if meets:
            aims[origin] = aim
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]


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


def _settle_supports(board: Board, still_open: list[int]) -> None:
    comers, fates, carriers = board.comers, board.fates, board.carriers
    for origin in board.aims:
        if origin not in comers:
            fates[origin] = True
            continue
        for rival in comers[origin]:
            if rival not in carriers and cuts(board, rival, origin):
                fates[origin] = False
                board.failed.append(origin)
                break
        else:
            still_open.append(origin)


def _settle_moves(  # noqa: C901, PLR0912, PLR0915 - a hot loop
    board: Board, still_open: list[int]
) -> None:
    fates, carriers, helpers = board.fates, board.carriers, board.helpers
    targets, unit_at, numbers = board.targets, board.unit_at, board.numbers
    reasons, causes = board.reasons, board.causes
    followers = set()
    for target, rivals in board.comers.items():
        origin = rivals[0]
        if len(rivals) > 1:
            _settle_contest(board, target, rivals, still_open)
        elif origin in carriers:
            still_open.append(origin)
        elif unit_at[target] is None:
            fates[origin] = True
        elif origin in helpers:
            still_open.append(origin)
        elif targets[target] < 0:
            fates[origin] = False
            number = numbers[origin]
            reasons[number] = _BOUNCED
            causes[number] = (target,)
        elif targets[target] != origin and fates[target] is not None:
            fates[origin] = fates[target]
            if not fates[target]:
                number = numbers[origin]
                reasons[number] = _BOUNCED
                causes[number] = (target,)
        else:
            followers.add(origin)
    if followers:
        _settle_followers(board, followers, still_open)


def _settle_contest(
    board: Board, target: int, rivals: list[int], still_open: list[int]
) -> None:
    """Stop each mover without help that others, or who stays there, surely stop."""
    board.contested.append(target)
    at_sea = board.carriers and not board.carriers.keys().isdisjoint(rivals)
    if at_sea or board.targets[target] >= 0:
        _settle_unclear_contest(board, target, rivals, still_open)
        return
    stoppers = sorted(rivals)
    if board.unit_at[target] is not None:
        insort(stoppers, target)
    for origin in rivals:
        if origin in board.helpers:
            still_open.append(origin)
        else:
            board.fates[origin] = False
            others = tuple([stopper for stopper in stoppers if stopper != origin])
            board.tell(origin, _BOUNCED, others)


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
            if not fate:
                board.tell(follower, _BOUNCED, (targets[follower],))
