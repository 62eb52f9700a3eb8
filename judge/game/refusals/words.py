"""Refusals for what was written."""

from dataclasses import dataclass

from judge.messages import Message, Text, message


@dataclass(frozen=True, slots=True)
class NoSuchGame:
    """There is no game of this `name`."""

    name: str

    in_short = message("no such game")


@dataclass(frozen=True, slots=True)
class HiddenBoard:
    """Not everybody may see the board of `game`, or there is none yet."""

    game: str

    in_short = message("board not open")


@dataclass(frozen=True, slots=True)
class MisleadingName:
    """Nobody may be called `name`: it looks like another's, or is no name at all."""

    name: str

    in_short = message("misleading name")


@dataclass(frozen=True, slots=True)
class NameTaken:
    """There is a game of this `name`."""

    name: str

    in_short = message("name taken")


@dataclass(frozen=True, slots=True)
class BadName:
    """No game can have this `name`."""

    name: str

    in_short = message("bad name")


@dataclass(frozen=True, slots=True)
class NoSuchVariant:
    """No variant has this `name`, "" where it may be a password."""

    name: str
    known: tuple[str, ...]

    in_short = message("no such variant")


@dataclass(frozen=True, slots=True)
class NoSuchPower:
    """`word` is none of the `known` powers, or may be several."""

    word: str
    known: tuple[str, ...]

    in_short = message("no such power")


@dataclass(frozen=True, slots=True)
class NoSuchOption:
    """`words` set nothing; options that are `near` may be meant."""

    words: str
    near: tuple[str, ...] = ()

    in_short = message("no such option")


@dataclass(frozen=True, slots=True)
class NotOffered:
    """`words` set nothing here; there is a `remark`, and `lines` to send instead."""

    words: str
    remark: Message
    lines: tuple[str, ...] = ()

    in_short = message("not offered")


@dataclass(frozen=True, slots=True)
class WrongValue:
    """`option` cannot be `value`, but what is `allowed`, as in `example`."""

    option: str
    value: Text
    example: str
    allowed: Text = ""

    in_short = message("bad value")


@dataclass(frozen=True, slots=True)
class DrawForAll:
    """A draw of `words` alone is none here: all who survive share it."""

    words: str

    in_short = message("shared by all")


@dataclass(frozen=True, slots=True)
class MissingField:
    """The field `key` is wanted."""

    key: str

    in_short = message("missing field")


@dataclass(frozen=True, slots=True)
class EmptyPress:
    """There is no text."""

    in_short = message("empty press")


@dataclass(frozen=True, slots=True)
class NoPress:
    """The game has none."""

    in_short = message("no press")


@dataclass(frozen=True, slots=True)
class NoPartialPress:
    """In this game press goes to all."""

    in_short = message("no partial press")


@dataclass(frozen=True, slots=True)
class NoBroadcast:
    """In this game press goes to some."""

    in_short = message("no press to all")


@dataclass(frozen=True, slots=True)
class NoGreyPress:
    """In this game press is signed."""

    in_short = message("no grey press")


@dataclass(frozen=True, slots=True)
class NoWhitePress:
    """In this game press is not signed."""

    in_short = message("no signed press")


@dataclass(frozen=True, slots=True)
class NothingChanged:
    """All settings have these values already."""

    in_short = message("nothing is changed")


WordsRefusal = (
    NothingChanged
    | NoSuchGame
    | HiddenBoard
    | MisleadingName
    | NameTaken
    | BadName
    | NoSuchVariant
    | NoSuchPower
    | NoSuchOption
    | NotOffered
    | WrongValue
    | DrawForAll
    | MissingField
    | EmptyPress
    | NoPress
    | NoPartialPress
    | NoBroadcast
    | NoGreyPress
    | NoWhitePress
)
