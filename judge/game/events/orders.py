"""What the players send: orders and votes."""

from dataclasses import dataclass
from datetime import datetime

from judge.engine import Order, Phase, Reason
from judge.game.events.weight import Weight
from judge.game.model import Game, Reader
from judge.game.orders.sheet import OrderSheet
from judge.game.vision.audience import holders, masters
from judge.game.vision.views import whole
from judge.notation import Trouble


@dataclass(frozen=True, slots=True)
class LineRead:
    """An order line and what was read in it.

    `order` is None when nothing was; then `part` is the smallest part that was not
    understood, `trouble` says why, `meant` are words that may have been
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
    trouble: Trouble | None = None
    meant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRead:
    """An IF as it was written, and whether it holds; None where it was not read."""

    line: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class OrdersFiled:
    """Orders came in; `changed` are new orders with the one each replaces, if any.

    `ready` is when the last orders the game needs came in, or None while some are
    missing. `junk` are lines that do not look like orders and were passed over. `waits`
    tells that somebody else asked to wait for the deadline. `dropped` are orders that
    fell away because these replace all there were; with `held_back` they were to, but a
    line was wrong. `cases` are conditions, and `preferred` preferences with the lines
    that came of them.
    """

    sheet: OrderSheet
    lines: tuple[LineRead, ...]
    changed: tuple[tuple[Order, Order | None], ...]
    dated: datetime
    ready: datetime | None
    junk: tuple[str, ...] = ()
    on_behalf: bool = False
    waits: bool = False
    dropped: tuple[Order, ...] = ()
    held_back: bool = False
    cases: tuple[CaseRead, ...] = ()
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()

    weight = Weight.ORDERS
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()


@dataclass(frozen=True, slots=True)
class OrdersMissed:
    """Orders from before `phase` closed came when it had been processed.

    They were `written` in time, and `arrived` too late; the Master can take it back.
    """

    power: str
    phase: Phase
    written: datetime
    arrived: datetime

    weight = Weight.ASIDE
    readers = masters
    seen = whole
    shown = whole


@dataclass(frozen=True, slots=True)
class OrdersCleared:
    """A power's orders were forgotten on its own wish, or by the Master for it."""

    sheet: OrderSheet
    dropped: tuple[Order, ...]
    dated: datetime
    on_behalf: bool = False

    weight = Weight.CLEARED
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()


@dataclass(frozen=True, slots=True)
class OrdersUndone:
    """A power's orders stand again as they did before its receipt of this `number`.

    `changed` and `dropped` are what became of those that stood until now.
    """

    sheet: OrderSheet
    number: int
    changed: tuple[tuple[Order, Order | None], ...]
    dropped: tuple[Order, ...]
    dated: datetime
    ready: datetime | None
    on_behalf: bool = False

    weight = Weight.CLEARED
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()


@dataclass(frozen=True, slots=True)
class OrdersPlanned:
    """Lines were kept for a phase to come, instead of those that `replaced` names.

    Without lines nothing is kept for it any more. `wrong` are lines that could not be
    read, each with the part that could not, and are not kept.
    """

    power: str
    phase: Phase
    lines: tuple[str, ...]
    dated: datetime
    wrong: tuple[tuple[str, str], ...] = ()
    replaced: tuple[str, ...] = ()
    on_behalf: bool = False

    weight = Weight.ORDERS
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.power) if self.on_behalf else ()


@dataclass(frozen=True, slots=True)
class PlanTaken:
    """The phase has come for which lines were kept, and what they say counts now.

    `dated` is None where none of them was an order that can be given.
    """

    sheet: OrderSheet
    lines: tuple[LineRead, ...]
    dated: datetime | None
    ready: datetime | None
    cases: tuple[CaseRead, ...] = ()
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()

    weight = Weight.ORDERS
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power."""
        return holders(game, self.sheet.power)


@dataclass(frozen=True, slots=True)
class WaitSet:
    """A power asked that the phase wait for its deadline, or no longer asks.

    It may ask to wait `until` a moment before that.
    """

    power: str
    wait: bool
    ready: datetime | None
    until: datetime | None = None

    weight = Weight.WAIT
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return its own player, where the Master did it in his name."""
        return holders(game, self.power)


@dataclass(frozen=True, slots=True)
class DrawVoted:
    """A power votes for a draw of `vote`, or for none (None)."""

    power: str
    vote: tuple[str, ...] | None

    weight = Weight.VOTE
    seen = whole
    shown = whole

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return its own player, where the Master did it in his name."""
        return holders(game, self.power)


OrderFact = (
    OrdersFiled
    | OrdersMissed
    | OrdersCleared
    | OrdersUndone
    | OrdersPlanned
    | PlanTaken
    | WaitSet
    | DrawVoted
)
