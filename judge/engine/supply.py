"""How many units the centers of each side supply."""

from collections import Counter
from typing import TYPE_CHECKING

from judge.engine.board.position import Position

if TYPE_CHECKING:
    from judge.engine.variant import Variant


def supply(position: Position, variant: "Variant") -> Counter[str]:
    """Return what the centers of each owner are worth together, by its name.

    A center counts for what the map says, or a rule of the variant.
    """
    counts: Counter[str] = Counter()
    provinces = variant.geography.provinces
    for center, owner in enumerate(position.owners):
        if owner is not None:
            worth = provinces[center].worth
            for rule in variant.rules.special:
                told = rule.worth(center, owner, variant)
                if told is not None:
                    worth = told
                    break
            counts[owner] += worth
    return counts
