"""The seat of a power: whose it is, and all that was sent for it."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.engine import Order
from judge.game.model.people import Player


@dataclass(frozen=True, slots=True)
class Seat:
    """The tie between a power and its player, with all that power has sent.

    `orders` are those of the running phase, legal ones only; `troubled` are order lines
    of the last letter that could not be read or are illegal, which keep the set from
    being complete. `dated` is when the letter with the latest orders was written.
    `draw` is a standing vote: the powers that would share, or None for no vote.
    `missed` counts phases in a row without orders, `kept` those with orders since the
    player was last `excused`, which he was so many times. `absences` are when he will
    be away, as (from, until). `agrees` is his vote on what players propose now, None
    for none. `password` is a hash.
    """

    power: str
    player: Player | None = None
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()
    dated: datetime | None = None
    wait: bool = False
    draw: tuple[str, ...] | None = None
    missed: int = 0
    kept: int = 0
    excused: int = 0
    absences: tuple[tuple[datetime, datetime], ...] = ()
    agrees: bool | None = None
    password: str | None = field(default=None, repr=False)
