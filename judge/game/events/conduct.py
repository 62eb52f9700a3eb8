"""What the Master and the clock do to a game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.engine.board.position import Phase, Position
from judge.engine.outcome import Adjudication
from judge.game.model import Ending, Player


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """The Master moved the deadline; of a game that is paused, the one after that.

    `day_off` tells that it falls where the clock of the game has no deadlines.
    """

    deadline: datetime
    before: datetime | None
    day_off: bool = False


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The clock stands until the Master resumes."""

    reason: str


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The clock runs again."""

    deadline: datetime


@dataclass(frozen=True, slots=True)
class GameTerminated:
    """The Master ended the game without a result."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class GameRolledBack:
    """The game stands again where `position` says; `undone` phases no longer count.

    `running` is the phase that ran until then.
    """

    position: Position
    undone: tuple[Phase, ...]
    deadline: datetime
    running: Phase | None = None


@dataclass(frozen=True, slots=True)
class MasterBecame:
    """The rest of the section is done in the place of `power`."""

    power: str


@dataclass(frozen=True, slots=True)
class OrdersReminded:
    """The deadline is near and `powers` have not sent all their orders."""

    powers: tuple[str, ...]
    deadline: datetime
    reminded: int


@dataclass(frozen=True, slots=True)
class PowersLate:
    """The deadline passed without the orders of `powers`; they have until `grace`."""

    powers: tuple[str, ...]
    deadline: datetime
    grace: datetime


@dataclass(frozen=True, slots=True)
class PowersAbandoned:
    """Grace passed without orders; the seats of `powers` are open, the game waits.

    `players` are those who held these seats, in the same order.
    """

    powers: tuple[str, ...]
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseProcessed:
    """A phase was adjudicated; `deadline` is that of the next one, if there is one.

    `due` is when its own orders were due, which may be still to come.
    """

    before: Position
    adjudication: Adjudication
    processed: datetime
    absent: tuple[str, ...]
    deadline: datetime | None
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameWon:
    """One power owns enough centers."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class GameDrawn:
    """All who were asked agreed to share the game."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class DeadlinesShifted:
    """The judge was away; deadline and grace moved, and nothing was processed."""

    away: timedelta
    deadline: datetime
    grace: datetime | None = None
