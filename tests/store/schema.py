"""The tables, columns, constraints and indexes of a database, in a form to be compared.

In a table that was copied, names may be quoted and be in another order.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from sqlalchemy import Engine, Inspector, MetaData, inspect, text
from sqlalchemy.types import TypeEngine

Told: TypeAlias = tuple[tuple[str, str], ...]
Parts: TypeAlias = dict[str, list[Told]]


def schema_of(engine: Engine) -> dict[str, Parts]:
    """Return everything that the database tells about its tables, except those of alembic."""
    inspector = inspect(engine)
    return {
        table: _parts(inspector, table)
        for table in inspector.get_table_names()
        if "alembic" not in table
    }


def statements_of(engine: Engine) -> set[str]:
    """Return the statements that SQLite stores for its tables and indexes, in parts.

    They contain more than `schema_of`, such as how a column is sorted.
    """
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    with engine.connect() as connection:
        found = connection.scalars(text(query)).all()
    return {_sorted(statement) for statement in found if "alembic" not in statement}


def drop_tables(engine: Engine) -> None:
    """Drop all tables."""
    built = MetaData()
    built.reflect(engine)
    built.drop_all(engine)


def _parts(inspector: Inspector, table: str) -> Parts:
    return {
        "columns": _told(inspector.get_columns(table)),
        "primary key": _told([inspector.get_pk_constraint(table)]),
        "foreign keys": _told(inspector.get_foreign_keys(table)),
        "unique": _told(inspector.get_unique_constraints(table)),
        "checks": _told(inspector.get_check_constraints(table)),
        "indexes": _told(inspector.get_indexes(table)),
    }


def _told(reflected: Iterable[Mapping[str, object]]) -> list[Told]:
    return sorted(
        tuple((name, _words(value)) for name, value in sorted(one.items())) for one in reflected
    )


def _words(value: object) -> str:
    """Return a value as text; a type with all its parameters."""
    match value:
        case Mapping():
            return str({name: _words(part) for name, part in value.items()})
        case TypeEngine():
            return repr(value)
        case _:
            return " ".join(str(value).split())


def _sorted(statement: str) -> str:
    """Return the statement with its parts in alphabetical order."""
    plain = re.sub(r'"(\w+)"', r"\1", statement)
    words = re.split(r",\s", plain.replace("(\n", "(,\n"))
    return "\n".join(sorted(word.strip(" \n\t)") for word in words))
