"""The orders that need no thought: most supports, and moves that nobody disturbs.

What is settled here holds whatever becomes of the rest.
"""

from typing import Final

from judge.engine.movement.strength import arrives, clash, force, meets_head_on
from judge.engine.movement.support import match_supports, settle_attacked
from judge.engine.movement.tables import NOBODY, SEVERAL, PhaseTables
from judge.engine.outcome import Reason

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
    """Stop each mover without help that others, or who stays there, surely stop.

    One that alone has help is noted in `attackers`. Return whether the reason is to be
    told when the fate of who leaves is known.
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
    """Do the same where some may have no say about it.

    Those are a rival that meets a unit from the target head on, and one at sea.
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
