"""The strength of each unit in a contest for a province, computed from the outcomes of a phase.

The explanations for players use it; the adjudication itself does not.
"""

from dataclasses import replace
from enum import Enum

from msgspec import Struct

from judge.engine.board import Position, Unit
from judge.engine.geography import Geography
from judge.engine.legality import garrisons_in
from judge.engine.orders import (
    LAST_STAND,
    Adjudication,
    Consequence,
    Convoy,
    Move,
    Outcome,
    Reason,
    SupportHold,
    SupportMove,
    UnitOrder,
)
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Variant

_NOT_COME = frozenset({Reason.DISRUPTED, Reason.NO_CONVOY})


class Aid(Enum):
    """The source of one more strength that a variant's rule gives to the holder of a province."""

    GARRISON = "garrison"
    LAST_STAND = "last stand"


class Contender(Struct, frozen=True, gc=False):
    """A unit that attacked a province or held it, its strength, and its helpers.

    `unit` is None for a garrison that defends `province` without a unit.
    """

    province: int
    unit: Unit | None
    strength: int
    helpers: tuple[Unit, ...] = ()
    #: The source of the one more strength that a variant's rule gave; `strength` includes it.
    aid: Aid | None = None


class _Phase(Struct, frozen=True, gc=False):
    """The outcomes of the legal orders of a phase, by the provinces of their units."""

    outcomes: dict[int, Outcome]
    geography: Geography

    def move_from(self, province: int) -> Move | None:
        """Return the move of the unit in `province`, or None if the unit did not move."""
        outcome = self.outcomes.get(province)
        order = outcome.order if outcome else None
        return order if isinstance(order, Move) else None

    def goal_of(self, move: Move) -> int:
        """Return the province to which `move` leads."""
        return self.geography.province_of[move.target]


def contest(
    before: Position, adjudication: Adjudication, mover: Unit, variant: Variant
) -> tuple[Contender, ...]:
    """Return `mover` and the units that it had to overcome, with their strengths (DATC 5.B).

    `before` is the board before the phase. The result is empty if the unit did not move, or if its
    convoy failed.
    """
    geography = variant.geography
    # A unit with an illegal order holds.
    legal = {
        geography.province_of[outcome.order.unit.location]: outcome
        for outcome in adjudication.outcomes
        if isinstance(outcome.order, UnitOrder) and not outcome.reason.is_illegal
    }
    phase = _Phase(legal, geography)
    origin = geography.province_of[mover.location]
    move = phase.move_from(origin)
    if move is None or phase.outcomes[origin].reason in _NOT_COME:
        return ()
    target = phase.goal_of(move)
    standing = {geography.province_of[unit.location]: unit for unit in before.units}
    holder = standing.get(target)
    # A unit that moves head on against the mover opposes it even if that unit's move succeeds.
    head_on = _meet_head_on(origin, target, phase)
    stays = holder is not None and (head_on or not _has_left(target, phase))
    garrison = garrison_at(before, adjudication, target, variant)
    unmoved = holder is not None and phase.move_from(target) is None
    if garrison and not unmoved and mover.power in garrison.welcome:
        garrison = None
    foes = {holder.power} if holder and stays and holder.power != mover.power else set()
    foes |= {garrison.power} if garrison else set()
    rivals = (
        _contender(other, target, phase)
        for province, other in standing.items()
        if province not in (origin, target) and _prevented_others(province, target, phase)
    )
    holders = [_holding(holder, origin, phase)] if holder and stays else []
    if Consequence(LAST_STAND, target) in adjudication.consequences:
        holders = [_aided(contender, Aid.LAST_STAND) for contender in holders]
    if garrison:
        holders = _with_garrison(garrison, holders, phase, unmoved=unmoved, by=mover.power)
    return (_contender(mover, target, phase, frozenset(foes)), *rivals, *holders)


def garrison_at(
    before: Position, adjudication: Adjudication, province: int, variant: Variant
) -> Garrison | None:
    """Return the garrison of `province` in the phase, or None.

    The orders of the phase may change the markers that garrisons depend on.
    """
    board, orders = before, [outcome.order for outcome in adjudication.outcomes]
    for rule in variant.rules.special:
        counted = rule.counted(board, orders, variant)
        if counted is not None and counted.markers is not None:
            board = replace(board, markers=counted.markers)
    return garrisons_in(board, variant).get(province)


