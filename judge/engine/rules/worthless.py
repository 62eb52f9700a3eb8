"""A center that counts for nothing to one power.

Colonial Diplomacy: Hong Kong supplies all powers except China.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.engine.rules.rule import Place, Rule, Side, no_centers
from judge.engine.variant import Variant
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class Worthless(Rule):
    """`power` may own `center`, which then neither supplies a unit nor counts for victory."""

    center: Place
    power: Side

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the place is not a center."""
        yield from no_centers("center", (self.center,), variant)

    def worth(self, center: int, owner: str, variant: Variant) -> int | None:
        """Return 0 for this center when `power` owns it."""
        return 0 if (center, owner) == (self.center, self.power) else None
