"""Sending what waits in the outbox, with no transaction open during the network."""

import logging
from collections.abc import Callable, Mapping, Sequence
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
from judge.store import QueuedNotice, outbox, persons

log = logging.getLogger(__name__)

CLAIM = timedelta(minutes=5)
BATCH = 20  # so many are sent twice at most where the program dies
# A server that is so slow that a batch takes longer gets the rest of it later: nobody
# else may take what is just being sent.
_LONGEST = CLAIM / 4
# The pauses before them are some two minutes together: a relay that is being set up
# says many things, and other mail goes out meanwhile, which tells whom it refuses.
_ENOUGH_TRIES = 3


def send_notices(judge: Judge, clock: Callable[[], datetime]) -> bool:
    """Send the notices that have waited longest; return whether there was one.

    A crash before they are marked sends them again, with the same Message-IDs.
    """
    now = clock()
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            return False
        while bundle := outbox.take_bundle(connection, now):
            post_notices(judge, connection, [judge.renderer.bundle(bundle)], now)
        taken = outbox.next_notices(connection, now, CLAIM, judge.key, BATCH)
        if not taken:
            return outbox.let_go(connection)
        queued = _unpaused(judge, connection, taken, now)
        drawings = {one.notice.drawing for one in queued if one.notice.drawing}
        pictures = outbox.pictures_of(connection, drawings)
    _send(judge, queued, pictures, clock)
    return True


def _unpaused(
    judge: Judge, connection: Connection, taken: Sequence[QueuedNotice], now: datetime
) -> list[QueuedNotice]:
    """Return the notices that are to be sent, and mark those that are not."""
    found = []
    losing = persons.losing_among(connection, {one.notice.to for one in taken})
    for queued in taken:
        loses = queued.notice.to.lower() in losing
        if not (loses and is_paused(connection, queued, now)):
            found.append(queued)
            continue
        outbox.mark_failed(connection, queued.number, outbox.PAUSED)
        try_address(judge, connection, queued.notice, now)
        log.info("notice not sent: the address is paused", extra=_fields(queued))
    return found


def _send(
    judge: Judge,
    batch: Sequence[QueuedNotice],
    pictures: Mapping[str, bytes],
    clock: Callable[[], datetime],
) -> None:
    """Send notices one after the other, and mark what came of them at once."""
    outcomes: list[tuple[QueuedNotice, Outcome]] = []
    began, tried = clock(), 0
    try:
        # A clock may go back.
        while tried < len(batch) and abs(clock() - began) <= _LONGEST:
            queued, tried = batch[tried], tried + 1
            outcome = _sent(judge, queued, pictures)
            outcomes.append((queued, outcome))
            _log(queued, outcome)
    except Exception:
        # What was sent before one that fails is not sent once more.
        _mark(judge, outcomes, batch[tried:], clock())
        raise
    _mark(judge, outcomes, batch[tried:], clock())


def _sent(judge: Judge, queued: QueuedNotice, pictures: Mapping[str, bytes]) -> Outcome:
    try:
        raw = _written(judge, queued, pictures)
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


def _written(judge: Judge, queued: QueuedNotice, pictures: Mapping[str, bytes]) -> bytes:
    notice, answered_at = queued.notice, judge.address
    if notice.question is not None:
        token = question_token(judge.key, notice.question)
        answered_at = reply_address(judge.address, token)
    elif notice.reply_to is not None:
        token = reply_token(judge.key, notice.reply_to)
        answered_at = reply_address(judge.address, token)
    postmark = Postmark(
        message_id=f"<{queued.message_name}@{judge.address.rpartition('@')[2]}>",
        sent_at=queued.created,
        judge_name=judge.name,
        from_address=judge.address,
        reply_address=answered_at,
    )
    picture = _picture(judge, notice.drawing, pictures)
    return write_notice(with_pictures(judge, notice), postmark, picture)


def _picture(judge: Judge, drawing: str, pictures: Mapping[str, bytes]) -> bytes:
    """Return the picture of a drawing; one that is forgotten is painted once more."""
    if not drawing:
        return b""
    painted = pictures.get(drawing)
    return judge.picture(drawing) if painted is None else painted


def _mark(
    judge: Judge,
    outcomes: Sequence[tuple[QueuedNotice, Outcome]],
    untried: Sequence[QueuedNotice],
    now: datetime,
) -> None:
    sent = [queued.number for queued, outcome in outcomes if outcome == Sent()]
    with judge.store.begin() as connection:
        # First those: what the relay took tells who is to blame for the others.
        outbox.mark_sent(connection, sent, now)
        for queued, outcome in outcomes:
            _mark_unsent(judge, connection, queued, outcome, now)
        for queued in untried:
            outbox.give_back(connection, queued.number)


def _mark_unsent(
    judge: Judge, connection: Connection, queued: QueuedNotice, outcome: Outcome, now: datetime
) -> None:
    match outcome:
        case Sent():
            pass
        case Rejected(reason):
            outbox.mark_failed(connection, queued.number, reason)
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
    others_pass = outbox.took_since(connection, queued.barred or queued.since)
    tried_enough = isinstance(refusal, Barred) and queued.attempts >= _ENOUGH_TRIES
    if now - queued.since < GIVE_UP_AFTER and not (tried_enough and others_pass):
        pause = retry_after(queued.attempts, judge.jitter())
        outbox.mark_retry(connection, number, now + pause, reason, queued.barred)
    else:
        outbox.mark_failed(connection, number, reason)
        if others_pass:
            note_failure(judge, connection, queued.notice, reason, now)
