"""Painting the pictures that mails wait for, with no transaction open meanwhile."""

from datetime import datetime, timedelta

from judge.service.parts import Judge
from judge.store import outbox

_CLAIM = timedelta(seconds=10)  # longer than nearly all take; two may paint one
_MOST = timedelta(minutes=1)  # which nobody paints who is there for that


def paint_picture(judge: Judge, now: datetime) -> bool:
    """Paint what was asked for first, answers before news; return whether there was."""
    return _paint(judge, now, timedelta(0))


def paint_overdue(judge: Judge, now: datetime) -> bool:
    """Paint what nobody has painted in a minute; return whether there was any."""
    return _paint(judge, now, _MOST)


def _paint(judge: Judge, now: datetime, waited: timedelta) -> bool:
    with judge.store.begin() as connection:
        wanted = outbox.take_picture(connection, now, _CLAIM, waited)
    if wanted is None:
        return False
    png = judge.picture(wanted.drawing)
    with judge.store.begin() as connection:
        outbox.keep_picture(connection, wanted.name, png)
    return True
