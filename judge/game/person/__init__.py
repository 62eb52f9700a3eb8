"""What a person wants of his mail: how it is written, and when it may wait."""

from judge.game.person.reliability import HALF_LIFE, LEAST, conduct_in, reliability_of
from judge.game.person.when import leaves_at, may_wait, quiet_until, turns_the_board
from judge.game.person.wishes import Wished, wished

__all__ = [
    "HALF_LIFE",
    "LEAST",
    "Wished",
    "conduct_in",
    "leaves_at",
    "may_wait",
    "quiet_until",
    "reliability_of",
    "turns_the_board",
    "wished",
]
