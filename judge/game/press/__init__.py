"""Press: to whom it goes, and what of it a game allows."""

from judge.game.press.holding import recall, released
from judge.game.press.sending import send_press

__all__ = ["recall", "released", "send_press"]
