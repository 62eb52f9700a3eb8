"""The fates of a movement phase's orders: plain ones at once, the rest by equations.

`settle` decides the orders that need no search: most supports, and moves that nobody
disturbs. Its results hold whatever becomes of the rest. `resolve_residue` decides the
orders that hang on one another by the equations of DATC 5.B, solved by intervals: each
fate is decided as soon as what is known about the others decides it. Only a ring of
orders that wait for one another needs a rule of its own (DATC 5.D).
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
    """Return whether the order there succeeds; if not known, note who was asked."""
    fate = board.fates[province]
    if fate is None and board.asked is not None:
        board.asked.append(province)
    return fate


def arrives(board: PhaseTables, mover: int) -> bool | None:
    """Return whether the way of a mover is open (DATC 5.B.3).

    An army at sea needs a chain of carriers of which none is dislodged.
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
    """Return the strength of a unit with its helpers, except those of two powers.

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


_BOUNCED: Final = Reason.BOUNCED


def settle(board: PhaseTables) -> list[int]:
    """Note the fates that are plain at once; return where they are still open."""
    still_open: list[int] = []
    for supporter in match_supports(board):
        settle_attacked(board, supporter, still_open)
    _settle_convoys(board, still_open)
    if not board.is_even():
        # What is settled below holds where a unit without help is of strength 1.
        return [*still_open, *board.movers]
    _settle_moves(board, still_open)
    return still_open


def _settle_convoys(board: PhaseTables, still_open: list[int]) -> None:
    for fleet in board.convoys:
        if fleet in board.broken:
            board.fates[fleet] = False
            board.failed.append(fleet)
        elif board.comer[fleet] == NOBODY:
            # Only a dislodged fleet ends a convoy, so one that nobody attacks holds.
            board.fates[fleet] = True
        else:
            still_open.append(fleet)


def _settle_moves(board: PhaseTables, still_open: list[int]) -> None:
    """Settle the moves of units that nobody helps, then what depends on these.

    Such a unit is taken to be of strength 1.
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
            # Nobody is there and nobody else comes: strength 1 against 0.
            fates[origin] = True
            winners.append(origin)
        elif origin in helpers:
            attackers.append(origin)
        elif targets[target] < 0 or (
            targets[target] == origin and meets_head_on(board, origin, target)
        ):
            # 1 against a unit that stays (hold strength 1 at least) or comes to meet it
            # (defend strength 1 at least): DATC 5.B.5, 5.B.7.
            fates[origin] = False
            number = numbers[origin]
            reasons[number] = _BOUNCED
            causes[number] = (target,)
        else:
            followers.append(origin)
    left = [
        target for target in board.rivals if _settle_contest(board, target, attackers, still_open)
    ]
    for origin in attackers:
        _settle_attack(board, origin, still_open)
    if followers:
        _settle_followers(board, followers, still_open)
    for target in left:
        _tell_contest(board, target)


def _settle_contest(
    board: PhaseTables, target: int, attackers: list[int], still_open: list[int]
) -> bool:
    """Fail each mover without help that its rivals, or a unit that stays, surely stop.

    The only rival with help is added to `attackers`. Return whether the reason can be
    noted only when the fate of the unit that leaves the target is known.
    """
    rivals, leaves = board.rivals[target], board.targets[target]
    at_sea = board.carriers and any(not arrives(board, rival) for rival in rivals)
    head_on = leaves >= 0 and leaves in rivals and board.fates[target] is not False
    if at_sea or head_on:
        _settle_unclear_contest(board, target, rivals, still_open)
        return False
    helped = []
    for origin in rivals:
        if origin in board.helpers:
            helped.append(origin)
        else:
            # Strength 1 against the prevent strength of another, which is 1 at least
            # since none of them is at sea or met head on (DATC 5.B.8).
            board.fates[origin] = False
    if helped:
        (attackers if len(helped) == 1 else still_open).extend(helped)
    if leaves >= 0:
        return True
    _tell_contest(board, target)
    return False


def _tell_contest(board: PhaseTables, target: int) -> None:
    """Tell the movers to `target` whom nobody helps that all others stopped them."""
    rivals = board.rivals[target]
    alone = [rival for rival in rivals if rival not in board.helpers]
    leaves = board.targets[target] >= 0
    if leaves and board.fates[target] is None:
        board.failed += alone
    else:
        stays = not (leaves and board.fates[target])
        stoppers = [*rivals, target] if stays and board.unit_at[target] else [*rivals]
        stoppers.sort()
        for origin in alone:
            others = stoppers.copy()
            others.remove(origin)
            board.tell(origin, _BOUNCED, tuple(others))


def _settle_unclear_contest(
    board: PhaseTables, target: int, rivals: list[int], still_open: list[int]
) -> None:
    """As `_settle_contest`, for rivals that are at sea or that meet a unit head on.

    Such a rival may have no prevent strength.
    """
    leaves = board.targets[target]
    stays = leaves < 0 and board.unit_at[target] is not None
    sure = [rival for rival in rivals if rival not in board.carriers and rival != leaves]
    for origin in rivals:
        alone = not stays and (not sure or sure == [origin])
        if alone or origin in board.helpers or origin in board.carriers:
            still_open.append(origin)
        else:
            board.fates[origin] = False
            board.failed.append(origin)


