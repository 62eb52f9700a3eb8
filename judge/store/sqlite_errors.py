"""What SQLite says when it cannot work with its file, by its own result codes.

`judge check` and whoever else uses the database at the console tell it in these words.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DBAPIError


@dataclass(frozen=True, slots=True)
class SqliteTrouble:
    """Why SQLite cannot work with a file, and how that is mended; neither ends with a dot."""

    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.what}. {self.mend}"


_BACKUP = "stop the judge, keep the file and those beside it, and `judge restore` the newest backup"
_WRITABLE = (
    "Nothing is damaged. The file and its folder must belong to the user that the judge runs as, "
    "which `judge setup` sees to, and the disk must not be mounted read-only"
)
# By the extended code where that tells more, else by the primary one (its lowest byte).
_TROUBLES = {
    sqlite3.SQLITE_BUSY: (
        "{file} is locked by another program, which writes to it or copies it",
        "Nothing is damaged. Wait until that program is done, or end it if it hangs (a second "
        "judge, a backup, an open `sqlite3`), and try again",
    ),
    sqlite3.SQLITE_LOCKED: (
        "{file} is locked by another part of this program",
        "Nothing is damaged. Try again; if it stays so, start the judge anew",
    ),
    sqlite3.SQLITE_FULL: (
        "There is no room left for {file}",
        "Nothing is damaged. Make room on its disk, or raise the quota of the user that the judge "
        "runs as; mail waits until then",
    ),
    sqlite3.SQLITE_READONLY: ("{file} cannot be written", _WRITABLE),
    sqlite3.SQLITE_READONLY_DBMOVED: (
        "{file} was moved or deleted while it was in use",
        "Stop the judge, put the file back with those beside it, and start the judge again",
    ),
    sqlite3.SQLITE_PERM: ("{file} cannot be read or written", _WRITABLE),
    sqlite3.SQLITE_CANTOPEN: ("{file} cannot be opened, or a file beside it", _WRITABLE),
    sqlite3.SQLITE_IOERR: (
        "The disk failed while {file} was read or written",
        "The log of the system says more (`dmesg`): a disk that fails, or a network drive, on "
        "which SQLite cannot work. Copy what can be copied before anything else",
    ),
    sqlite3.SQLITE_CORRUPT: ("{file} is damaged", f"To mend it, {_BACKUP}"),
    sqlite3.SQLITE_NOTADB: (
        "{file} is no database of SQLite",
        f"If `data` names the right folder, something else was written over it: {_BACKUP}",
    ),
    sqlite3.SQLITE_NOMEM: (
        "There is not enough memory to work with {file}",
        "Nothing is damaged. End what else takes the memory of this machine, and try again",
    ),
}


def sqlite_trouble(error: BaseException, file: Path) -> SqliteTrouble | None:
    """Return what `error` says of the database `file`, None where it is not of SQLite."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    # Python's own complaints, as of a connection that is closed, have no code.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    what, mend = (
        _TROUBLES.get(code)
        or _TROUBLES.get(code & 0xFF)
        or (
            f"SQLite cannot work with {{file}}: {cause}",
            "That need not be damage: look into the judge's log before you restore a backup",
        )
    )
    return SqliteTrouble(what.format(file=file), mend)
