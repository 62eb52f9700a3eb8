"""The tables of a movement phase filled in one pass over whatever was sent in."""

from collections.abc import Sequence
from typing import Final

from judge.engine.board.occupancy import garrisons_in
from judge.engine.board.position import Position, UnitKind
from judge.engine.legality import check_move
from judge.engine.movement.tables import NOBODY, PhaseTables
from judge.engine.movement.tidy import tidy
from judge.engine.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.engine.outcome import Reason
from judge.engine.variant import Variant

# To look a member up in its class costs more than the test it is needed for.
_ARMY: Final = UnitKind.ARMY
_SUCCEEDED: Final = Reason.SUCCEEDED


def set_up(position: Position, orders: Sequence[Order], variant: Variant) -> PhaseTables:
    """Return the tables of a phase, with one order for each unit of `position`.

    A unit without an order holds, by an order that is added behind those sent in.
    """
    board = PhaseTables(position, orders, variant)
    if variant.rules.special:
        board.garrisons = garrisons_in(position, variant)
    doubtful = _sort(board)
    if doubtful:
        tidy(board, doubtful)
    if doubtful or len(orders) != len(position.units):
        _hold(board, position)
    _aim(board)
    return board


def _sort(board: PhaseTables) -> list[int]:
    """Note the orders by kind, and which is each unit's.

    Return the numbers of those that are not the first to a unit that stands there.
    """
    province_of = board.geography.province_of
    unit_at, numbers = board.unit_at, board.numbers
    moves, supports = board.moves, board.supports
    # A name of the module takes longer to look up where this is compiled.
    move, support_move, support_hold = Move, SupportMove, SupportHold
    convoy, hold = Convoy, Hold
    doubtful = []
    for number, order in enumerate(board.orders):
        if type(order) is move:
            unit = order.unit
            moves.append(order)
        elif type(order) is support_move:
            unit = order.unit
            supports.append(order)
        elif type(order) is support_hold:
            unit = order.unit
            board.holds.append(order)
        elif type(order) is convoy:
            unit = order.unit
            board.ferries.append(order)
        elif type(order) is hold:
            unit = order.unit
        else:
            doubtful.append(number)
            continue
        origin = province_of[unit.location]
        there = unit_at[origin]
        if numbers[origin] < 0 and (there is unit or there == unit):
            numbers[origin] = number
        else:
            doubtful.append(number)
    return doubtful


def _hold(board: PhaseTables, position: Position) -> None:
    """Add a hold for each unit that has no order."""
    numbers, province_of = board.numbers, board.geography.province_of
    idle: list[Hold] = []
    for unit in position.units:
        origin = province_of[unit.location]
        if numbers[origin] < 0:
            numbers[origin] = len(board.reasons) + len(idle)
            idle.append(Hold(unit))
    board.orders = (*board.orders, *idle)
    board.reasons += [_SUCCEEDED] * len(idle)
    board.causes += [()] * len(idle)


def _aim(board: PhaseTables) -> None:
    """Note who moves where."""
    geography = board.geography
    province_of = geography.province_of
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    targets, goals, comer = board.targets, board.goals, board.comer
    movers = board.movers
    for move in board.moves:
        unit = move.unit
        location = unit.location
        goal = move.target
        steps = army_steps if unit.kind is _ARMY else fleet_steps
        if move.via or goal not in steps[location]:
            _aim_far(board, move)
            continue
        origin, target = province_of[location], province_of[goal]
        targets[origin] = target
        goals[origin] = goal
        movers.append(origin)
        if comer[target] == NOBODY:
            comer[target] = origin
        else:
            board.crowd(target, origin)


def _aim_far(board: PhaseTables, move: Move) -> None:
    """Note a move that is not plainly one to a neighbor, or why it is impossible.

    An army that cannot walk there, or is told not to, waits for its carriers.
    """
    origin = board.geography.province_of[move.unit.location]
    goal = check_move(move, move.unit, board.occupancy(), board.rules)
    if isinstance(goal, Reason):
        board.tell(origin, goal)
        return
    target = board.geography.province_of[goal]
    board.targets[origin], board.goals[origin] = target, goal
    board.movers.append(origin)
    if board.comer[target] == NOBODY:
        board.comer[target] = origin
    else:
        board.crowd(target, origin)
    walks = board.geography.army_edges[origin] >> goal & 1
    if move.unit.kind is _ARMY and (move.via or not walks):
        board.carriers[origin] = []
