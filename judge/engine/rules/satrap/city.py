"""The king's city and its garrison (seed 003, clauses 3 and 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.position import Marker, PhaseKind, Position, Unit
from judge.engine.orders import Declare, Move, Order, UnitOrder
from judge.engine.outcome import Adjudication, Outcome, Reason
from judge.engine.rules.rule import Counted, Garrison, Place, Rule, Saying, Side
from judge.engine.rules.satrap import entry
from judge.engine.rules.satrap.entry import PERMIT_ENTRY
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

GARRISON = "garrison"
_OF_THIS_MOVE = (entry.WELCOME, entry.GUEST)


@dataclass(frozen=True, slots=True)
class RoyalCity(Rule):
    """The city `place` of `power` has a garrison, "whose strength is that of one army".

    `satraps` may enter by permission alone. Where another rule has them need permission
    for other provinces as well, and lets the king write it, `elsewhere` is true.
    """

    power: Side
    place: Place
    satraps: tuple[Side, ...]
    elsewhere: bool = False

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the permissions of the king, and what satraps write with them."""
        told = entry.sayings(self)
        return tuple(
            one for one in told if not self.elsewhere or one.pattern != PERMIT_ENTRY
        )

    def applied(self, variant: "Variant") -> "Variant":
        """Return the variant with the garrison in the city."""
        start, garrison = variant.start, self._garrison()
        if garrison in start.markers:
            return variant
        return replace(
            variant, start=replace(start, markers=(*start.markers, garrison))
        )

    def forbids(
        self, order: Order, power: str, position: Position, variant: "Variant"
    ) -> Reason | None:
        """Return that a permission is of no use: for another place, or to oneself."""
        if not isinstance(order, Declare) or order.pattern not in _PATTERNS:
            return None
        beyond = self.elsewhere and order.pattern == PERMIT_ENTRY
        if order.province != self.place and not beyond:
            return Reason.NO_EFFECT
        return Reason.NO_EFFECT if order.other == power else None

    def counted(
        self, position: Position, orders: Sequence[Order], variant: "Variant"
    ) -> Counted | None:
        """Return all orders, with who comes and who remains in peace.

        Without permission for a unit to remain "the garrison is annihilated without
        combat".
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = (*position.markers, *entry.permits(orders, self))
        there = self._unit_in(position.units, variant)
        if there is not None and self._overstays(there, orders, markers):
            markers = tuple(one for one in markers if one != self._garrison())
        return Counted(tuple(orders), markers=markers)

    def garrisons(self, position: Position, variant: "Variant") -> tuple[Garrison, ...]:
        """Return the garrison while it is there: clause 3."""
        if self._garrison() not in position.markers:
            return ()
        friends = self._powers(entry.GUEST, position)
        welcome = self._powers(entry.WELCOME, position)
        return (Garrison(self.place, self.power, friends, welcome),)

    def moved(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        units: Sequence[Unit],
        variant: "Variant",
    ) -> tuple[Marker, ...]:
        """Return the markers without a garrison that is occupied by an enemy."""
        there = self._unit_in(units, variant)
        came = any(
            isinstance(one.order, Move)
            and one.succeeded
            and variant.geography.province_of[one.order.target] == self.place
            for one in outcomes
        )
        kind = entry.WELCOME if came else entry.GUEST
        if there is None or there.power in self._powers(kind, position):
            return position.markers
        return tuple(one for one in position.markers if one != self._garrison())

    def after(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> Position:
        """Return the board without the permissions, which hold for one move."""
        board = adjudication.after
        left = tuple(one for one in board.markers if one.kind not in _OF_THIS_MOVE)
        return replace(board, markers=left)

    def captures(
        self, unit: Unit, center: int, position: Position, variant: "Variant"
    ) -> bool:
        """Return whether the unit takes the center; in peace nobody takes the city."""
        return center != self.place or self._garrison() not in position.markers

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return how lists of the board tell of the garrison."""
        return ((GARRISON, message("Garrison")),)

    def _garrison(self) -> Marker:
        return Marker(GARRISON, self.place, self.power)

    def _powers(self, kind: str, position: Position) -> frozenset[str]:
        told = (one.power for one in position.markers if one.kind == kind)
        return frozenset({self.power, *filter(None, told)})

    def _unit_in(self, units: Sequence[Unit], variant: "Variant") -> Unit | None:
        province_of = variant.geography.province_of
        return next((u for u in units if province_of[u.location] == self.place), None)

    def _overstays(
        self, unit: Unit, orders: Sequence[Order], markers: Sequence[Marker]
    ) -> bool:
        told = [o for o in orders if isinstance(o, UnitOrder) and o.unit == unit]
        stays = not (told and isinstance(told[-1], Move))
        permit = Marker(entry.GUEST, self.place, unit.power)
        return unit.power != self.power and stays and permit not in markers


_PATTERNS = (PERMIT_ENTRY, entry.PERMIT_STAY, entry.ENTER, entry.REMAIN)
