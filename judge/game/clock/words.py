"""What of the words that people wrote goes out later, and when."""

from collections.abc import Iterator
from datetime import datetime

from judge.game.model import OVER, DiaryNote, Game
from judge.game.seats import roles_of


def moments_of_words(game: Game) -> Iterator[datetime]:
    """Yield when press leaves, and of a game that is over that its diaries may."""
    yield from (one.leaves for one in game.press_held if one.leaves is not None)
    if notes_to_open(game):
        yield game.created


def notes_to_open(game: Game) -> tuple[DiaryNote, ...]:
    """Return the notes that everybody is to read, because the game is over.

    Those of people who have left it stay theirs.
    """
    if game.stage not in OVER:
        return ()
    closed = (one for one in game.diary if not one.opened)
    return tuple(one for one in closed if roles_of(game, one.author))
