"""Refusals for how far a game is, or how late it is."""

from datetime import datetime

from judge.engine import Phase, Unit
from judge.game.base import Refusal
from judge.game.model import Stage
from judge.messages import message


class NotForming(Refusal, frozen=True):
    """The game has begun; these powers are `vacant`."""

    vacant: tuple[str, ...]

    in_short = message("not forming")


class NotActive(Refusal, frozen=True):
    """The game does not run; it is in this `stage`."""

    stage: Stage

    in_short = message("not active")


class NotPaused(Refusal, frozen=True):
    """The clock runs."""

    in_short = message("not paused")


class BadTime(Refusal, frozen=True):
    """`words` are no time."""

    words: str

    in_short = message("bad time")


class TimePassed(Refusal, frozen=True):
    """`words` mean a `moment` that is over."""

    words: str
    moment: datetime

    in_short = message("time passed")


class NoSuchPhase(Refusal, frozen=True):
    """The game has finished no phase that is `named` so."""

    named: str

    in_short = message("no such phase")


class PhasePassed(Refusal, frozen=True):
    """The letter was written before the phase that is `over`."""

    over: Phase
    current: Phase

    in_short = message("its phase is over")


class AnswersLostMail(Refusal, frozen=True):
    """The letter answers a mail about the phase `lost`, which this judge never sent.

    It was `restored` from a backup at that moment, or None where that is not noted.
    """

    lost: Phase
    current: Phase | None
    restored: datetime | None = None

    in_short = message("it answers a lost mail")


class CameLate(Refusal, frozen=True):
    """The letter `arrived` after the `phase` had closed, at `closed`."""

    phase: Phase
    closed: datetime
    arrived: datetime

    in_short = message("it came too late")


class OrdersOlder(Refusal, frozen=True):
    """What is stored was `written` after it."""

    written: datetime

    in_short = message("older than the stored ones")


class NotComing(Refusal, frozen=True):
    """The phase `named` does not come after the `running` one, or is far away."""

    named: str
    running: Phase

    in_short = message("no phase to come")


class NothingToOrder(Refusal, frozen=True):
    """The power, with these `units`, orders nothing in `phase`."""

    phase: Phase
    units: tuple[Unit, ...]

    in_short = message("nothing to order")
