"""Fleets on rivers convoy, and fleets that attack them break the convoy.

Seeds 000 and 004 (Maharajah's, rule 2 with its clarifications), and 002 (Mandate of
Heaven, rule 6).
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine.board.geography import with_convoys
from judge.engine.board.position import Unit, UnitKind
from judge.engine.rules.rule import Rule

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class RiverConvoys(Rule):
    """Fleets convoy wherever a river leads; see `Geography.boarding` for its banks.

    Where `any_fleet` is true no attacking fleet is excepted from breaking a convoy.
    """

    any_fleet: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("rivers",)

    def applied(self, variant: "Variant") -> "Variant":
        """Return the variant with convoys in all provinces on a river."""
        geography = variant.geography
        rivers = (n for n, banks in enumerate(geography.river_edges) if banks)
        return replace(variant, geography=with_convoys(geography, rivers))

    def breaks_convoy(
        self, attacker: Unit, fleet: Unit, target: int, variant: "Variant"
    ) -> bool:
        """Return whether a fleet attacks one on a river, be it repelled or not.

        In Maharajah's a fleet in the province that the army attacks has no such power
        (clarification 5: F Benares), nor has one of the same power, which cannot
        dislodge it. Mandate of Heaven says "another fleet" and excepts none.
        """
        geography = variant.geography
        place = geography.province_of[fleet.location]
        if attacker.kind is not UnitKind.FLEET or not geography.river_edges[place]:
            return False
        return self.any_fleet or (
            attacker.power != fleet.power
            and geography.province_of[attacker.location] != target
        )
