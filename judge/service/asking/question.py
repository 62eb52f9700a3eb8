"""Asking whether somebody wrote a letter.

The question goes to the address in the From, or on record for the place that was
written to, and is answered with yes or no at a secret reply address.
Whoever says yes reads the mail that comes there, and more is not asked of anybody new.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import LetterFacts, Wanted
from judge.game import Player, ProofAsked
from judge.letter import OPEN_FOR, Account, Question
from judge.mail import bare_address, head_without_keys, question_token, token_digest
from judge.render import Answer
from judge.service.asking.origin import Origin
from judge.service.parts import Judge, post_notices
from judge.service.rates import account_for, bare
from judge.store import inbox, questions

_MOST_SHOWN = 10  # commands of a letter


def forget_unproven(connection: Connection, now: datetime) -> None:
    """Close the letters whose senders did not answer; no secret of them is kept."""
    for number, kept in questions.lapsed_letters(connection, now):
        raw = head_without_keys(kept.raw, kept.recipient)
        copy = inbox.Copy(raw, bare_address(kept.recipient))
        questions.forget_letter(connection, number, copy)


def ask(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    known: LetterFacts,
    wanted: tuple[Wanted, ...],
) -> bool:
    """Let a letter wait for a reply of whom it seems to be, and ask for that.

    Return False, and do nothing, if he had too many mails lately.
    """
    now, kept, letter, place = known.now, origin.kept, origin.letter, origin.place
    to = letter.sender if place is None else place.player.address
    question = Question(f"letter {kept.digest}")
    secret = token_digest(question_token(judge.key, question))
    asked = ProofAsked(
        tuple(one.words for one in wanted[:_MOST_SHOWN]),
        until=kept.received + OPEN_FOR,
        came=kept.arrived,
        sender=letter.sender,
        game=place.game if place is not None and place.is_foreign else "",
        more=len(wanted[_MOST_SHOWN:]),
    )
    reader = Player(0, "", to, known.writer.zone)
    answer = Answer(reader, "", None, (asked,), letter, now)
    # What comes from elsewhere to somebody's place is written by a third person.
    account = Account.UNPROVEN if place is None else Account.OTHERS
    notice = replace(bare(judge.renderer.answer(answer)), question=question)
    charged = account_for(connection, account, notice, now, sender=letter.sender)
    if charged is None:
        return False
    grave = "; ".join(str(one.words) for one in wanted if one.grave) or None
    questions.ask_sender(connection, kept.number, asked=to.lower(), secret=secret, grave=grave)
    post_notices(judge, connection, [charged], now)
    return True
