"""That all orders are in, and that they count sooner than at the deadline."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from judge.game.events.weight import Weight
from judge.game.model import Game, Reader
from judge.game.vision.audience import holders, once


@dataclass(frozen=True, slots=True)
class ProcessingSet:
    """All orders are in since `ready`, so the phase is processed at `moment`.

    `powers` are those whose players may still change their orders and do not know it.
    """

    moment: datetime
    ready: datetime
    powers: tuple[str, ...]

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return those who may still change their orders, each once."""
        return once(tuple(one for role in self.powers for one in holders(game, role)))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it without who else has orders to give in this phase."""
        del game, reader
        return replace(self, powers=())

    shown = seen
