"""How strong each unit is, as far as is known: an interval of lowest and highest.

These are the equations of DATC 5.B. Whatever gives a unit more or less weight than the
rulebook does asks for its place here.
"""

from judge.engine.movement.board import Board
from judge.engine.routes import has_route

Interval = tuple[int, int]
_NONE = (0, 0)
_ONE = (1, 1)


def fate_of(board: Board, province: int) -> bool | None:
    """Return whether the order there succeeds; if not known, note who was asked."""
    fate = board.fates[province]
    if fate is None and board.asked is not None:
        board.asked.append(province)
    return fate


def arrives(board: Board, mover: int) -> bool | None:
    """Return whether the way of a mover is open (DATC 5.B.3).

    That of an army at sea is a chain of its carriers that are not broken up.
    """
    if mover not in board.carriers:
        return True
    fleets = board.carriers[mover]
    geography, target = board.geography, board.targets[mover]
    sure = maybe = 0
    for fleet in fleets:
        fate = fate_of(board, fleet)
        if fate is not False:
            maybe |= 1 << fleet
            if fate:
                sure |= 1 << fleet
    if not has_route(geography, mover, target, maybe):
        return False
    if sure == maybe or has_route(geography, mover, target, sure):
        return True
    return None


def meets_head_on(board: Board, mover: int, target: int) -> bool:
    """Return whether the unit in `target` comes to meet the mover, both by land."""
    return (
        board.targets[target] == mover
        and mover not in board.carriers
        and target not in board.carriers
    )


def force(board: Board, province: int, against: str | None = None) -> Interval:
    """Return the strength of a unit with its helpers; none of power `against` counts.

    A power does not help to dislodge a unit of its own.
    """
    helpers = board.helpers.get(province)
    if helpers is None:
        return _ONE
    low = high = 1
    fates, unit_at = board.fates, board.unit_at
    for helper in helpers:
        unit = unit_at[helper]
        if against is not None and unit is not None and unit.power == against:
            continue
        fate = fates[helper]
        if fate:
            low += 1
            high += 1
        elif fate is None:
            high += 1
            if board.asked is not None:
                board.asked.append(helper)
    return low, high


def clash(board: Board, mover: int, target: int) -> tuple[Interval, Interval]:
    """Return how strong a mover that arrives attacks, and what holds the target.

    DATC 5.B.6; 5.B.5 and, head on, 5.B.7.
    """
    there = board.unit_at[target]
    if there is None:
        return force(board, mover), _NONE
    own = there.power == board.power_at(mover)
    blow = _NONE if own else force(board, mover, there.power)
    beyond = board.targets[target]
    more = target in board.reinforced
    if beyond < 0 or (beyond == mover and meets_head_on(board, mover, target)):
        low, high = force(board, target)
        return blow, (low + more, high + more)
    left = fate_of(board, target)
    if left is False:
        return blow, (1 + more, 1 + more)
    free = force(board, mover)
    return (free, _NONE) if left else ((blow[0], free[1]), (0, 1 + more))


def prevention(board: Board, rival: int, target: int) -> Interval:
    """Return the strength with which a rival keeps others out of `target` (DATC 5.B.8).

    It has none when a unit that comes from there drives it out head on.
    """
    low, high = force(board, rival)
    if rival in board.carriers:
        arrival = arrives(board, rival)
        if arrival is False:
            return _NONE
        if arrival is None:
            low = 0
    elif board.targets[target] == rival and meets_head_on(board, rival, target):
        beaten = fate_of(board, target)
        if beaten:
            return _NONE
        if beaten is None:
            low = 0
    return low, high
