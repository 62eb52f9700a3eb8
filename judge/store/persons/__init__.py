"""What is kept of persons beside their names: wishes, blocks, and all at once."""

from judge.store.persons.blocks import add_block, apart_from, blocked_by, drop_block
from judge.store.persons.conduct import conduct_of
from judge.store.persons.copy import ENTRIES, entries_about, known_about
from judge.store.persons.erasure import erase
from judge.store.persons.wishes import preferences_text, read_preferences

__all__ = [
    "ENTRIES",
    "add_block",
    "apart_from",
    "blocked_by",
    "conduct_of",
    "drop_block",
    "entries_about",
    "erase",
    "known_about",
    "preferences_text",
    "read_preferences",
]
