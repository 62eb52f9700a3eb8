"""Forgetting what is old, so that the store does not grow for ever.

What belongs to a game is its record, and stays.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.service.deadlines.signs import clock_is_right
from judge.service.parts import Judge
from judge.store import bounces, confirmations, post
from judge.store.upkeep import marks

log = logging.getLogger(__name__)

_EVERY = timedelta(hours=1)
# A mail that is sent later than this has its picture painted once more.
_PICTURES = timedelta(days=1)
_BATCH = 200  # so many of each kind in a transaction, which nobody waits for


@dataclass(frozen=True, slots=True)
class Keeping:
    """For how long is kept what letters said, what notices said, and that they were."""

    letters: timedelta
    notices: timedelta
    traces: timedelta


def forget_old(judge: Judge, keeping: Keeping, now: datetime) -> bool:
    """Forget some of what is old; return whether there may be more.

    That is done once an hour, and never by a clock that is wrong.
    """
    with judge.store.begin() as connection:
        last = marks.when(connection, marks.TIDIED)
        done = last is not None and last <= now < last + _EVERY
        if done or not clock_is_right(judge, connection, now):
            return False
        traces = max(keeping.traces, keeping.letters, keeping.notices)
        counts = (
            post.empty_letters(connection, now - keeping.letters, _BATCH),
            post.empty_notices(connection, now - keeping.notices, _BATCH),
            post.drop_letters(connection, now - traces, _BATCH),
            post.drop_notices(connection, now - traces, _BATCH),
            post.drop_pictures(connection, now - _PICTURES, _BATCH),
        )
        more = max(counts) == _BATCH
        if not more:
            bounces.forget_strangers(connection, now - traces)
            confirmations.forget_confirmations(connection, now - traces)
            marks.note(connection, marks.TIDIED, now)
    if any(counts):
        names = ("letters", "notices", "old_letters", "old_notices", "pictures")
        log.info("old mail forgotten", extra=dict(zip(names, counts, strict=True)))
    return more
