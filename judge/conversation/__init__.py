"""What a whole letter brings about: a pure decision from what is known beside it."""

from judge.conversation.decide import LetterDecision, decide_letter
from judge.conversation.known import (
    Known,
    Place,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    games_named,
    may_register,
    names_no_game,
    passwords_tried,
    passwords_written,
)
from judge.conversation.progress import Happening, Progress, is_answered_elsewhere

__all__ = [
    "Happening",
    "Known",
    "LetterDecision",
    "Place",
    "Progress",
    "Trial",
    "asks_for_a_list",
    "asks_for_the_past",
    "decide_letter",
    "games_named",
    "is_answered_elsewhere",
    "may_register",
    "names_no_game",
    "passwords_tried",
    "passwords_written",
]
