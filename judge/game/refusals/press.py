"""Refusals for press, and for replies to it."""

from datetime import timedelta

from judge.game.base import Refusal
from judge.messages import message


class ConversationOver(Refusal, frozen=True):
    """Those whom a reply was for are in the game under other names by now."""

    in_short = message("nobody to answer")


class MeaningSettled(Refusal, frozen=True):
    """What this reply says of a letter was said before, or comes too late."""

    in_short = message("answered before")


class MeaningUnsaid(Refusal, frozen=True):
    """The reply says neither that a letter is press nor that it is orders."""

    in_short = message("neither PRESS nor ORDERS")


class MinorPress(Refusal, frozen=True):
    """In this game press waits for the next movement."""

    in_short = message("no press in this phase")


class LatePress(Refusal, frozen=True):
    """In this game who is late writes no press."""

    in_short = message("you are late")


class MustOrder(Refusal, frozen=True):
    """In this game orders come before press."""

    in_short = message("orders first")


class TouchPress(Refusal, frozen=True):
    """In this game press to some goes to neighbors, who are the powers `near`."""

    near: tuple[str, ...]

    in_short = message("no neighbor of yours")


class ObserversSilent(Refusal, frozen=True):
    """In this game observers write no press, or it is a tutor who wants to."""

    in_short = message("observers do not write")


class NoFakes(Refusal, frozen=True):
    """In this game press tells truly to whom it went."""

    in_short = message("no fakes")


class NothingHeld(Refusal, frozen=True):
    """There is nothing to recall of that number, or at all.

    Of the sender's press those with these `numbers` have not left yet. In this game
    press may be recalled for so long as `window` says, not at all if that is zero.
    """

    numbers: tuple[int, ...]
    window: timedelta

    in_short = message("nothing to take back")


class LeftPlace(Refusal, frozen=True):
    """Its writer has left the place in whose name he wrote it."""

    role: str

    in_short = message("you have left your place")


class GotNobody(Refusal, frozen=True):
    """None of those it is for is in the game any more."""

    in_short = message("nobody is there to get it")
