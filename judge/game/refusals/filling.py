"""Refusals for how a place in a game is had, and why it is not."""

from datetime import datetime

from judge.game.base import Refusal
from judge.messages import message


class SeatReserved(Refusal, frozen=True):
    """The seat of `power` is for those on stand-by alone `until` then."""

    power: str
    until: datetime

    in_short = message("kept for those on stand-by")


class SeatOpen(Refusal, frozen=True):
    """Somebody may take the seat of `power` over already."""

    power: str

    in_short = message("open already")


class NobodySought(Refusal, frozen=True):
    """No substitute is sought for the player of `power`."""

    power: str

    in_short = message("no substitute sought")


class HasRoom(Refusal, frozen=True):
    """The game wants a player now: for `power`, or before it starts."""

    power: str

    in_short = message("there is room")


class NotInvited(Refusal, frozen=True):
    """The Master invites those who may come in."""

    in_short = message("not invited")


class NotAdmitted(Refusal, frozen=True):
    """The Master does not let the sender in."""

    in_short = message("not admitted")


class AskedBefore(Refusal, frozen=True):
    """The Master has been asked to let the sender in, and has not answered."""

    in_short = message("asked before")


class BadCode(Refusal, frozen=True):
    """No invitation has this code any longer, or ever had."""

    in_short = message("wrong code")


class PlaysEnough(Refusal, frozen=True):
    """Who plays in `most` games already is not let in."""

    most: int

    in_short = message("in many games already")


class InvitedLately(Refusal, frozen=True):
    """An invitation was sent to `address` not long ago."""

    address: str
    made: datetime

    in_short = message("invited lately")


class NobodyListed(Refusal, frozen=True):
    """`address` is on no list of the game."""

    address: str

    in_short = message("not on a list")


class TooManyInvitations(Refusal, frozen=True):
    """The game has sent `most` invitations, and may send no more."""

    most: int

    in_short = message("too many invitations")


class NotReliable(Refusal, frozen=True):
    """The game is for who is more reliable, in percent, than its writer is."""

    own: int
    least: int

    in_short = message("too little sent in time")


class NoMuster(Refusal, frozen=True):
    """Nobody has to confirm just now that he still wants to play."""

    in_short = message("nothing to confirm")


class GameLed(Refusal, frozen=True):
    """The only Master may not play in a moderated game, where Masters see all."""

    in_short = message("you lead this game")


class NamesKnown(Refusal, frozen=True):
    """A Master may not play in a gunboat game, as they know the others."""

    in_short = message("you know the others")


class HasLed(Refusal, frozen=True):
    """A former Master or tutor of a game that runs has seen secrets of its players."""

    in_short = message("you know too much")
