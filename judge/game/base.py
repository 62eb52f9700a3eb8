"""The kinds of values that a feature adds: commands, facts, replies, refusals.

Each kind has a base class here with defaults; a new one overrides what differs.
Nothing lists them: `kinds_of` walks the subclasses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import ClassVar, Self, TypeVar

from msgspec import Struct

from judge.game.confirm import Codes, confirmation_code, is_confirmed
from judge.game.model import Conduct, Game, LetterTimes, Player, Reader, Sender, Stage
from judge.game.weight import Weight
from judge.messages import Message

EVER = frozenset(Stage)
STARTED = frozenset({Stage.ACTIVE, Stage.PAUSED})
RUNNING = frozenset({Stage.ACTIVE})
FORMING = frozenset({Stage.FORMING})
PAUSED = frozenset({Stage.PAUSED})
BEGUN = STARTED | {Stage.FINISHED}

_Kind = TypeVar("_Kind")


class Secret(str):
    """A text that `repr` does not show, because tests and tracebacks would print it."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return dots instead of the text."""
        return "…"


def kinds_of(base: type[_Kind]) -> Iterator[type[_Kind]]:
    """Yield all classes below `base` that are no bases themselves."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds_of(kind)
        else:
            yield kind


class Refusal(Struct, frozen=True):
    """Why a command is not obeyed, with its block in `templates/refused.txt`."""

    #: The reason in a few words, for the subject of the mail.
    in_short: ClassVar[Message]


class Event(Struct, frozen=True):
    """A result of a command or of the passing of time, with a template of its name.

    `OrdersFiled` is written by `templates/orders_filed.txt`.
    """

    #: The event that weighs most gives an answer its subject.
    weight: ClassVar[Weight]

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the event as the person who caused it may see it: all of it by default."""
        del game, reader
        return self


class Reply(Event, frozen=True):
    """An event that only answers a letter, and is not stored."""

    weight = Weight.SHOWN


class Fact(Event, frozen=True):
    """An event that is stored, changes a game, and is told to others.

    By default nobody is told: `readers` lists who is.
    """

    #: In the audit trail nobody but its writer reads of it.
    for_its_writer: ClassVar[bool] = False
    #: In the audit trail the Master reads no more of it than others.
    between_players: ClassVar[bool] = False
    #: Nobody is named for what follows from it: it may be the last vote that was missing.
    secret_vote: ClassVar[bool] = False
    #: Press that was written before it comes too late after it.
    turns_board: ClassVar[bool] = False

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the readers beside the person who caused it: nobody by default."""
        del game
        return ()

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact as a reader may see it."""
        return self.seen(game, reader)

    def applied(self, game: Game) -> Game:
        """Return `game` after the fact; the store keeps the difference."""
        return game

    def may_wait(self, reader: Reader) -> bool:
        """Return whether the reader's mail about the fact may wait for a digest."""
        del reader
        return False

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the powers whose players learn from its news when the phase is processed."""
        del game
        return ()

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the places, as (player, role), whose old reply addresses no longer work."""
        return ()

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return the marks that players get by this fact, by their numbers.

        `game` is the game before the fact.
        """
        del game, now
        return ()


class Refused(Reply, frozen=True):
    """A command was not obeyed; nothing was changed.

    `text` came with it and would otherwise be lost, such as the text of press.
    """

    command: str
    why: Refusal
    text: str = ""

    weight = Weight.REFUSED


class ConfirmationAsked(Reply, frozen=True):
    """A command that cannot be undone waits for a yes, or for its line with its code.

    Orders may be `missing` from some powers. A given `reason` stands at the end of the line.
    """

    command: str
    code: str
    missing: tuple[str, ...] = ()
    reason: str = ""

    weight = Weight.QUESTION

    @property
    def line(self) -> str:
        """Return the line that carries the command out."""
        because = f" because {self.reason}" if self.reason else ""
        return f"{self.command} {self.code}{because}"


class Who(Enum):
    """Who may give a command."""

    ANYBODY = "Anybody"
    PLAYER = "Players"
    MASTER = "Masters"
    KEEPER = "The keeper"


@dataclass(frozen=True, slots=True)
class Request:
    """A command's game, sender and times, and how the sender confirms commands."""

    game: Game
    sender: Sender
    times: LetterTimes
    codes: Codes
    #: Reads a line as the command it is, for lines that players vote on; None for none.
    read: Callable[[str], object] = lambda _: None

    @property
    def now(self) -> datetime:
        """Return when the command is obeyed."""
        return self.times.now

    def unconfirmed(
        self, words: str, confirmation: str, *, missing: tuple[str, ...] = (), reason: str = ""
    ) -> ConfirmationAsked | None:
        """Return the question to ask before a command that cannot be undone.

        It is None if `confirmation` is the code for these `words`, or no code is needed.
        """
        if is_confirmed(self.game, words, confirmation, self.codes):
            return None
        code = confirmation_code(self.game, words, self.codes)
        return ConfirmationAsked(words, code, missing, reason)


class AnyCommand(Struct, frozen=True):
    """A command of a letter; its words stand in the table of commands."""

    #: The words by which an answer names the command.
    name: ClassVar[str]
    who: ClassVar[Who] = Who.ANYBODY
    #: It changes nothing, however often it is given.
    only_asks: ClassVar[bool] = False
    #: Any words may stand behind it, or a secret.
    any_words: ClassVar[bool] = False
    #: It may ask for more of its game than the last phase.
    needs_past: ClassVar[bool] = True

    def called(self) -> str:
        """Return the command's name in answers."""
        return self.name

    def text_to_return(self) -> str:
        """Return the text that must not be lost when the command is refused."""
        return ""

    def refused(self, why: Refusal, text: str = "") -> Refused:
        """Return the refusal of the command, with the text to hand back."""
        return Refused(self.called(), why, text)


class Command(AnyCommand, frozen=True):
    """A command to one game."""

    stages: ClassVar[frozenset[Stage]] = EVER
    #: A phase that has closed takes it no more.
    of_phase: ClassVar[bool] = False
    #: As `of_phase`, except from a Master: it moves the clock of the phase.
    moves_clock: ClassVar[bool] = False
    #: It cannot be undone, and DRY RUN shows what it would bring about.
    can_be_tried: ClassVar[bool] = False
    #: A Master may give it while they act for a power.
    while_acting: ClassVar[bool] = False

    def line_to_propose(self, game: Game) -> str:
        """Return the line by which players vote on a Master's command, "" for none."""
        del game
        return ""

    def instead(self, game: Game) -> str:
        """Return the line by which players get the same in another way, "" for none."""
        del game
        return ""

    def in_vain(self, game: Game) -> Refused | None:
        """Return why even a Master could not give it now, if a player should be told so."""
        del game
        return None

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the events of the command."""
        raise NotImplementedError

    def events(self, at: Request) -> tuple[Event, ...]:
        """Return the events of the command as a tuple."""
        found = self.decide(at)
        return found if isinstance(found, tuple) else (found,)
