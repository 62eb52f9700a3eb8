"""Topics of the help: each has its text in `templates/help`.

Those texts are the manual of the judge; nothing of it stands anywhere else.
"""

from rapidfuzz import process

from judge.commands.grammar.match import find_row, similar_row
from judge.commands.grammar.words import compact
from judge.commands.table import TABLE, Who

_GENERAL = {
    "index": (
        *("start here", "commands", "all", "manual", "contents", "package", "me"),
        *("flist", "files", "guide"),
    ),
    "orders": ("order", "moves", "moving", "support", "convoy", "notation", "syntax"),
    "deadlines": ("deadline", "late", "grace", "nmr", "clock"),
    "time": ("clock options", "excuses", "kinds of phases"),
    "replying": ("reply", "replies", "token", "mail"),
    "master": ("gm", "master commands", "moderator"),
    "press": ("messages", "message", "talking"),
    "if": ("condition", "conditions", "case", "cases", "conditional"),
    "options": ("game options", "rules of a game", "variant options"),
    "compat": ("jdip", "realpolitik", "diptool", "mapper", "programs"),
    "gunboat": ("anonymous", "anonymity"),
    "blind": ("fog", "fog of war", "sight"),
    "unmoderated": ("moderated", "no master", "master who plays", "playing master"),
    "joining": ("take over", "takeover", "vacant", "replacement"),
}
_ALSO_CALLED = {
    "addresses": ("address", "password", "new address", "lost password", "e-mail"),
    "absence": ("vacation", "holidays", "away", "travelling", "calendar"),
    "adjudicate": ("adjudicator", "test position"),
    "sandbox": ("try things", "own game", "fork", "teaching"),
    "become": ("act as a power", "behalf"),
    "block": ("ignore", "enemy", "enemies", "blocks"),
    "diary": ("notes", "my notes", "diaries", "journal"),
    "draw": ("draws", "votes", "vote", "voting", "dias", "end of the game"),
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
    ),
    "mydata": ("privacy", "gdpr", "export my data"),
    "observe": ("watching", "spectator", "observer"),
    "phase": ("orders in advance", "later phases"),
    "prefer": ("builds", "build", "removals"),
    "promote": ("co-master", "second master"),
    "reliability": ("dedication", "dedsystems", "ratings"),
    "create": ("how2gm", "new game"),
    "register": ("name", "my name", "registration"),
    "resign": ("quit", "leave", "drop out", "stop playing"),
    "setdeadline": ("move the deadline",),
    "show": ("my orders", "receipt"),
    "summary": ("score", "centers", "who plays"),
    "undo": ("receipts", "mistake", "take back"),
    "wait": ("ready", "done", "not ready"),
    "whois": ("people", "person", "who is who"),
}
_SHORTEST = 4  # letters: fewer are found in many words
_TITLES = {
    compact(title): topic
    for topic, titles in (*_GENERAL.items(), *_ALSO_CALLED.items())
    for title in (topic, *titles)
}

TOPICS: tuple[str, ...] = tuple(
    dict.fromkeys((*_GENERAL, *(row.topic for row in TABLE)))
)


def topics_for(who: Who) -> tuple[str, ...]:
    """Return the pages on the commands that `who` may give, but for general ones.

    One on commands of several has its place by the first of them.
    """
    first: dict[str, Who] = {}
    for row in TABLE:
        first.setdefault(row.topic, row.who)
    return tuple(
        topic for topic, whose in first.items() if whose is who if topic not in _GENERAL
    )


def topic_of(words: str) -> str | None:
    """Return the topic that `words` name: its name, a command, or a word for it."""
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
    """Return the topics that `words` may mean, likeliest first; at most three."""
    command = similar_row(words)
    titles = [one for one in (*_TITLES, *TOPICS) if len(one) >= _SHORTEST]
    near = process.extract(compact(words), titles, score_cutoff=80)
    topics = [_TITLES.get(title, title) for title, _, _ in near]
    return tuple(dict.fromkeys([*([command[0].topic] if command else []), *topics]))[:3]
