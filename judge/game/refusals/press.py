"""Refusals for press, and for replies to it."""

from dataclasses import dataclass
from datetime import timedelta

from judge.messages import message


@dataclass(frozen=True, slots=True)
class ConversationOver:
    """Those whom a reply was for are in the game under other names by now."""

    in_short = message("nobody to answer")


@dataclass(frozen=True, slots=True)
class MeaningSettled:
    """What this reply says of a letter was said before, or comes too late."""

    in_short = message("answered before")


@dataclass(frozen=True, slots=True)
class MeaningUnsaid:
    """The reply says neither that a letter is press nor that it is orders."""

    in_short = message("neither PRESS nor ORDERS")


@dataclass(frozen=True, slots=True)
class MinorPress:
    """In this game press waits for the next movement."""

    in_short = message("no press in this phase")


@dataclass(frozen=True, slots=True)
class LatePress:
    """In this game who is late writes no press."""

    in_short = message("you are late")


@dataclass(frozen=True, slots=True)
class MustOrder:
    """In this game orders come before press."""

    in_short = message("orders first")


@dataclass(frozen=True, slots=True)
class TouchPress:
    """In this game press to some goes to neighbors, who are the powers `near`."""

    near: tuple[str, ...]

    in_short = message("no neighbor of yours")


@dataclass(frozen=True, slots=True)
class ObserversSilent:
    """In this game observers write no press, or it is a tutor who wants to."""

    in_short = message("observers do not write")


@dataclass(frozen=True, slots=True)
class NoFakes:
    """In this game press tells truly to whom it went."""

    in_short = message("no fakes")


@dataclass(frozen=True, slots=True)
class NothingHeld:
    """There is nothing to recall of that number, or at all.

    Of the sender's press those with these `numbers` have not left yet. In this game
    press may be recalled for so long as `window` says, not at all if that is zero.
    """

    numbers: tuple[int, ...]
    window: timedelta

    in_short = message("nothing to take back")


@dataclass(frozen=True, slots=True)
class LeftPlace:
    """Its writer has left the place in whose name he wrote it."""

    role: str

    in_short = message("you have left your place")


@dataclass(frozen=True, slots=True)
class GotNobody:
    """None of those it is for is in the game any more."""

    in_short = message("nobody is there to get it")


@dataclass(frozen=True, slots=True)
class EmptyNote:
    """What is to be kept in a diary has no words."""

    in_short = message("an empty note")


@dataclass(frozen=True, slots=True)
class NoSuchNote:
    """There is no note of that number, or none at all; there are those of `numbers`."""

    numbers: tuple[int, ...]

    in_short = message("no such note")


@dataclass(frozen=True, slots=True)
class DiaryFull:
    """A diary holds so many characters at `most`, and this one has so many `used`."""

    used: int
    most: int

    in_short = message("your diary is full")


@dataclass(frozen=True, slots=True)
class EmptyStatement:
    """What is to be said of a game that is over has no words."""

    in_short = message("an empty statement")


@dataclass(frozen=True, slots=True)
class NotOver:
    """The game is not over, or never began."""

    in_short = message("the game is not over")


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """He has said of the game what he had to say, and everybody has read it."""

    in_short = message("you have sent yours")


PressRefusal = (
    ConversationOver
    | MeaningSettled
    | MeaningUnsaid
    | MinorPress
    | LatePress
    | MustOrder
    | TouchPress
    | ObserversSilent
    | NoFakes
    | NothingHeld
    | LeftPlace
    | GotNobody
    | EmptyNote
    | NoSuchNote
    | DiaryFull
    | EmptyStatement
    | NotOver
    | SaidBefore
)
