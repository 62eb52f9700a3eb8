"""The chores of the judge; transactions live here and nowhere else."""

from judge.service.chores import QUEUES, Upkeep, chores
from judge.service.deadlines.clock import process_due_games
from judge.service.deadlines.doors import JUDGE, MAILBOX, SLACK, Doors
from judge.service.deadlines.signs import FARTHEST, believe_clock, note_signs
from judge.service.export import MOST_BYTES, import_game
from judge.service.keeping.keeper import obey_keeper
from judge.service.letters import answer_alone, answer_next_letter, keep_mail
from judge.service.outgoing import paint_picture, send_notices
from judge.service.parts import Judge
from judge.service.upkeep.alarms import watch_health
from judge.service.upkeep.health import Expected, Health, Machine, look, wrongs
from judge.service.upkeep.pages import work_pages
from judge.service.upkeep.tidying import Keeping, forget_old

__all__ = [
    "FARTHEST",
    "JUDGE",
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
    "keep_mail",
    "look",
    "note_signs",
    "obey_keeper",
    "paint_picture",
    "process_due_games",
    "send_notices",
    "watch_health",
    "work_pages",
    "wrongs",
]
