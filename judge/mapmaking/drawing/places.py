"""Where the provinces lie: `places.toml`, which a map maker writes.

The file's format stands in `variants/README.md`.
"""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from judge.boards import PLACES_FILE, NoToml, Toml, hint, line_of, lines_of, read_toml, shown

Place = tuple[FiniteFloat, FiniteFloat]
# A point and how far around it, in degrees of latitude.
Spot = tuple[FiniteFloat, FiniteFloat, FiniteFloat]
# West, south, east and north of a part of the picture.
_Part = tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
_Pair = Annotated[str, Field(pattern=r"^\s*\S+\s+\S+\s*$")]

_POINTS = "a list of points, as in [[12, 60], [20, 61]]"
_DISCS = "a list of discs, as in [[12, 60, 3]]: x, y and the radius"
_EDGES = "four numbers: west, south, east and north"
_PAIRS = 'a list of pairs of provinces, as in ["NAF SPA"]'
# What the value of each key is, in words for who draws a map.
_WANTED = {
    "view": _EDGES,
    "page": _EDGES,
    "projection": '"cone" or "cylinder"',
    "width": "a number from 300 to 4000",
    "spread": "a number from 0 to 1",
    "cell": "a number from 1.5 to 12",
    "attempt": "a whole number",
    "places": "two numbers, as in [12, 60]",
    "seeds": _POINTS,
    "islands": _POINTS,
    "void": _POINTS,
    "lakes": _POINTS,
    "land": _DISCS,
    "water": _DISCS,
    "countries": 'a list of names, as in ["France"]',
    "connectors": _PAIRS,
    "wraps": _PAIRS,
    "twins": 'a list of lists of provinces, as in [["ALD", "BIR"]]',
    "insets": _EDGES,
}
_TABLES = ("places", "seeds", "islands", "insets")


class UndrawableError(Exception):
    """A map cannot be drawn truly; the message says what the map maker can do."""


class CrowdedError(UndrawableError):
    """Borders that do not fit; `connectors` in their place would do.

    Those that `never_fits` are too much for any flat map, others for this attempt.
    """

    def __init__(self, text: str, connectors: tuple[str, ...], *, never_fits: bool = False) -> None:
        super().__init__(text)
        self.connectors, self.never_fits = connectors, never_fits


class Places(BaseModel):
    """A map maker's input: positions, and what is to be drawn otherwise than usual.

    Without `view` positions are x and y, downwards; with it they are longitude and
    latitude, and `view` is west, south, east and north of the picture. `seeds` and
    `islands` are further points of provinces, the latter in pieces of their own. The
    void is water where `lakes` are.
    `insets` are parts of the picture that are shown again, larger, measured as `view`;
    `page` is the part of the drawing that makes the picture.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    view: _Part | None = None
    page: _Part | None = None
    projection: Literal["cone", "cylinder"] = "cone"
    width: Annotated[float, Field(ge=300, le=4000)] = 1000
    spread: Annotated[float, Field(ge=0, le=1)] = 0.55
    cell: Annotated[float, Field(ge=1.5, le=12)] | None = None
    attempt: int = 1
    places: dict[str, Place] = {}
    seeds: dict[str, tuple[Place, ...]] = {}
    islands: dict[str, tuple[Place, ...]] = {}
    void: tuple[Place, ...] = ()
    lakes: tuple[Place, ...] = ()
    land: tuple[Spot, ...] = ()
    water: tuple[Spot, ...] = ()
    countries: tuple[str, ...] = ()
    connectors: tuple[_Pair, ...] = ()
    wraps: tuple[_Pair, ...] = ()
    twins: tuple[tuple[str, ...], ...] = ()
    insets: dict[str, _Part] = {}

    def points(self, name: str) -> tuple[Place, ...]:
        """Return the points where a province is besides its position."""
        return (*self.seeds.get(name, ()), *self.islands.get(name, ()))

    def joined(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of provinces that a connector joins."""
        pairs = (text.split() for text in (*self.connectors, *self.wraps))
        return tuple((one, other) for one, other in pairs)


def read_places(folder: Path) -> Places:
    """Return what `places.toml` in a variant's folder says.

    Without the file nothing is known and the board is laid out from its borders alone.
    UndrawableError when the file is wrong.
    """
    file = folder / PLACES_FILE
    if not file.exists():
        return Places()
    match read_toml(file):
        case NoToml(why, line):
            where = file if line is None else f"{file}:{line}"
            raise UndrawableError(f"{where}: {why}")
        case Toml(text, keys):
            toml = Toml(text, keys)
    try:
        return Places.model_validate(toml.keys)
    except ValidationError as error:
        wrong = dict.fromkeys(_place_of(one["loc"]) for one in error.errors())
        told = (_told(file, toml, where) for where in wrong)
        raise UndrawableError("\n".join(told)) from error


def check_names(places: Places, names: Collection[str]) -> None:
    """Let it pass when all that `places` names are among `names`, the provinces.

    UndrawableError tells all that are not, and what may be meant.
    """
    used = dict.fromkeys(_names_in(places))
    unknown = [name for name in used if name not in names]
    if unknown:
        told = (f'places.toml: "{name}" is no province{hint(name, names)}' for name in unknown)
        raise UndrawableError("\n".join(told))


def _names_in(places: Places) -> Iterator[str]:
    for table in (places.places, places.seeds, places.islands):
        yield from table
    for pair in places.joined():
        yield from pair
    for twins in places.twins:
        yield from twins


def _place_of(found: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the key at which something is wrong, not the number within its list."""
    size = 2 if found[0] in _TABLES else 1
    return tuple(map(str, found[:size]))


def _told(file: Path, toml: Toml, where: tuple[str, ...]) -> str:
    line = line_of(where, lines_of(toml.text))
    at = file if line is None else f"{file}:{line}"
    if where[0] not in _WANTED:
        why = f'there is no key "{where[0]}" here{hint(where[0], _WANTED)}'
        return f"{at}: {why}"
    value = toml.keys[where[0]]
    if where[1:] and isinstance(value, dict):
        value = value[where[1]]
    elif where[0] in _TABLES:
        return f"{at}: {where[0]}: must be a table, [{where[0]}]"
    given = json.dumps(value, default=str) if isinstance(value, list) else shown(value)
    return f"{at}: {'.'.join(where)}: must be {_WANTED[where[0]]}, not {given}"
