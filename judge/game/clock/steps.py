"""What the clock does next in a game: one thing at a time."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Wait:
    """There is nothing to do yet."""


@dataclass(frozen=True, slots=True)
class Remind:
    """The deadline of `powers` is near; reminders until `reminded` are done with."""

    powers: tuple[str, ...]
    reminded: datetime


@dataclass(frozen=True, slots=True)
class GiveGrace:
    """The deadline has passed without all orders of `powers`."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellAll:
    """All are told that `powers` are late, who did not know it until `told`."""

    powers: tuple[str, ...]
    told: datetime


@dataclass(frozen=True, slots=True)
class Excuse:
    """The last chance of `powers` has passed, and they are given another one."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Abandon:
    """The last chance of `powers` has passed, and they have sent nothing at all."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProcessNow:
    """The phase is over."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The time is over for which the game was paused."""


Verdict = Wait | Remind | GiveGrace | TellAll | Excuse | Abandon | ProcessNow | GoOn
Step = tuple[datetime, GiveGrace | Excuse | Abandon | ProcessNow]
