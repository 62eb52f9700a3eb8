"""Recording what happened in a game and telling everybody whom it concerns."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection

from judge.game import Event, Fact, Game, view, wakes_at
from judge.service.parts import Counter, Judge, post_notice
from judge.store import games


def load(judge: Judge, connection: Connection, name: str) -> Game | None:
    """Return the game called `name`, locked for this transaction, or None."""
    return games.load_game(connection, name, judge.variants.read, lock=True)


def game_at(counter: Counter, name: str) -> Game | None:
    """Return the game called `name` as it stands at this point of the letter, or None.

    It is locked until the letter is answered, so that nobody else changes it.
    """
    known = counter.games.get(name.lower())
    if known is None:
        known = load(counter.judge, counter.connection, name)
    if known is not None:
        counter.begun.setdefault(name.lower(), known)
        counter.games[name.lower()] = known
    return known


def record_and_tell(  # noqa: PLR0913 - what happened, where, when, and who knows it already
    judge: Judge,
    connection: Connection,
    name: str,
    events: Iterable[Event],
    now: datetime,
    *,
    answered: int = 0,
) -> Game:
    """Record `events` of the game called `name`, tell its people, return it as it is.

    The player whose number is `answered` reads of them in the answer to his letter and
    gets no news of those that an answer can hold.
    """
    happened = tuple(event for event in events if isinstance(event, Fact))
    for event in happened:
        games.record(connection, name, event, now, judge.variants.read)
    game = load(judge, connection, name)
    assert game is not None
    for event in happened:
        in_answer = judge.renderer.has_answer(event)
        told = in_answer
        for reader in event.readers(game):
            if told and reader.player.number == answered:
                # Of several seats of his the answer is about the first.
                told = False
                continue
            happening = event.shown(game, reader)
            notice = judge.renderer.news(happening, view(game, reader), reader, now)
            post_notice(judge, connection, notice, now)
    games.keep_wake(connection, name, wakes_at(game))
    return game
