"""What a power sees of the board in a blind game.

It sees each province where a unit of its own is and each center that it owns, and each
province that borders one of these by land or by water. In what it sees it knows the
units and who owns the centers; of the orders it knows its own, and who stood in their
way as far as it saw him when the phase began. Whoever plays no power sees nothing, the
Master and tutors everything, and all do when the game is over (after njudge's BLIND,
and the OWN_SCS_SEE of DPjudge).
"""

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from judge.engine import (
    Adjudication,
    Convoy,
    Declare,
    Dislodged,
    Geography,
    Move,
    Outcome,
    Position,
    Reason,
    SupportHold,
    SupportMove,
    Variant,
    bits,
    called,
    is_public,
    mask_of,
    power_of,
)
from judge.game.model import MASTER, OVER, TUTOR, FinishedPhase, Game

UNSEEN = "?"
"""Stands as the owner of a center that is out of sight."""


def is_over(game: Game) -> bool:
    """Return whether nothing is hidden any more: the game was played and has ended."""
    return game.stage in OVER and game.position is not None


def is_blind(game: Game, role: str) -> bool:
    """Return whether the holder of `role` sees a part of the board only."""
    return game.settings.blind and role not in (MASTER, TUTOR) and not is_over(game)


def seen_from(position: Position, power: str, geography: Geography) -> int:
    """Return the mask of the provinces that `power` sees."""
    units = [unit for unit in position.units if unit.power == power]
    units += [one.unit for one in position.dislodged if one.unit.power == power]
    own = mask_of({geography.province_of[unit.location] for unit in units})
    own |= mask_of(n for n, owner in enumerate(position.owners) if owner == power)
    seen = own
    for province in bits(own):
        seen |= _borders(province, geography)
    return seen


def seen_position(position: Position, power: str, variant: Variant) -> Position:
    """Return of `position` what `power` sees; it sees as much from there.

    What rules of the variant put on the board is seen where it lies. For which neutrals
    a player is called everybody learns: their seats are open to all.
    """
    geography = variant.geography
    seen, place = seen_from(position, power, geography), geography.province_of
    calls = {called(side.name) for side in (variant.base or variant).neutrals}
    return replace(
        position,
        units=tuple(u for u in position.units if seen >> place[u.location] & 1),
        owners=tuple(
            UNSEEN if geography.centers & ~seen & 1 << province else owner
            for province, owner in enumerate(position.owners)
        ),
        dislodged=tuple(
            _seen_dislodged(one, power, seen, geography)
            for one in position.dislodged
            if seen >> place[one.unit.location] & 1
        ),
        markers=tuple(
            marker
            for marker in position.markers
            if marker.power == power
            or (marker.province is not None and seen >> marker.province & 1)
            or marker in calls
        ),
    )


def seen_adjudication(
    before: Position, adjudication: Adjudication, power: str, variant: Variant
) -> Adjudication:
    """Return of the results of a phase what `power` learns by them."""
    geography = variant.geography
    then = seen_from(before, power, geography)
    either = then | seen_from(adjudication.after, power, geography)
    place = geography.province_of
    return Adjudication(
        outcomes=tuple(_told_outcomes(adjudication, power, then, variant)),
        after=seen_position(adjudication.after, power, variant),
        disbanded=tuple(
            unit for unit in adjudication.disbanded if then >> place[unit.location] & 1
        ),
        standoffs=tuple(n for n in adjudication.standoffs if then >> n & 1),
        captures=tuple(one for one in adjudication.captures if either >> one[0] & 1),
        consequences=tuple(
            one
            for one in adjudication.consequences
            if power in (one.power, one.only)
            or (one.province is not None and then >> one.province & 1)
        ),
    )


def seen_phase(finished: FinishedPhase, power: str, variant: Variant) -> FinishedPhase:
    """Return of a finished phase what `power` knows of it."""
    before, results = finished.before, finished.adjudication
    return replace(
        finished,
        before=seen_position(before, power, variant),
        adjudication=seen_adjudication(before, results, power, variant),
        absent=tuple(one for one in finished.absent if one == power),
    )


def ordered_board(game: Game, power: str) -> Position:
    """Return the board by which the orders of `power` are read and checked."""
    assert game.position is not None
    if not is_blind(game, power):
        return game.position
    return seen_position(game.position, power, game.variant)


def hidden_from(game: Game, power: str) -> int:
    """Return the mask of the provinces of which `power` knows nothing."""
    assert game.position is not None
    if not is_blind(game, power):
        return 0
    geography = game.variant.geography
    everything = (1 << len(geography.provinces)) - 1
    return everything & ~seen_from(game.position, power, geography)


def _told_outcomes(
    adjudication: Adjudication, power: str, seen: int, variant: Variant
) -> Iterator[Outcome]:
    """Yield what became of the orders of `power`, and what others said in public."""
    for outcome in adjudication.outcomes:
        order = outcome.order
        said = isinstance(order, Declare) and is_public(outcome, variant)
        if said or power_of(order) == power:
            by = tuple(province for province in outcome.by if seen >> province & 1)
            yield Outcome(order, _told_reason(outcome), by)


def _told_reason(outcome: Outcome) -> Reason:
    """Return the reason as one in the dark learns it.

    An order that was impossible only because of what is out of sight reads like one
    that nobody joined in.
    """
    if not outcome.reason.is_illegal:
        return outcome.reason
    match outcome.order:
        case Move():
            return Reason.NO_CONVOY
        case SupportHold() | SupportMove() | Convoy():
            return Reason.VOID
        case _:
            return outcome.reason


def _seen_dislodged(one: Dislodged, power: str, seen: int, geography: Geography) -> Dislodged:
    """Return a dislodged unit without what its retreats tell of other places."""
    if one.unit.power != power:
        home = geography.province_of[one.unit.location]
        return Dislodged(one.unit, home, ())
    if seen >> one.attacker_from & 1:
        return one
    return structs.replace(one, attacker_from=geography.province_of[one.unit.location])


def _borders(province: int, geography: Geography) -> int:
    mask = geography.army_edges[province] | geography.fleet_reach[province]
    for coast in geography.coasts_of[province]:
        mask |= geography.fleet_reach[coast]
    return mask
