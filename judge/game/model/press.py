"""Press that has not left yet."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.model.people import Player


@dataclass(frozen=True, slots=True)
class HeldPress:
    """A message of `author`, as the role `sender`, that leaves at a moment to come.

    Where `leaves` is None it is the end of the running phase. It was `delayed` by its
    author, or can but be recalled until then. Its `number` says nothing of how much
    others have written. `feigned` is whom those who get it are told that it went to,
    () for the truth.
    """

    number: int
    author: Player
    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool
    written: datetime
    leaves: datetime | None
    delayed: bool
    feigned: tuple[str, ...] = ()
