"""Commands of the judges there were before, which this one does not have.

Each names what serves the same end here. They are known, so that none is taken for an
order.
"""

from judge.commands.grammar.blocks import later_phase, text_for_nobody
from judge.commands.grammar.passage import Found, Passage
from judge.commands.table import Row, Who


def _none(passage: Passage) -> Found:
    return Found(None, passage.following)


ELSEWHERE = (
    Row(("PHASE",), later_phase, Who.PLAYER, ""),
    *(
        Row(forms, text_for_nobody, Who.ANYBODY, "", usage)
        for forms, usage in (
            (("POSTAL PRESS", "DIARY", "DIARY RECORD"), ("PRESS TO FRANCE",)),
            (("OFFICIAL",), ("BROADCAST",)),
        )
    ),
    # Words of English, too: long lines that begin with them are prose.
    *(
        Row(forms, _none, Who.PLAYER, topic, usage)
        for forms, topic, usage in (
            (("READY", "SET READY"), "wait", ("SET NOWAIT",)),
            (("UNDO", "CANCEL", "CANCEL ORDERS"), "clear", ("CLEAR",)),
            (("UNSUBSCRIBE", "LEAVE", "LEAVE GAME"), "resign", ("RESIGN",)),
            (("ABSENCE",), "deadlines", ("HELP DEADLINES",)),
            (("EXTEND", "EXTENSION"), "setdeadline", ("SET DEADLINE +24h",)),
        )
    ),
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
            "PROMOTE, DUMMY, REVIVE, RENAME, PURGE": ("HELP MASTER",),
            "ALLOW PLAYER, DENY PLAYER, APPROVE": ("HELP MASTER",),
            "SET ABSENCE, SET NO ABSENCE, SET HOLIDAY, SET VACATION": (
                "HELP DEADLINES",
            ),
            "VOTE": ("SET DRAW", "CONCEDE FRANCE"),
            "PROPOSE DRAW, PROPOSE DIAS, PROPOSE": ("SET DRAW", "CONCEDE FRANCE"),
            "INVEST": ("OBSERVE game",),
        }.items()
    ),
)
