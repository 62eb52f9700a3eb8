"""What a Master brings about beside the clock and the places of his game."""

from datetime import datetime, timedelta
from typing import Self

from msgspec import structs

from judge.engine import Adjudication, Order, Position
from judge.game.base import Fact
from judge.game.model import MASTER, FinishedPhase, Game, Player, Reader
from judge.game.seats import leads
from judge.game.vision.audience import everybody, everybody_at_each_seat, holders
from judge.game.vision.views import known_phase, known_player, known_position
from judge.game.weight import Weight


class GameRolledForward(Fact, frozen=True):
    """The `phases` that the last ROLLBACK took back count again."""

    phases: tuple[FinishedPhase, ...]
    deadline: datetime | None

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, at each seat they play."""
        return everybody_at_each_seat(self, game)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with what the reader learns of the phases."""
        known = tuple(known_phase(one, game, reader) for one in self.phases)
        return structs.replace(self, phases=known)


class OfficialAnnounced(Fact, frozen=True):
    """The Master tells everybody something as the Master, after a `delay`."""

    text: str
    author: Player
    delay: timedelta = timedelta()

    weight = Weight.PRESS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class PowerControlled(Fact, frozen=True):
    """The `player` of the power `by` plays `power` too, from now on."""

    power: str
    by: str
    player: Player

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, at each seat they play."""
        return everybody_at_each_seat(self, game)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the player, if the reader may know who that is."""
        return structs.replace(self, player=known_player(self.player, game, reader))


class DummySet(Fact, frozen=True):
    """Nobody is asked to play `power` from now on, or somebody is again."""

    power: str
    dummy: bool

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class ResultsReviewed(Fact, frozen=True):
    """The phase is over, and its Masters see the results before all others do.

    Only what had come by `closed` counts; the results go out `until` then at the
    latest. `absent` powers have sent nothing. Others see no `adjudication`.
    """

    adjudication: Adjudication | None
    absent: tuple[str, ...]
    closed: datetime
    until: datetime

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters who do not play."""
        return tuple(one for one in holders(game, MASTER) if leads(game, one))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the results for a Master who does not play."""
        if leads(game, reader):
            return self
        return structs.replace(self, adjudication=None, absent=())


class TutorNamed(Fact, frozen=True):
    """An observer is a tutor of the game from now on, who sees all."""

    player: Player

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)


class PositionEdited(Fact, frozen=True):
    """The Master set the board from `before` to `position`, by hand.

    `unfit` are the orders of this phase, by power, that fit it no more. `restored` says
    that he took that back which he had changed in this phase.
    """

    before: Position
    position: Position
    unfit: tuple[tuple[str, tuple[Order, ...]], ...] = ()
    restored: bool = False

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, at each seat they play."""
        return everybody_at_each_seat(self, game)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the boards as the reader sees them, and only his own orders.

        A Master who does not play is told of those of all.
        """
        unfit = self.unfit
        if not leads(game, reader):
            unfit = tuple(one for one in unfit if one[0] == reader.role)
        return structs.replace(
            self,
            before=known_position(self.before, game, reader),
            position=known_position(self.position, game, reader),
            unfit=unfit,
        )


LeadingFact = (
    DummySet
    | GameRolledForward
    | OfficialAnnounced
    | PositionEdited
    | PowerControlled
    | ResultsReviewed
    | TutorNamed
)
