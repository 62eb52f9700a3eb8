"""What went wrong, as it is told to the keeper or to the Master of a game."""

from dataclasses import dataclass
from datetime import datetime

from judge.game import Player, Reader
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class LetterSetAside:
    """A letter crashed the judge; `number` is that of the kept letter."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class LetterAwaited:
    """A game whose `phase` is not processed without a letter `until` then."""

    game: str
    phase: str
    until: datetime


@dataclass(frozen=True, slots=True)
class LetterUnread:
    """What the sender is told of a letter that could not be read or answered.

    `reason` says what of the letter was too much; "" where the error is the judge's.
    `awaited` are the games that wait for him to send it again.
    """

    reason: Text = ""
    awaited: tuple[LetterAwaited, ...] = ()


@dataclass(frozen=True, slots=True)
class DeliveryFailed:
    """A notice to a player could not be delivered, and why.

    In `game` he has the place that the reader, its Master, is told of: a `power`, or ""
    for any other.
    """

    player: Player
    subject: str
    reason: str
    game: str = ""
    power: str = ""


@dataclass(frozen=True, slots=True)
class AddressPaused:
    """A player's only address has lost mail for days, and gets no news any more."""

    player: Player
    reason: str
    game: str = ""
    power: str = ""


@dataclass(frozen=True, slots=True)
class MailMoved:
    """For the player: his address lost mail, and another of his gets it from now on."""

    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class MailPaused:
    """For the player: `since` when his address gets no news; what he missed last."""

    subject: str
    since: datetime


@dataclass(frozen=True, slots=True)
class GameStuck:
    """The clock of `game` wanted something that crashed the judge."""

    game: str
    reason: str


@dataclass(frozen=True, slots=True)
class PasswordGuessed:
    """Several wrong passwords came today for the place of `role` in `game`."""

    role: str
    game: str


@dataclass(frozen=True, slots=True)
class Forgery:
    """A letter from the address `sender` said to be by who reads mail at `asked`.

    They denied it then, and `what` is what it would have done.
    """

    at: datetime
    sender: str
    asked: str
    what: str


@dataclass(frozen=True, slots=True)
class ForgeriesDenied:
    """So many grave letters and claims were denied; `forgeries` are the first of them."""

    forgeries: tuple[Forgery, ...]
    count: int


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """Something is wrong with the judge or its machine, and what the keeper can do."""

    what: Text
    help: Text


@dataclass(frozen=True, slots=True)
class AlarmOver:
    """What was wrong is no longer: since when it was, and when it was seen last."""

    name: str
    since: datetime
    seen: datetime


@dataclass(frozen=True, slots=True)
class TroublesGathered:
    """So many things went wrong; `subjects` are the first of them."""

    subjects: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PostmasterWritten:
    """Somebody wrote to the postmaster; `number` is that of the kept letter."""

    number: int
    sender: str
    subject: str
    text: str
    left_out: int


@dataclass(frozen=True, slots=True)
class MastersChanged:
    """Other people lead `game` than did `before`: the `masters` of now."""

    game: str
    before: tuple[Player, ...]
    masters: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class PlayersEjected:
    """A Master has taken people out of `game`, each with the role that he had."""

    game: str
    out: tuple[Reader, ...]


@dataclass(frozen=True, slots=True)
class TwoSeats:
    """What came for `power` in `game` had the From of who plays `other` there."""

    game: str
    power: str
    player: Player
    other: str
    writer: Player
    authentic: bool


Trouble = (
    LetterSetAside
    | LetterUnread
    | DeliveryFailed
    | AddressPaused
    | MailMoved
    | MailPaused
    | GameStuck
    | PasswordGuessed
    | AlarmRaised
    | AlarmOver
    | ForgeriesDenied
    | TroublesGathered
    | PostmasterWritten
    | MastersChanged
    | PlayersEjected
    | TwoSeats
)
