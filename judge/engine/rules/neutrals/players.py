"""Who plays, of all that have units: the powers, and neutrals that found a player."""

from dataclasses import replace
from typing import TYPE_CHECKING

from judge.engine.board.position import Marker, Position

if TYPE_CHECKING:
    from judge.engine.variant import Power, Variant

_CALLED = "called"


def called(side: str) -> Marker:
    """Return the marker of a neutral for which a player is called."""
    return Marker(_CALLED, power=side)


def neutrals_at(position: Position, variant: "Variant") -> "tuple[Power, ...]":
    """Return the sides that nobody plays as yet."""
    return tuple(
        side
        for side in variant.sides
        if was_neutral(side.name, variant) and called(side.name) not in position.markers
    )


def powers_at(position: Position, variant: "Variant") -> "tuple[Power, ...]":
    """Return the powers, and after them the neutrals for which a player was called."""
    neutral = neutrals_at(position, variant)
    return tuple(side for side in variant.sides if side not in neutral)


def was_neutral(power: str, variant: "Variant") -> bool:
    """Return whether nobody played `power` when the game began."""
    known = (variant.base or variant).neutrals
    return any(side.name == power and side in variant.sides for side in known)


def newly_called(before: Position, after: Position, variant: "Variant") -> tuple[str, ...]:
    """Return the neutrals for which a player was called between two positions."""
    still = neutrals_at(after, variant)
    return tuple(s.name for s in neutrals_at(before, variant) if s not in still)


def in_play(variant: "Variant", position: Position) -> "Variant":
    """Return the variant with those among the powers for which a player was called.

    Earlier positions of the game are played with it as before.
    """
    neutrals = neutrals_at(position, variant)
    if neutrals == variant.neutrals:
        return variant
    return replace(variant, powers=powers_at(position, variant), neutrals=neutrals)


def units_of_players(position: Position, variant: "Variant") -> dict[str, int]:
    """Return how many units each power has that is not out of the game.

    It is while it has a unit or a center, or may have units without any.
    """
    standing = [unit.power for unit in position.units]
    standing += [one.unit.power for one in position.dislodged]
    return {
        power.name: standing.count(power.name)
        for power in powers_at(position, variant)
        if power.name in standing
        or power.name in position.owners
        or _allowed(power.name, position, variant)
    }


def _allowed(power: str, position: Position, variant: "Variant") -> int:
    for rule in variant.rules.special:
        allowed = rule.allowance(power, position, variant)
        if allowed is not None:
            return allowed
    return 0
