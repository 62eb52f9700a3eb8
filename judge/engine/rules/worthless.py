"""A center that is worth nothing to one power.

Colonial Diplomacy: Hong Kong supplies everybody but China.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.engine.rules.rule import Place, Rule, Side, no_centers
from judge.engine.variant import Variant
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class Worthless(Rule):
    """`power` may own `center`, but it neither supplies a unit nor counts to win."""

    center: Place
    power: Side

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that it is worth nothing to anybody."""
        yield from no_centers("center", (self.center,), variant)

    def worth(self, center: int, owner: str, variant: Variant) -> int | None:
        """Return 0 for that center of that power."""
        return 0 if (center, owner) == (self.center, self.power) else None
