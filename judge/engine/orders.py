"""The orders that a power may give, and what became of each, with the reason."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard, get_args

from msgspec import Struct

from judge.engine.board import Position, Unit, UnitKind


class Hold(Struct, frozen=True, gc=False):
    """Stay; written `A PAR H`."""

    unit: Unit


class Move(Struct, frozen=True, gc=False):
    """Go to `target`, `via` convoy if so ordered; `A PAR - BUR`, `A LON - BRE VIA`."""

    unit: Unit
    target: int
    via: bool = False


class SupportHold(Struct, frozen=True, gc=False):
    """Support the unit in province `supported` where it is; `A PAR S A BUR`."""

    unit: Unit
    supported: int


class SupportMove(Struct, frozen=True, gc=False):
    """Support the move from province `supported`; `A PAR S A MAR - BUR`."""

    unit: Unit
    supported: int
    target: int


class Convoy(Struct, frozen=True, gc=False):
    """Convoy the army in province `convoyed` to `target`; `F ENG C A LON - BRE`."""

    unit: Unit
    convoyed: int
    target: int


class Retreat(Struct, frozen=True, gc=False):
    """Retreat to `target`; written `A PAR R PIC`."""

    unit: Unit
    target: int


class Disband(Struct, frozen=True, gc=False):
    """Disband a dislodged unit, or remove one in an adjustment; written `A PAR D`."""

    unit: Unit


class Build(Struct, frozen=True, gc=False):
    """Build a unit of a `size`; written `A PAR B`, `F STP/NC B`, `A2 SAR B`."""

    power: str
    kind: UnitKind
    location: int
    size: int = 1


class Waive(Struct, frozen=True, gc=False):
    """Leave one build unused; written `WAIVE`."""

    power: str


class Vote(Struct, frozen=True, gc=False):
    """A power's vote on an order of a side that nobody plays; written as that side's order."""

    power: str
    order: "Order"


class Declare(Struct, frozen=True, gc=False):
    """A sentence that a rule of the variant adds; see `Saying` in `rules/rule.py`.

    `province` and `other`, a power, are those that its pattern names, if any.
    """

    power: str
    pattern: str
    province: int | None = None
    other: str | None = None


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Disband | Waive
UnitOrder = Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband
Order = UnitOrder | Build | Waive | Vote | Declare

_UNIT_ORDERS = frozenset(get_args(UnitOrder))


def is_to_a_unit(order: Order | None) -> TypeGuard[UnitOrder]:
    """Return whether an order tells a unit that is on the board what to do."""
    # To ask a union takes several times as long.
    return type(order) in _UNIT_ORDERS


def power_of(order: Order) -> str:
    """Return the power whose order this is."""
    match order:
        case Build() | Waive() | Vote() | Declare():
            return order.power
        case Hold() | Move() | SupportHold() | SupportMove() | Convoy():
            return order.unit.power
        case Retreat() | Disband():
            return order.unit.power


# A unit defended with one more because of what befell it and the rest of its power.
LAST_STAND = "last stand"


class Reason(Enum):
    """Why an order ended as it did; the value is its word in results and JSON.

    `Outcome.by` names the provinces that caused it, as told beside each reason.
    """

    SUCCEEDED = "succeeded"

    # Movement. `by` holds provinces of units.
    BOUNCED = "bounced"  # by the units that went there or defended it
    OWN_UNIT = "own unit"  # by the own unit that would have been dislodged
    DISRUPTED = "convoy disrupted"  # by those who dislodged the fleets
    NO_CONVOY = "no convoy"  # no chain of fleets was ordered to convoy
    CUT = "cut"  # by the attackers of the supporting unit
    DISLODGED = "dislodged"  # support or convoy lost; by the victor's origin
    VOID = "void"  # the other unit was not ordered as this order needs it
    NO_LEAVE = "no leave"  # who could allow it by a rule of the variant did not

    WITHHELD = "withheld"  # said with a move that stands; its writer alone knows of it

    # Of a vote. No `by`: who voted is nobody's business.
    OUTVOTED = "no majority"  # too few want this of a unit that nobody plays

    # Retreat. The unit is disbanded.
    CLASHED = "retreats clashed"  # by the units (former provinces) that met it
    NO_RETREAT = "no retreat ordered"  # nothing was ordered

    # Adjustment.
    SURPLUS = "more than allowed"  # no build, removal or waive was left for it
    CIVIL_DISORDER = "civil disorder"  # removed by the rulebook, nothing was ordered

    # Never possible here, whatever the others do. DATC 4.E.1: such a unit holds.
    NO_UNIT = "no such unit"
    FOREIGN_UNIT = "not your unit"
    WRONG_KIND = "wrong kind of unit"
    WRONG_PHASE = "wrong phase"
    NOT_ADJACENT = "cannot get there"
    NO_ROUTE = "no convoy route"
    NOT_ON_ROUTE = "not on the convoy route"  # the fleet is of no use to the army
    NEEDED_TO_CONVOY = "needed to convoy it"  # a support, by the one fleet on the way
    WRONG_TERRAIN = "wrong terrain"
    COAST_NEEDED = "coast needed"
    WRONG_COAST = "coast out of reach"
    SELF = "own province"
    CANNOT_CONVOY = "cannot convoy"
    NO_RETREAT_THERE = "no retreat there"
    NOT_DISLODGED = "not dislodged"
    NO_BUILD_THERE = "no build there"
    OCCUPIED = "occupied"
    NOT_OWNED = "not owned"
    NO_CHOICE = "nothing to adjust"
    FOREIGN_SAYING = "not yours to say"
    NO_EFFECT = "no effect here"  # a saying that would change nothing
    REPLACED = "replaced"  # a later order to the same unit counts (DATC 4.D.3)

    # There is one object a member; the inherited hash reads its name, and is slow.
    __hash__ = object.__hash__

    @property
    def is_illegal(self) -> bool:
        """Return whether the order could not be followed whatever the others did."""
        return self in _ILLEGAL


_ILLEGAL = frozenset(list(Reason)[list(Reason).index(Reason.NO_UNIT) :])


class Outcome(Struct, frozen=True, gc=False):
    """What became of one order; `by` are indices of provinces."""

    order: Order
    reason: Reason
    by: tuple[int, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Return whether the order did what it said."""
        return self.reason is Reason.SUCCEEDED


@dataclass(frozen=True, slots=True)
class Consequence:
    """An effect that a rule of the variant had in a phase, beside the orders' outcomes.

    The rule has the words for its `kind`. `only` is the one power that may know of it
    before the game is over, "" where everybody may.
    """

    kind: str
    province: int | None = None
    power: str | None = None
    only: str = ""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The result of one phase.

    `outcomes` has one entry an order that counted, holds for units without one among
    them. `after` is the position at the start of the next phase that needs orders.
    `disbanded` are the units that left the board; `standoffs` the provinces left empty
    by a bounce; `captures` the centers that changed hands: (province, from, to).
    `consequences` are what rules of the variant brought about beside it.
    """

    outcomes: tuple[Outcome, ...]
    after: Position
    disbanded: tuple[Unit, ...] = ()
    standoffs: tuple[int, ...] = ()
    captures: tuple[tuple[int, str | None, str], ...] = ()
    consequences: tuple[Consequence, ...] = ()
