"""Press: to whom it goes, and what of it a game allows."""

from judge.game.press.sending import send_press

__all__ = ["send_press"]
