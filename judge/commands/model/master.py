"""What the Master tells the judge about his game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetOption:
    """Change a setting of the game, as `SET MOVE NEXT 48`; Master only."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class Process:
    """Adjudicate now: `confirmation` is the phase (`S1901M`) or the code asked for."""

    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """Move the deadline of this phase; `when` as it was written."""

    when: str


@dataclass(frozen=True, slots=True)
class Eject:
    """Take a player or observer, named by power or address, out of the game."""

    who: str
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Rollback:
    """Go back to the start of `phase` (`S1901M`), of the last one when empty."""

    phase: str = ""
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock, for `reason`; `until` then, as it was written, "" for ever."""

    reason: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Start the clock again."""


@dataclass(frozen=True, slots=True)
class Terminate:
    """End the game without a result, for the reason given."""

    confirmation: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Start with the players there are; seats left over stay open."""


@dataclass(frozen=True, slots=True)
class Become:
    """Do all that follows in the place of `power`."""

    power: str


MasterCommand = (
    SetOption
    | Process
    | SetDeadline
    | Eject
    | Rollback
    | Pause
    | Resume
    | Terminate
    | StartGame
    | Become
)
