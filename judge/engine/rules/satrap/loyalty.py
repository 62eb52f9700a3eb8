"""Satraps who are loyal or not, where they may go, and the centers that the king lends.

Seed 003, clauses 5 (loans) and 9 to 15.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from judge.engine.board import Marker, PhaseKind, Position, Season
from judge.engine.geography import Geography, bits
from judge.engine.orders import (
    Adjudication,
    Consequence,
    Declare,
    Hold,
    Move,
    Order,
    Outcome,
    Reason,
    power_of,
)
from judge.engine.rules.rule import Counted, Lands, Place, Rule, Saying, Side, sentence
from judge.engine.rules.satrap.city import PERMIT_ENTRY
from judge.engine.variant import Variant, supply
from judge.messages import Message, Text, message

# The markers of a satrap who may enter all lands of a kind; CALLED is for the city, in
# this move alone.
SATRAPIES = "satrapies"
ROYAL = "royal"
ABROAD = "abroad"
CALLED = "called"


class Realm(Protocol):
    """The king, the city, the royal provinces, and the provinces of each satrap."""

    @property
    def power(self) -> Side:
        """Return the king."""

    @property
    def city(self) -> Place:
        """Return the province of the city."""

    @property
    def royal(self) -> tuple[Place, ...]:
        """Return the provinces that belong to no satrapy, but to the king."""

    @property
    def satrapies(self) -> Lands:
        """Return the satraps, each with their provinces."""


def grants(orders: Sequence[Order], realm: Realm) -> Iterator[Marker]:
    """Yield what the king permits: in one satrapy it is permission for all of them."""
    for order in orders:
        if not isinstance(order, Declare) or order.province is None:
            continue
        if order.power == realm.power and order.pattern == PERMIT_ENTRY:
            called = order.province == realm.city
            kind = CALLED if called else _kind_of(order.province, realm)
            yield Marker(kind, power=order.other)


def needs_permission(
    order: Move, markers: Sequence[Marker], realm: Realm, geography: Geography
) -> bool:
    """Return whether a loyal satrap may not make this move, as the markers are."""
    power, target = order.unit.power, geography.province_of[order.target]
    homes = {place: satrap for satrap, lands in realm.satrapies for place in lands}
    if power == realm.power or homes.get(Place(target)) == power:
        return False
    called = target == realm.city and Marker(CALLED, power=power) in markers
    return not called and Marker(_kind_of(target, realm), power=power) not in markers


def with_new(markers: Sequence[Marker], new: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return the markers and those that are new among `new`."""
    return (*markers, *(one for one in dict.fromkeys(new) if one not in markers))


def _kind_of(province: int, realm: Realm) -> str:
    if province in realm.royal:
        return ROYAL
    in_satrapies = any(province in lands for _, lands in realm.satrapies)
    return SATRAPIES if in_satrapies else ABROAD


LOAN = "loan"
LENT: Mapping[str, int] = {
    "LEND <province> TO <power>": 1,
    "LEND 2 OF <province> TO <power>": 2,
    "LEND 3 OF <province> TO <power>": 3,
}
_LENDS = message(
    "Your loan of {place} to {satrap} lapses unless you write it again with these orders."
)
_BORROWS = message(
    "{king} lends you {place}. Unless he writes it again with his orders of this "
    "phase, the loan lapses and supplies no unit of yours any more."
)


