"""The king's city and its garrison (seed 003, clauses 3 and 4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.position import Marker, PhaseKind, Position, Unit
from judge.engine.orders import Declare, Move, Order, UnitOrder, power_of
from judge.engine.outcome import Adjudication, Consequence, Outcome, Reason
from judge.engine.rules.doubts import no_centers
from judge.engine.rules.rule import Counted, Garrison, Place, Rule, Saying, Side, sentence
from judge.engine.rules.satrap import entry
from judge.engine.rules.satrap.entry import PERMIT_ENTRY
from judge.messages import Message, Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

GARRISON = "garrison"
_OVERSTAYED, _OCCUPIED = "garrison overstayed", "garrison occupied"
_UNUSED, _UNSAID, _UNPERMITTED = "entry unused", "entry unsaid", "entry unpermitted"
_TOLD: Mapping[str, Message] = {
    _OVERSTAYED: message(
        "A unit of {satrap} stayed in {place} without permission, for which {king} and "
        "{satrap} both had to write that it remains: the garrison of {place} is "
        "annihilated."
    ),
    _OCCUPIED: message(
        "A unit of {satrap} has come into {place} as an enemy: the garrison there is annihilated."
    ),
    _UNUSED: message(
        "The permission for {satrap} to enter {place} has lapsed: no unit of {satrap} went there."
    ),
    _UNSAID: message(
        "{satrap} was permitted to enter {place} but did not write that it enters with "
        "permission, so it came as an enemy."
    ),
    _UNPERMITTED: message(
        "{satrap} wrote that it enters {place} with permission, but {king} gave none, "
        "so it came as an enemy."
    ),
}
_PERMIT_OR_LOSE = message(
    "{satrap} stands in {place}: unless its unit leaves, the garrison is lost without "
    "PERMIT {satrap} TO REMAIN IN {place} from you, and the same from {satrap}."
)
_REMAIN_OR_LOSE = message(
    "Your unit stands in {place}: unless it leaves, the garrison is annihilated "
    "without REMAIN IN {place} WITH PERMISSION from you, and a permit of {king}."
)
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
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("garrison", "permission", "permit")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the permissions of the king, and what satraps write with them."""
        told = entry.sayings(self)
        return tuple(one for one in told if not self.elsewhere or one.pattern != PERMIT_ENTRY)

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that nobody can own the city."""
        yield from no_centers("place", (self.place,), variant)

    def applied(self, variant: "Variant") -> "Variant":
        """Return the variant with the garrison in the city."""
        start, garrison = variant.start, self._garrison()
        if garrison in start.markers:
            return variant
        return replace(variant, start=replace(start, markers=(*start.markers, garrison)))

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
        combat". That a satrap comes is not read out where no unit of his does: beside
        a hold it would tell that he is loyal and was not permitted (clause 12).
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = (*position.markers, *entry.permits(orders, self))
        there = self._unit_in(position.units, variant)
        noted: tuple[Consequence, ...] = ()
        if there is not None and self._overstays(there, orders, markers):
            if self._garrison() in markers:
                noted = (Consequence(_OVERSTAYED, self.place, there.power),)
            markers = tuple(one for one in markers if one != self._garrison())
        coming = {
            one.unit.power
            for one in orders
            if isinstance(one, Move) and self._leads_in(one, variant)
        }
        given = tuple(
            Outcome(one, Reason.WITHHELD)
            if _is_said(one, entry.ENTER) and power_of(one) not in coming
            else one
            for one in orders
        )
        return Counted(given, markers=markers, consequences=noted)

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
        kind = entry.WELCOME if self._came(outcomes, variant) else entry.GUEST
        if there is None or there.power in self._powers(kind, position):
            return position.markers
        return tuple(one for one in position.markers if one != self._garrison())

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board without the permissions, which hold for one move."""
        board = adjudication.after
        left = tuple(one for one in board.markers if one.kind not in _OF_THIS_MOVE)
        return replace(board, markers=left)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> tuple[Consequence, ...]:
        """Return which permissions were none, and why the garrison is no more."""
        movement = before.phase.kind is PhaseKind.MOVEMENT
        if not movement or self._garrison() not in before.markers:
            return ()
        found = tuple(self._half_permitted(adjudication, variant))
        if self._garrison() not in adjudication.after.markers:
            there = self._unit_in(adjudication.after.units, variant)
            power = there.power if there else None
            came = self._came(adjudication.outcomes, variant)
            kind = _OCCUPIED if came else _OVERSTAYED
            found = (*found, Consequence(kind, self.place, power))
        return found

    def _half_permitted(
        self, adjudication: Adjudication, variant: "Variant"
    ) -> Iterator[Consequence]:
        """Yield for each satrap whose unit came, or might have, what was missing."""
        orders = [one.order for one in adjudication.outcomes]
        for satrap in self.satraps:
            came = any(
                isinstance(one, Move) and one.unit.power == satrap and self._leads_in(one, variant)
                for one in orders
            )
            permitted = any(
                _is_said(one, PERMIT_ENTRY)
                and isinstance(one, Declare)
                and (one.province, one.other) == (self.place, satrap)
                for one in orders
            )
            said = any(_is_said(one, entry.ENTER) and power_of(one) == satrap for one in orders)
            if permitted and not came:
                yield Consequence(_UNUSED, self.place, satrap)
            elif permitted and not said:
                yield Consequence(_UNSAID, self.place, satrap)
            elif came and said and not permitted:
                yield Consequence(_UNPERMITTED, self.place, satrap)

    def told(self, one: Consequence, variant: "Variant") -> Text:
        """Return what became of permissions, or of the garrison."""
        place = variant.geography.provinces[self.place].name
        satrap = one.power or ""
        return sentence(_TOLD, one, satrap=satrap, king=self.power, place=place)

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: "Variant"
    ) -> tuple[Text, ...]:
        """Return what silence costs while a satrap's unit stands in the city."""
        there = self._unit_in(position.units, variant)
        movement = position.phase.kind is PhaseKind.MOVEMENT
        if there is None or not movement or self._garrison() not in position.markers:
            return ()
        names = {
            "satrap": there.power,
            "king": self.power,
            "place": variant.geography.provinces[self.place].name,
        }
        if there.power not in self.satraps or power not in (self.power, there.power):
            return ()
        words, wanted = (
            (_PERMIT_OR_LOSE, entry.PERMIT_STAY)
            if power == self.power
            else (_REMAIN_OR_LOSE, entry.REMAIN)
        )
        if any(_is_said(one, wanted) for one in orders):
            return ()
        return (words.with_values(**names),)

    def captures(self, unit: Unit, center: int, position: Position, variant: "Variant") -> bool:
        """Return whether the unit takes the center; in peace nobody takes the city."""
        return center != self.place or self._garrison() not in position.markers

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return how lists of the board tell of the garrison."""
        return ((GARRISON, message("Garrison")),)

    def _came(self, outcomes: Sequence[Outcome], variant: "Variant") -> bool:
        """Return whether a unit has come into the city in this move."""
        return any(
            isinstance(one.order, Move) and one.succeeded and self._leads_in(one.order, variant)
            for one in outcomes
        )

    def _leads_in(self, order: Move, variant: "Variant") -> bool:
        return variant.geography.province_of[order.target] == self.place

    def _garrison(self) -> Marker:
        return Marker(GARRISON, self.place, self.power)

    def _powers(self, kind: str, position: Position) -> frozenset[str]:
        told = (one.power for one in position.markers if one.kind == kind)
        return frozenset({self.power, *filter(None, told)})

    def _unit_in(self, units: Sequence[Unit], variant: "Variant") -> Unit | None:
        province_of = variant.geography.province_of
        return next((u for u in units if province_of[u.location] == self.place), None)

    def _overstays(self, unit: Unit, orders: Sequence[Order], markers: Sequence[Marker]) -> bool:
        told = [o for o in orders if isinstance(o, UnitOrder) and o.unit == unit]
        stays = not (told and isinstance(told[-1], Move))
        permit = Marker(entry.GUEST, self.place, unit.power)
        return unit.power != self.power and stays and permit not in markers


def _is_said(order: Order, pattern: str) -> bool:
    return isinstance(order, Declare) and order.pattern == pattern


_PATTERNS = (PERMIT_ENTRY, entry.PERMIT_STAY, entry.ENTER, entry.REMAIN)
