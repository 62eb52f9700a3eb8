"""The orders that need no thought: most supports, and moves that nobody disturbs.

What is settled here holds whatever becomes of the rest.
"""

from judge.engine.board import Board
from judge.engine.legality import check_support_hold, check_support_move
from judge.engine.orders import SupportHold, SupportMove
from judge.engine.outcome import Reason
from judge.engine.position import UnitKind

_ARMY = UnitKind.ARMY
_BOUNCED = Reason.BOUNCED


def settle(board: Board) -> list[int]:
    """Note the fates that are plain at once; return where they are still open."""
    still_open: list[int] = []
    if board.supports:
        _match_supports(board)
        _settle_supports(board, still_open)
    for fleet in board.convoys:
        if board.comers[fleet] is None:
            board.fates[fleet] = True
        else:
            still_open.append(fleet)
    followers = _settle_moves(board, still_open)
    if followers:
        _settle_followers(board, followers, still_open)
    return still_open


def cuts(board: Board, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    Not one by its own power, nor one from where the support is aimed (DATC 4.A.4).
    """
    return rival != board.aims[supporter] and (
        board.power_at(rival) != board.power_at(supporter)
    )


def _match_supports(board: Board) -> None:
    """Give each unit its helpers; supports of what is not ordered are void."""
    geography = board.variant.geography
    province_of = geography.province_of
    army_edges, fleet_reach = geography.army_edges, geography.fleet_reach
    orders, numbers, unit_at = board.orders, board.numbers, board.unit_at
    targets, goals, helpers = board.targets, board.goals, board.helpers
    aims, carriers = board.aims, board.carriers
    for origin in board.supports:
        order = orders[numbers[origin]]
        unit = order.unit
        reach = (army_edges if unit.kind is _ARMY else fleet_reach)[unit.location]
        if isinstance(order, SupportHold):
            supported = order.supported
            aim = -1
            plain = (
                reach >> supported & 1
                and targets[supported] < 0
                and unit_at[supported] is not None
            )
        else:
            assert isinstance(order, SupportMove)
            supported = order.supported
            goal = order.target
            aim = province_of[goal]
            plain = (
                reach >> aim & 1
                and targets[supported] == aim
                and (goal == aim or goal == goals[supported])
                and supported not in carriers
            )
        if plain or _is_good(board, order, origin):
            aims[origin] = aim
            others = helpers[supported]
            if others is None:
                helpers[supported] = [origin]
            else:
                others.append(origin)


def _is_good(board: Board, order: SupportHold | SupportMove, origin: int) -> bool:
    """Return whether a support that is not plain is legal and not void."""
    geography = board.variant.geography
    if isinstance(order, SupportHold):
        reason = check_support_hold(order, order.unit, board.unit_at, geography)
        meets = board.targets[order.supported] < 0
    else:
        reason = check_support_move(order, order.unit, board.unit_at, geography)
        meets = _meets(board, order)
    if reason is None and meets:
        return True
    board.tell(origin, reason or Reason.VOID)
    return False


def _meets(board: Board, order: SupportMove) -> bool:
    """Return whether the supported unit was ordered to that target.

    A coast that is named must be the fleet's (DATC 6.B.9); armies have none.
    """
    province = board.variant.geography.province_of[order.target]
    if board.targets[order.supported] != province:
        return False
    unit = board.unit_at[order.supported]
    return order.target in (province, board.goals[order.supported]) or (
        unit is not None and unit.kind is _ARMY
    )


def _settle_supports(board: Board, still_open: list[int]) -> None:
    comers, fates, carriers = board.comers, board.fates, board.carriers
    for origin in board.aims:
        rivals = comers[origin]
        if rivals is None:
            fates[origin] = True
            continue
        for rival in rivals:
            if rival not in carriers and cuts(board, rival, origin):
                fates[origin] = False
                board.failed.append(origin)
                break
        else:
            still_open.append(origin)


def _settle_moves(board: Board, still_open: list[int]) -> set[int]:
    """Note what is plain; return who goes alone to where another unit may leave."""
    comers, fates, carriers = board.comers, board.fates, board.carriers
    targets, helpers, unit_at = board.targets, board.helpers, board.unit_at
    followers = set()
    for origin in board.moves:
        target = targets[origin]
        if origin in carriers:
            still_open.append(origin)
        elif target in board.contested:
            if helpers[origin] is None and _is_stopped(board, origin, target):
                fates[origin] = False
            else:
                still_open.append(origin)
        elif unit_at[target] is None:
            fates[origin] = True
        elif helpers[origin] is not None:
            still_open.append(origin)
        elif targets[target] < 0:
            fates[origin] = False
            board.tell(origin, _BOUNCED, (target,))
        else:
            followers.add(origin)
    return followers


def _is_stopped(board: Board, origin: int, target: int) -> bool:
    """Return whether a rival, or who stays there, surely stops a move without help.

    A rival that meets a unit from the target head on may have no say about it.
    """
    rivals = [rival for rival in board.comers[target] or () if rival != origin]
    if board.targets[target] < 0 and not board.carriers:
        if board.unit_at[target] is not None:
            rivals.append(target)
        rivals.sort()
        board.tell(origin, _BOUNCED, tuple(rivals))
        return True
    stays = board.unit_at[target] is not None and board.targets[target] < 0
    if not stays and all(
        rival in board.carriers or board.targets[target] == rival for rival in rivals
    ):
        return False
    board.failed.append(origin)
    return True


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
