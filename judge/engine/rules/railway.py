"""A railway on which one army a turn rides any distance.

Colonial Diplomacy: the Trans-Siberian Railroad from Moscow to Vladivostok is Russia's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.orders import Move, Order, Outcome, Reason
from judge.engine.rules.rule import Counted, Place, Rule, Side, Ways, no_land
from judge.engine.variant import Variant
from judge.messages import Text, message


@dataclass(frozen=True, slots=True)
class Railway(Rule):
    """The `line` is its stations in turn; armies of `power` alone ride on it.

    A ride is an order to move to a station that is no neighbor. It attacks nobody: a
    foreign unit on the line, or on its way to a station between, stops it in front.
    Where another unit goes to the station at its end the two keep each other out, and
    either may be supported.
    """

    line: tuple[Place, ...]
    power: Side

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the stations where no army can be, and those that do not meet."""
        board = variant.geography
        yield from no_land("line", self.line, variant)
        for one, other in pairwise(self.line):
            if board.armies >> one & board.armies >> other & 1 and not (
                board.army_edges[one] >> other & 1
            ):
                ends = [board.locations[end].text for end in (one, other)]
                yield (
                    "line",
                    message("no army goes from {place} to {other}", place=ends[0], other=ends[1]),
                )

    def ways(self, position: Position, variant: Variant) -> Ways:
        """Return the ways from each station with an army of the power to all others.

        Those to neighbors are edges of the map, along which one may retreat.
        """
        province_of, edges = variant.geography.province_of, variant.geography.army_edges
        stations = [
            province_of[unit.location] for unit in position.units if self._may_ride(unit, variant)
        ]
        return Ways(
            army=tuple(
                (a, b) for a in stations for b in self.line if a != b and not edges[a] >> b & 1
            )
        )

    def counted(self, position: Position, orders: Sequence[Order], variant: Variant) -> Counted:
        """Return the orders with the first ride as far as it gets, and no other."""
        given: list[Order | Outcome] = []
        ridden = False
        for order in orders:
            if not (isinstance(order, Move) and self._is_ride(order, variant)):
                given.append(order)
            elif ridden:
                given.append(Outcome(order, Reason.SURPLUS))
            else:
                ridden = True
                given.append(self._ride(order, position, orders, variant))
        return Counted(tuple(given))

    def _ride(
        self, order: Move, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Order | Outcome:
        """Return the move to the last station that it reaches."""
        stop = origin = variant.geography.province_of[order.unit.location]
        for station in self._beyond(origin, order.target):
            end = station == order.target
            blockers = [*self._blockers(station, position, orders, variant, end=end)]
            if blockers:
                if stop == origin:
                    return Outcome(order, Reason.BOUNCED, tuple(sorted(blockers)))
                break
            stop = station
        return replace(order, target=stop)

    def _beyond(self, origin: int, target: int) -> Iterator[int]:
        first, last = self.line.index(Place(origin)), self.line.index(Place(target))
        if last > first:
            yield from self.line[first + 1 : last + 1]
        else:
            yield from reversed(self.line[last:first])

    def _blockers(
        self,
        station: int,
        position: Position,
        orders: Sequence[Order],
        variant: Variant,
        *,
        end: bool,
    ) -> Iterator[int]:
        """Yield where the foreign units stand that keep the train out of a station.

        One that is ordered off the line lets it pass, but not stop there.
        """
        province_of = variant.geography.province_of
        moves = {
            province_of[order.unit.location]: province_of[order.target]
            for order in orders
            if isinstance(order, Move)
        }
        for unit in position.units:
            place = province_of[unit.location]
            if unit.power == self.power:
                continue
            leaves = place in moves and moves[place] not in self.line
            stands = place == station and (end or not leaves)
            if stands or (moves.get(place) == station and not end):
                yield place

    def _is_ride(self, order: Move, variant: Variant) -> bool:
        if order.via or order.target not in self.line:
            return False
        origin = variant.geography.province_of[order.unit.location]
        beside = (variant.base or variant).geography.army_edges[origin]
        near = beside | 1 << origin
        return self._may_ride(order.unit, variant) and not near >> order.target & 1

    def _may_ride(self, unit: Unit, variant: Variant) -> bool:
        place = variant.geography.province_of[unit.location]
        army = unit.kind is UnitKind.ARMY
        return army and unit.power == self.power and place in self.line
