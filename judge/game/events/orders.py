"""What the players send: orders and votes."""

from datetime import datetime

from judge.engine import Order, Phase
from judge.game.base import Fact
from judge.game.events.lines import CaseRead, LineRead
from judge.game.model import Game, Reader
from judge.game.orders.sheet import OrderSheet
from judge.game.vision.audience import holders, to_masters
from judge.game.weight import Weight


class OrdersFiled(Fact, frozen=True):
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

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the power, where the Master's act tells its player of the processing."""
        del game
        return (self.sheet.power,) if self.on_behalf and self.ready else ()


class OrdersMissed(Fact, frozen=True):
    """Orders from before `phase` closed came when it had been processed.

    They were `written` in time, and `arrived` too late; the Master can take it back.
    """

    power: str
    phase: Phase
    written: datetime
    arrived: datetime

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters."""
        return to_masters(self, game)


class OrdersCleared(Fact, frozen=True):
    """A power's orders were forgotten on its own wish, or by the Master for it."""

    sheet: OrderSheet
    dropped: tuple[Order, ...]
    dated: datetime
    on_behalf: bool = False

    weight = Weight.CLEARED

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()


class OrdersUndone(Fact, frozen=True):
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

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.sheet.power) if self.on_behalf else ()

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the power, where the Master's act tells its player of the processing."""
        del game
        return (self.sheet.power,) if self.on_behalf and self.ready else ()


class OrdersPlanned(Fact, frozen=True):
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

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player in whose place the Master did it."""
        return holders(game, self.power) if self.on_behalf else ()


class PlanTaken(Fact, frozen=True):
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

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power."""
        return holders(game, self.sheet.power)


OrderFact = OrdersFiled | OrdersMissed | OrdersCleared | OrdersUndone | OrdersPlanned | PlanTaken
