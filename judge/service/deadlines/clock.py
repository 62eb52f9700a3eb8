"""Doing what the clock asks of each game."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game import Fact, Game, due_at, turn, wakes_at
from judge.render import GameStuck
from judge.service.asking import forget_unproven, settle_due
from judge.service.changing import change, locked
from judge.service.deadlines.outage import NotYetKnown, Shut, doors_at, known_until
from judge.service.deadlines.signs import clock_is_right, note_signs
from judge.service.deadlines.waiting import look_at_letters, waits_for_letters
from judge.service.parts import Judge
from judge.service.seats.openings import tell_openings
from judge.service.trouble import tell_keeper, tell_of_forgeries, tell_what_waits
from judge.store import STORE_ERRORS, games

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)  # until a game that is stuck is tried again


def process_due_games(
    judge: Judge, clock: Callable[[], datetime], told: Callable[[], None] = lambda: None
) -> None:
    """Process, remind and warn in each game that is due, one transaction a game.

    After each, `told` is called: there may be mail. A game waits for letters that came
    in time and for doors that were shut, and no game for another. By a clock that is
    wrong nothing is done, nor where another program on this store has another clock.
    """
    now = note_signs(judge, clock)
    if now is None or _clocks_differ(judge, now):
        return
    with judge.store.begin() as connection:
        is_any_due = games.is_any_due(connection, now)
        known = known_until(judge, connection, now) if is_any_due else now
        forget_unproven(connection, now)
        settle_due(judge, connection, now)
        tell_what_waits(judge, connection, now)
        tell_of_forgeries(judge, connection, now)
        tell_openings(judge, connection, now)
    if not is_any_due:
        return
    look_at_letters(judge, now)
    claimed: games.Turn | None = None
    while (claimed := _process_next(judge, (now, known), claimed, clock)) is not None:
        told()


def _clocks_differ(judge: Judge, now: datetime) -> bool:
    differ = judge.doors.clocks_differ(now)
    if differ:
        log.error("another program goes by another clock, so no phase is processed")
    return differ


def _process_next(
    judge: Judge,
    times: tuple[datetime, datetime],
    after: games.Turn | None,
    clock: Callable[[], datetime],
) -> games.Turn | None:
    """Do what the clock asks of the next game; return which, None behind the last.

    The `times` are now, and until when it is known what came in.
    """
    claimed, (now, known) = after, times
    events: tuple[Fact, ...] = ()
    try:
        with judge.store.begin() as connection:
            # Who answers a slow letter for it keeps no other game waiting.
            claimed = games.seize_next(connection, now, after, known)
            if claimed is not None:
                # Its turn may come long after that of the first; and each letter for it
                # that was answered until now came before it is processed.
                at = max(now, clock())
                events = _process(judge, connection, claimed.game, at)
    except Exception as error:
        if claimed is None or claimed is after:
            raise
        _put_off(judge, claimed.game, error, now)
    if claimed is not None:
        for event in events:
            what = {"game": claimed.game, "what": type(event).__name__}
            log.info("game changed", extra=what)
    return claimed


def _put_off(judge: Judge, name: str, error: Exception, now: datetime) -> None:
    if isinstance(error, STORE_ERRORS):
        log.warning("game cannot be processed now", extra={"game": name})
        return
    reason = type(error).__name__
    log.error("game is stuck", extra={"game": name, "reason": reason})
    with judge.store.begin() as connection:
        games.keep_wake(connection, name, now + PAUSE)
        tell_keeper(judge, connection, GameStuck(name, reason), now)


def _process(judge: Judge, connection: Connection, name: str, now: datetime) -> tuple[Fact, ...]:
    """Change the game as the clock asks; return what happened."""
    if not clock_is_right(judge, connection, now):
        return ()
    game = locked(judge, connection, name)
    events = _events(judge, connection, game, now)
    if events is None:
        return ()
    change(judge, connection, game, events, now)
    return events


def _events(
    judge: Judge, connection: Connection, game: Game, now: datetime
) -> tuple[Fact, ...] | None:
    """Return what the clock brings about, None until all is known that came in time."""
    wakes, due = wakes_at(game), due_at(game)
    # What came in time for results that the Master has seen was waited for before.
    if wakes is None or wakes > now or game.review is not None:
        return turn.process_if_due(game, now)
    if due is not None and due <= now:
        match doors_at(judge, connection, due, max(due, wakes), now):
            case NotYetKnown():
                return None
            case Shut(until, still):
                return turn.hold(game, until, shut=still)
            case None:
                pass
    if waits_for_letters(connection, game, wakes, now):
        waits = {"game": game.name, "before": wakes}
        log.info("game waits for letters that came in time", extra=waits)
        return None
    return turn.process_if_due(game, now)
