"""The orders that hang on one another: the equations of DATC 5.B, solved by intervals.

Each fate is decided as soon as what is known about the others decides it. Only a ring
of orders that wait for one another needs a rule of its own (DATC 5.D).
"""

from judge.engine.movement.strength import arrives, clash, fate_of, prevention
from judge.engine.movement.support import cuts
from judge.engine.movement.tables import PhaseTables


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
