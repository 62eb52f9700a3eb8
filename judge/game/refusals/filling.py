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


@dataclass(frozen=True, slots=True)
class NotInvited:
    """The Master invites those who may come in."""

    in_short = message("not invited")


@dataclass(frozen=True, slots=True)
class NotAdmitted:
    """The Master does not let the sender in."""

    in_short = message("not admitted")


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """The Master has been asked to let the sender in, and has not answered."""

    in_short = message("asked before")


@dataclass(frozen=True, slots=True)
class BadCode:
    """No invitation has this code any longer, or ever had."""

    in_short = message("wrong code")


@dataclass(frozen=True, slots=True)
class PlaysEnough:
    """Who plays in `most` games already is not let in."""

    most: int

    in_short = message("in many games already")


@dataclass(frozen=True, slots=True)
class InvitedLately:
    """An invitation was sent to `address` not long ago."""

    address: str
    made: datetime

    in_short = message("invited lately")


@dataclass(frozen=True, slots=True)
class NobodyListed:
    """`address` is on no list of the game."""

    address: str

    in_short = message("not on a list")


@dataclass(frozen=True, slots=True)
class TooManyInvitations:
    """The game has sent `most` invitations, and may send no more."""

    most: int

    in_short = message("too many invitations")


@dataclass(frozen=True, slots=True)
class NotReliable:
    """The game is for who is more reliable, in percent, than its writer is."""

    own: int
    least: int

    in_short = message("too little sent in time")


@dataclass(frozen=True, slots=True)
class NoMuster:
    """Nobody has to confirm just now that he still wants to play."""

    in_short = message("nothing to confirm")


FillingRefusal = (
    SeatReserved
    | SeatOpen
    | NobodySought
    | HasRoom
    | NotInvited
    | NotAdmitted
    | AskedBefore
    | BadCode
    | PlaysEnough
    | InvitedLately
    | NobodyListed
    | TooManyInvitations
    | NoMuster
    | NotReliable
)
