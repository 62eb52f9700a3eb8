"""Commands that create or enter a game, and classes for lines that are no commands."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from judge.game import base

# Contents of a letter that lead to no command. They are only answered.


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that looks like a command but is none, with suggestions.

    `text` is the text below the line, which is handed back.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    text: str = ""


class Aside(Enum):
    """A reason why lines that were meant for the judge are not obeyed."""

    PHASE = "for another phase"
    CASE = "for a certain case"
    TOLD = "told, not ordered"
    POWER = "for another power"
    UNENDED = "below a message without an end"
    NOTE = "below a note without an end"
    BELOW = "below a signature, in a quoted mail, or behind the end"
    QUOTED = "in an older mail, as what is ordered again shows"
    RETURNED = "quoted, and not as the judge sent it"
    STRUCK = "struck through, or behind a sign that says no"
    DOUBT = "below words that are not known to introduce one's own orders"
    COMMAND = "a command below or above words that make it doubtful"
    CHOICE = "one of several that exclude each other"
    SUBJECT = "in the subject"
    FORMS = "in one form of a mail whose two forms, text and page, order different things"
    ATTACHED = "in a file that was attached to a letter with words of its own"
    ENCRYPTED = "in an encrypted part"
    FILE = "in a file that holds no plain text"
    PRESS = "in a reply to press, which was sent"
    UNSIGNED = "an answer to one who did not sign their press"
    BEYOND = "beyond what a letter may hold"


@dataclass(frozen=True, slots=True)
class NotObeyed:
    """Lines that are handed back with the reason; `count` further lines were not read."""

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """Prose: no line of it looks like a command or an order."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish in plain words; each of `offers` is a command line that would fulfil it.

    With `invitation`, the line is an unclear reply to an invitation, which the offer would accept.
    """

    line: str
    offers: tuple[str, ...]
    invitation: bool = False


@dataclass(frozen=True, slots=True)
class ReplyInDoubt:
    """A reply to press, in which `lines` may be meant for the judge.

    `text` is the whole reply. `recipients` are the roles that get it if it is press.
    """

    lines: tuple[str, ...]
    text: str
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thanks:
    """Thanks, or a no to an invitation, and nothing else: nobody waits for an answer.

    `words` are the thanks, which may be meant as a yes where the game expects one.
    """

    words: str = ""


Unobeyed = NotUnderstood | NotObeyed | Remark | Wish | ReplyInDoubt | Thanks


# Commands that enter or create a game.


@dataclass(frozen=True, slots=True)
class SignOn:
    """Enter a game: as a power, as the Master, or to join, take over or come back.

    `readings` are the pairs (seat, game) that the words may mean, the likeliest first: `Fsmp` is
    power F in the game smp, or else the game fsmp. A seat is a power's name or letter, `M` for the
    Master, `O` for an observer, `?` to join, or "" if none was named. A sign-on that was not
    understood has the single reading ("", ""); as no game has an empty name, the lines below it are
    not obeyed. `code` is the code of an invitation. An answer calls the command by its `words`.
    """

    readings: tuple[tuple[str, str], ...]
    password: str | None = field(default=None, repr=False)
    preferences: str = ""
    code: str | None = field(default=None, repr=False)
    words: str = field(default="SIGN ON", compare=False)


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Set up a new game of `variant`, with the sender as its Master.

    `options` are the remaining words of the line. A `sandbox` begins at once; if `source` is named,
    it is a copy of that game, now or in the finished `phase` (`S1901M`).
    """

    game: str
    variant: str = "standard"
    password: str | None = field(default=None, repr=False)
    options: tuple[str, ...] = ()
    sandbox: bool = False
    source: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Observe:
    """Follow a game without playing; news of it come after a `delay`."""

    game: str
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()


Entry = SignOn | CreateGame | Observe


Said = base.AnyCommand | Unobeyed
Command = Entry | Said
