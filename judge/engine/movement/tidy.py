"""The orders that are not plainly the one of a unit: which count, and as what."""

from msgspec.structs import replace

from judge.engine.legality import check_order_of_unit, check_unit
from judge.engine.movement.tables import PhaseTables
from judge.engine.orders import Convoy, Hold, Move, MovementOrder, Order, SupportHold, SupportMove
from judge.engine.outcome import Reason


def tidy(board: PhaseTables, doubtful: list[int]) -> None:
    """Let those of the `doubtful` orders count that do, and tell why others do not.

    One to a unit said to be on another coast is to the unit that is there (DATC 4.B.5).
    """
    for number in doubtful:
        order = board.orders[number]
        _strike(board, order)
        fit = _fitted(board, order)
        if isinstance(fit, Reason):
            board.reasons[number] = fit
        else:
            _admit(board, number, fit)


def _fitted(board: PhaseTables, order: Order) -> MovementOrder | Reason:
    """Return the order as one to the unit that is there, or why there is none such."""
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    actual = board.unit_at[board.geography.province_of[order.unit.location]]
    reason = check_unit(order.unit, actual)
    if actual is None or reason is not None:
        return reason or Reason.NO_UNIT
    return order if order.unit == actual else replace(order, unit=actual)


def _admit(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Let the order count unless another one to its unit does.

    The last legal one counts (DATC 4.D.3): one that is illegal does not replace one
    that is not (DATC 4.E.1, 6.D.31).
    """
    origin = board.geography.province_of[order.unit.location]
    rival = board.numbers[origin]
    if rival < 0:
        _enter(board, number, order)
        return
    other = board.order_of(origin)
    assert isinstance(other, MovementOrder)
    reason, others = _why_illegal(board, order), _why_illegal(board, other)
    if (reason is None, number) > (others is None, rival):
        board.reasons[rival] = others or Reason.REPLACED
        _strike(board, other)
        _enter(board, number, order)
    else:
        board.reasons[number] = reason or Reason.REPLACED


def _why_illegal(board: PhaseTables, order: MovementOrder) -> Reason | None:
    return check_order_of_unit(order, order.unit, board.occupancy(), board.rules)


def _enter(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Note the order as that of its unit."""
    origin = board.geography.province_of[order.unit.location]
    board.numbers[origin] = number
    board.fitted[origin] = order
    match order:
        case Move():
            board.moves.append(order)
        case SupportMove():
            board.supports.append(order)
        case SupportHold():
            board.holds.append(order)
        case Convoy():
            board.ferries.append(order)
        case Hold():
            pass


def _strike(board: PhaseTables, order: Order) -> None:
    """Take an order that is noted by its kind out again."""
    match order:
        case Move():
            board.moves.remove(order)
        case SupportMove():
            board.supports.remove(order)
        case SupportHold():
            board.holds.remove(order)
        case Convoy():
            board.ferries.remove(order)
        case _:
            pass
