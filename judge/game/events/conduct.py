"""What the Master and the clock do to a game."""

from datetime import datetime
from typing import Self

from msgspec import structs

from judge.engine import Adjudication, Order, Phase, Position
from judge.game.base import Fact
from judge.game.events.time import PowersLate, ProcessingSet
from judge.game.model import MASTER, Ending, FinishedPhase, Game, Player, Reader
from judge.game.orders.sheet import may_give_orders
from judge.game.vision.audience import everybody, everybody_at_each_seat, holders, once
from judge.game.vision.views import known_phase, known_player, known_position, own_power
from judge.game.weight import Weight


class DeadlineSet(Fact, frozen=True):
    """The Master moved the deadline; of a game that is paused, the one after that.

    `day_off` tells that it falls where the clock of the game has no deadlines, and
    `voted` that its players wanted it.
    """

    deadline: datetime
    before: datetime | None
    day_off: bool = False
    voted: bool = False

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class GamePaused(Fact, frozen=True):
    """The clock stands until the Master resumes, or until then."""

    reason: str
    until: datetime | None = None
    voted: bool = False

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class GameResumed(Fact, frozen=True):
    """The clock runs again."""

    deadline: datetime

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class GameTerminated(Fact, frozen=True):
    """The Master ended the game without a result, for the reason given."""

    ending: Ending
    reason: str = ""

    weight = Weight.END

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class GameRolledBack(Fact, frozen=True):
    """The game stands again where `position` says; `undone` phases no longer count.

    `running` is the phase that ran until then, `kept` the orders that each power had
    sent for the phase that is played again. `dropped` are those whose power nobody
    plays there yet: they have no place any more. Where `replayed`, phases from there on
    were processed again at once, which is told behind it.
    """

    position: Position
    undone: tuple[Phase, ...]
    deadline: datetime
    running: Phase | None = None
    kept: tuple[tuple[str, tuple[Order, ...]], ...] = ()
    dropped: tuple[Reader, ...] = ()
    replayed: bool = False

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody at each seat, and who has lost his by it."""
        told = everybody_at_each_seat(self, game)
        known = {one.player.number for one in told}
        return (*told, *(o for o in self.dropped if o.player.number not in known))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the board as the reader sees it, and only what is his own."""
        own = reader.player.number
        return structs.replace(
            self,
            position=known_position(self.position, game, reader),
            kept=tuple(one for one in self.kept if one[0] == reader.role),
            dropped=tuple(one for one in self.dropped if one.player.number == own),
        )


class OrdersReminded(Fact, frozen=True):
    """The deadline is near and `powers` have not sent all their orders.

    Each hears of itself alone. What was to be said until the moment `reminded` is said
    with this.
    """

    powers: tuple[str, ...]
    deadline: datetime
    reminded: datetime

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return those whose orders are wanted."""
        return tuple(one for role in self.powers for one in holders(game, role))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the power of the reader alone."""
        del game
        return structs.replace(self, powers=own_power(self.powers, reader))


class PowersAbandoned(Fact, frozen=True):
    """Grace passed without orders; the seats of `powers` are open, the game waits.

    `players` are those who held these seats, in the same order.
    """

    powers: tuple[str, ...]
    players: tuple[Player, ...] = ()

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, and those who lost their seats."""
        gone = map(Reader, self.players, self.powers)
        return once((*everybody(self, game), *gone))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the players whom the reader may know."""
        people = tuple(known_player(one, game, reader) for one in self.players)
        return structs.replace(self, players=people)


class PhaseProcessed(Fact, frozen=True):
    """A phase was adjudicated; `deadline` is that of the next one, if there is one.

    `due` is when its own orders were due, which may be still to come, and `closed` by
    when letters had to come.
    """

    before: Position
    adjudication: Adjudication
    processed: datetime
    absent: tuple[str, ...]
    deadline: datetime | None
    due: datetime | None = None
    closed: datetime | None = None

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, at each seat they play."""
        return everybody_at_each_seat(self, game)

    @property
    def finished(self) -> FinishedPhase:
        """The phase as it stands in the history of its game."""
        return FinishedPhase(
            self.before, self.adjudication, self.processed, self.absent, self.closed
        )

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with what the reader learns of the phase."""
        known = known_phase(self.finished, game, reader)
        return structs.replace(
            self, before=known.before, adjudication=known.adjudication, absent=known.absent
        )


class GameWon(Fact, frozen=True):
    """One power owns enough centers."""

    ending: Ending

    weight = Weight.END

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class GameDrawn(Fact, frozen=True):
    """All who were asked agreed to share the game."""

    ending: Ending

    weight = Weight.END

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class PhaseHeld(Fact, frozen=True):
    """Mail could not come in when the phase was due: it waits, and letters still count.

    `until` is by when they have to come; it is the latest such moment where mail cannot
    come in yet (`shut`).
    """

    until: datetime
    shut: bool = False

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return those who may give orders in this phase, and the Masters."""
        powers = [seat.power for seat in game.seats]
        roles = (*(one for one in powers if may_give_orders(game, one)), MASTER)
        return once(tuple(one for role in roles for one in holders(game, role)))


class MailLost(Fact, frozen=True):
    """Somebody has a mail of the judge about `phase` that the store lacks.

    So it was restored from a backup, at the moment `restored` if `judge restore` did
    it, and what was processed since the backup is known to those who got such mails.
    """

    phase: Phase
    restored: datetime | None = None

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players and the Masters."""
        roles = (*(seat.power for seat in game.seats), MASTER)
        return once(tuple(one for role in roles for one in holders(game, role)))


ConductFact = (
    DeadlineSet
    | GamePaused
    | GameResumed
    | GameTerminated
    | GameRolledBack
    | OrdersReminded
    | PowersLate
    | PowersAbandoned
    | PhaseProcessed
    | GameWon
    | GameDrawn
    | PhaseHeld
    | MailLost
    | ProcessingSet
)
