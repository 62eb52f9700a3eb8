"""Armies in neutral centers, which only hold.

Known World 901 and Western World 901 (David E. Cohen), Sengoku (Benjamin Hester) and
Unconstitutional (David E. Cohen), as their sources play them: such an army may be
supported to hold, disbands when it is dislodged, and comes back in the adjustment phase
if its center is then vacant and unowned.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.position import Position, Unit
from judge.engine.rules.rule import Rule, Side
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class NeutralArmies(Rule):
    """The armies of `power` at the start, each in its center.

    They own no center, nor do they need one.
    """

    power: Side

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that somebody plays the power whose armies only hold."""
        if any(power.name == self.power for power in variant.powers):
            yield (
                "power",
                message("{power} is played, but neutral armies take no orders", power=self.power),
            )

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("neutrals",)

    def may_retreat(self, unit: Unit, variant: "Variant") -> bool:
        """Return whether it is another unit."""
        return unit.power != self.power

    def captures(self, unit: Unit, center: int, position: Position, variant: "Variant") -> bool:
        """Return whether it is another unit."""
        return unit.power != self.power

    def allowance(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return that no neutral army is built or removed by order."""
        if power != self.power:
            return None
        return sum(unit.power == power for unit in position.units)

    def year_ended(self, position: Position, variant: "Variant") -> Position:
        """Return the board with an army in each of the centers that are free again."""
        province_of = variant.geography.province_of
        taken = {province_of[unit.location] for unit in position.units}
        back = (
            unit
            for unit in variant.start.units
            if unit.power == self.power
            and position.owners[unit.location] is None
            and unit.location not in taken
        )
        units = sorted((*position.units, *back), key=lambda u: province_of[u.location])
        return replace(position, units=tuple(units))
