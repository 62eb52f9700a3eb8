"""How strong each unit was that attacked or held a province, computed from the outcomes."""

from collections.abc import Iterator
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
    """Help for the unit that holds a province by a rule of the variant; each counts one."""

    GARRISON = "garrison"
    LAST_STAND = "last stand"


class Contender(Struct, frozen=True, gc=False):
    """A unit that wanted a province or held it: how strong, and with whose help.

    Without a unit it is the garrison of `province` that stands for itself; `aid` is
    what a rule adds to a unit.
    """

    province: int
    unit: Unit | None
    strength: int
    helpers: tuple[Unit, ...] = ()
    aid: Aid | None = None


class _Phase(Struct, frozen=True, gc=False):
    """The orders that counted, by the provinces of their units."""

    told: dict[int, Outcome]
    geography: Geography

    def move_from(self, province: int) -> Move | None:
        """Return the move of the unit in `province`, None if it has no other."""
        outcome = self.told.get(province)
        order = outcome.order if outcome else None
        return order if isinstance(order, Move) else None

    def goal_of(self, move: Move) -> int:
        """Return the province that `move` leads to."""
        return self.geography.province_of[move.target]


def contest(
    before: Position, adjudication: Adjudication, mover: Unit, variant: Variant
) -> tuple[Contender, ...]:
    """Return `mover` and the units it had to beat, each with its strength (DATC 5.B).

    The result is () for a unit that did not move or never arrived.
    """
    geography = variant.geography
    phase = _Phase(dict(_counted(adjudication, geography)), geography)
    origin = geography.province_of[mover.location]
    move = phase.move_from(origin)
    if move is None or phase.told[origin].reason in _NOT_COME:
        return ()
    target = phase.goal_of(move)
    standing = {geography.province_of[unit.location]: unit for unit in before.units}
    holder = standing.get(target)
    # One that comes to meet the mover is in its way, even if it wins.
    met = _meet_head_on(origin, target, phase)
    stays = holder is not None and (met or not _has_left(target, phase))
    garrison = garrison_at(before, adjudication, target, variant)
    still = holder is not None and phase.move_from(target) is None
    if garrison and not still and mover.power in garrison.welcome:
        garrison = None
    foes = {holder.power} if holder and stays and holder.power != mover.power else set()
    foes |= {garrison.power} if garrison else set()
    rivals = (
        _contender(other, target, phase)
        for province, other in standing.items()
        if province not in (origin, target) and _came(province, target, phase)
    )
    held = [_holding(holder, origin, phase)] if holder and stays else []
    if Consequence(LAST_STAND, target) in adjudication.consequences:
        held = [_aided(one, Aid.LAST_STAND) for one in held]
    if garrison:
        held = _with_garrison(garrison, held, phase, still=still, by=mover.power)
    return (_contender(mover, target, phase, frozenset(foes)), *rivals, *held)


def garrison_at(
    before: Position, adjudication: Adjudication, province: int, variant: Variant
) -> Garrison | None:
    """Return the garrison of a province in the phase, by what was written there."""
    board, orders = before, [one.order for one in adjudication.outcomes]
    for rule in variant.rules.special:
        counted = rule.counted(board, orders, variant)
        if counted is not None and counted.markers is not None:
            board = replace(board, markers=counted.markers)
    return garrisons_in(board, variant).get(province)


def _aided(holder: Contender, aid: Aid) -> Contender:
    return Contender(holder.province, holder.unit, holder.strength + 1, holder.helpers, aid)


def _with_garrison(
    garrison: Garrison, held: list[Contender], phase: _Phase, *, still: bool, by: str
) -> list[Contender]:
    """Return who holds a province with a garrison against a power.

    It adds to a friend who stays, and else stands for itself.
    """
    if not still:
        helpers = tuple(_supporters(garrison.province, phase))
        strength = 1 + sum(one.size for one in helpers)
        return [*held, Contender(garrison.province, None, strength, helpers)]
    friends = garrison.friends if by != garrison.power else frozenset[str]()
    return [
        _aided(one, Aid.GARRISON) if one.unit and one.unit.power in friends else one for one in held
    ]


