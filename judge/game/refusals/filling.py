"""Refusals for how a place in a game is had, and why it is not."""

from dataclasses import dataclass
from datetime import datetime

from judge.messages import message


@dataclass(frozen=True, slots=True)
class SeatReserved:
    """The seat of `power` is for those on stand-by alone `until` then."""

    power: str
    until: datetime

    in_short = message("kept for those on stand-by")


@dataclass(frozen=True, slots=True)
class SeatOpen:
    """Somebody may take the seat of `power` over already."""

    power: str

    in_short = message("open already")


@dataclass(frozen=True, slots=True)
class NobodySought:
    """No substitute is sought for the player of `power`."""

    power: str

    in_short = message("no substitute sought")


@dataclass(frozen=True, slots=True)
class HasRoom:
    """The game wants a player now: for `power`, or before it starts."""

    power: str

    in_short = message("there is room")


FillingRefusal = SeatReserved | SeatOpen | NobodySought | HasRoom
