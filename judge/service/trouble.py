"""Telling the people in charge what went wrong with the mail."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game import Reader
from judge.letter import Notice, ReplyTo, Tone
from judge.render import (
    DeliveryFailed,
    GameStuck,
    LetterSetAside,
    PasswordGuessed,
)
from judge.service.parts import Judge, post_notices
from judge.store import games, people


def tell_keeper(
    judge: Judge,
    connection: Connection,
    trouble: LetterSetAside | GameStuck | PasswordGuessed,
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
