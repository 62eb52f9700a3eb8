"""Refusals for what players want of the clock."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.model import Motion
from judge.messages import message


@dataclass(frozen=True, slots=True)
class BadDay:
    """The `words` name no day."""

    words: str

    in_short = message("bad day")


@dataclass(frozen=True, slots=True)
class DayOver:
    """The day that `words` name is over, or comes before the first one."""

    words: str

    in_short = message("day over")


@dataclass(frozen=True, slots=True)
class NotedAlready:
    """The player is known to be away on all these days."""

    in_short = message("noted already")


@dataclass(frozen=True, slots=True)
class NoAbsence:
    """No absence is noted on the day that `words` name, or none at all for ""."""

    words: str

    in_short = message("no absence noted")


@dataclass(frozen=True, slots=True)
class AbsenceTooLong:
    """Nobody may be away for more than so many `days` without his Master."""

    days: int

    in_short = message("too long")


@dataclass(frozen=True, slots=True)
class NothingProposed:
    """There is nothing to vote on."""

    in_short = message("nothing to vote on")


@dataclass(frozen=True, slots=True)
class ProposedBefore:
    """Something else was proposed in this phase, or the same."""

    motion: Motion

    in_short = message("proposed before")


@dataclass(frozen=True, slots=True)
class NoProposal:
    """A `line` is nothing that players decide by a vote."""

    line: str

    in_short = message("no vote on this")


@dataclass(frozen=True, slots=True)
class GameHasMaster:
    """Its Master decides this."""

    in_short = message("for the Master")


@dataclass(frozen=True, slots=True)
class ProposedEnough:
    """Who has proposed something in this phase does so again in the next one."""

    in_short = message("one proposal a phase")


@dataclass(frozen=True, slots=True)
class TooFewVoters:
    """Of others so few are left that two could throw out the third."""

    in_short = message("too few others")


@dataclass(frozen=True, slots=True)
class TooLong:
    """What `words` ask for is later than players may decide, which is `latest`."""

    words: str
    latest: datetime

    in_short = message("too long")


ClockRefusal = (
    BadDay
    | DayOver
    | NotedAlready
    | NoAbsence
    | AbsenceTooLong
    | NothingProposed
    | ProposedBefore
    | NoProposal
    | GameHasMaster
    | ProposedEnough
    | TooFewVoters
    | TooLong
)
