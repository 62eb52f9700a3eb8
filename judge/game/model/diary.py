"""What somebody writes down for himself about his game."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.model.people import Player


@dataclass(frozen=True, slots=True)
class DiaryNote:
    """A note of `author` as the holder of `role`, in `phase`; nobody else reads it.

    Its `number` counts his own in the game. It is `opened` once the game is over and
    everybody in it may read it. What he says of the game then has no phase.
    """

    number: int
    author: Player
    role: str
    phase: str
    written: datetime
    text: str
    opened: bool = False

    @property
    def is_statement(self) -> bool:
        """Return whether it is what somebody says of a game that is over."""
        return not self.phase
