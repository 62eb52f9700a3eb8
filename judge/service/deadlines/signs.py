"""Signs of life: how the judge knows that a door was shut, and that its clock is wrong.

A clock that differs from the last sign by more than a week is not believed, and nothing
is kept, answered, processed or sent by it, until it is right again or the keeper says
that it is. One that went back by less is: what it noted of times to come is forgotten.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine

from judge.messages import Message, message
from judge.service.deadlines.doors import SLACK
from judge.service.deadlines.outage import all_are_open
from judge.service.parts import Judge
from judge.service.trouble import Wrong, tell_of_alarm
from judge.store import Opening, games, inbox, upkeep

log = logging.getLogger(__name__)

FARTHEST = timedelta(days=7)  # longer than most repairs of a machine take


_SET_IT = message("Deadlines go by it, so let NTP set it. What waited goes on by the new time.")


class WrongClockError(Exception):
    """The clock cannot be right, so that nothing may be done by it."""


def note_signs(judge: Judge, clock: Callable[[], datetime]) -> datetime | None:
    """Note which doors are open; return when, or None where the clock cannot be right.

    The clock is read when it is this thread's turn: who waited long with an older time
    would seem to have a clock that went back.
    """
    with judge.doors.noting, judge.store.begin() as connection:
        now = clock()
        if not clock_is_right(judge, connection, now):
            log.error("the clock says %s, which cannot be right: `judge clock`", now)
            return None
        others = upkeep.clocks(connection, judge.started, now)
        judge.doors.hear(others, now, judge.outage)
        upkeep.note_clock(connection, judge.started, now)
        last = inbox.last_sign(connection)
        # Else one of two would forget what the other has noted of its doors.
        alone = not judge.doors.clocks_differ(now)
        if alone and last is not None and last - now > SLACK:
            _set_back(connection, now)
            wrong = Wrong("clock", _went_back(last, now), _SET_IT)
            tell_of_alarm(judge, connection, wrong, now)
        opened = [
            opening.since
            for opening in judge.doors.openings(now)
            if inbox.note_opening(connection, opening, judge.started, judge.outage)
        ]
        if opened and all_are_open(judge, connection, now):
            # It was not known how long they would be shut.
            games.hold_no_longer(connection, max(opened) + judge.redelivery)
    return now


def clock_is_right(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether `now` is near enough to the last sign of life."""
    last = inbox.last_sign(connection)
    if last is None:
        return True
    return last - FARTHEST <= now <= last + max(FARTHEST, judge.outage)


def believe_clock(store: Engine, now: datetime) -> datetime | None:
    """Take the clock for right, by the word of the keeper; return the last sign."""
    with store.begin() as connection:
        last = inbox.last_sign(connection)
        _set_back(connection, now)
        spoken = Opening("keeper", now, now)
        inbox.note_opening(connection, spoken, now, timedelta(0))
    return last


def _went_back(last: datetime, now: datetime) -> Message:
    return message(
        "the clock went back from {before} to {after} UTC",
        before=f"{last:%Y-%m-%d %H:%M}",
        after=f"{now:%H:%M}",
    )


def _set_back(connection: Connection, now: datetime) -> None:
    """Let nothing wait for times that a wrong clock has shown."""
    upkeep.forget_future(connection, now)
