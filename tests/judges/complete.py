"""What a store to be kept leaves out: states that must be in it, columns that should be."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, inspect, text

from judge.game import Fact
from judge.game.base import kinds_of

_EMPTY: tuple[Any, ...] = (None, "", "[]", "{}", 0, b"")
# Facts that are told to somebody, and the journal has nothing of them.
_NOT_IN_JOURNAL = {"PlayerRegistered"}


def check_states(store: Engine) -> None:
    """Fail where no game has a stage, or no letter or mail a state, that there is."""
    missing = [
        *_unchosen(store, "games", _rows(store, "SELECT stage FROM games"), "stage"),
        *_unchosen(store, "inbox", _rows(store, "SELECT state FROM inbox"), "state"),
        *_unchosen(store, "outbox", _rows(store, "SELECT state FROM outbox"), "state"),
    ]
    assert not missing, f"Not in the store: {', '.join(missing)}"


def unused(store: Engine) -> list[str]:
    """Return the names of what no row of the store shows: stories that are yet to be told."""
    return [*_unused_columns(store), *_unused_settings(store), *_no_events(store)]


def _unused_columns(store: Engine) -> Iterator[str]:
    for table in inspect(store).get_table_names():
        rows = _rows(store, f'SELECT * FROM "{table}"')
        yield from _unchosen(store, table, rows)
        for column in inspect(store).get_columns(table):
            name = column["name"]
            values = [row[name] for row in rows]
            if all(value in _EMPTY for value in values):
                yield f"{table}.{name}"
            if column["nullable"] and None not in values:
                yield f"{table}.{name} NULL"
            if str(column["type"]) == "BOOLEAN" and all(values):
                yield f"{table}.{name} false"


def _unchosen(
    store: Engine, table: str, rows: list[dict[str, Any]], only: str = ""
) -> Iterator[str]:
    """Yield what checks allow in the columns, or in the `only` one, and no row has."""
    for check in inspect(store).get_check_constraints(table):
        told = str(check["sqltext"])
        column = re.findall(r"\w+", told)[0]
        if only and column != only:
            continue
        for choice in re.findall(r"'([\w-]+)'", told):
            if all(row.get(column) != choice for row in rows):
                yield f"{table}.{column} {choice}"


def _unused_settings(store: Engine) -> Iterator[str]:
    """Yield the settings that are the same in all games."""
    games = _rows(store, "SELECT settings FROM games")
    found: dict[str, list[str]] = defaultdict(list)
    for row in games:
        for path, value in _leaves("settings", json.loads(row["settings"])):
            found[path].append(value)
    for path, values in found.items():
        if len(values) == len(games) and len(set(values)) == 1:
            yield path


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from _leaves(f"{path}.{name}", part)
    yield path, json.dumps(value)


def _no_events(store: Engine) -> Iterator[str]:
    noted = {row["event"] for row in _rows(store, "SELECT event FROM journal")}
    yield from {one.__name__ for one in kinds_of(Fact)} - noted - _NOT_IN_JOURNAL


def _rows(store: Engine, query: str) -> list[dict[str, Any]]:
    with store.begin() as connection:
        return [dict(row) for row in connection.execute(text(query)).mappings()]
