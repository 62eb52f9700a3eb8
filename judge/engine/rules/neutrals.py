"""Powers without players: armies that only hold, and units whose orders the players vote on.

When a neutral power has grown, a player is called for it, and from then on it is an ordinary power.
`powers_at`, `neutrals_at` and `in_play` say which powers have players in a position.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine.board import Marker, Position, Unit
from judge.engine.orders import (
    Adjudication,
    Build,
    Order,
    Outcome,
    Reason,
    UnitOrder,
    Vote,
    power_of,
)
from judge.engine.rules.rule import Counted, Rule, Side
from judge.engine.variant import Power, Variant, allowance_of
from judge.messages import Text, message

_CALLED = "called"


def called(side: str) -> Marker:
    """Return the marker of a neutral power for which a player was called."""
    return Marker(_CALLED, power=side)


def neutrals_at(position: Position, variant: Variant) -> tuple[Power, ...]:
    """Return the powers without players in `position`."""
    return tuple(
        side
        for side in variant.sides
        if was_neutral(side.name, variant) and called(side.name) not in position.markers
    )


def powers_at(position: Position, variant: Variant) -> tuple[Power, ...]:
    """Return the powers with players, then the neutral powers for which a player was called."""
    neutral = neutrals_at(position, variant)
    return tuple(side for side in variant.sides if side not in neutral)


def was_neutral(power: str, variant: Variant) -> bool:
    """Return whether `power` had no player when the game began."""
    known = (variant.base or variant).neutrals
    return any(side.name == power and side in variant.sides for side in known)


def newly_called(before: Position, after: Position, variant: Variant) -> tuple[str, ...]:
    """Return the neutral powers for which a player was called between two positions."""
    remaining = neutrals_at(after, variant)
    return tuple(s.name for s in neutrals_at(before, variant) if s not in remaining)


def in_play(variant: Variant, position: Position) -> Variant:
    """Return the variant with called neutral powers among its powers.

    Earlier positions of the game can be adjudicated with it too.
    """
    neutrals = neutrals_at(position, variant)
    if neutrals == variant.neutrals:
        return variant
    return replace(variant, powers=powers_at(position, variant), neutrals=neutrals)


def units_of_players(position: Position, variant: Variant) -> dict[str, int]:
    """Return the number of units of each power that is still in the game.

    A power is in the game while it has a unit or a center, or is allowed units without any.
    """
    unit_powers = [unit.power for unit in position.units]
    unit_powers += [dislodged.unit.power for dislodged in position.dislodged]
    return {
        power.name: unit_powers.count(power.name)
        for power in powers_at(position, variant)
        if power.name in unit_powers
        or power.name in position.owners
        or allowance_of(power.name, position, variant)
    }


@dataclass(frozen=True, slots=True)
class NeutralArmies(Rule):
    """The armies of `power` at the start only hold, each on its center.

    They own no center and need none. Known World 901 and Western World 901 (David E. Cohen),
    Sengoku (Benjamin Hester) and Unconstitutional (David E. Cohen), as their sources play them:
    such an army may be supported to hold, and disbands when it is dislodged. It returns in the
    adjustment phase if its center is then vacant and unowned.
    """

    power: Side

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the power of the neutral armies has a player."""
        if any(power.name == self.power for power in variant.powers):
            yield (
                "power",
                message("{power} is played, but neutral armies take no orders", power=self.power),
            )

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("neutrals",)

    def may_retreat(self, unit: Unit, variant: Variant) -> bool:
        """Return False for a neutral army."""
        return unit.power != self.power

    def captures(self, unit: Unit, center: int, position: Position, variant: Variant) -> bool:
        """Return False for a neutral army."""
        return unit.power != self.power

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return the present number of neutral armies: none is built or removed by order."""
        if power != self.power:
            return None
        return sum(unit.power == power for unit in position.units)

    def year_ended(self, position: Position, variant: Variant) -> Position:
        """Return the board with an army on each center that is vacant and unowned again."""
        province_of = variant.geography.province_of
        occupied = {province_of[unit.location] for unit in position.units}
        returning = (
            unit
            for unit in variant.start.units
            if unit.power == self.power
            and position.owners[unit.location] is None
            and unit.location not in occupied
        )
        units = sorted((*position.units, *returning), key=lambda u: province_of[u.location])
        return replace(position, units=tuple(units))


# The last vote of each power on each unit or build, by the power and the province.
_Ballots = Mapping[tuple[str, int | None], Order]


@dataclass(frozen=True, slots=True)
class NeutralVotes(Rule):
    """The units of neutral powers follow the orders that a majority of the players votes for.

    Seed 002 (Mandate of Heaven), rule 3: "If a majority of players, having a majority of player
    units on the board at the beginning of the turn, agree to an order for a neutral unit, the unit
    will be so ordered", in its example at least 4 of 7 players with at least 11 of 21 units. "This
    could conceivably result in builds for neutral powers, which will also be allowed. If a neutral
    power grows from one to three SCs, it will be activated, and a new player will be called in to
    play it."
    """

    #: The number of centers with which a player is called for a neutral power.
    centers: int = 3

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("neutrals", "majority")

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the variant has no neutral power."""
        if not variant.neutrals:
            yield "centers", message("there is no side that nobody plays")

    def may_order(self, order: Vote, power: str, position: Position, variant: Variant) -> bool:
        """Return whether `power` is in the game and votes on an order of a neutral power."""
        in_game = power in units_of_players(position, variant)
        return in_game and _is_for_neutral(order, position, variant)

    def counted(self, position: Position, orders: Sequence[Order], variant: Variant) -> Counted:
        """Return the outcome of each vote, and the orders that the majority wants."""
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
        entries = tuple(
            Outcome(order, _fate(order, ballots, agreed, variant))
            if isinstance(order, Vote)
            else order
            for order in orders
        )
        return Counted(entries, agreed)

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with a marker for each neutral power that has grown enough."""
        board = adjudication.after
        grown = tuple(
            called(side.name)
            for side in neutrals_at(board, variant)
            if board.owners.count(side.name) >= self.centers
        )
        return replace(board, markers=(*board.markers, *grown))


def _is_for_neutral(vote: Vote, position: Position, variant: Variant) -> bool:
    side = power_of(vote.order)
    return any(neutral.name == side for neutral in neutrals_at(position, variant))


def _ballot(vote: Vote, variant: Variant) -> tuple[str, int | None]:
    """Return the key of a vote: the voter, and the province of the unit or build."""
    order = vote.order
    if isinstance(order, Build):
        return vote.power, variant.geography.province_of[order.location]
    if isinstance(order, UnitOrder):
        return vote.power, variant.geography.province_of[order.unit.location]
    return vote.power, None


def _agreed(ballots: _Ballots, units: Mapping[str, int]) -> list[Order]:
    """Return the orders that powers with more than half of all votes and of all units want."""
    voters: defaultdict[Order, list[str]] = defaultdict(list)
    for (power, _), order in ballots.items():
        voters[order].append(power)
    return [
        order
        for order, powers in sorted(voters.items(), key=repr)
        if 2 * len(powers) > len(units)
        and 2 * sum(units[power] for power in powers) > sum(units.values())
    ]


def _fate(vote: Vote, ballots: _Ballots, agreed: Collection[Order], variant: Variant) -> Reason:
    """Return the outcome of a vote: foreign, replaced by a later vote, successful, or outvoted."""
    counted_order = ballots.get(_ballot(vote, variant))
    if counted_order is None:
        return Reason.FOREIGN_UNIT
    if counted_order != vote.order:
        return Reason.REPLACED
    return Reason.SUCCEEDED if vote.order in agreed else Reason.OUTVOTED
