"""Changing a game as the clock wants it, and telling its people."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import Happening
from judge.game import Fact, Game
from judge.service.keeping.trail import write_down
from judge.service.parts import Judge, post_notices
from judge.service.telling import news_of
from judge.store import games


def locked(judge: Judge, connection: Connection, name: str) -> Game:
    """Return the game called `name`, which nobody else changes meanwhile."""
    game = games.load_game(connection, name, judge.variants.read, lock=True)
    assert game is not None
    return game


def change(
    judge: Judge,
    connection: Connection,
    game: Game,
    facts: Sequence[Fact],
    now: datetime,
) -> None:
    """Keep and tell what happened in `game`, and when the clock wants it next."""
    after = games.record(connection, game, facts, now)
    happening = Happening(game, tuple(facts), after)
    write_down(judge, connection, (happening,), now)
    post_notices(judge, connection, list(news_of(judge, (happening,), now)), now)
