"""Centers that the king lends to satraps for a year (seed 003, clause 5).

He writes his loans with the orders of each Fall, so that they are read out before
anybody builds; what he does not write again lapses.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.geography import bits
from judge.engine.board.position import Marker, PhaseKind, Position, Season
from judge.engine.orders import Declare, Order
from judge.engine.outcome import Adjudication, Consequence, Outcome, Reason
from judge.engine.rules.rule import Counted, Place, Rule, Saying, Side
from judge.engine.supply import supply
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

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
    """The king, `power`, lends `spare` centers of his city and those he captures."""

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

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
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
        self, order: Order, power: str, position: Position, variant: "Variant"
    ) -> Reason | None:
        """Return why the king may not write this loan, or None.

        He may lend a center that he owns, or that his army may capture in this move.
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
        self, position: Position, orders: Sequence[Order], variant: "Variant"
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

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board without loans of centers that are not the king's."""
        board = adjudication.after
        if board.phase.kind is PhaseKind.RETREAT:
            return board
        kept = (m for m in board.markers if m.kind != LOAN or self._owns(m, board))
        return replace(board, markers=tuple(kept))

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> tuple[Consequence, ...]:
        """Return the loans that were never good, as their center is not the king's."""
        after = adjudication.after.markers
        return _told_once(one for one in before.markers if one not in after)

    def told(self, one: Consequence, variant: "Variant") -> Text:
        """Return which loan has lapsed."""
        if one.kind != LOAN or one.province is None:
            return ""
        return message(
            "The loan of {place} to {satrap} has lapsed.",
            place=variant.geography.provinces[one.province].name,
            satrap=one.power or "",
        )

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: "Variant"
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

    def allowance(self, power: str, position: Position, variant: "Variant") -> int | None:
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

    def _most(self, center: int, variant: "Variant") -> int:
        if center == self.place:
            return self.spare
        return variant.geography.provinces[center].worth

    def _count(self, order: Order, position: Position, variant: "Variant") -> int:
        """Return how many centers the order lends; none if it is no loan, or wrong."""
        if not isinstance(order, Declare) or order.power != self.power:
            return 0
        wrong = self.forbids(order, order.power, position, variant)
        return LENT.get(order.pattern, 0) if wrong is None else 0

    def _within_reach(self, center: int, position: Position, variant: "Variant") -> bool:
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
