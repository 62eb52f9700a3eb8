"""What a person wants of his mail: how it is written, and when it may wait."""

from judge.game.person.reliability import HALF_LIFE, LEAST, reliability_of
from judge.game.person.when import leaves_at, quiet_until
from judge.game.person.wishes import Wished, wished

__all__ = ["HALF_LIFE", "LEAST", "Wished", "leaves_at", "quiet_until", "reliability_of", "wished"]
