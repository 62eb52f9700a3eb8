"""What a reader of orders answers when a line is not an order: facts, no prose."""

from dataclasses import dataclass
from enum import Enum

from judge.engine import Unit


class Trouble(Enum):
    """Why a line could not be read; the value says it in a few words."""

    EMPTY = "nothing to read"
    TOO_LONG = "too long for an order"
    QUOTED = "quoted from another mail"
    SEVERAL = "more than one order"
    UNKNOWN = "not understood"
    LEFT_OVER = "too much after the order"
    OUT_OF_PLACE = "not where an order has it"
    NO_UNIT_NAMED = "no unit named"
    NO_VERB = "not said what to do"
    NO_TARGET = "not said where"
    NO_UNIT = "no unit there"
    WRONG_KIND = "the unit there is of the other kind"
    WRONG_PHASE = "not an order of this phase"
    OTHER_POWER = "not your power"
    NO_POWER = "not said for which power"
    NO_SUCH_COAST = "no such coast"
    NOT_A_ROUTE = "not a convoy route"
    QUALIFIED = "only an order without conditions, doubts or denials is taken"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no order; `part` is the smallest part not understood.

    `suggestion` holds words that may have been meant by `part`, `corrected` whole
    orders that could be sent instead, and `unit` is the unit that `part` got wrong.
    """

    line: str
    part: str
    reason: Trouble
    suggestion: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line with two or more meanings because of `part`.

    `candidates` are the whole orders with a possible meaning, that could be sent
    instead; or the names of provinces where with none of them the order is possible.
    """

    line: str
    part: str
    candidates: tuple[str, ...]


Mistake = Unreadable | Ambiguous
