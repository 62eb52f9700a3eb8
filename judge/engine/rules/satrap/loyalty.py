"""The loyalty of satraps, the permissions of the king, and the centers that the king lends.

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

# The markers of satraps who may enter all provinces of a kind. CALLED is for the city, and holds
# for one move.
SATRAPIES = "satrapies"
ROYAL = "royal"
ABROAD = "abroad"
CALLED = "called"


class Realm(Protocol):
    """The king, the city, the royal provinces, and the provinces of each satrap."""

    @property
    def power(self) -> Side:
        """Return the power that is the king."""

    @property
    def city(self) -> Place:
        """Return the province of the city."""

    @property
    def royal(self) -> tuple[Place, ...]:
        """Return the king's provinces, which belong to no satrapy."""

    @property
    def satrapies(self) -> Lands:
        """Return the provinces of each satrap."""


def granted_markers(orders: Sequence[Order], realm: Realm) -> Iterator[Marker]:
    """Yield a marker for each permission of the king.

    Permission for one province is permission for all provinces of its kind.
    """
    for order in orders:
        if not isinstance(order, Declare) or order.province is None:
            continue
        if order.power == realm.power and order.pattern == PERMIT_ENTRY:
            is_city = order.province == realm.city
            kind = CALLED if is_city else _permission_kind(order.province, realm)
            yield Marker(kind, power=order.other)


def needs_permission(
    order: Move, markers: Sequence[Marker], realm: Realm, geography: Geography
) -> bool:
    """Return whether a loyal satrap may not make this move with the permissions in `markers`."""
    power, target = order.unit.power, geography.province_of[order.target]
    homes = {place: satrap for satrap, lands in realm.satrapies for place in lands}
    if power == realm.power or homes.get(Place(target)) == power:
        return False
    may_enter_city = target == realm.city and Marker(CALLED, power=power) in markers
    return (
        not may_enter_city and Marker(_permission_kind(target, realm), power=power) not in markers
    )


