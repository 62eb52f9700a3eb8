"""Who wrote a letter and what they mean: what shows it, and asking where nothing does."""

from judge.service.asking.answering import hear_answer
from judge.service.asking.claims import keep_deeds, settle_due
from judge.service.asking.commands import ask_command
from judge.service.asking.meaning import (
    ask_meaning,
    is_meaning_asked,
    is_reply_to_press,
    settle_meaning,
)
from judge.service.asking.origin import (
    Origin,
    conversation_of,
    diary_of,
    is_confirmed,
    origin_of,
    reply_place,
    texts_answered,
)
from judge.service.asking.persons import persons_of
from judge.service.asking.question import ask, forget_unproven
from judge.service.asking.signed import is_from_holder, may_be_signed, unshown

__all__ = [
    "Origin",
    "ask",
    "ask_command",
    "ask_meaning",
    "conversation_of",
    "diary_of",
    "forget_unproven",
    "hear_answer",
    "is_confirmed",
    "is_from_holder",
    "is_meaning_asked",
    "is_reply_to_press",
    "keep_deeds",
    "may_be_signed",
    "origin_of",
    "persons_of",
    "reply_place",
    "settle_due",
    "settle_meaning",
    "texts_answered",
    "unshown",
]
