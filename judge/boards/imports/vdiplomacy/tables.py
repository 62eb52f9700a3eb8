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
    RefusedError,
    Step,
)
from judge.boards.imports.names import coast_of, folded
from judge.boards.imports.vdiplomacy.php import PhpArray, arrays_of
from judge.boards.imports.vdiplomacy.rows import (
    BORDER,
    TERRITORY,
    Ways,
    cells_of,
    columns_of,
    taken_away,
)
from judge.boards.variants.faults import hint
from judge.engine import Terrain, UnitKind

TERRITORIES, BORDERS = "territoryRawData", "bordersRawData"
_COAST = re.compile(r"(.+?)\s*\(\s*([^()]+?)\s*\)\s*")
# An abbreviation may stand behind the name.
_MARKED = re.compile(r"(?<=\S)\s*\(([A-Z0-9]{2,6})\)$")
_KINDS = {"land": None, "coast": None, "sea": Terrain.SEA}
_YES = ("yes", "true", "1")

Move = tuple[UnitKind, Place, Place]


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
    are, and `positions` where these lie. `closed` are moves taken away on purpose.
    """

    provinces: tuple[ProvinceFact, ...]
    places: Mapping[str, Place]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    closed: frozenset[Move]
    owners: Mapping[str, str]
    positions: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of the territories, by their names and by the numbers of rows."""

    rows: Sequence[Territory]
    whole: Sequence[Territory]
    named: Mapping[str, Place]
    coasts: Mapping[str, Sequence[tuple[str, str]]]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    def numbered(self, number: int) -> Place | None:
        """Return the place of a row, counted from 1."""
        if not 0 < number <= len(self.rows):
            return None
        return self.named[folded(self.rows[number - 1].name)]


def tables_of(code: str, file: str, convoys: Sequence[str], notes: Notes) -> Tables:
    """Return what the two tables say; a row that is none is told and left out.

    `convoys` are the numbers of rows where fleets convoy though they are no seas.
    RefusedError where a table lacks.
    """
    territories, borders = _arrays(code, file)
    columns = columns_of(code, TERRITORY)
    places = _places(list(_territories(territories, columns, file, notes)))
    steps = list(_steps(borders, columns_of(code, BORDER), places, file, notes))
    steps, closed = _opened(steps, taken_away(code, file, notes), places)
    ports = {at[0] for one in convoys if (at := _port(one, places))}
    provinces = {
        row.name: ProvinceFact(
            key=row.name,
            name=_MARKED.sub("", row.name),
            words=tuple(_MARKED.findall(row.name)),
            terrain=_KINDS[row.kind],
            spot=row.spot,
            center=row.center,
            convoys=row.kind != "sea" and row.name in ports,
            coasts=tuple(places.coasts.get(row.name, ())),
        )
        for row in _without_marks(places.whole, steps, notes)
    }
    for key in _walked_seas(steps, provinces):
        text = f"{key} is a sea that armies enter; imported as a coast with convoys"
        notes.append(Note(provinces[key].spot, text))
        provinces[key] = replace(provinces[key], terrain=None, convoys=True)
    kept = [row for row in places.whole if row.name in provinces]
    return Tables(
        provinces=tuple(provinces.values()),
        places={word: at for word, at in places.named.items() if at[0] in provinces},
        names=places.names,
        steps=tuple(steps),
        closed=closed,
        owners={row.name: row.owner for row in kept},
        positions={row.name: (row.x, row.y) for row in kept if (row.x, row.y) > (0, 0)},
    )


def _arrays(code: str, file: str) -> tuple[PhpArray, PhpArray]:
    arrays = arrays_of(code)
    for name in (TERRITORIES, BORDERS):
        if name not in arrays:
            raise RefusedError(f"{file} has no readable table ${name}.")
    return arrays[TERRITORIES], arrays[BORDERS]


def _territories(
    table: PhpArray, columns: Mapping[str, int], file: str, notes: Notes
) -> Iterator[Territory]:
    taken: set[str] = set()
    for row in table.values():
        if not isinstance(row, PhpArray):
            continue
        spot = FileLine(file, row.line)
        name, kind, center, owner, x, y = cells_of(row, columns)
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


def _places(rows: Sequence[Territory]) -> _Places:
    dry = {folded(row.name) for row in rows if row.kind != "sea"}
    whole = [row for row in rows if _province_of(row, dry) is None]
    named: dict[str, Place] = {folded(row.name): (row.name, "") for row in whole}
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if found := _province_of(row, dry):
            province = named[folded(found[0])][0]
            taken = coasts.setdefault(province, [])
            code = _code(found[1], [one for one, _ in taken])
            taken.append((code, _coast_name(found[1])))
            named[folded(row.name)] = province, code
    return _Places(rows, whole, named, coasts)


def _province_of(row: Territory, dry: set[str]) -> tuple[str, str] | None:
    """Return the province whose coast a row is, and the coast; None for a province."""
    found = _COAST.fullmatch(row.name)
    if found is None or folded(found[1]) not in dry:
        return None
    return found[1], found[2]


def _port(number: str, places: _Places) -> Place | None:
    return places.numbered(int(number)) if number.isdecimal() else None


def _without_marks(
    rows: Sequence[Territory], steps: Sequence[Step], notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are provinces.

    A coast or sea where nothing leads is a mark on the picture; land is out of play.
    """
    reached = {step.start[0] for step in steps} | {step.end[0] for step in steps}
    for row in rows:
        if row.name in reached or row.kind == "land":
            yield row
        else:
            text = f"no border leads to {row.name}; taken as a mark on the picture"
            notes.append(Note(row.spot, f"{text}, and left out"))


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
    columns: Mapping[str, int],
    places: _Places,
    file: str,
    notes: Notes,
) -> Iterator[Step]:
    """Yield the moves of each border, which both ways are open."""
    for row in table.values():
        if not isinstance(row, PhpArray):
            continue
        spot = FileLine(file, row.line)
        one, other, fleets, armies = cells_of(row, columns)
        ends = [places.named.get(folded(name)) for name in (one, other)]
        if ends[0] is None or ends[1] is None:
            name = one if ends[0] is None else other
            text = f'a border leads to "{name}", which no territory is called'
            notes.append(Note(spot, f"{text}{hint(name, places.names)}; left out"))
            continue
        for open_, kind in ((armies, UnitKind.ARMY), (fleets, UnitKind.FLEET)):
            if open_.lower() in _YES:
                yield Step(kind, ends[0], ends[1], spot)
                yield Step(kind, ends[1], ends[0], spot)


def _opened(
    steps: Sequence[Step], ways: Ways, places: _Places
) -> tuple[list[Step], frozenset[Move]]:
    """Return the moves that are not taken away again, and those that are."""
    shut = {
        (places.numbered(one), places.numbered(other)): spot
        for (one, other), spot in ways.items()
    }
    opened = [step for step in steps if (step.start, step.end) not in shut]
    closed = [step for step in steps if (step.start, step.end) in shut]
    moves = frozenset((step.kind, step.start, step.end) for step in closed)
    return [
        replace(step, spot=shut.get((step.end, step.start), step.spot))
        for step in opened
    ], moves


def _walked_seas(
    steps: Sequence[Step], provinces: Mapping[str, ProvinceFact]
) -> Iterator[str]:
    walked = {one.start[0] for one in steps if one.kind is UnitKind.ARMY}
    yield from (
        key
        for key, one in provinces.items()
        if one.terrain is Terrain.SEA and key in walked
    )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
