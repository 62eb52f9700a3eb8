"""At most one movement order for each unit, made of whatever was sent in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from judge.engine.board.occupancy import Occupancy, stand
from judge.engine.board.position import Position
from judge.engine.legality import check_order_of_unit, check_unit
from judge.engine.orders import MovementOrder, Order
from judge.engine.outcome import Reason
from judge.engine.variant import Rules, Variant


@dataclass(frozen=True, slots=True)
class Tidied:
    """At most one order for each unit: those sent in that count, in turn.

    `refused` says why the others do not count, by their number among those sent in.
    """

    orders: tuple[MovementOrder, ...]
    refused: Mapping[int, Reason]


def tidy(position: Position, orders: Sequence[Order], variant: Variant) -> Tidied:
    """Return at most one order for each unit of `position`.

    The last legal order to a unit counts (DATC 4.D.3): one that is illegal does not
    replace one that is not (DATC 4.E.1, 6.D.31).
    """
    province_of = variant.geography.province_of
    occupancy = stand(position, variant)
    fitted: dict[int, MovementOrder] = {}
    refused: dict[int, Reason] = {}
    sent_to: dict[int, list[int]] = {}
    for number, order in enumerate(orders):
        fit = _fitted(order, occupancy)
        if isinstance(fit, Reason):
            refused[number] = fit
        else:
            fitted[number] = fit
            sent_to.setdefault(province_of[fit.unit.location], []).append(number)
    for numbers in sent_to.values():
        if len(numbers) > 1:
            sent = [(number, fitted[number]) for number in numbers]
            for number, reason in _passed_over(sent, occupancy, variant.rules):
                refused[number] = reason
                del fitted[number]
    return Tidied(tuple(fitted.values()), refused)


def _fitted(order: Order, occupancy: Occupancy) -> MovementOrder | Reason:
    """Return the order as one to the unit that is there, or why there is none such."""
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    actual = occupancy.unit_at[occupancy.geography.province_of[order.unit.location]]
    if order.unit == actual:
        return order
    reason = check_unit(order.unit, actual)
    if actual is None or reason is not None:
        return reason or Reason.NO_UNIT
    return replace(order, unit=actual)


def _passed_over(
    sent: Sequence[tuple[int, MovementOrder]], occupancy: Occupancy, rules: Rules
) -> list[tuple[int, Reason]]:
    """Return the orders to one unit that do not count, by number, and why."""
    reasons = {
        number: check_order_of_unit(order, order.unit, occupancy, rules)
        for number, order in sent
    }
    legal = [number for number, reason in reasons.items() if reason is None]
    counted = (legal or list(reasons))[-1]
    return [
        (number, reason or Reason.REPLACED)
        for number, reason in reasons.items()
        if number != counted
    ]
