"""The king's city: its garrison, who may enter it, and what it supplies.

Seed 003, clauses 3 to 5 and 17. The king writes a permission for each move, and so does
the satrap; one without the other is none (clause 4).
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

# Whose units come in peace in this move, and whose remain there in peace.
WELCOME = "welcome"
GUEST = "guest"


class City(Protocol):
    """The city, the power that may let others in, and those that it may let in."""

    @property
    def power(self) -> Side:
        """Return the power that the city belongs to."""

    @property
    def place(self) -> Place:
        """Return its province."""

    @property
    def satraps(self) -> tuple[Side, ...]:
        """Return the powers that it may let in."""


def sayings(city: City) -> tuple[Saying, ...]:
    """Return what the king and the satraps may write about the city."""
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


def permits(orders: Sequence[Order], city: City) -> Iterator[Marker]:
    """Yield a marker for each satrap who comes or remains in peace in this move."""
    told = [
        order for order in orders if isinstance(order, Declare) and order.province == city.place
    ]
    for kind, permit, words in ((WELCOME, PERMIT_ENTRY, ENTER), (GUEST, PERMIT_STAY, REMAIN)):
        permitted = {
            order.other for order in told if order.pattern == permit and order.power == city.power
        }
        for order in told:
            if order.pattern == words and order.power in permitted:
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
        told = sayings(self)
        return tuple(one for one in told if not self.elsewhere or one.pattern != PERMIT_ENTRY)

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that nobody can own the city."""
        yield from no_centers("place", (self.place,), variant)

    def applied(self, variant: Variant) -> Variant:
        """Return the variant with the garrison in the city."""
        start, garrison = variant.start, self._garrison()
        if garrison in start.markers:
            return variant
        return replace(variant, start=replace(start, markers=(*start.markers, garrison)))

    def forbids(
        self, order: Order, power: str, position: Position, variant: Variant
    ) -> Reason | None:
        """Return that a permission is of no use: for another place, or to oneself."""
        if not isinstance(order, Declare) or order.pattern not in _PATTERNS:
            return None
        beyond = self.elsewhere and order.pattern == PERMIT_ENTRY
        if order.province != self.place and not beyond:
            return Reason.NO_EFFECT
        return Reason.NO_EFFECT if order.other == power else None

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return all orders, with who comes and who remains in peace.

        Without permission for a unit to remain "the garrison is annihilated without
        combat". The saying of a satrap whose unit does not come is not read out: beside a
        hold it would show that they are loyal and were not permitted (clause 12).
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = (*position.markers, *permits(orders, self))
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
            if _is_said(one, ENTER) and power_of(one) not in coming
            else one
            for one in orders
        )
        return Counted(given, markers=markers, consequences=noted)

    def garrisons(self, position: Position, variant: Variant) -> tuple[Garrison, ...]:
        """Return the garrison while it is there: clause 3."""
        if self._garrison() not in position.markers:
            return ()
        friends = self._powers(GUEST, position)
        welcome = self._powers(WELCOME, position)
        return (Garrison(self.place, self.power, friends, welcome),)

    def moved(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        units: Sequence[Unit],
        variant: Variant,
    ) -> tuple[Marker, ...]:
        """Return the markers without a garrison that is occupied by an enemy."""
        there = self._unit_in(units, variant)
        kind = WELCOME if self._came(outcomes, variant) else GUEST
        if there is None or there.power in self._powers(kind, position):
            return position.markers
        return tuple(one for one in position.markers if one != self._garrison())

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board without the permissions, which hold for one move."""
        board = adjudication.after
        left = tuple(one for one in board.markers if one.kind not in _OF_THIS_MOVE)
        return replace(board, markers=left)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
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
        self, adjudication: Adjudication, variant: Variant
    ) -> Iterator[Consequence]:
        """Yield what was missing from the permission of each satrap who came or was permitted."""
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
            said = any(_is_said(one, ENTER) and power_of(one) == satrap for one in orders)
            if permitted and not came:
                yield Consequence(_UNUSED, self.place, satrap)
            elif permitted and not said:
                yield Consequence(_UNSAID, self.place, satrap)
            elif came and said and not permitted:
                yield Consequence(_UNPERMITTED, self.place, satrap)

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return what became of permissions, or of the garrison."""
        place = variant.geography.provinces[self.place].name
        satrap = one.power or ""
        return sentence(_TOLD, one, satrap=satrap, king=self.power, place=place)

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
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
            (_PERMIT_OR_LOSE, PERMIT_STAY) if power == self.power else (_REMAIN_OR_LOSE, REMAIN)
        )
        if any(_is_said(one, wanted) for one in orders):
            return ()
        return (words.with_values(**names),)

    def captures(self, unit: Unit, center: int, position: Position, variant: Variant) -> bool:
        """Return whether the unit takes the center; in peace nobody takes the city."""
        return center != self.place or self._garrison() not in position.markers

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return how lists of the board tell of the garrison."""
        return ((GARRISON, message("Garrison")),)

    def _came(self, outcomes: Sequence[Outcome], variant: Variant) -> bool:
        """Return whether a unit has come into the city in this move."""
        return any(
            isinstance(one.order, Move) and one.succeeded and self._leads_in(one.order, variant)
            for one in outcomes
        )

    def _leads_in(self, order: Move, variant: Variant) -> bool:
        return variant.geography.province_of[order.target] == self.place

    def _garrison(self) -> Marker:
        return Marker(GARRISON, self.place, self.power)

    def _powers(self, kind: str, position: Position) -> frozenset[str]:
        told = (one.power for one in position.markers if one.kind == kind)
        return frozenset({self.power, *filter(None, told)})

    def _unit_in(self, units: Sequence[Unit], variant: Variant) -> Unit | None:
        province_of = variant.geography.province_of
        return next((u for u in units if province_of[u.location] == self.place), None)

    def _overstays(self, unit: Unit, orders: Sequence[Order], markers: Sequence[Marker]) -> bool:
        told = [o for o in orders if isinstance(o, UnitOrder) and o.unit == unit]
        stays = not (told and isinstance(told[-1], Move))
        permit = Marker(GUEST, self.place, unit.power)
        return unit.power != self.power and stays and permit not in markers


def _is_said(order: Order, pattern: str) -> bool:
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
    """The king's one unit is supplied from the city alone, whatever else they own: clause 5.

    To anybody else who owns it the city is worth `captured` centers.
    """

    power: Side
    place: Place
    captured: int

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that the city supplies nobody."""
        yield from no_centers("place", (self.place,), variant)

    def worth(self, center: int, owner: str, variant: Variant) -> int | None:
        """Return "a triple supply centre for any satrap who captures it"."""
        return self.captured if center == self.place and owner != self.power else None

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return "never more than one unit" for the king, and none without his city."""
        if power != self.power:
            return None
        return int(position.owners[self.place] == self.power)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return that the city has come to somebody else."""
        old, new = (board.owners[self.place] for board in (before, adjudication.after))
        if new is None or new == old:
            return ()
        kind = _REGAINED if new == self.power else _LOST
        return (Consequence(kind, self.place, new),)

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return whom the city supplies from now on, and whom no more."""
        return sentence(
            _SUPPLY_TOLD,
            one,
            owner=one.power or "",
            king=self.power,
            place=variant.geography.provinces[self.place].name,
            captured=self.captured,
        )


@dataclass(frozen=True, slots=True)
class DoubleArmies(Rule):
    """These `powers` may build double armies, Greek mercenaries: clause 17.

    The engine counts such an army twice wherever it fights, and as two when it is built
    or removed: "a double army needs two centres to supply it".
    """

    powers: tuple[Side, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("mercenaries",)

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that nobody may build any."""
        if not self.powers:
            yield "powers", message("no power may build double armies")

    def largest(self, power: str, variant: Variant) -> int:
        """Return the size of the largest army that a side may build."""
        return 2 if power in self.powers else 1
