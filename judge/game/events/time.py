"""What the clock forgives players, and when it processes early."""

from dataclasses import replace
from datetime import datetime
from typing import Self

from msgspec import structs

from judge.game.base import Fact
from judge.game.model import MASTER, Game, Reader
from judge.game.vision.audience import concerned_first, holders, once
from judge.game.vision.views import known_powers, own_power
from judge.game.weight import Weight


class PowersLate(Fact, frozen=True):
    """The deadline passed without the orders of `powers`; they have until `grace`.

    Where a game tells that to those alone at first, all others hear of it at the moment
    `told`.
    """

    powers: tuple[str, ...]
    deadline: datetime
    grace: datetime
    told: datetime | None = None

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, in the seats that are late first; or a part of them."""
        everyone = concerned_first(self, game, self.powers)
        if not game.settings.late_notices:
            return everyone
        roles = (*self.powers, MASTER)
        first = {one.player.number for role in roles for one in holders(game, role)}
        return tuple(one for one in everyone if (one.player.number in first) == (self.told is None))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the powers of which the reader may know."""
        alone = game.settings.late_notices and self.told is None
        if alone and reader.role != MASTER:
            return structs.replace(self, powers=own_power(self.powers, reader))
        return structs.replace(self, powers=known_powers(self.powers, game, reader))


class PowersExcused(Fact, frozen=True):
    """The last chance passed without the orders of `powers`: they get one more."""

    powers: tuple[str, ...]
    until: datetime

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, in the seats that are late first."""
        return concerned_first(self, game, self.powers)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the powers of which the reader may know."""
        return structs.replace(self, powers=known_powers(self.powers, game, reader))

    def applied(self, game: Game) -> Game:
        """Return the game in which these powers have another chance."""
        seats = tuple(
            replace(seat, excused=seat.excused + 1, kept=0) if seat.power in self.powers else seat
            for seat in game.seats
        )
        return replace(game, grace=self.until, held=None, seats=seats)


class ProcessingSet(Fact, frozen=True):
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
        return structs.replace(self, powers=())
