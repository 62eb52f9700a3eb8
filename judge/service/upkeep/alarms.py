"""Alarms: the keeper is told once of what is wrong, and once that it is over."""

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.render import AlarmOver
from judge.service.deadlines.signs import clock_is_right
from judge.service.parts import Judge
from judge.service.trouble import tell_keeper, tell_of_alarm
from judge.service.upkeep.health import Expected, Machine, look, wrongs
from judge.store import inbox, upkeep

log = logging.getLogger(__name__)

# A judge that has just started has much to catch up with.
_SETTLING = timedelta(minutes=15)
# What comes and goes is told of once.
_OVER_AFTER = timedelta(minutes=15)


def watch_health(judge: Judge, machine: Machine, expected: Expected, now: datetime) -> None:
    """Tell the keeper what began to be wrong, and what no longer is.

    Of a clock that cannot be right he hears when it is over: by it nothing is sent.
    """
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            last = inbox.last_sign(connection)
            assert last is not None  # or any clock is right
            upkeep.note_alarm(connection, "clock", last)
            return
        if now - judge.started > _SETTLING:
            differ = judge.doors.clocks_differ(now)
            health = look(connection, machine, expected, now, clocks_differ=differ)
            for wrong in wrongs(health):
                tell_of_alarm(judge, connection, wrong, now)
        _tell_what_is_over(judge, connection, now)


def _tell_what_is_over(judge: Judge, connection: Connection, now: datetime) -> None:
    for alarm in upkeep.sounding(connection):
        if now - alarm.seen > _OVER_AFTER and upkeep.quiet(connection, alarm.name):
            log.info("alarm is over", extra={"alarm": alarm.name})
            over = AlarmOver(alarm.name, alarm.since, alarm.seen)
            tell_keeper(judge, connection, over, now)
