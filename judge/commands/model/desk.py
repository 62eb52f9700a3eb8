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


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make an observer, named by address, the Master in the place of the writer."""

    who: str
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell everybody `text`, at once or at the time that `when` names."""

    text: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class Predict:
    """Show what would come of the running phase with the orders that are there."""


@dataclass(frozen=True, slots=True)
class Release:
    """Send out the results that the Master has seen before all others."""


@dataclass(frozen=True, slots=True)
class RollForward:
    """Take the last ROLLBACK back."""

    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """Process the finished phases from `phase` on again, with the orders of then."""

    phase: str
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """Let the player of the power `by` play `power` too, which has no player."""

    power: str
    by: str


@dataclass(frozen=True, slots=True)
class SetDummy:
    """Ask nobody to play `power`, which has no player, or somebody again."""

    power: str
    dummy: bool = True


@dataclass(frozen=True, slots=True)
class EditPosition:
    """Set the board as the lines of `text` tell; for "" show what it is."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class DryRun:
    """Show what the command in `line` would bring about, and do nothing.

    `text` are the lines below it that belong to it.
    """

    line: str
    text: str = ""


DeskCommand = (
    ChangeSettings
    | Promote
    | Unstart
    | HandOver
    | Announce
    | Predict
    | Release
    | RollForward
    | Replay
    | Control
    | SetDummy
    | EditPosition
    | DryRun
)
