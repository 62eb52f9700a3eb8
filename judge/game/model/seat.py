"""The seat of a power: whose it is, and all that was sent for it."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.engine import Order, Phase, Unit
from judge.game.model.people import Player


@dataclass(frozen=True, slots=True)
class Earlier:
    """The orders of a seat as they stood before its receipt of this `number`."""

    number: int
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Lines for a `phase` to come, as they stood in a letter, and when that is from."""

    phase: Phase
    lines: tuple[str, ...]
    dated: datetime


@dataclass(frozen=True, slots=True)
class Proxy:
    """The player of the power `to` may order for the power that gave it.

    It is for one `unit`, or for all of them where that is None, and lasts up to the end
    of the phase `until`. It is between two persons, by their numbers: it ends when
    another one than `giver` or `holder` plays one of the powers.
    """

    to: str
    giver: int
    holder: int
    until: Phase
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """An order that the player of the power `by` entered for another one, and when.

    Where `by` is "" it is the owner's own, from before he let somebody else order the
    unit; such a one may be changed.
    """

    order: Order
    by: str
    dated: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The tie between a power and its player, with all that power has sent.

    `orders` are those of the running phase, legal ones only; `troubled` are order lines
    of the last letter that could not be read or are illegal, which keep the set from
    being complete. `dated` is when the letter with the latest orders was written.
    `receipt` counts the changes of orders in this game, and `earlier` has what stood
    before those of this phase. `plans` are orders for phases to come. By its `proxies`
    others may order for it, and `entered` are the orders that they gave. `wait` keeps
    the phase from being processed before its deadline, `wait_until` before a moment.
    `draw` is a standing vote: the powers that would share, or None for no vote.
    `missed` counts phases in a row without orders, `kept` those with orders since the
    player was last `excused`, which he was so many times. `absences` are when he will
    be away, as (from, until). `agrees` is his vote on what players propose now, None
    for none; in this phase he `proposed` what a Master would decide. While it is
    `sought` somebody else may take the seat, though it has a player; until it is
    `reserved` only those on stand-by may. A `dummy` nobody is asked to play: while it
    has no player nothing waits for it. `password` is a hash.
    """

    power: str
    player: Player | None = None
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()
    dated: datetime | None = None
    receipt: int = 0
    earlier: tuple[Earlier, ...] = ()
    plans: tuple[Plan, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    entered: tuple[Entered, ...] = ()
    wait: bool = False
    wait_until: datetime | None = None
    draw: tuple[str, ...] | None = None
    missed: int = 0
    kept: int = 0
    excused: int = 0
    absences: tuple[tuple[datetime, datetime], ...] = ()
    agrees: bool | None = None
    proposed: bool = False
    sought: bool = False
    reserved: datetime | None = None
    dummy: bool = False
    password: str | None = field(default=None, repr=False)
