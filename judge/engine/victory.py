"""Who has won, and what wins."""

from collections import Counter

from judge.engine.board.position import Position
from judge.engine.rules.neutrals import powers_at
from judge.engine.rules.rule import Victory
from judge.engine.supply import supply
from judge.engine.variant import Variant
from judge.messages import Text, counted


def ending(position: Position, variant: Variant) -> Victory | None:
    """Return how the game is over, or None while it goes on.

    By the rulebook a power has won when it owns at least as many centers as the variant
    asks for, and more than any other. Who is not played wins nothing.
    """
    for rule in variant.rules.special:
        told = rule.ending(position, variant)
        if told is not None:
            return told if isinstance(told, Victory) else None
    counts = supply(position, variant)
    played = {power.name: counts[power.name] for power in powers_at(position, variant)}
    best = Counter(played).most_common(2)
    if not best or best[0][1] < variant.victory:
        return None
    if len(best) == 2 and best[0][1] == best[1][1]:
        return None
    power, centers = best[0]
    reason = counted(
        "{power} owns {count} center", "{power} owns {count} centers", centers, power=power
    )
    return Victory((power,), reason)


def goal(variant: Variant) -> Text:
    """Return what wins, in the words of lists: `18 centers`."""
    for rule in variant.rules.special:
        if told := rule.goal(variant):
            return told
    return counted("{count} center", "{count} centers", variant.victory)


def winner(position: Position, variant: Variant) -> str | None:
    """Return the power that has won alone, or None."""
    over = ending(position, variant)
    return over.winners[0] if over and len(over.winners) == 1 else None
