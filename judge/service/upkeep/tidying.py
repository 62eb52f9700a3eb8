"""Forgetting what is old, so that the store does not grow for ever.

What belongs to a game is its record, and stays.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.service.deadlines.signs import clock_is_right
from judge.service.parts import Judge
from judge.store import outbox, persons, questions, upkeep

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
        last = upkeep.mark_of(connection, upkeep.TIDIED)
        done = last is not None and last <= now < last + _EVERY
        if done or not clock_is_right(judge, connection, now):
            return False
        traces = max(keeping.traces, keeping.letters, keeping.notices)
        counts = (
            upkeep.empty_letters(connection, now - keeping.letters, _BATCH),
            upkeep.empty_notices(connection, now - keeping.notices, _BATCH),
            upkeep.drop_letters(connection, now - traces, _BATCH),
            upkeep.drop_notices(connection, now - traces, _BATCH),
            outbox.drop_pictures(connection, now - _PICTURES, _BATCH),
        )
        more = max(counts) == _BATCH
        if not more:
            persons.forget_bounces_of_strangers(connection, now - traces)
            questions.forget_confirmations(connection, now - traces)
            upkeep.note_mark(connection, upkeep.TIDIED, now)
    if any(counts):
        names = ("letters", "notices", "old_letters", "old_notices", "pictures")
        log.info("old mail forgotten", extra=dict(zip(names, counts, strict=True)))
    return more
