"""Fleets on rivers convoy, and an attack by a fleet breaks such a convoy.

Seeds 000 and 004 (Maharajah's, rule 2 with its clarifications), and 002 (Mandate of Heaven, rule
6).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.geography import with_convoys
from judge.engine.orders import Adjudication, Consequence, Convoy, Move
from judge.engine.rules.rule import Rule, sentence
from judge.engine.variant import Variant
from judge.messages import Message, Text, message

_OWN, _AT_ITS_END = "own attacker", "attacked attacker"
_TOLD: Mapping[str, Message] = {
    _OWN: message(
        "A convoy of {power} was attacked on a river by another of its own fleets, "
        "which does not break it."
    ),
    _AT_ITS_END: message(
        "A convoy of {power} was attacked on a river by the fleet that its army went "
        "to, which breaks it only by dislodging the fleet that convoys."
    ),
}


@dataclass(frozen=True, slots=True)
class RiverConvoys(Rule):
    """Fleets may convoy in every province on a river; see `Geography.boarding` for its banks."""

    #: If true, every attack by a fleet breaks a convoy. If false, `breaks_convoy` has exceptions.
    any_fleet: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("rivers",)

    def applied(self, variant: Variant) -> Variant:
        """Return the variant with convoys in all provinces on a river."""
        geography = variant.geography
        rivers = (n for n, banks in enumerate(geography.river_edges) if banks)
        return replace(variant, geography=with_convoys(geography, rivers))

    def breaks_convoy(self, attacker: Unit, fleet: Unit, target: int, variant: Variant) -> bool:
        """Return whether a fleet attacks a fleet on a river; the attack need not succeed.

        Maharajah's excepts a fleet in the province that the army attacks (clarification 5: F
        Benares), and a fleet of the convoying fleet's own power, which cannot dislodge it. Mandate
        of Heaven says "another fleet" without exceptions.
        """
        geography = variant.geography
        place = geography.province_of[fleet.location]
        if attacker.kind is not UnitKind.FLEET or not geography.river_edges[place]:
            return False
        return self.any_fleet or (
            attacker.power != fleet.power and geography.province_of[attacker.location] != target
        )

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence for each convoy on a river that an attack by a fleet did not break.

        It names no province: in a blind game only the convoy's own power may learn it.
        """
        legal = [o for o in adjudication.outcomes if not o.reason.is_illegal]
        successful = [outcome.order for outcome in legal if outcome.succeeded]
        convoys = [order for order in successful if isinstance(order, Convoy)]
        moves = [outcome.order for outcome in legal if isinstance(outcome.order, Move)]
        return tuple(
            Consequence(
                _OWN if move.unit.power == convoy.unit.power else _AT_ITS_END,
                power=convoy.unit.power,
            )
            for convoy in convoys
            for move in moves
            if self._attacks_convoy(move, convoy, variant)
        )

    def _attacks_convoy(self, move: Move, convoy: Convoy, variant: Variant) -> bool:
        """Return whether `move` is the attack of a fleet on the fleet that convoys on a river."""
        geography = variant.geography
        place = geography.province_of[convoy.unit.location]
        attacked = geography.province_of[move.target] == place
        by_fleet = move.unit.kind is UnitKind.FLEET
        return attacked and by_fleet and bool(geography.river_edges[place])

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence why an attack did not break a convoy."""
        return sentence(_TOLD, consequence, power=consequence.power or "")
