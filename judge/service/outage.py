"""Noticing that the judge was away, and doing nothing in a rush after that."""

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from judge.game import shift
from judge.service.changing import change, locked
from judge.service.parts import Judge
from judge.store import games, pulse

log = logging.getLogger(__name__)

_SELDOM = 0.25


def shift_after_outage(judge: Judge, now: datetime) -> None:
    """Move every deadline if the judge was away for longer than `judge.outage`.

    So nobody loses time in which the judge could not hear him. It comes before all that
    is done at `now`: a deadline that a waiting letter sets is not moved.
    """
    with judge.store.begin() as connection:
        away = _away(connection, now, lock=True)
        pulse.note_tick(connection, now)
        if away < judge.outage:
            return
        for name in games.running_games(connection):
            try:
                with connection.begin_nested():
                    _shift(judge, connection, name, away, now)
            except DBAPIError:
                raise
            except Exception as error:  # noqa: BLE001 - one game never stops the next one
                log.error("game=%s not shifted: %s", name, type(error).__name__)  # noqa: TRY400 - a traceback may print values
    log.warning("away for %s: all deadlines moved", away)


def was_away(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether the judge was away for longer than `judge.outage` until now.

    While it answers letters without a pause it ticks as well, if more seldom.
    """
    away = _away(connection, now)
    if _SELDOM * judge.outage < away < judge.outage:
        pulse.note_tick(connection, now)
    return away >= judge.outage


def _away(connection: Connection, now: datetime, *, lock: bool = False) -> timedelta:
    last = pulse.last_tick(connection, lock=lock)
    return timedelta(0) if last is None else now - last


def _shift(
    judge: Judge, connection: Connection, name: str, away: timedelta, now: datetime
) -> None:
    game = locked(judge, connection, name)
    change(judge, connection, game, shift(game, away, now), now)
