"""Questions that change no game, and their answers."""

from judge.game.inquiry.answer import answer_inquiry, game_named
from judge.game.inquiry.model import Asker

__all__ = ["Asker", "answer_inquiry", "game_named"]
