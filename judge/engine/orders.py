"""What a unit is told to do, encoded once when it is read.

Places are indices of a `Geography`: `target` of a move or retreat is a location, as is
that of a supported move, where the plain province of one with coasts means any of them;
all other places are provinces.
"""

from typing import TypeGuard, get_args

from msgspec import Struct

from judge.engine.board.position import Unit, UnitKind


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
    """What a power wants of a side that nobody plays; written as that side's order."""

    power: str
    order: "Order"


class Declare(Struct, frozen=True, gc=False):
    """A sentence that a rule of the variant adds; see `judge.engine.rules.Saying`.

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
