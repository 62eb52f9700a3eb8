"""What players say of the clock, and what they decide together."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetAbsence:
    """Be away in these `spans`, from a day to a day as written; "" is the same day."""

    spans: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WithdrawAbsence:
    """Be there after all: on `day`, as written, or always for ""."""

    day: str = ""


@dataclass(frozen=True, slots=True)
class ProposeExtension:
    """Ask the other players to agree on a later deadline; `when` as it was written."""

    when: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProposePause:
    """Ask the other players to agree on a pause; `until` as it was written."""

    until: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Agree:
    """Vote on what was proposed: for it, or against it."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the other players to agree on what `line` would tell a Master's game."""

    line: str
    reason: str = ""


TimeCommand = SetAbsence | WithdrawAbsence | ProposeExtension | ProposePause | Agree | Propose
