"""Telling the people in charge what went wrong with the mail."""

from datetime import datetime

from sqlalchemy import Connection

from judge.letter import Notice, Tone
from judge.mail import address_token, token_digest
from judge.render import DeliveryFailed, GameStuck, LetterNotRead, LetterSetAside
from judge.service.parts import Judge, post_notices
from judge.store import games, people, post


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


def tell_writer(
    judge: Judge, connection: Connection, number: int, now: datetime
) -> None:
    """Tell the player who wrote it that the letter of this number cannot be read.

    He is known by the reply address, or else by the envelope; nobody else is told.
    """
    kept = post.envelope(connection, number)
    token = address_token(kept.recipient)
    holder = token and people.holder_of(connection, token_digest(token))
    player = holder[0] if holder else people.find_player(connection, kept.sender)
    if player is None:
        return
    notice = judge.renderer.trouble(LetterNotRead(kept.arrived), player.address)
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
