"""Who wrote a letter: what shows it, and asking him where nothing does."""

from judge.service.asking.claims import keep_deeds, outcome_of, settle, settle_due
from judge.service.asking.meaning import (
    ask_meaning,
    is_meaning_asked,
    is_reply_to_press,
    settle_meaning,
)
from judge.service.asking.origin import Origin, conversation_of, diary_of, origin_of, reply_place
from judge.service.asking.persons import persons_of
from judge.service.asking.question import ask, forget_unproven
from judge.service.asking.signed import is_from_holder, may_be_signed, unshown

__all__ = [
    "Origin",
    "ask",
    "ask_meaning",
    "conversation_of",
    "diary_of",
    "forget_unproven",
    "is_from_holder",
    "is_meaning_asked",
    "is_reply_to_press",
    "keep_deeds",
    "may_be_signed",
    "origin_of",
    "outcome_of",
    "persons_of",
    "reply_place",
    "settle",
    "settle_due",
    "settle_meaning",
    "unshown",
]
