"""Queries for what belongs to some of many, which costs less for one, as mostly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, bindparam

# Makes the condition that a column holds one of what is asked for.
Which = Callable[[ColumnElement[Any]], ColumnElement[bool]]
_Query = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Among:
    """A query for the rows of some keys; a list of them is written out each time."""

    one: _Query
    some: _Query

    def of(
        self, connection: Connection, keys: Sequence[int] | Sequence[str]
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return the rows that belong to these, none for none."""
        if len(keys) == 1:
            return connection.execute(self.one, {"its_key": keys[0]}).all()
        return connection.execute(self.some, {"keys": keys}).all() if keys else ()


def among(query_of: Callable[[Which], _Query]) -> Among:
    """Return the query that `query_of` makes of which are asked for."""
    one: BindParameter[Any] = bindparam("its_key")
    some: BindParameter[Any] = bindparam("keys", expanding=True)
    return Among(query_of(lambda column: column == one), query_of(lambda column: column.in_(some)))
