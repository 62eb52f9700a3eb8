"""What the players send: orders and votes."""

from dataclasses import dataclass
from datetime import datetime

from msgspec import structs

from judge.engine import Order, Phase
from judge.game.base import Fact
from judge.game.events.lines import CaseRead, LineRead
from judge.game.model import Game, Proxy, Reader
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


@dataclass(frozen=True, slots=True)
class ProxyView:
    """A proxy that `giver` gave, and what was `ordered` by it in this phase."""

    giver: str
    proxy: Proxy
    ordered: tuple[Order, ...] = ()


class ProxyGiven(Fact, frozen=True):
    """The player of a power may order for `power` from now on."""

    power: str
    proxy: Proxy
    on_behalf: bool = False

    weight = Weight.WAIT
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who may order, and the player in whose place the Master did it."""
        own = holders(game, self.power) if self.on_behalf else ()
        return (*holders(game, self.proxy.to), *own)


class ProxyEnded(Fact, frozen=True):
    """Proxies that `power` had given are taken back; orders that were given stay."""

    power: str
    ended: tuple[Proxy, ...]
    on_behalf: bool = False

    weight = Weight.WAIT
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who may no longer order, and his player if the Master did it."""
        powers = dict.fromkeys(one.to for one in self.ended)
        others = (one for power in powers for one in holders(game, power))
        own = holders(game, self.power) if self.on_behalf else ()
        return (*others, *own)

    def shown(self, game: Game, reader: Reader) -> "ProxyEnded":
        """Return it with those proxies alone that its reader gave or had."""
        del game
        if reader.role == self.power:
            return self
        mine = tuple(one for one in self.ended if one.to == reader.role)
        return structs.replace(self, ended=mine)


class OrdersEntered(Fact, frozen=True):
    """The player of the power `by` ordered for another one, by its proxy.

    `taken` are the orders of the letter that count, and `barred` the lines that order
    what he may not. `sheet` are all orders of the power, and `part` those of which he
    may know. Without any taken nothing has changed.
    """

    by: str
    sheet: OrderSheet
    part: OrderSheet
    lines: tuple[LineRead, ...]
    taken: tuple[Order, ...]
    changed: tuple[tuple[Order, Order | None], ...]
    barred: tuple[str, ...]
    dated: datetime
    ready: datetime | None

    weight = Weight.ORDERS
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player whose units were ordered, if any were."""
        return holders(game, self.sheet.power) if self.taken else ()

    def seen(self, game: Game, reader: Reader) -> "OrdersEntered":
        """Return it as its writer may see it: without the orders of the owner."""
        del game, reader
        new = tuple((order, None) for order in self.part.orders)
        return structs.replace(self, sheet=self.part, changed=new)

    def shown(self, game: Game, reader: Reader) -> "OrdersEntered":
        """Return it as the owner may see it: without lines that came to nothing."""
        del game, reader
        lines = tuple(one for one in self.lines if one.order in self.taken)
        return structs.replace(self, part=self.sheet, lines=lines, barred=())


class WaitSet(Fact, frozen=True):
    """A power asked that the phase wait for its deadline, or no longer asks.

    It may ask to wait `until` a moment before that.
    """

    power: str
    wait: bool
    ready: datetime | None
    until: datetime | None = None

    weight = Weight.WAIT

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return its own player, where the Master did it in his name."""
        return holders(game, self.power)


class DrawVoted(Fact, frozen=True):
    """A power votes for a draw of `vote`, or for none (None)."""

    power: str
    vote: tuple[str, ...] | None

    weight = Weight.VOTE
    between_players = True
    secret_vote = True

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
    | ProxyGiven
    | ProxyEnded
    | OrdersEntered
    | WaitSet
    | DrawVoted
)
