"""What garrisons change in a movement phase: who supports them, how they defend.

A garrison stays where it is whatever the unit beside it does; see `Garrison`.
"""

from judge.engine.movement.tables import NOBODY, PhaseTables
from judge.engine.outcome import Reason


def match_guards(board: PhaseTables, attacked: list[int]) -> None:
    """Let those who support a unit that leaves a garrison support the garrison.

    Where no unit stands they are its helpers already.
    """
    province_of = board.geography.province_of
    for order in board.holds:
        held, origin = order.supported, province_of[order.unit.location]
        number = board.numbers[origin]
        if held not in board.garrisons or board.reasons[number] is not Reason.VOID:
            continue
        board.reasons[number] = Reason.SUCCEEDED
        board.aims[origin] = -1
        board.guards.setdefault(held, []).append(origin)
        if board.comer[origin] == NOBODY:
            board.fates[origin] = True
        else:
            attacked.append(origin)
