"""The topics of the help; the text of each is in `templates/help`.

These texts are the judge's manual; they are the only copy of it.
"""

from rapidfuzz import fuzz, process

from judge.commands.known import compact
from judge.commands.match import find_row
from judge.commands.table import TABLE
from judge.game import Who

_GENERAL = {
    "index": (
        *("start here", "commands", "all", "manual", "contents", "package", "me"),
        *("flist", "files", "guide"),
    ),
    "orders": (
        *("order", "moves", "moving", "support", "convoy", "notation", "syntax"),
        *("coast", "coasts", "split coast", "support hold", "hold", "disband"),
        *("retreat", "retreats", "retreating"),
    ),
    "deadlines": ("deadline", "late", "grace", "nmr", "clock"),
    "missing": ("missing orders", "who is late", "waiting"),
    "time": ("clock options", "excuses", "kinds of phases"),
    "replying": ("reply", "replies", "token", "mail"),
    "master": ("gm", "master commands", "moderator"),
    "press": (
        *("messages", "message", "talking", "chat", "whisper", "negotiation"),
        *("private message", "messaging"),
    ),
    "languages": ("language", "english", "translation", "other languages"),
    "if": ("condition", "conditions", "case", "cases", "conditional"),
    "options": (
        *("game options", "rules of a game", "variant options", "solo victory"),
        *("victory", "how many centers to win", "winning"),
    ),
    "compat": ("jdip", "realpolitik", "diptool", "mapper", "programs"),
    "gunboat": ("anonymous", "anonymity"),
    "blind": ("fog", "fog of war", "sight"),
    "unmoderated": ("moderated", "no master", "master who plays", "playing master"),
    "restored": ("restore", "restored judge", "lost mail"),
    "joining": ("take over", "takeover", "vacant", "replacement"),
}
_ALSO_CALLED = {
    "addresses": ("address", "password", "new address", "lost password", "e-mail"),
    "admin": (
        *("keeper", "administrator", "message of the day", "motd", "operator"),
        "judge keeper",
    ),
    "audit": ("hash chain", "log of changes", "who did what"),
    "control": ("two powers",),
    "editposition": ("wrong position", "wrong board", "fix the board"),
    "eog": ("statement", "statements", "last word"),
    "export": ("json", "csv", "api", "download", "zip", "save game", "files"),
    "hall": ("leaderboard", "champion", "champions", "elo", "rankings"),
    "invite": ("private game", "invitation", "invite a friend"),
    "official": ("announcement", "announcements", "scheduled announcement"),
    "proxy": ("sitter", "babysitter", "somebody orders for me"),
    "absence": ("vacation", "holidays", "away", "travelling", "calendar"),
    "adjudicate": ("adjudicator", "test position"),
    "sandbox": ("try things", "own game", "fork", "teaching"),
    "become": ("act as a power", "behalf"),
    "block": ("ignore", "enemy", "enemies", "blocks"),
    "diary": ("notes", "my notes", "diaries", "journal"),
    "draw": (
        *("draws", "votes", "vote", "voting", "dias", "end of the game"),
        *("tie", "stalemate", "shared victory"),
    ),
    "explain": ("why", "reasons", "bounce"),
    "extend": ("extension", "more time"),
    "forgetme": ("delete my account", "erase", "account"),
    "history": ("results", "past", "archive"),
    "info": ("rules", "house.rules", "variant", "maps"),
    "list": ("openings", "games", "find a game"),
    "map": ("picture of the board", "board"),
    "my": (
        "preferences",
        "digest",
        "quiet hours",
        "html",
        "plain text",
        "pictures",
        "reminders",
        "notifications",
        "time zone",
        "too much mail",
        "attachments",
        "nagging",
    ),
    "mydata": ("privacy", "gdpr", "export my data"),
    "observe": (*("watching", "spectator", "spectating", "observer", "lurker", "kibitzer"),),
    "phase": ("orders in advance", "later phases"),
    "prefer": ("builds", "build", "removals"),
    "promote": (*("co-master", "second master", "co-gm", "assistant gm", "hand over a game"),),
    "reliability": ("dedication", "dedsystems", "ratings"),
    "create": ("how2gm", "new game"),
    "rollback": ("undo processing", "undo a phase", "processed by mistake"),
    "standby": ("waiting list", "substitutes"),
    "register": ("name", "my name", "registration"),
    "resign": (
        *("quit", "leave", "drop out", "stop playing", "abandon"),
        *("unsubscribe", "list-unsubscribe"),
    ),
    "setdeadline": ("move the deadline",),
    "show": ("my orders", "receipt"),
    "summary": ("score", "centers", "who plays"),
    "undo": ("receipts", "mistake", "take back"),
    "wait": ("ready", "done", "not ready"),
    "whois": ("people", "person", "who is who"),
}
_SHORTEST = 4  # letters: shorter words occur inside many others
_NEARLY = 82  # of 100: one letter in six may differ, or two in eleven
_TITLES = {
    compact(title): topic
    for topic, titles in (*_GENERAL.items(), *_ALSO_CALLED.items())
    for title in (topic, *titles)
}

TOPICS: tuple[str, ...] = tuple(dict.fromkeys((*_GENERAL, *(row.topic for row in TABLE))))

_NAMES = {
    name: topic
    for name, topic in (
        *((compact(form), row.topic) for row in TABLE for form in row.forms),
        *((topic, topic) for topic in TOPICS),
        *_TITLES.items(),
    )
    if topic and len(name) >= _SHORTEST
}


def topics_for(who: Who) -> tuple[str, ...]:
    """Return the help pages about commands that `who` may give, without general pages.

    A page about several commands is listed for the first of them.
    """
    first: dict[str, Who] = {}
    for row in TABLE:
        first.setdefault(row.topic, row.who)
    return tuple(
        topic for topic, first_who in first.items() if first_who is who if topic not in _GENERAL
    )


def topic_of(words: str) -> str | None:
    """Return the topic of `words`: its name, a command, or another word for it; or None."""
    key = compact(words)
    if not key:
        return "index"
    if key in _TITLES:
        return _TITLES[key]
    if key in TOPICS:
        return key
    row = find_row(words.strip())
    return row[0].topic or None if row else None


def similar_topics(words: str) -> tuple[str, ...]:
    """Return the topics that `words` may mean, the most similar first; at most three.

    These are topics with similar names, and topics that one of the words names. Parts of words and
    short words are not searched, because they occur in too many names.
    """
    near = process.extract(compact(words), tuple(_NAMES), scorer=fuzz.ratio, score_cutoff=_NEARLY)
    long_words = [word for word in map(compact, words.split()) if len(word) >= _SHORTEST]
    similar_titles = [title for title, _, _ in near] if len(compact(words)) >= _SHORTEST else []
    topics = [_NAMES[name] for name in (*similar_titles, *long_words) if name in _NAMES]
    return tuple(dict.fromkeys(topics))[:3]
