"""The orders that a power may give, and their outcomes with reasons."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard, get_args

from msgspec import Struct

from judge.engine.board import Position, Unit, UnitKind


class Hold(Struct, frozen=True, gc=False):
    """Stay; written `A PAR H`."""

    unit: Unit


class Move(Struct, frozen=True, gc=False):
    """Move to `target`; `via` is true if ordered by convoy; `A PAR - BUR`, `A LON - BRE VIA`."""

    unit: Unit
    target: int
    via: bool = False


class SupportHold(Struct, frozen=True, gc=False):
    """Support the unit in province `supported` to hold; `A PAR S A BUR`."""

    unit: Unit
    supported: int


class SupportMove(Struct, frozen=True, gc=False):
    """Support the move of the unit in province `supported` to `target`; `A PAR S A MAR - BUR`."""

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
    """Disband a dislodged unit, or remove a unit in an adjustment phase; written `A PAR D`."""

    unit: Unit


class Build(Struct, frozen=True, gc=False):
    """Build a unit of strength `size`; written `A PAR B`, `F STP/NC B`, `A2 SAR B`."""

    power: str
    kind: UnitKind
    location: int
    size: int = 1


class Waive(Struct, frozen=True, gc=False):
    """Leave one build unused; written `WAIVE`."""

    power: str


class Vote(Struct, frozen=True, gc=False):
    """A power's vote on an order of a neutral power; written like that order itself."""

    power: str
    order: "Order"


class Declare(Struct, frozen=True, gc=False):
    """A sentence that is an order only by a variant's rule; see `Saying` in `rules/rule.py`."""

    power: str
    pattern: str
    #: The province and the power that the sentence names, if its pattern has a place for them.
    province: int | None = None
    other: str | None = None


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
UnitOrder = Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband
Order = UnitOrder | Build | Waive | Vote | Declare

_UNIT_ORDERS = frozenset(get_args(UnitOrder))


def is_to_a_unit(order: Order | None) -> TypeGuard[UnitOrder]:
    """Return whether `order` is an order to a unit on the board."""
    # A test of the type is several times faster than `isinstance` with a union.
    return type(order) in _UNIT_ORDERS


def power_of(order: Order) -> str:
    """Return the power that gives `order`."""
    match order:
        case Build() | Waive() | Vote() | Declare():
            return order.power
        case Hold() | Move() | SupportHold() | SupportMove() | Convoy():
            return order.unit.power
        case Retreat() | Disband():
            return order.unit.power


def helped_province(order: Order) -> int | None:
    """Return the province of the unit that `order` supports or convoys, or None."""
    match order:
        case SupportHold(supported=province) | SupportMove(supported=province):
            return province
        case Convoy(convoyed=province):
            return province
        case _:
            return None


# A unit defends with one more because all units of its power would be lost (`rules/last_stand.py`).
LAST_STAND = "last stand"


class Reason(Enum):
    """Why an order ended as it did; the value is its word in results and JSON.

    `Outcome.by` names the provinces that caused it; the comments say which.
    """

    SUCCEEDED = "succeeded"

    # Movement. `by` has the provinces of units.
    BOUNCED = "bounced"  # by the rivals for the province, and by its defender
    OWN_UNIT = "own unit"  # by the unit of the same power, which cannot be dislodged
    DISRUPTED = "convoy disrupted"  # by the attackers that dislodged the fleets
    NO_CONVOY = "no convoy"  # no chain of fleets was ordered to convoy
    CUT = "cut"  # by the attackers of the supporting unit
    DISLODGED = "dislodged"  # support or convoy lost; by the origin of the attacker
    VOID = "void"  # the other unit was not ordered as this order needs it
    NO_LEAVE = "no leave"  # a variant's rule needs the leave of a power that gave none

    WITHHELD = "withheld"  # a sentence that only its writer may see

    # Votes. No `by`, because votes are secret.
    OUTVOTED = "no majority"  # too few powers voted for this order of a neutral unit

    # Retreat. The unit is disbanded.
    CLASHED = "retreats clashed"  # by the other units that retreated there (former provinces)
    NO_RETREAT = "no retreat ordered"

    # Adjustment.
    SURPLUS = "more than allowed"  # all builds or removals of the power were used up before
    CIVIL_DISORDER = "civil disorder"  # removed by the rulebook, because too few were ordered

    # Illegal orders, impossible whatever the other orders are. The unit holds (DATC 4.E.1).
    NO_UNIT = "no such unit"
    FOREIGN_UNIT = "not your unit"
    WRONG_KIND = "wrong kind of unit"
    WRONG_PHASE = "wrong phase"
    NOT_ADJACENT = "cannot get there"
    NO_ROUTE = "no convoy route"
    NOT_ON_ROUTE = "not on the convoy route"  # no minimal route needs this fleet
    NEEDED_TO_CONVOY = "needed to convoy it"  # the supporter is the only fleet that could convoy
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
    NO_EFFECT = "no effect here"  # a sentence that would change nothing
    REPLACED = "replaced"  # a later order to the same unit counts (DATC 4.D.3)

    # Each member exists once, so identity is enough; the inherited hash looks up the name and is
    # slow.
    __hash__ = object.__hash__

    @property
    def is_illegal(self) -> bool:
        """Return whether the order was impossible, whatever the other orders were."""
        return self in _ILLEGAL


_ILLEGAL = frozenset(list(Reason)[list(Reason).index(Reason.NO_UNIT) :])


class Outcome(Struct, frozen=True, gc=False):
    """The result of one order; `by` are indices of provinces."""

    order: Order
    reason: Reason
    by: tuple[int, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Return whether the order was carried out."""
        return self.reason is Reason.SUCCEEDED


@dataclass(frozen=True, slots=True)
class Consequence:
    """An effect of a variant's rule in a phase, reported beside the outcomes of the orders."""

    #: A word defined by the rule, for which `Rule.consequence_text` has a sentence.
    kind: str
    province: int | None = None
    power: str | None = None
    #: The only power that may see it before the end of the game; "" if it is public.
    only: str = ""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The result of one phase."""

    #: One for each order that counted, and a hold for each unit without an order.
    outcomes: tuple[Outcome, ...]
    #: The position at the start of the next phase that needs orders.
    after: Position
    #: The units that left the board.
    disbanded: tuple[Unit, ...] = ()
    #: The provinces that a bounce left empty.
    standoffs: tuple[int, ...] = ()
    #: The centers that changed hands: (province, old owner, new owner).
    captures: tuple[tuple[int, str | None, str], ...] = ()
    #: The effects of the variant's rules.
    consequences: tuple[Consequence, ...] = ()
