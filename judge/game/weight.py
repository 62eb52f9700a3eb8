"""The weight of events: which of them gives the answer to a letter its subject."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """The weights of events, the least first; the heaviest event gives the answer its subject.

    Of events with the same weight it is the first.
    """

    ASIDE = auto()
    PERSON = auto()
    HELP = auto()
    SHOWN = auto()
    PRESS = auto()
    WAIT = auto()
    VOTE = auto()
    CLOCK = auto()
    STRANGE = auto()
    REFUSED = auto()
    PLACE = auto()
    SHEET = auto()
    CLEARED = auto()
    ORDERS = auto()
    QUESTION = auto()
    BOARD = auto()
    END = auto()
