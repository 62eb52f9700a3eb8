"""The weight of events: the heaviest event in an answer gives the mail its subject."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """The weights of events, the lightest first; the heaviest event gives the mail its subject.

    Of several events with the same weight it is the first.
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