def _aided(holder: Contender, aid: Aid) -> Contender:
    return Contender(holder.province, holder.unit, holder.strength + 1, holder.helpers, aid)


def _with_garrison(
    garrison: Garrison, holders: list[Contender], phase: _Phase, *, unmoved: bool, by: str
) -> list[Contender]:
    """Return the contenders that hold a province with a garrison against the power `by`.

    The garrison adds one to a friendly unit that did not move. Otherwise it defends on its own.
    """
    if not unmoved:
        helpers = tuple(
            outcome.order.unit
            for outcome in phase.outcomes.values()
            if outcome.succeeded
            and isinstance(outcome.order, SupportHold)
            and outcome.order.supported == garrison.province
        )
        strength = 1 + sum(helper.size for helper in helpers)
        return [*holders, Contender(garrison.province, None, strength, helpers)]
    friends = garrison.friends if by != garrison.power else frozenset[str]()
    return [
        _aided(holder, Aid.GARRISON) if holder.unit and holder.unit.power in friends else holder
        for holder in holders
    ]


def _has_left(province: int, phase: _Phase) -> bool:
    return phase.move_from(province) is not None and phase.outcomes[province].succeeded


def _prevented_others(rival: int, target: int, phase: _Phase) -> bool:
    """Return whether a rival prevented others from entering the target (DATC 5.B.8)."""
    move = phase.move_from(rival)
    if move is None or phase.goal_of(move) != target:
        return False
    beaten = _has_left(target, phase) and _meet_head_on(rival, target, phase)
    return phase.outcomes[rival].reason not in _NOT_COME and not beaten


def _holding(holder: Unit, attacker: int, phase: _Phase) -> Contender:
    """Return the contender for a unit that is still in its province.

    Its helpers count if it was not ordered to move. If it moved head on against the attacker, it
    has the strength of that move (DATC 5.B.7). After any other failed move it stands alone.
    """
    province = phase.geography.province_of[holder.location]
    move = phase.move_from(province)
    if move is None:
        return _contender(holder, -1, phase)
    if _meet_head_on(attacker, province, phase):
        return _contender(holder, phase.goal_of(move), phase)
    return Contender(province, holder, holder.size)


def _meet_head_on(first: int, second: int, phase: _Phase) -> bool:
    moves = phase.move_from(first), phase.move_from(second)
    if moves[0] is None or moves[1] is None:
        return False
    meet = phase.goal_of(moves[0]) == second and phase.goal_of(moves[1]) == first
    return meet and not any(_is_convoyed(move, phase) for move in moves if move)


def _is_convoyed(move: Move, phase: _Phase) -> bool:
    """Return whether an army is convoyed.

    An army is convoyed if its order says `via`, if a fleet of its own power convoys it, or if it
    cannot walk. A foreign convoy counts only in the last case (DATC 4.A.3, 6.G.2).
    """
    geography = phase.geography
    origin, goal = geography.province_of[move.unit.location], phase.goal_of(move)
    carriers = [
        order.unit.power
        for order in (outcome.order for outcome in phase.outcomes.values())
        if isinstance(order, Convoy)
        and (order.convoyed, geography.province_of[order.target]) == (origin, goal)
    ]
    walks = geography.army_edges[origin] >> goal & 1
    return move.via or move.unit.power in carriers or bool(carriers and not walks)


def _contender(
    unit: Unit, goal: int, phase: _Phase, foes: frozenset[str] = frozenset()
) -> Contender:
    """Return a unit with its helpers, except helpers of the powers `foes`.

    `goal` is the province to which the unit moves, or -1 if it holds.
    """
    origin = phase.geography.province_of[unit.location]
    helpers = tuple(
        order.unit
        for order in (outcome.order for outcome in phase.outcomes.values() if outcome.succeeded)
        if isinstance(order, SupportHold | SupportMove)
        and order.unit.power not in foes
        and _helps(order, origin, goal, phase)
    )
    strength = unit.size + sum(helper.size for helper in helpers)
    return Contender(origin, unit, strength, helpers)


def _helps(order: SupportHold | SupportMove, origin: int, goal: int, phase: _Phase) -> bool:
    if isinstance(order, SupportHold):
        return (order.supported, -1) == (origin, goal)
    aim = phase.geography.province_of[order.target]
    return (order.supported, aim) == (origin, goal)
