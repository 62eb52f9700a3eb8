"""Sending what waits in the outbox, with no transaction open during the network."""

import logging
from datetime import datetime, timedelta

from judge.mail import (
    GIVE_UP_AFTER,
    Postmark,
    Rejected,
    Sent,
    TryAgain,
    reply_address,
    reply_token,
    retry_after,
    write_notice,
)
from judge.service.parts import Judge
from judge.service.trouble import tell_of_failure
from judge.store import QueuedNotice, post

log = logging.getLogger(__name__)

CLAIM = timedelta(minutes=5)
Outcome = Sent | TryAgain | Rejected


def send_next_notice(judge: Judge, now: datetime) -> bool:
    """Send the notice that has waited longest; return whether there was one.

    A crash before it is marked sends it again, with the same Message-ID.
    """
    with judge.store.begin() as connection:
        queued = post.next_notice(connection, now, CLAIM, judge.key)
    if queued is None:
        return False
    outcome = _sent(judge, queued)
    _mark(judge, queued, outcome, now)
    _log(queued, outcome)
    return True


def _sent(judge: Judge, queued: QueuedNotice) -> Outcome:
    try:
        raw = _written(judge, queued)
    except ValueError as error:
        return Rejected(str(error))
    return judge.send(raw, judge.address, queued.notice.to)


def _log(queued: QueuedNotice, outcome: Outcome) -> None:
    number, to = queued.number, queued.notice.to
    match outcome:
        case Sent():
            log.info("notice=%d to=%s sent", number, to)
        case TryAgain(reason):
            log.warning("notice=%d to=%s not sent yet: %s", number, to, reason)
        case Rejected(reason):
            log.warning("notice=%d to=%s refused: %s", number, to, reason)


def _written(judge: Judge, queued: QueuedNotice) -> bytes:
    notice, answered_at = queued.notice, judge.address
    if notice.reply_to is not None:
        token = reply_token(judge.key, notice.reply_to)
        answered_at = reply_address(judge.address, token)
    postmark = Postmark(
        message_id=f"<{queued.message_key}@{judge.address.rpartition('@')[2]}>",
        sent_at=queued.created,
        judge_name=judge.name,
        from_address=judge.address,
        reply_address=answered_at,
    )
    picture = judge.picture(notice.drawing) if notice.drawing else b""
    return write_notice(notice, postmark, picture)


def _mark(
    judge: Judge,
    queued: QueuedNotice,
    outcome: Outcome,
    now: datetime,
) -> None:
    number, notice = queued.number, queued.notice
    with judge.store.begin() as connection:
        match outcome:
            case Sent():
                post.mark_sent(connection, number, now)
            case TryAgain(reason) if now - queued.created < GIVE_UP_AFTER:
                pause = retry_after(queued.attempts, judge.jitter())
                post.mark_retry(connection, number, now + pause, reason)
            case TryAgain(reason) | Rejected(reason):
                post.mark_failed(connection, number, reason)
                tell_of_failure(judge, connection, notice, reason, now)