def _settle_attack(board: PhaseTables, attacker: int, still_open: list[int]) -> None:
    """Let in, or stop, an attacker with helpers if that is sure; rivals have none."""
    target = board.targets[attacker]
    (low, high), (least, most) = clash(board, attacker, target)
    contested = board.comer[target] == SEVERAL
    if contested:
        # Its rivals have no help: each prevents with 1 (DATC 5.B.8).
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
        # A unit of its own power, which it cannot dislodge, may be too strong as well
        # (DATC 4.A.1, 6.D.10): then it bounced, and else only the power is in the way.
        low, high = (high, high) if high else force(board, attacker)
        if high <= least:
            board.tell(attacker, _BOUNCED, (target,))
        elif low > most:
            board.tell(attacker, Reason.OWN_UNIT, (target,))
        else:
            board.failed.append(attacker)


def _settle_followers(board: PhaseTables, followers: list[int], still_open: list[int]) -> None:
    """Let each follower share the fate of the unit that it follows.

    It gets in if and only if that one leaves; in a closed circle all do.
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
        row = [waiting.pop()]
        ahead = targets[row[-1]]
        while ahead in waiting:
            waiting.remove(ahead)
            row.append(ahead)
            ahead = targets[ahead]
        # Three units and more that go round in a circle all move (DATC 6.C.1).
        fate = True if ahead == row[0] else fates[ahead]
        if fate is None:
            still_open += row
        else:
            for follower in row:
                _follow(board, follower, fate)


def _follow(board: PhaseTables, follower: int, fate: bool) -> None:
    board.fates[follower] = fate
    if fate:
        board.winners.append(follower)
    else:
        board.tell(follower, _BOUNCED, (board.targets[follower],))


def resolve_residue(board: PhaseTables, still_open: list[int]) -> None:
    """Note the fate of every order in `still_open`."""
    while still_open:
        still_open = _decide_all(board, still_open)
        if still_open:
            _decide_ring(board, _ring(board, still_open))
            still_open = [one for one in still_open if board.fates[one] is None]


def _decide_all(board: PhaseTables, still_open: list[int]) -> list[int]:
    """Decide what can be decided, again and again; return what cannot."""
    count = 0
    while len(still_open) != count:
        count = len(still_open)
        waiting = []
        for one in still_open:
            fate = _decide(board, one)
            if fate is None:
                waiting.append(one)
            else:
                board.fates[one] = fate
        still_open = waiting
    return still_open


def _decide(board: PhaseTables, province: int) -> bool | None:
    """Return the fate of the order there as far as it is decided."""
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
        low = 0  # A convoy that fails leaves it no attack strength (DATC 5.B.6).
    if high <= least:
        return False
    for rival in board.comers(target):
        if rival != mover:
            rival_low, rival_high = prevention(board, rival, target)
            least = max(least, rival_low)
            most = max(most, rival_high)
    # The move decision of DATC 5.B: its attack must be stronger than what holds the
    # target and than each rival; one that is only as strong fails.
    if low > most:
        return True
    return False if high <= least else None


def _decide_support(board: PhaseTables, supporter: int) -> bool | None:
    # The support decision of DATC 5.B: cut by any attack that arrives but one from
    # where it is aimed at, and by a dislodgement from there too.
    fate: bool | None = True
    for rival in board.comers(supporter):
        hit = fate_of(board, rival)
        if not hit and cuts(board, rival, supporter):
            arrival = arrives(board, rival)
            hit = arrival if hit is False else arrival or None
        if hit:
            return False
        if hit is None:
            fate = None
    return fate


def _decide_convoy(board: PhaseTables, fleet: int) -> bool | None:
    """Return whether a convoy holds; only a dislodged fleet is broken up."""
    fate: bool | None = True
    for rival in board.comers(fleet):
        hit = fate_of(board, rival)
        if hit:
            return False
        if hit is None:
            fate = None
    return fate


def _decide_ring(board: PhaseTables, ring: set[int]) -> None:
    """Apply the rule for orders that wait for one another (DATC 4.A.2, 5.D).

    Units that move in a circle all move. In a paradox the convoys fail (Szykman).
    """
    # A ring without convoys is a circle of moves (DATC 6.C.1) or cannot be: supports
    # depend on attacks, and only a convoyed attack can depend on a support it cuts.
    convoys = ring.intersection(board.convoys)
    circle = all(board.targets[one] >= 0 for one in ring)
    for one in convoys or ring:
        board.fates[one] = circle


def _ring(board: PhaseTables, still_open: list[int]) -> set[int]:
    """Return orders that wait for one another and for none outside."""
    leads = {one: _asked_by(board, one) for one in still_open}
    reach = {one: _reach(one, leads) for one in still_open}
    for one in still_open:
        ring = {other for other in reach[one] if one in reach[other]} | {one}
        if reach[one] <= ring:
            return ring
    raise AssertionError("a finite graph has a closed component")


def _asked_by(board: PhaseTables, province: int) -> set[int]:
    """Return the unknown fates on which that of `province` hangs."""
    board.asked = []
    _decide(board, province)
    asked = set(board.asked)
    board.asked = None
    return asked


def _reach(start: int, leads: dict[int, set[int]]) -> set[int]:
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        new = leads[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
