"""The rules of Satrap and Satrap II: a king, his city, and satraps loyal or not.

Seed 003 has their 17 clauses; each module names those that it is. What the text leaves
open, and how it is read here, stands in `variants/satrap/README.md`.
"""

from judge.engine.rules.satrap.city import RoyalCity
from judge.engine.rules.satrap.endings import SatrapVictory
from judge.engine.rules.satrap.loans import Loans
from judge.engine.rules.satrap.loyalty import Loyalty
from judge.engine.rules.satrap.mercenaries import DoubleArmies
from judge.engine.rules.satrap.places import LoyalPlaces
from judge.engine.rules.satrap.supply import CitySupply

__all__ = [
    "CitySupply",
    "DoubleArmies",
    "Loans",
    "LoyalPlaces",
    "Loyalty",
    "RoyalCity",
    "SatrapVictory",
]
