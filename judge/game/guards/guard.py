"""Who may give a command, in which stages of a game, and what it brings about."""

from collections.abc import Callable
from dataclasses import dataclass

from judge.game.base import Request, Who
from judge.game.events import Event
from judge.game.model import Stage


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
