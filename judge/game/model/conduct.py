"""How players kept their games, and how powers fared in theirs."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class ConductMark(Enum):
    """What became of the orders of a power in a phase, as far as its player did it."""

    SENT = "sent"
    LATE = "late"  # in grace, or not all of them
    MISSED = "missed"
    LEFT = "left"  # he lost his seat by silence, or left it with nobody to follow


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is known of a player in a phase of a game."""

    game: str
    power: str
    phase: str
    at: datetime
    mark: ConductMark


@dataclass(frozen=True, slots=True)
class Reliability:
    """How much of what a player was to send came in time, in percent, lately above all.

    None of one who has played few `phases`. `blots` are what was not as it should be,
    oldest first.
    """

    percent: int | None
    phases: int
    blots: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerRecord:
    """How a power fared in the `games` that are over.

    It won alone in `solos`, shared `draws`, and was there at the end of those that it
    `survived`; `centers` is how many it owned then, on average.
    """

    power: str
    games: int
    solos: int
    draws: int
    survived: int
    centers: float
