"""A railway that carries one army a turn over any distance.

Colonial Diplomacy: the Trans-Siberian Railroad from Moscow to Vladivostok belongs to Russia.
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
    """The stations of the `line` in sequence; only armies of `power` ride on it.

    A ride is an order to move to a station that is not adjacent. It attacks no unit. A foreign unit
    on the line, or one that moves to a station on the way, stops the train at the station before.
    At the last station the train and another unit that moves there bounce; either may be supported.
    """

    line: tuple[Place, ...]
    power: Side

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the stations that no army can enter, and neighboring stations without an edge."""
        board = variant.geography
        yield from no_land("line", self.line, variant)
        for first, second in pairwise(self.line):
            if board.armies >> first & board.armies >> second & 1 and not (
                board.army_edges[first] >> second & 1
            ):
                ends = [board.locations[end].text for end in (first, second)]
                yield (
                    "line",
                    message("no army goes from {place} to {other}", place=ends[0], other=ends[1]),
                )

    def ways(self, position: Position, variant: Variant) -> Ways:
        """Return connections from each station with an army of `power` to all other stations.

        Adjacent stations are left out: the map has edges between them, which retreats may use.
        """
        province_of, edges = variant.geography.province_of, variant.geography.army_edges
        stations = [
            province_of[unit.location] for unit in position.units if self._may_ride(unit, variant)
        ]
        return Ways(
            army=tuple(
                (origin, target)
                for origin in stations
                for target in self.line
                if origin != target and not edges[origin] >> target & 1
            )
        )

    def counted(self, position: Position, orders: Sequence[Order], variant: Variant) -> Counted:
        """Return the orders; the first ride ends at the station that it reaches, others fail."""
        entries: list[Order | Outcome] = []
        train_used = False
        for order in orders:
            if not (isinstance(order, Move) and self._is_ride(order, variant)):
                entries.append(order)
            elif train_used:
                entries.append(Outcome(order, Reason.SURPLUS))
            else:
                train_used = True
                entries.append(self._ride(order, position, orders, variant))
        return Counted(tuple(entries))

    def _ride(
        self, order: Move, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Order | Outcome:
        """Return the move to the last station that the train reaches, or the failed outcome."""
        stop = origin = variant.geography.province_of[order.unit.location]
        for station in self._beyond(origin, order.target):
            is_last = station == order.target
            blockers = [*self._blockers(station, position, orders, variant, is_last=is_last)]
            if blockers:
                if stop == origin:
                    return Outcome(order, Reason.BOUNCED, tuple(sorted(blockers)))
                break
            stop = station
        return replace(order, target=stop)

    def _beyond(self, origin: int, target: int) -> Iterator[int]:
        """Yield the stations after `origin` up to `target`, in the direction of the ride."""
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
        is_last: bool,
    ) -> Iterator[int]:
        """Yield the provinces of the foreign units that keep the train out of a station.

        A unit that is ordered off the line lets the train pass, but not stop there.
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
            blocks = place == station and (is_last or not leaves)
            if blocks or (moves.get(place) == station and not is_last):
                yield place

    def _is_ride(self, order: Move, variant: Variant) -> bool:
        """Return whether the order is a move along the line to a station that is not adjacent."""
        if order.via or order.target not in self.line:
            return False
        origin = variant.geography.province_of[order.unit.location]
        beside = (variant.base or variant).geography.army_edges[origin]
        near = beside | 1 << origin
        return self._may_ride(order.unit, variant) and not near >> order.target & 1

    def _may_ride(self, unit: Unit, variant: Variant) -> bool:
        """Return whether `unit` is an army of `power` on the line."""
        place = variant.geography.province_of[unit.location]
        army = unit.kind is UnitKind.ARMY
        return army and unit.power == self.power and place in self.line
