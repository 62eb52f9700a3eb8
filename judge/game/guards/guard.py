"""Who may give a command, in which stages of a game, and what it brings about."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from judge.game.commands import Who
from judge.game.events import Event
from judge.game.model import Game, LetterTimes, Sender, Stage


@dataclass(frozen=True, slots=True)
class Request:
    """In which game a command is given, by whom, and when."""

    game: Game
    sender: Sender
    times: LetterTimes
    #: Reads a line as the command it is, for lines that players vote on; None for none.
    read: Callable[[str], object] = lambda _: None

    @property
    def now(self) -> datetime:
        """Return when it is obeyed."""
        return self.times.now


@dataclass(frozen=True, slots=True)
class Guard:
    """How a command is called, who may give it, and in which stages of a game."""

    name: str
    who: Who
    stages: frozenset[Stage]


Decision = Callable[[Request], Event | tuple[Event, ...]]


def brought_about(decision: Decision, request: Request) -> tuple[Event, ...]:
    """Return all that a decision on a request brings about."""
    found = decision(request)
    return found if isinstance(found, tuple) else (found,)


EVER = frozenset(Stage)
STARTED = frozenset({Stage.ACTIVE, Stage.PAUSED})
RUNNING = frozenset({Stage.ACTIVE})
FORMING = frozenset({Stage.FORMING})
PAUSED = frozenset({Stage.PAUSED})
BEGUN = STARTED | {Stage.FINISHED}
