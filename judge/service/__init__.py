"""The chores of the judge; transactions live here and nowhere else."""

from judge.service.answering import answer_alone, answer_next_letter, keep_mail
from judge.service.chores import QUEUES, chores
from judge.service.deadlines import process_due_games
from judge.service.export import MOST_BYTES, import_game
from judge.service.junk import is_for_judge
from judge.service.keeper import obey_keeper
from judge.service.mail_out import paint_picture, send_notices
from judge.service.pages import work_pages
from judge.service.parts import JUDGE, MAILBOX, SLACK, Doors, Judge
from judge.service.signs import FARTHEST, believe_clock, note_signs, wrong_clock
from judge.service.upkeep import (
    LEAST_FREE,
    Expected,
    Health,
    Keeping,
    Machine,
    Upkeep,
    forget_old,
    look,
    watch_health,
    wrongs,
)

__all__ = [
    "FARTHEST",
    "JUDGE",
    "LEAST_FREE",
    "MAILBOX",
    "MOST_BYTES",
    "QUEUES",
    "SLACK",
    "Doors",
    "Expected",
    "Health",
    "Judge",
    "Keeping",
    "Machine",
    "Upkeep",
    "answer_alone",
    "answer_next_letter",
    "believe_clock",
    "chores",
    "forget_old",
    "import_game",
    "is_for_judge",
    "keep_mail",
    "look",
    "note_signs",
    "obey_keeper",
    "paint_picture",
    "process_due_games",
    "send_notices",
    "watch_health",
    "work_pages",
    "wrong_clock",
    "wrongs",
]
