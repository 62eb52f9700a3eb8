"""The threads in which mail programs gather mail: games and conversations."""

import hashlib
import re

from judge.letter import Notice, ReplyTo, Tone

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,300}>")
# RFC 5322 section 3.6.4 sets no bound, but long games would fill the header; programs
# find a thread by its root, which is always kept, and its newest mails.
_MOST_REFERENCES = 10
_PRESS = "press"  # what the names of conversations begin with
_ROOT_LENGTH = 16


def thread_root(game: str, domain: str) -> str:
    """Return the Message-ID under which mail programs gather all mail of one game."""
    return f"<game.{_atom(game)}@{domain}>"


def conversation_root(reply_to: ReplyTo, domain: str) -> str:
    """Return the Message-ID under which programs gather the mail of a conversation.

    It is the same for all who are in it.
    """
    who = {reply_to.role, *reply_to.conversation}
    named = "\n".join((reply_to.game.lower(), *sorted(who)))
    digest = hashlib.sha256(named.encode()).hexdigest()[:_ROOT_LENGTH]
    return f"<{_PRESS}.{_atom(reply_to.game)}.{digest}@{domain}>"


def _root(notice: Notice, domain: str) -> list[str]:
    """Return the beginning of the thread that a notice belongs to, if it has one.

    What answers a letter in a conversation stays in that.
    """
    reply_to = notice.reply_to
    if reply_to is not None and reply_to.conversation:
        return [conversation_root(reply_to, domain)]
    if any(one.startswith(f"<{_PRESS}.") for one in notice.references):
        return []
    return [thread_root(notice.game, domain)] if notice.game is not None else []


def thread_fields(notice: Notice, domain: str) -> list[tuple[str, str]]:
    """Return the header fields, by name, that put a notice into its thread."""
    root = _root(notice, domain)
    answered = _ids((notice.in_reply_to or "",))
    earlier = _ids((*notice.references, *answered))[-_MOST_REFERENCES:]
    references = list(dict.fromkeys([*root, *earlier]))
    parent = answered or (root if notice.tone is Tone.NEWS else [])
    fields = [("In-Reply-To", " ".join(parent))] if parent else []
    if references:
        fields.append(("References", "\r\n ".join(references)))
    if notice.game is not None:
        fields.append(("List-Id", f"<{_atom(notice.game)}.{domain}>"))
    return fields


def checked_id(message_id: str) -> str:
    """Return a Message-ID as it is; ValueError for what no mail can have."""
    if not _MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"This is not a Message-ID: {message_id!r}")
    return message_id


def _ids(values: tuple[str, ...]) -> list[str]:
    return [value for value in values if _MESSAGE_ID.fullmatch(value)]


def _atom(game: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", game.lower()) or "game"