def with_added(markers: Sequence[Marker], new: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return `markers`, followed by each marker of `new` that is not among them."""
    return (*markers, *(marker for marker in dict.fromkeys(new) if marker not in markers))


def _permission_kind(province: int, realm: Realm) -> str:
    """Return the kind of marker that permits a satrap to enter the province."""
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
    "{king} lends you {place}. Unless {king} writes it again with the orders of this "
    "phase, the loan lapses and supplies no unit of yours any more."
)


@dataclass(frozen=True, slots=True)
class Loans(Rule):
    """The king (`power`) lends centers: `spare` of the city, and all captured ones: clause 5.

    The king writes the loans with the orders of each Fall, so that they are published before the
    builds. A loan that is not written again lapses.
    """

    power: Side
    place: Place
    spare: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("loan", "loans")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the sentences for a loan of one center, and of several centers of the city."""
        about = {
            1: message("in Fall: lends a center of yours, till next Fall"),
            2: message("lends two of the centers of your city"),
            3: message("lends three of them"),
        }
        return tuple(
            Saying(pattern, about[count], (self.power,)) for pattern, count in LENT.items()
        )

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the city counts for fewer centers than `spare`."""
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

        The king may lend a center that they own, or that their army may capture in this move.
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
        limit = self._lendable(order.province, variant)
        return None if LENT[order.pattern] <= limit else Reason.NO_EFFECT

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the orders of a Fall, and markers for the loans of the new year.

        The loans of the old year lapse.
        """
        phase = position.phase
        if phase.season is not Season.FALL or phase.kind is not PhaseKind.MOVEMENT:
            return None
        lent: Counter[int | None] = Counter()
        loans: list[Marker] = []
        entries: list[Order | Outcome] = []
        for order in orders:
            count = self._count(order, position, variant)
            if isinstance(order, Declare) and count:
                lent[order.province] += count
                assert order.province is not None
                if lent[order.province] > self._lendable(order.province, variant):
                    lent[order.province] -= count
                    entries.append(Outcome(order, Reason.SURPLUS))
                    continue
                loans += [Marker(LOAN, order.province, order.other)] * count
            entries.append(order)
        others = (marker for marker in position.markers if marker.kind != LOAN)
        lapsed = _lapsed_loans(marker for marker in position.markers if marker not in loans)
        return Counted(tuple(entries), markers=(*others, *loans), consequences=lapsed)

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board without loans of centers that the king does not own."""
        board = adjudication.after
        if board.phase.kind is PhaseKind.RETREAT:
            return board
        remaining = (m for m in board.markers if m.kind != LOAN or self._owns(m, board))
        return replace(board, markers=tuple(remaining))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence for each loan that lapsed because the king lacks the center."""
        after = adjudication.after.markers
        return _lapsed_loans(marker for marker in before.markers if marker not in after)

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence that a loan has lapsed."""
        if consequence.kind != LOAN or consequence.province is None:
            return ""
        return message(
            "The loan of {place} to {satrap} has lapsed.",
            place=variant.geography.provinces[consequence.province].name,
            satrap=consequence.power or "",
        )

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
    ) -> tuple[Text, ...]:
        """Return warnings about the loans that lapse unless the king writes them again."""
        phase = position.phase
        if phase.season is not Season.FALL or phase.kind is not PhaseKind.MOVEMENT:
            return ()
        written = {
            (order.province, order.other)
            for order in orders
            if isinstance(order, Declare) and order.pattern in LENT
        }
        warning = _LENDS if power == self.power else _BORROWS
        loans = dict.fromkeys(marker for marker in position.markers if marker.kind == LOAN)
        return tuple(
            warning.with_values(
                place=variant.geography.provinces[loan.province].name,
                satrap=loan.power or "",
                king=self.power,
            )
            for loan in loans
            if loan.province is not None and power in (self.power, loan.power)
            if (loan.province, loan.power) not in written
        )

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return the number of units that own and borrowed centers supply; None without loans."""
        lent = sum(
            marker.kind == LOAN and marker.power == power and self._owns(marker, position)
            for marker in position.markers
        )
        return supply(position, variant)[power] + lent if lent else None

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the title of the loans."""
        return ((LOAN, message("Loans")),)

    def _owns(self, loan: Marker, position: Position) -> bool:
        """Return whether the king owns the center of the loan."""
        place = loan.province
        return place is not None and position.owners[place] == self.power

    def _lendable(self, center: int, variant: Variant) -> int:
        """Return for how many centers the king may lend this center: `spare` if it is the city."""
        if center == self.place:
            return self.spare
        return variant.geography.provinces[center].worth

    def _count(self, order: Order, position: Position, variant: Variant) -> int:
        """Return for how many centers the loan counts, or 0 if the order is not a legal loan."""
        if not isinstance(order, Declare) or order.power != self.power:
            return 0
        reason = self.forbids(order, order.power, position, variant)
        return LENT.get(order.pattern, 0) if reason is None else 0

    def _within_reach(self, center: int, position: Position, variant: Variant) -> bool:
        """Return whether the king owns the center, or has an army that may capture it now."""
        geography = variant.geography
        if position.owners[center] == self.power:
            return True
        reachable = {
            place
            for unit in position.units
            if unit.power == self.power
            for place in (unit.location, *bits(geography.army_edges[unit.location]))
        }
        return center in reachable and bool(geography.centers >> center & 1)


def _lapsed_loans(markers: Iterable[Marker]) -> tuple[Consequence, ...]:
    """Return a consequence for each center with a lapsed loan in `markers`."""
    loans = (marker for marker in markers if marker.kind == LOAN)
    return tuple(Consequence(LOAN, loan.province, loan.power) for loan in dict.fromkeys(loans))


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
    return frozenset(m.power for m in position.markers if m.kind == LOYAL and m.power)


@dataclass(frozen=True, slots=True)
class Loyalty(Rule):
    """Satraps are loyal to the king (`power`) or disloyal, as drawn by lot.

    A loyal satrap may leave their own provinces only by permission: for all other satrapies, for
    the `royal` provinces, or for provinces abroad. For the `city` each move needs a new permission.
    """

    power: Side
    city: Place
    #: The number of loyal satraps.
    loyal: int
    royal: tuple[Place, ...]
    satrapies: Lands

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("loyal", "disloyal", "satrapy", "satrapies", "royal", "abroad")

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the sentence by which the king permits a satrap to enter a province."""
        about = message(
            "your city: in peace, this move; any other land: for good, and with it all "
            "of its kind (satrapies, royal provinces, abroad)"
        )
        return (Saying(PERMIT_ENTRY, about, (self.power,)),)

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if there are fewer satraps than `loyal`."""
        satraps = len(self.satrapies)
        if not 0 <= self.loyal <= satraps:
            text = message(
                "{number} satraps cannot be loyal, there are {all}", number=self.loyal, all=satraps
            )
            yield "loyal", text

    def dealt(self, position: Position, variant: Variant, seed: int) -> Position:
        """Return the first position with a card for each satrap, loyal or disloyal: clause 11."""
        satraps = [satrap for satrap, _ in self.satrapies]
        number = min(max(self.loyal, 0), len(satraps))
        loyal = Random(f"loyalty {seed}").sample(satraps, number)
        cards = (Marker(LOYAL if s in loyal else DISLOYAL, power=s) for s in satraps)
        return replace(position, markers=(*position.markers, *cards))

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the orders; a move that a loyal satrap may not make is "taken as standing".

        A permission counts from this move on, and "once given, cannot be withdrawn". Only the
        satrap whose unit stood learns the reason.
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = with_added(position.markers, granted_markers(orders, self))
        board = replace(position, markers=markers)
        loyal = loyal_satraps(position)
        entries: list[Order] = []
        consequences = [
            Consequence(marker.kind, power=marker.power)
            for marker in markers
            if marker not in position.markers and marker.kind != CALLED
        ]
        for order in orders:
            if (
                isinstance(order, Move)
                and order.unit.power in loyal
                and self.needs_permission(order, board, variant)
            ):
                place = variant.geography.province_of[order.unit.location]
                power = order.unit.power
                consequences.append(Consequence(_STOOD, place, power, only=power))
                entries.append(Hold(order.unit))
            else:
                entries.append(order)
        return Counted(tuple(entries), markers=markers, consequences=tuple(consequences))

    def needs_permission(self, order: Order, position: Position, variant: Variant) -> bool:
        """Return whether the order is a move for which a loyal satrap needs permission."""
        return isinstance(order, Move) and needs_permission(
            order, position.markers, self, variant.geography
        )

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with the satraps who are now known to be disloyal.

        A satrap is known to be disloyal after an order that no loyal satrap may give. A loan to a
        satrap who was known before makes all satraps disloyal: clause 15.
        """
        board = adjudication.after
        markers = [marker for marker in board.markers if marker.kind != CALLED]
        if before.phase.kind is not PhaseKind.MOVEMENT:
            return board
        outcomes = adjudication.outcomes
        if any(o.succeeded and self.turns_all(o.order, before) for o in outcomes):
            satraps = [satrap for satrap, _ in self.satrapies]
            markers = [marker for marker in markers if marker.kind not in (LOYAL, DISLOYAL)]
            cards = [Marker(DISLOYAL, power=satrap) for satrap in satraps]
            known = [Marker(KNOWN, power=satrap) for satrap in satraps]
            markers = [*with_added(markers, known), *cards]
        exposed = {
            order.unit.power
            for order in (outcome.order for outcome in outcomes)
            if isinstance(order, Move)
            and order.unit in before.units
            and self.needs_permission(order, before, variant)
        }
        known = [Marker(KNOWN, power=satrap) for satrap in sorted(exposed)]
        return replace(board, markers=with_added(markers, known))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence for each satrap newly known as disloyal, or one for all of them."""
        if before.phase.kind is not PhaseKind.MOVEMENT:
            return ()
        for outcome in adjudication.outcomes:
            order = outcome.order
            turned = outcome.succeeded and self.turns_all(order, before)
            if turned and isinstance(order, Declare):
                return (Consequence(_TURNED, power=order.other),)
        return tuple(
            Consequence(KNOWN, power=marker.power)
            for marker in adjudication.after.markers
            if marker.kind == KNOWN and marker not in before.markers
        )

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence about loyalty or a permission."""
        places = variant.geography.provinces
        place = "" if consequence.province is None else places[consequence.province].name
        return sentence(
            _TOLD, consequence, satrap=consequence.power or "", king=self.power, place=place
        )

    def turns_all(self, order: Order, position: Position) -> bool:
        """Return whether the order is a loan to a satrap who is known to be disloyal."""
        if not isinstance(order, Declare) or order.pattern not in LENT:
            return False
        return Marker(KNOWN, power=order.other) in position.markers

    def remark(self, order: Order, position: Position, variant: Variant) -> Text:
        """Return the risk of a loyal satrap's move, or of the king's loan."""
        if self.turns_all(order, position):
            return message("this satrap is known to be disloyal: the loan turns all satraps so")
        loyal = power_of(order) in loyal_satraps(position)
        if loyal and self.needs_permission(order, position, variant):
            return message("you are loyal: it stands, unless the king permits it in this move")
        return ""

    def hides(self, marker: Marker, power: str) -> bool:
        """Return whether the marker is the card of another power (clause 12)."""
        return marker.kind in (LOYAL, DISLOYAL) and marker.power != power

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the titles of loyalty and permissions."""
        return (
            (LOYAL, message("Secretly loyal")),
            (DISLOYAL, message("Secretly disloyal")),
            (KNOWN, message("Known to be disloyal")),
            (SATRAPIES, message("May enter all satrapies")),
            (ROYAL, message("May enter royal provinces")),
            (ABROAD, message("May leave the empire")),
        )
