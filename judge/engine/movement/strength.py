"""How strong each unit is, as far as is known: an interval of lowest and highest.

These are the equations of DATC 5.B. Whatever gives a unit more or less weight than the
rulebook does asks for its place here.
"""

from judge.engine.board.routes import has_route
from judge.engine.movement.tables import PhaseTables

Interval = tuple[int, int]
_NONE = (0, 0)
_ONE = (1, 1)
_NOBODY = ""


def fate_of(board: PhaseTables, province: int) -> bool | None:
    """Return whether the order there succeeds; if not known, note who was asked."""
    fate = board.fates[province]
    if fate is None and board.asked is not None:
        board.asked.append(province)
    return fate


def arrives(board: PhaseTables, mover: int) -> bool | None:
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


def meets_head_on(board: PhaseTables, mover: int, target: int) -> bool:
    """Return whether the unit in `target` comes to meet the mover, both by land."""
    return (
        board.targets[target] == mover
        and mover not in board.carriers
        and target not in board.carriers
    )


def force(
    board: PhaseTables, province: int, against: str | None = None, besides: str | None = None
) -> Interval:
    """Return the strength of a unit with its helpers, but for those of two powers.

    A power does not help to dislodge a unit of its own, or a garrison.
    """
    helpers, weights = board.helpers.get(province), board.weights
    if helpers is None and not weights:
        return _ONE
    low = high = weights.get(province, 1) if weights else 1
    fates, unit_at, foes = board.fates, board.unit_at, (against, besides)
    for helper in helpers or ():
        unit = unit_at[helper]
        if unit is not None and unit.power in foes:
            continue
        weight = weights.get(helper, 1) if weights else 1
        fate = fates[helper]
        if fate:
            low += weight
            high += weight
        elif fate is None:
            high += weight
            if board.asked is not None:
                board.asked.append(helper)
    return low, high


def clash(
    board: PhaseTables, mover: int, target: int, besides: str | None = None
) -> tuple[Interval, Interval]:
    """Return how strong a mover that arrives attacks, and what holds the target.

    DATC 5.B.6; 5.B.5 and, head on, 5.B.7. Helpers of power `besides` do not count; who
    has said so has asked the garrison there already.
    """
    if board.garrisons and besides is None and target in board.garrisons:
        return _storm(board, mover, target)
    there = board.unit_at[target]
    if there is None:
        return force(board, mover, besides), _NONE
    own = there.power == board.power_at(mover)
    blow = _NONE if own else force(board, mover, there.power, besides)
    beyond = board.targets[target]
    more = target in board.reinforced
    if beyond < 0 or (beyond == mover and meets_head_on(board, mover, target)):
        hold = force(board, target)
        return blow, (hold[0] + more, hold[1] + more) if more else hold
    left = fate_of(board, target)
    alone = board.weights.get(target, 1) + more
    if left is False:
        return blow, (alone, alone)
    free = force(board, mover, besides)
    return (free, _NONE) if left else ((blow[0], free[1]), (0, alone))


def _storm(board: PhaseTables, mover: int, target: int) -> tuple[Interval, Interval]:
    """Return the same where a garrison holds the target.

    It adds to a friend who stays. Otherwise, be the province empty or a unit ordered to
    leave it, it stands alone, if with support of its own, against all who are not
    welcome. Its power does not help to drive it out.
    """
    garrison = board.garrisons[target]
    there, power = board.unit_at[target], board.power_at(mover)
    stays = there is not None and board.targets[target] < 0
    if not stays and power in garrison.welcome:
        return clash(board, mover, target, _NOBODY)
    blow, hold = clash(board, mover, target, garrison.power)
    if there is not None and stays:
        more = there.power in garrison.friends and power != garrison.power
        return blow, (hold[0] + more, hold[1] + more)
    low, high = _held_alone(board, target)
    return blow, (max(hold[0], low), max(hold[1], high))


def _held_alone(board: PhaseTables, target: int) -> Interval:
    """Return the strength of a garrison beside which no unit stays."""
    supporters = board.helpers if board.unit_at[target] is None else board.guards
    low = high = 1
    for supporter in supporters.get(target, ()):
        weight, fate = board.weights.get(supporter, 1), fate_of(board, supporter)
        low += weight if fate else 0
        high += 0 if fate is False else weight
    return low, high


def prevention(board: PhaseTables, rival: int, target: int) -> Interval:
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
