"""The base classes of commands, facts, replies and refusals, with defaults.

A new kind is a subclass that overrides some defaults. There is no list of kinds: `kinds_of` walks
the subclasses.
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
    """A text that `repr` hides, so that tests and tracebacks do not print it."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return dots instead of the text."""
        return "…"


def kinds_of(base: type[_Kind]) -> Iterator[type[_Kind]]:
    """Yield the classes below `base` that have no subclasses."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds_of(kind)
        else:
            yield kind


class Refusal(Struct, frozen=True):
    """The reason why a command was not obeyed; its sentences are in `templates/refused.txt`."""

    #: The reason in a few words, for the subject of the mail.
    in_short: ClassVar[Message]


class Event(Struct, frozen=True):
    """A result of a command or of the passing of time.

    Its mail is the template of its name: `OrdersFiled` is written by `templates/orders_filed.txt`.
    """

    #: The heaviest event of an answer gives the mail its subject.
    weight: ClassVar[Weight]

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the event as its author may see it: by default the whole event."""
        return self


class Reply(Event, frozen=True):
    """An event that only answers a letter, and is not stored."""

    weight = Weight.SHOWN


class Fact(Event, frozen=True):
    """An event that is stored, changes a game, and may be told to others.

    By default only its author is told; `readers` returns the others.
    """

    #: The audit trail does not record its readers, because the minute of an entry would show who
    #: wrote unsigned press.
    for_its_writer: ClassVar[bool] = False
    #: In the audit trail a Master may read it no more than players may.
    between_players: ClassVar[bool] = False
    #: The audit trail names no actor for the facts that follow from it, because the actor may have
    #: cast the last missing vote.
    secret_vote: ClassVar[bool] = False
    #: The mail that waits for its reader leaves with it: press from before it would come too late.
    turns_board: ClassVar[bool] = False

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the people to be told beside the fact's author: by default nobody."""
        return ()

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact as one of its other readers may see it."""
        return self.seen(game, reader)

    def applied(self, game: Game) -> Game:
        """Return `game` after the fact; the store keeps the difference."""
        return game

    def may_wait(self, reader: Reader) -> bool:
        """Return whether the reader's mail about the fact may wait for a digest."""
        return False

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the powers whose players learn from this news when the phase will be processed."""
        return ()

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the places, as (player, role), whose old reply addresses no longer work."""
        return ()

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return new conduct marks, each with the number of the player who gets it.

        `game` is the game before the fact.
        """
        return ()


class Refused(Reply, frozen=True):
    """A command was not obeyed, and nothing was changed.

    `text` is text of the command that its author would otherwise lose, such as press.
    """

    command: str
    why: Refusal
    text: str = ""

    weight = Weight.REFUSED


class ConfirmationAsked(Reply, frozen=True):
    """A command that cannot be undone waits for its author's yes, or for its line with the code.

    `missing` are powers whose orders are not complete. A `reason` is put at the end of the line.
    """

    command: str
    code: str
    missing: tuple[str, ...] = ()
    reason: str = ""

    weight = Weight.QUESTION

    @property
    def line(self) -> str:
        """Return the command line, with its code, that carries the command out."""
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
    #: Returns the command of a line, or None; needed because players vote on lines.
    read: Callable[[str], object] = lambda _: None

    @property
    def now(self) -> datetime:
        """Return the time at which the command is obeyed."""
        return self.times.now

    def unconfirmed(
        self, words: str, confirmation: str, *, missing: tuple[str, ...] = (), reason: str = ""
    ) -> ConfirmationAsked | None:
        """Return the question for a confirmation of the command line `words`.

        None if no confirmation is needed, or `confirmation` is the right code.
        """
        if is_confirmed(self.game, words, confirmation, self.codes):
            return None
        code = confirmation_code(self.game, words, self.codes)
        return ConfirmationAsked(words, code, missing, reason)


class AnyCommand(Struct, frozen=True):
    """A command of a letter. The words by which people write it are in the table of commands."""

    #: The words by which an answer names the command.
    name: ClassVar[str]
    who: ClassVar[Who] = Who.ANYBODY
    #: The command is only a question and changes nothing.
    only_asks: ClassVar[bool] = False
    #: Its line may contain any text, or a secret.
    any_words: ClassVar[bool] = False
    #: It may need or undo more than the last finished phase, so the whole history is loaded.
    needs_past: ClassVar[bool] = True

    def called(self) -> str:
        """Return the name that answers use for the command."""
        return self.name

    def text_to_return(self) -> str:
        """Return text of the command that a refusal hands back to the author; "" for none."""
        return ""

    def refused(self, why: Refusal, text: str = "") -> Refused:
        """Return the refusal of the command; `text` is handed back to the author."""
        return Refused(self.called(), why, text)


class Command(AnyCommand, frozen=True):
    """A command to one game."""

    stages: ClassVar[frozenset[Stage]] = EVER
    #: It is refused if it comes after its phase has closed.
    of_phase: ClassVar[bool] = False
    #: As `of_phase`, except for Masters, because it moves the clock of the phase.
    moves_clock: ClassVar[bool] = False
    #: It cannot be undone, so DRY RUN can show its effect.
    can_be_tried: ClassVar[bool] = False
    #: A Master may give it even while they act for a power.
    while_acting: ClassVar[bool] = False

    def line_to_propose(self, game: Game) -> str:
        """Return the line by which players vote on this Master's command, "" if they cannot."""
        return ""

    def instead(self, game: Game) -> str:
        """Return another line by which players can ask for the same effect, "" for none."""
        return ""

    def in_vain(self, game: Game) -> Refused | None:
        """Return a refusal that holds even for a Master now, None without one.

        A player then reads this refusal, and is not sent to their Master in vain.
        """
        return None

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the events that the command brings about; a refusal is an event too."""
        raise NotImplementedError

    def events(self, at: Request) -> tuple[Event, ...]:
        """Return the result of `decide`, always as a tuple."""
        found = self.decide(at)
        return found if isinstance(found, tuple) else (found,)
