"""What the templates are told of what players say of the clock."""

from judge.game import (
    MotionKind,
    PowersExcused,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    TimeFact,
    absences,
)
from judge.messages import Text, message
from judge.render.facts.pages import Facts, Scene, game_in, sheet_now

_ASKED = {MotionKind.EXTEND: message("a later deadline"), MotionKind.PAUSE: message("a pause")}


def facts_of(event: TimeFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case PowersExcused(powers):
            concerned = scene.reader.role in powers
            sheet = sheet_now(scene, scene.reader.role) if concerned else None
            return {"sheet": sheet}
        case ProposalMade(motion=motion) | ProposalAgreed(motion) | ProposalRejected(motion=motion):
            asked = _ASKED.get(motion.kind, motion.line)
            return {"asked": asked, "voters": _voters(scene, motion.line)}
        case ProposalVoted():
            return {}  # Its own fields are enough.


def _voters(scene: Scene, line: str) -> Text:
    """Return who has to agree to what is proposed: a line, or a time for the clock."""
    return message("all who play") if line else absences.clock_voters(game_in(scene))
