"""Setting aside a letter that cannot be answered, and telling who should know."""

import logging
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.child import LostError, StoppedError, described
from judge.letter import Tone
from judge.mail import head_of
from judge.reader import Opened, TooMuchError, UnreadError
from judge.render import LetterSetAside, LetterUnread
from judge.service.asking import reply_place
from judge.service.deadlines.resent import awaits
from judge.service.deadlines.waiting import certain_games
from judge.service.learning import vocabulary
from judge.service.parts import Judge, post_notices
from judge.service.rates import answer_within_rates
from judge.service.trouble import tell_keeper
from judge.store import KeptLetter, inbox, persons

log = logging.getLogger(__name__)


def set_aside(
    judge: Judge, connection: Connection, number: int, why: Exception, now: datetime
) -> None:
    """Set a letter aside; the keeper is told, and its sender if he is known."""
    kept = inbox.hold_letter(connection, number)
    if kept is None:
        return
    told = isinstance(why, UnreadError | LostError | StoppedError)
    note = str(why) if told else described(why)
    reason = note.splitlines()[-1]
    inbox.set_aside(connection, number, note, now)
    certain = certain_games(connection, kept.recipient, kept.sender)
    inbox.note_games(connection, number, certain, ())
    tell_keeper(judge, connection, LetterSetAside(number, reason), now)
    over = why.reason if isinstance(why, TooMuchError) else ""
    waiting = tuple(awaits(judge, connection, kept, now))
    tell_sender(judge, connection, kept, LetterUnread(over, waiting), now)
    log.error("letter set aside", extra={"letter": number, "reason": reason})


def tell_sender(
    judge: Judge, connection: Connection, kept: KeptLetter, unread: LetterUnread, now: datetime
) -> None:
    """Tell the sender of a letter, if he is known, that it was not read, and why.

    Of the letter only the headers are looked at; where these cannot be read either, and
    to machines, nothing is said.
    """
    try:
        names = vocabulary(judge)
        head = judge.reader.mail(head_of(kept.raw), kept.recipient, names, judge.servers)
    except UnreadError:
        return
    if not isinstance(head, Opened) or head.letter.automatic:
        return
    letter = head.letter
    place = reply_place(connection, letter)
    writer = place.player if place else persons.find_player(connection, letter.sender)
    if writer is None:
        return
    answer = replace(
        judge.renderer.trouble(unread, writer.address),
        tone=Tone.ANSWER,
        in_reply_to=letter.message_id or None,
        references=letter.references,
    )
    proven = place is not None or letter.authentic
    answered = answer_within_rates(judge, connection, answer, now, letter=letter, proven=proven)
    if answered is not None:
        post_notices(judge, connection, [answered], now)
