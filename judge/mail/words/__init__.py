"""The words of a mail: which parts have them, as text, and which cannot be read."""

from judge.mail.words.text import (
    attached_text,
    clean_text,
    html_text,
    page_beside,
    plain_text,
)
from judge.mail.words.unread import unread_of

__all__ = [
    "attached_text",
    "clean_text",
    "html_text",
    "page_beside",
    "plain_text",
    "unread_of",
]
