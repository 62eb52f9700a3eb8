"""What a case consists of, once it is read."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.engine.position import Marker, Phase, Position, Unit
from judge.engine.variant import Variant

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that cannot be understood, and what to do about it."""

    number: int
    line: str
    advice: str


@dataclass(frozen=True, slots=True)
class Written:
    """A line of orders of one power, and the words for what is expected of them."""

    number: int
    power: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The orders of one phase; and what is expected after it, by power.

    A power that `after` or `owns` do not name is not looked at. `winner` is a power,
    or `NOBODY` where the game is to go on. `markers` says of some
    whether they are to lie on the board.
    """

    phase: Phase
    orders: tuple[Written, ...]
    after: Mapping[str, tuple[Unit, ...]]
    owns: Mapping[str, tuple[int, ...]]
    winner: str | None
    markers: Mapping[Marker, bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the orders of one phase or of several in a row."""

    name: str
    title: str
    variant: Variant
    position: Position
    stages: tuple[Stage, ...]
