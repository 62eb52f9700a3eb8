"""What the judge remembers, in SQLite or PostgreSQL.

Every function takes a Connection, within a transaction of its caller, and gives values.
"""

from judge.store import games, people, post, pulse
from judge.store.connect import open_store
from judge.store.guards import OvertakenError
from judge.store.post import KeptLetter, LetterState, QueuedNotice
from judge.store.schema import is_current, migrate

__all__ = [
    "KeptLetter",
    "LetterState",
    "OvertakenError",
    "QueuedNotice",
    "games",
    "is_current",
    "migrate",
    "open_store",
    "people",
    "post",
    "pulse",
]
