"""What a case consists of, once it is read."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.engine import Marker, Phase, Position, Unit, Variant
from judge.messages import Message


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that cannot be understood, and what to do about it."""

    number: int
    line: str
    advice: Message


@dataclass(frozen=True, slots=True)
class Written:
    """A line of orders of one power, and the words for what is expected of them."""

    number: int
    power: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CasePhase:
    """The orders of one phase; and what is expected after it, by power.

    A power that `after` or `owns` do not name is not looked at. `markers` says of some
    whether they are to lie on the board. `ending` are the winners, and who comes after
    them if that is told; it is empty when nobody is to have won.
    """

    phase: Phase
    orders: tuple[Written, ...]
    after: Mapping[str, tuple[Unit, ...]]
    owns: Mapping[str, tuple[int, ...]]
    ending: tuple[tuple[str, ...], ...] | None
    markers: Mapping[Marker, bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the orders of one phase or of several in a row."""

    name: str
    title: str
    variant: Variant
    position: Position
    stages: tuple[CasePhase, ...]
