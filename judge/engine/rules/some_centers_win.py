"""Some centers do not count for victory.

Seed 002 (Mandate of Heaven), rule 5: "Victory criterion will be 14 SCs, however,
non-Chinese SCs (Choson, Pei Choushi and Tung Yueh) do not count toward this total."
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from judge.engine.board import Position
from judge.engine.geography import bits
from judge.engine.rules.neutrals import powers_at
from judge.engine.rules.rule import Place, Rule, Undecided, Victory, no_centers
from judge.engine.variant import Variant
from judge.messages import Text, message


@dataclass(frozen=True, slots=True)
class SomeCentersWin(Rule):
    """Centers in `without` do not count for victory, though they supply units."""

    without: tuple[Place, ...]
    #: The word for the centers that count, as written in mails.
    called: str = "centers"

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the places that are no centers, and a fault if too few centers count to win."""
        yield from no_centers("without", self.without, variant)
        centers = variant.geography.centers
        counting = len(set(bits(centers)).difference(self.without))
        if counting < variant.victory:
            yield (
                "without",
                message(
                    "{victory} centers win, but only {number} count",
                    victory=variant.victory,
                    number=counting,
                ),
            )

    def goal(self, variant: Variant) -> Text:
        """Return the number of these centers that wins."""
        return message("{number} {centers}", number=variant.victory, centers=self.called)

    def ending(self, position: Position, variant: Variant) -> Victory | Undecided:
        """Return the winner: the power with enough of these centers, and more than any other."""
        powers = {power.name for power in powers_at(position, variant)}
        counts = Counter(
            owner
            for center, owner in enumerate(position.owners)
            if owner in powers and center not in self.without
        )
        most = max(counts.values(), default=0)
        best = [power for power, centers in counts.items() if centers == most]
        if most < variant.victory or len(best) > 1:
            return Undecided()
        reason = message(
            "{power} owns {number} {centers}", power=best[0], number=most, centers=self.called
        )
        return Victory((best[0],), reason)
