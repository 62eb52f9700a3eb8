"""Refusals for what was written."""

from judge.game.base import Refusal
from judge.messages import Text, message


class NoSuchGame(Refusal, frozen=True):
    """There is no game of this `name`."""

    name: str

    in_short = message("no such game")


class HiddenBoard(Refusal, frozen=True):
    """Not everybody may see the board of `game`, or there is none yet."""

    game: str

    in_short = message("board not open")


class MisleadingName(Refusal, frozen=True):
    """Nobody may be called `name`: it looks like another's, or is no name at all."""

    name: str

    in_short = message("misleading name")


class NameTaken(Refusal, frozen=True):
    """There is a game of this `name`."""

    name: str

    in_short = message("name taken")


class BadName(Refusal, frozen=True):
    """No game can have this `name`."""

    name: str

    in_short = message("bad name")


class NoSuchVariant(Refusal, frozen=True):
    """No variant has this `name`, "" where it may be a password."""

    name: str
    known: tuple[str, ...]

    in_short = message("no such variant")


class NoSuchPower(Refusal, frozen=True):
    """`word` is none of the `known` powers, or may be several."""

    word: str
    known: tuple[str, ...]

    in_short = message("no such power")


class WrongValue(Refusal, frozen=True):
    """`option` cannot be `value`, but what is `allowed`, as in `example`."""

    option: str
    value: Text
    example: str
    allowed: Text = ""

    in_short = message("bad value")
