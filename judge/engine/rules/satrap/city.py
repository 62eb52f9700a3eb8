"""The king's city: its garrison, the permissions to enter it, and the units that it supplies.

Seed 003, clauses 3 to 5 and 17. A permission holds for one move, and needs a sentence of the king
and one of the satrap (clause 4).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from judge.engine.board import Marker, PhaseKind, Position, Unit
from judge.engine.orders import (
    Adjudication,
    Consequence,
    Declare,
    Move,
    Order,
    Outcome,
    Reason,
    UnitOrder,
    power_of,
)
from judge.engine.rules.rule import (
    Counted,
    Garrison,
    Place,
    Rule,
    Saying,
    Side,
    no_centers,
    sentence,
)
from judge.engine.variant import Variant
from judge.messages import Message, Text, message

PERMIT_ENTRY = "PERMIT <power> TO ENTER <province>"
PERMIT_STAY = "PERMIT <power> TO REMAIN IN <province>"
ENTER = "ENTER <province> WITH PERMISSION"
REMAIN = "REMAIN IN <province> WITH PERMISSION"

_BESIDE = "with permission"

# The markers of satraps whose units enter the city in peace in this move, and remain there in
# peace.
WELCOME = "welcome"
GUEST = "guest"


class City(Protocol):
    """The city, the power to which it belongs, and the powers that it may let in."""

    @property
    def power(self) -> Side:
        """Return the power to which the city belongs: the king."""

    @property
    def place(self) -> Place:
        """Return the province of the city."""

    @property
    def satraps(self) -> tuple[Side, ...]:
        """Return the powers that the king may let in."""


def city_sayings(city: City) -> tuple[Saying, ...]:
    """Return the sentences of the king and the satraps about the city."""
    king = (city.power,)
    return (
        Saying(PERMIT_ENTRY, message("lets its unit into your city in peace, this move"), king),
        Saying(PERMIT_STAY, message("lets its unit stay in your city, this move"), king),
        Saying(
            ENTER,
            message("if the king permits it: your unit comes in peace"),
            city.satraps,
            beside=_BESIDE,
            move=True,
        ),
        Saying(
            REMAIN,
            message("if the king permits it: your unit stays in peace"),
            city.satraps,
            beside=_BESIDE,
        ),
    )


def peace_markers(orders: Sequence[Order], city: City) -> Iterator[Marker]:
    """Yield a marker for each satrap that enters or remains in the city in peace in this move."""
    declarations = [
        order for order in orders if isinstance(order, Declare) and order.province == city.place
    ]
    for kind, permit, claim in ((WELCOME, PERMIT_ENTRY, ENTER), (GUEST, PERMIT_STAY, REMAIN)):
        permitted = {
            order.other
            for order in declarations
            if order.pattern == permit and order.power == city.power
        }
        for order in declarations:
            if order.pattern == claim and order.power in permitted:
                yield Marker(kind, city.place, order.power)


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
_OF_THIS_MOVE = (WELCOME, GUEST)


@dataclass(frozen=True, slots=True)
class RoyalCity(Rule):
    """The city `place` of `power` has a garrison, "whose strength is that of one army": clause 3.

    `satraps` may enter in peace only with permission.
    """

    power: Side
    place: Place
    satraps: tuple[Side, ...]
    #: True if another rule defines the sentence that permits other provinces.
    elsewhere: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("garrison", "permission", "permit")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the king's permissions, and the sentences with which satraps use them."""
        all_sayings = city_sayings(self)
        return tuple(s for s in all_sayings if not self.elsewhere or s.pattern != PERMIT_ENTRY)

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the city is not a center."""
        yield from no_centers("place", (self.place,), variant)

    def applied(self, variant: Variant) -> Variant:
        """Return the variant with the marker of the garrison at the start."""
        start, garrison = variant.start, self._garrison()
        if garrison in start.markers:
            return variant
        return replace(variant, start=replace(start, markers=(*start.markers, garrison)))

    def forbids(
        self, order: Order, power: str, position: Position, variant: Variant
    ) -> Reason | None:
        """Return why a permission has no effect: it names another province, or its own writer."""
        if not isinstance(order, Declare) or order.pattern not in _PATTERNS:
            return None
        is_elsewhere = self.elsewhere and order.pattern == PERMIT_ENTRY
        if order.province != self.place and not is_elsewhere:
            return Reason.NO_EFFECT
        return Reason.NO_EFFECT if order.other == power else None

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return all orders, and markers for the units that enter or remain in peace.

        If a unit has no permission to remain, "the garrison is annihilated without combat". The
        sentence of a satrap whose unit does not come is withheld from the others: beside a hold it
        would show that the satrap is loyal and was not permitted (clause 12).
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = (*position.markers, *peace_markers(orders, self))
        occupant = self._unit_in(position.units, variant)
        consequences: tuple[Consequence, ...] = ()
        if occupant is not None and self._overstays(occupant, orders, markers):
            if self._garrison() in markers:
                consequences = (Consequence(_OVERSTAYED, self.place, occupant.power),)
            markers = tuple(marker for marker in markers if marker != self._garrison())
        coming = {
            order.unit.power
            for order in orders
            if isinstance(order, Move) and self._leads_in(order, variant)
        }
        entries = tuple(
            Outcome(order, Reason.WITHHELD)
            if _has_pattern(order, ENTER) and power_of(order) not in coming
            else order
            for order in orders
        )
        return Counted(entries, markers=markers, consequences=consequences)

    def garrisons(self, position: Position, variant: Variant) -> tuple[Garrison, ...]:
        """Return the garrison while its marker is on the board: clause 3."""
        if self._garrison() not in position.markers:
            return ()
        friends = self._powers_with(GUEST, position)
        welcome = self._powers_with(WELCOME, position)
        return (Garrison(self.place, self.power, friends, welcome),)

    def moved(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        units: Sequence[Unit],
        variant: Variant,
    ) -> tuple[Marker, ...]:
        """Return the markers, without the garrison if an enemy's unit is in the city."""
        occupant = self._unit_in(units, variant)
        kind = WELCOME if self._was_entered(outcomes, variant) else GUEST
        if occupant is None or occupant.power in self._powers_with(kind, position):
            return position.markers
        return tuple(marker for marker in position.markers if marker != self._garrison())

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board without the permissions, which hold for one move."""
        board = adjudication.after
        remaining = tuple(m for m in board.markers if m.kind not in _OF_THIS_MOVE)
        return replace(board, markers=remaining)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence for each incomplete permission, and for the loss of the garrison."""
        movement = before.phase.kind is PhaseKind.MOVEMENT
        if not movement or self._garrison() not in before.markers:
            return ()
        consequences = tuple(self._half_permitted(adjudication, variant))
        if self._garrison() not in adjudication.after.markers:
            occupant = self._unit_in(adjudication.after.units, variant)
            power = occupant.power if occupant else None
            was_entered = self._was_entered(adjudication.outcomes, variant)
            kind = _OCCUPIED if was_entered else _OVERSTAYED
            consequences = (*consequences, Consequence(kind, self.place, power))
        return consequences

    def _half_permitted(
        self, adjudication: Adjudication, variant: Variant
    ) -> Iterator[Consequence]:
        """Yield a consequence for each satrap whose permission was unused or incomplete.

        A permission needs the king's sentence, the satrap's sentence, and the satrap's move.
        """
        orders = [outcome.order for outcome in adjudication.outcomes]
        for satrap in self.satraps:
            came = any(
                isinstance(order, Move)
                and order.unit.power == satrap
                and self._leads_in(order, variant)
                for order in orders
            )
            permitted = any(
                _has_pattern(order, PERMIT_ENTRY)
                and isinstance(order, Declare)
                and (order.province, order.other) == (self.place, satrap)
                for order in orders
            )
            claimed = any(_has_pattern(o, ENTER) and power_of(o) == satrap for o in orders)
            if permitted and not came:
                yield Consequence(_UNUSED, self.place, satrap)
            elif permitted and not claimed:
                yield Consequence(_UNSAID, self.place, satrap)
            elif came and claimed and not permitted:
                yield Consequence(_UNPERMITTED, self.place, satrap)

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence about a permission or the garrison."""
        place = variant.geography.provinces[self.place].name
        satrap = consequence.power or ""
        return sentence(_TOLD, consequence, satrap=satrap, king=self.power, place=place)

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
    ) -> tuple[Text, ...]:
        """Return a warning while a satrap's unit in the city lacks a permission to remain."""
        occupant = self._unit_in(position.units, variant)
        movement = position.phase.kind is PhaseKind.MOVEMENT
        if occupant is None or not movement or self._garrison() not in position.markers:
            return ()
        names = {
            "satrap": occupant.power,
            "king": self.power,
            "place": variant.geography.provinces[self.place].name,
        }
        if occupant.power not in self.satraps or power not in (self.power, occupant.power):
            return ()
        warning, needed = (
            (_PERMIT_OR_LOSE, PERMIT_STAY) if power == self.power else (_REMAIN_OR_LOSE, REMAIN)
        )
        if any(_has_pattern(order, needed) for order in orders):
            return ()
        return (warning.with_values(**names),)

    def captures(self, unit: Unit, center: int, position: Position, variant: Variant) -> bool:
        """Return False for the city while it has a garrison: units in peace do not capture it."""
        return center != self.place or self._garrison() not in position.markers

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the title of the garrison."""
        return ((GARRISON, message("Garrison")),)

    def _was_entered(self, outcomes: Sequence[Outcome], variant: Variant) -> bool:
        """Return whether a unit entered the city in this move."""
        return any(
            isinstance(o.order, Move) and o.succeeded and self._leads_in(o.order, variant)
            for o in outcomes
        )

    def _leads_in(self, order: Move, variant: Variant) -> bool:
        return variant.geography.province_of[order.target] == self.place

    def _garrison(self) -> Marker:
        return Marker(GARRISON, self.place, self.power)

    def _powers_with(self, kind: str, position: Position) -> frozenset[str]:
        """Return the king, and the powers with a marker of this kind."""
        powers = (marker.power for marker in position.markers if marker.kind == kind)
        return frozenset({self.power, *filter(None, powers)})

    def _unit_in(self, units: Sequence[Unit], variant: Variant) -> Unit | None:
        province_of = variant.geography.province_of
        return next((u for u in units if province_of[u.location] == self.place), None)

    def _overstays(self, unit: Unit, orders: Sequence[Order], markers: Sequence[Marker]) -> bool:
        """Return whether a foreign unit stays in the city without permission to remain."""
        unit_orders = [o for o in orders if isinstance(o, UnitOrder) and o.unit == unit]
        stays = not (unit_orders and isinstance(unit_orders[-1], Move))
        permit = Marker(GUEST, self.place, unit.power)
        return unit.power != self.power and stays and permit not in markers


def _has_pattern(order: Order, pattern: str) -> bool:
    return isinstance(order, Declare) and order.pattern == pattern


_PATTERNS = (PERMIT_ENTRY, PERMIT_STAY, ENTER, REMAIN)


_LOST, _REGAINED = "city supply lost", "city supply regained"
_SUPPLY_TOLD = {
    _LOST: message(
        "{owner} owns {place} now, where it counts as {captured} centers. No other "
        "center supplies the army of {king}, who may have none until {place} is "
        "{king}'s again."
    ),
    _REGAINED: message("{place} is {king}'s again, and supplies one army of {king}."),
}


@dataclass(frozen=True, slots=True)
class CitySupply(Rule):
    """The king may have one unit, supplied only by the city, whatever else they own: clause 5."""

    power: Side
    place: Place
    #: The number of centers that the city counts as if another power owns it.
    captured: int

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the city is not a center."""
        yield from no_centers("place", (self.place,), variant)

    def worth(self, center: int, owner: str, variant: Variant) -> int | None:
        """Return `captured` for the city if its owner is not the king, otherwise None.

        "A triple supply centre for any satrap who captures it."
        """
        return self.captured if center == self.place and owner != self.power else None

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return 1 if the king owns the city, otherwise 0: "never more than one unit"."""
        if power != self.power:
            return None
        return int(position.owners[self.place] == self.power)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence if the city has a new owner."""
        old, new = (board.owners[self.place] for board in (before, adjudication.after))
        if new is None or new == old:
            return ()
        kind = _REGAINED if new == self.power else _LOST
        return (Consequence(kind, self.place, new),)

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence about the new owner, and whom the city supplies."""
        return sentence(
            _SUPPLY_TOLD,
            consequence,
            owner=consequence.power or "",
            king=self.power,
            place=variant.geography.provinces[self.place].name,
            captured=self.captured,
        )


@dataclass(frozen=True, slots=True)
class DoubleArmies(Rule):
    """The `powers` may build double armies, Greek mercenaries: clause 17.

    A double army fights with strength two, and counts as two when it is built or removed: "a double
    army needs two centres to supply it".
    """

    powers: tuple[Side, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("mercenaries",)

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if no power may build double armies."""
        if not self.powers:
            yield "powers", message("no power may build double armies")

    def largest(self, power: str, variant: Variant) -> int:
        """Return the size of the largest army that a power may build."""
        return 2 if power in self.powers else 1
