"""Recording what happened in a game: the one way in which it changes.

What a fact makes of a game is told by `judge/game/after`; here the rows are written
in which the game after differs from the game before, and what is kept of each fact.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, insert, update

from judge.game import Fact, Game, GameCreated, after
from judge.store import tables
from judge.store.games.boards import board_of
from judge.store.games.chronicle import Entry, chronicled, write_chronicle
from judge.store.games.holders import write_holders
from judge.store.games.rows import birth_values, changed_values, phase_text
from judge.store.guards import OvertakenError

_games = tables.games
_ADD = insert(_games).returning(_games.c.number)
_CHANGE = (
    update(_games)
    .where(
        _games.c.key == bindparam("its_key"),
        func.coalesce(_games.c.phase, "") == bindparam("its_phase"),
    )
    .returning(_games.c.number)
)


def record(connection: Connection, game: Game | None, facts: Sequence[Fact], now: datetime) -> Game:
    """Record what happened in `game`, and return it as that leaves it.

    The game must be locked, and be as it was loaded; for a new one it is None, and the
    first fact that it was created. OvertakenError when its phase is no longer running.
    """
    before = game
    entries: list[Entry] = []
    for fact in facts:
        game = fact.game if isinstance(fact, GameCreated) else game
        assert game is not None
        entries += chronicled(fact, game, now)
        game = after(game, fact)
    assert game is not None
    number = _write_game(connection, before, game)
    write_holders(connection, number, before, game)
    write_chronicle(connection, number, entries)
    return game


def _write_game(connection: Connection, before: Game | None, game: Game) -> int:
    values = changed_values(before, game, board_of(game.variant))
    if before is None:
        added = connection.execute(_ADD, {**birth_values(game), **values})
        return int(added.scalar_one())
    phase = phase_text(before) or ""
    its = {"its_key": game.name.lower(), "its_phase": phase}
    number = connection.execute(_CHANGE, {**values, **its}).scalar_one_or_none()
    if number is None:
        raise OvertakenError(f"{phase} of {game.name} is not the running phase.")
    return int(number)
