"""What the line of an order is made of, and the words for it."""

from dataclasses import dataclass
from enum import Enum, auto

from judge.engine import UnitKind
from judge.notation.names import words_of


class Verb(Enum):
    """What the words of an order ask for; `BY` precedes a convoy or its route."""

    MOVE = auto()
    HOLD = auto()
    SUPPORT = auto()
    CONVOY = auto()
    BY = auto()
    RETREAT = auto()
    DISBAND = auto()
    BUILD = auto()
    WAIVE = auto()
    ALL = auto()


@dataclass(frozen=True, slots=True)
class Action:
    """A verb, or a dash or arrow."""

    verb: Verb
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Kind:
    """An army or a fleet, or one of another `size`."""

    kind: UnitKind
    start: int
    end: int
    size: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A province, with its coast where one was written."""

    province: int
    coast: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Nation:
    """A power's name or adjective; `place` if a province has the same word."""

    power: str
    place: Place | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shore:
    """A coast that no province stands before."""

    code: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number:
    """A number written in digits."""

    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The `from` before the place a unit comes from, where its goal was said first."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """The beginning of several names."""

    provinces: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word or sign that is nothing of an order."""

    start: int
    end: int


Element = Action | Kind | Place | Nation | Shore | Number | Origin | Unclear | Unknown

_VERBS = {
    Verb.MOVE: "to m t into move moves moved moving mov mv go goes going attack "
    "attacks attacking advance advances sail sails march marches",
    Verb.HOLD: "h hold holds held holding stand stands standing stay stays remain remains",
    Verb.SUPPORT: "s support supports supported supporting supp sup backs helps",
    Verb.CONVOY: "c convoy convoys convoying conv transport transports transporting "
    "ferry ferries ferrying",
    Verb.BY: "via by through thru using convoyed",
    Verb.RETREAT: "r retreat retreats retreating ret withdraw withdraws",
    Verb.DISBAND: "d disband disbands disbanded disbanding remove removes removed "
    "removing destroy destroys otb",
    Verb.BUILD: "b build builds built building create creates",
    Verb.WAIVE: "w waive waives waived waiving postpone",
    Verb.ALL: "all everything everyone",
}
VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words.split()}
KIND_OF = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets"), UnitKind.FLEET),
}
DOUBLE = frozenset(("double", "a2"))
_FILLERS = "the in at from of on my our please unit units order orders province"
FILLERS = frozenset(_FILLERS.split())


def is_order_word(name: str) -> bool:
    """Return whether a name is what orders say something else with, as `Hold`."""
    word = "".join(words_of(name))
    return word in VERB_OF or word in KIND_OF
