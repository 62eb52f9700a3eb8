"""How much of what its writer wants to know an event tells."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """What gives the answer to a letter its subject: the later ones before the others.

    Of events that weigh the same it is the one that came first.
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
