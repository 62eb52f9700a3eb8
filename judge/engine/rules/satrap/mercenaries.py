"""Double armies of Greek mercenaries (seed 003, clause 17).

The engine counts such an army twice wherever it fights, and as two when it is built or
removed: "a double army needs two centres to supply it".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.engine.rules.rule import Rule, Side
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class DoubleArmies(Rule):
    """These `powers` may build armies that are two in one."""

    powers: tuple[Side, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("mercenaries",)

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that nobody may build any."""
        if not self.powers:
            yield "powers", message("no power may build double armies")

    def largest(self, power: str, variant: "Variant") -> int:
        """Return the size of the largest army that a side may build."""
        return 2 if power in self.powers else 1
