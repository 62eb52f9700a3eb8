"""What press makes of a game."""

from judge.game.events import PressFact, PressSent
from judge.game.model import Game


def after_press(game: Game, fact: PressFact) -> Game:
    """Return `game` after press."""
    match fact:
        case PressSent():
            return game
