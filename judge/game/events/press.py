"""Press: what players, Masters and observers write to one another."""

from dataclasses import dataclass, replace
from typing import Self

from judge.game.events.weight import Weight
from judge.game.model import ENTRANT, MASTER, OBSERVER, Game, Player, Reader
from judge.game.seats import power_names
from judge.game.vision.audience import holders, once
from judge.game.vision.views import known_player


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

    weight = Weight.PRESS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who gets it: never the one who wrote it.

        Who wrote in the name of a power tells its player by it.
        """
        author = 0 if self.author is None else self.author.number
        power = self.sender if author and self.sender in power_names(game) else ""
        roles = (*self.recipients, power)
        told = [one for role in roles for one in holders(game, role)]
        return once(tuple(one for one in told if one.player.number != author))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with its author, if the reader may know who that is."""
        if self.author is None:
            return self
        return replace(self, author=known_player(self.author, game, reader))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it as it is delivered: grey press is from nobody."""
        sender = "" if self.grey else self.sender
        return replace(self.seen(game, reader), sender=sender, unended=False)

    def conversation(self, game: Game, reader: Reader) -> tuple[str, ...]:
        """Return whom a reply of `reader` goes to: the one who wrote it, then all.

        That is of what he is shown; () where he only reads what was written for him.
        Whom unsigned press to all did not go to would tell its writer.
        """
        powers = power_names(game)
        if reader.role == self.sender and reader.role in powers:
            return ()
        own = {reader.role} & {*powers, self.sender}
        told = self.recipients
        if self.broadcast and ENTRANT not in told:
            told = (*powers, MASTER, OBSERVER)
        return (self.sender, *(role for role in told if role not in own))


PressFact = PressSent
