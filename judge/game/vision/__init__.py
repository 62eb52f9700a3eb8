"""Who may know what: the readers of events, and what each of them sees of a game."""

from judge.game.vision.readers import readers
from judge.game.vision.sight import UNSEEN, is_blind
from judge.game.vision.views import (
    public_view,
    reader_of,
    seen,
    shown,
    view,
)

__all__ = [
    "UNSEEN",
    "is_blind",
    "public_view",
    "reader_of",
    "readers",
    "seen",
    "shown",
    "view",
]
