"""Refusals for what players want of the clock."""

from datetime import datetime

from judge.game.base import Refusal
from judge.game.model import Motion
from judge.messages import message


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
