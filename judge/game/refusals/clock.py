"""Refusals for what players want of the clock."""

from datetime import datetime

from judge.game.base import Refusal
from judge.game.model import Motion
from judge.messages import message


class BadDay(Refusal, frozen=True):
    """The `words` name no day."""

    words: str

    in_short = message("bad day")


class DayOver(Refusal, frozen=True):
    """The day that `words` name is over, or comes before the first one."""

    words: str

    in_short = message("day over")


class NotedAlready(Refusal, frozen=True):
    """The player is known to be away on all these days."""

    in_short = message("noted already")


class NoAbsence(Refusal, frozen=True):
    """No absence is noted on the day that `words` name, or none at all for ""."""

    words: str

    in_short = message("no absence noted")


class AbsenceTooLong(Refusal, frozen=True):
    """Nobody may be away for more than so many `days` without his Master."""

    days: int

    in_short = message("too long")


class NothingProposed(Refusal, frozen=True):
    """There is nothing to vote on."""

    in_short = message("nothing to vote on")


class ProposedBefore(Refusal, frozen=True):
    """Something else was proposed in this phase, or the same."""

    motion: Motion

    in_short = message("proposed before")


class NoProposal(Refusal, frozen=True):
    """A `line` is nothing that players decide by a vote."""

    line: str

    in_short = message("no vote on this")


class GameHasMaster(Refusal, frozen=True):
    """Its Master decides this."""

    in_short = message("for the Master")


class ProposedEnough(Refusal, frozen=True):
    """Who has proposed something in this phase does so again in the next one."""

    in_short = message("one proposal a phase")


class TooFewVoters(Refusal, frozen=True):
    """Of others so few are left that two could throw out the third."""

    in_short = message("too few others")


class TooLong(Refusal, frozen=True):
    """What `words` ask for is later than players may decide, which is `latest`."""

    words: str
    latest: datetime

    in_short = message("too long")
