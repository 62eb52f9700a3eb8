"""What is said of who plays: seats that are to change hands, and coming back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeekSubstitute:
    """Let somebody else take the seat of `power`, the sender's own for "".

    If it is not `wanted`, nobody is sought any longer.
    """

    power: str = ""
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Be there again: out of civil disorder, before an absence ends, or to a seat."""


FillingCommand = SeekSubstitute | ComeBack