@dataclass(frozen=True, slots=True)
class Loans(Rule):
    """The king, `power`, lends `spare` centers of his city and those he captures: clause 5.

    The king writes loans with the orders of each Fall, so that they are read out before
    anybody builds; a loan that is not written again lapses.
    """

    power: Side
    place: Place
    spare: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("loan", "loans")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the loans, of one center or of several of the city."""
        about = {
            1: message("in Fall: lends a center of yours, till next Fall"),
            2: message("lends two of the centers of your city"),
            3: message("lends three of them"),
        }
        return tuple(
            Saying(pattern, about[count], (self.power,)) for pattern, count in LENT.items()
        )

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that the city has not so many centers to spare."""
        worth = variant.geography.provinces[self.place].worth
        if not 0 < self.spare < worth:
            text = message(
                "{number} centers cannot be spared of {place}, which counts as {worth}",
                number=self.spare,
                place=variant.geography.locations[self.place].text,
                worth=worth,
            )
            yield "spare", text

    def forbids(
        self, order: Order, power: str, position: Position, variant: Variant
    ) -> Reason | None:
        """Return why the king may not write this loan, or None.

        A center can be lent that the king owns, or that the king's army may capture in
        this move.
        """
        if not isinstance(order, Declare) or order.pattern not in LENT:
            return None
        if position.phase.season is not Season.FALL:
            return Reason.WRONG_PHASE
        if order.other == self.power:
            return Reason.NO_EFFECT
        assert order.province is not None
        if not self._within_reach(order.province, position, variant):
            return Reason.NOT_OWNED
        most = self._most(order.province, variant)
        return None if LENT[order.pattern] <= most else Reason.NO_EFFECT

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the orders of a Fall with the loans of the new year.

        Those of the old year lapse.
        """
        phase = position.phase
        if phase.season is not Season.FALL or phase.kind is not PhaseKind.MOVEMENT:
            return None
        lent: Counter[int | None] = Counter()
        loans: list[Marker] = []
        given: list[Order | Outcome] = []
        for order in orders:
            count = self._count(order, position, variant)
            if isinstance(order, Declare) and count:
                lent[order.province] += count
                assert order.province is not None
                if lent[order.province] > self._most(order.province, variant):
                    lent[order.province] -= count
                    given.append(Outcome(order, Reason.SURPLUS))
                    continue
                loans += [Marker(LOAN, order.province, order.other)] * count
            given.append(order)
        others = (one for one in position.markers if one.kind != LOAN)
        lapsed = _told_once(one for one in position.markers if one not in loans)
        return Counted(tuple(given), markers=(*others, *loans), consequences=lapsed)

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board without loans of centers that are not the king's."""
        board = adjudication.after
        if board.phase.kind is PhaseKind.RETREAT:
            return board
        kept = (m for m in board.markers if m.kind != LOAN or self._owns(m, board))
        return replace(board, markers=tuple(kept))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return the loans that were never good, as their center is not the king's."""
        after = adjudication.after.markers
        return _told_once(one for one in before.markers if one not in after)

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return which loan has lapsed."""
        if one.kind != LOAN or one.province is None:
            return ""
        return message(
            "The loan of {place} to {satrap} has lapsed.",
            place=variant.geography.provinces[one.province].name,
            satrap=one.power or "",
        )

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
    ) -> tuple[Text, ...]:
        """Return the loans that lapse unless the king writes them again."""
        phase = position.phase
        if phase.season is not Season.FALL or phase.kind is not PhaseKind.MOVEMENT:
            return ()
        written = {
            (order.province, order.other)
            for order in orders
            if isinstance(order, Declare) and order.pattern in LENT
        }
        words = _LENDS if power == self.power else _BORROWS
        loans = dict.fromkeys(one for one in position.markers if one.kind == LOAN)
        return tuple(
            words.with_values(
                place=variant.geography.provinces[one.province].name,
                satrap=one.power or "",
                king=self.power,
            )
            for one in loans
            if one.province is not None and power in (self.power, one.power)
            if (one.province, one.power) not in written
        )

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return how many units a satrap's own and borrowed centers supply."""
        lent = sum(
            one.kind == LOAN and one.power == power and self._owns(one, position)
            for one in position.markers
        )
        return supply(position, variant)[power] + lent if lent else None

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return how lists of the board tell of loans."""
        return ((LOAN, message("Loans")),)

    def _owns(self, loan: Marker, position: Position) -> bool:
        place = loan.province
        return place is not None and position.owners[place] == self.power

    def _most(self, center: int, variant: Variant) -> int:
        if center == self.place:
            return self.spare
        return variant.geography.provinces[center].worth

    def _count(self, order: Order, position: Position, variant: Variant) -> int:
        """Return how many centers the order lends; none if it is no loan, or wrong."""
        if not isinstance(order, Declare) or order.power != self.power:
            return 0
        wrong = self.forbids(order, order.power, position, variant)
        return LENT.get(order.pattern, 0) if wrong is None else 0

    def _within_reach(self, center: int, position: Position, variant: Variant) -> bool:
        geography = variant.geography
        if position.owners[center] == self.power:
            return True
        near = {
            place
            for unit in position.units
            if unit.power == self.power
            for place in (unit.location, *bits(geography.army_edges[unit.location]))
        }
        return center in near and bool(geography.centers >> center & 1)


def _told_once(markers: Iterable[Marker]) -> tuple[Consequence, ...]:
    """Return each loan among `markers` that is no more, several of one center once."""
    lapsed = (one for one in markers if one.kind == LOAN)
    return tuple(Consequence(LOAN, one.province, one.power) for one in dict.fromkeys(lapsed))


LOYAL = "loyal"
DISLOYAL = "disloyal"
KNOWN = "rebel"
_STOOD, _TURNED = "stood", "turned"
_TOLD: Mapping[str, Message] = {
    _STOOD: message(
        "The unit of {satrap} in {place} stood: {satrap} is loyal, and {king} has not "
        "permitted where it was to go. Nobody but {satrap} and the Master is told."
    ),
    _TURNED: message(
        "{king} lent a center to {satrap}, who was known to be disloyal: from now on "
        "all satraps are disloyal, for good."
    ),
    KNOWN: message(
        "{satrap} ordered a unit where no loyal satrap may go: it is known to be "
        "disloyal from now on."
    ),
    SATRAPIES: message(
        "From this move on {satrap} may enter the satrapies of all others, for good."
    ),
    ROYAL: message(
        "From this move on {satrap} may enter all royal provinces, for good; the "
        "city needs a permit each time."
    ),
    ABROAD: message("From this move on {satrap} may leave the empire, for good."),
}


def loyal_satraps(position: Position) -> frozenset[str]:
    """Return the satraps who are loyal."""
    return frozenset(one.power for one in position.markers if one.kind == LOYAL and one.power)


@dataclass(frozen=True, slots=True)
class Loyalty(Rule):
    """So many satraps, drawn by lot, are `loyal` to the king, `power`; others are not.

    A loyal satrap may leave their satrapy by permission only: for all other satrapies,
    for the `royal` provinces, or for provinces abroad; for the `city` each time anew.
    """

    power: Side
    city: Place
    loyal: int
    royal: tuple[Place, ...]
    satrapies: Lands

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("loyal", "disloyal", "satrapy", "satrapies", "royal", "abroad")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the permission of the king."""
        about = message(
            "your city: in peace, this move; any other land: for good, and with it all "
            "of its kind (satrapies, royal provinces, abroad)"
        )
        return (Saying(PERMIT_ENTRY, about, (self.power,)),)

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that there are not so many satraps."""
        satraps = len(self.satrapies)
        if not 0 <= self.loyal <= satraps:
            text = message(
                "{number} satraps cannot be loyal, there are {all}", number=self.loyal, all=satraps
            )
            yield "loyal", text

    def dealt(self, position: Position, variant: Variant, seed: int) -> Position:
        """Return the first position with the card of each satrap: clause 11."""
        satraps = [satrap for satrap, _ in self.satrapies]
        number = min(max(self.loyal, 0), len(satraps))
        loyal = Random(f"loyalty {seed}").sample(satraps, number)
        cards = (Marker(LOYAL if s in loyal else DISLOYAL, power=s) for s in satraps)
        return replace(position, markers=(*position.markers, *cards))

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the orders with what a loyal satrap may not do "taken as standing".

        Permission counts from this move on, and "once given, cannot be withdrawn".
        Only the satrap whose unit stood learns why.
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = with_new(position.markers, grants(orders, self))
        board = replace(position, markers=markers)
        loyal = loyal_satraps(position)
        given: list[Order] = []
        noted = [
            Consequence(one.kind, power=one.power)
            for one in markers
            if one not in position.markers and one.kind != CALLED
        ]
        for order in orders:
            if (
                isinstance(order, Move)
                and order.unit.power in loyal
                and self.needs_permission(order, board, variant)
            ):
                place = variant.geography.province_of[order.unit.location]
                power = order.unit.power
                noted.append(Consequence(_STOOD, place, power, only=power))
                given.append(Hold(order.unit))
            else:
                given.append(order)
        return Counted(tuple(given), markers=markers, consequences=tuple(noted))

    def needs_permission(self, order: Order, position: Position, variant: Variant) -> bool:
        """Return whether this is a move that a loyal satrap may not make as it is."""
        return isinstance(order, Move) and needs_permission(
            order, position.markers, self, variant.geography
        )

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with who is known to be disloyal by now, or turned so.

        Known is who was seen to order what a loyal satrap cannot have ordered. A loan
        to one who was known before turns all: clause 15.
        """
        board = adjudication.after
        markers = [one for one in board.markers if one.kind != CALLED]
        if before.phase.kind is not PhaseKind.MOVEMENT:
            return board
        outcomes = adjudication.outcomes
        if any(o.succeeded and self.turns_all(o.order, before) for o in outcomes):
            satraps = [satrap for satrap, _ in self.satrapies]
            markers = [one for one in markers if one.kind not in (LOYAL, DISLOYAL)]
            cards = [Marker(DISLOYAL, power=satrap) for satrap in satraps]
            known = [Marker(KNOWN, power=satrap) for satrap in satraps]
            markers = [*with_new(markers, known), *cards]
        seen = {
            order.unit.power
            for order in (outcome.order for outcome in outcomes)
            if isinstance(order, Move)
            and order.unit in before.units
            and self.needs_permission(order, before, variant)
        }
        known = [Marker(KNOWN, power=satrap) for satrap in sorted(seen)]
        return replace(board, markers=with_new(markers, known))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return who is known to be disloyal from now on, or that all are."""
        if before.phase.kind is not PhaseKind.MOVEMENT:
            return ()
        for outcome in adjudication.outcomes:
            order = outcome.order
            turned = outcome.succeeded and self.turns_all(order, before)
            if turned and isinstance(order, Declare):
                return (Consequence(_TURNED, power=order.other),)
        return tuple(
            Consequence(KNOWN, power=one.power)
            for one in adjudication.after.markers
            if one.kind == KNOWN and one not in before.markers
        )

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return what has become of loyalty, or of what the king permits."""
        places = variant.geography.provinces
        place = "" if one.province is None else places[one.province].name
        return sentence(_TOLD, one, satrap=one.power or "", king=self.power, place=place)

    def turns_all(self, order: Order, position: Position) -> bool:
        """Return whether this is a loan to a satrap who is known to be disloyal."""
        if not isinstance(order, Declare) or order.pattern not in LENT:
            return False
        return Marker(KNOWN, power=order.other) in position.markers

    def remark(self, order: Order, position: Position, variant: Variant) -> Text:
        """Return what a loyal satrap risks by a move, and the king by a loan."""
        if self.turns_all(order, position):
            return message("this satrap is known to be disloyal: the loan turns all satraps so")
        loyal = power_of(order) in loyal_satraps(position)
        if loyal and self.needs_permission(order, position, variant):
            return message("you are loyal: it stands, unless the king permits it in this move")
        return ""

    def hides(self, marker: Marker, power: str) -> bool:
        """Return whether `power` may not know it: the card of another (clause 12)."""
        return marker.kind in (LOYAL, DISLOYAL) and marker.power != power

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return how lists of the board tell of loyalty, and of permissions."""
        return (
            (LOYAL, message("Secretly loyal")),
            (DISLOYAL, message("Secretly disloyal")),
            (KNOWN, message("Known to be disloyal")),
            (SATRAPIES, message("May enter all satrapies")),
            (ROYAL, message("May enter royal provinces")),
            (ABROAD, message("May leave the empire")),
        )
