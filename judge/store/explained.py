"""Explains the store's errors to a person, by SQLite's result code or PostgreSQL's SQLSTATE."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError, TimeoutError as NoConnectionError

from judge.store.connect import OvertakenError, StoreTrouble, sqlite_trouble

_SERVER_ROOM = (
    "The disk of the PostgreSQL server is full",
    "Nothing is lost: mail waits at its senders. Make room on the server",
)
_LOGIN = (
    "PostgreSQL does not let this user in",
    "Set the user and the password in `database` right, or let pg_hba.conf of the server allow "
    "this user from this machine",
)
_STARTS = ("PostgreSQL is starting or stopping", "Wait until it runs; the judge goes on by itself")
_FAR = (
    "PostgreSQL cannot be reached",
    "Is the host in `database` right, does the server run, and does a firewall let this machine "
    "in? Mail waits meanwhile",
)
# Explanations by SQLSTATE, or else by its class, which is its first two characters:
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_STATES = {
    "28P01": _LOGIN,
    "28": _LOGIN,
    "3D000": (
        "PostgreSQL has no database of this name",
        "Make it (`createdb -O judge judge`), or set its name in `database` right",
    ),
    "42501": (
        "This user may not work with the tables of the database",
        "Let the database belong to the user in `database`: `ALTER DATABASE judge OWNER TO judge`",
    ),
    "53100": _SERVER_ROOM,
    "53200": (
        "The PostgreSQL server has not enough memory",
        "Nothing is damaged. End what else takes the memory of that machine",
    ),
    "53300": (
        "PostgreSQL has too many connections",
        "Nothing is damaged. End other programs that use it, or raise its max_connections",
    ),
    "25006": (
        "This PostgreSQL takes no changes",
        "It is a standby, or set to read-only: name the primary server in `database`",
    ),
    "55P03": (
        "Another program has locked a table for long",
        "Nothing is damaged. End the program that holds it (see pg_stat_activity)",
    ),
    "57014": (
        "PostgreSQL took too long",
        "Nothing is damaged. The log of the server says why: a slow disk, or a lock",
    ),
    "57": _STARTS,
    "58": (
        "The disk of the PostgreSQL server failed",
        "Look into the log of the server, and copy what can be copied before anything else",
    ),
    "XX": (
        "The data of PostgreSQL is damaged",
        "Stop the judge, keep the data of the server, and `judge restore` the newest backup",
    ),
    "42P01": (
        "The tables of the judge are not in this database",
        "Is the name in `database` right? `judge migrate` makes them in an empty one",
    ),
    "08": _FAR,
}
# A refused login has no SQLSTATE in the client, only the words of the server, which may be in its
# language; so these are looked for after the codes.
_WORDS = (
    (
        r"password authentication failed|no password supplied|pg_hba\.conf|role .* does not exist",
        "28",
    ),
    (r"database .* does not exist", "3D000"),
    (r"too many (?:clients|connections)|remaining connection slots", "53300"),
    (r"starting up|shutting down|in recovery", "57"),
    (r"refused|could not translate|not known|resolve|timeout|timed out|unreachable|closed", "08"),
)


def store_trouble(error: BaseException, address: str | URL) -> StoreTrouble | None:
    """Return the explanation of an error of the store at `address`, None for any other error."""
    url = make_url(address)
    if isinstance(error, NoConnectionError):
        return StoreTrouble(
            "The database is busy for too long",
            "Nothing is damaged. A slow disk or a program that holds it delays the judge; if it "
            "stays so, start the judge anew",
        )
    if isinstance(error, OvertakenError):
        return StoreTrouble("Another program was faster", "Nothing is to be done")
    if url.get_backend_name() == "sqlite":
        return sqlite_trouble(error, Path(url.database or ""))
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    found = _STATES.get(state) or _STATES.get(state[:2])
    if found is None and isinstance(error, DBAPIError):
        said = str(cause)
        code = next((code for words, code in _WORDS if re.search(words, said, re.IGNORECASE)), "")
        found = _STATES.get(code)
    return StoreTrouble(*found) if found else None
