"""Replies to a judge without plus addresses: the answered mail identifies the place.

A reply names the Message-ID of the judge's mail, which contains a secret. But a forwarded mail
keeps its Message-ID, so the reply counts only from the address that got the mail, and only if its
sender is proven. The answer to the question who wrote a letter needs no such proof: the question
went to that address alone and asks for just this. But the question may have been forwarded, so
proof is needed for a yes that has grave effects or moves an address.
"""

from sqlalchemy import Connection

from judge.letter import Letter
from judge.mail import question_token, reply_token, token_digest
from judge.service.parts import Judge
from judge.store import outbox, persons, questions


def token_in_thread(judge: Judge, connection: Connection, letter: Letter) -> str | None:
    """Return the token of the mail that a letter answers, None if it opens nothing for the sender.

    The caller uses the token of a question at once, the token of a place only if the sender is
    proven.
    """
    keys = (outbox.key_of(one) for one in reversed(letter.references))
    answered = next(filter(None, (outbox.sent_notice(connection, key) for key in keys)), None)
    if answered is None:
        return None
    if answered.question is not None and letter.sender.lower() == answered.to:
        return question_token(judge.key, answered.question)
    if answered.reply_to is None:
        return None
    token = reply_token(judge.key, answered.reply_to)
    owner = persons.token_owner(connection, token_digest(token))
    is_holder = owner is not None and persons.is_of(connection, letter.sender, owner.player)
    return token if is_holder else None


def needs_no_proof(connection: Connection, token: str) -> bool:
    """Return whether a token belongs to a question whose answer is itself the proof.

    A question about a command does not: its address gives access to a place.
    """
    digest = token_digest(token)
    asked = questions.asked_letter(connection, digest) or questions.claim_with(connection, digest)
    return asked is not None


def is_grave(connection: Connection, token: str) -> bool:
    """Return whether a yes to the token's question has grave effects or moves an address."""
    asked = questions.asked_letter(connection, token_digest(token))
    return asked is None or asked.grave
