"""A center that is worth nothing to one power.

Colonial Diplomacy: Hong Kong supplies everybody but China.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.engine.rules.rule import Place, Rule, Side

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class Worthless(Rule):
    """`power` may own `center`, but it neither supplies a unit nor counts to win."""

    center: Place
    power: Side

    def worth(self, center: int, owner: str, variant: "Variant") -> int | None:
        """Return 0 for that center of that power."""
        return 0 if (center, owner) == (self.center, self.power) else None
