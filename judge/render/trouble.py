"""What went wrong, as it is told to the keeper or to the Master of a game."""

from dataclasses import dataclass

from judge.game import Player


@dataclass(frozen=True, slots=True)
class LetterSetAside:
    """A letter crashed the judge; `number` is that of the kept letter."""

    number: int
    reason: str


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
class RelayRefuses:
    """The relay takes no mail of the judge at all, and its last answer."""

    reason: str


Trouble = LetterSetAside | DeliveryFailed | GameStuck | RelayRefuses
