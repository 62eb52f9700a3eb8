"""Telling the keeper what needs a person."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game import Reader
from judge.letter import ReplyTo
from judge.render import PasswordGuessed, RelayRefuses, Trouble
from judge.service.parts import Judge, post_notices
from judge.store import post

_DAY = timedelta(days=1)


def tell_keeper(
    judge: Judge,
    connection: Connection,
    trouble: Trouble,
    now: datetime,
) -> None:
    """Tell the keeper, if there is one, what the judge stumbled over."""
    if judge.keeper:
        notice = judge.renderer.trouble(trouble, judge.keeper)
        post_notices(judge, connection, [notice], now)


def tell_of_guesses(
    judge: Judge, connection: Connection, game: str, holder: Reader, now: datetime
) -> None:
    """Tell the holder of a place, and the keeper, that its password is guessed at."""
    guessed = PasswordGuessed(holder.role, game)
    told = judge.renderer.trouble(guessed, holder.player.address)
    his = ReplyTo(holder.player.number, game, holder.role)
    post_notices(judge, connection, [replace(told, reply_to=his)], now)
    tell_keeper(judge, connection, guessed, now)


def tell_of_relay(
    judge: Judge, connection: Connection, reason: str, now: datetime
) -> None:
    """Tell the keeper that the relay refuses all mail, once a day.

    This mail waits with the others, and tells by its coming that they go out again.
    """
    if judge.keeper:
        notice = judge.renderer.trouble(RelayRefuses(reason), judge.keeper)
        if not post.was_told(connection, notice, now - _DAY):
            post_notices(judge, connection, [notice], now)
