"""What the templates are told of what players say of the clock."""

from judge.game import (
    AbsenceAsked,
    AbsenceSet,
    MotionKind,
    PowersExcused,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    TimeFact,
)
from judge.messages import message
from judge.render.clock import date_text
from judge.render.facts.pages import Facts, Scene, sheet_now

_ASKED = {
    MotionKind.EXTEND: message("a later deadline"),
    MotionKind.PAUSE: message("a pause"),
}


def facts_of(event: TimeFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case AbsenceAsked(first=first, last=last):
            return {"days": (last - first).days + 1}
        case AbsenceSet(absences=absences):
            zone = scene.reader.player.zone
            spans = [
                (
                    date_text(away, zone),
                    message("to {date}", date=date_text(back, zone)),
                )
                for away, back in absences
            ]
            return {"spans": spans}
        case PowersExcused(powers):
            concerned = scene.reader.role in powers
            sheet = sheet_now(scene, scene.reader.role) if concerned else None
            return {"sheet": sheet}
        case ProposalMade(motion=motion) | ProposalRejected(motion=motion):
            return {"asked": _ASKED[motion.kind]}
        case ProposalVoted():
            return {}  # Its own fields are enough.
