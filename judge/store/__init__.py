"""The judge's database, in SQLite or PostgreSQL.

Every function takes a Connection within a transaction of its caller, and returns plain values.
"""

from judge.store.connect import (
    STORE_ERRORS,
    OvertakenError,
    conninfo,
    is_trouble_of_the_store,
    open_reader,
    open_store,
)
from judge.store.explained import is_damaged, sqlite_trouble, store_trouble
from judge.store.inbox import KeptLetter, NotedOpening, Opening, UnlookedLetter, UnreadLetter
from judge.store.outbox import QueuedNotice
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
from judge.store.tables import ClaimOutcome, LetterState

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
    "is_damaged",
    "is_trouble_of_the_store",
    "migrate",
    "migrate_within",
    "open_reader",
    "open_store",
    "revision_of",
    "revision_state",
    "sqlite_trouble",
    "store_trouble",
    "tables_state",
]
