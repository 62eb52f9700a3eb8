"""The board in one phase (units, owners of centers, markers), and the phases of a year."""

from dataclasses import dataclass
from enum import Enum

from msgspec import Struct


class UnitKind(Enum):
    """The kind of a unit: an army, written `A`, or a fleet, written `F`."""

    ARMY = "A"
    FLEET = "F"

    # Each member exists once, so identity is enough; the inherited hash looks up the name and is
    # slow.
    __hash__ = object.__hash__


class Unit(Struct, frozen=True, gc=False):
    """A unit of a power; `location` is an index in `Geography.locations`."""

    power: str
    kind: UnitKind
    location: int
    #: Its strength, and the number of centers that it needs; more than 1 only by a variant's rule.
    size: int = 1


class Season(Enum):
    """A season, written as one letter; a variant may give it another name."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseKind(Enum):
    """The kind of orders that a phase takes, written as one letter."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game, short form `S1901M`; years B.C. are negative."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"


class Dislodged(Struct, frozen=True, gc=False):
    """A unit that must retreat or disband."""

    unit: Unit
    #: The province from which the attacker came.
    attacker_from: int
    #: The locations to which the unit may retreat, in the order of the map.
    retreats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marker:
    """A mark that a variant's rule puts on the board.

    Each rule defines its own values of `kind`. `province` and `power` say where the marker lies and
    whose it is, if the kind needs them.
    """

    kind: str
    province: int | None = None
    power: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The board at the start of `phase`."""

    phase: Phase
    #: At most one unit in a province; the dislodged ones are not among them.
    units: tuple[Unit, ...]
    #: By province: the power that owns the center there, or None.
    owners: tuple[str | None, ...]
    dislodged: tuple[Dislodged, ...] = ()
    #: The markers of the variant's rules, the oldest first.
    markers: tuple[Marker, ...] = ()


def year_after(year: int) -> int:
    """Return the year after `year`; there is no year 0, so 1 follows -1."""
    return 1 if year == -1 else year + 1


def years_between(first: int, last: int) -> int:
    """Return the number of years from `first` to `last`, without a year 0."""
    return last - first + (first > 0) - (last > 0)


def year_moved(year: int, years: int) -> int:
    """Return the year that lies `years` after `year` (before it, if negative), without a year 0."""
    moved = year + years
    if year < 0 <= moved:
        return moved + 1
    return moved - 1 if moved <= 0 < year else moved


def retreats_after(phase: Phase) -> Phase:
    """Return the retreat phase that follows the movement phase `phase`."""
    return Phase(phase.season, phase.year, PhaseKind.RETREAT)


def movement_after(phase: Phase, turn_years: int = 0) -> Phase:
    """Return the next movement phase after the season of `phase`.

    `turn_years` is `Rules.turn_years`: with 0 Fall follows Spring in one year, otherwise each
    movement phase comes that many years after the last one.
    """
    spring = phase.season is Season.SPRING
    year = phase.year
    for _ in range(turn_years or not spring):
        year = year_after(year)
    season = Season.FALL if spring else Season.SPRING
    return Phase(season, year, PhaseKind.MOVEMENT)


def adjustments_after(phase: Phase) -> Phase:
    """Return the adjustment phase at the end of the year of `phase`."""
    return Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENT)
