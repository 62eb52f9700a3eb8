"""The fates of a movement phase's orders: certain ones without search, the rest by equations.

`settle` decides the orders that need no search: most supports, and moves that nobody opposes or
supports. Its results hold whatever the other fates are. `resolve_residue` decides orders that
depend on one another, by the equations of DATC 5.B. Strengths are intervals: the lowest and the
highest value possible while some fates are unknown. A fate is decided as soon as the intervals
decide it. Only a ring of orders that depend on one another needs a rule of its own (DATC 5.D).
"""

from typing import Final

from judge.engine.geography import has_route
from judge.engine.movement.tables import (
    NOBODY,
    SEVERAL,
    PhaseTables,
    cuts,
    match_supports,
    settle_attacked,
)
from judge.engine.orders import Reason

Interval = tuple[int, int]
_NONE = (0, 0)
_ONE = (1, 1)
_NOBODY = ""


def fate_of(board: PhaseTables, province: int) -> bool | None:
    """Return the fate of the order in `province`; if it is unknown, record that it was needed."""
    fate = board.fates[province]
    if fate is None and board.open_fates is not None:
        board.open_fates.append(province)
    return fate


def arrives(board: PhaseTables, mover: int) -> bool | None:
    """Return whether the path of a mover is successful (DATC 5.B.3); None if that is unknown.

    An army at sea needs a complete chain of fleets of which none is dislodged.
    """
    if mover not in board.carriers:
        return True
    fleets = board.carriers[mover]
    # `sure` are the fleets that certainly convoy, `maybe` these and the fleets with unknown fates.
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
    """Return whether the unit in `target` moves against the mover, both by land (head-to-head)."""
    return (
        board.targets[target] == mover
        and mover not in board.carriers
        and target not in board.carriers
    )


