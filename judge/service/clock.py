"""Doing what the clock asks of each game."""

import logging
from datetime import datetime, timedelta

from sqlalchemy.exc import DBAPIError

from judge.game import process_if_due, wakes_at
from judge.render import GameStuck
from judge.service.asking import settle_due
from judge.service.changing import change, locked
from judge.service.outage import shift_after_outage
from judge.service.parts import Judge
from judge.service.trouble import tell_keeper
from judge.store import OvertakenError, games, post

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)  # until a game that is stuck is tried again


def process_due_games(judge: Judge, now: datetime) -> None:
    """Process, remind and warn in each game that is due, one transaction a game.

    After an outage deadlines move first.
    """
    shift_after_outage(judge, now)
    with judge.store.begin() as connection:
        due = games.due_games(connection, now)
        post.forget_unproven(connection, now)
        settle_due(judge, connection, now)
    for name in due:
        try:
            _process(judge, name, now)
        except (DBAPIError, OvertakenError):
            log.warning("game=%s could not be processed now", name)
        except Exception as error:  # noqa: BLE001 - one game never stops the next one
            _put_off(judge, name, type(error).__name__, now)


def _put_off(judge: Judge, name: str, reason: str, now: datetime) -> None:
    log.error("game=%s is stuck: %s", name, reason)
    with judge.store.begin() as connection:
        games.keep_wake(connection, name, now + PAUSE)
        tell_keeper(judge, connection, GameStuck(name, reason), now)


def _process(judge: Judge, name: str, now: datetime) -> None:
    with judge.store.begin() as connection:
        game = locked(judge, connection, name)
        due = wakes_at(game)
        if due is not None and post.letters_wait(connection, min(due, now)):
            # It came in time, and whoever is at it may have been cut short.
            log.info("game=%s waits for letters from before %s", name, due)
            return
        events = process_if_due(game, now)
        change(judge, connection, game, events, now)
    for event in events:
        log.info("game=%s %s", name, type(event).__name__)
