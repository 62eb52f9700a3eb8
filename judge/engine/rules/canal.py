"""A canal that fleets pass only with the leave of the power with a unit beside it.

Colonial Diplomacy: the Suez Canal joins the Mediterranean and the Red Sea; without a unit in Egypt
it is closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.engine.board import Position, UnitKind
from judge.engine.geography import Geography, neighbors
from judge.engine.orders import (
    Declare,
    Move,
    Order,
    Outcome,
    Reason,
    SupportHold,
    SupportMove,
    power_of,
)
from judge.engine.rules.rule import Counted, Place, Rule, Saying, Ways
from judge.engine.variant import Variant
from judge.messages import Text, message

LEAVE = "LET <power> PASS"


@dataclass(frozen=True, slots=True)
class Canal(Rule):
    """The canal joins the sea `one` with the sea `other`; the province `keeper` lies beside it."""

    one: Place
    other: Place
    keeper: Place

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the sentence by which the power with a unit in `keeper` gives leave."""
        about = message("its fleets may go through the canal this turn (said by the power there)")
        return (Saying(LEAVE, about),)

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the ends that no fleet can enter, and a fault if `keeper` is not next to one."""
        board = variant.geography
        for key, place in (("one", self.one), ("other", self.other)):
            name = board.locations[place].text
            if not board.fleets >> place & 1:
                yield key, message("no fleet can be in {place}", place=name)
            elif not neighbors(self.keeper, board) >> place & 1:
                keeper = board.locations[self.keeper].text
                yield (
                    "keeper",
                    message("{keeper} is not beside {place}", keeper=keeper, place=name),
                )

    def ways(self, position: Position, variant: Variant) -> Ways:
        """Return the connections through the canal, while a unit is in `keeper`."""
        if self._keeper(position, variant) is None:
            return Ways()
        return Ways(fleet=((self.one, self.other), (self.other, self.one)))

    def forbids(
        self, order: Order, power: str, position: Position, variant: Variant
    ) -> Reason | None:
        """Return why the power may not give leave: it has no unit in `keeper`."""
        if isinstance(order, Declare) and order.pattern == LEAVE:
            keeper = self._keeper(position, variant)
            return None if keeper == power else Reason.FOREIGN_SAYING
        return None

    def counted(self, position: Position, orders: Sequence[Order], variant: Variant) -> Counted:
        """Return the orders; an order through the canal fails if no leave was given for it."""
        power = self._keeper(position, variant)
        if power is None:
            return Counted(tuple(orders))
        permitted = {
            order.other
            for order in orders
            if isinstance(order, Declare) and (order.pattern, order.power) == (LEAVE, power)
        }
        stopped = [
            power_of(order) not in (power, *permitted)
            and self._goes_through(order, variant.geography)
            for order in orders
        ]
        return Counted(
            tuple(
                Outcome(order, Reason.NO_LEAVE) if stop else order
                for order, stop in zip(orders, stopped, strict=True)
            )
        )

    def _keeper(self, position: Position, variant: Variant) -> str | None:
        """Return the power with a unit in `keeper`, or None."""
        province_of = variant.geography.province_of
        for unit in position.units:
            if province_of[unit.location] == self.keeper:
                return unit.power
        return None

    def _goes_through(self, order: Order, geography: Geography) -> bool:
        """Return whether a fleet moves, or supports, from one end of the canal to the other."""
        if not isinstance(order, Move | SupportHold | SupportMove):
            return False
        aim = order.supported if isinstance(order, SupportHold) else order.target
        ends = {order.unit.location, geography.province_of[aim]}
        fleet = order.unit.kind is UnitKind.FLEET
        return fleet and ends == {self.one, self.other}
