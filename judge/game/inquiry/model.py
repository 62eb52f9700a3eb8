"""Who asks a question, and what is at hand to answer it from."""

from collections.abc import Callable
from dataclasses import dataclass

from judge.boards import VariantFile
from judge.game.model import Game, Player, Trail


@dataclass(frozen=True, slots=True)
class Asker:
    """A question to be answered: who asks it, and what is at hand to answer from.

    `role` is the one he speaks in, "" for none. `games` are those that are listed,
    `game` is the one the command names, or the one its section is about; `topics` are
    those of the help, and `variants` those that can be played. `outside` tells that
    the section is about no game and tried to enter none. Mail to the `unreachable`
    addresses comes back. `trail` is what is written down of the game, if asked for.
    """

    player: Player
    role: str = ""
    games: tuple[Game, ...] = ()
    game: Game | None = None
    topics: tuple[str, ...] = ()
    #: Return the topic that some words name, and those that they may mean.
    topic_of: Callable[[str], str | None] = lambda _: None
    similar_topics: Callable[[str], tuple[str, ...]] = lambda _: ()
    variants: tuple[VariantFile, ...] = ()
    outside: bool = False
    unreachable: frozenset[str] = frozenset()
    trail: Trail | None = None
