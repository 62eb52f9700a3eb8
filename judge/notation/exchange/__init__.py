"""Positions, orders and results as JSON objects, for programs that use the engine."""

from judge.notation.exchange.answer import answer
from judge.notation.exchange.desk import Desk, Facts, Refused, desk_for, setting_of
from judge.notation.exchange.question import Question, read_question

__all__ = [
    "Desk",
    "Facts",
    "Question",
    "Refused",
    "answer",
    "desk_for",
    "read_question",
    "setting_of",
]
