"""DRY RUN: show the effect of a command that cannot be undone, without doing it."""

from dataclasses import replace
from typing import Self

from msgspec import structs

from judge.game import proposals
from judge.game.base import (
    BEGUN,
    Command,
    ConfirmationAsked,
    Fact,
    Refusal,
    Refused,
    Reply,
    Request,
)
from judge.game.editing import EditPosition, PositionOffered
from judge.game.filing import PlanTaken
from judge.game.model import MASTER, OPEN, Game, Reader
from judge.game.phases import Predict, Process, ResultsPredicted
from judge.game.refusals import NotActive, NotMaster
from judge.game.seats import led_by_players
from judge.game.turn import PhaseProcessed
from judge.messages import message


class NoDryRun(Refusal, frozen=True):
    """The `line` cannot be tried, because it can be undone or is no command."""

    line: str

    in_short = message("no dry run of this")


class DryRunShown(Reply, frozen=True):
    """The events that a `command` with this `text` would bring about; nothing was done."""

    command: str
    facts: tuple[Fact, ...]
    text: str = ""

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the reply with each of its facts as the reader may see it."""
        facts = tuple(one.seen(game, reader) for one in self.facts)
        return structs.replace(self, facts=facts)


class DryRun(Command, frozen=True):
    """Show the effect of the command in `line`, and do nothing.

    `text` are the lines below it that belong to the command.
    """

    line: str
    text: str = ""

    name = "DRY RUN"
    stages = OPEN | BEGUN
    only_asks = True

    def decide(self, at: Request) -> DryRunShown | ResultsPredicted | PositionOffered | Refused:
        """Return the events that the command would bring about, or a refusal.

        For PROCESS the result is that of PREDICT. In a game without a Master players see the effect
        of a proposal.
        """
        if at.sender.role != MASTER:
            return self._proposal_tried(at)
        meant = at.read(self.line)
        if isinstance(meant, EditPosition):
            meant = EditPosition(self.text)
        if not isinstance(meant, Command) or not meant.can_be_tried:
            return self.refused(NoDryRun(self.line))
        tried = Predict() if isinstance(meant, Process) else meant
        if at.game.stage not in tried.stages:
            return self.refused(NotActive(at.game.stage))
        events, words = tried.events(at), self.line.upper()
        match events:
            case (ConfirmationAsked(words),):
                events = tried.events(replace(at, codes=replace(at.codes, agreed=True)))
            case (Refused() | ResultsPredicted() | PositionOffered() as only,):
                return only
            case _:
                pass
        facts = tuple(one for one in events if isinstance(one, Fact))
        return DryRunShown(words, facts, self.text)

    def _proposal_tried(self, at: Request) -> DryRunShown | Refused:
        """Return the effect of a proposal if all players agreed.

        It shows no results of orders, because orders are secret.
        """
        if not led_by_players(at.game):
            return self.refused(NotMaster())
        meant = at.read(self.line)
        words = meant.line if isinstance(meant, proposals.Propose) else self.line
        found = proposals.what_follows(at, words)
        if isinstance(found, Refused):
            return self.refused(found.why, found.text)
        line, events = found
        # Results of orders are secret, and so is the fact that some powers have sent orders early.
        first = PhaseProcessed if line.startswith("PROCESS") else Fact
        facts = (one for one in events if isinstance(one, first))
        public = tuple(one for one in facts if not isinstance(one, PlanTaken))
        return DryRunShown(f"PROPOSE {line}", public)
