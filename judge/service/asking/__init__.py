"""Who wrote a letter: what shows it, and asking him where nothing does."""

from judge.service.asking.claims import keep_deeds, outcome_of, settle, settle_due
from judge.service.asking.origin import Origin, origin_of, reply_place
from judge.service.asking.persons import copy_of_all, persons_of
from judge.service.asking.question import ask, forget_unproven

__all__ = [
    "Origin",
    "ask",
    "copy_of_all",
    "forget_unproven",
    "keep_deeds",
    "origin_of",
    "outcome_of",
    "persons_of",
    "reply_place",
    "settle",
    "settle_due",
]
