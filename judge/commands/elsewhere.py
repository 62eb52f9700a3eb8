"""Commands of the judges and sites there were before, which this one does not have.

Each names what serves the same end here. They are known, so that none is taken for an
order, or for somebody's name.
"""

from judge.commands.grammar.blocks import comment
from judge.commands.grammar.messages import text_for_nobody
from judge.commands.grammar.passage import Found, Misread, Passage, Read
from judge.commands.grammar.words import cleaned, hidden
from judge.commands.table import Row
from judge.game import Who

_LONGEST = 4  # words; a longer line is prose


def _none(passage: Passage) -> Misread:
    return Misread()


def _block(word: str, *usage: str) -> Read:
    """Return what reads the beginning of a block that is handed back whole."""

    def read(passage: Passage) -> Found | Misread:
        rest = cleaned(passage.rest)
        if len(rest.split()) > _LONGEST:
            return Misread()
        return text_for_nobody(hidden(f"{word} {rest}".strip(), 3), usage, passage)

    return read


_BLOCKS = (
    Row(("POSTAL",), _block("POSTAL", "POSTAL PRESS"), Who.ANYBODY, ""),
    Row(
        ("FAKE", "FAKE PRESS", "FAKE BROADCAST"),
        _block("FAKE", "PRESS TO FRANCE FAKE TO GERMANY"),
        Who.ANYBODY,
        "",
    ),
    Row(("MAIL TO", "MESSAGE TO"), _block("MAIL TO", "PRESS TO FRANCE"), Who.ANYBODY, ""),
    Row(("SET COMMENT BEGIN",), comment, Who.MASTER, ""),
)
# Words of English, too: long lines that begin with them are prose.
_WORDS = tuple(
    Row(tuple(forms.split(", ")), _none, Who.PLAYER, topic, usage, masters, unclear)
    for forms, topic, usage, masters, unclear in (
        (
            "FINALIZE, FINALISE, CONFIRM, LOCK, LOCK ORDERS, DONE",
            "wait",
            ("READY", "ORDERS?"),
            (),
            False,
        ),
        ("UNLOCK", "wait", ("SET WAIT",), (), False),
        (
            "CANCEL, CANCEL ORDERS, RESTORE, REVERT, RESET",
            "undo",
            ("UNDO", "CLEAR", "ORDERS?"),
            ("EJECT power", "HELP MASTER"),
            True,
        ),
        (
            "UNSUBSCRIBE, LEAVE, LEAVE GAME, LEAVE THE GAME, I RESIGN, SURRENDER",
            "resign",
            ("RESIGN", "HELP RESIGN"),
            ("EJECT power",),
            False,
        ),
        ("LOGOUT, LOG OUT, STOP", "signoff", ("SIGN OFF",), (), False),
        ("SCORES", "summary", ("SUMMARY", "HISTORY"), (), False),
        ("EXPORT, BACKUP, SAVE, DUMP", "history", ("HISTORY",), (), False),
        ("VALIDATE, CHECK, VERIFY, SUBMIT", "show", ("ORDERS?",), (), False),
        ("OPTIONS", "list", ("LIST game", "HELP SET"), (), False),
        ("PLAYERS, LOG", "summary", ("SUMMARY", "LIST game"), (), False),
        ("HIDE, REVEAL", "gunboat", ("HELP GUNBOAT",), (), False),
        (
            "END GAME, END THE GAME, CANCEL GAME, CANCEL THE GAME, DELETE GAME"
            ", STOP GAME, STOP THE GAME, CLOSE GAME, ABORT GAME",
            "terminate",
            ("SET DRAW", "RESIGN"),
            ("TERMINATE",),
            False,
        ),
        ("DECLARE DRAW, DECLARE A DRAW", "draw", ("SET DRAW",), ("HELP DRAW", "TERMINATE"), False),
        ("SHOW, VIEW, VIEW ORDERS", "show", ("ORDERS?", "MAP"), (), False),
        ("GAMES", "list", ("LIST",), (), False),
        ("COMMENT", "set", ("LIST game",), ("SET COMMENT For friends",), False),
        (
            "VOTES, MY VOTE, MY VOTES, SHOW VOTES, SHOW VOTE",
            "draw",
            ("ORDERS?", "HELP DRAW"),
            (),
            False,
        ),
    )
)
_OTHERS = tuple(
    Row(tuple(forms.split(", ")), _none, Who.ANYBODY, "", usage, masters)
    for forms, usage, masters in (
        ("ENDPRESS, END BROADCAST, END DIARY, ENDIF", ("PRESS TO FRANCE", "BROADCAST"), ()),
        ("SET NO PREFERENCE, SET NO PREFERENCES", ("SET PREFERENCE *",), ()),
        ("PASSWORD, ADDRESS", ("HELP ADDRESSES",), ()),
        ("PURGE", ("HELP MASTER",), ("TERMINATE",)),
        ("RENAME", ("HELP MASTER",), ()),
        ("ROLLBACK FORMING", ("HELP MASTER",), ("UNSTART", "ROLLBACK S1901M")),
        ("VOTE", ("SET DRAW", "SET NODRAW", "CONCEDE FRANCE"), ()),
        ("VOTE LOSS, PROPOSE CONCESSION", ("CONCEDE FRANCE",), ()),
        ("PROPOSE DRAW, PROPOSE DIAS, VOTE YES", ("SET DRAW",), ()),
        ("INVEST, SPY", ("OBSERVE game",), ()),
        ("INFO PLAYERS", ("LIST", "SUMMARY game", "WHOIS name"), ()),
        ("UNREGISTER, DEREGISTER", ("FORGET ME",), ()),
        ("HISTORY TODAY, HISTORY YESTERDAY", ("HISTORY FROM 3 Nov", "HISTORY"), ()),
        ("ACCEPT", ("AGREE", "SET DRAW"), ()),
        ("REJECT", ("DISAGREE", "SET NODRAW"), ()),
        ("SET VOTE, VOTE NONE", ("SET DRAW", "SET NODRAW", "CONCEDE FRANCE"), ()),
        ("PROPOSE SOLO, PROPOSE VICTORY", ("CONCEDE FRANCE",), ()),
        ("PROPOSE NO DRAW", ("SET NODRAW",), ()),
        (
            "PROPOSE 2WAY, PROPOSE 3WAY, PROPOSE 4WAY, PROPOSE 5WAY, PROPOSE 6WAY",
            ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
            (),
        ),
        ("COMMENCE", ("STATUS",), ("FORCE BEGIN",)),
        ("ADJUST, FIXID, NOCONTROL", ("HELP",), ("HELP MASTER",)),
        ("DESC, DESCRIPTION", ("LIST game",), ("SET COMMENT For friends",)),
        ("ZONE", ("REGISTER zone Europe/Paris",), ("SET ZONE Europe/Paris",)),
        ("SET NEXT, TIMING", ("HELP SET",), ("SET MOVE NEXT 48", "SET CLOCK 21:00")),
        ("ACTIVATE, FORM", ("HELP MASTER",), ("FORCE BEGIN",)),
        ("RULE", ("HELP OPTIONS",), ()),
        ("RULE BUILD ANY", ("HELP OPTIONS",), ("SET BUILDS OWNED",)),
        ("RULE NO PRESS", ("HELP OPTIONS",), ("SET PRESS NONE",)),
        ("RULE GUNBOAT", ("HELP OPTIONS",), ("SET GUNBOAT",)),
    )
)
ELSEWHERE = (*_BLOCKS, *_WORDS, *_OTHERS)
