"""What can go wrong with mail and games that a person must be told of."""

from dataclasses import dataclass

from judge.game import Player


@dataclass(frozen=True, slots=True)
class LetterSetAside:
    """A letter crashed the judge; `number` is that of the kept letter."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class LetterUnread:
    """What the sender is told of a letter that could not be read or answered.

    `reason` says what of the letter was too much; "" where the error is the judge's.
    """

    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryFailed:
    """A notice to a player of `game` could not be delivered, and why."""

    player: Player
    game: str
    subject: str
    reason: str


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


Trouble = LetterSetAside | LetterUnread | DeliveryFailed | GameStuck | PasswordGuessed
