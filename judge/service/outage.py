"""Noticing that the judge was away, and doing nothing in a rush after that."""

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from judge.game import shift
from judge.service.events import load, record_and_tell
from judge.service.parts import Judge
from judge.store import games, pulse

log = logging.getLogger(__name__)


def shift_after_outage(judge: Judge, now: datetime) -> None:
    """Move every deadline if the judge was away for longer than `judge.outage`.

    So nobody loses time in which the judge could not hear him. It comes before all that
    is done at `now`: a deadline that a waiting letter sets is not moved.
    """
    with judge.store.begin() as connection:
        last = pulse.last_tick(connection)
        pulse.note_tick(connection, now)
        away = timedelta(0) if last is None else now - last
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


def _shift(
    judge: Judge, connection: Connection, name: str, away: timedelta, now: datetime
) -> None:
    game = load(judge, connection, name)
    assert game is not None
    record_and_tell(judge, connection, game, shift(game, away, now), now)
