"""Who wrote a letter: what shows it, and asking him where nothing does."""

from judge.service.asking.claims import keep_deeds, outcome_of, settle, settle_due
from judge.service.asking.origin import Origin, origin_of
from judge.service.asking.question import ask

__all__ = [
    "Origin",
    "ask",
    "keep_deeds",
    "origin_of",
    "outcome_of",
    "settle",
    "settle_due",
]
