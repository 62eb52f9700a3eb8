"""Changing a game as the clock wants it, and telling its people."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import Happening
from judge.game import Fact, Game, Player
from judge.service.keeping.trail import KEEPER, write_down
from judge.service.parts import Judge, post_notices
from judge.service.telling import news_of
from judge.store import games, record


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
    *,
    keeper: Player | None = None,
) -> None:
    """Keep and tell what happened in `game`, by a `keeper` or else by the clock."""
    after = record.record(connection, game, facts, now)
    happening = Happening(game, tuple(facts), after)
    done = happening
    if keeper is not None:
        done = replace(happening, answered=keeper.number, role=KEEPER)
    write_down(judge, connection, (done,), now)
    news = news_of(judge, connection, (happening,), now)
    post_notices(judge, connection, list(news), now)
