"""Press: to whom it goes, and what of it a game allows."""

from judge.game.press.diary import (
    drop_notes,
    has_stated,
    list_notes,
    make_statement,
    opened,
    read_notes,
    record_note,
)
from judge.game.press.holding import recall, released
from judge.game.press.sending import send_press

__all__ = [
    "drop_notes",
    "has_stated",
    "list_notes",
    "make_statement",
    "opened",
    "read_notes",
    "recall",
    "record_note",
    "released",
    "send_press",
]
