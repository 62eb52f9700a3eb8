"""Who may know what: the people who are told, and what each of them sees of a game.

Each class of events names of these its readers, and what they see of it.
"""

from judge.game.vision.sight import UNSEEN, is_blind
from judge.game.vision.views import public_view, reader_of, view

__all__ = ["UNSEEN", "is_blind", "public_view", "reader_of", "view"]
