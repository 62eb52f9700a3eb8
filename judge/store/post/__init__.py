"""Mail that is kept: no letter is lost, no notice forgotten."""

from judge.store.post.inbox import (
    MOST_ATTEMPTS,
    Copy,
    KeptLetter,
    close_letter,
    count_attempt,
    hold_letter,
    keep_letter,
    letters_wait,
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
    texts_sent,
)
from judge.store.post.review import (
    Waiting,
    letter,
    letters_set_aside,
    try_again,
)
from judge.store.tables import LetterState

__all__ = [
    "MOST_ATTEMPTS",
    "Copy",
    "KeptLetter",
    "LetterState",
    "QueuedNotice",
    "Waiting",
    "answers_since",
    "close_letter",
    "count_attempt",
    "hold_letter",
    "keep_letter",
    "letter",
    "letters_set_aside",
    "letters_wait",
    "mark_bounced",
    "mark_failed",
    "mark_retry",
    "mark_sent",
    "newest_sent",
    "next_notice",
    "put_notices",
    "set_aside",
    "take_letter",
    "texts_sent",
    "try_again",
]
