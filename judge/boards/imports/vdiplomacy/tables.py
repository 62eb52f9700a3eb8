"""The two tables of a board: its territories with their coasts, and their borders."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.boards.imports.facts import (
    FileLine,
    Note,
    Notes,
    Place,
    ProvinceFact,
    Step,
)
from judge.boards.imports.names import coast_of, folded
from judge.boards.imports.vdiplomacy.php import PhpArray, PhpValue
from judge.boards.variants.faults import hint
from judge.engine import Terrain, UnitKind

_COAST = re.compile(r"(.+?)\s*\(\s*([^()]+?)\s*\)\s*")
_KINDS = {"land": None, "coast": None, "sea": Terrain.SEA}
_YES = ("yes", "true", "1")


@dataclass(frozen=True, slots=True)
class Territory:
    """A row of the first table; `owner` is the number of a country, or its name.

    `x` and `y` are where it lies on the large picture, downwards.
    """

    name: str
    kind: str
    center: bool
    owner: str
    x: float
    y: float
    spot: FileLine


@dataclass(frozen=True, slots=True)
class Tables:
    """The provinces of a board, the places that its names mean, and its moves.

    `names` are those of all places as they are written, `owners` whose the provinces
    are, and `positions` where these lie.
    """

    provinces: tuple[ProvinceFact, ...]
    places: Mapping[str, Place]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    owners: Mapping[str, str]
    positions: Mapping[str, tuple[float, float]]


def tables_of(
    territories: PhpArray, borders: PhpArray, file: str, notes: Notes
) -> Tables:
    """Return what the two tables say; a row that is none is told and left out."""
    rows = list(_territories(territories, file, notes))
    known = {folded(row.name) for row in rows}
    whole = [row for row in rows if _province_of(row, known) is None]
    places: dict[str, Place] = {folded(row.name): (row.name, "") for row in whole}
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if found := _province_of(row, known):
            province = places[folded(found[0])][0]
            taken = coasts.setdefault(province, [])
            code = _code(found[1], [one for one, _ in taken])
            taken.append((code, _coast_name(found[1])))
            places[folded(row.name)] = province, code
    provinces = {
        row.name: ProvinceFact(
            key=row.name,
            name=row.name,
            words=(),
            terrain=_KINDS[row.kind],
            spot=row.spot,
            center=row.center,
            coasts=tuple(coasts.get(row.name, ())),
        )
        for row in whole
    }
    names = tuple(row.name for row in rows)
    steps = tuple(_steps(borders, places, names, FileLine(file), notes))
    for key in _walked_seas(steps, provinces):
        text = f"{key} is a sea that armies enter; imported as a coast with convoys"
        notes.append(Note(provinces[key].spot, text))
        provinces[key] = replace(provinces[key], terrain=None, convoys=True)
    return Tables(
        provinces=tuple(provinces.values()),
        places=places,
        names=names,
        steps=steps,
        owners={row.name: row.owner for row in whole},
        positions={
            row.name: (row.x, row.y) for row in whole if (row.x, row.y) > (0, 0)
        },
    )


def _territories(table: PhpArray, file: str, notes: Notes) -> Iterator[Territory]:
    taken: set[str] = set()
    for row in table.values():
        if not isinstance(row, PhpArray):
            continue
        spot = FileLine(file, row.line)
        name, kind, center, owner, x, y, *_ = (*map(_plain, row.values()), *[""] * 6)
        name = " ".join(name.split())
        if not name or kind.lower() not in _KINDS:
            text = f'a territory "{name}" of kind "{kind}" is none known; left out'
            notes.append(Note(spot, text))
        elif folded(name) in taken:
            notes.append(Note(spot, f"{name} is listed twice; the first one counts"))
        else:
            taken.add(folded(name))
            yes = center.lower() in _YES
            yield Territory(
                name, kind.lower(), yes, owner, _number(x), _number(y), spot
            )


def _province_of(row: Territory, known: set[str]) -> tuple[str, str] | None:
    """Return the province whose coast a row is, and the coast; None for a province."""
    found = _COAST.fullmatch(row.name)
    if found is None or folded(found[1]) not in known:
        return None
    return found[1], found[2]


def _coast_name(words: str) -> str:
    return words if "coast" in words.lower() or len(words) > 2 else ""


def _code(words: str, taken: Sequence[str]) -> str:
    """Return two letters for a coast: by the compass if it says so."""
    compass = coast_of(words)
    first = "".join(sign for sign in words.lower() if sign.isascii() and sign.isalpha())
    choices = [compass, f"{first[:1]}c", *(f"{first[:1]}{sign}" for sign in first[1:])]
    choices += [f"{one}c" for one in "abdfghijklmopqrtuvxyz"]
    return next(one for one in choices if len(one) == 2 and one not in taken)


def _steps(
    table: PhpArray,
    places: Mapping[str, Place],
    names: Sequence[str],
    file: FileLine,
    notes: Notes,
) -> Iterator[Step]:
    """Yield the moves of each border, which both ways are open."""
    for row in table.values():
        if not isinstance(row, PhpArray):
            continue
        spot = replace(file, line=row.line)
        one, other, fleets, armies, *_ = (*map(_plain, row.values()), *[""] * 4)
        ends = [places.get(folded(name)) for name in (one, other)]
        if ends[0] is None or ends[1] is None:
            name = one if ends[0] is None else other
            text = f'a border leads to "{name}", which no territory is called'
            notes.append(Note(spot, f"{text}{hint(name, names)}; left out"))
            continue
        for open_, kind in ((armies, UnitKind.ARMY), (fleets, UnitKind.FLEET)):
            if open_.lower() in _YES:
                yield Step(kind, ends[0], ends[1], spot)
                yield Step(kind, ends[1], ends[0], spot)


def _walked_seas(
    steps: Sequence[Step], provinces: Mapping[str, ProvinceFact]
) -> Iterator[str]:
    walked = {one.start[0] for one in steps if one.kind is UnitKind.ARMY}
    yield from (
        key
        for key, one in provinces.items()
        if one.terrain is Terrain.SEA and key in walked
    )


def _plain(value: PhpValue) -> str:
    match value:
        case str():
            return value
        case float():
            return f"{value:g}"
        case _:
            return ""


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
