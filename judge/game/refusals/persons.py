"""Refusals for what is asked of a person, of the judge and not of a game."""

from judge.game.base import Refusal
from judge.messages import message


class KeptApart(Refusal, frozen=True):
    """Two people are not to be in one game; who wants that is not told."""

    in_short = message("not in this game")
