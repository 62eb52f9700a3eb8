"""What the players send: orders, votes and press."""

from dataclasses import dataclass
from datetime import datetime

from judge.engine.board.position import Phase, Unit
from judge.engine.orders import Order
from judge.engine.outcome import Reason
from judge.game.model import Player


@dataclass(frozen=True, slots=True)
class LineRead:
    """An order line and what was read in it.

    `order` is None when nothing was; then `part` is the smallest part that was not
    understood, `trouble` says why in a few words, `meant` are words that may have been
    meant by it, and `suggestions` whole orders, or else words for `part`. `reason`
    tells why an order that was read is illegal; only one without reason is stored.
    `note` is text beside the order that was left aside.
    """

    line: str
    order: Order | None = None
    reason: Reason | None = None
    part: str = ""
    suggestions: tuple[str, ...] = ()
    ambiguous: bool = False
    note: str = ""
    trouble: str = ""
    meant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """The orders of one power as they stand.

    `missing` are units still without an order. `pending` is how many builds (positive)
    or removals (negative) are left without one. `complete` says whether nothing more is
    wanted from this power. `pointless` are those of the orders that help another unit
    of this power to do what it is not ordered to do.
    """

    power: str
    phase: Phase
    orders: tuple[Order, ...]
    missing: tuple[Unit, ...] = ()
    pending: int = 0
    troubled: tuple[str, ...] = ()
    complete: bool = False
    pointless: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class OrdersFiled:
    """Orders came in; `changed` are new orders with the one each replaces, if any.

    `ready` is when the last orders the game needs came in, or None while some are
    missing. `junk` are lines that do not look like orders and were passed over.
    """

    sheet: OrderSheet
    lines: tuple[LineRead, ...]
    changed: tuple[tuple[Order, Order | None], ...]
    dated: datetime
    ready: datetime | None
    junk: tuple[str, ...] = ()
    on_behalf: bool = False


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """A power's stored orders were asked for, with its WAIT and its vote for a draw."""

    sheet: OrderSheet
    wait: bool = False
    draw: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class OrdersCleared:
    """A power's orders were forgotten on its own wish, or by the Master for it."""

    sheet: OrderSheet
    dropped: tuple[Order, ...]
    dated: datetime
    on_behalf: bool = False


@dataclass(frozen=True, slots=True)
class WaitSet:
    """A power asked that the phase wait for its deadline, or no longer asks."""

    power: str
    wait: bool
    ready: datetime | None


@dataclass(frozen=True, slots=True)
class DrawVoted:
    """A power votes for a draw of `vote`, or for none (None)."""

    power: str
    vote: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PressSent:
    """A message went from `sender` to `recipients` (roles), to all if `broadcast`.

    `unended` tells that its end was not marked, so that all that followed is in it.
    `author` is who wrote it, unless it is grey: roles but powers have many holders.
    """

    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool = False
    unended: bool = False
    author: Player | None = None
