"""Refusals for what is asked of a person, of the judge and not of a game."""

from judge.game.base import Refusal
from judge.messages import message


class UnknownPerson(Refusal, frozen=True):
    """The judge knows nobody called `words`, or may not tell."""

    words: str

    in_short = message("nobody known")


class NotBlocked(Refusal, frozen=True):
    """Nobody is blocked by these `words`."""

    words: str

    in_short = message("not blocked")


class Yourself(Refusal, frozen=True):
    """Nobody is blocked by himself."""

    in_short = message("that is you")


class KeptApart(Refusal, frozen=True):
    """Two people are not to be in one game; who wants that is not told."""

    in_short = message("not in this game")


class StillInGames(Refusal, frozen=True):
    """Nobody is forgotten while he has a place in one of these `games`."""

    games: tuple[str, ...]

    in_short = message("still in a game")


class TooManyMonitors(Refusal, frozen=True):
    """So many follow all games already that nobody else may: each mail goes to all."""

    most: int

    in_short = message("too many follow all games")
