"""Refusals for how far a game is, or how late it is."""

from dataclasses import dataclass
from datetime import datetime

from judge.engine import Phase, Unit
from judge.game.model import Stage
from judge.messages import message


@dataclass(frozen=True, slots=True)
class NotForming:
    """The game has begun; these powers are `vacant`."""

    vacant: tuple[str, ...]

    in_short = message("not forming")


@dataclass(frozen=True, slots=True)
class NotActive:
    """The game does not run; it is in this `stage`."""

    stage: Stage

    in_short = message("not active")


@dataclass(frozen=True, slots=True)
class NotPaused:
    """The clock runs."""

    in_short = message("not paused")


@dataclass(frozen=True, slots=True)
class GameBegun:
    """`option` is set before the start, as in `example`."""

    option: str
    example: str

    in_short = message("the game has begun")


@dataclass(frozen=True, slots=True)
class BadTime:
    """`words` are no time."""

    words: str

    in_short = message("bad time")


@dataclass(frozen=True, slots=True)
class TimePassed:
    """`words` mean a `moment` that is over."""

    words: str
    moment: datetime

    in_short = message("time passed")


@dataclass(frozen=True, slots=True)
class StalePhase:
    """The phase `named` is not the `current` one."""

    named: str
    current: Phase

    in_short = message("stale phase")


@dataclass(frozen=True, slots=True)
class NoSuchPhase:
    """The game has finished no phase that is `named` so."""

    named: str

    in_short = message("no such phase")


@dataclass(frozen=True, slots=True)
class PhasesPlayed:
    """Phases of the game have been processed; `first` is the first one."""

    first: str

    in_short = message("phases have been played")


@dataclass(frozen=True, slots=True)
class NothingProcessed:
    """No phase of `game` is over; one that has not begun has no `phase`.

    `deadline` is None while none runs.
    """

    game: str
    phase: Phase | None
    deadline: datetime | None

    in_short = message("nothing processed yet")


@dataclass(frozen=True, slots=True)
class PhasePassed:
    """The letter was written before the phase that is `over`."""

    over: Phase
    current: Phase

    in_short = message("its phase is over")


@dataclass(frozen=True, slots=True)
class AnswersLostMail:
    """The letter answers a mail about the phase `lost`, which this judge never sent.

    It was `restored` from a backup at that moment, or None where that is not noted.
    """

    lost: Phase
    current: Phase | None
    restored: datetime | None = None

    in_short = message("it answers a lost mail")


@dataclass(frozen=True, slots=True)
class CameLate:
    """The letter `arrived` after the `phase` had closed, at `closed`."""

    phase: Phase
    closed: datetime
    arrived: datetime

    in_short = message("it came too late")


@dataclass(frozen=True, slots=True)
class OrdersOlder:
    """What is stored was `written` after it."""

    written: datetime

    in_short = message("older than the stored ones")


@dataclass(frozen=True, slots=True)
class NoSuchReceipt:
    """No receipt of this phase has this `number`; there are the `known` ones."""

    number: int
    known: tuple[int, ...]

    in_short = message("no such receipt")


@dataclass(frozen=True, slots=True)
class NoOrdersBelow:
    """A line is for the orders below it, and there are none; it may name a `phase`."""

    phase: str = ""

    in_short = message("no orders below it")


@dataclass(frozen=True, slots=True)
class NotComing:
    """The phase `named` does not come after the `running` one, or is far away."""

    named: str
    running: Phase

    in_short = message("no phase to come")


@dataclass(frozen=True, slots=True)
class NothingToOrder:
    """The power, with these `units`, orders nothing in `phase`."""

    phase: Phase
    units: tuple[Unit, ...]

    in_short = message("nothing to order")


TimeRefusal = (
    NotForming
    | NotActive
    | NotPaused
    | GameBegun
    | BadTime
    | TimePassed
    | StalePhase
    | NoSuchPhase
    | PhasesPlayed
    | NothingProcessed
    | PhasePassed
    | AnswersLostMail
    | CameLate
    | OrdersOlder
    | NoSuchReceipt
    | NoOrdersBelow
    | NotComing
    | NothingToOrder
)