def force(
    board: PhaseTables, province: int, against: str | None = None, besides: str | None = None
) -> Interval:
    """Return the strength of a unit with its helpers, except helpers of `against` and `besides`.

    `against` is the power of the attacked unit, `besides` the power of the garrison beside it: a
    power does not help to dislodge its own unit or garrison.
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
            if board.open_fates is not None:
                board.open_fates.append(helper)
    return low, high


def clash(
    board: PhaseTables, mover: int, target: int, besides: str | None = None
) -> tuple[Interval, Interval]:
    """Return the attack strength of a mover that arrives, and the strength that holds the target.

    Attack: DATC 5.B.6. Hold: DATC 5.B.5, or in a head-to-head battle the defend strength, 5.B.7.
    With `besides` the garrison of the target is left out of the strengths, and helpers of the power
    `besides` do not count; `_clash_with_garrison` adds the garrison's strength itself.
    """
    if board.garrisons and besides is None and target in board.garrisons:
        return _clash_with_garrison(board, mover, target)
    occupant = board.unit_at[target]
    if occupant is None:
        return force(board, mover, besides), _NONE
    own = occupant.power == board.power_at(mover)
    attack = _NONE if own else force(board, mover, occupant.power, besides)
    next_target = board.targets[target]
    extra = target in board.reinforced
    if next_target < 0 or (next_target == mover and meets_head_on(board, mover, target)):
        hold = force(board, target)
        return attack, (hold[0] + extra, hold[1] + extra) if extra else hold
    # The occupant is ordered to leave. If it fails to, it holds without help. If it leaves, the
    # target is empty, and helpers of the occupant's power count too.
    leaves = fate_of(board, target)
    alone = board.weights.get(target, 1) + extra
    if leaves is False:
        return attack, (alone, alone)
    attack_if_empty = force(board, mover, besides)
    return (attack_if_empty, _NONE) if leaves else ((attack[0], attack_if_empty[1]), (0, alone))


def _clash_with_garrison(board: PhaseTables, mover: int, target: int) -> tuple[Interval, Interval]:
    """Return the result of `clash` for a target with a garrison.

    The garrison adds one to a friendly unit that does not move. In any other case it defends on its
    own, with its own supporters, against all powers but `Garrison.welcome`. Helpers of the
    garrison's power do not count against it.
    """
    garrison = board.garrisons[target]
    occupant, power = board.unit_at[target], board.power_at(mover)
    stays = occupant is not None and board.targets[target] < 0
    if not stays and power in garrison.welcome:
        return clash(board, mover, target, _NOBODY)
    attack, hold = clash(board, mover, target, garrison.power)
    if occupant is not None and stays:
        extra = occupant.power in garrison.friends and power != garrison.power
        return attack, (hold[0] + extra, hold[1] + extra)
    low, high = _garrison_strength(board, target)
    return attack, (max(hold[0], low), max(hold[1], high))


def _garrison_strength(board: PhaseTables, target: int) -> Interval:
    """Return the strength of a garrison that defends without a unit."""
    supporters = board.helpers if board.unit_at[target] is None else board.guards
    low = high = 1
    for supporter in supporters.get(target, ()):
        weight, fate = board.weights.get(supporter, 1), fate_of(board, supporter)
        low += weight if fate else 0
        high += 0 if fate is False else weight
    return low, high


def prevention(board: PhaseTables, rival: int, target: int) -> Interval:
    """Return the strength with which a rival keeps others out of `target` (DATC 5.B.8).

    It is 0 if the rival loses a head-to-head battle against the unit in `target`.
    """
    low, high = force(board, rival)
    if rival in board.carriers:
        arrival = arrives(board, rival)
        if arrival is False:
            return _NONE
        if arrival is None:
            low = 0
    elif board.targets[target] == rival and meets_head_on(board, rival, target):
        loses = fate_of(board, target)
        if loses:
            return _NONE
        if loses is None:
            low = 0
    return low, high


_BOUNCED: Final = Reason.BOUNCED


def settle(board: PhaseTables) -> list[int]:
    """Record the fates that need no search; return the provinces whose fates are still open."""
    still_open: list[int] = []
    for supporter in match_supports(board):
        settle_attacked(board, supporter, still_open)
    _settle_convoys(board, still_open)
    if not board.is_even():
        # `_settle_moves` takes the strength of a unit without help to be 1.
        return [*still_open, *board.movers]
    _settle_moves(board, still_open)
    return still_open


def _settle_convoys(board: PhaseTables, still_open: list[int]) -> None:
    """Record the fates of convoys that nobody attacks, or that an attack ends by a rule."""
    for fleet in board.convoys:
        if fleet in board.broken:
            board.fates[fleet] = False
            board.failed.append(fleet)
        elif board.comer[fleet] == NOBODY:
            # Only dislodgement ends a convoy, and nobody attacks this fleet.
            board.fates[fleet] = True
        else:
            still_open.append(fleet)


def _settle_moves(board: PhaseTables, still_open: list[int]) -> None:
    """Settle the moves of units without help, then the moves that depend on these.

    Each unit without help has strength 1 (see `settle`).
    """
    fates, carriers, helpers = board.fates, board.carriers, board.helpers
    targets, unit_at, numbers = board.targets, board.unit_at, board.numbers
    reasons, causes = board.reasons, board.causes
    comer, winners = board.comer, board.winners
    attackers: list[int] = []
    followers: list[int] = []
    for origin in board.movers:
        target = targets[origin]
        if comer[target] == SEVERAL:
            continue
        if origin in carriers and not arrives(board, origin):
            still_open.append(origin)
        elif unit_at[target] is None:
            # The target is empty and no rival goes there: strength 1 against 0.
            fates[origin] = True
            winners.append(origin)
        elif origin in helpers:
            attackers.append(origin)
        elif targets[target] < 0 or (
            targets[target] == origin and meets_head_on(board, origin, target)
        ):
            # Strength 1 cannot dislodge a unit that stays (hold strength at least 1, DATC 5.B.5) or
            # moves head on (defend strength at least 1, DATC 5.B.7).
            fates[origin] = False
            number = numbers[origin]
            reasons[number] = _BOUNCED
            causes[number] = (target,)
        else:
            followers.append(origin)
    unexplained = [
        target for target in board.rivals if _settle_contest(board, target, attackers, still_open)
    ]
    for origin in attackers:
        _settle_attack(board, origin, still_open)
    if followers:
        _settle_followers(board, followers, still_open)
    for target in unexplained:
        _explain_contest(board, target)


def _settle_contest(
    board: PhaseTables, target: int, attackers: list[int], still_open: list[int]
) -> bool:
    """Record that the movers to `target` without help fail: a rival is certain to stop them.

    If only one rival has help, it is added to `attackers`. Return True if the occupant is ordered
    to leave: then the reasons can be recorded only after its fate is known.
    """
    rivals, occupant_target = board.rivals[target], board.targets[target]
    at_sea = board.carriers and any(not arrives(board, rival) for rival in rivals)
    head_on = (
        occupant_target >= 0 and occupant_target in rivals and board.fates[target] is not False
    )
    if at_sea or head_on:
        _settle_unclear_contest(board, target, rivals, still_open)
        return False
    helped = []
    for origin in rivals:
        if origin in board.helpers:
            helped.append(origin)
        else:
            # Strength 1 against a prevent strength of at least 1: no rival is at sea or in a
            # head-to-head battle here (DATC 5.B.8).
            board.fates[origin] = False
    if helped:
        (attackers if len(helped) == 1 else still_open).extend(helped)
    if occupant_target >= 0:
        return True
    _explain_contest(board, target)
    return False


def _explain_contest(board: PhaseTables, target: int) -> None:
    """Record a bounce for each mover to `target` without help.

    Its causes are all other units that move to `target` or stay in it.
    """
    rivals = board.rivals[target]
    unhelped = [rival for rival in rivals if rival not in board.helpers]
    occupant_leaves = board.targets[target] >= 0
    if occupant_leaves and board.fates[target] is None:
        board.failed += unhelped
    else:
        stays = not (occupant_leaves and board.fates[target])
        stoppers = [*rivals, target] if stays and board.unit_at[target] else [*rivals]
        stoppers.sort()
        for origin in unhelped:
            others = stoppers.copy()
            others.remove(origin)
            board.set_reason(origin, _BOUNCED, tuple(others))


def _settle_unclear_contest(
    board: PhaseTables, target: int, rivals: list[int], still_open: list[int]
) -> None:
    """Settle a contest with rivals that are at sea or in a head-to-head battle.

    Such a rival may have a prevent strength of 0, so only the others are certain to stop a mover.
    """
    occupant_target = board.targets[target]
    stays = occupant_target < 0 and board.unit_at[target] is not None
    sure = [rival for rival in rivals if rival not in board.carriers and rival != occupant_target]
    for origin in rivals:
        unopposed = not stays and (not sure or sure == [origin])
        if unopposed or origin in board.helpers or origin in board.carriers:
            still_open.append(origin)
        else:
            board.fates[origin] = False
            board.failed.append(origin)


def _settle_attack(board: PhaseTables, attacker: int, still_open: list[int]) -> None:
    """Record the fate of an attacker with helpers, if it is certain; its rivals have no helpers."""
    target = board.targets[attacker]
    (low, high), (least, most) = clash(board, attacker, target)
    contested = board.comer[target] == SEVERAL
    if contested:
        # Its rivals have no helpers: each has prevent strength 1 (DATC 5.B.8).
        least, most = least or 1, most or 1
    if low > most:
        board.fates[attacker] = True
        board.winners.append(attacker)
    elif high > least:
        still_open.append(attacker)
    elif contested:
        board.fates[attacker] = False
        board.failed.append(attacker)
    else:
        board.fates[attacker] = False
        # Against a unit of its own power the attack strength is 0. The reason is BOUNCED if that
        # unit is also too strong, otherwise OWN_UNIT (DATC 6.D.10).
        low, high = (high, high) if high else force(board, attacker)
        if high <= least:
            board.set_reason(attacker, _BOUNCED, (target,))
        elif low > most:
            board.set_reason(attacker, Reason.OWN_UNIT, (target,))
        else:
            board.failed.append(attacker)


def _settle_followers(board: PhaseTables, followers: list[int], still_open: list[int]) -> None:
    """Give each follower the fate of the unit whose province it enters.

    A follower moves if and only if that unit leaves. In a closed circle all units move.
    """
    targets, fates = board.targets, board.fates
    waiting = set()
    for follower in followers:
        fate = fates[targets[follower]]
        if fate is None:
            waiting.add(follower)
        else:
            _follow(board, follower, fate)
    while waiting:
        chain = [waiting.pop()]
        ahead = targets[chain[-1]]
        while ahead in waiting:
            waiting.remove(ahead)
            chain.append(ahead)
            ahead = targets[ahead]
        # A circle of three or more units: all move (DATC 6.C.1).
        fate = True if ahead == chain[0] else fates[ahead]
        if fate is None:
            still_open += chain
        else:
            for follower in chain:
                _follow(board, follower, fate)


def _follow(board: PhaseTables, follower: int, fate: bool) -> None:
    board.fates[follower] = fate
    if fate:
        board.winners.append(follower)
    else:
        board.set_reason(follower, _BOUNCED, (board.targets[follower],))


def resolve_residue(board: PhaseTables, still_open: list[int]) -> None:
    """Record the fates of all orders in `still_open`, by decisions and rings in turn."""
    while still_open:
        still_open = _decide_all(board, still_open)
        if still_open:
            _decide_ring(board, _ring(board, still_open))
            still_open = [province for province in still_open if board.fates[province] is None]


def _decide_all(board: PhaseTables, still_open: list[int]) -> list[int]:
    """Decide orders until no decision leads to another one; return the undecided orders."""
    count = 0
    while len(still_open) != count:
        count = len(still_open)
        waiting = []
        for province in still_open:
            fate = _decide(board, province)
            if fate is None:
                waiting.append(province)
            else:
                board.fates[province] = fate
        still_open = waiting
    return still_open


def _decide(board: PhaseTables, province: int) -> bool | None:
    """Return the fate of the order in `province`, or None if it cannot be decided yet."""
    if board.targets[province] >= 0:
        return _decide_move(board, province)
    if province in board.aims:
        return _decide_support(board, province)
    return _decide_convoy(board, province)


def _decide_move(board: PhaseTables, mover: int) -> bool | None:
    arrival = arrives(board, mover)
    if arrival is False:
        return False
    target = board.targets[mover]
    (low, high), (least, most) = clash(board, mover, target)
    if arrival is None:
        low = 0  # An army whose convoy fails has attack strength 0 (DATC 5.B.6).
    if high <= least:
        return False
    for rival in board.comers(target):
        if rival != mover:
            rival_low, rival_high = prevention(board, rival, target)
            least = max(least, rival_low)
            most = max(most, rival_high)
    # The move decision of DATC 5.B: the attack must be stronger than the hold strength of the
    # target and than the prevent strength of each rival. With equal strength it fails.
    if low > most:
        return True
    return False if high <= least else None


def _decide_support(board: PhaseTables, supporter: int) -> bool | None:
    # The support decision of DATC 5.B: any attack that arrives cuts the support, except one from
    # the province at which it is aimed. An attack from there cuts it only by dislodging the
    # supporter.
    fate: bool | None = True
    for rival in board.comers(supporter):
        cut = fate_of(board, rival)
        if not cut and cuts(board, rival, supporter):
            arrival = arrives(board, rival)
            cut = arrival if cut is False else arrival or None
        if cut:
            return False
        if cut is None:
            fate = None
    return fate


def _decide_convoy(board: PhaseTables, fleet: int) -> bool | None:
    """Return whether a convoy succeeds; only a dislodged fleet fails."""
    fate: bool | None = True
    for rival in board.comers(fleet):
        dislodged = fate_of(board, rival)
        if dislodged:
            return False
        if dislodged is None:
            fate = None
    return fate


def _decide_ring(board: PhaseTables, ring: set[int]) -> None:
    """Decide orders that depend on one another (DATC 4.A.2, 5.D).

    In a circle of moves all units move. In a convoy paradox the convoys fail (Szykman).
    """
    # A ring without convoys is a circle of moves (DATC 6.C.1). No other exists: a support depends
    # on attacks, and only a convoyed attack can depend on a support that it cuts.
    convoys = ring.intersection(board.convoys)
    circle = all(board.targets[province] >= 0 for province in ring)
    for province in convoys or ring:
        board.fates[province] = circle


def _ring(board: PhaseTables, still_open: list[int]) -> set[int]:
    """Return orders that depend on one another and on no order outside the ring.

    It is a strongly connected component without outgoing edges in the graph of dependencies.
    """
    dependencies = {province: _dependencies(board, province) for province in still_open}
    reach = {province: _reach(province, dependencies) for province in still_open}
    for province in still_open:
        ring = {other for other in reach[province] if province in reach[other]} | {province}
        if reach[province] <= ring:
            return ring
    raise AssertionError("a finite graph has a closed component")


def _dependencies(board: PhaseTables, province: int) -> set[int]:
    """Return the unknown fates on which the fate of `province` depends."""
    board.open_fates = []
    _decide(board, province)
    unknown = set(board.open_fates)
    board.open_fates = None
    return unknown


def _reach(start: int, dependencies: dict[int, set[int]]) -> set[int]:
    """Return all fates on which that of `start` depends, directly or not."""
    reached: set[int] = set()
    stack = [start]
    while stack:
        new = dependencies[stack.pop()] - reached
        reached |= new
        stack += new
    return reached
