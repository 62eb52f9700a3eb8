"""Refusals for press, and for replies to it."""

from dataclasses import dataclass

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


PressRefusal = ConversationOver | MeaningSettled | MeaningUnsaid
