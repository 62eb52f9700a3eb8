"""Telling the people in charge what went wrong with the mail."""

from datetime import datetime

from sqlalchemy import Connection

from judge.render import DeliveryFailed, GameStuck, LetterSetAside
from judge.service.parts import Judge, post_notice
from judge.store import games, people


def tell_keeper(
    judge: Judge,
    connection: Connection,
    trouble: LetterSetAside | GameStuck,
    now: datetime,
) -> None:
    """Tell the keeper, if there is one, what the judge stumbled over."""
    if judge.keeper:
        notice = judge.renderer.trouble(trouble, judge.keeper)
        post_notice(judge, connection, notice, now)


def tell_masters(  # noqa: PLR0913 - whom, of what, and when
    judge: Judge,
    connection: Connection,
    now: datetime,
    *,
    address: str,
    subject: str = "",
    reason: str,
) -> None:
    """Tell the Masters of a player's games that mail to `address` does not arrive."""
    player = people.find_player(connection, address)
    if player is None:
        return
    for name in games.games_of(connection, player.number):
        game = games.load_game(connection, name, judge.variants.read)
        assert game is not None
        failed = DeliveryFailed(player, name, subject, reason)
        for master in game.masters:
            if master.player.number != player.number:
                notice = judge.renderer.trouble(failed, master.player.address)
                post_notice(judge, connection, notice, now)
