"""What a map file of another program says, in words that all the programs share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind

# A province, or a named coast of it; the coast is empty where there is none to name.
Place = tuple[str, str]
Pair = tuple[str, str]
Shore = tuple[Place, Place]

FIRST_PHASE = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)


class RefusedError(Exception):
    """Nothing can be imported; the message says why, and what would help."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of a file; line 0 is the file as a whole."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was not carried over as it stands, and where it stands."""

    spot: FileLine
    text: str

    def __str__(self) -> str:
        return f"{self.spot}: {self.text}"


Notes = list[Note]


def year_before(year: int, years: int = 1) -> int:
    """Return the year so many years before; there is no year 0."""
    before = year - years
    return before - 1 if before <= 0 < year else before


@dataclass(frozen=True, slots=True)
class ProvinceFact:
    """A province; `words` are its abbreviation and its further names.

    Without a terrain it is dry land, and its edges tell whether it has a shore.
    """

    key: str
    name: str
    words: tuple[str, ...]
    terrain: Terrain | None
    spot: FileLine
    center: bool = False
    convoys: bool = False
    coasts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A move that a file gives: one direction of an edge."""

    kind: UnitKind
    start: Place
    end: Place
    spot: FileLine

    @property
    def back(self) -> tuple[UnitKind, Place, Place]:
        """Return what the other direction is."""
        return self.kind, self.end, self.start


@dataclass(frozen=True, slots=True)
class UnitFact:
    """A unit at the start."""

    kind: UnitKind
    place: Place
    spot: FileLine


@dataclass(frozen=True, slots=True)
class PowerFact:
    """A power; what the file does not tell is empty.

    `owned` are the centers it owns at the start, None where those are its homes.
    Where its armies `come_back`, they are built anew in centers that are free again.
    """

    name: str
    adjective: str
    letter: str
    spot: FileLine
    homes: tuple[str, ...] = ()
    owned: tuple[str, ...] | None = None
    units: tuple[UnitFact, ...] = ()
    played: bool = True
    color: str = ""
    come_back: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the files of one variant say, with the moves as they list them.

    `closed` are moves that are missing on purpose. `story` is what its author wrote
    for players. Without a victory half of the centers and one more win. `positions`
    are where provinces lie on the picture of the file, by key, downwards.
    `starts_otherwise` tells that not all with which games begin can be imported.
    """

    name: str
    title: str
    spot: FileLine
    provinces: tuple[ProvinceFact, ...]
    steps: tuple[Step, ...]
    powers: tuple[PowerFact, ...]
    notes: tuple[Note, ...]
    start: Phase = FIRST_PHASE
    victory: int | None = None
    builds: str = "home"
    turn_years: int = 0
    seasons: tuple[tuple[str, str], ...] = ()
    closed: frozenset[tuple[UnitKind, Place, Place]] = frozenset()
    version: str = ""
    designer: str = ""
    story: str = ""
    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    starts_otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """A variant as it was found: each province with its terrain, each edge once.

    `start_differs` tells that games begin in another way than the file says; `same_as`
    is the variant whose board this one is, up to names.
    """

    name: str
    title: str
    spot: FileLine
    provinces: tuple[ProvinceFact, ...]
    army: tuple[Pair, ...]
    fleet: tuple[Shore, ...]
    powers: tuple[PowerFact, ...]
    notes: tuple[Note, ...]
    start: Phase
    victory: int
    builds: str
    turn_years: int
    seasons: tuple[tuple[str, str], ...]
    version: str
    designer: str
    story: str
    positions: Mapping[str, tuple[float, float]]
    start_differs: bool
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person who imports asks for.

    `variant` chooses one of a pack; with `duality` fleets convoy in the provinces that
    njudge marks so for games with that option.
    """

    variant: str = ""
    duality: bool = False
