"""What a Master brings about beside the clock and the places of his game."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from judge.engine import Adjudication, Order, Position
from judge.game.events.weight import Weight
from judge.game.model import MASTER, FinishedPhase, Game, Player, Reader
from judge.game.seats import leads
from judge.game.vision.audience import everybody, everybody_at_each_seat, holders
from judge.game.vision.views import known_phase, known_player, known_position, whole


@dataclass(frozen=True, slots=True)
class GameRolledForward:
    """The `phases` that the last ROLLBACK took back count again."""

    phases: tuple[FinishedPhase, ...]
    deadline: datetime | None

    weight = Weight.BOARD
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with what the reader learns of the phases."""
        known = tuple(known_phase(one, game, reader) for one in self.phases)
        return replace(self, phases=known)

    shown = seen


@dataclass(frozen=True, slots=True)
class OfficialAnnounced:
    """The Master tells everybody something as the Master, after a `delay`."""

    text: str
    author: Player
    delay: timedelta = timedelta()

    weight = Weight.PRESS
    readers = everybody
    seen = whole
    shown = whole


@dataclass(frozen=True, slots=True)
class PowerControlled:
    """The `player` of the power `by` plays `power` too, from now on."""

    power: str
    by: str
    player: Player

    weight = Weight.PLACE
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the player, if the reader may know who that is."""
        return replace(self, player=known_player(self.player, game, reader))

    shown = seen


@dataclass(frozen=True, slots=True)
class DummySet:
    """Nobody is asked to play `power` from now on, or somebody is again."""

    power: str
    dummy: bool

    weight = Weight.PLACE
    readers = everybody
    seen = whole
    shown = whole


@dataclass(frozen=True, slots=True)
class ResultsReviewed:
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
        return replace(self, adjudication=None, absent=())

    shown = seen


@dataclass(frozen=True, slots=True)
class TutorNamed:
    """An observer is a tutor of the game from now on, who sees all."""

    player: Player

    weight = Weight.PLACE
    readers = everybody
    seen = whole
    shown = whole


@dataclass(frozen=True, slots=True)
class PositionEdited:
    """The Master set the board from `before` to `position`, by hand.

    `unfit` are the orders of this phase, by power, that fit it no more. `restored` says
    that he took that back which he had changed in this phase.
    """

    before: Position
    position: Position
    unfit: tuple[tuple[str, tuple[Order, ...]], ...] = ()
    restored: bool = False

    weight = Weight.BOARD
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the boards as the reader sees them, and only his own orders.

        A Master who does not play is told of those of all.
        """
        unfit = self.unfit
        if not leads(game, reader):
            unfit = tuple(one for one in unfit if one[0] == reader.role)
        return replace(
            self,
            before=known_position(self.before, game, reader),
            position=known_position(self.position, game, reader),
            unfit=unfit,
        )

    shown = seen


LeadingFact = (
    DummySet
    | GameRolledForward
    | OfficialAnnounced
    | PositionEdited
    | PowerControlled
    | ResultsReviewed
    | TutorNamed
)
