"""The units of neutrals go where a majority of the players wants them to.

Seed 002 (Mandate of Heaven), rule 3: "If a majority of players, having a majority of
player units on the board at the beginning of the turn, agree to an order for a neutral
unit, the unit will be so ordered", in its example at least 4 of 7 players with at least
11 of 21 units. "This could conceivably result in builds for neutral powers, which will
also be allowed. If a neutral power grows from one to three SCs, it will be activated,
and a new player will be called in to play it."
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.position import Position
from judge.engine.orders import Build, Order, UnitOrder, Vote, power_of
from judge.engine.outcome import Adjudication, Outcome, Reason
from judge.engine.rules.neutrals.players import called, neutrals_at, units_of_players
from judge.engine.rules.rule import Counted, Rule
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

# The last vote of each power for each place: of a unit, or where one is built.
_Ballots = Mapping[tuple[str, int | None], Order]


@dataclass(frozen=True, slots=True)
class NeutralVotes(Rule):
    """A neutral finds a player when it owns so many `centers`."""

    centers: int = 3

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("neutrals", "majority")

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that there is nothing to vote on."""
        if not variant.neutrals:
            yield "centers", message("there is no side that nobody plays")

    def may_order(self, order: Vote, power: str, position: Position, variant: "Variant") -> bool:
        """Return whether a power that is in the game votes for a neutral."""
        in_game = power in units_of_players(position, variant)
        return in_game and _is_for_neutral(order, position, variant)

    def counted(self, position: Position, orders: Sequence[Order], variant: "Variant") -> Counted:
        """Return each vote with what became of it, and the orders that were agreed."""
        units = units_of_players(position, variant)
        votes = [
            vote
            for vote in orders
            if isinstance(vote, Vote)
            and vote.power in units
            and _is_for_neutral(vote, position, variant)
        ]
        ballots = {_ballot(vote, variant): vote.order for vote in votes}
        agreed = tuple(_agreed(ballots, units))
        given = tuple(
            Outcome(one, _fate(one, ballots, agreed, variant)) if isinstance(one, Vote) else one
            for one in orders
        )
        return Counted(given, agreed)

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board on which neutrals that have grown are marked as called."""
        board = adjudication.after
        grown = tuple(
            called(side.name)
            for side in neutrals_at(board, variant)
            if board.owners.count(side.name) >= self.centers
        )
        return replace(board, markers=(*board.markers, *grown))


def _is_for_neutral(vote: Vote, position: Position, variant: "Variant") -> bool:
    side = power_of(vote.order)
    return any(neutral.name == side for neutral in neutrals_at(position, variant))


def _ballot(vote: Vote, variant: "Variant") -> tuple[str, int | None]:
    order = vote.order
    if isinstance(order, Build):
        return vote.power, variant.geography.province_of[order.location]
    if isinstance(order, UnitOrder):
        return vote.power, variant.geography.province_of[order.unit.location]
    return vote.power, None


def _agreed(ballots: _Ballots, units: Mapping[str, int]) -> list[Order]:
    """Return the orders that more than half want, of the powers and of their units."""
    wanted: defaultdict[Order, list[str]] = defaultdict(list)
    for (power, _), order in ballots.items():
        wanted[order].append(power)
    return [
        order
        for order, powers in sorted(wanted.items(), key=repr)
        if 2 * len(powers) > len(units)
        and 2 * sum(units[power] for power in powers) > sum(units.values())
    ]


def _fate(vote: Vote, ballots: _Ballots, agreed: Collection[Order], variant: "Variant") -> Reason:
    counts = ballots.get(_ballot(vote, variant))
    if counts is None:
        return Reason.FOREIGN_UNIT
    if counts != vote.order:
        return Reason.REPLACED
    return Reason.SUCCEEDED if vote.order in agreed else Reason.OUTVOTED
