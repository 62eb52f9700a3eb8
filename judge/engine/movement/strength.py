"""How strong each unit is, as far as is known: an interval of lowest and highest.

These are the equations of DATC 5.B. Whatever gives a unit more or less weight than the
rulebook does asks for its place here.
"""

from judge.engine.geography import mask_of
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
    fleets = board.carriers.get(mover)
    if fleets is None:
        return True
    geography, target = board.geography, board.targets[mover]
    sure = mask_of(fleet for fleet in fleets if fate_of(board, fleet))
    maybe = mask_of(fleet for fleet in fleets if board.fates[fleet] is not False)
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
    for helper in helpers:
        if against is not None and board.power_at(helper) == against:
            continue
        fate = board.fates[helper]
        if fate:
            low += 1
            high += 1
        elif fate is None:
            high += 1
            if board.asked is not None:
                board.asked.append(helper)
    return low, high


def attack(board: Board, mover: int, target: int) -> Interval:
    """Return the strength with which a mover that arrives attacks (DATC 5.B.6)."""
    there = board.unit_at[target]
    if there is None:
        return force(board, mover)
    stays = board.targets[target] < 0 or meets_head_on(board, mover, target)
    left = False if stays else fate_of(board, target)
    if left:
        return force(board, mover)
    if there.power == board.power_at(mover):
        low, high = _NONE
    else:
        low, high = force(board, mover, there.power)
    if left is None:
        high = force(board, mover)[1]
    return low, high


def resistance(board: Board, mover: int, target: int) -> Interval:
    """Return how strong `target` is held against a mover (DATC 5.B.5, 5.B.7)."""
    if board.unit_at[target] is None:
        return _NONE
    if board.targets[target] < 0 or meets_head_on(board, mover, target):
        return force(board, target)
    left = fate_of(board, target)
    if left is None:
        return 0, 1
    return _NONE if left else _ONE


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
    elif meets_head_on(board, rival, target):
        beaten = fate_of(board, target)
        if beaten:
            return _NONE
        if beaten is None:
            low = 0
    return low, high
