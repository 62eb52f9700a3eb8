"""The kinds of values that a feature adds: commands, facts, replies, refusals.

Each kind has a base class here with defaults; a new one overrides what differs.
Nothing lists them: `kinds_of` walks the subclasses.
"""

from collections.abc import Iterator
from typing import ClassVar, Self, TypeVar

from msgspec import Struct

from judge.game.model import Game, Reader
from judge.game.weight import Weight
from judge.messages import Message

_Kind = TypeVar("_Kind")


class Secret(str):
    """A text that no `repr` shows: a test or a traceback would print it."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return dots instead of the text."""
        return "…"


def kinds_of(base: type[_Kind]) -> Iterator[type[_Kind]]:
    """Yield all classes below `base`, except those that are bases themselves (`_Name`)."""
    for kind in base.__subclasses__():
        if not kind.__name__.startswith("_"):
            yield kind
        yield from kinds_of(kind)


class Refusal(Struct, frozen=True):
    """Why a command is not obeyed, with its block in `templates/refused.txt`."""

    #: The reason in a few words, for the subject of the mail.
    in_short: ClassVar[Message]


class Event(Struct, frozen=True):
    """What came of a command or of the passing of time, with a template of its name.

    `OrdersFiled` is written by `templates/orders_filed.txt`.
    """

    #: The event that weighs most gives an answer its subject.
    weight: ClassVar[Weight]

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the event as the one who caused it may see it: the whole of it."""
        del game, reader
        return self


class Reply(Event, frozen=True):
    """An event that only answers a letter; nothing is kept of it."""

    weight = Weight.SHOWN


class Fact(Event, frozen=True):
    """An event that is kept, that changes a game, and that others are told of.

    Vision is a list of what is allowed: without `readers` nobody is told.
    """

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who is told of it beside the one who caused it: nobody."""
        del game
        return ()

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact as one of its readers may see it."""
        return self.seen(game, reader)
