"""What a person wants of his mail: how it is written, and when it may wait."""

from judge.game.person.when import (
    leaves_at,
    may_wait,
    quiet_until,
    turns_the_board,
)
from judge.game.person.wishes import Wished, wished

__all__ = [
    "Wished",
    "leaves_at",
    "may_wait",
    "quiet_until",
    "turns_the_board",
    "wished",
]
