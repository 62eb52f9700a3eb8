"""Press, what people of a game write to one another, and what each for himself."""

from dataclasses import replace
from typing import Self

from msgspec import structs

from judge.game.base import Fact, Reply
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    TUTOR,
    DiaryNote,
    Game,
    HeldPress,
    Player,
    Reader,
)
from judge.game.refusals import Refusal
from judge.game.seats import power_names
from judge.game.vision.audience import everybody, holders, once
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


class PressRecalled(Fact, frozen=True):
    """Messages that had not left were taken back, and reach nobody."""

    held: tuple[HeldPress, ...]

    weight = Weight.PRESS


class PressReturned(Fact, frozen=True):
    """A message was to leave and could not, for the reason that is told."""

    held: HeldPress
    why: Refusal

    weight = Weight.PRESS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who wrote it."""
        del game
        return (Reader(self.held.author, self.held.sender),)


class NoteRecorded(Fact, frozen=True):
    """Somebody wrote something into his diary; `unended` is as in `PressSent`.

    It was `mailed` to an address of the diary, so that what answers it is a note, too.
    """

    note: DiaryNote
    unended: bool = False
    mailed: bool = False

    weight = Weight.PRESS


class NotesDropped(Fact, frozen=True):
    """Somebody took notes out of his diary, and nobody will read them."""

    notes: tuple[DiaryNote, ...]

    weight = Weight.PRESS


class DiariesOpened(Fact, frozen=True):
    """The game is over, and everybody may read what was noted down in it."""

    notes: tuple[DiaryNote, ...]

    weight = Weight.PRESS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with the authors, as far as the reader may know who they are."""
        named = tuple(
            replace(one, author=known_player(one.author, game, reader)) for one in self.notes
        )
        return structs.replace(self, notes=named)


class StatementMade(Fact, frozen=True):
    """Somebody said to all what he has to say of a game that is over."""

    note: DiaryNote

    weight = Weight.PRESS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody else."""
        author = self.note.author.number
        return tuple(one for one in everybody(self, game) if one.player.number != author)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it with its author, if the reader may know who that is."""
        author = known_player(self.note.author, game, reader)
        return structs.replace(self, note=replace(self.note, author=author))


class NotesListed(Reply, frozen=True):
    """Somebody asked which notes there are in his diary."""

    notes: tuple[DiaryNote, ...]


class NotesRead(Reply, frozen=True):
    """Somebody asked for notes of his diary."""

    notes: tuple[DiaryNote, ...]


DiaryFact = NoteRecorded | NotesDropped | DiariesOpened | StatementMade
PressFact = PressSent | PressHeld | PressRecalled | PressReturned | DiaryFact
DiaryReply = NotesListed | NotesRead
