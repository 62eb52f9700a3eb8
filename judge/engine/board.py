"""The board in one phase: units, owners of centers, markers; and the phases of a year."""

from dataclasses import dataclass
from enum import Enum

from msgspec import Struct


class UnitKind(Enum):
    """An army or a fleet, written `A` and `F`."""

    ARMY = "A"
    FLEET = "F"

    # There is one object a member; the inherited hash reads its name, and is slow.
    __hash__ = object.__hash__


class Unit(Struct, frozen=True, gc=False):
    """A unit of a power; `location` is an index in `Geography.locations`.

    `size` is how much it counts for in a fight, and how many centers supply it; a rule
    of the variant lets it be more than 1.
    """

    power: str
    kind: UnitKind
    location: int
    size: int = 1


class Season(Enum):
    """A season, written by its letter; a variant may call it by another name."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseKind(Enum):
    """What is ordered in a phase, written by its letter."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game, short form `S1901M`; years before Christ are negative."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"


class Dislodged(Struct, frozen=True, gc=False):
    """A unit that must retreat or disband.

    `attacker_from` is the province its attacker came from, and `retreats` are the
    locations it may go to, in the order of the map.
    """

    unit: Unit
    attacker_from: int
    retreats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marker:
    """A mark that a rule of the variant put on the board.

    `kind` is a word of the rule that reads it; `province` and `power` say where it lies
    and to whom it belongs, where that matters.
    """

    kind: str
    province: int | None = None
    power: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The board at the start of `phase`.

    `owners` holds, for each province, the power that owns the center there, or None.
    Units stand at most one in a province; dislodged ones are not among `units`.
    `markers` are those of the variant's rules, in the order in which they were put.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: tuple[str | None, ...]
    dislodged: tuple[Dislodged, ...] = ()
    markers: tuple[Marker, ...] = ()


def year_after(year: int) -> int:
    """Return the year that follows `year`; there is no year 0, so 1 follows -1."""
    return 1 if year == -1 else year + 1


def years_between(first: int, last: int) -> int:
    """Return how many years after `first` is `last`."""
    return last - first + (first > 0) - (last > 0)


def year_moved(year: int, years: int) -> int:
    """Return the year that is so many `years` after `year`."""
    moved = year + years
    if year < 0 <= moved:
        return moved + 1
    return moved - 1 if moved <= 0 < year else moved


def retreats_after(phase: Phase) -> Phase:
    """Return the retreat phase that belongs to the movement phase `phase`."""
    return Phase(phase.season, phase.year, PhaseKind.RETREAT)


def movement_after(phase: Phase, turn_years: int = 0) -> Phase:
    """Return the first movement phase in a later season than `phase`.

    Where a turn takes `turn_years`, each season has a year of its own.
    """
    spring = phase.season is Season.SPRING
    year = phase.year
    for _ in range(turn_years or not spring):
        year = year_after(year)
    season = Season.FALL if spring else Season.SPRING
    return Phase(season, year, PhaseKind.MOVEMENT)


def adjustments_after(phase: Phase) -> Phase:
    """Return the adjustment phase that ends the year of `phase`."""
    return Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENT)
