"""Sending what waits in the outbox, with no transaction open during the network."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.mail import (
    GIVE_UP_AFTER,
    Barred,
    Outcome,
    Postmark,
    Rejected,
    Sent,
    TryAgain,
    bounce_address,
    question_token,
    reply_address,
    reply_token,
    retry_after,
    write_notice,
)
from judge.service.deadlines.signs import clock_is_right
from judge.service.export import with_pictures
from judge.service.outgoing.failures import is_paused, note_failure, try_address
from judge.service.parts import Judge, post_notices
from judge.store import QueuedNotice, post

log = logging.getLogger(__name__)

CLAIM = timedelta(minutes=5)
# The pauses before them are some two minutes together: a relay that is being set up
# says many things, and other mail goes out meanwhile, which tells whom it refuses.
_ENOUGH_TRIES = 3


def send_next_notice(judge: Judge, now: datetime) -> bool:
    """Send the notice that has waited longest; return whether there was one.

    A crash before it is marked sends it again, with the same Message-ID.
    """
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            return False
        bundle = post.take_bundle(connection, now)
        if bundle:
            post_notices(judge, connection, [judge.renderer.bundle(bundle)], now)
        queued = post.next_notice(connection, now, CLAIM, judge.key)
        if queued is None:
            return False
        if is_paused(connection, queued, now):
            post.mark_failed(connection, queued.number, post.PAUSED)
            try_address(judge, connection, queued.notice, now)
            log.info("notice not sent: the address is paused", extra=_fields(queued))
            return True
    outcome = _sent(judge, queued)
    _mark(judge, queued, outcome, now)
    _log(queued, outcome)
    return True


def _sent(judge: Judge, queued: QueuedNotice) -> Outcome:
    try:
        raw = _written(judge, queued)
    except ValueError as error:
        return Rejected(str(error))
    return_path = bounce_address(judge.address, queued.message_key)
    return judge.send(raw, return_path, queued.notice.to)


def _log(queued: QueuedNotice, outcome: Outcome) -> None:
    fields = _fields(queued)
    match outcome:
        case Sent():
            log.info("notice sent", extra=fields)
        case TryAgain(reason):
            log.warning("notice not sent yet", extra=fields | {"reason": reason})
        case Barred(reason):
            log.error("the relay may refuse us", extra=fields | {"reason": reason})
        case Rejected(reason):
            log.warning("notice refused", extra=fields | {"reason": reason})


def _fields(queued: QueuedNotice) -> dict[str, object]:
    """Return what the log tells of a notice."""
    game = {"game": queued.notice.game} if queued.notice.game else {}
    return {"notice": queued.number, "to": queued.notice.to, **game}


def _written(judge: Judge, queued: QueuedNotice) -> bytes:
    notice, answered_at = queued.notice, judge.address
    if notice.question is not None:
        token = question_token(judge.key, notice.question)
        answered_at = reply_address(judge.address, token)
    elif notice.reply_to is not None:
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
    return write_notice(with_pictures(judge, notice), postmark, picture)


def _mark(
    judge: Judge,
    queued: QueuedNotice,
    outcome: Outcome,
    now: datetime,
) -> None:
    number = queued.number
    with judge.store.begin() as connection:
        match outcome:
            case Sent():
                post.mark_sent(connection, number, now)
            case Rejected(reason):
                post.mark_failed(connection, number, reason)
                note_failure(judge, connection, queued.notice, reason, now)
            case TryAgain():
                _put_off(judge, connection, queued, outcome, now)
            case Barred():
                barred = replace(queued, barred=queued.barred or now)
                _put_off(judge, connection, barred, outcome, now)


def _put_off(
    judge: Judge,
    connection: Connection,
    queued: QueuedNotice,
    refusal: TryAgain | Barred,
    now: datetime,
) -> None:
    """Try it again later, or give it up.

    Its recipient is to blame only if the relay takes other mail meanwhile.
    """
    number, reason = queued.number, refusal.reason
    others_pass = post.took_since(connection, queued.barred or queued.since)
    tried_enough = isinstance(refusal, Barred) and queued.attempts >= _ENOUGH_TRIES
    if now - queued.since < GIVE_UP_AFTER and not (tried_enough and others_pass):
        pause = retry_after(queued.attempts, judge.jitter())
        post.mark_retry(connection, number, now + pause, reason, queued.barred)
    else:
        post.mark_failed(connection, number, reason)
        if others_pass:
            note_failure(judge, connection, queued.notice, reason, now)
