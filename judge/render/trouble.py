"""Troubles: contents of mails to the keeper, to Masters or to players about failures."""

from dataclasses import dataclass
from datetime import datetime

from judge.game import Player, Reader
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class LetterSetAside:
    """A letter crashed the judge; `number` is the number of the stored letter."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class LetterAwaited:
    """A game whose `phase` waits for a letter until `until`."""

    game: str
    phase: str
    until: datetime


@dataclass(frozen=True, slots=True)
class LetterUnread:
    """Mail to a letter's sender: the letter could not be read or answered.

    `reason` names the limit that the letter exceeded, "" for an error of the judge. `awaited` are
    the games that wait until the sender sends it again.
    """

    reason: Text = ""
    awaited: tuple[LetterAwaited, ...] = ()


@dataclass(frozen=True, slots=True)
class DeliveryFailed:
    """A notice to a player could not be delivered, and the reason.

    `game` and `power` are the player's place if the reader is its Master; "" for any other place.
    """

    player: Player
    subject: str
    reason: str
    game: str = ""
    power: str = ""


@dataclass(frozen=True, slots=True)
class InvitationFailed:
    """Mail to the Masters of `game`: an invitation to an address could not be delivered."""

    address: str
    reason: str
    game: str


@dataclass(frozen=True, slots=True)
class AddressPaused:
    """A player's only address has lost mail for days, and gets no more news."""

    player: Player
    reason: str
    game: str = ""
    power: str = ""


@dataclass(frozen=True, slots=True)
class BrowserOpened:
    """Mail to a person: a browser opened their places on the web."""

    #: The browser's name.
    name: str


@dataclass(frozen=True, slots=True)
class MailMoved:
    """Mail to a player: their address lost mail, and another one gets their mail from now on."""

    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class MailPaused:
    """Mail to a player: their address gets no news since `since`; `subject` is the last one."""

    subject: str
    since: datetime


@dataclass(frozen=True, slots=True)
class GameStuck:
    """Processing `game` crashed the judge."""

    game: str
    reason: str


@dataclass(frozen=True, slots=True)
class PasswordGuessed:
    """Several wrong passwords arrived today for the place of `role` in `game`."""

    role: str
    game: str


@dataclass(frozen=True, slots=True)
class Forgery:
    """A letter from the address `sender` claimed to be by the reader of mail at `asked`.

    They denied it then; `what` is the effect that it would have had.
    """

    at: datetime
    sender: str
    asked: str
    what: str


@dataclass(frozen=True, slots=True)
class ForgeriesDenied:
    """The number of letters and claims that were denied; `forgeries` are the first of them."""

    forgeries: tuple[Forgery, ...]
    count: int


@dataclass(frozen=True, slots=True)
class RescuedLetter:
    """A letter that was in the spam folder: when it came, and its sender's address."""

    at: datetime
    sender: str


@dataclass(frozen=True, slots=True)
class LettersRescued:
    """The number of letters that were moved out of the spam folder; `letters` are the first.

    `left` other mails stayed there.
    """

    letters: tuple[RescuedLetter, ...]
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """Something is wrong with the judge or its machine, and what the keeper can do."""

    what: Text
    help: Text


@dataclass(frozen=True, slots=True)
class AlarmOver:
    """An alarm is over: when it began, and when it was last seen."""

    name: str
    since: datetime
    seen: datetime


@dataclass(frozen=True, slots=True)
class TroublesGathered:
    """The number of troubles; `subjects` are the first of them."""

    subjects: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PostmasterWritten:
    """A person wrote to the postmaster; `number` is the number of the stored letter."""

    number: int
    sender: str
    subject: str
    text: str
    left_out: int


@dataclass(frozen=True, slots=True)
class MastersChanged:
    """The Masters of `game` have changed; `before` are the former ones."""

    game: str
    before: tuple[Player, ...]
    masters: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class PlayersEjected:
    """A Master has removed people from `game`, each with the role that they had."""

    game: str
    out: tuple[Reader, ...]


@dataclass(frozen=True, slots=True)
class TwoSeats:
    """A mail for `power` in `game` had the From address of the player of `other` in this game."""

    game: str
    power: str
    player: Player
    other: str
    #: The player who wrote the mail.
    writer: Player
    #: Whether the mail is certainly from its From address.
    authentic: bool


Trouble = (
    LetterSetAside
    | LetterUnread
    | DeliveryFailed
    | AddressPaused
    | BrowserOpened
    | MailMoved
    | MailPaused
    | GameStuck
    | InvitationFailed
    | PasswordGuessed
    | AlarmRaised
    | AlarmOver
    | ForgeriesDenied
    | LettersRescued
    | TroublesGathered
    | PostmasterWritten
    | MastersChanged
    | PlayersEjected
    | TwoSeats
)
