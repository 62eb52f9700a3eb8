"""Letters to a mailbox without plus addresses: the mail that they answer names their place.

Each Message-ID of the judge has a secret in it, and a reply names it. But a mail that is passed on
hands its Message-ID on with it, so the reply counts only from the address of the mail's reader, and
only if its sender is proven. The answer to the question whose a letter is needs no such proof,
because the question went to that one address and asks for just this. But the question may have
been passed on, so a yes to something grave, or to an address, needs proof.
"""

from sqlalchemy import Connection

from judge.letter import Letter
from judge.mail import question_token, reply_token, token_digest
from judge.service.parts import Judge
from judge.store import outbox, persons, questions


def token_in_thread(judge: Judge, connection: Connection, letter: Letter) -> str | None:
    """Return the token of the mail that a letter answers, if it would be of use to its sender.

    It counts for a question at once, for a place only if the sender is proven.
    """
    keys = (outbox.key_of(one) for one in reversed(letter.references))
    answered = next(filter(None, (outbox.sent_notice(connection, key) for key in keys)), None)
    if answered is None:
        return None
    if answered.question is not None:
        is_asked = letter.sender.lower() == answered.to
        return question_token(judge.key, answered.question) if is_asked else None
    if answered.reply_to is None:
        return None
    token = reply_token(judge.key, answered.reply_to)
    owner = persons.token_owner(connection, token_digest(token))
    is_holder = owner is not None and persons.is_of(connection, letter.sender, owner.player)
    return token if is_holder else None


def needs_no_proof(connection: Connection, token: str) -> bool:
    """Return whether a token belongs to a question whose answer is itself the proof.

    A confirmation is none of these: its address gives access to a place.
    """
    digest = token_digest(token)
    asked = questions.asked_letter(connection, digest) or questions.claim_with(connection, digest)
    return asked is not None


def is_grave(connection: Connection, token: str) -> bool:
    """Return whether a yes to the question of a token does something grave or moves an address."""
    asked = questions.asked_letter(connection, token_digest(token))
    return asked is None or asked.grave
