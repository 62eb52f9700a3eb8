"""What keeps two workers from doing one thing twice."""

from collections.abc import Mapping

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


class OvertakenError(Exception):
    """Another worker did it first: the transaction must be rolled back."""


def insert_once(
    connection: Connection, table: Table, values: Mapping[str, object]
) -> bool:
    """Insert a row unless a unique key forbids it; return whether it is new."""
    statement: sqlite.Insert | postgresql.Insert
    if connection.dialect.name == "sqlite":
        statement = sqlite.insert(table).on_conflict_do_nothing()
    else:
        statement = postgresql.insert(table).on_conflict_do_nothing()
    inserted = statement.values(dict(values)).returning(*table.primary_key)
    return connection.execute(inserted).first() is not None
