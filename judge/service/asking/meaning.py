"""Asking whether a reply to press is press, where a line of it reads as an order.

The letter waits meanwhile, and is read again as what its writer says that it is.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.commands import ReplyMeant, meaning_settled
from judge.conversation import LetterDecision, LetterFacts
from judge.game import MeaningAsked
from judge.letter import Notice, Question
from judge.mail import question_token, token_digest
from judge.service.asking.origin import Origin
from judge.service.parts import Judge
from judge.store import questions


def is_reply_to_press(known: LetterFacts) -> bool:
    """Return whether a letter came to the reply address of some press."""
    return known.place is not None and bool(known.place.conversation)


def is_meaning_asked(decision: LetterDecision) -> bool:
    """Return whether its writer is to say what a reply to press is."""
    events = (event for section in decision.sections for event in section.events)
    return any(isinstance(event, MeaningAsked) for event in events)


def ask_meaning(
    judge: Judge, connection: Connection, origin: Origin, answers: Sequence[Notice]
) -> list[Notice]:
    """Let a letter wait, and return its answer as a question of what it is."""
    kept = origin.kept
    question = Question(f"meaning {kept.digest}")
    secret = token_digest(question_token(judge.key, question))
    asked = origin.letter.sender.lower()
    meant = ReplyMeant.ASKED
    questions.ask_sender(connection, kept.number, asked=asked, secret=secret, meant=meant)
    return [replace(answer, question=question) for answer in answers]


def settle_meaning(connection: Connection, origin: Origin) -> str:
    """Let a reply to press be read as what this letter says; return a note on it."""
    meant, asked = meaning_settled(origin.letter.lines), origin.settles
    assert meant is not None
    assert asked is not None
    questions.settle_letter(connection, asked.number, meant)
    return f"says that letter {asked.number} is {meant.value}"
