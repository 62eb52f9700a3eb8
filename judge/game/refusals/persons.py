"""Refusals for what is asked of a person, of the judge and not of a game."""

from dataclasses import dataclass

from judge.messages import message


@dataclass(frozen=True, slots=True)
class UnknownPerson:
    """The judge knows nobody called `words`, or may not tell."""

    words: str

    in_short = message("nobody known")


@dataclass(frozen=True, slots=True)
class Yourself:
    """Nobody is blocked by himself."""

    in_short = message("that is you")


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Two people are not to be in one game; who wants that is not told."""

    in_short = message("not in this game")


@dataclass(frozen=True, slots=True)
class StillInGames:
    """Nobody is forgotten while he has a place in one of these `games`."""

    games: tuple[str, ...]

    in_short = message("still in a game")


@dataclass(frozen=True, slots=True)
class TooManyMonitors:
    """So many follow all games already that nobody else may: each mail goes to all."""

    most: int

    in_short = message("too many follow all games")


PersonRefusal = UnknownPerson | Yourself | KeptApart | StillInGames | TooManyMonitors
