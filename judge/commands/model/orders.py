"""Orders for the units of a power."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Store these lines, as they were written, as orders.

    Some lines may be cases by what the board shows (IF, ELSE, ENDIF), or preferences.
    With `replaces` they take the place of all orders there were. `aside` is prose
    beside them. `unclear` are lines that say how orders are to be taken, and were not
    understood: with them no set of orders is complete.
    """

    lines: tuple[str, ...]
    aside: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class PlanOrders:
    """Keep these lines for a `phase` to come (`F1901M`), the next winter for ""."""

    phase: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoOrders:
    """Let the orders stand as before the receipt of this number, the last one for 0."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class ShowOrders:
    """Show what orders are stored."""


@dataclass(frozen=True, slots=True)
class PreviewOrders:
    """Show what would come of the orders stored, and of these `lines` beside them.

    Some may be assumed for other powers. Nothing of them is stored.
    """

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Forget the orders stored for this phase, or kept for the `phase` named.

    Of this phase it may be those of some `units` alone.
    """

    phase: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveProxy:
    """Let the player of `power` order a `unit`, or all units for "".

    It is for this phase, or up to the end of the phase `until`, both as written.
    """

    power: str
    unit: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class EndProxy:
    """Let nobody else order a `unit` any more, or any unit for ""."""

    unit: str = ""


OrderCommand = (
    SubmitOrders
    | PlanOrders
    | UndoOrders
    | ShowOrders
    | PreviewOrders
    | ClearOrders
    | GiveProxy
    | EndProxy
)
