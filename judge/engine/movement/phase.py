"""The movement phase: who went where, who was dislodged, and why orders failed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TypeGuard

from judge.engine.geography import bits
from judge.engine.movement.board import Board, set_up
from judge.engine.movement.convoy import match_convoys
from judge.engine.movement.explain import explain
from judge.engine.movement.residue import resolve_residue
from judge.engine.movement.settle import settle
from judge.engine.movement.strength import prevention
from judge.engine.movement.tidy import tidy
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
)
from judge.engine.outcome import Outcome
from judge.engine.position import Dislodged, Position, Unit, UnitKind
from judge.engine.retreat import open_retreats
from judge.engine.variant import Variant

_MOVEMENT_ORDERS = {Hold, Move, SupportHold, SupportMove, Convoy}

# To look a member up in its class costs more than the test it is needed for.
_FLEET = UnitKind.FLEET

# Makes an outcome of a tuple of its fields: one call into C, where there are so many.
_outcome = partial(tuple.__new__, Outcome)


@dataclass(frozen=True, slots=True)
class Movement:
    """What a movement phase leads to.

    `outcomes` has one entry an order, and a hold for each unit without one. `units`
    stand, by province, where they are now; `standoffs` are the provinces left empty by
    a bounce.
    """

    outcomes: tuple[Outcome, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[int, ...]


def resolve_movement(
    position: Position, orders: Sequence[Order], variant: Variant
) -> Movement:
    """Return who went where, and what became of each order; DATC 5.B.

    An illegal order is a hold (DATC 4.E.1). Of several legal ones to a unit the last
    counts (DATC 4.D.3).
    """
    board = set_up(position, orders, variant) if _are_for_movement(orders) else None
    if board is None:
        return _resolve_tidied(position, orders, variant)
    return _resolve(board)


def _are_for_movement(orders: Sequence[Order]) -> TypeGuard[Sequence[MovementOrder]]:
    return set(map(type, orders)) <= _MOVEMENT_ORDERS


def _resolve(board: Board) -> Movement:
    if board.convoys or board.carriers:
        match_convoys(board)
    still_open = settle(board)
    if still_open:
        resolve_residue(board, still_open)
        board.failed += [one for one in still_open if not board.fates[one]]
    return _conclude(board)


def _conclude(board: Board) -> Movement:
    stands, victors = _moved(board)
    explain(board, victors)
    standoffs = _standoffs(board, stands)
    return Movement(
        outcomes=tuple(
            map(_outcome, zip(board.orders, board.reasons, board.causes, strict=True))
        ),
        units=tuple(filter(None, stands)),
        dislodged=_dislodged(board, stands, victors, standoffs) if victors else (),
        standoffs=standoffs,
    )


def _moved(board: Board) -> tuple[list[Unit | None], dict[int, int]]:
    """Return who stands where now, and where each dislodged unit's victor came from."""
    targets, goals, fates = board.targets, board.goals, board.fates
    unit_at = board.unit_at
    stands = unit_at.copy()
    victors = {}
    winners = [mover for mover in board.moves if fates[mover]]
    for mover in winners:
        stands[mover] = None
    for mover in winners:
        target = targets[mover]
        if stands[target] is not None:
            victors[target] = mover
        unit = unit_at[mover]
        assert unit is not None
        stands[target] = _unit(unit.power, unit.kind, goals[mover])
    return stands, victors


def _standoffs(board: Board, stands: Sequence[Unit | None]) -> tuple[int, ...]:
    """Return the provinces that rivals kept one another out of."""
    standoffs = []
    for province in board.contested:
        if stands[province] is None:
            for rival in board.comers[province]:
                if prevention(board, rival, province)[0]:
                    standoffs.append(province)
                    break
    return tuple(sorted(standoffs))


def _dislodged(
    board: Board,
    stands: Sequence[Unit | None],
    victors: Mapping[int, int],
    standoffs: tuple[int, ...],
) -> tuple[Dislodged, ...]:
    """Return the dislodged units, by province, with where they may go.

    The province a convoyed attacker came from is open to them (DATC 4.A.5).
    """
    geography = board.geography
    dislodged = []
    for province, victor in sorted(victors.items()):
        unit = board.unit_at[province]
        assert unit is not None
        by_sea = unit.kind is _FLEET
        near = geography.fleet_reach if by_sea else geography.army_edges
        closed = 0 if victor in board.carriers else 1 << victor
        for beside in bits(near[unit.location]):
            if stands[beside] is not None or beside in standoffs:
                closed |= 1 << beside
        retreats = open_retreats(unit, closed, geography)
        dislodged.append(Dislodged(unit, victor, retreats))
    return tuple(dislodged)


def _resolve_tidied(
    position: Position, orders: Sequence[Order], variant: Variant
) -> Movement:
    """Return the same for orders that are not exactly one for each unit."""
    tidied = tidy(position, orders, variant)
    board = set_up(position, tidied.orders, variant)
    assert board is not None, "a position has at most one unit in a province"
    movement = _resolve(board)
    told = iter(movement.outcomes)
    refused = tidied.refused
    sent = [
        Outcome(order, refused[number])
        if number in refused
        else next(told)._replace(order=order)
        for number, order in enumerate(orders)
    ]
    return replace(movement, outcomes=(*sent, *told))


@cache
def _unit(power: str, kind: UnitKind, location: int) -> Unit:
    """Return the unit; an equal one is made once, since to make one is slow."""
    return Unit(power, kind, location)
