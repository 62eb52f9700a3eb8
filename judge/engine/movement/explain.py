"""Why orders came to nothing, told once every fate is known."""

from collections.abc import Mapping
from typing import Final

from judge.engine.board.geography import mask_of
from judge.engine.board.routes import has_route, is_useful
from judge.engine.movement.strength import arrives, clash, force, prevention
from judge.engine.movement.support import cuts
from judge.engine.movement.tables import PhaseTables
from judge.engine.orders import Hold
from judge.engine.outcome import Reason

_BOUNCED: Final = Reason.BOUNCED
_CUT: Final = Reason.CUT
_DISLODGED: Final = Reason.DISLODGED


def explain(board: PhaseTables, victors: Mapping[int, int]) -> None:
    """Note why the orders in `board.failed` did, and which units cannot hold.

    `victors` has, by the province of each dislodged unit, where its attacker came from.
    """
    for province in board.failed:
        if board.targets[province] >= 0:
            reason, causes = _why_it_stays(board, province, victors)
        elif province in board.aims:
            reason, causes = _CUT, _cutters(board, province)
        else:
            # A rule ends the convoy; or it is part of a paradox, of which those who
            # attack it are the other part.
            causes = list(board.broken.get(province) or board.comers(province))
            reason = Reason.DISRUPTED
        causes.sort()
        board.tell(province, reason, tuple(causes))
    for province, victor in victors.items():
        stays = isinstance(board.order_of(province), Hold)
        if stays or province in board.aims or province in board.convoys:
            board.tell(province, _DISLODGED, (victor,))


def _cutters(board: PhaseTables, supporter: int) -> list[int]:
    return [
        rival
        for rival in board.comers(supporter)
        if cuts(board, rival, supporter) and arrives(board, rival)
    ]


def _why_it_stays(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    if mover in board.carriers and not arrives(board, mover):
        return _why_it_does_not_sail(board, mover, victors)
    target = board.targets[mover]
    stoppers = _stoppers(board, mover, target)
    # When nobody is strong enough to stop it, a unit of its own power stands there.
    return (_BOUNCED, stoppers) if stoppers else (Reason.OWN_UNIT, [target])


def _stoppers(board: PhaseTables, mover: int, target: int) -> list[int]:
    """Return where the units stand that are as strong as a mover that arrives."""
    there = board.unit_at[target]
    (strength, _), (resistance, _) = clash(board, mover, target)
    if there is not None and there.power == board.power_at(mover):
        strength, _ = force(board, mover)
    stoppers = [
        rival
        for rival in board.comers(target)
        if rival != mover and prevention(board, rival, target)[0] >= strength
    ]
    held = there is not None or target in board.garrisons
    if held and resistance >= strength:
        stoppers.append(target)
    return stoppers


def _why_it_does_not_sail(
    board: PhaseTables, mover: int, victors: Mapping[int, int]
) -> tuple[Reason, list[int]]:
    geography, target = board.geography, board.targets[mover]
    fleets = board.carriers[mover]
    chain = mask_of(fleets)
    if not has_route(geography, mover, target, chain):
        return Reason.NO_CONVOY, []
    broken = [
        fleet
        for fleet in fleets
        if not board.fates[fleet] and is_useful(geography, fleet, mover, target, chain)
    ]
    breakers = set()
    for fleet in broken:
        breakers |= _breakers(board, fleet, victors)
    return Reason.DISRUPTED, list(breakers)


def _breakers(board: PhaseTables, fleet: int, victors: Mapping[int, int]) -> set[int]:
    if fleet in victors:
        return {victors[fleet]}
    return {*(board.broken.get(fleet) or board.comers(fleet))}
