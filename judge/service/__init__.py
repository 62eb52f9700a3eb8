"""The chores of the judge; transactions live here and nowhere else."""

from judge.service.deadlines.clock import process_due_games
from judge.service.deadlines.doors import SLACK, Doors
from judge.service.deadlines.signs import (
    FARTHEST,
    believe_clock,
    note_signs,
)
from judge.service.letters import answer_alone, answer_next_letter, keep_mail
from judge.service.outgoing import send_next_notice
from judge.service.parts import Judge

__all__ = [
    "FARTHEST",
    "SLACK",
    "Doors",
    "Judge",
    "answer_alone",
    "answer_next_letter",
    "believe_clock",
    "keep_mail",
    "note_signs",
    "process_due_games",
    "send_next_notice",
]
