"""What keeps two workers from doing one thing twice."""

from collections.abc import Mapping
from functools import cache

from sqlalchemy import ColumnElement, Connection, Table, bindparam, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    OperationalError,
    TimeoutError as NoConnectionError,
)
from sqlalchemy.sql.dml import ReturningInsert

Insertion = sqlite.Insert | postgresql.Insert


class OvertakenError(Exception):
    """Another worker did it first: the transaction must be rolled back."""


# What may be raised by any question to the store: no connection was free in time where
# it hangs, or it failed, or somebody else was faster.
STORE_ERRORS = (DBAPIError, NoConnectionError, OvertakenError)


def is_trouble_of_the_store(error: Exception) -> bool:
    """Return whether the store failed, and not what it was asked to keep.

    It is gone, full, locked or hangs, or somebody else was faster.
    """
    if isinstance(error, DBAPIError):
        failed = isinstance(error, OperationalError | InterfaceError)
        return failed or error.connection_invalidated
    return isinstance(error, STORE_ERRORS)


def unclaimed(table: Table) -> ColumnElement[bool]:
    """Return that a row of `table` is nobody's at the parameter `now`.

    A claim that ended is that of a program which died.
    """
    until = table.c.claimed_until
    return or_(until.is_(None), until <= bindparam("now"))


def insert_once(connection: Connection, table: Table, values: Mapping[str, object]) -> bool:
    """Insert a row unless a unique key forbids it; return whether it is new."""
    statement = _telling(table, connection.dialect.name)
    return connection.execute(statement, dict(values)).first() is not None


@cache
def unless_there(table: Table, dialect: str) -> Insertion:
    """Return the statement that inserts rows but those that a unique key forbids."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


@cache
def _telling(table: Table, dialect: str) -> ReturningInsert[*tuple[object, ...]]:
    return unless_there(table, dialect).returning(*table.primary_key)
