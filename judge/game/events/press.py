"""Press: what people of a game write to one another."""

from typing import Self

from msgspec import structs

from judge.game.base import Fact
from judge.game.model import ENTRANT, MASTER, OBSERVER, TUTOR, Game, HeldPress, Player, Reader
from judge.game.refusals import Refusal
from judge.game.seats import power_names
from judge.game.vision.audience import holders, once
from judge.game.vision.views import known_player
from judge.game.weight import Weight


class PressSent(Fact, frozen=True):
    """A message went from `sender` to `recipients` (roles), to all if `broadcast`.

    `unended` tells that its end was not marked, so that all that followed is in it.
    `author` is who wrote it, unless it is grey: roles but powers have many holders.
    All but the Master are told that it went to the `feigned` roles, if there are some.
    It is what was `held` under this number until now, or was not for 0.
    """

    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool = False
    unended: bool = False
    author: Player | None = None
    feigned: tuple[str, ...] = ()
    held: int = 0

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who gets it, but never the one who wrote it; tutors, too.

        What goes to the Master alone is none of theirs.

        Who wrote in the name of a power tells its player by it.
        """
        author = 0 if self.author is None else self.author.number
        power = self.sender if author and self.sender in power_names(game) else ""
        tutor = "" if self.recipients == (MASTER,) else TUTOR
        roles = (*self.recipients, power, tutor)
        told = [one for role in roles for one in holders(game, role)]
        return once(tuple(one for one in told if one.player.number != author))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with its author, if the reader may know who that is."""
        if self.author is None:
            return self
        return structs.replace(self, author=known_player(self.author, game, reader))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it as it is delivered: grey press is from nobody."""
        sender = "" if self.grey else self.sender
        shown = structs.replace(self.seen(game, reader), sender=sender, unended=False)
        if not self.feigned or reader.role in (MASTER, TUTOR):
            return structs.replace(shown, feigned=(), held=0)
        everybody = {*power_names(game), MASTER, OBSERVER} - {self.sender}
        feigned = everybody <= set(self.feigned)
        return structs.replace(
            shown, recipients=self.feigned, broadcast=feigned, feigned=(), held=0
        )

    def conversation(self, game: Game, reader: Reader) -> tuple[str, ...]:
        """Return whom a reply of `reader` goes to: the one who wrote it, then all.

        That is of what he is shown; () where he only reads what was written for him.
        Whom unsigned press to all did not go to would tell its writer.
        """
        powers = power_names(game)
        if reader.role == TUTOR:
            return ()
        if reader.role == self.sender and reader.role in powers:
            return ()
        own = {reader.role} & {*powers, self.sender}
        told = self.recipients
        if self.broadcast and ENTRANT not in told:
            told = (*powers, MASTER, OBSERVER)
        return (self.sender, *(role for role in told if role not in own))


class PressHeld(Fact, frozen=True):
    """A message is written and leaves later; `unended` is as in `PressSent`."""

    held: HeldPress
    unended: bool = False

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True


class PressRecalled(Fact, frozen=True):
    """Messages that had not left were taken back, and reach nobody."""

    held: tuple[HeldPress, ...]

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True


class PressReturned(Fact, frozen=True):
    """A message was to leave and could not, for the reason that is told."""

    held: HeldPress
    why: Refusal

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who wrote it."""
        del game
        return (Reader(self.held.author, self.held.sender),)


PressFact = PressSent | PressHeld | PressRecalled | PressReturned
