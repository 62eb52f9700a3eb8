"""What a whole letter brings about: a pure decision from what is known beside it."""

from judge.conversation.decide import LetterDecision, decide_letter
from judge.conversation.known import (
    LetterFacts,
    ReplyPlace,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    games_spoken_of,
    may_register,
    passwords_tried,
    passwords_written,
)
from judge.conversation.progress import Happening, Progress, is_answered_elsewhere
from judge.conversation.secrets import without_secrets

__all__ = [
    "Happening",
    "LetterDecision",
    "LetterFacts",
    "Progress",
    "ReplyPlace",
    "Trial",
    "asks_for_a_list",
    "asks_for_the_past",
    "decide_letter",
    "games_spoken_of",
    "is_answered_elsewhere",
    "may_register",
    "passwords_tried",
    "passwords_written",
    "without_secrets",
]
