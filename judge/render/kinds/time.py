"""What the templates are told of what players say of the clock."""

from datetime import timedelta

from judge.game import (
    AbsenceAsked,
    AbsenceSet,
    MotionKind,
    PowersExcused,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    TimeFact,
)
from judge.messages import Text, message
from judge.render.clock import Spans, spans_text
from judge.render.facts.pages import Facts, Scene, game_in, sheet_now

_DAY = timedelta(days=1)
_ASKED = {MotionKind.EXTEND: message("a later deadline"), MotionKind.PAUSE: message("a pause")}


def facts_of(event: TimeFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case AbsenceAsked(first=first, last=last):
            return {"days": (last - first).days + 1}
        case AbsenceSet(absences=absences):
            return {
                "spans": spans_text(absences, scene.reader.player.zone, scene.now),
                "ask": _proposal_for(absences, scene),
                "voters": _voters(scene, ""),
            }
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
    if line or game_in(scene).settings.time_by_all:
        return message("all who play")
    return message("more than half of those who play")


def _proposal_for(spans: Spans, scene: Scene) -> str:
    """Return the line that asks for a deadline after an absence, "" for no need.

    It keeps the time of day, and is one that the game allows.
    """
    game = scene.game
    if game is None or game.deadline is None or game.position is None or game.motion:
        return ""
    due, kind = game.deadline, game.position.phase.kind
    over = max((back for away, back in spans if away <= due < back), default=None)
    if over is None or due <= scene.now:
        return ""
    days = -((due - over) // _DAY)
    if days * _DAY <= game.settings.timing.of(kind).length(kind):
        return f"EXTEND +{24 * days}h because I am away"
    until = due + days * _DAY
    return f"VOTE PAUSE UNTIL {until:%Y-%m-%d} because I am away"
