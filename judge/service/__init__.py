"""The chores of the judge; transactions live here and nowhere else."""

from judge.service.clock import process_due_games
from judge.service.letters import answer_alone, answer_next_letter, keep_mail
from judge.service.outgoing import send_next_notice
from judge.service.parts import Judge

__all__ = [
    "Judge",
    "answer_alone",
    "answer_next_letter",
    "keep_mail",
    "process_due_games",
    "send_next_notice",
]
