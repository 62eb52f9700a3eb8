"""Telling people each week which games have room for them."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game import OpeningsTold, openings_for, quiet_until
from judge.letter import NO_LETTER, Tone
from judge.render import Answer
from judge.service.parts import Judge, post_notices
from judge.store import games, persons, upkeep

_HOUR_OF_MONDAY = 6


def tell_openings(judge: Judge, connection: Connection, now: datetime) -> None:
    """Tell those who want it on Monday which games have room; nobody of none.

    A judge that was off then does it later.
    """
    if not upkeep.pass_mark(connection, upkeep.OPENINGS, _monday(now)):
        return
    wanting = persons.wanting_openings(connection)
    listed = games.listed_games(connection, judge.variants.read) if wanting else ()
    notices = []
    for person in wanting:
        if found := openings_for(listed, person):
            answer = Answer(person, "", None, (OpeningsTold(found),), NO_LETTER, now)
            delay = quiet_until(person, now) - now
            told = judge.renderer.answer(answer)
            notices.append(replace(told, tone=Tone.NEWS, delay=delay))
    post_notices(judge, connection, notices, now)


def _monday(now: datetime) -> datetime:
    """Return the last moment at which the news of a week were due."""
    morning = now.replace(hour=_HOUR_OF_MONDAY, minute=0, second=0, microsecond=0)
    monday = morning - timedelta(days=now.weekday())
    return monday if monday <= now else monday - timedelta(weeks=1)
