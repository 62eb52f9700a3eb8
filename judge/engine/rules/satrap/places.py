"""The three endings of Satrap II and their order of places (seed 003, clause 16)."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.engine.board.position import Position
from judge.engine.rules.rule import Rule, Side, Undecided, Victory
from judge.engine.rules.satrap.endings import pieces_told, satraps_ahead
from judge.engine.rules.satrap.loyalty import loyal_satraps
from judge.engine.supply import supply
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

_Places = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LoyalPlaces(Rule):
    """A satrap wins with enough pieces, the king, `power`, when rebels are weak.

    That is when the disloyal satraps own no more than `centers` together.
    """

    power: Side
    centers: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("pieces", "victory")

    def ending(self, position: Position, variant: "Variant") -> Victory | Undecided | None:
        """Return how the game is over, and who is placed where."""
        loyal = loyal_satraps(position)
        satraps = {one.name for one in variant.powers if one.name != self.power}
        ahead = satraps_ahead(position, variant, self.power)
        owned = supply(position, variant)
        if ahead:
            reason = pieces_told(ahead, variant)
            if loyal.issuperset(ahead):
                others = _by_size(loyal.difference(ahead), position)
                return Victory(ahead, reason, (ahead, (self.power,), *others))
            others = _by_size(satraps.difference(ahead), position)
            return Victory(ahead, reason, (ahead, *others, (self.power,)))
        held = sum(owned[name] for name in satraps - loyal)
        if held > self.centers:
            return Undecided()
        reason = message("disloyal satraps hold no more than {number} centers", number=self.centers)
        places = ((self.power,), *_by_size(loyal, position))
        return Victory((self.power,), reason, places)

    def goal(self, variant: "Variant") -> Text:
        """Return who wins, and when."""
        return message(
            "{number} pieces that need no loan; {power} when disloyal satraps own no "
            "more than {centers} centers",
            number=variant.victory,
            power=self.power,
            centers=self.centers,
        )


def _by_size(powers: Collection[str], position: Position) -> _Places:
    """Return the powers with most pieces first, those with equally many together.

    Who has none left is not placed.
    """
    sizes = Counter(unit.power for unit in position.units if unit.power in powers)
    return tuple(
        tuple(sorted(power for power in sizes if sizes[power] == size))
        for size in sorted(set(sizes.values()), reverse=True)
    )
