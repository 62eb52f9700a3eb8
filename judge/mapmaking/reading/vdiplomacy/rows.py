"""The rows of an install.php, and what the rest of it makes of them.

A table is read by a loop, which names the columns in the order that they have in that
file; or each row is a call of its own. Behind them some borders may be taken away.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

from judge.mapmaking.reading.facts import FileLine, Note, Notes
from judge.mapmaking.reading.vdiplomacy.php import PhpArray, PhpValue, all_arrays_of, calls_of

TERRITORIES, BORDERS = "territoryRawData", "bordersRawData"
TERRITORY = ("name", "type", "supply", "country", "x", "y", "sx", "sy")
BORDER = ("from", "to", "fleets", "armies")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*(?://|#)[^\n]*", re.DOTALL | re.MULTILINE)
_UNPACKED = re.compile(r"(?:\blist\s*\(|\[)([^()\[\]]*)[)\]]\s*=(?![=>])")
_QUOTE = re.compile(r"\\(?=['\"\\])")
_CHANGE = re.compile(r"\b(?:sql_put|query)\s*\(\s*['\"](\w+\b[^;]*?wD_\w+)([^;]*);", re.IGNORECASE)
_TAKEN = re.compile(
    r"AND\s+(?:fromTerrID\s*=\s*(\d+)\s+AND\s+)?toTerrID\s*=\s*(\d+)\b"
    r"|AND\s+fromTerrID\s*=\s*(\d+)\b",
    re.IGNORECASE,
)
_BORDERS = re.compile(r"DELETE\s+FROM\s+wD_(?:Coastal)?Borders", re.IGNORECASE)

_CALLS = {TERRITORIES: "InstallTerritory", BORDERS: "addBorder"}
_BOARD = re.compile(rf"\${TERRITORIES}\b|\bnew\s+InstallTerritory\s*\(\s*(?:\w+\s*\(\s*)?['\"]")

Ways = Mapping[tuple[int, int], FileLine]


def holds_board(code: str) -> bool:
    """Return whether a file lists the territories of a board."""
    return bool(_BOARD.search(code))


def rows_of(code: str, table: str) -> list[PhpArray]:
    """Return the rows of a table in their order, as arrays or as calls of their own.

    The calls of the loop that reads a table are given variables alone.
    """
    listed = [
        row
        for array in all_arrays_of(code).get(table, ())
        for row in array.values()
        if isinstance(row, PhpArray)
    ]
    called = [
        row
        for row in calls_of(code, _CALLS[table])
        if isinstance(next(iter(row.values()), None), str)
    ]
    return [*listed, *called]


def columns_of(code: str, usual: Sequence[str]) -> Mapping[str, int]:
    """Return at which place a row has each column, `usual` where no loop says it."""
    for found in _UNPACKED.finditer(_COMMENT.sub("", code)):
        names = [_column(one) for one in found[1].split(",")]
        if set(usual) <= set(names):
            return {name: names.index(name) for name in usual}
    return {name: place for place, name in enumerate(usual)}


def cells_of(row: PhpArray, columns: Mapping[str, int]) -> tuple[str, ...]:
    """Return the texts of a row in the order of `columns`; what lacks is empty."""
    values = row.values()
    return tuple(plain(values[place]) if place < len(values) else "" for place in columns.values())


def plain(value: PhpValue) -> str:
    """Return a value as the site shows it: made for a database, and for HTML."""
    match value:
        case str():
            return " ".join(unescape(_QUOTE.sub("", value)).split())
        case float():
            return f"{value:g}"
        case _:
            return ""


def taken_away(code: str, file: str, notes: Notes) -> Ways:
    """Return the ways that are taken away behind the tables, from one row to another.

    Rows count from 1; 0 is any row. What else changes the tables is noted.
    """
    return dict(_ways(code, file, notes))


def _ways(code: str, file: str, notes: Notes) -> Iterator[tuple[tuple[int, int], FileLine]]:
    kept = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), code)
    for found in _CHANGE.finditer(kept):
        spot = FileLine(file, kept.count("\n", 0, found.start()) + 1)
        ends = _TAKEN.search(found[2])
        if ends and _BORDERS.match(found[1]):
            yield (int(ends[1] or ends[3] or 0), int(ends[2] or 0)), spot
        else:
            text = f'the tables are changed by "{" ".join(found[1].split())} ..."'
            notes.append(Note(spot, f"{text}; that is not read"))


def _column(variable: str) -> str:
    name = variable.strip().lstrip("$&").lower()
    return "country" if name.startswith(("country", "owner")) else name
