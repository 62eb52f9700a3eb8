"""The mailbox's spam folder: finding letters for the judge in it, and telling the keeper.

A letter that the provider takes for spam would be a missed deadline that nobody hears of. A
stranger's letter stays there, even with a good signature, because senders of spam sign too.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.letter import Bounced, Delivery, Letter, bare_address
from judge.mail import Unshown, address_token, token_digest
from judge.reader import Opened, UnreadError
from judge.render import LettersRescued, RescuedLetter
from judge.service.parts import Judge, post_notices, vocabulary
from judge.store import outbox, persons, questions, upkeep

_WEEK = timedelta(days=7)
_TOLD = "junk told"  # when the keeper was last told of rescued letters
_MOST_NAMED = 20


def is_for_judge(judge: Judge, mail: Delivery, now: datetime) -> bool:
    """Return whether a mail in the spam folder is for the judge; if so, record it for the keeper.

    It is for the judge if it came to a known reply address, if it answers a mail of the judge, or
    if its sender is on record and proven. New mail that is not is counted.
    """
    sender = _sender_for_judge(judge, mail, now)
    with judge.store.begin() as connection:
        if sender is None:
            if judge.keeper and mail.arrived > now - _WEEK:
                digest = hashlib.sha256(mail.raw).hexdigest()[:32]
                upkeep.note_left(connection, digest, mail.arrived)
            return False
        # Only the sender is recorded, because the subject may contain a password.
        upkeep.note_rescued(connection, sender, mail.arrived)
    return True


def _sender_for_judge(judge: Judge, mail: Delivery, now: datetime) -> str | None:
    """Return the sender of a mail that is for the judge, None for all other mail."""
    try:
        read = judge.glance.mail(mail.raw, mail.recipient, vocabulary(judge), judge.servers)
    except UnreadError:
        return None
    match read:
        case Opened(letter):
            sender = letter.sender
            is_ours = _is_reply(judge, mail, letter) or _is_from_player(judge, mail, letter, now)
        case Bounced(message_ids=ids):
            sender = mail.sender
            is_ours = _answers_ours(judge, ids)
        case _:
            return None
    return sender if is_ours else None


def _is_reply(judge: Judge, mail: Delivery, letter: Letter) -> bool:
    token = address_token(mail.recipient)
    if token is not None:
        digest = token_digest(token)
        with judge.store.connect() as connection:
            known = persons.token_owner(connection, digest) or questions.question_with(
                connection, digest
            )
        if known is not None:
            return True
    return _answers_ours(judge, letter.references)


def _answers_ours(judge: Judge, message_ids: Iterable[str]) -> bool:
    keys = map(outbox.key_of, message_ids)
    with judge.store.connect() as connection:
        return any(outbox.sent_notice(connection, key) for key in keys)


def _is_from_player(judge: Judge, mail: Delivery, letter: Letter, now: datetime) -> bool:
    with judge.store.connect() as connection:
        if persons.find_player(connection, letter.sender) is None:
            return False
    if letter.authentic or judge.signed is None:
        return letter.authentic
    to = (judge.address, bare_address(mail.recipient))
    return bool(judge.signed(Unshown(mail.raw, letter.sender, to, letter.date, mail.arrived), now))


def tell_of_rescued(judge: Judge, connection: Connection, now: datetime) -> None:
    """Tell the keeper, at most once a week, what was moved out of the spam folder, and what not."""
    last = upkeep.mark_of(connection, _TOLD)
    if not judge.keeper or (last is not None and last <= now < last + _WEEK):
        return
    rescued = upkeep.take_rescued(connection)
    left = upkeep.take_left(connection, last or now - _WEEK, now - 2 * _WEEK)
    if rescued or left:
        upkeep.note_mark(connection, _TOLD, now)
        letters = tuple(RescuedLetter(at, sender) for sender, at in rescued[:_MOST_NAMED])
        told = judge.renderer.trouble(LettersRescued(letters, len(rescued), left), judge.keeper)
        post_notices(judge, connection, [told], now)
