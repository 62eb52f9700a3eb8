"""Sides that nobody plays: armies that hold, votes on their orders, and who plays.

`players` says of a position which neutral has found a player, and is one no longer.
"""

from judge.engine.rules.neutrals.armies import NeutralArmies
from judge.engine.rules.neutrals.players import (
    called,
    in_play,
    neutrals_at,
    newly_called,
    powers_at,
    units_of_players,
    was_neutral,
)
from judge.engine.rules.neutrals.votes import NeutralVotes

__all__ = [
    "NeutralArmies",
    "NeutralVotes",
    "called",
    "in_play",
    "neutrals_at",
    "newly_called",
    "powers_at",
    "units_of_players",
    "was_neutral",
]
