"""Mail that is kept: no letter is lost, no notice forgotten."""

from judge.store.post.inbox import (
    MOST_ATTEMPTS,
    KeptLetter,
    close_letter,
    count_attempt,
    hold_letter,
    keep_letter,
    set_aside,
    take_letter,
)
from judge.store.post.outbox import (
    QueuedNotice,
    answers_since,
    mark_bounced,
    mark_failed,
    mark_retry,
    mark_sent,
    newest_sent,
    next_notice,
    put_notices,
)
from judge.store.post.review import (
    Waiting,
    envelope,
    letter,
    letters_set_aside,
    try_again,
)
from judge.store.post.steps import forget_future
from judge.store.post.waiting import (
    Span,
    UnlookedLetter,
    is_waited_for,
    note_games,
    unlooked_letters,
)
from judge.store.tables import LetterState

__all__ = [
    "MOST_ATTEMPTS",
    "KeptLetter",
    "LetterState",
    "QueuedNotice",
    "Span",
    "UnlookedLetter",
    "Waiting",
    "answers_since",
    "close_letter",
    "count_attempt",
    "envelope",
    "forget_future",
    "hold_letter",
    "is_waited_for",
    "keep_letter",
    "letter",
    "letters_set_aside",
    "mark_bounced",
    "mark_failed",
    "mark_retry",
    "mark_sent",
    "newest_sent",
    "next_notice",
    "note_games",
    "put_notices",
    "set_aside",
    "take_letter",
    "try_again",
    "unlooked_letters",
]
