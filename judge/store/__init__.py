"""What the judge remembers, in SQLite or PostgreSQL.

Every function takes a Connection, within a transaction of its caller, and gives values.
"""

from judge.store.connect import conninfo, open_store
from judge.store.guards import STORE_ERRORS, OvertakenError, is_trouble_of_the_store
from judge.store.openings import NotedOpening, Opening
from judge.store.post.inbox import KeptLetter
from judge.store.post.outbox import QueuedNotice
from judge.store.post.waiting import UnlookedLetter, UnreadLetter
from judge.store.schema import (
    WAKEUPS,
    NewerStoreError,
    TablesState,
    UnreleasedStoreError,
    migrate,
    migrate_within,
    revision_of,
    revision_state,
    tables_state,
)
from judge.store.sqlite_errors import sqlite_trouble
from judge.store.tables.mail import LetterState
from judge.store.tables.people import ClaimOutcome

__all__ = [
    "STORE_ERRORS",
    "WAKEUPS",
    "ClaimOutcome",
    "KeptLetter",
    "LetterState",
    "NewerStoreError",
    "NotedOpening",
    "Opening",
    "OvertakenError",
    "QueuedNotice",
    "TablesState",
    "UnlookedLetter",
    "UnreadLetter",
    "UnreleasedStoreError",
    "conninfo",
    "is_trouble_of_the_store",
    "migrate",
    "migrate_within",
    "open_store",
    "revision_of",
    "revision_state",
    "sqlite_trouble",
    "tables_state",
]
