"""A whole copy of the store in one file, and the way back from it.

Each database has its own means: SQLite a statement, PostgreSQL pg_dump and pg_restore.
Neither keeps a judge that runs waiting.
"""

from judge.store.copies.postgres import copy_postgres, fill_postgres, seized_postgres
from judge.store.copies.sqlite import (
    copy_sqlite,
    files_of,
    fold_sqlite,
    is_open_elsewhere,
    sqlite_damage,
)
from judge.store.copies.tool import CopyError

__all__ = [
    "CopyError",
    "copy_postgres",
    "copy_sqlite",
    "files_of",
    "fill_postgres",
    "fold_sqlite",
    "is_open_elsewhere",
    "seized_postgres",
    "sqlite_damage",
]
