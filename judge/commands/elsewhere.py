"""Commands of the judges there were before, which this one does not have.

Each names what serves the same end here. They are known, so that none is taken for an
order.
"""

from judge.commands.grammar.blocks import later_phase
from judge.commands.grammar.passage import Found, Passage
from judge.commands.table import Row, Who


def _none(passage: Passage) -> Found:
    return Found(None, passage.following)


ELSEWHERE = (
    Row(("PHASE",), later_phase, Who.PLAYER, ""),
    *(
        Row(tuple(forms.split(", ")), _none, Who.ANYBODY, "", usage)
        for forms, usage in {
            "SET PREFERENCES, SET PREFERENCE, PREFERENCES, PREFERENCE": (
                "JOIN game PREFER FRANCE, ENGLAND",
            ),
            "ENDPRESS, END BROADCAST": ("PRESS TO FRANCE", "BROADCAST"),
            "SET PASSWORD, PASSWORD, SET ADDRESS, I AM ALSO": ("HELP REGISTER",),
            "WHO GAME": ("SUMMARY game", "LIST game"),
            "VERSION, WHO IS, INFO PLAYER": ("HELP",),
            "PREDICT, ROLL FORWARD, UNSTART": ("HELP MASTER",),
            "PROMOTE, DUMMY, REVIVE, RENAME, PURGE, OFFICIAL": ("HELP MASTER",),
            "SET ABSENCE, SET NO ABSENCE, SET HOLIDAY, SET VACATION": (
                "HELP DEADLINES",
            ),
            "VOTE": ("SET DRAW", "CONCEDE FRANCE"),
            "POSTAL PRESS, DIARY": ("PRESS TO FRANCE",),
            "INVEST": ("OBSERVE game",),
        }.items()
    ),
)
