"""One movement order for each unit, made of whatever was sent in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from judge.engine.board.occupancy import Occupancy, stand
from judge.engine.board.position import Position
from judge.engine.legality import check_order_of_unit, check_unit
from judge.engine.orders import Hold, MovementOrder, Order
from judge.engine.outcome import Reason
from judge.engine.variant import Rules, Variant


@dataclass(frozen=True, slots=True)
class Tidied:
    """One order for each unit: those sent in that count, in turn, and then holds.

    `refused` says why the others do not count, by their number among those sent in.
    """

    orders: tuple[MovementOrder, ...]
    refused: Mapping[int, Reason]


def tidy(position: Position, orders: Sequence[Order], variant: Variant) -> Tidied:
    """Return one order for each unit of `position`; a unit without one holds.

    The last legal order to a unit counts (DATC 4.D.3): one that is illegal does not
    replace one that is not (DATC 4.E.1, 6.D.31).
    """
    province_of = variant.geography.province_of
    occupancy = stand(position, variant)
    judged = [_judge(order, occupancy, variant.rules) for order in orders]
    last: dict[int, int] = {}
    for number, (fitted, reason) in enumerate(judged):
        if fitted is not None:
            province = province_of[fitted.unit.location]
            if reason is None or judged[last.get(province, number)][1] is not None:
                last[province] = number
    counted = set(last.values())
    sent = [
        fitted
        for number, (fitted, _) in enumerate(judged)
        if fitted is not None and number in counted
    ]
    idle = [Hold(u) for u in position.units if province_of[u.location] not in last]
    return Tidied(
        orders=(*sent, *idle),
        refused={
            number: reason or Reason.REPLACED
            for number, (_, reason) in enumerate(judged)
            if number not in counted
        },
    )


def _judge(
    order: Order, occupancy: Occupancy, rules: Rules
) -> tuple[MovementOrder | None, Reason | None]:
    """Return the order as one to the unit that is there, and why it is illegal."""
    if not isinstance(order, MovementOrder):
        return None, Reason.WRONG_PHASE
    actual = occupancy.unit_at[occupancy.geography.province_of[order.unit.location]]
    reason = check_unit(order.unit, actual)
    if actual is None or reason is not None:
        return None, reason
    fitted = replace(order, unit=actual)
    return fitted, check_order_of_unit(fitted, actual, occupancy, rules)
