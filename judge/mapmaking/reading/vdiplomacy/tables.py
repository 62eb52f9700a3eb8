"""The two tables of a board: its territories with their coasts, and their borders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.boards import hint
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FileLine,
    Note,
    Notes,
    Place,
    ProvinceFact,
    RefusedError,
    Step,
)
from judge.mapmaking.reading.names import folded
from judge.mapmaking.reading.vdiplomacy.names import (
    coast_code,
    coast_name,
    marks,
    province_of,
    without_mark,
)
from judge.mapmaking.reading.vdiplomacy.php import PhpArray
from judge.mapmaking.reading.vdiplomacy.rows import (
    BORDER,
    BORDERS,
    TERRITORIES,
    TERRITORY,
    Ways,
    cells_of,
    columns_of,
    rows_of,
    taken_away,
)

_KINDS = {"land": None, "coast": None, "strait": None, "sea": Terrain.SEA}
_YES = ("yes", "true", "1")

Move = tuple[UnitKind, Place, Place]


@dataclass(frozen=True, slots=True)
class Territory:
    """A row of the first table; `owner` is the number of a country, or its name.

    `home` tells that its owner builds there; `x` and `y` are where it lies on the large
    picture, downwards.
    """

    name: str
    kind: str
    center: bool
    owner: str
    home: bool
    x: float
    y: float
    spot: FileLine

    @property
    def lies(self) -> bool:
        """Return whether the picture has a place for it."""
        return (self.x, self.y) > (0, 0)


@dataclass(frozen=True, slots=True)
class Tables:
    """The provinces of a board, the places that its names mean, and its moves.

    `names` are those of all places as they are written, `owners` whose the provinces
    are, `homes` where they build, and `positions` where these lie. `closed` are moves
    taken away on purpose.
    """

    provinces: tuple[ProvinceFact, ...]
    places: Mapping[str, Place]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    closed: frozenset[Move]
    owners: Mapping[str, str]
    homes: frozenset[str]
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
    territories, borders = (_rows(code, table, file) for table in (TERRITORIES, BORDERS))
    columns = columns_of(code, TERRITORY)
    places = _places(list(_territories(territories, columns, file, notes)))
    steps = list(_steps(borders, columns_of(code, BORDER), places, file, notes))
    steps, closed = _opened(steps, taken_away(code, file, notes), places)
    ports = {at[0] for one in convoys if (at := _port(one, places))}
    provinces = {
        row.name: ProvinceFact(
            key=row.name,
            name=without_mark(row.name),
            words=marks(row.name),
            terrain=_KINDS[row.kind],
            spot=row.spot,
            center=row.center,
            convoys=row.kind == "strait" or (row.kind != "sea" and row.name in ports),
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
        homes=frozenset(row.name for row in kept if row.home),
        positions={row.name: (row.x, row.y) for row in kept if row.lies},
    )


def _rows(code: str, table: str, file: str) -> list[PhpArray]:
    rows = rows_of(code, table)
    if not rows:
        raise RefusedError(f"{file} has no readable table ${table}.")
    return rows


def _territories(
    rows: Sequence[PhpArray], columns: Mapping[str, int], file: str, notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are territories.

    Where some rows are longer than others, what comes behind tells who builds there.
    Where no row says where it lies on the large picture, the small one counts.
    """
    taken: set[str] = set()
    width = max(columns.values()) + 1
    flagged = any(len(row.values()) > width for row in rows)
    large = any(_number(cell) for row in rows for cell in cells_of(row, columns)[4:6])
    for row in rows:
        spot = FileLine(file, row.line)
        name, kind, center, owner, *where = cells_of(row, columns)
        if not name or kind.lower() not in _KINDS:
            text = f'a territory "{name}" of kind "{kind}" is none known; left out'
            notes.append(Note(spot, text))
        elif folded(name) in taken:
            notes.append(Note(spot, f"{name} is listed twice; the first one counts"))
        else:
            taken.add(folded(name))
            if kind.lower() == "strait":
                text = f"{name} is a strait; imported as a coast where fleets convoy"
                notes.append(Note(spot, text))
            x, y = map(_number, where[:2] if large else where[2:])
            yes = center.lower() in _YES
            home = not flagged or len(row.values()) > width
            yield Territory(name, kind.lower(), yes, owner, home, x, y, spot)


