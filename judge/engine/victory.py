"""Who has won, and who is still there to share a draw."""

from collections import Counter

from judge.engine.position import Position
from judge.engine.variant import Variant


def winner(position: Position, variant: Variant) -> str | None:
    """Return the power that has won alone, or None while the game goes on.

    It owns at least as many centers as the variant asks for, and more than any other.
    """
    counts = Counter(owner for owner in position.owners if owner is not None)
    best = counts.most_common(2)
    if not best or best[0][1] < variant.victory:
        return None
    tied = len(best) == 2 and best[0][1] == best[1][1]
    return None if tied else best[0][0]


def survivors(position: Position) -> tuple[str, ...]:
    """Return the powers that own a center or a unit, by name: they share a draw."""
    powers = {owner for owner in position.owners if owner is not None}
    powers.update(unit.power for unit in position.units)
    powers.update(dislodged.unit.power for dislodged in position.dislodged)
    return tuple(sorted(powers))
