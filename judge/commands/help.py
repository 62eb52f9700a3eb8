"""Topics of the help: each has its text in `templates/help`.

Those texts are the manual of the judge; nothing of it stands anywhere else.
"""

from rapidfuzz import process

from judge.commands.grammar.match import find_row, similar_row
from judge.commands.grammar.words import compact
from judge.commands.table import TABLE, Who

_GENERAL = {
    "index": ("start here", "commands", "all", "manual", "contents", "package", "me"),
    "orders": ("order", "moves", "moving", "support", "convoy", "notation", "syntax"),
    "deadlines": ("deadline", "late", "grace", "nmr", "clock"),
    "time": ("clock options", "excuses", "kinds of phases"),
    "replying": ("reply", "replies", "token", "mail"),
    "master": ("gm", "master commands", "moderator"),
    "press": ("messages", "message", "talking"),
    "if": ("condition", "conditions", "case", "cases", "conditional"),
    "options": ("game options", "rules of a game", "variant options"),
    "gunboat": ("anonymous", "anonymity"),
    "blind": ("fog", "fog of war", "sight"),
    "joining": ("take over", "takeover", "vacant", "replacement"),
}
_ALSO_CALLED = {"addresses": ("address", "password", "new address")}
_TITLES = {
    compact(title): topic
    for topic, titles in (*_GENERAL.items(), *_ALSO_CALLED.items())
    for title in (topic, *titles)
}

TOPICS: tuple[str, ...] = tuple(
    dict.fromkeys((*_GENERAL, *(row.topic for row in TABLE)))
)


def topics_for(who: Who) -> tuple[str, ...]:
    """Return the pages on the commands that `who` may give, but for general ones."""
    topics = dict.fromkeys(row.topic for row in TABLE if row.who is who)
    return tuple(topic for topic in topics if topic not in _GENERAL)


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
    near = process.extract(compact(words), (*_TITLES, *TOPICS), score_cutoff=70)
    topics = [_TITLES.get(title, title) for title, _, _ in near]
    return tuple(dict.fromkeys([*([command[0].topic] if command else []), *topics]))[:3]
