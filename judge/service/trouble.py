"""Telling the people in charge what went wrong with the mail."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.letter import Notice, Tone
from judge.render import DeliveryFailed, GameStuck, LetterSetAside, RelayRefuses
from judge.service.parts import Judge, post_notices
from judge.store import games, people, post

_DAY = timedelta(days=1)


def tell_keeper(
    judge: Judge,
    connection: Connection,
    trouble: LetterSetAside | GameStuck,
    now: datetime,
) -> None:
    """Tell the keeper, if there is one, what the judge stumbled over."""
    if judge.keeper:
        notice = judge.renderer.trouble(trouble, judge.keeper)
        post_notices(judge, connection, [notice], now)


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


def tell_of_failure(
    judge: Judge, connection: Connection, notice: Notice, reason: str, now: datetime
) -> None:
    """Tell the Masters of a player's games that `notice` did not reach him.

    News of trouble may fail too: two people who cannot be reached would be told of each
    other for ever. It alone goes out without a place to reply for.
    """
    if notice.tone is Tone.NEWS and notice.reply_to is None:
        return
    player = people.find_player(connection, notice.to)
    if player is None:
        return
    for name in games.games_of(connection, player.number):
        game = games.load_game(connection, name, judge.variants.read)
        assert game is not None
        failed = DeliveryFailed(player, name, notice.subject, reason)
        for master in game.masters:
            if master.player.number != player.number:
                told = judge.renderer.trouble(failed, master.player.address)
                post_notices(judge, connection, [told], now)