def _supporters(province: int, phase: _Phase) -> Iterator[Unit]:
    """Yield the units whose support to hold a province counted."""
    for one in phase.told.values():
        match one.order:
            case SupportHold(unit, supported) if one.succeeded and supported == province:
                yield unit


def _counted(adjudication: Adjudication, geography: Geography) -> Iterator[tuple[int, Outcome]]:
    """Yield the outcomes of possible orders; an impossible one is a hold."""
    for outcome in adjudication.outcomes:
        order = outcome.order
        if isinstance(order, UnitOrder) and not outcome.reason.is_illegal:
            yield geography.province_of[order.unit.location], outcome


def _has_left(province: int, phase: _Phase) -> bool:
    return phase.move_from(province) is not None and phase.told[province].succeeded


def _came(rival: int, target: int, phase: _Phase) -> bool:
    """Return whether a rival kept others out of the target (DATC 5.B.8)."""
    move = phase.move_from(rival)
    if move is None or phase.goal_of(move) != target:
        return False
    beaten = _has_left(target, phase) and _meet_head_on(rival, target, phase)
    return phase.told[rival].reason not in _NOT_COME and not beaten


def _holding(holder: Unit, attacker: int, phase: _Phase) -> Contender:
    """Return how a unit that has not left holds its place, alone if it tried to leave.

    If it goes for the attacker head on, its attack counts (DATC 5.B.7).
    """
    province = phase.geography.province_of[holder.location]
    move = phase.move_from(province)
    if move is None:
        return _contender(holder, -1, phase)
    if _meet_head_on(attacker, province, phase):
        return _contender(holder, phase.goal_of(move), phase)
    return Contender(province, holder, holder.size)


def _meet_head_on(one: int, other: int, phase: _Phase) -> bool:
    moves = phase.move_from(one), phase.move_from(other)
    if moves[0] is None or moves[1] is None:
        return False
    meet = phase.goal_of(moves[0]) == other and phase.goal_of(moves[1]) == one
    return meet and not any(_is_at_sea(move, phase) for move in moves if move)


def _is_at_sea(move: Move, phase: _Phase) -> bool:
    """Return whether an army is carried: it asks to be, its power means it, or it must.

    A fleet of another power carries only one that cannot walk (DATC 4.A.3, 6.G.2).
    """
    geography = phase.geography
    origin, goal = geography.province_of[move.unit.location], phase.goal_of(move)
    carriers = [
        order.unit.power
        for order in (outcome.order for outcome in phase.told.values())
        if isinstance(order, Convoy)
        and (order.convoyed, geography.province_of[order.target]) == (origin, goal)
    ]
    walks = geography.army_edges[origin] >> goal & 1
    return move.via or move.unit.power in carriers or bool(carriers and not walks)


def _contender(
    unit: Unit, goal: int, phase: _Phase, foes: frozenset[str] = frozenset()
) -> Contender:
    """Return a unit with its helpers, except those of `foes`; a `goal` of -1 is a hold."""
    origin = phase.geography.province_of[unit.location]
    helpers = tuple(
        order.unit
        for order in (one.order for one in phase.told.values() if one.succeeded)
        if isinstance(order, SupportHold | SupportMove)
        and order.unit.power not in foes
        and _helps(order, origin, goal, phase)
    )
    strength = unit.size + sum(one.size for one in helpers)
    return Contender(origin, unit, strength, helpers)


def _helps(order: SupportHold | SupportMove, origin: int, goal: int, phase: _Phase) -> bool:
    if isinstance(order, SupportHold):
        return (order.supported, -1) == (origin, goal)
    aim = phase.geography.province_of[order.target]
    return (order.supported, aim) == (origin, goal)
