"""What the Master tells the judge of who leads the game, and of its beginning."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promote:
    """Make an observer, named by address, a Master beside the others."""

    who: str


@dataclass(frozen=True, slots=True)
class Unstart:
    """Take the start of the game back, before its first phase is processed."""

    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change many settings at once: all of `values`, as (name, value), or none."""

    values: tuple[tuple[str, str], ...]
    confirmation: str = ""


DeskCommand = ChangeSettings | Promote | Unstart
