"""Orders for the units of a power."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Store these lines, as they were written, as orders.

    `aside` is prose beside them. `unclear` are lines that say how orders are to be
    taken, and were not understood: with them no set of orders is complete.
    """

    lines: tuple[str, ...]
    aside: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowOrders:
    """Show what orders are stored."""


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Forget the orders stored for this phase."""


OrderCommand = SubmitOrders | ShowOrders | ClearOrders
