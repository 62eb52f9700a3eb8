"""The last units of a power defend with one more strength if they could not retreat.

Seed 002 (Mandate of Heaven), rule 4: "when the last unit or units of a non neutral power would be
annihilated as a result of an attack or attacks, the defensive strength of the unit or units will be
increased by one".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from judge.engine.board import Dislodged, Position
from judge.engine.orders import LAST_STAND, Consequence
from judge.engine.rules.neutrals import powers_at
from judge.engine.rules.rule import Rule
from judge.engine.variant import Variant
from judge.messages import Text, message


@dataclass(frozen=True, slots=True)
class LastStand(Rule):
    """The last units of a power that cannot retreat defend with one more strength."""

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence that a unit made a last stand."""
        if consequence.kind != LAST_STAND or consequence.province is None:
            return ""
        return message(
            "The unit in {place} was among the last of its power and could not "
            "retreat: it defended with one more.",
            place=variant.geography.provinces[consequence.province].name,
        )

    def reinforced(
        self, position: Position, dislodged: Sequence[Dislodged], variant: Variant
    ) -> frozenset[int]:
        """Return the provinces of units whose loss would annihilate their power."""
        units = Counter(unit.power for unit in position.units)
        cornered = [d.unit for d in dislodged if not d.retreats]
        lost = Counter(unit.power for unit in cornered)
        powers = {power.name for power in powers_at(position, variant)}
        province_of = variant.geography.province_of
        return frozenset(
            province_of[unit.location]
            for unit in cornered
            if unit.power in powers and lost[unit.power] == units[unit.power]
        )
