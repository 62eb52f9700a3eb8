"""Satraps who are loyal or not, and know it alone (seed 003, clauses 9 to 15)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from judge.engine.board.position import Marker, PhaseKind, Position
from judge.engine.orders import Declare, Hold, Move, Order, power_of
from judge.engine.outcome import Adjudication, Consequence
from judge.engine.rules.rule import Counted, Lands, Place, Rule, Saying, Side, sentence
from judge.engine.rules.satrap import lands
from judge.engine.rules.satrap.entry import PERMIT_ENTRY
from judge.engine.rules.satrap.loans import LENT
from judge.messages import Message, Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

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
    lands.SATRAPIES: message(
        "From this move on {satrap} may enter the satrapies of all others, for good."
    ),
    lands.ROYAL: message(
        "From this move on {satrap} may enter all royal provinces, for good; the "
        "city needs a permit each time."
    ),
    lands.ABROAD: message("From this move on {satrap} may leave the empire, for good."),
}


def loyal_satraps(position: Position) -> frozenset[str]:
    """Return the satraps who are loyal."""
    return frozenset(one.power for one in position.markers if one.kind == LOYAL and one.power)


@dataclass(frozen=True, slots=True)
class Loyalty(Rule):
    """So many satraps, drawn by lot, are `loyal` to the king, `power`; others are not.

    A loyal one may leave his satrapy by permission only: for all other satrapies, for
    the `royal` provinces, or for whatever lies abroad; for the `city` each time anew.
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

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that there are not so many satraps."""
        satraps = len(self.satrapies)
        if not 0 <= self.loyal <= satraps:
            text = message(
                "{number} satraps cannot be loyal, there are {all}", number=self.loyal, all=satraps
            )
            yield "loyal", text

    def dealt(self, position: Position, variant: "Variant", seed: int) -> Position:
        """Return the first position with the card of each satrap: clause 11."""
        satraps = [satrap for satrap, _ in self.satrapies]
        number = min(max(self.loyal, 0), len(satraps))
        loyal = Random(f"loyalty {seed}").sample(satraps, number)
        cards = (Marker(LOYAL if s in loyal else DISLOYAL, power=s) for s in satraps)
        return replace(position, markers=(*position.markers, *cards))

    def counted(
        self, position: Position, orders: Sequence[Order], variant: "Variant"
    ) -> Counted | None:
        """Return the orders with what a loyal satrap may not do "taken as standing".

        Permission counts from this move on, and "once given, cannot be withdrawn".
        Who stood learns why, and he alone.
        """
        if position.phase.kind is not PhaseKind.MOVEMENT:
            return None
        markers = lands.with_new(position.markers, lands.grants(orders, self))
        board = replace(position, markers=markers)
        loyal = loyal_satraps(position)
        given: list[Order] = []
        noted = [
            Consequence(one.kind, power=one.power)
            for one in markers
            if one not in position.markers and one.kind != lands.CALLED
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

    def needs_permission(self, order: Order, position: Position, variant: "Variant") -> bool:
        """Return whether this is a move that a loyal satrap may not make as it is."""
        return isinstance(order, Move) and lands.needs_permission(
            order, position.markers, self, variant.geography
        )

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board with who is known to be disloyal by now, or turned so.

        Known is who was seen to order what a loyal satrap cannot have ordered. A loan
        to one who was known before turns all: clause 15.
        """
        board = adjudication.after
        markers = [one for one in board.markers if one.kind != lands.CALLED]
        if before.phase.kind is not PhaseKind.MOVEMENT:
            return board
        outcomes = adjudication.outcomes
        if any(o.succeeded and self.turns_all(o.order, before) for o in outcomes):
            satraps = [satrap for satrap, _ in self.satrapies]
            markers = [one for one in markers if one.kind not in (LOYAL, DISLOYAL)]
            cards = [Marker(DISLOYAL, power=satrap) for satrap in satraps]
            known = [Marker(KNOWN, power=satrap) for satrap in satraps]
            markers = [*lands.with_new(markers, known), *cards]
        seen = {
            order.unit.power
            for order in (outcome.order for outcome in outcomes)
            if isinstance(order, Move)
            and order.unit in before.units
            and self.needs_permission(order, before, variant)
        }
        known = [Marker(KNOWN, power=satrap) for satrap in sorted(seen)]
        return replace(board, markers=lands.with_new(markers, known))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
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

    def told(self, one: Consequence, variant: "Variant") -> Text:
        """Return what has become of loyalty, or of what the king permits."""
        places = variant.geography.provinces
        place = "" if one.province is None else places[one.province].name
        return sentence(_TOLD, one, satrap=one.power or "", king=self.power, place=place)

    def turns_all(self, order: Order, position: Position) -> bool:
        """Return whether this is a loan to a satrap who is known to be disloyal."""
        if not isinstance(order, Declare) or order.pattern not in LENT:
            return False
        return Marker(KNOWN, power=order.other) in position.markers

    def remark(self, order: Order, position: Position, variant: "Variant") -> Text:
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
            (lands.SATRAPIES, message("May enter all satrapies")),
            (lands.ROYAL, message("May enter royal provinces")),
            (lands.ABROAD, message("May leave the empire")),
        )