def _places(rows: Sequence[Territory]) -> _Places:
    dry = {folded(row.name) for row in rows if row.kind != "sea"}
    whole = [row for row in rows if province_of(row.name, dry) is None]
    named: dict[str, Place] = {folded(row.name): (row.name, "") for row in whole}
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if found := province_of(row.name, dry):
            province = named[folded(_whole(found[0], dry))][0]
            taken = coasts.setdefault(province, [])
            code = coast_code(found[1], [one for one, _ in taken])
            taken.append((code, coast_name(found[1])))
            named[folded(row.name)] = province, code
    return _Places(rows, whole, named, coasts)


def _whole(name: str, dry: set[str]) -> str:
    """Return the province at the end of a chain of coasts, as in "Cave (Below) (2)"."""
    while found := province_of(name, dry):
        name = found[0]
    return name


def _port(number: str, places: _Places) -> Place | None:
    return places.numbered(int(number)) if number.isdecimal() else None


def _without_marks(
    rows: Sequence[Territory], steps: Sequence[Step], notes: Notes
) -> Iterator[Territory]:
    """Yield the rows that are provinces.

    A coast or sea where nothing leads is a mark on the picture, as is land that alone
    lies nowhere; other land is out of play.
    """
    reached = {step.start[0] for step in steps} | {step.end[0] for step in steps}
    placed = any(row.lies for row in rows)
    for row in rows:
        if row.name in reached or (row.kind == "land" and (row.lies or not placed)):
            yield row
        else:
            text = f"no border leads to {row.name}; taken as a mark on the picture"
            notes.append(Note(row.spot, f"{text}, and left out"))


def _steps(
    rows: Sequence[PhpArray], columns: Mapping[str, int], places: _Places, file: str, notes: Notes
) -> Iterator[Step]:
    """Yield the moves of each border, which both ways are open.

    Armies pass no border of a coast, whatever its row says.
    """
    for row in rows:
        spot = FileLine(file, row.line)
        one, other, fleets, armies = cells_of(row, columns)
        ends = [places.named.get(folded(name)) for name in (one, other)]
        if ends[0] is None or ends[1] is None:
            name = one if ends[0] is None else other
            text = f'a border leads to "{name}", which no territory is called'
            notes.append(Note(spot, f"{text}{hint(name, places.names)}; left out"))
            continue
        ashore = not ends[0][1] and not ends[1][1]
        if armies.lower() in _YES and not ashore:
            text = f'armies pass no border of a coast, such as "{one}" - "{other}"'
            notes.append(Note(spot, f"{text}; that is left to fleets"))
        for open_, kind in ((armies, UnitKind.ARMY), (fleets, UnitKind.FLEET)):
            if open_.lower() in _YES and (ashore or kind is UnitKind.FLEET):
                yield Step(kind, ends[0], ends[1], spot)
                yield Step(kind, ends[1], ends[0], spot)


def _opened(
    steps: Sequence[Step], ways: Ways, places: _Places
) -> tuple[list[Step], frozenset[Move]]:
    """Return the moves that are not taken away again, and those that are."""
    shut = {
        (places.numbered(one), places.numbered(other)): spot for (one, other), spot in ways.items()
    }

    def spot_of(start: Place, end: Place) -> FileLine | None:
        found = (shut.get(one) for one in ((start, end), (start, None), (None, end)))
        return next(filter(None, found), None)

    closed = [step for step in steps if spot_of(step.start, step.end)]
    moves = frozenset((step.kind, step.start, step.end) for step in closed)
    return [
        replace(step, spot=spot_of(step.end, step.start) or step.spot)
        for step in steps
        if (step.kind, step.start, step.end) not in moves
    ], moves


def _walked_seas(steps: Sequence[Step], provinces: Mapping[str, ProvinceFact]) -> Iterator[str]:
    walked = {one.start[0] for one in steps if one.kind is UnitKind.ARMY}
    yield from (
        key for key, one in provinces.items() if one.terrain is Terrain.SEA and key in walked
    )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
